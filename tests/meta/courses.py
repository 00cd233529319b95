"""Values of reference/literature/courses.yaml: what moves towards bodies at rest, recurrences of the integrators, rims and a
leaning pipe, images behind the nearest one, grains of drawn sizes, and measures of a few particles in known places.

Independent of engines/ and reference/theory: mechanics in plain Python.  Without --write it compares the file with what
it computes."""
import cmath
import itertools
import math

import derived
from vectors import add, dot, scale

E = 0.8  # restitution of all cases


# --- walls-crowd-swept, -rammed, -shaken, -meeting, walls-afar, walls-attached-round: a body leaves what has a prescribed velocity V
# along the line of centres with V + e (V - v) ---

def struck(wall, body=0.0):
    return wall + E * (wall - body)


def round_table(arm=0.2, rate=2.0, distance=0.3, away=0.45):
    """A carried sphere on a circle comes back to one at rest at (-away, 0): at the angle a with |(arm cos a + away, arm sin a)| =
    distance on the way to 180 degrees."""
    cosine = (distance ** 2 - arm ** 2 - away ** 2) / (2.0 * arm * away)
    sine = math.sqrt(1.0 - cosine * cosine)
    n = [(-away - arm * cosine) / distance, -arm * sine / distance, 0.0]
    speed = struck(rate * arm * dot([-sine, cosine, 0.0], n))
    return speed * n[0], speed * n[1]


def swing(speed, amplitude, way):
    """Velocity of a body at rest after a wall that passes `way` beyond the middle, with A w = speed."""
    return struck(speed * math.sqrt(1.0 - (way / amplitude) ** 2))


# --- walls-plate-drifting: e = 1, in the frame of a plate that rises at 0.5 m/s ---

def drifting(end, radius=0.01, plate=0.5, g=10.0, drop=0.2):
    fall = math.sqrt(2.0 * drop / g)
    bounces = math.floor((end - fall) / (2.0 * fall)) + 1
    since = end - fall - 2.0 * fall * (bounces - 1)
    return (radius + plate * end + g * fall * since - 0.5 * g * since ** 2, plate + g * fall - g * since, bounces / end)


# --- walls-schemes: x'' = g - w0^2 x - 2 m x', the overlap of a bead on a floor, in steps h ---

def schemes(steps=120, h=1.0 / 12.0, speed=0.1, rest=0.05):
    """Height above the floor, whose bead has the radius 0.5 m, and velocity after so many steps."""
    mu = -math.log(E)
    w2 = math.pi ** 2 + mu ** 2

    def f(x, v):
        return w2 * (rest - x) - 2.0 * mu * v

    x, v, a = 0.0, speed, f(0.0, speed)
    for _ in range(steps):
        x += h * v + 0.5 * h * h * a
        last, a = a, f(x, v + h * a)
        v += 0.5 * h * (last + a)
    yield "velocity-verlet", 0.5 - x, -v, "x + v h + a h^2/2; a at v + a h; v + h (a + a')/2"
    x, v, a = 0.0, speed, f(0.0, speed)
    for _ in range(steps):
        x += 0.5 * h * v
        a = f(x, v + 0.5 * h * a)
        v += h * a
        x += 0.5 * h * v
    yield "position-verlet", 0.5 - x, -v, "half a step; a at v + a h/2 with the last a; the other half"
    corrector = (3.0 / 16.0, 251.0 / 360.0, 1.0, 11.0 / 18.0, 1.0 / 6.0, 1.0 / 60.0)
    z = [0.0, speed * h, 0.5 * h * h * f(0.0, speed), 0.0, 0.0, 0.0]
    for _ in range(steps):
        z = [sum(math.comb(j, k) * z[j] for j in range(k, 6)) for k in range(6)]
        delta = 0.5 * h * h * f(z[0], z[1] / h) - z[2]
        z = [p + c * delta for p, c in zip(z, corrector)]
    yield "gear", 0.5 - z[0], -z[1] / h, "Nordsieck vector of six, corrector 3/16, 251/360, 1, 11/18, 1/6, 1/60 (S3 App. B, B3 corrected)"


# --- walls-rims: along the axis onto a rim, 0.06 m outside of it ---

def rim(offset=0.06, radius=0.1, way=0.12, end=0.1):
    """What the sphere gains outwards, and its velocity along the axis, away from the rim."""
    sine = offset / radius
    cosine = math.sqrt(1.0 - sine * sine)
    met = way - radius * cosine
    change = (1.0 + E) * cosine
    return change * sine * (end - met), change * cosine - 1.0


# --- walls-upright: a pipe that leans by a twentieth, and free fall along it ---

def upright(end=2.4, g=10.0, lean=0.05, free=0.9):
    axis = [lean, 0.0, math.sqrt(1.0 - lean * lean)]
    across = [axis[2], 0.0, -lean]
    a = g * lean
    met = math.sqrt(2.0 * free / a)
    since, back = end - met, E * math.sqrt(2.0 * a * free)
    place, speed = free - back * since + 0.5 * a * since ** 2, a * since - back
    fall = -g * axis[2]
    return (add(scale(place, across), axis, 0.5 * fall * end ** 2), add(scale(speed, across), axis, fall * end))


# --- walls-lennard-jones: epsilon (q^6 - 1)^2, q = 1/(1 - x/d), with epsilon = 1 J, d = 1 m, m = 1 kg ---

def lennard_jones(v, intervals=2000):
    """Largest overlap, and duration by Simpson's rule."""
    amplitude, w0 = v / math.sqrt(2.0), math.sqrt(72.0)
    h = 0.5 * math.pi / intervals
    values = [(1.0 + amplitude * math.sin(k * h)) ** (-7.0 / 6.0) for k in range(intervals + 1)]
    integral = h / 3.0 * (values[0] + values[-1] + 4.0 * sum(values[1:-1:2]) + 2.0 * sum(values[2:-1:2]))
    return 1.0 - (1.0 + amplitude) ** (-1.0 / 6.0), 2.0 / w0 * integral


# --- pair-second-image: equal spheres of 1 m, smooth ---

def second_image(r, v):
    """Velocities after the contact of a sphere at rest with one that is at r from it and has the velocity v."""
    a, b, c = dot(v, v), dot(r, v), dot(r, r) - 1.0
    n = add(r, v, (-b - math.sqrt(b * b - a * c)) / a)
    impulse = -0.5 * (1.0 + E) * dot(v, n)
    return scale(-impulse, n), add(v, n, impulse)


# --- gas-growing-row: diameters 0.5 t, e = 1 ---

def growing_row(end=1.9, rate=0.5):
    """Places of three spheres on a line, and the velocity of the third: each collision passes approach and growth on."""
    first = 1.0 / (0.5 + rate)  # 1 - 0.5 t = rate t
    u = 0.5 + rate
    x1, v1, x2, v2 = 2.0 + 0.5 * first, 0.5 - u, 3.0, u
    second = (4.2 - x2 + v2 * first) / (v2 + rate)  # 4.2 - x2 - v2 (t - first) = rate t
    w = v2 + rate
    x2 += v2 * (second - first)
    return x1 + v1 * (end - first), x2 + (v2 - w) * (end - second), 4.2 + w * (end - second), w


# --- gas-sizes: moments of the laws of sizes ---

def mean_cube_of_both(spread=0.5, width=0.3, cut=3.0):
    def normal(z):
        return 0.5 * math.erfc(-z / math.sqrt(2.0))

    drawn = normal(cut) - normal(-cut)
    cube = math.exp(4.5 * width ** 2) * (normal(cut - 3.0 * width) - normal(-cut - 3.0 * width)) / drawn
    return 0.5 * (1.0 + spread ** 2 + cube)


# --- gas-drift, gas-drift-disks: velocities u of a few particles beside their drift ---

def gas(masses, u, volume, axes):
    """Temperature and kinetic stress of velocities relative to the mean."""
    d = len(axes)
    square = sum(m * sum(v[a] ** 2 for a in axes) for m, v in zip(masses, u))
    stress = {(a, b): sum(m * v[a] * v[b] for m, v in zip(masses, u)) / volume for k, a in enumerate(axes) for b in axes[k:]}
    return square / (d * len(masses)), stress


def fourth_moment(u, axes):
    """a2 of particles of one mass, relative to their own mean velocity."""
    d, n = len(axes), len(u)
    mean = [sum(v[a] for v in u) / n for a in range(3)]
    squares = [sum((v[a] - mean[a]) ** 2 for a in axes) for v in u]
    return d / (d + 2.0) * n * sum(s * s for s in squares) / sum(squares) ** 2 * (1.0 + 2.0 / (d * (n - 1.0))) - 1.0


SPHERES = [[0.1, 0.2, -0.4], [-0.3, 0.4, 0.2], [0.1, -0.1, 0.2], [0.0, -0.2, -0.1]]  # of 1, 1, 2 and 2 kg
DISKS = [[0.1, 0.0, -0.4], [-0.3, 0.0, 0.2], [0.4, 0.0, 0.3], [-0.1, 0.0, -0.05]]  # of 1, 1, 1 and 2 kg


# --- gas-placed: ten spheres in a box of 10 m at the end, of radius 0.5 m ---

PLACES = [[9.6, 2.0, 3.0], [0.7, 2.0, 3.0], [0.7, 3.1, 3.0], [0.7, 3.1, 4.15], [5.0, 5.0, 9.5], [5.0, 5.8, 0.3],
          [4.0, 8.0, 6.0], [7.0, 2.0, 7.0], [2.5, 7.0, 1.0], [7.0, 7.0, 3.0]]
OWN = [[0.02, -0.01, 0.03], [-0.03, 0.02, 0.01], [0.01, 0.03, -0.02], [0.02, -0.02, 0.02], [-0.01, 0.01, -0.03],
       [0.03, 0.01, 0.01], [-0.02, -0.03, 0.02], [0.04, -0.02, -0.01], [0.01, 0.02, -0.01], [-0.07, -0.01, -0.02]]


def clusters(length=10.0, near=1.2):
    """Mean size, largest size, and variance over mean of the numbers in 2 x 2 x 2 cells."""
    def distance(a, b):
        return math.sqrt(sum((p - q - length * round((p - q) / length)) ** 2 for p, q in zip(a, b)))

    left, sizes = set(range(len(PLACES))), []
    while left:
        grown = {left.pop()}
        rest = list(grown)
        while rest:
            k = rest.pop()
            found = {j for j in left if distance(PLACES[k], PLACES[j]) < near}
            left -= found
            grown |= found
            rest += found
        sizes.append(len(grown))
    n, mean = len(PLACES), len(PLACES) / 8.0
    cells = [sum(all(int(2.0 * x / length) == c for x, c in zip(p, cell)) for p in PLACES)
             for cell in itertools.product((0, 1), repeat=3)]
    return sum(s * s for s in sizes) / n, max(sizes), sum((c - mean) ** 2 for c in cells) / 8.0 / mean


def waves(length=10.0):
    n, k = len(PLACES), 2.0 * math.pi / length
    twice = sum(dot(u, u) for u in OWN) / 3.0  # N T/m
    shear = sound = density = 0.0
    for a in range(3):
        phase = [cmath.exp(1j * k * x[a]) for x in PLACES]
        density += abs(sum(z * z for z in phase)) ** 2 / (3.0 * n)
        for b in range(3):
            power = abs(sum(u[b] * z for u, z in zip(OWN, phase))) ** 2 / twice
            sound += power / 3.0 if a == b else 0.0
            shear += power / 6.0 if a != b else 0.0
    return shear, sound, density


# --- tumbler-placed: a row of eleven spheres that rises by 25 degrees, and one that flies ---

def bed(slope=25.0, diameter=4.0e-3, spacing=4.05e-3):
    a = math.radians(slope)
    row = [(k * spacing * math.cos(a), -10.0e-3 + k * spacing * math.sin(a), -0.1 if k % 2 == 0 else 0.05) for k in range(-4, 7)]
    row.append((5.0e-3, 12.0e-3, 0.02))
    b = math.atan2(sum(p[0] for p in row), -sum(p[1] for p in row))
    slice_ = [(h * math.cos(b) - s * math.sin(b), v * math.cos(a - b) < 0.0) for s, h, v in row
              if abs(s * math.cos(b) + h * math.sin(b)) <= 1.5 * diameter]
    down = sum(p[1] for p in slice_) / len(slice_)
    heights = [p[0] for p in slice_]
    return {"surface": ("surface_angle", slope), "bed": ("bed_angle", math.degrees(b)),
            "depth": ("flowing_depth", down * (max(heights) - min(heights) + diameter)), "fraction": ("flowing_fraction", down)}


def references_of_walls():
    leaves = "a body that meets one of prescribed velocity V leaves it with V + e (V - v)"
    yield "D.swept.carried.vz", "walls", "vz.2", struck(1.0), leaves
    yield "D.swept.plane.vx", "walls", "vx.3", struck(0.5), leaves
    yield "D.swept.table.vx", "walls", "vx.1", struck(0.4 / 0.8), leaves
    yield "D.swept.shaken.vx", "walls", "vx.1", swing(1.2, 0.2, 0.12), leaves + "; V = A w cos p where A sin p = 0.12 m"
    yield "D.swept.meeting.vx", "walls", "vx.1", struck(0.5, -0.5), leaves
    yield "D.swept.meeting.gain", "walls", "effective_restitution", struck(0.5, -0.5) / 0.5, leaves + "; the root of the energies' ratio"
    for quantity, value in zip(("vx", "vy"), round_table()):
        yield f"D.round.table.{quantity}", "walls", f"{quantity}.2", value, leaves + ", 0.3 m from the centre of the carried one"
    yield "D.round.shaker.vz", "walls", "vz.4", swing(1.0, 0.1, 0.06), leaves + "; V = A w cos p where A sin p = 0.06 m"
    place, speed, rate = drifting(40.0)
    yield "D.plate-drifting.z.1", "walls", "z.1", place, "free fall and reflection in the frame of the plate"
    yield "D.plate-drifting.vz.1", "walls", "vz.1", speed, "free fall and reflection in the frame of the plate"
    yield "D.plate-drifting.rate", "walls", "wall_collision_rate", rate, "100 bounces in 40 s"
    for name, z, v, how in schemes():
        yield f"D.schemes.{name}.z", "walls", "z.1", z, f"120 steps: {how}"
        yield f"D.schemes.{name}.vz", "walls", "vz.1", v, f"120 steps: {how}"
    outwards, along = rim()
    for name, particle, start in (("cylinder", 1, 1.06), ("cone", 3, 11.06), ("narrow", 4, 10.56)):
        yield f"D.rims.x.{name}", "walls", f"x.{particle}", start + outwards, "line of centres (0.6, 0.8) at the rim; collision rule"
    yield "D.rims.vz.upper", "walls", "vz.1", along, "line of centres (0.6, 0.8) at the rim; collision rule"
    yield "D.rims.vz.lower", "walls", "vz.2", -along, "line of centres (0.6, -0.8) at the rim; collision rule"
    x, v = upright()
    for quantity, value in (("x.1", x[0]), ("z.1", x[2]), ("vx.1", v[0]), ("vz.1", v[2])):
        yield f"D.upright.{quantity}", "walls", quantity, value, "across the axis 0.9 m at 0.5 m/s2 and back; along it free fall"
    for name, quantity, which in (("overlap", "max_overlap", 0), ("time", "duration", 1)):
        yield (f"D.lj-wall.{name}", "walls", quantity, ("prepare.pair.speed", {v: lennard_jones(v)[which] for v in (0.1, 1.0, 3.0)}),
               "energy integral of epsilon (q^6 - 1)^2 with the mass of the sphere")
    yield "D.sizes.vx", "walls", "vx.1", 0.7 * (1.0 - 2.0 / 7.0 * (1.0 - 0.2)), "1 - 2/7 (1 - e_t) of the velocity along the floor"


def references_of_gases():
    yield ("D.sizes.mass", "gas", "temperature_over_mass", 1.0 / mean_cube_of_both(),
           "2/(<s^3> + <s'^3>): 1 + q^2, uniform; exp(9 q^2/2) [P(c - 3 q) - P(-c - 3 q)]/[P(c) - P(-c)], log-normal, cut at c")
    lag = 4.0 * 0.8 / 17.0  # gas-ballistic-mixture
    for name, mass in (("light", 1.0), ("heavy", 9.0)):
        yield f"D.ballistic.{name}", "gas", f"square_displacement.{name}", 3.0 * 1.0 / mass * lag ** 2, "3 T/m t^2, T = 1 J"
    for quantity, value in zip(("x.1", "x.2", "x.3", "vx.3"), growing_row()):
        yield f"D.growing.row.{quantity}", "gas", quantity, value, "elastic collisions in the frame of the growing surfaces"
    for name, masses, u, volume, axes in (("drift", (1.0, 1.0, 2.0, 2.0), SPHERES, 1000.0, (0, 1, 2)),
                                          ("drift-disks", (1.0, 1.0, 1.0, 2.0), DISKS, 100.0, (0, 2))):
        temperature, stress = gas(masses, u, volume, axes)
        yield f"D.{name}.temperature", "gas", "temperature", temperature, "sum m c^2/(d N), c relative to the mean velocity"
        yield f"D.{name}.pressure", "gas", "pressure", len(masses) * temperature / volume, "N T/V"
        for (a, b), value in stress.items():
            yield f"D.{name}.{'xyz'[a]}{'xyz'[b]}", "gas", f"stress.{'xyz'[a]}{'xyz'[b]}", value, "sum m c_a c_b/V"
        if name == "drift":
            yield "D.drift.temperature-over-mass", "gas", "temperature_over_mass", temperature / 1.5, "over the mean mass"
    yield "D.drift.one", "gas", "compressibility", 1.0, "no collisions: the pressure is the kinetic one"
    yield "D.drift.flux", "gas", "flux", 2.0 / (100.0 * 4.0), "two particles through 100 m2 in 4 s"
    yield "D.drift.mass-flux", "gas", "mass_flux", 3.0 / (100.0 * 4.0), "3 kg through 100 m2 in 4 s"
    yield "D.drift.a2", "gas", "a2.light", fourth_moment(SPHERES[:2], (0, 1, 2)), "of two particles, whose speeds in their frame are equal"
    yield "D.drift-disks.a2", "gas", "a2.light", fourth_moment(DISKS[:3], (0, 2)), "d/(d + 2) <c^4>/<c^2>^2 (1 + 2/(d (N - 1))) - 1"
    for name, quantity, value in zip(("size", "largest", "contrast"), ("mean_cluster_size", "largest_cluster", "density_contrast"),
                                     clusters()):
        yield f"D.placed.{name}", "gas", quantity, value, "of the places at the end; reports/manual/measures.md: clusters"
    for name, value in zip(("shear", "sound", "density"), waves()):
        yield (f"D.placed.{name}", "gas", f"{name}_mode", value,
               "of places and velocities at the end; reports/manual/measures.md: gas_modes")


def references():
    """(id, family, quantity, value or (key, {x: y}), where)"""
    yield from references_of_walls()
    yield from references_of_gases()
    a, b = second_image([13.0, 2.0, 0.0], [-1.0, -0.2, 0.0])
    for quantity, value in (("vx.1", a[0]), ("vy.1", a[1]), ("vx.2", b[0]), ("vy.2", b[1])):
        yield f"D.second-image.{quantity}", "binary-collision", quantity, value, "collision rule with the image a box length on"
    for name, (quantity, value) in bed().items():
        yield f"D.placed-bed.{name}", "tumbler", quantity, value, "of the places at the start; reports/manual/measures.md: bed"


if __name__ == "__main__":
    derived.main("courses", __doc__, references())

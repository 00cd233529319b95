"""Values of reference/literature/exact.yaml: small systems whose course is known in closed form - spheres that meet through
the sides of a sheared box, contacts that cannot pull, a lid on a spring, a ball between two plates, spheres that come
out of a hole, spheres that spin about the line of centres.

Independent of engines/ and reference/theory: mechanics in plain Python.  Without --write it compares the file with what
it computes."""
import math

import derived
from vectors import cross, dot


# --- gas-shear-boundary: a box of 10 x 22 x 8 m, shear rate 1/s; m = 1 kg, d = 1 m, smooth, e = 0.8 ---

SHEAR_END, SLIP, HEIGHT, PERIOD = 1.3, 8.0, 8.0, 10.0


def sheared_box():
    """Quantities of spheres 1 to 10 at the end; velocities are those in the box, whose middle is at rest."""
    t = SHEAR_END
    yield 1, {"vx": 0.3 - SLIP, "z": 7.4 + 0.5 * t - HEIGHT, "vz": 0.5}  # leaves through the upper side
    yield 2, {"vx": 0.1 + SLIP, "z": 0.6 - 0.5 * t + HEIGHT, "vz": -0.5}  # and through the lower one
    # Of 3 and 4, 5 and 6, 7 and 8 the first is at rest at z = 7.7 and the second at 0.5: its image above, 0.8 m higher than
    # the first, comes along x at 8 m/s and meets it where it is 0.6 m behind.
    for k, start in ((3, 1.0), (5, 8.0), (7, 5.8)):
        met = ((5.0 - 0.6 - start) % PERIOD) / SLIP
        impulse = 0.5 * (1.0 + 0.8) * SLIP * 0.6
        vx, vz, rest = 0.6 * impulse, -0.8 * impulse, t - met
        yield k, {"vx": vx, "vz": vz, "x": 5.0 + vx * rest, "z": 7.7 + vz * rest}
        yield k + 1, {"vx": -vx, "vz": -vz, "x": start - vx * rest, "z": 0.5 - vz * rest}
    # 9 and 10 follow the flow at z = 3.6 and 4.4: the higher one catches up at 0.8 m/s and is 0.6 m behind after 0.5 s.
    impulse, rest = 0.5 * (1.0 + 0.8) * 0.8 * 0.6, t - 0.5
    yield 9, {"vx": -0.4 + 0.6 * impulse, "vz": -0.8 * impulse, "z": 3.6 - 0.8 * impulse * rest}
    yield 10, {"vx": 0.4 - 0.6 * impulse, "vz": 0.8 * impulse, "z": 4.4 + 0.8 * impulse * rest}


# --- gas-shear-pair: 2 kg, 1 m, e = 0.8, shear rate 2/s in 800 m^3 ---

def sheared_pair(rate=2.0, mass=2.0, e=0.8, height=0.4, volume=800.0, end=1.0):
    """Of the lower sphere's velocity c relative to the flow at its place; the upper one has the opposite."""
    met = (1.0 - 0.6) / (2.0 * height * rate)
    impulse = 0.5 * mass * (1.0 + e) * 2.0 * height * rate * 0.6
    vx, vz = -height * rate + 0.6 * impulse / mass, -0.8 * impulse / mass
    c = vx - rate * (-height + vz * (end - met)), vz
    square, product = 2.0 * mass * (c[0] ** 2 + c[1] ** 2), 2.0 * mass * c[0] * c[1]
    stress = -(product - impulse * 0.6 * 0.8 / end) / volume
    pressure = (square + impulse / end) / (3.0 * volume)
    temperature = square / (3.0 * 2.0 * mass)
    return {"temperature": ("temperature_over_mass", temperature), "scaled": ("shear_temperature", temperature / rate ** 2),
            "stress": ("shear_stress", stress), "pressure": ("pressure", pressure), "ratio": ("stress_ratio", stress / pressure),
            "viscosity": ("viscosity", stress / rate)}


# --- pair-clipped-stated ---

def clipped(e, t_c, v):
    """A contact without attraction whose force lasts t_c: duration of its overlap, and the largest overlap."""
    def angle(zeta):
        w = math.sqrt(1.0 - zeta * zeta)
        return math.atan2(2.0 * zeta * w, 2.0 * zeta * zeta - 1.0) / w

    low, high = 0.0, 1.0 - 1e-12
    for _ in range(200):
        zeta = 0.5 * (low + high)
        low, high = (zeta, high) if zeta * angle(zeta) < -math.log(e) else (low, zeta)
    w0 = angle(zeta) / t_c
    w, mu = w0 * math.sqrt(1.0 - zeta * zeta), zeta * w0

    def overlap(t):
        return v / w * math.exp(-mu * t) * math.sin(w * t)
    return t_c + overlap(t_c) / (e * v), overlap(math.acos(zeta) / w)


# --- packing-lid: an elastic sphere between a floor and a lid ---

def lid(end, mass=1.0, lid_mass=100.0, k=1.0e5, force=200.0, damping=10.0, radius=0.5, steps_a_second=20000):
    """Height and velocity of the sphere, which starts at rest and just touches both: two masses on two springs, of which the
    lid's velocity is damped, by Runge-Kutta.  The contacts never open: less than the first swing follows."""
    def rates(s):
        a, b, u, v = s  # ways down of the sphere and of the lid
        return [u, v, k * (b - 2.0 * a) / mass, (force - damping * v - k * (b - a)) / lid_mass]

    def moved(s, r, h):
        return [x + h * y for x, y in zip(s, r)]

    s, steps = [0.0] * 4, round(end * steps_a_second)
    for _ in range(steps):
        h = end / steps
        k1 = rates(s)
        k2 = rates(moved(s, k1, 0.5 * h))
        k3 = rates(moved(s, k2, 0.5 * h))
        k4 = rates(moved(s, k3, h))
        s = [x + h / 6.0 * (p + 2.0 * q + 2.0 * r + z) for x, p, q, r, z in zip(s, k1, k2, k3, k4)]
    return radius - s[0], -s[2]


# --- patterns-waves: heights cos(q x) + 0.5 cos(q y) + 0.7 cos(3 q x) after a period, none before ---

def waves():
    """A wave of amplitude A has the variance A^2/2.  Half of the field has another sign than the half that is left, and the
    two waves of q, with angles of 0 and 90 degrees, are the strongest ring."""
    half, first, second = 0.5 * (1.0 + 0.25 + 0.49) / 4.0, 1.0, 0.25
    order = {n: abs(first + second * (-1.0) ** (n // 2)) / (first + second) for n in (2, 4, 6)}
    return {"pattern_variance": 2.0 * half, "alternating_variance": half, "subharmonic_share": 0.5,
            "pattern_wave_number": 2.0 * math.pi / 16.0, **{f"pattern_order.{n}": order[n] for n in order}}


# --- walls-plates: a ball between two plates 1 m farther apart than its diameter, e = 1 - 1e-5 ---

def plates(t, e=0.99999, v=1.0):
    """Distance from the lower plate and velocity at time t, started there upwards: the k-th crossing takes e^-k/v."""
    k = math.floor(math.log1p(t * v * (1.0 / e - 1.0)) / -math.log(e))
    begin = math.expm1(-k * math.log(e)) / (1.0 / e - 1.0) / v
    speed = v * e ** k
    way = speed * (t - begin)
    return (way, speed) if k % 2 == 0 else (1.0 - way, -speed)


# --- walls-hole: out of a hole of 1 m radius, over its rim, onto the plate, which is elastic ---

def bounces(z, v, end, g=9.81, ground=0.4):
    """Height and velocity at the end: a parabola down to the ground, then a row of equal ones."""
    landing = math.sqrt(v * v + 2.0 * g * (z - ground))
    since = (end - (v + landing) / g) % (2.0 * landing / g)
    return ground + landing * since - 0.5 * g * since ** 2, landing - g * since


# --- gas-growing-pair: radius 0.5 m at 2 s, e = 1 ---

def growing(x1, v1, x2, v2, end=1.8, rate=0.5, radius=0.5):
    """Places and velocities of two spheres of one mass: they meet where the distance is 2 radius rate t, and part faster by
    twice the speed of their surfaces."""
    s = 2.0 * radius * rate
    r, u = [a - b for a, b in zip(x1, x2)], [a - b for a, b in zip(v1, v2)]
    a, b, c = dot(u, u) - s * s, dot(r, u), dot(r, r)
    met = c / (math.sqrt(b * b - a * c) - b)  # |r + u t| = s t
    n = [(p + q * met) / (s * met) for p, q in zip(r, u)]
    impulse = s - dot(u, n)  # half of what the normal speed changes by: from -approach - s to +
    w1, w2 = [p + impulse * q for p, q in zip(v1, n)], [p - impulse * q for p, q in zip(v2, n)]
    y1 = [p + q * met + w * (end - met) for p, q, w in zip(x1, v1, w1)]
    return y1, w1, w2


# --- pair-spinning: a tangential spring between spheres that spin about the line of centres ---

def spinning_pair(spin, radius=0.5, mass=1.0, k=500.0, ratio=0.5, friction=0.5, speed=1.0, angle=40.0, h=2.0e-5):
    """Velocity and spin of the first sphere after its contact with an equal one; both begin with `spin` about the line of
    centres.  The spring lies across the normal, turns with it and about it with the mean spin, and is cut at Coulomb's
    limit.  Relative motion; both spheres keep one and the same spin."""
    theta, inertia = math.radians(angle), 0.4 * mass * radius ** 2
    state = [0.0, 0.0, 2.0 * radius, speed * math.sin(theta), 0.0, -speed * math.cos(theta), 0.0, 0.0, spin, 0.0, 0.0, 0.0]

    def rates(s):
        r, v, w, xi = s[:3], s[3:6], s[6:9], s[9:]
        d = math.sqrt(dot(r, r))
        n = [c / d for c in r]
        v_n = dot(v, n)
        across = [a - v_n * b for a, b in zip(v, n)]
        turn = cross(w, n)
        u = [a - d * b for a, b in zip(across, turn)]  # two arms of d/2
        pull = dot(across, xi) / d
        about = cross(n, xi)
        spring = [a - pull * b + dot(w, n) * c for a, b, c in zip(u, n, about)]
        tangential = [-ratio * k * c for c in xi]
        force = [k * (2.0 * radius - d) * a + b for a, b in zip(n, tangential)]
        torque = cross([-0.5 * d * c for c in n], tangential)
        return v + [2.0 * c / mass for c in force] + [c / inertia for c in torque] + spring

    def step(s, length):
        def moved(r, part):
            return [x + part * length * y for x, y in zip(s, r)]
        k1 = rates(s)
        k2 = rates(moved(k1, 0.5))
        k3 = rates(moved(k2, 0.5))
        k4 = rates(moved(k3, 1.0))
        return [x + length / 6.0 * (p + 2.0 * q + 2.0 * r + z) for x, p, q, r, z in zip(s, k1, k2, k3, k4)]

    def gap(s):
        return math.sqrt(dot(s[:3], s[:3])) - 2.0 * radius

    while True:
        following = step(state, h)
        if gap(following) >= 0.0:
            low, high = 0.0, h
            for _ in range(60):
                middle = 0.5 * (low + high)
                low, high = (middle, high) if gap(step(state, middle)) < 0.0 else (low, middle)
            end = step(state, low)
            return {"vx.1": 0.5 * end[3], "vy.1": 0.5 * end[4], "vz.1": 0.5 * end[5], "wx.1": end[6], "wy.1": end[7]}
        most, size = -friction / ratio * gap(following), math.sqrt(dot(following[9:], following[9:]))
        if size > most:
            following[9:] = [c * most / size for c in following[9:]]
        state = following


def references():
    """(id, family, quantity, value or (key, {x: y}), where)"""
    for k, values in sheared_box():
        for what, value in values.items():
            yield (f"D.shear.boundary.{what}.{k}", "gas", f"{what}.{k}", value,
                   "the image above moves with the velocity rate L_z; collision rule of smooth spheres")
    for what, (quantity, value) in sheared_pair().items():
        yield (f"D.shear.pair.{what}", "gas", quantity, value, "velocities relative to the flow and r J of one collision")
    impulse = 0.5 * (1.0 + 0.8) * 2.0  # gas-stress-pair
    for axes, share in (("xx", 0.36), ("zz", 0.64), ("xz", 0.48)):
        yield (f"D.stress.pair.{axes}", "gas", f"contact_stress.{axes}", impulse * 1.0 * share / (1000.0 * 1.0),
               "Irving and Kirkwood 1950: r J/(V t) of one collision")
    # They leave at 0.8 m/s each: T = (0.8^2 + 0.8^2)/(3 2) J.
    yield ("D.stress.pair.compressibility", "gas", "compressibility", 1.0 + impulse * 1.0 / (2.0 * 0.8 * 0.8 * 1.0),
           "Z = 1 + r J/(d N T t) of one collision, with T after it")
    for quantity, value in waves().items():
        yield (f"D.waves.{quantity.replace('pattern_', '').replace('_', '-')}", "patterns", quantity, value,
               "waves of stated amplitudes; reports/manual/measures.md: surface_pattern")
    # Kicks at 0.01, .., 1.00 s; the lattice starts at T/m = 0.01.
    yield ("D.heated", "gas", "temperature_over_mass", 0.01 + 1.0 * 1.0 * (1.0 - 1.0 / 400.0),
           "each velocity component gains the variance strength x interval in a kick, less the mean of all particles")
    stated = (0.2, 0.6, 0.9)
    for quantity, which in (("duration", 0), ("max_overlap", 1)):
        yield (f"D.clipped.stated.{quantity}", "binary-collision", quantity,
               ("material.restitution", {e: clipped(e, 1.0e-3, 0.1)[which] for e in stated}),
               "PHYSICS.md Sec. 1: t_c ends with the force, the overlap opens at e v from then on")
    swung = {t: lid(t) for t in (1.03, 10.03)}
    for quantity, which in (("z.1", 0), ("vz.1", 1)):
        yield (f"D.lid.{quantity}", "packing", quantity, ("run.time", {t: swung[t][which] for t in swung}),
               "two masses on two springs: M b'' = F - c b' - k (b - a), m a'' = k (b - 2 a)")
    for axis, share in (("x", 0.48), ("y", -0.6), ("z", 0.64)):
        yield (f"D.lid-oblique.{axis}.1", "packing", f"{axis}.1", ("run.time", {t: share * swung[t][0] for t in swung}),
               "D.lid.z.1 along the axis (0.48, -0.6, 0.64)")
    for quantity, which in (("z.1", 0), ("vz.1", 1)):
        yield (f"D.plates.{quantity}", "walls", quantity,
               ("run.time", {t: plates(t)[which] + (0.5 if which == 0 else 0.0) for t in (1.0e3 + 0.3, 3.5e5)}),
               "each bounce keeps e of the speed: a geometric series of crossing times")
    for k, z, v in ((1, 0.1, 3.0), (2, 0.395, 0.35)):
        for quantity, value in zip(("z", "vz"), bounces(z, v, 0.6)):
            yield (f"D.hole.{quantity}.{k}", "walls", f"{quantity}.{k}", value, "parabolas")
    x, v, _ = growing([2.0, 2.0, 2.0], [0.5, 0.0, 0.0], [4.0, 2.0, 2.0], [-0.5, 0.0, 0.0])
    _, w, other = growing([2.0, 7.0, 2.0], [0.35, 0.0, 0.2], [3.05, 7.0, 2.2], [0.0, 0.0, 0.1])
    for quantity, value in (("x.1", x[0]), ("vx.1", v[0]), ("vx.3", w[0]), ("vz.3", w[2]), ("vz.4", other[2])):
        yield (f"D.growing.{quantity}", "gas", quantity, value, "elastic collision in the frame of the growing surfaces")
    for quantity, value in spinning_pair(10.0).items():
        yield (f"D.spinning.{quantity}", "binary-collision", quantity, value,
               "equation of motion, solved numerically; the spring turns with the spin about the line of centres")


derived.main("exact", __doc__, references())

"""gravel's contact constants as a contact model of LIGGGHTS and its tables over the types of two bodies.

One model serves all contacts; particles of a kind are a type, and so is a wall."""
import math

from session import Refused

NO_LIMIT = 1e10  # of friction: gravel's friction 0 is no Coulomb limit
SMALLEST = 0.05  # restitution that LIGGGHTS takes
RIGID = 1e30     # modulus [Pa] of the material of a wall that shares the particles' constants


def tsuji(c):
    return c["beta"] == 0.5 and c["gamma"] == 0.25 and c["c"] > 0.0


def normal(c):
    return "hooke/stiffness" if c["beta"] == 0.0 else "hertz" if tsuji(c) else "hertz/stiffness"


def coefficient(c):
    """The restitution by which LIGGGHTS is to work out Tsuji's dashpot: c = sqrt(5 k m) b, ln e = -pi b/sqrt(1 - b^2) (Antypov and Elliott 2011)."""
    b = c["c"] / math.sqrt(5.0 * c["k"] * c["m_red"])
    return math.exp(-math.pi * b / math.sqrt(1.0 - b * b)) if b < 1.0 else 0.0


def words(c, _radius, rotation, refused):
    """Adds to `refused` what no model of LIGGGHTS can do of a contact."""
    law = (c["beta"], c["gamma"] if c["c"] else c["beta"])
    if c["range"]:
        refused.add("Lennard-Jones contacts")
    if law not in ((0.0, 0.0), (0.5, 0.5), (0.5, 0.25)):
        refused.add("contact law beta = %g, gamma = %g" % law)
    if tsuji(c) and coefficient(c) <= SMALLEST:
        refused.add("Tsuji's dashpot of a restitution of %g or less" % SMALLEST)
    if rotation and c["c_t"] and c["beta"]:
        refused.add("a tangential dashpot of Hertz springs")
    if rotation and c["k_t"] and tsuji(c):
        refused.add("tangential springs beside Tsuji's dashpot")


def time_step(c, steps_per_contact):
    """Of the contact's time, shorter where the tangential spring is faster than the normal one."""
    faster = math.sqrt(3.5 * c["k_t"] / c["k"]) if c["k_t"] > 0.0 else 1.0
    return c["contact_time"] / (steps_per_contact * max(1.0, faster))


class Tables:
    """`contact`: by (kind, kind) and (kind, -1 - wall), with the reduced `radius` of each; types are the kinds, then the walls."""

    def __init__(self, contact, kinds, walls, rotation):
        self.contact, self.kinds, self.n, self.rotation = contact, kinds, kinds + walls, rotation
        some = list(contact.values())
        if len({normal(c) for c in some}) > 1 or len({c["cohesionless"] for c in some if c["c"]}) > 1:
            raise Refused(["contacts of different laws in one system"])
        springs = rotation and any(c["k_t"] for c in some)
        dashpots = rotation and any(c["c_t"] for c in some)
        if springs and any(c["c_t"] and c["friction"] and not c["k_t"] for c in some):
            raise Refused(["a tangential dashpot under Coulomb's limit without a spring, beside springs"])
        self.model = f"model {normal(some[0])} tangential {'history' if springs else 'no_history'}"
        if any(c["rolling_arm"] for c in some):
            self.model += " rolling_friction cdt"
        clipped = any(c["cohesionless"] for c in some if c["c"])
        self.settings = f"tangential_damping {'on' if dashpots else 'off'} limitForce {'on' if clipped else 'off'}"
        if normal(some[0]) == "hooke/stiffness":
            self.settings += " absolute_damping on"

    def table(self, name, value):
        """A symmetric matrix over types; two walls never meet, and get 1."""
        rows = [[1.0] * self.n for _ in range(self.n)]
        for (a, b), c in self.contact.items():
            other = b if b >= 0 else self.kinds - 1 - b
            rows[a][other] = rows[other][a] = value(c)
        numbers = " ".join(repr(x) for row in rows for x in row)
        return f"fix {name} all property/global {name} peratomtypepair {self.n} {numbers}"

    def moduli(self):
        """1/E* = 1/E_1 + 1/E_2 with Poisson ratio 0, and k = 4/3 E* sqrt(R)."""
        share = {}
        for (a, b), c in sorted(self.contact.items(), key=lambda item: item[0][0] != item[0][1]):
            u = 4.0 / 3.0 * math.sqrt(c["radius"]) / c["k"]
            if a == b:
                share[a] = 0.5 * u
            elif b < 0:
                share.setdefault(self.kinds - 1 - b, u - share[a])
            other = b if b >= 0 else self.kinds - 1 - b
            if abs(u - share[a] - share[other]) > 1e-9 * u:
                raise Refused(["moduli between unlike bodies that are not the mean of those between like ones"])
        return [1.0 / share[t] if share[t] > 0.0 else RIGID for t in range(self.n)]

    def commands(self):
        yield self.table("coefficientFriction", lambda c: c["friction"] or NO_LIMIT)
        if "rolling" in self.model:
            yield self.table("coefficientRollingFriction", lambda c: c["rolling_arm"] / c["radius"])
        if "model hertz " in self.model:
            yield "fix youngsModulus all property/global youngsModulus peratomtype " + " ".join(map(repr, self.moduli()))
            yield "fix poissonsRatio all property/global poissonsRatio peratomtype " + " ".join(["0.0"] * self.n)
            yield self.table("coefficientRestitution", coefficient)
            return
        hertz = "model hertz/" in self.model
        yield self.table("kn", lambda c: c["k"] / (math.sqrt(c["radius"]) if hertz else 1.0))
        yield self.table("kt", lambda c: c["k_t"] / (math.sqrt(c["radius"]) if hertz else 1.0))
        if hertz:  # of the reduced mass and of the root of the overlap times the reduced radius
            yield self.table("gamman", lambda c: c["c"] / (math.sqrt(c["radius"]) * c["m_red"]))
            yield self.table("gammat", lambda c: 0.0)
        else:
            yield self.table("gamman_abs", lambda c: c["c"])
            yield self.table("gammat_abs", lambda c: c["c_t"])

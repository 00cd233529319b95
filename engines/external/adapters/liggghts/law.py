"""gravel's contact constants as a contact model of LIGGGHTS and its tables over the types of two bodies.

One model serves all contacts; particles of a kind are a type, and so is a wall."""
import math

from session import Refused

NO_LIMIT = 1e10  # of friction: gravel's friction 0 is no Coulomb limit
RIGID = 1e30     # modulus [Pa] of the material of a wall that shares the particles' constants


def tsuji(c):
    return c["beta"] == 0.5 and c["gamma"] == 0.25 and c["c"] > 0.0


def words(c, _radius, rotation, refused):
    """What no model can do is added to `refused`; the words are the model's, the same for all contacts that it is chosen for."""
    law = (c["beta"], c["gamma"] if c["c"] else c["beta"])
    if c["range"]:
        refused.add("Lennard-Jones contacts")
    if law not in ((0.0, 0.0), (0.5, 0.5), (0.5, 0.25)):
        refused.add("contact law beta = %g, gamma = %g" % law)
    model = "hooke/stiffness" if law == (0.0, 0.0) else "hertz" if tsuji(c) else "hertz/stiffness"
    damped = " absolute_damping on" if model == "hooke/stiffness" else ""
    rough = rotation and (c["k_t"] or c["c_t"])
    if rough and model != "hooke/stiffness" and c["c_t"]:
        refused.add("a tangential dashpot of Hertz springs")
    if rough and model == "hertz":
        refused.add("tangential forces of Tsuji's dashpot")
    shear = ("history" if c["k_t"] else "no_history") if rough else "no_history"
    rolling = " rolling_friction cdt" if c["rolling_arm"] else ""
    return (f"model {model} tangential {shear}{rolling} tangential_damping {'on' if rough and c['c_t'] else 'off'}{damped} "
            f"limitForce {'on' if c['cohesionless'] else 'off'}")


def time_step(c, steps_per_contact):
    """Of the contact's time, shorter where the tangential spring is faster than the normal one."""
    faster = math.sqrt(3.5 * c["k_t"] / c["k"]) if c["k_t"] > 0.0 else 1.0
    return c["contact_time"] / (steps_per_contact * max(1.0, faster))


class Tables:
    """`contact`: by (kind, kind) and (kind, -1 - wall), with the reduced `radius` of each; types are the kinds, then the walls."""

    def __init__(self, contact, kinds, walls, rotation):
        self.contact, self.kinds, self.n, self.rotation = contact, kinds, kinds + walls, rotation
        found = {words(c, None, rotation, set()) for c in contact.values()}
        if len(found) > 1:
            raise Refused(["contacts of different laws in one system"])
        self.model = found.pop()

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
            yield self.table("coefficientRestitution", lambda c: c["restitution"])
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

"""gravel's contact constants as materials and laws of YADE.

YADE joins the materials of two bodies: spring and dashpot by 1/k = 1/k_1 + 1/k_2, a damping ratio by its mean.  Every kind of
particles has a material, and every wall one for each kind: these are solved for the constants of all contacts."""
import math

from session import Refused
from yade import wrapper

NO_LIMIT = 1e10  # of friction: gravel's friction 0 is no Coulomb limit


def inverse(x):
    """YADE takes 0 for a constant that is absent."""
    return 1.0 / x if x else 0.0


def angle(c, rotation):
    """Of friction; smooth bodies have no tangential force at all."""
    return math.atan(c["friction"] or NO_LIMIT) if rotation and (c["k_t"] or c["c_t"]) else 0.0


class Law:
    """`contact`: by (kind, kind) and (kind, -1 - wall), of those that may touch: every kind touches one that touches itself.  Materials are numbered: a kind k, a wall for a kind (-1 - wall, k)."""

    def __init__(self, contact, kinds, rotation):
        self.contact, self.kinds, self.rotation, self.deviations = contact, kinds, rotation, []
        self.refused = set()
        self.check()
        if self.refused:
            raise Refused(sorted(self.refused))

    def check(self):
        pass

    def spread(self, name, value, mean):
        """Shares u of all materials with mean (u_1 + u_2) = value(contact) for every two that meet."""
        share = {k: value(self.contact[k, k]) / (2.0 * mean) for k in range(self.kinds) if (k, k) in self.contact}
        for (a, b), c in self.contact.items():
            a, b = (a, b) if a in share else (b, a)
            u = value(c) / mean - share[a]
            if b < 0:  # a share of 0 that is not rounded away would be another material for every kind
                share[b, a] = u if abs(u) > 1e-12 * abs(share[a]) else 0.0
            elif abs(u - share.setdefault(b, u)) > 1e-9 * max(abs(share[a]), abs(share[b])):
                raise Refused([f"{name} between unlike particles that is not the mean of that between like ones"])
        return share

    def pairs(self, value):
        """A table of YADE by the numbers of two materials; one number where all are equal, as it searches tables line by line."""
        values = {value(c) for c in self.contact.values()}
        if len(values) == 1:
            return wrapper.MatchMaker(algo="val", val=values.pop())
        return wrapper.MatchMaker(matches=[(self.number[a], self.number[b if b >= 0 else (b, a)], value(c))
                                           for (a, b), c in self.contact.items()], algo="zero")

    def add_materials(self, material, words):
        """Of the words words(part) for every part; a wall has one for all kinds that give it equal words.  Sets their numbers in YADE."""
        made, self.number = {}, {}
        for part in list(range(self.kinds)) + [(b, a) for a, b in self.contact if b < 0]:
            owner = part[0] if isinstance(part, tuple) else part
            key = (owner, *(f"{name} {value:.9e}" for name, value in words(part).items()))
            if key not in made:
                made[key] = wrapper.Omega().materials.append(material(**words(part)))
            self.number[part] = made[key]


class Attracting(Law):
    """Linear springs and dashpots; the dashpot may attract."""
    name = "Law2_ScGeom_FrictViscoPhys_CundallStrackVisco"

    def check(self):
        some = self.contact.values()
        if any(c["c"] for c in some):
            self.deviations.append("the dashpot grows with the overlap x of bodies of a distance d at the touch, by d/(d - x)")
        if self.rotation and any(c["friction"] and c["c"] for c in some):
            self.deviations.append("friction acts in the attractive tail of a contact, too")

    def functors(self):
        ratio = self.spread("damping", lambda c: c["c"] / (2.0 * math.sqrt(c["k"] * c["m_red"])), 0.5)

        def words(part):
            # Beside a material without damping YADE takes the other's ratio, not the mean.
            undamped = isinstance(part, tuple) and ratio[part[1]] == 0.0
            return {"betan": ratio[part] * (0.5 if undamped else 1.0)}
        self.add_materials(wrapper.FrictViscoMat, words)
        constants = wrapper.Ip2_FrictViscoMat_FrictViscoMat_FrictViscoPhys(
            kn=self.pairs(lambda c: c["k"]), kRatio=self.pairs(lambda c: c["k_t"] / c["k"] if self.rotation else 0.0),
            frictAngle=self.pairs(lambda c: angle(c, self.rotation)))
        return constants, wrapper.Law2_ScGeom_FrictViscoPhys_CundallStrackVisco(sphericalBodies=False)


class Clipped(Law):
    """Linear springs and dashpots; the normal force never attracts."""
    name = "Law2_ScGeom_ViscElPhys_Basic"

    def check(self):
        some = self.contact.values()
        if self.rotation and any(c["c_t"] and c["friction"] and not c["k_t"] for c in some):
            self.refused.add("a tangential dashpot under Coulomb's limit without a spring")
        if self.rotation and any(c["c_t"] and c["friction"] for c in some):
            self.deviations.append("the tangential dashpot is not part of what Coulomb's law limits")
        if any(c["c"] and not c["cohesionless"] for c in some):
            self.deviations.append("the normal force never attracts")
        if any(c["rolling_arm"] for c in some):
            self.deviations.append("rolling resistance is Zhou's equation (3), not limited at small spin")

    def functors(self):
        words = {"kn": "k", "cn": "c", "ks": "k_t", "cs": "c_t"}
        tangential = 1.0 if self.rotation else 0.0
        share = {word: self.spread(word, lambda c: inverse(c[key] * (tangential if "t" in key else 1.0)), 1.0)
                 for word, key in words.items()}
        rolling = self.spread("rolling resistance", lambda c: inverse(c["rolling_arm"]), 0.5)
        self.add_materials(wrapper.ViscElMat, lambda p: {"mR": inverse(rolling[p]), **{w: inverse(u[p]) for w, u in share.items()}})
        constants = wrapper.Ip2_ViscElMat_ViscElMat_ViscElPhys(frictAngle=self.pairs(lambda c: angle(c, self.rotation)))
        return constants, wrapper.Law2_ScGeom_ViscElPhys_Basic()


class Stated(Clipped):
    """The same law; YADE works its constants out from contact time and restitution, as its manual tells users to."""

    def functors(self):
        self.add_materials(wrapper.ViscElMat, lambda _part: {})
        constants = wrapper.Ip2_ViscElMat_ViscElMat_ViscElPhys(
            tc=self.pairs(lambda c: c["contact_time"]), en=self.pairs(lambda c: c["restitution"]),
            et=self.pairs(lambda c: c["tangential_restitution"]), frictAngle=self.pairs(lambda c: angle(c, self.rotation)))
        return constants, wrapper.Law2_ScGeom_ViscElPhys_Basic()


class Mindlin(Law):
    """Hertz's springs with Tsuji's dashpot c x^(1/4) x'; the normal force never attracts.  Needs `radius` of contacts."""
    name = "Law2_ScGeom_MindlinPhys_Mindlin"
    stated = False

    def check(self):
        some = self.contact.values()
        if any(c["c"] and c["gamma"] != 0.25 for c in some):
            self.refused.add("dashpots of Hertz springs other than Tsuji's")
        if self.rotation and any(c["c_t"] for c in some):
            self.refused.add("a tangential dashpot of Hertz springs")
        if any(c["rolling"] or c["rolling_arm"] for c in some):
            self.refused.add("rolling resistance of Hertz springs")
        ratios = {c["k_t"] / c["k"] for c in some} if self.rotation else {0.0}
        if max(ratios) - min(ratios) > 1e-9 or max(ratios) >= 3.0:
            self.refused.add("tangential springs of different ratios to the normal ones")
        self.ratio = max(ratios)
        if any(c["c"] and not c["cohesionless"] for c in some):
            self.deviations.append("the normal force never attracts")

    def functors(self):
        # k_t/k = 3 (1 - nu)/(2 - nu), and k = 4/3 E* sqrt(R) with 1/E* = (1 - nu^2) (1/E_1 + 1/E_2)
        nu = (3.0 - 2.0 * self.ratio) / (3.0 - self.ratio) if self.ratio else 0.25
        share = self.spread("modulus", lambda c: 4.0 / 3.0 * math.sqrt(c["radius"]) / ((1.0 - nu * nu) * c["k"]), 1.0)
        # Where the wall has the particle's constants its share is 0: rigid.
        self.add_materials(wrapper.FrictMat, lambda p: {"young": 1.0 / (share[p] or 1e-300), "poisson": nu})
        damping = ({"en": self.pairs(lambda c: c["restitution"])} if self.stated else
                   {"betan": self.pairs(lambda c: c["c"] / (2.0 * math.sqrt(1.5 * c["k"] * c["m_red"])))})
        constants = wrapper.Ip2_FrictMat_FrictMat_MindlinPhys(
            betas=self.pairs(lambda c: 0.0), frictAngle=self.pairs(lambda c: angle(c, self.rotation)), **damping)
        return constants, wrapper.Law2_ScGeom_MindlinPhys_Mindlin()


class StatedMindlin(Mindlin):
    """The same law; YADE works the dashpot out from the restitution."""
    stated = True


def choose(contact, kinds, rotation, stated):
    """The law of YADE that has the contacts' constants."""
    powers = {c["beta"] for c in contact.values()}
    clipped = {c["cohesionless"] for c in contact.values() if c["c"]}
    if any(c["range"] for c in contact.values()) or not powers <= {0.0, 0.5} or len(powers) > 1:
        raise Refused(["springs other than linear ones or Hertz's"])
    if powers == {0.5}:
        return (StatedMindlin if stated else Mindlin)(contact, kinds, rotation)
    if any(c["c"] and c["gamma"] != 0.0 for c in contact.values()) or len(clipped) > 1:
        raise Refused(["dashpots of linear springs that are not linear, or not all alike"])
    if stated:
        return Stated(contact, kinds, rotation)
    # YADE's law that attracts has neither a tangential dashpot nor rolling resistance.
    more = any(c["rolling_arm"] or (rotation and c["c_t"]) for c in contact.values())
    return (Attracting if clipped == {False} and not more else Clipped)(contact, kinds, rotation)

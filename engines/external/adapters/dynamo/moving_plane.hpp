/* Planes that move, for the program of dynamo.cpp: DynamO's walls, smooth and rough, with a time of contact of their own.
 *
 * A wall of the configuration file that has a node <Motion> is one: the place of its origin is Origin + Velocity t + Direction (Amplitude
 * sin(Omega t + Phase) + table), the table piecewise linear from the first <Knot> to the last.  DynamO's collision rule acts in the frame of
 * the plane. */
#ifndef GRAVEL_MOVING_PLANE_HPP
#define GRAVEL_MOVING_PLANE_HPP

#include <dynamo/dynamics/gravity.hpp>
#include <dynamo/locals/lroughwall.hpp>
#include <dynamo/locals/lwall.hpp>
#include <dynamo/simulation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace gravel {

using dynamo::Vector;

const double NEVER = std::numeric_limits<double>::infinity();

class Motion {
  public:
    explicit Motion(const magnet::xml::Node &node)
        : amplitude(node.getAttribute("Amplitude").as<double>()), omega(node.getAttribute("Omega").as<double>()),
          phase(node.getAttribute("Phase").as<double>())
    {
        velocity << node.getNode("Velocity");
        direction << node.getNode("Direction");
        for (magnet::xml::Node knot = node.findNode("Knot"); knot.valid(); ++knot)
            knots.emplace_back(knot.getAttribute("t").as<double>(), knot.getAttribute("shift").as<double>());
    }

    /* Way and velocity, and those without the vibration. */
    Vector way(long double t) const { return drifted(t) + direction * (amplitude * std::sin(angle(t))); }
    Vector speed(long double t) const { return drift(t) + direction * (amplitude * omega * std::cos(angle(t))); }
    Vector drifted(long double t) const { return velocity * static_cast<double>(t) + direction * table(t); }
    Vector drift(long double t) const { return velocity + direction * slope(t); }

    double angle(long double t) const { return static_cast<double>(std::fmod(omega * t + phase, 2.0L * M_PIl)); }

    /* Of the table, after t. */
    double next_corner(long double t) const
    {
        const size_t k = after(t);
        return k == knots.size() ? NEVER : knots[k].first;
    }

    Vector direction;
    double amplitude, omega;

  private:
    double table(long double t) const
    {
        if (knots.empty() || t <= knots.front().first)
            return knots.empty() ? 0.0 : knots.front().second;
        const size_t k = after(t);
        return k == knots.size() ? knots.back().second : knots[k - 1].second + slope(t) * static_cast<double>(t - knots[k - 1].first);
    }

    double slope(long double t) const
    {
        const size_t k = after(t);
        if (k == 0 || k == knots.size())
            return 0.0;
        return (knots[k].second - knots[k - 1].second) / (knots[k].first - knots[k - 1].first);
    }

    /* The first knot after t. */
    size_t after(long double t) const
    {
        size_t k = 0;
        while (k < knots.size() && knots[k].first <= t)
            k++;
        return k;
    }

    Vector velocity;
    double phase;
    std::vector<std::pair<double, double>> knots;
};

/* A body above the middle of a plane that vibrates, which moves steadily: along the normal. */
struct Fall {
    double height, speed, gravity;

    void go_on(double span)
    {
        height += span * (speed + 0.5 * span * gravity);
        speed += span * gravity;
    }

    /* The time until the height, above the level, has come down to it. */
    double until(double level) const
    {
        const double above = height - level, square = speed * speed - 2.0 * gravity * above;
        if (square < 0.0 || (speed >= 0.0 && gravity >= 0.0))
            return NEVER;
        return speed < 0.0 ? 2.0 * above / (std::sqrt(square) - speed) : -(speed + std::sqrt(square)) / gravity;
    }
};

class Moving {
  public:
    explicit Moving(const magnet::xml::Node &node) : motion(node) {}
    virtual ~Moving() {}

    const Motion motion;
};

template <class Wall> class MovingPlane : public Wall, public Moving {
  public:
    MovingPlane(const magnet::xml::Node &node, dynamo::Simulation *simulation)
        : Wall(node, simulation), Moving(node.getNode("Motion"))
    {
        const auto *with_gravity = dynamic_cast<const dynamo::DynGravity *>(simulation->dynamics.get());
        gravity = with_gravity != nullptr ? with_gravity->getGravityVector() | this->vNorm : 0.0;
    }

    dynamo::Event getEvent(const dynamo::Particle &particle) const override
    {
        return dynamo::Event(particle, time_of_contact(particle), dynamo::LOCAL, dynamo::WALL, this->ID);
    }

    dynamo::ParticleEventData runEvent(dynamo::Particle &particle, const dynamo::Event &event) const override
    {
        const Vector velocity = motion.speed(this->Sim->systemTime);
        this->Sim->dynamics->updateParticle(particle);
        particle.getVelocity() -= velocity;
        const dynamo::ParticleEventData data = Wall::runEvent(particle, event);
        particle.getVelocity() += velocity;
        return data;
    }

    bool validateState(const dynamo::Particle &particle, bool) const override
    {
        const Vector place = this->vPosition + motion.way(this->Sim->systemTime);
        return std::abs((particle.getPosition() - place) | this->vNorm) < reach(particle);
    }

  private:
    double reach(const dynamo::Particle &particle) const;

    /* Above the amplitude nothing is touched.  Below, each step is the longest that cannot pass over the contact, as the second derivative of the
     * distance is at least -bend; where it falls these steps converge to the contact, quadratically. */
    double time_of_contact(const dynamo::Particle &particle) const
    {
        const long double start = this->Sim->systemTime; // so large that a small step would leave it as it is
        const double along = (particle.getPosition() - this->vPosition - motion.drifted(start)) | this->vNorm;
        const double amplitude = motion.amplitude * (motion.direction | this->vNorm);
        const double side = std::copysign(1.0, along - amplitude * std::sin(motion.angle(start))), shake = side * amplitude, highest = std::abs(shake);
        const double bend = highest * motion.omega * motion.omega + std::max(-side * gravity, 0.0);
        Fall fall = {side * along - reach(particle), side * ((particle.getVelocity() - motion.drift(start + SOON)) | this->vNorm), side * gravity};
        for (double span = 0.0;;) {
            double step = fall.until(highest);
            if (fall.height <= highest) {
                const double angle = motion.angle(start) + motion.omega * span, distance = fall.height - shake * std::sin(angle);
                const double speed = fall.speed - shake * motion.omega * std::cos(angle);
                if (speed < 0.0 && distance <= -speed * SOON)
                    return span;
                step = bend > 0.0 ? (speed + std::sqrt(speed * speed + 2.0 * bend * std::max(distance, 0.0))) / bend : NEVER;
                step = std::max(step, SOON);
            }
            const long double t = start + span + SOON; // a corner that is so near is behind
            const double corner = static_cast<double>(motion.next_corner(t) - start) - span, next = std::min(step, corner);
            if (next == NEVER)
                return NEVER;
            fall.go_on(next);
            span += next;
            fall.speed -= side * ((motion.drift(start + span + SOON) - motion.drift(t)) | this->vNorm);
        }
    }

    double gravity; // along the normal
    static constexpr double SOON = 1e-13; // times in which the fastest sphere moves by a diameter
};

template <>
inline double
MovingPlane<dynamo::LWall>::reach(const dynamo::Particle &particle) const
{
    return 0.5 * _diameter->getProperty(particle);
}

template <>
inline double
MovingPlane<dynamo::LRoughWall>::reach(const dynamo::Particle &) const
{
    return r;
}

} // namespace gravel

#endif

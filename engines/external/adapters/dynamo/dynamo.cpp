/* DynamO (github.com/toastedcrumpets/DynamO) as a program that stays, for the adapter beside this file:
 *
 *     c++ -O3 -std=c++14 -pthread -w -I DynamO/src/dynamo -I DynamO/src/magnet -I DynamO/extern -I DynamO/extern/stator -I /usr/include/eigen3 \
 *         dynamo.cpp DynamO/build/libdynamo.a -lboost_filesystem -lboost_program_options -lboost_system -lbz2 -o gravel-dynamo
 *
 * DynamO's own program `dynarun` goes from one configuration file to another one, a process for every sample.  This one loads a file as
 * `dynarun` does, and runs to each time that the adapter asks for.
 *
 * gravel-dynamo FILE [--tell] writes a 0 when it has read the file.  To every `a` and a time span on its standard input it answers with
 * the number of collisions since the start, the number of rows, the rows of the collisions since the last answer (with --tell) and
 * places, velocities and spins of the particles; `s` and a time span run without an answer.  To every `k` it adds what follows to the
 * velocities.  Numbers are float64, in the units of the file.  Planes that move are those of moving_plane.hpp. */
#include "moving_plane.hpp"

#include <dynamo/BC/BC.hpp>
#include <dynamo/NparticleEventData.hpp>
#include <dynamo/outputplugins/outputplugin.hpp>
#include <dynamo/schedulers/scheduler.hpp>
#include <dynamo/simulation.hpp>
#include <dynamo/systems/tHalt.hpp>

#include <array>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <vector>

namespace {

using dynamo::Vector;

void
append(std::vector<double> &numbers, const Vector &v)
{
    for (int d = 0; d < 3; d++)
        numbers.push_back(v[d]);
}

const size_t MANY = 10000; // collisions of a sphere from one answer to the next

Vector
spin(const dynamo::Simulation &simulation, size_t i)
{
    return simulation.dynamics->hasOrientationData() ? simulation.dynamics->getRotData(i).angularVelocity : Vector{0, 0, 0};
}

/* A row of 18 numbers for each collision: time; i; j, or -1 - the number of the wall among the locals; the vector from j to i, or the place
 * of i at a wall, less the way of the wall since the start; the velocity of i relative to j or the wall before and after; the spins of i and j
 * after. */
class Collisions : public dynamo::OutputPlugin {
  public:
    Collisions(const dynamo::Simulation *simulation, bool is_told)
        : OutputPlugin(simulation, "Collisions"), count(0), told(is_told)
    {
    }

    void initialise() override {}

    void eventUpdate(const dynamo::Event &event, const dynamo::NEventData &data) override
    {
        for (const dynamo::PairEventData &pair : data.L2partChanges)
            if (pair.getType() == dynamo::CORE)
                add(pair);
        for (const dynamo::ParticleEventData &one : data.L1partChanges)
            if (one.getType() == dynamo::WALL)
                add(one, event._sourceID);
    }

    size_t count, unanswered = 0; // collisions since the start, and since the last answer
    std::vector<double> rows;

  private:
    void add(const dynamo::PairEventData &pair)
    {
        const size_t i = pair.particle1_.getParticleID(), j = pair.particle2_.getParticleID();
        Vector d = Sim->particles[i].getPosition() - Sim->particles[j].getPosition();
        Vector after = Sim->particles[i].getVelocity() - Sim->particles[j].getVelocity();
        Sim->BCs->applyBC(d, after);
        row(i, j, {pair.rij, pair.vijold, after, spin(*Sim, i), spin(*Sim, j)});
    }

    void add(const dynamo::ParticleEventData &one, size_t local)
    {
        const dynamo::Particle &particle = Sim->particles[one.getParticleID()];
        const size_t i = particle.getID();
        Vector way{0, 0, 0}, speed{0, 0, 0};
        if (const auto *moving = dynamic_cast<const gravel::Moving *>(Sim->locals[local].get())) {
            way = moving->motion.way(Sim->systemTime);
            speed = moving->motion.speed(Sim->systemTime);
        }
        row(i, -1.0 - local, {particle.getPosition() - way, one.getOldVel(), particle.getVelocity() - speed, spin(*Sim, i), Vector{0, 0, 0}});
    }

    void row(double i, double j, const std::array<Vector, 5> &vectors)
    {
        count++;
        // Without gravity they end by rounding, and the spheres part.
        if (++unanswered > MANY * Sim->N() && std::dynamic_pointer_cast<dynamo::DynGravity>(Sim->dynamics))
            throw std::runtime_error("gravel-dynamo: collisions without end (inelastic collapse)");
        if (!told)
            return;
        rows.insert(rows.end(), {static_cast<double>(Sim->systemTime), i, j});
        for (const Vector &v : vectors)
            append(rows, v);
    }

    const bool told;
};

void
write(const std::vector<double> &numbers)
{
    fwrite(numbers.data(), sizeof(double), numbers.size(), stdout);
}

double
number()
{
    double x;
    if (fread(&x, sizeof x, 1, stdin) != 1)
        throw std::runtime_error("gravel-dynamo: the input ends within a message");
    return x;
}

/* In the place of walls whose node has a <Motion>. */
void
move_planes(dynamo::Simulation &simulation, const char *file)
{
    magnet::xml::Document document(file);
    const magnet::xml::Node locals = document.getNode("DynamOconfig").getNode("Simulation").getNode("Locals");
    size_t k = 0;
    for (magnet::xml::Node node = locals.findNode("Local"); node.valid(); ++node, k++)
        if (node.hasNode("Motion") && std::string(node.getAttribute("Type")) == "RoughWall")
            simulation.locals[k].reset(new gravel::MovingPlane<dynamo::LRoughWall>(node, &simulation));
        else if (node.hasNode("Motion"))
            simulation.locals[k].reset(new gravel::MovingPlane<dynamo::LWall>(node, &simulation));
}

class Session {
  public:
    Session(const char *file, bool told)
    {
        simulation.ranGenerator.seed(1); // which no hard sphere asks
        simulation.loadXMLfile(file);
        move_planes(simulation, file);
        simulation.endEventCount = simulation.eventPrintInterval = std::numeric_limits<size_t>::max();
        halt = std::make_shared<dynamo::SystHalt>(&simulation, std::numeric_limits<float>::infinity(), "Halt");
        simulation.systems.push_back(halt);
        collisions = std::make_shared<Collisions>(&simulation, told);
        simulation.outputPlugins.push_back(collisions);
        simulation.initialise();
        write({0.0});
        fflush(stdout);
    }

    void run(double span)
    {
        halt->setdt(span);
        simulation.endEventCount = std::numeric_limits<size_t>::max();
        simulation.ptrScheduler->rebuildSystemEvents();
        while (simulation.runSimulationStep(true))
            ;
        simulation.dynamics->updateAllParticles();
    }

    void kick()
    {
        for (dynamo::Particle &particle : simulation.particles)
            particle.getVelocity() += Vector{number(), number(), number()};
        simulation.ptrScheduler->rebuildList();
    }

    void answer()
    {
        std::vector<double> &rows = collisions->rows, states;
        for (const dynamo::Particle &particle : simulation.particles) {
            append(states, particle.getPosition());
            append(states, particle.getVelocity());
            append(states, spin(simulation, particle.getID()));
        }
        write({static_cast<double>(collisions->count), rows.size() / 18.0});
        write(rows);
        write(states);
        fflush(stdout);
        rows.clear();
        collisions->unanswered = 0;
    }

  private:
    dynamo::Simulation simulation;
    std::shared_ptr<dynamo::SystHalt> halt;
    std::shared_ptr<Collisions> collisions;
};

} // namespace

int
main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    std::cout.rdbuf(nullptr); // DynamO writes there what it does
    try {
        Session session(argv[1], argc > 2 && strcmp(argv[2], "--tell") == 0);
        for (int what = getchar(); what != EOF; what = getchar()) {
            if (what == 'a' || what == 's')
                session.run(number());
            if (what == 'a')
                session.answer();
            if (what == 'k')
                session.kick();
        }
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}

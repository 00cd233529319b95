/* The conversions between the statements of a material, both ways, against numerical solutions of the contact's
 * equation that share nothing with them (reference/theory/contact_ode.c). */
#include "engines/core/material.h"
#include "engines/core/material_check.h"
#include "engines/core/nonlinear_contact.h"
#include "reference/theory/theory.h"
#include "tests/near.h"

#include <math.h>

static const double m_red = 0.37e-3, d = 2.3e-3;

static double
theory(const char *name, const double *args)
{
    const struct gravel_theory *t = gravel_theory_find(name);
    assert_non_null(t);
    return t->eval(args);
}

/* e of force constants on the mass m at speed v. */
static double
solved_restitution(const struct gravel_force *f, double m, double v)
{
    const double power[] = {f->k / m, f->c / m, f->beta, f->gamma, v};
    const double potential[] = {f->k * f->range * f->range / 72.0, f->c / m, f->range, m, v};
    if (f->range > 0.0)
        return theory(f->cohesionless ? "lennard_jones_restitution_force_end" : "lennard_jones_restitution", potential);
    return theory(f->cohesionless ? "ode_restitution_force_end" : "ode_restitution", power);
}

static double
solved_time(const struct gravel_force *f, double m, double v)
{
    const double power[] = {f->k / m, f->c / m, f->beta, f->gamma, v};
    const double potential[] = {f->k * f->range * f->range / 72.0, f->c / m, f->range, m, v};
    if (f->range > 0.0)
        return theory("lennard_jones_contact_time", potential);
    return theory(f->cohesionless ? "ode_contact_time_force_end" : "ode_contact_time", power);
}

static struct gravel_wall
wall_of(double restitution)
{
    return (struct gravel_wall){.name = "floor",
                                .contact.rule = GRAVEL_OWN_RESTITUTION,
                                .contact.restitution = restitution,
                                .contact.tangential_restitution = 1.0};
}

/* (e, t_c) -> (K, D) -> solution, and (K, D) -> (e, t_c). */
static void
restitution_and_time_fix_the_constants_of_that_contact(void **state)
{
    (void)state;
    static const double e[] = {0.99, 0.9, 0.6, 0.2};
    for (size_t k = 0; k < 4; k++)
        for (int clipped = 0; clipped < 2; clipped++) {
            const struct gravel_material m = {.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                              .restitution = e[k],
                                              .contact_time = 3.7e-5,
                                              .cohesionless = clipped,
                                              .tangential_restitution = 1.0};
            const struct gravel_force f = gravel_material_force(&m, NULL, m_red, d, 1.0);
            near("e", solved_restitution(&f, m_red, 0.3), e[k], 1e-9);
            near("t_c", solved_time(&f, m_red, 0.3), 3.7e-5, 3.7e-5 * 1e-9);
            struct gravel_material constants = m, rates = m;
            constants.statement = GRAVEL_BY_STIFFNESS_AND_DAMPING;
            constants.stiffness = f.k;
            constants.damping = f.c;
            rates.statement = GRAVEL_BY_RATES;
            rates.rate_squared = f.k / m_red;
            rates.damping_rate = f.c / m_red;
            near("e of (K, D)", gravel_material_restitution(&constants, NULL, m_red, d, 0.3), e[k], 1e-12);
            near("t_c of (K, D)", gravel_material_contact_time(&constants, NULL, m_red, d, 0.3), 3.7e-5, 1e-16);
            near("e of rates", gravel_material_restitution(&rates, NULL, m_red, d, 0.3), e[k], 1e-12);
            const struct gravel_wall wall = wall_of(0.7);
            const struct gravel_force at_wall = gravel_material_force(&m, &wall.contact, m_red, d, 1.0);
            near("e at a wall", solved_restitution(&at_wall, m_red, 0.3), 0.7, 1e-9);
            near("t_c at a wall", solved_time(&at_wall, m_red, 0.3), 3.7e-5, 3.7e-5 * 1e-9);
        }
}

/* The same constants at a wall: the restitution that gravel states for hard spheres is that of the solution. */
static void
same_force_constants_have_the_restitution_of_their_solution(void **state)
{
    (void)state;
    const struct gravel_wall wall = {
        .name = "floor", .contact.rule = GRAVEL_SAME_FORCE_CONSTANTS, .contact.tangential_restitution = 1.0};
    for (int clipped = 0; clipped < 2; clipped++) {
        const struct gravel_material m = {.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                          .restitution = 0.6,
                                          .contact_time = 1e-5,
                                          .cohesionless = clipped,
                                          .tangential_restitution = 1.0};
        const struct gravel_force f = gravel_material_force(&m, &wall.contact, m_red, d, 1.0);
        near("e", gravel_material_restitution(&m, &wall.contact, m_red, d, 0.1), solved_restitution(&f, m_red, 0.1),
             1e-9);
        near("t_c", gravel_material_contact_time(&m, &wall.contact, m_red, d, 0.1), solved_time(&f, m_red, 0.1), 1e-14);
    }
}

/* (Young, Poisson, e at a velocity) -> (K, D) -> solution, for pairs and walls of every nonlinear law. */
static void
elastic_statement_has_its_restitution_at_its_velocity(void **state)
{
    (void)state;
    static const double exponents[][2] = {{0.5, 0.0}, {0.5, 0.25}, {0.5, 0.5}, {0.0, 0.2}, {0.3, 0.1}};
    static const double e[] = {0.97, 0.8, 0.4}, v = 0.3;
    for (size_t l = 0; l < sizeof exponents / sizeof *exponents; l++)
        for (size_t k = 0; k < 3; k++)
            for (int clipped = 0; clipped < 2; clipped++) {
                const struct gravel_material m = {.statement = GRAVEL_BY_ELASTICITY,
                                                  .beta = exponents[l][0],
                                                  .gamma = exponents[l][1],
                                                  .young = 7e10,
                                                  .poisson = 0.3,
                                                  .restitution = e[k],
                                                  .reference_velocity = v,
                                                  .cohesionless = clipped,
                                                  .tangential_restitution = 1.0};
                const struct gravel_force f = gravel_material_force(&m, NULL, m_red, d, 1.0);
                near("K", f.k, 7e10 / (3.0 * (1.0 - 0.09)) * pow(d, 1.0 - m.beta), 1e-9 * f.k);
                near("e", solved_restitution(&f, m_red, v), e[k], 2e-6);
                const struct gravel_wall wall = wall_of(0.7);
                const struct gravel_force at_wall = gravel_material_force(&m, &wall.contact, m_red, d, 1.0);
                near("e at a wall", solved_restitution(&at_wall, m_red, v), 0.7, 2e-6);
            }
}

/* S3 App. C: (Young, Poisson, density, diameter, v) -> t_c, without dissipation, by the closed form and by the
 * solution. */
static void
elastic_statement_has_its_contact_time(void **state)
{
    (void)state;
    const struct gravel_material m = {.statement = GRAVEL_BY_ELASTICITY,
                                      .beta = 0.5,
                                      .young = 2.06e11,
                                      .poisson = 0.28,
                                      .restitution = 1.0,
                                      .tangential_restitution = 1.0};
    const double density = 7800.0, mass = density * M_PI / 6.0 * d * d * d;
    for (double v = 1e-3; v < 20.0; v *= 10.0) {
        const double args[] = {2.06e11, 0.28, density, d, v};
        const struct gravel_force f = gravel_material_force(&m, NULL, 0.5 * mass, d, 1.0);
        const double t_c = gravel_material_contact_time(&m, NULL, 0.5 * mass, d, v);
        near("closed form", t_c / theory("hertz_contact_time", args), 1.0, 1e-12);
        near("solution", t_c / solved_time(&f, 0.5 * mass, v), 1.0, 1e-8);
    }
}

/* (epsilon, 2 mu) -> solution; epsilon and an e at a wall -> solution. */
static void
energy_statement_has_its_time_overlap_and_wall(void **state)
{
    (void)state;
    struct gravel_material m = {.statement = GRAVEL_BY_ENERGY, .energy = 2e-6, .tangential_restitution = 1.0};
    const struct gravel_wall wall = wall_of(0.7);
    for (double v = 1e-3; v < 1.0; v *= 5.0)
        for (int clipped = 0; clipped < 2; clipped++) {
            m.reference_velocity = v;
            m.cohesionless = clipped;
            const struct gravel_force f = gravel_material_force(&m, NULL, m_red, d, 1.0);
            const double args[] = {2e-6, 0.0, d, m_red, v}, closed[] = {2e-6, d, m_red, v};
            near("t_c", gravel_material_contact_time(&m, NULL, m_red, d, v) / solved_time(&f, m_red, v), 1.0, 2e-6);
            const double deepest[] = {2e-6, d, theory("lennard_jones_elastic_overlap", closed)};
            near("V at the turning point", theory("lennard_jones_potential", deepest) / (0.5 * m_red * v * v), 1.0,
                 1e-8);
            near("x_max", theory("lennard_jones_elastic_overlap", closed) / theory("lennard_jones_overlap", args), 1.0,
                 1e-8);
            assert_int_equal(gravel_material_check(&m, &wall.contact, "walls.floor.contact", NULL), GRAVEL_OK);
            const struct gravel_force at_wall = gravel_material_force(&m, &wall.contact, m_red, d, 1.0);
            near("e at a wall", solved_restitution(&at_wall, m_red, v), 0.7, 5e-6);
        }
    m.reference_velocity = 0.0;
    assert_int_equal(gravel_material_check(&m, &wall.contact, "walls.floor.contact", NULL),
                     GRAVEL_INPUT); /* at which velocity? */
    m.energy = 0.0;
    assert_int_equal(gravel_material_check(&m, NULL, "material", NULL), GRAVEL_INPUT);
}

/* Searches are kept: a law that differs in any number has a search of its own, and a law that is asked for again after
 * many others the same bits. */
static void
each_law_has_its_own_damping(void **state)
{
    (void)state;
    enum { LAWS = 12 };
    struct gravel_reduced law[LAWS];
    double restitution[LAWS], first[LAWS];
    for (int k = 0; k < LAWS; k++) {
        law[k] = (struct gravel_reduced){.beta = 0.5, .gamma = 0.25};
        restitution[k] = 0.8;
    }
    law[1].beta = 0.4;
    law[2].gamma = 0.2;
    law[3].cohesionless = true;
    restitution[4] = 0.7;
    for (int k = 5; k < LAWS; k++)
        law[k] = (struct gravel_reduced){.hardening = 0.02 * k};
    for (int round = 0; round < 2; round++)
        for (int k = 0; k < LAWS; k++) {
            const double delta = gravel_reduced_damping(&law[k], restitution[k]);
            assert_true(delta == gravel_reduced_damping(&law[k], restitution[k]));
            assert_true(round == 0 || delta == first[k]);
            first[k] = delta;
            struct gravel_reduced solved = law[k];
            solved.delta = delta;
            near("restitution", gravel_reduced_restitution(&solved), restitution[k], 1e-9);
        }
    assert_true(gravel_reduced_damping(&law[0], 1.0) == 0.0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(restitution_and_time_fix_the_constants_of_that_contact),
        cmocka_unit_test(same_force_constants_have_the_restitution_of_their_solution),
        cmocka_unit_test(elastic_statement_has_its_restitution_at_its_velocity),
        cmocka_unit_test(elastic_statement_has_its_contact_time),
        cmocka_unit_test(energy_statement_has_its_time_overlap_and_wall),
        cmocka_unit_test(each_law_has_its_own_damping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The variance between measurements that their own errors do not explain (Paule and Mandel 1982). */
#ifndef GRAVEL_HARNESS_STATS_BETWEEN_H
#define GRAVEL_HARNESS_STATS_BETWEEN_H

/* chi^2 of measurements with the weights 1/(err^2 + between), and *steepness, its derivative by -between.  NaN: it
 * could not be computed. */
typedef double gravel_chi2_function(void *self, double between, double *steepness);

/* The variance for which chi^2 is dof, to 1e-12 of it; 0 where it is less without.  NaN where chi2() gives it. */
double gravel_variance_between(gravel_chi2_function *chi2, void *self, double dof);

#endif

/* Version of the program, root folder of its data, and default store. */
#ifndef GRAVEL_HARNESS_UTIL_HOME_H
#define GRAVEL_HARNESS_UTIL_HOME_H

/* Version of the program, "0.1.0". */
const char *gravel_version(void);

/* Root folder of cases/, reference/ and reports/: $GRAVEL_HOME, else the source tree of the build. */
const char *gravel_home(void);

/* Path of the default store: $GRAVEL_STORE, else "results/gravel.sqlite" below the present folder.  Nothing is created:
 * gravel_store_open makes the folder when it opens a store for writing. */
const char *gravel_default_store(void);

#endif

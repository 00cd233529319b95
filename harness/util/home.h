/* Version of the program, root folder of its data, and default store. */
#ifndef GRAVEL_HARNESS_UTIL_HOME_H
#define GRAVEL_HARNESS_UTIL_HOME_H

/* Version of the program, "0.1.0". */
const char *gravel_version(void);

/* Commit of its source, as `git describe` names it; "unknown" without git. */
const char *gravel_commit(void);

/* Root folder of cases/, reference/ and reports/: $GRAVEL_HOME; else the nearest share/gravel/ in a folder above the
 * program, which is that of an installation, wherever it was moved, and in a build folder a link to the source tree;
 * else the folder of data that the build was configured to install to. */
const char *gravel_home(void);

/* Path of the default store: $GRAVEL_STORE, else "results/gravel.sqlite" below the present folder.  Nothing is created:
 * gravel_store_open makes the folder when it opens a store for writing. */
const char *gravel_default_store(void);

#endif

#ifndef GRAVEL_MD_WIDTH_H
#define GRAVEL_MD_WIDTH_H

/* GCC makes one copy of a function for every vector width and picks one when the program starts. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define EVERY_WIDTH __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define EVERY_WIDTH
#endif

#endif

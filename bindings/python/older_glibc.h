/*
 * older_glibc.h - included before each source file of a wheel (build.sh), so that it runs on a glibc older than the one it is
 * linked with.
 *
 * Each function below got a second version in a glibc after 2.28: those of <math.h> no longer tell a handler of System V's of
 * their errors, which garner has none of, and the others moved into libc.so.6. The linker would take the newer ones. What is
 * named here is the version of the first glibc for the processor, which every later one has too. Bits are the same, but for the
 * sign of the NaN that the logarithms give of numbers below zero, and garner gives one NaN.
 *
 * A function that is missing here raises the tag that auditwheel finds, and build.sh refuses the wheel.
 */
#ifndef GARNER_OLDER_GLIBC_H
#define GARNER_OLDER_GLIBC_H

#include <limits.h> /* any header of glibc's says __GLIBC__ */

#if defined(__GLIBC__) && defined(__x86_64__)
#define OLDER(name) __asm__(".symver " #name "," #name "@GLIBC_2.2.5");
#elif defined(__GLIBC__) && defined(__aarch64__)
#define OLDER(name) __asm__(".symver " #name "," #name "@GLIBC_2.17");
#else
#define OLDER(name)
#endif

OLDER(exp)
OLDER(exp2)
OLDER(log)
OLDER(log2)
OLDER(pow)
OLDER(hypot)
OLDER(pthread_create)
OLDER(pthread_join)
OLDER(pthread_attr_setstacksize)
OLDER(dlopen)
OLDER(dlsym)
OLDER(dlclose)

#undef OLDER

#endif

/*
 * version.h - which garner this is.
 *
 * The numbers below are the only place where the version stands: the build, the soname and the
 * packages are made from them. While the major number is 0, a new minor number may change what is
 * here, and the shared library is called by both numbers: libgarner.so.0.2. A new patch number
 * changes no interface; functions, and fields of option structs, may be new (garner.h).
 *
 * The call is thread-safe and takes no pointer that could be NULL.
 */
#ifndef GARNER_VERSION_H
#define GARNER_VERSION_H

#include "garner/portability.h"

GRN_BEGIN_DECLS

/* Of the headers that a program is compiled with. */
#define GRN_VERSION_MAJOR 0
#define GRN_VERSION_MINOR 2
#define GRN_VERSION_PATCH 0

/* The three as one number that grows: #if GRN_VERSION_NUMBER >= GRN_VERSION_OF(0, 2, 0). */
#define GRN_VERSION_OF(major, minor, patch) ((major)*1000000 + (minor)*1000 + (patch))
#define GRN_VERSION_NUMBER GRN_VERSION_OF(GRN_VERSION_MAJOR, GRN_VERSION_MINOR, GRN_VERSION_PATCH)

#define GRN_VERSION_JOIN(major, minor, patch) #major "." #minor "." #patch
#define GRN_VERSION_EXPAND(major, minor, patch) GRN_VERSION_JOIN(major, minor, patch)
#define GRN_VERSION GRN_VERSION_EXPAND(GRN_VERSION_MAJOR, GRN_VERSION_MINOR, GRN_VERSION_PATCH) /* "0.2.0" */

/* Of the library that is running, which may be a later patch: "0.2.0". Static storage. */
GRN_API const char *grn_version(void);

GRN_END_DECLS

#endif

/* version.c - the version of this library. */
#include "garner/version.h"

const char *grn_version(void) { return GRN_VERSION; }

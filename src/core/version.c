/* version.c - which library this is. */
#include "garner/version.h"

const char *grn_version(void) { return GRN_VERSION; }

/* elementary_neon.c - NEON's vectors have the width of elementary.c's. */
#include "kernels/elementary.h"

const grn_elementary *grn_elementary_neon(void) { return grn_elementary_scalar(); }

/* language.c - the languages, in the order in which they are listed. */
#include "source/source.h"

const grn_source_language *const grn_source_languages[] = {&grn_source_numpy, &grn_source_jax, &grn_source_pytorch,
                                                           &grn_source_r, NULL};

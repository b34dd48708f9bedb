/*
 * import.h - what CHLO's import patterns share.
 *
 * Must not know: any target.
 */
#ifndef GRN_CHLO_IMPORT_H
#define GRN_CHLO_IMPORT_H

#include "convert/steps.h"

#include "dialects/chlo/chlo.h"

/* A sort of the elements with their places, from the largest down, and the first k of each
 * (import_top_k.c). */
grn_status grn_chlo_import_top_k(grn_rewrite *w, const grn_op *op);

#endif

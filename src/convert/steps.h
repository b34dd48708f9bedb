/*
 * steps.h - what the passes of a conversion share among themselves.
 *
 * Knows: convert.h. Must not know: any dialect but the hub.
 */
#ifndef GRN_CONVERT_STEPS_H
#define GRN_CONVERT_STEPS_H

#include "convert/convert.h"

/* ---- passes (rewrite.c) ----------------------------------------------------------------------------------------------- */

/*
 * Calls `visit` on every op, what is in its regions first, with operands that are up to date; new ops go before it. Goes
 * on after a failure other than GRN_E_MEMORY, answers the first. At the end replaced ops, and pure ones nobody uses, go.
 */
typedef grn_status (*grn_step)(grn_rewrite *w, grn_op *op);
grn_status grn_convert_walk(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag, grn_step visit);
void grn_convert_sweep(grn_ir *ir);

/* Whether a value of `op` has elements that helper ops do not take, quantized ones and, unless `takes_index`, those of type
 * `index`: such an op stays as it is. */
bool grn_convert_stays(const grn_op *op, bool takes_index);

/* ---- constants (words.c) -------------------------------------------------------------------------------------------------- */

/* The tensor `value` is, whichever dialect's constant says so; integers that are no tensor are one of rank 0 (over
 * *scalar). False: not a constant. */
bool grn_constant_tensor(const grn_value *value, int64_t *scalar, grn_tensor *out);
/* A constant of the hub: `type` static, `data` of compact elements, one when `splat`; copied. */
grn_value *grn_word_constant(grn_rewrite *w, const grn_type *type, bool splat, const void *data);

/* ---- fitting ---------------------------------------------------------------------------------------------------------------- */

/* Extents: a list that is filled in as it goes. */
static inline void grn_push(grn_dims *list, int64_t v) { list->v[list->count++] = v; }
static inline bool grn_has(const grn_dims *list, int64_t v)
{
    for (int32_t i = 0; i < list->count; i++)
        if (list->v[i] == v)
            return true;
    return false;
}
grn_dims grn_extents(const grn_type *tensor);

#endif

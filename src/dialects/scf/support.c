/* support.c - rules and run-time steps that scf's loops share. */
#include <inttypes.h>

#include "dialects/scf/scf.h"

/* ---- rules ----------------------------------------------------------------------------------- */

const grn_type *grn_scf_type_of_pointer(const void *list, size_t i) { return ((grn_value *const *)list)[i]->type; }
const grn_type *grn_scf_type_of_value(const void *list, size_t i) { return ((const grn_value *)list)[i].type; }

grn_status grn_scf_check_edge(const grn_op *op, const grn_check *check, const grn_scf_edge *e)
{
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    if (e->ngiven != e->nwanted)
        return grn_op_fail(
            op, check,
            " region control flow edge from %s to %s: source has %zu operands, but target successor needs %zu", e->from,
            e->to, e->ngiven, e->nwanted);
    for (size_t i = 0; i < e->ngiven; i++) {
        const grn_type *given = e->given(e->given_list, i), *wanted = e->wanted(e->wanted_list, i);
        if (given != wanted)
            return grn_op_fail(op, check,
                               " along control flow edge from %s to %s: source type #%zu '%s' should match input "
                               "type #%zu '%s'",
                               e->from, e->to, i, grn_type_text(given, have, sizeof have), i,
                               grn_type_text(wanted, want, sizeof want));
    }
    return GRN_OK;
}

const grn_block *grn_scf_only_block(const grn_op *op, size_t r)
{
    const grn_block *b = r < op->nregions ? op->regions[r].first : NULL;
    return b && !b->next ? b : NULL;
}

const grn_op *grn_scf_end_of(const grn_op *op, size_t r, const char *name)
{
    const grn_block *b = grn_scf_only_block(op, r);
    const grn_op *last = b ? b->last : NULL;
    return last && grn_str_is(last->name, name) ? last : NULL;
}

/* ---- running --------------------------------------------------------------------------------- */

static int64_t largest(grn_dtype dtype)
{
    uint32_t bits = grn_dtype_bits(dtype);
    return bits >= 64 ? INT64_MAX : (INT64_C(1) << (bits - 1)) - 1;
}

grn_status grn_scf_range_of(grn_exec *x, const grn_op *op, grn_dtype dtype, int64_t from, int64_t to, int64_t step,
                            grn_scf_range *out)
{
    *out = (grn_scf_range){.from = from, .step = step};
    if (step <= 0)
        return grn_exec_fail(x, op, GRN_E_ARGUMENT, "the step is %" PRId64 ", a loop steps by 1 or more", step);
    if (to <= from)
        return GRN_OK;
    uint64_t span = (uint64_t)to - (uint64_t)from;
    out->count = (span - 1) / (uint64_t)step + 1;
    uint64_t room = (uint64_t)largest(dtype) - (uint64_t)from;
    if (out->count > room / (uint64_t)step)
        return grn_exec_fail(x, op, GRN_E_ARGUMENT,
                             "%" PRIu64 " steps of %" PRId64 " from %" PRId64 " leave the numbers of type %s",
                             out->count, step, from, grn_dtype_text(dtype));
    return GRN_OK;
}

/* Bounds are read with their sign, as upstream does. */
grn_status grn_scf_range_read(grn_exec *x, const grn_op *op, size_t from, size_t to, size_t step, grn_scf_range *out)
{
    return grn_scf_range_of(x, op, x->operands[from].tensor.dtype, grn_hlo_integer_value(&x->operands[from].tensor),
                            grn_hlo_integer_value(&x->operands[to].tensor),
                            grn_hlo_integer_value(&x->operands[step].tensor), out);
}

grn_status grn_scf_number(grn_exec *x, grn_dtype dtype, int64_t v, grn_rt *out)
{
    const grn_scalar number = {.dtype = GRN_I64, .i = v};
    grn_status status = x->calls->alloc(x, dtype, 0, NULL, out);
    if (status == GRN_OK)
        grn_scalar_store(&number, dtype, out->tensor.data);
    return status;
}

grn_rt *grn_scf_values(grn_exec *x, const grn_op *op, size_t count)
{
    size_t bytes;
    grn_rt *values = grn_mul_size(count ? count : 1, sizeof *values, &bytes) ? grn_allocate(x->allocator, bytes) : NULL;
    if (!values) {
        grn_exec_fail(x, op, GRN_E_MEMORY, "memory for %zu values was refused", count);
        return NULL;
    }
    memset(values, 0, bytes);
    return values;
}

void grn_scf_free(grn_exec *x, size_t count, grn_rt *values)
{
    if (!values)
        return;
    for (size_t i = 0; i < count; i++)
        x->calls->release(x, &values[i]);
    grn_release(x->allocator, values, (count ? count : 1) * sizeof *values);
}

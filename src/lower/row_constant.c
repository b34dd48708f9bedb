/* row_constant.c - constants: one number, or a table. */
#include <inttypes.h>

#include "lower/steps.h"

static bool tensor_of(const grn_op *op, grn_tensor *out)
{
    int64_t scalar;
    return op->nresults == 1 && grn_constant_tensor(&op->results[0], &scalar, out);
}

static bool is_splat(const grn_tensor *t)
{
    bool splat = true;
    for (int32_t d = 0; d < t->rank; d++)
        splat = splat && (t->stride[d] == 0 || t->shape[d] == 1);
    return splat;
}

static grn_value *splat_element(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_tensor t;
    unsigned char bytes[16] = {0};
    (void)index;
    if (!tensor_of(op, &t))
        return grn_lo_refuse(l, "has a value that is not known");
    if (grn_tensor_elements(&t) > 0)
        grn_tensor_read(&t, 0, 1, bytes);
    return grn_lo_constant(l, grn_result_type(op, 0)->element, bytes);
}

/* The attribute with elements of the lowered type. */
static const grn_attr *table_of(grn_lower *l, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    const grn_type *t = grn_result_type(op, 0), *element = grn_lo_element(l, t->element);
    const grn_type *as = element ? grn_type_tensor(l->ir, element, t->rank, t->shape, NULL) : NULL;
    if (!as)
        return NULL;
    grn_attr_elements elements = *value->elements;
    elements.tensor.dtype = element->dtype;
    elements.resource = GRN_STR("");
    const grn_attr a = {.kind = GRN_ATTR_ELEMENTS, .type = as, .elements = &elements};
    return grn_attr_make(l->ir, &a);
}

/* A table in a lowered program of memrefs is stored element by element. */
enum { MOST_STORED = 4096 };

static void store_table(grn_lower *l, const grn_op *op, const grn_tensor *t)
{
    const int64_t n = grn_tensor_elements(t);
    bool owned;
    if (n > MOST_STORED) {
        grn_lo_refuse(l, "has %" PRId64 " elements that differ; %d can be stored one by one", n, MOST_STORED);
        return;
    }
    grn_value *to = grn_lo_allocate_for(l, &op->results[0], NULL, &owned);
    grn_op *guard = grn_lo_guard(l, &op->results[0]);
    for (int64_t i = 0; i < n && l->status == GRN_OK; i++) {
        unsigned char bytes[16];
        grn_value *at[GRN_MAX_RANK];
        grn_lo_at_position(l, grn_result_type(op, 0), i, at);
        grn_tensor_read(t, i, 1, bytes);
        grn_lo_store(l, grn_lo_constant(l, grn_result_type(op, 0)->element, bytes), to, (size_t)t->rank, at);
    }
    grn_lo_end_guard(l, guard);
    grn_lo_set_buffer(l, &op->results[0], to, owned);
}

static void lower_table(grn_lower *l, const grn_op *op, const grn_tensor *t)
{
    if (l->o->form->buffers) {
        store_table(l, op, t);
        return;
    }
    const grn_attr *table = table_of(l, op);
    const grn_lo_attr attr = {"value", table};
    grn_lo_set_buffer(l, &op->results[0],
                      grn_lo_one(l, "arith.constant", 0, NULL, table ? table->type : NULL, 1, &attr), false);
}

static void lower_constant(grn_lower *l, const grn_op *op)
{
    grn_tensor t;
    if (!tensor_of(op, &t))
        grn_lo_refuse(l, "has a value that is not known");
    else if (!is_splat(&t) && grn_tensor_elements(&t) > 0)
        lower_table(l, op, &t);
    else if (!l->needs_buffer[op->results[0].slot])
        grn_lo_set_lazy(l, op, 1);
    else
        grn_lo_fill(l, op, &op->results[0], splat_element, NULL);
}

const grn_lower_row grn_lower_constant_rows[] = {
    {"stablehlo.constant", .element = splat_element, .lower = lower_constant, .flags = GRN_LO_FREE},
    {"arith.constant", .element = splat_element, .lower = lower_constant, .flags = GRN_LO_FREE},
    {.op = NULL},
};

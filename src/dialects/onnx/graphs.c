/* graphs.c - what If, Loop and Scan share: their graphs, values of a run, and what iterations
 * collect. */
#include "dialects/onnx/control.h"

#include <inttypes.h>

/* ---- graphs ---------------------------------------------------------------------------------- */

/* The region of this name (`onnx.graphs` has the names), or number `otherwise` where names are left
 * out. */
const grn_region *grn_onnx_graph_of(const grn_op *op, const char *name, size_t otherwise)
{
    const grn_attr *names = grn_op_attr(op, "onnx.graphs");
    if (names && names->kind == GRN_ATTR_ARRAY && !names->is_dims)
        for (size_t i = 0; i < names->array.count && i < op->nregions; i++)
            if (names->array.items[i]->kind == GRN_ATTR_STRING && grn_str_is(names->array.items[i]->text, name))
                return &op->regions[i];
    return otherwise < op->nregions ? &op->regions[otherwise] : NULL;
}

/* The op that ends a graph of one block; NULL: there is none. */
const grn_op *grn_onnx_graph_end(const grn_region *r)
{
    const grn_block *b = r ? r->first : NULL;
    const grn_op *last = b && !b->next ? b->last : NULL;
    return last && grn_str_is(last->name, "onnx.Yield") ? last : NULL;
}

const grn_region *grn_onnx_body_of(const grn_op *op) { return grn_onnx_graph_of(op, "body", 0); }

grn_status grn_onnx_check_graph(const grn_op *op, grn_check *check, const grn_region *r, const char *name)
{
    return grn_onnx_graph_end(r)
               ? GRN_OK
               : grn_tensor_broken(op, check, "ON-35", "graph %s has not one block that ends in 'onnx.Yield'", name);
}

/* ON-36, of a body that takes and gives so many. */
grn_status grn_onnx_check_body(const grn_op *op, grn_check *check, size_t takes, size_t gives)
{
    grn_status status = grn_onnx_check_graph(op, check, grn_onnx_body_of(op), "body");
    if (status != GRN_OK)
        return status;
    const size_t nargs = grn_onnx_body_of(op)->first->nargs,
                 given = grn_onnx_graph_end(grn_onnx_body_of(op))->noperands;
    if (nargs != takes)
        return grn_tensor_broken(op, check, "ON-36", "the body takes %zu values, expected %zu", nargs, takes);
    if (given != gives)
        return grn_tensor_broken(op, check, "ON-36", "the body gives %zu values, expected %zu", given, gives);
    return GRN_OK;
}

/* What two values of one type are of, as far as both agree; NULL: of different elements or ranks. */
const grn_type *grn_onnx_common_type(grn_ir *ir, const grn_type *a, const grn_type *b)
{
    int64_t shape[GRN_MAX_RANK];
    if (grn_types_equal(a, b))
        return a;
    if (!grn_type_is_tensor(a) || !grn_type_is_tensor(b) || a->rank != b->rank ||
        !grn_types_equal(a->element, b->element))
        return NULL;
    for (int32_t d = 0; d < a->rank; d++)
        shape[d] = a->shape[d] == b->shape[d] ? a->shape[d] : GRN_DYNAMIC;
    return grn_type_tensor(ir, a->element, a->rank, shape, NULL);
}

/* t with a dimension of n at `axis`; NULL: it has no rank, or too high a one. */
const grn_type *grn_onnx_stacked_type(grn_ir *ir, const grn_type *t, int64_t axis, int64_t n)
{
    int64_t shape[GRN_MAX_RANK];
    if (!grn_type_is_tensor(t) || t->rank == GRN_MAX_RANK || axis < 0 || axis > t->rank)
        return NULL;
    for (int32_t d = 0; d <= t->rank; d++)
        shape[d] = d < axis ? t->shape[d] : d == axis ? n : t->shape[d - 1];
    return grn_type_tensor(ir, t->element, t->rank + 1, shape, NULL);
}

/* Values of a run, all empty at first; each is released with them. */
grn_rt *grn_onnx_new_values(grn_exec *x, const grn_op *op, size_t count)
{
    size_t bytes;
    grn_rt *v = grn_mul_size(count + 1, sizeof *v, &bytes) ? grn_allocate(x->allocator, bytes) : NULL;
    if (v)
        memset(v, 0, bytes);
    else
        grn_exec_fail(x, op, GRN_E_MEMORY, "memory for %zu values was refused", count);
    return v;
}

void grn_onnx_free_values(grn_exec *x, size_t count, grn_rt *v)
{
    for (size_t i = 0; v && i < count; i++)
        x->calls->release(x, &v[i]);
    if (v)
        grn_release(x->allocator, v, (count + 1) * sizeof *v);
}

/* ---- what iterations give, side by side ------------------------------------------------------ */

void grn_onnx_end_collections(grn_exec *x, size_t count, grn_onnx_collection *c)
{
    for (size_t i = 0; c && i < count; i++) {
        grn_rt *slices = c[i].slices.items;
        for (size_t k = 0; k < c[i].slices.count; k++)
            x->calls->release(x, &slices[k]);
        grn_vec_destroy(&c[i].slices);
    }
    if (c)
        grn_release(x->allocator, c, (count + 1) * sizeof *c);
}

grn_onnx_collection *grn_onnx_begin_collections(grn_exec *x, const grn_op *op, size_t count)
{
    size_t bytes;
    grn_onnx_collection *c = grn_mul_size(count + 1, sizeof *c, &bytes) ? grn_allocate(x->allocator, bytes) : NULL;
    for (size_t i = 0; c && i < count; i++)
        grn_vec_init(&c[i].slices, x->allocator, sizeof(grn_rt));
    if (!c)
        grn_exec_fail(x, op, GRN_E_MEMORY, "memory for %zu collections was refused", count);
    return c;
}

/* Takes *v over. */
grn_status grn_onnx_collect(grn_exec *x, const grn_op *op, grn_onnx_collection *c, grn_rt *v)
{
    grn_rt *to = grn_vec_push(&c->slices);
    if (!to)
        return grn_exec_fail(x, op, GRN_E_MEMORY, "memory for a slice was refused");
    *to = *v;
    *v = (grn_rt){0};
    return GRN_OK;
}

/* Side by side along `axis`, the last in front where `reverse`. Of none, a slice is as the graph says. */
grn_status grn_onnx_stack(grn_exec *x, const grn_op *op, const grn_onnx_collection *c, const grn_type *slice,
                          int64_t axis, bool reverse, grn_rt *out)
{
    const grn_rt *slices = c->slices.items;
    const int64_t n = (int64_t)c->slices.count;
    int64_t shape[GRN_MAX_RANK];
    if (n == 0 && !grn_type_is_tensor(slice))
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "has no iteration, and the shape of a slice is not known");
    const int32_t rank = n ? slices[0].tensor.rank : slice->rank;
    const int64_t *of_slice = n ? slices[0].tensor.shape : slice->shape;
    axis += axis < 0 ? rank + 1 : 0;
    if (rank >= GRN_MAX_RANK || axis < 0 || axis > rank)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "slices of %" PRId32 " dimensions cannot be put side by side", rank);
    for (int32_t d = 0; d <= rank; d++)
        shape[d] = d == axis ? n : of_slice[d < axis ? d : d - 1];
    for (int32_t d = 0; d <= rank; d++)
        shape[d] = shape[d] == GRN_DYNAMIC ? 0 : shape[d];
    grn_status status = x->calls->alloc(x, n ? slices[0].tensor.dtype : slice->element->dtype, rank + 1, shape, out);
    for (int64_t i = 0; status == GRN_OK && i < n; i++) {
        const grn_tensor *from = &slices[i].tensor;
        grn_tensor to = *from;
        bool same = from->rank == rank && from->dtype == out->tensor.dtype;
        for (int32_t d = 0; same && d < rank; d++)
            same = from->shape[d] == of_slice[d];
        if (!same)
            return grn_exec_fail(x, op, GRN_E_SHAPE,
                                 "iteration %" PRId64 " gives a slice of another shape than the first", i);
        for (int32_t d = 0; d < rank; d++)
            to.stride[d] = out->tensor.stride[d < axis ? d : d + 1];
        to.data = grn_tensor_at(&out->tensor, (reverse ? n - 1 - i : i) * out->tensor.stride[axis]);
        grn_tensor_copy(&to, from);
    }
    return status;
}

/* chain_run.c - a chain of element-wise ops on the values of a frame. */
#include <stdalign.h>

#include "interp/chains.h"

/* ---- on threads ------------------------------------------------------------------------------ */

/* Scratch on the stack, enough for a few steps on a few elements. */
#define LITTLE_BYTES 2048

typedef struct job {
    const grn_element_chain *chain;
    const grn_tensor *out, *in;
    int64_t elements, part;
    char *scratch;
    size_t scratch_bytes; /* of one part */
} job;

static void run_part(void *context, int32_t i)
{
    const job *j = context;
    int64_t from = i * j->part, to = from + j->part < j->elements ? from + j->part : j->elements;
    if (from < to)
        grn_element_chain_run(j->chain, j->out, j->in, from, to, j->scratch + (size_t)i * j->scratch_bytes);
}

static int32_t count_parts(const grn_runtime *run, int64_t elements)
{
    int64_t parts = elements / GRN_PART_ELEMENTS, threads = run->parallel ? run->parallel->threads : 1;
    parts = parts < threads ? parts : threads;
    return parts > 1 ? (int32_t)parts : 1;
}

/* Whole blocks to each part. */
static void run_parts(const grn_runtime *run, job *j, int32_t parts)
{
    int64_t blocks = (j->elements + GRN_ELEMENT_BLOCK - 1) / GRN_ELEMENT_BLOCK;
    j->part = (blocks + parts - 1) / parts * GRN_ELEMENT_BLOCK;
    if (parts > 1)
        run->parallel->for_each(run->parallel->user, parts, run_part, j);
    else
        run_part(j, 0);
}

bool grn_run_blocks(grn_runtime *run, const grn_element_chain *c, const grn_tensor *out, const grn_tensor *in)
{
    alignas(64) char little[LITTLE_BYTES];
    job j = {.chain = c,
             .out = out,
             .in = in,
             .elements = grn_tensor_elements(out),
             .scratch_bytes = grn_element_chain_scratch(c, out, in)};
    int32_t parts = count_parts(run, j.elements);
    size_t bytes = (size_t)parts * j.scratch_bytes;
    j.scratch = bytes <= sizeof little ? little : grn_allocate(run->allocator, bytes);
    if (!j.scratch)
        return false;
    if (j.elements > 0)
        run_parts(run, &j, parts);
    if (j.scratch != little)
        grn_release(run->allocator, j.scratch, bytes);
    return true;
}

/* ---- a chain --------------------------------------------------------------------------------- */

static bool fits_type(const grn_type *type, const grn_tensor *t)
{
    for (int32_t d = 0; d < type->rank; d++)
        if (type->shape[d] != GRN_DYNAMIC && type->shape[d] != t->shape[d])
            return false;
    return type->rank == t->rank;
}

static bool is_counted(const grn_chain *c, size_t i) { return c->steps.along && c->steps.along[i] >= 0; }

/* A shape without elements. */
static bool shape_of(const grn_type *type, grn_tensor *out)
{
    return grn_tensor_init(out, NULL, type->element->dtype, type->rank, type->shape) == GRN_OK;
}

/* The result's shape: its type's, or where that is not static, that of an input of its rank. */
static bool find_shape(const grn_frame *frame, const grn_chain *c, grn_tensor *out)
{
    const grn_type *type = c->root->results[0].type;
    if (grn_type_has_static_shape(type))
        return shape_of(type, out);
    for (size_t i = 0; i < c->steps.ninputs; i++) {
        const grn_tensor *t = &frame->slot[c->inputs[i]->slot]->tensor;
        if (t->rank == type->rank) {
            grn_tensor_assign(out, t);
            return fits_type(type, t);
        }
    }
    return false;
}

/* An input as a view over all elements of the result: of its shape, a scalar, or, where the types
 * have it so, a reshape. */
static bool view_of(const grn_type *type, const grn_tensor *t, const grn_tensor *shape, grn_tensor *out)
{
    if (t->dtype != type->element->dtype)
        return false;
    if (t->rank == 0 && shape->rank != 0) {
        grn_view_broadcast(t, shape->rank, shape->shape, NULL, out);
        return true;
    }
    grn_tensor_assign(out, t);
    return grn_tensor_same_shape(t, shape) || (grn_type_has_static_shape(type) && fits_type(type, t) &&
                                               grn_tensor_elements(t) == grn_tensor_elements(shape));
}

/* The inputs as views for the steps, and the result's shape. False: their shapes do not agree. */
static bool common_views(const grn_frame *frame, const grn_chain *c, grn_tensor *views, grn_tensor *shape)
{
    if (!find_shape(frame, c, shape))
        return false;
    for (size_t i = 0; i < c->steps.ninputs; i++) {
        const grn_type *type = c->inputs[i]->type;
        bool fine = is_counted(c, i) ? shape_of(type, &views[i])
                                     : view_of(type, &frame->slot[c->inputs[i]->slot]->tensor, shape, &views[i]);
        if (!fine)
            return false;
    }
    return true;
}

/* An input that may donate its buffer to the result: its last use is the root, and nothing shares
 * the buffer. */
static const grn_rt *spare_input(const grn_frame *frame, const grn_chain *c, grn_dtype dtype, const grn_tensor *shape)
{
    for (size_t i = 0; i < c->steps.ninputs; i++) {
        const grn_rt *v = is_counted(c, i) ? NULL : frame->slot[c->inputs[i]->slot];
        if (v && c->inputs[i]->last_use == c->root && v->tensor.dtype == dtype &&
            grn_tensor_same_shape(&v->tensor, shape) && v->buffer && v->buffer->references == 1 &&
            v->tensor.data == v->buffer->data && grn_tensor_is_compact(&v->tensor))
            return v;
    }
    return NULL;
}

/* Without a message: memory that is refused here is requested again, op by op. */
static bool new_result(grn_runtime *run, const grn_frame *frame, const grn_chain *c, const grn_tensor *shape,
                       grn_rt *out)
{
    grn_dtype dtype = c->root->results[0].type->element->dtype;
    const grn_rt *spare = spare_input(frame, c, dtype, shape);
    const grn_diag *diag = run->diag;
    run->diag = NULL;
    grn_status status =
        spare ? grn_rt_share(run, spare, NULL, out) : grn_rt_alloc(run, dtype, shape->rank, shape->shape, out);
    run->diag = diag;
    return status == GRN_OK;
}

static grn_status run_op_by_op(grn_runtime *run, grn_frame *frame, const grn_chain *c)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < c->nops; i++) {
        run->place = c->ops[i]->place;
        status = grn_run_op(run, frame, c->ops[i]);
        if (c->ops[i] != c->root)
            grn_release_dead(run, frame, c->ops[i]);
    }
    return status;
}

/* What is summed was not there when the sum was charged. */
static grn_status run_rows(grn_runtime *run, grn_frame *frame, const grn_chain *c)
{
    int64_t elements = 0;
    const grn_type *summed = c->root->operands[0]->type;
    grn_status status = grn_shape_elements(summed->rank, summed->shape, &elements)
                            ? grn_charge(run, c->root, (uint64_t)elements)
                            : GRN_OK;
    return status == GRN_OK && !grn_row_sum_run(run, frame, c->rows) ? run_op_by_op(run, frame, c) : status;
}

grn_status grn_run_chain(grn_runtime *run, grn_frame *frame, const grn_chain *chain)
{
    grn_tensor views[GRN_CHAIN_VALUES], shape;
    grn_rt result;
    if (chain->rows)
        return run_rows(run, frame, chain);
    if (!common_views(frame, chain, views, &shape) || !new_result(run, frame, chain, &shape, &result))
        return run_op_by_op(run, frame, chain);
    if (!grn_run_blocks(run, &chain->steps, &result.tensor, views)) {
        grn_rt_release(run, &result);
        return run_op_by_op(run, frame, chain);
    }
    grn_status status = grn_define_result(run, frame, chain->root, &result);
    grn_rt_release(run, &result);
    return status;
}

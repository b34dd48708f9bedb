/* access.c - the access of an op, changed and run by the formula of the specification. */
#include "broken.h"

static void ignore(void *user, const grn_diagnostic *d)
{
    (void)user;
    (void)d;
}
static const grn_diag quiet = {ignore, NULL};

grn_dimension_numbers *dims_of(broken_access *a) { return a->is_gather ? &a->gather.dims : &a->scatter.dims; }
grn_index_rule *rule_of(broken_access *a) { return a->is_gather ? &a->gather.index : &a->scatter.index; }
void meaning_of(broken_access *a, grn_meaning *out)
{
    if (a->is_gather)
        grn_gather_meaning(&a->gather, &a->operand, &a->indices, out);
    else
        grn_scatter_meaning(&a->scatter, &a->operand, &a->indices, &a->dense, out);
}

static bool access_of(broken_op *b, grn_access *out)
{
    *out = (grn_access){0};
    return b->op->def && b->op->def->to_spec && b->op->def->to_spec(b->op, b->operands, &quiet, out) == GRN_OK &&
           !out->spread_updates;
}

/* Input `k` of the access, on copies. */
static bool take(broken_op *b, const grn_access *from, size_t k, broken_access *a)
{
    *a = (broken_access){.b = b, .is_gather = from->kind == GRN_ACCESS_GATHER, .indices = from->indices};
    a->operand = b->operands[from->operand + k];
    if (a->is_gather) {
        a->gather = from->gather;
        a->gather.index = grn_gather_rule(&a->gather);
        if (grn_tensor_init(&a->dense, NULL, a->operand.dtype, from->result_rank, from->result_shape) != GRN_OK)
            return false;
    } else {
        a->scatter = from->scatter;
        a->scatter.index = grn_scatter_rule(&a->scatter);
        a->dense = b->operands[from->updates + k];
        for (int32_t d = 0; from->cut_updates && d < a->dense.rank; d++)
            a->dense.shape[d] = from->update_shape[d];
    }
    rule_of(a)->indices_are_sorted = rule_of(a)->unique_indices = false;
    const grn_tensor *like = a->is_gather ? &a->dense : &a->operand;
    return (a->is_gather || a->scatter.combiner != GRN_COMBINE_REGION) && own_tensor(b->arena, &a->operand) &&
           own_tensor(b->arena, &a->indices) && (a->is_gather || own_tensor(b->arena, &a->dense)) &&
           grn_new_tensor(b->arena, a->operand.dtype, like, &a->result);
}

static bool run(broken_access *a)
{
    if (a->done)
        return true;
    if (a->is_gather)
        return grn_gather_reference(&a->gather, &a->operand, &a->indices, &a->result, &quiet) == GRN_OK;
    grn_tensor_copy_flat(a->result.data, &a->operand);
    return grn_scatter_reference(&a->scatter, 1, &a->result, &a->indices, &a->dense, &quiet) == GRN_OK;
}

bool run_broken_access(broken_op *b, const mistake *m)
{
    grn_access from;
    if (!access_of(b, &from))
        return false;
    for (size_t k = 0; k < b->nresults; k++) {
        broken_access a;
        if (!take(b, &from, k, &a) || !m->access(&a) || !run(&a))
            return false;
        b->results[k] = a.result;
    }
    return true;
}

/* ---- values of indices ----------------------------------------------------------------------- */

/* The nearest value that the dtype holds. */
static void store_index(grn_dtype dtype, int64_t value, void *to)
{
    const unsigned bits = grn_dtype_bits(dtype);
    const bool has_sign = grn_dtype_class_of(dtype) == GRN_CLASS_SIGNED;
    const int64_t most = bits >= 64 ? INT64_MAX : (INT64_C(1) << (has_sign ? bits - 1 : bits)) - 1;
    const int64_t least = has_sign ? -most - 1 : 0;
    const grn_scalar s = {.dtype = dtype, .i = value < least ? least : value > most ? most : value};
    grn_scalar_store(&s, dtype, to);
}

static void change_one(broken_access *a, index_fn *f, int32_t component, void *at)
{
    grn_meaning meaning;
    meaning_of(a, &meaning);
    const int64_t d = dims_of(a)->start_index_map.v[component];
    const grn_dtype dtype = a->indices.dtype;
    store_index(dtype, f(dtype, grn_index_load(dtype, at), a->operand.shape[d], meaning.window[d]), at);
}

bool change_access(broken_access *a, index_fn *f)
{
    const int64_t vector = dims_of(a)->index_vector_dim;
    grn_walk w;
    for (grn_walk_init(&w, a->indices.rank, a->indices.shape, 1, (const int64_t *[]){a->indices.stride}); w.more;
         grn_walk_next(&w))
        change_one(a, f, vector < a->indices.rank ? (int32_t)w.index[vector] : 0,
                   grn_tensor_at(&a->indices, w.offset[0]));
    return true;
}

bool change_indices(broken_op *b, index_fn *f)
{
    grn_access from;
    broken_access a;
    if (!access_of(b, &from) || from.indices_operand == GRN_INDICES_MADE || from.operand >= b->noperands)
        return false;
    from.scatter.combiner = from.kind == GRN_ACCESS_SCATTER ? GRN_COMBINE_REPLACE : from.scatter.combiner;
    if (!take(b, &from, 0, &a))
        return false;
    if (from.indices_operand == GRN_INDICES_INLINE) {
        const int32_t n = dims_of(&a)->start_index_map.count;
        for (int32_t k = 0; k < n; k++) {
            grn_tensor *t = &b->operands[b->noperands - (size_t)(n - k)];
            a.indices.dtype = t->dtype;
            if (!own_tensor(b->arena, t))
                return false;
            change_one(&a, f, k, t->data);
        }
        return true;
    }
    const int64_t vector = dims_of(&a)->index_vector_dim;
    grn_tensor *t = &b->operands[from.indices_operand];
    if (t->dtype != a.indices.dtype || !grn_tensor_same_shape(t, &a.indices) || !own_tensor(b->arena, t))
        return false;
    grn_walk w;
    for (grn_walk_init(&w, t->rank, t->shape, 1, (const int64_t *[]){t->stride}); w.more; grn_walk_next(&w))
        change_one(&a, f, vector < t->rank ? (int32_t)w.index[vector] : 0, grn_tensor_at(t, w.offset[0]));
    return true;
}

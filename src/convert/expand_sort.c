/*
 * expand_sort.c - sorts of one key and the places of its elements, by which others are moved.
 *
 * A comparator that is one comparison makes such a sort. Any other that is seen to order its
 * elements is done on all pairs of a line: an element goes to the place whose number is how many
 * others come before it.
 */
#include "convert/expand.h"

enum { MOST_OPERANDS = 8, MOST_PAIRS = 1 << 20 };

/* ---- comparators ----------------------------------------------------------------------------- */

enum { MOST_NESTED = 16 }; /* ops looked through */

static bool has_same_attrs(const grn_op *a, const grn_op *b)
{
    bool same = a->nattrs == b->nattrs;
    for (size_t i = 0; same && i < a->nattrs; i++)
        same = grn_str_equal(a->attrs[i].name, b->attrs[i].name) && a->attrs[i].value == b->attrs[i].value;
    return same;
}

/* Whether b is of the second element what a is of the first. */
static bool mirrors(const grn_block *block, const grn_value *a, const grn_value *b, int depth)
{
    const grn_op *of_a = a->def, *of_b = b->def;
    if (!of_a || !of_b)
        return !of_a && !of_b && a->block == block && b->block == block && a->index % 2 == 0 &&
               b->index == a->index + 1;
    if (a->type->rank == 0 && b->type->rank == 0 && grn_is_same_number(a, b))
        return true;
    bool same = depth > 0 && of_a->block == block && of_b->block == block && of_a->def && of_a->def == of_b->def &&
                of_a->noperands > 0 && of_a->noperands == of_b->noperands && has_same_attrs(of_a, of_b);
    for (size_t i = 0; same && i < of_a->noperands; i++)
        same = mirrors(block, of_a->operands[i], of_b->operands[i], depth - 1);
    return same;
}

/* The comparison of a pair by one of these directions; NULL: it is none. */
static const grn_op *pair_of(const grn_block *block, const grn_value *v, const char *either, const char * or)
{
    const grn_op *op = v->def;
    return grn_op_is(op, GRN_HLO(compare)) && op->block == block &&
                   (grn_is_directed(op, either) || grn_is_directed(op, or)) &&
                   mirrors(block, op->operands[0], op->operands[1], MOST_NESTED)
               ? op
               : NULL;
}

/* Whether v orders: less or greater of a pair; or of pairs one after the other, as less | (equal &
 * next) or as equal ? next : less. */
static bool orders(const grn_block *block, const grn_value *v, int depth)
{
    const grn_op *op = v->def, *first, *equal;
    if (pair_of(block, v, "LT", "GT"))
        return true;
    if (!op || op->block != block || depth == 0)
        return false;
    if (grn_op_is(op, GRN_HLO(select))) {
        equal = pair_of(block, op->operands[0], "EQ", "EQ");
        first = pair_of(block, op->operands[2], "LT", "GT");
        return equal && first && equal->operands[0] == first->operands[0] && orders(block, op->operands[1], depth - 1);
    }
    first = grn_op_is(op, GRN_HLO(or)) ? pair_of(block, op->operands[0], "LT", "GT") : NULL;
    const grn_op *rest = first ? op->operands[1]->def : NULL;
    if (!grn_op_is(rest, GRN_HLO(and)) || rest->block != block)
        return false;
    equal = pair_of(block, rest->operands[0], "EQ", "EQ");
    return equal && equal->operands[0] == first->operands[0] && orders(block, rest->operands[1], depth - 1);
}

/* A key of another type in the same order. */
static grn_value *key_of(grn_rewrite *w, grn_value *v, grn_float_order order)
{
    const grn_dtype dtype = v->type->element->dtype, wider = grn_wider_dtype(dtype);
    if (order == GRN_ORDER_TOTAL)
        return grn_build_total_key(w, v);
    if (wider != GRN_NO_DTYPE) {
        const grn_type *in = grn_type_of_dtype(w->ir, wider);
        return in ? grn_build_convert(w, v, in) : NULL;
    }
    if (dtype != GRN_UI64)
        return v;
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS); /* the highest bit the other way */
    v = i64 ? grn_build_convert(w, v, i64) : NULL;
    return grn_build_binary(w, "stablehlo.xor", v, grn_integer_like(w, v, INT64_MIN));
}

/* Dims of an access by which each element of a line has a place of its own along `dim`. */
static grn_dimension_numbers along(int32_t rank, int64_t dim)
{
    grn_dimension_numbers dims = {.index_vector_dim = rank};
    for (int32_t d = 0; d < rank; d++)
        if (d != dim) {
            grn_dims_push(&dims.operand_batching_dims, d);
            grn_dims_push(&dims.start_indices_batching_dims, d);
        }
    grn_dims_push(&dims.collapsed_slice_dims, dim);
    grn_dims_push(&dims.start_index_map, dim);
    return dims;
}

static grn_value *taken(grn_rewrite *w, grn_value *v, grn_value *places, int64_t dim)
{
    grn_hub g = {.dims = along(v->type->rank, dim),
                 .ninputs = 1,
                 .operands = &v,
                 .indices = places,
                 .rule = {.bounds = GRN_BOUNDS_PROMISE},
                 .result = v->type};
    for (int32_t d = 0; d < v->type->rank; d++)
        grn_dims_push(&g.slice_sizes, 1);
    grn_op *op = grn_hub_make(w, &g);
    return op ? &op->results[0] : NULL;
}

static grn_value *put(grn_rewrite *w, grn_value *v, grn_value *places, int64_t dim)
{
    grn_value *into = grn_number_like(w, v, 0);
    grn_hub s = {.is_scatter = true,
                 .dims = along(v->type->rank, dim),
                 .ninputs = 1,
                 .operands = &into,
                 .indices = places,
                 .updates = &v,
                 .rule = {.bounds = GRN_BOUNDS_PROMISE, .unique_indices = true},
                 .combiner = GRN_COMBINE_REPLACE};
    grn_op *op = into ? grn_hub_make(w, &s) : NULL;
    return op ? &op->results[0] : NULL;
}

static grn_status sort_by_key(grn_rewrite *w, const grn_op *op, int64_t dim, size_t key, grn_float_order order,
                              const char *direction)
{
    const grn_type *t = grn_operand_type(op, 0), *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    grn_value *k = key_of(w, op->operands[key], order),
              *places = i64 ? grn_build_iota(w, i64, t->rank, t->shape, dim) : NULL;
    grn_op *sort = k && places ? grn_build_sort(w, k, places, dim, direction, order) : NULL;
    grn_value *sorted[MOST_OPERANDS];
    if (!sort)
        return grn_no_memory(w);
    for (size_t i = 0; i < op->nresults; i++)
        sorted[i] =
            i == key && k == op->operands[key] ? &sort->results[0] : taken(w, op->operands[i], &sort->results[1], dim);
    return grn_replace_all(w, sorted);
}

/* Whether of every pair (i, j) along `dim` and the last dim the second comes before the first. */
static grn_value *comes_before(grn_rewrite *w, const grn_op *op, int64_t dim, const int64_t *pairs)
{
    grn_value *args[2][2 * MOST_OPERANDS], *before, *behind;
    const int32_t rank = grn_operand_type(op, 0)->rank;
    int64_t own[GRN_MAX_RANK], other[GRN_MAX_RANK];
    for (int32_t d = 0; d < rank; d++) {
        own[d] = d;
        other[d] = d == dim ? rank : d;
    }
    for (size_t i = 0; i < op->noperands; i++) {
        grn_value *mine = grn_build_broadcast(w, op->operands[i], own, rank + 1, pairs),
                  *theirs = grn_build_broadcast(w, op->operands[i], other, rank + 1, pairs);
        args[0][2 * i] = args[1][2 * i + 1] = theirs;
        args[0][2 * i + 1] = args[1][2 * i] = mine;
    }
    if (!grn_region_on_tensors(w, &op->regions[0], args[0], rank + 1, pairs, &before) ||
        !grn_region_on_tensors(w, &op->regions[0], args[1], rank + 1, pairs, &behind))
        return NULL;
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    grn_value *i = i64 ? grn_build_iota(w, i64, rank + 1, pairs, dim) : NULL,
              *j = i64 ? grn_build_iota(w, i64, rank + 1, pairs, rank) : NULL;
    grn_value *first = j && i ? grn_build_compare(w, "LT", j, i) : NULL,
              *neither = grn_each(w, "stablehlo.not", behind);
    return grn_build_binary(w, "stablehlo.or", before, grn_build_binary(w, "stablehlo.and", neither, first));
}

/* How often v is true along the last dim. */
static grn_value *counted(grn_rewrite *w, grn_value *v)
{
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    grn_value *ones = i64 ? grn_build_convert(w, v, i64) : NULL;
    return ones ? grn_build_fold(w, "stablehlo.add", grn_build_number(w, 0), ones, (uint64_t)1 << (v->type->rank - 1))
                : NULL;
}

static grn_status sort_by_counting(grn_rewrite *w, const grn_op *op, int64_t dim)
{
    const grn_type *t = grn_operand_type(op, 0);
    int64_t pairs[GRN_MAX_RANK], n = 1;
    const grn_block *b = op->regions[0].first;
    if (t->rank == GRN_MAX_RANK || !orders(b, b->last->operands[0], MOST_NESTED))
        return GRN_OK;
    memcpy(pairs, t->shape, sizeof *pairs * (size_t)t->rank);
    pairs[t->rank] = t->shape[dim];
    for (int32_t d = 0; d <= t->rank; d++) {
        n = pairs[d] > MOST_PAIRS ? MOST_PAIRS + 1 : n * pairs[d];
        if (n > MOST_PAIRS)
            return GRN_OK;
    }
    grn_value *before = comes_before(w, op, dim, pairs), *places = before ? counted(w, before) : NULL;
    grn_value *sorted[MOST_OPERANDS];
    for (size_t i = 0; i < op->nresults; i++)
        sorted[i] = places ? put(w, op->operands[i], places, dim) : NULL;
    return grn_replace_all(w, sorted);
}

grn_status grn_expand_sort(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_operand_type(op, 0);
    const grn_block *b = op->nregions == 1 ? op->regions[0].first : NULL;
    size_t key;
    grn_float_order order;
    int64_t dim = grn_op_integer(op, "dimension", -1);
    dim += dim < 0 ? t->rank : 0;
    if (!b || b->next || !b->last || b->last->noperands != 1 || b->nargs != 2 * op->noperands ||
        op->noperands > MOST_OPERANDS || !grn_all_static(op) || !grn_region_is_element_wise(&op->regions[0]) ||
        dim < 0 || dim >= t->rank)
        return GRN_OK;
    bool is_empty = false;
    for (int32_t d = 0; d < t->rank; d++)
        is_empty = is_empty || t->shape[d] == 0;
    if (is_empty || t->shape[dim] == 1)
        return grn_expand_barrier(w, op);
    const char *direction = grn_sort_direction(op, &key, &order);
    return direction ? sort_by_key(w, op, dim, key, order, direction) : sort_by_counting(w, op, dim);
}

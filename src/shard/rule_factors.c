/* rule_factors.c - factors as they are added, and the attribute that they become. */
#include "shard/rule_factors.h"

#include "dialects/sdy/sdy.h"

/* A factor is of a dimension, which is numbered among those of all values. */
typedef struct grn_factor_use {
    size_t dim;
    int64_t factor;
} grn_factor_use;

static size_t value_count(const grn_op *op) { return op->noperands + op->nresults; }

static const grn_type *value_type(const grn_op *op, size_t v)
{
    return grn_type_as_tensor(v < op->noperands ? grn_operand_type(op, v) : grn_result_type(op, v - op->noperands));
}

/* ---- adding ---------------------------------------------------------------------------------- */

void grn_factors_init(grn_factors *f, grn_ir *ir, const grn_op *op)
{
    *f = (grn_factors){.ir = ir, .op = op, .status = GRN_OK};
    grn_vec_init(&f->sizes, ir->allocator, sizeof(int64_t));
    grn_vec_init(&f->first, ir->allocator, sizeof(size_t));
    grn_vec_init(&f->uses, ir->allocator, sizeof(grn_factor_use));
    grn_vec_init(&f->blocked, ir->allocator, sizeof(int64_t));
    for (size_t k = 0; k < GRN_FACTOR_KINDS; k++)
        grn_vec_init(&f->sets[k], ir->allocator, sizeof(int64_t));
    size_t *first = grn_vec_extend(&f->first, value_count(op) + 1);
    if (!first) {
        f->status = GRN_E_MEMORY;
        return;
    }
    for (size_t v = 0; v < value_count(op); v++)
        first[v + 1] = first[v] + (size_t)value_type(op, v)->rank;
}

void grn_factors_destroy(grn_factors *f)
{
    grn_vec_destroy(&f->sizes);
    grn_vec_destroy(&f->first);
    grn_vec_destroy(&f->uses);
    grn_vec_destroy(&f->blocked);
    for (size_t k = 0; k < GRN_FACTOR_KINDS; k++)
        grn_vec_destroy(&f->sets[k]);
}

static void add_number(grn_factors *f, grn_vec *numbers, int64_t number)
{
    int64_t *slot = grn_vec_push(numbers);
    if (slot)
        *slot = number;
    else
        f->status = GRN_E_MEMORY;
}

void grn_factor_add_blocked(grn_factors *f, int64_t size, grn_factor_kind kind, bool blocked)
{
    const int64_t factor = (int64_t)f->sizes.count;
    if (f->status != GRN_OK || f->none)
        return;
    if (kind != GRN_FACTOR_PASS_THROUGH)
        add_number(f, &f->sets[kind], factor);
    if (blocked)
        add_number(f, &f->blocked, factor);
    add_number(f, &f->sizes, size);
}

void grn_factor_add(grn_factors *f, int64_t size, grn_factor_kind kind)
{
    grn_factor_add_blocked(f, size, kind, false);
}

static void use(grn_factors *f, size_t value, int64_t dim)
{
    const size_t *first = f->first.items;
    if (f->status != GRN_OK || f->none || dim < 0)
        return;
    if (value >= value_count(f->op) || (uint64_t)dim >= first[value + 1] - first[value]) {
        f->none = true;
        return;
    }
    grn_factor_use *slot = grn_vec_push(&f->uses);
    if (slot)
        *slot = (grn_factor_use){first[value] + (size_t)dim, (int64_t)f->sizes.count - 1};
    else
        f->status = GRN_E_MEMORY;
}

void grn_factor_operand(grn_factors *f, size_t operand, int64_t dim)
{
    if (operand < f->op->noperands)
        use(f, operand, dim);
    else
        f->none = true;
}

void grn_factor_result(grn_factors *f, size_t result, int64_t dim) { use(f, f->op->noperands + result, dim); }

static void use_of_no_scalar(grn_factors *f, size_t value, int64_t dim)
{
    if (value_type(f->op, value)->rank > 0)
        use(f, value, dim);
}

void grn_factor_operands(grn_factors *f, size_t first, size_t count, int64_t dim)
{
    for (size_t i = first; i < first + count; i++)
        grn_factor_operand(f, i, dim);
}

void grn_factor_all_operands(grn_factors *f, int64_t dim)
{
    for (size_t v = 0; v < f->op->noperands; v++)
        use_of_no_scalar(f, v, dim);
}

void grn_factor_all_results(grn_factors *f, int64_t dim)
{
    for (size_t v = f->op->noperands; v < value_count(f->op); v++)
        use_of_no_scalar(f, v, dim);
}

void grn_factor_everywhere(grn_factors *f, int64_t dim, int64_t size, grn_factor_kind kind, bool blocked)
{
    grn_factor_add_blocked(f, size, kind, blocked);
    grn_factor_all_operands(f, dim);
    grn_factor_all_results(f, dim);
}

void grn_factors_pointwise(grn_factors *f, const grn_type *type, int32_t count)
{
    for (int32_t d = 0; d < count; d++)
        grn_factor_everywhere(f, d, type->shape[d], GRN_FACTOR_PASS_THROUGH, false);
}

void grn_factors_mismatched(grn_factors *f, const grn_type *a, const grn_type *b, grn_factor_kind kind, bool blocked)
{
    f->none = f->none || a->rank != b->rank;
    for (int32_t d = 0; d < a->rank && !f->none; d++) {
        const bool same = a->shape[d] == b->shape[d];
        grn_factor_everywhere(f, d, a->shape[d], same ? GRN_FACTOR_PASS_THROUGH : kind, blocked && !same);
    }
}

grn_dim_list grn_rule_dims(const grn_op *op, const char *name)
{
    grn_dim_list list = {.name = name};
    (void)grn_op_dims(op, name, &list.count, &list.v);
    return list;
}

/* ---- the attribute --------------------------------------------------------------------------- */

/* The factors of all dimensions, one dimension's after the other's: those of dimension d are from
 * begin[d] up to begin[d + 1]. */
typedef struct sorted {
    grn_vec begin;   /* size_t */
    grn_vec factors; /* int64_t */
} sorted;

static bool sort_by_dim(const grn_factors *f, size_t ndims, sorted *s)
{
    const grn_factor_use *uses = f->uses.items;
    size_t *begin = grn_vec_extend(&s->begin, ndims + 2); /* one more than it needs: the end of what is placed so far */
    int64_t *factors = grn_vec_extend(&s->factors, f->uses.count + 1);
    if (!begin || !factors)
        return false;
    for (size_t i = 0; i < f->uses.count; i++)
        begin[uses[i].dim + 2]++;
    for (size_t d = 2; d < ndims + 2; d++)
        begin[d] += begin[d - 1];
    for (size_t i = 0; i < f->uses.count; i++)
        factors[begin[uses[i].dim + 1]++] = uses[i].factor;
    return true;
}

static const grn_attr *dim_mapping(grn_factors *f, const sorted *s, size_t dim)
{
    const size_t *begin = s->begin.items;
    const int64_t own = (int64_t)f->sizes.count;
    if (begin[dim] < begin[dim + 1])
        return grn_attr_dense_i64(f->ir, begin[dim + 1] - begin[dim], (const int64_t *)s->factors.items + begin[dim]);
    add_number(f, &f->sizes, 1);
    return f->status == GRN_OK ? grn_attr_dense_i64(f->ir, 1, &own) : NULL;
}

static const grn_attr *value_mapping(grn_factors *f, const sorted *s, size_t value)
{
    const size_t *first = f->first.items;
    const grn_attr *dims[GRN_MAX_RANK];
    const size_t rank = first[value + 1] - first[value];
    for (size_t d = 0; d < rank; d++)
        if (!(dims[d] = dim_mapping(f, s, first[value] + d)))
            return NULL;
    return grn_attr_array(f->ir, rank, dims);
}

static const grn_attr *mappings(grn_factors *f, const sorted *s, size_t first, size_t count)
{
    const grn_attr *out = NULL;
    grn_vec each;
    grn_vec_init(&each, f->ir->allocator, sizeof(const grn_attr *));
    const grn_attr **items = grn_vec_extend(&each, count);
    bool fine = items != NULL;
    for (size_t i = 0; fine && i < count; i++)
        fine = (items[i] = value_mapping(f, s, first + i)) != NULL;
    if (fine)
        out = grn_attr_array(f->ir, count, items);
    grn_vec_destroy(&each);
    return out;
}

static grn_field numbers(const grn_vec *v) { return (grn_field){.present = true, .count = v->count, .v = v->items}; }

static const grn_attr *make(grn_factors *f, const sorted *s)
{
    const grn_attr *operands = mappings(f, s, 0, f->op->noperands);
    const grn_attr *results = operands ? mappings(f, s, f->op->noperands, f->op->nresults) : NULL;
    const grn_attr *is_custom = results ? grn_attr_bool(f->ir, false) : NULL;
    const grn_field fields[] = {numbers(&f->sizes),
                                {.present = true, .value = operands},
                                {.present = true, .value = results},
                                numbers(&f->sets[GRN_FACTOR_REDUCTION]),
                                numbers(&f->sets[GRN_FACTOR_NEED_REPLICATION]),
                                numbers(&f->sets[GRN_FACTOR_PERMUTATION]),
                                numbers(&f->blocked),
                                {.present = true, .value = is_custom}};
    return is_custom ? grn_attr_struct(f->ir, &grn_sdy_rule_attr, fields) : NULL;
}

const grn_attr *grn_factors_rule(grn_factors *f, grn_status *status)
{
    sorted s;
    const grn_attr *rule = NULL;
    const size_t *first = f->first.items;
    if (f->status == GRN_OK && !f->none) {
        grn_vec_init(&s.begin, f->ir->allocator, sizeof(size_t));
        grn_vec_init(&s.factors, f->ir->allocator, sizeof(int64_t));
        f->ir->over = NULL;
        if (sort_by_dim(f, first[value_count(f->op)], &s))
            rule = make(f, &s);
        if (!rule)
            f->status = f->ir->over ? GRN_E_LIMIT : GRN_E_MEMORY;
        grn_vec_destroy(&s.begin);
        grn_vec_destroy(&s.factors);
    }
    *status = f->status;
    return rule;
}

/*
 * fuzz_grouped.c - bytes as a call of segments, bags, experts, or of a framework that groups elements.
 *
 * Any status is right (grouped.h says what holds). What calls that may be answer are their reference's bytes.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grouped.h"

#define WAY(name, reference)   \
    {                          \
#name, name, reference \
    }
#define ALLOCATOR(a) (&(a)->allocator.allocator)

/* ---- segments -------------------------------------------------------------------------------- */

enum { DATA, SEGMENTS, WEIGHTS, RESULT, ARG, GRAD, DATA_GRAD, WEIGHTS_GRAD };

static grn_segment_tensors segment_tensors(const arguments *a)
{
    return (grn_segment_tensors){a->given[DATA], a->given[SEGMENTS], a->given[WEIGHTS], a->given[RESULT],
                                 a->given[ARG]};
}

static grn_segment_spec segment_spec(entropy *e, grn_dtype dtype)
{
    static const double small[] = {0, 0, 0, 1e-6, 1e-12, -1, NAN, INFINITY};
    static const int64_t numbers[] = {-1, 0, 1, 1, 1, 2, INT64_MAX, INT64_MIN};
    grn_segment_spec s = {
        .op = (grn_segment_op)pick(e, GRN_SEGMENT_OP_COUNT),
        .form = (grn_segment_form)pick(e, GRN_SEGMENT_FORM_COUNT),
        .length = pick_between(e, 1, 3),
        .ids = (grn_segment_ids_rule)pick(e, GRN_SEGMENT_IDS_RULE_COUNT),
        .empty = (grn_segment_empty)pick(e, GRN_SEGMENT_EMPTY_COUNT),
        .arg_of_empty = PICK_OF(e, numbers),
        .correction = PICK_OF(e, numbers),
        .eps = PICK_OF(e, small),
    };
    if (s.op <= GRN_SEGMENT_MAX)
        s.start = (grn_segment_start)pick(e, GRN_SEGMENT_START_COUNT);
    if (s.op == GRN_SEGMENT_MEAN)
        s.divisor = (grn_segment_divisor)pick(e, GRN_SEGMENT_DIVISOR_COUNT);
    if (s.op == GRN_SEGMENT_MIN || s.op == GRN_SEGMENT_MAX)
        s.nan = (grn_segment_nan)pick(e, GRN_SEGMENT_NAN_COUNT);
    if (s.op <= GRN_SEGMENT_PRODUCT)
        s.rounding = (grn_segment_rounding)pick(e, GRN_SEGMENT_ROUNDING_COUNT);
    random_element(entropy_source(e), dtype, s.initial);
    return s;
}

/* One field that no spec of its op may have. */
static void spoil_segments(entropy *e, grn_segment_spec *s)
{
    switch (pick(e, 6)) {
    case 0: s->op = (grn_segment_op)pick_between(e, -1, 99); break;
    case 1: s->form = (grn_segment_form)pick_between(e, -1, 99); break;
    case 2: s->start = (grn_segment_start)pick_between(e, -1, GRN_SEGMENT_START_COUNT); break;
    case 3: s->divisor = (grn_segment_divisor)pick_between(e, -1, GRN_SEGMENT_DIVISOR_COUNT); break;
    case 4: s->length = wild_number(e); break;
    default: s->axis = (int32_t)PICK_OF(e, ((const int32_t[]){INT32_MIN, INT32_MAX, -4, 3})); break;
    }
}

/* How many numbers `segments` has for n entries of m segments, and what they are. */
static int64_t segments_extent(const grn_segment_spec *s, int64_t n, int64_t m, content *content)
{
    static const enum content contents[] = {INDICES, STEPS, OFFSETS_AND_END, OFFSETS, LENGTHS, VALUES};
    *content = contents[s->form];
    return s->form <= GRN_SEGMENT_SORTED_IDS ? n : s->form == GRN_SEGMENT_OFFSETS && is_small(m) ? m + 1 : m;
}

static void put_segments(arguments *a, const grn_segment_spec *s, int32_t rank, int32_t axis, const int64_t *shape,
                         int64_t m)
{
    int64_t lines[GRN_MAX_RANK] = {0};
    content content;
    const int64_t extent = segments_extent(s, shape[axis], m, &content);
    const int64_t most = s->form <= GRN_SEGMENT_SORTED_IDS ? m : shape[axis];
    const int32_t before = one_in(a->e, 4) ? axis : 0;
    memcpy(lines, shape, sizeof *lines * (size_t)rank);
    lines[before] = extent;
    put(a, SEGMENTS, index_dtype(a->e), before + 1, lines, content, most);
    optional(a, SEGMENTS, s->form != GRN_SEGMENT_CONSTANT);
}

static void draw_segments(arguments *a)
{
    entropy *e = a->e;
    int64_t shape[3], result[3];
    const grn_dtype dtype = any_dtype(e);
    const int32_t rank = (int32_t)pick_between(e, 1, 3), axis = (int32_t)pick(e, (uint64_t)rank);
    grn_segment_spec s = segment_spec(e, dtype);
    for (int32_t d = 0; d < rank; d++)
        shape[d] = extent(a);
    const int64_t m = extent(a);
    s.axis = one_in(e, 2) ? axis : axis - rank;
    s.nsegments = m;
    if (s.form == GRN_SEGMENT_CONSTANT && is_small(m))
        shape[axis] = m * s.length;
    memcpy(result, shape, sizeof shape);
    if (s.op != GRN_SEGMENT_SOFTMAX && s.op != GRN_SEGMENT_LOG_SOFTMAX)
        result[axis] = m;
    put(a, DATA, dtype, rank, shape, VALUES, 0);
    put_segments(a, &s, rank, axis, shape, m);
    for (size_t i = WEIGHTS; i <= WEIGHTS_GRAD; i += WEIGHTS_GRAD - WEIGHTS)
        put(a, i, dtype, rank, shape, VALUES, 0);
    put(a, RESULT, dtype, rank, result, VALUES, 0);
    put(a, ARG, index_dtype(e), rank, result, INDICES, shape[axis]);
    put(a, GRAD, dtype, rank, result, VALUES, 0);
    put(a, DATA_GRAD, dtype, rank, shape, VALUES, 0);
    optional(a, WEIGHTS, s.divisor != GRN_SEGMENT_BY_COUNT || (s.op <= GRN_SEGMENT_MEAN && one_in(e, 2)));
    optional(a, ARG, (s.op == GRN_SEGMENT_MIN || s.op == GRN_SEGMENT_MAX) && one_in(e, 2));
    optional(a, WEIGHTS_GRAD, a->given[WEIGHTS] && one_in(e, 2));
    if (a->wild && one_in(e, 8))
        spoil_segments(e, &s);
    a->segment = s;
}

static grn_status segment_reference(arguments *a)
{
    const grn_segment_tensors t = segment_tensors(a);
    return grn_segment_reference(&a->segment, &t, NULL);
}

static grn_status segment_reduce(arguments *a)
{
    const grn_segment_tensors t = segment_tensors(a);
    return grn_segment_reduce(&a->segment, &t, ALLOCATOR(a), NULL);
}

static void *data_of(const grn_tensor *t) { return t ? t->data : NULL; }

static grn_status run_plan(const grn_segment_plan *plan, const grn_segment_tensors *t)
{
    const grn_segment_data data = {data_of(t->data), data_of(t->segments), data_of(t->weights), data_of(t->result),
                                   data_of(t->arg)};
    const size_t bytes = grn_segment_scratch_bytes(plan);
    void *scratch = NULL;
    if (bytes > GROUPED_BYTES || (bytes && !(scratch = aligned_alloc(64, (bytes + 63) / 64 * 64))))
        return GRN_E_MEMORY;
    const grn_status status = grn_segment_run(plan, &data, scratch, NULL);
    free(scratch);
    return status;
}

/* By a plan of some way and instruction set. */
static grn_status segment_planned(arguments *a)
{
    static const char *const cpus[] = {NULL, NULL, "scalar", "avx2", "avx512", "neon", "abacus"};
    const grn_segment_tensors t = segment_tensors(a);
    const grn_segment_plan_options options = {.threads = (int32_t)pick_between(a->e, -1, 4),
                                              .cpu = PICK_OF(a->e, cpus),
                                              .way = one_in(a->e, 2) ? NULL : grn_segment_way_text(pick(a->e, 8))};
    grn_segment_plan *plan = NULL;
    grn_status status = grn_segment_plan_create(&a->segment, &t, &options, ALLOCATOR(a), NULL, &plan);
    if (status == GRN_OK)
        status = run_plan(plan, &t);
    grn_segment_plan_destroy(plan);
    return status;
}

static grn_status segment_adjoint(arguments *a)
{
    const grn_segment_tensors t = segment_tensors(a);
    const grn_segment_gradients g = {a->given[GRAD], a->given[DATA_GRAD], a->given[WEIGHTS_GRAD],
                                     (grn_segment_ties)pick(a->e, GRN_SEGMENT_TIES_COUNT)};
    return grn_segment_adjoint(&a->segment, &t, &g, ALLOCATOR(a), NULL);
}

static grn_status segment_shape(arguments *a)
{
    const grn_segment_tensors t = segment_tensors(a);
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    return grn_segment_shape(&a->segment, &t, NULL, &rank, shape);
}

static grn_status segment_check(arguments *a)
{
    const grn_segment_tensors t = segment_tensors(a);
    return grn_segment_check(&a->segment, &t, NULL);
}

static grn_status segment_count(arguments *a)
{
    int64_t count;
    return grn_segment_count(a->given[SEGMENTS], NULL, &count);
}

static const way segment_ways[] = {
    WAY(segment_reduce, segment_reference),
    WAY(segment_planned, segment_reference),
    WAY(segment_planned, segment_reference),
    WAY(segment_adjoint, NULL),
    WAY(segment_adjoint, NULL),
    WAY(segment_shape, NULL),
    WAY(segment_check, NULL),
    WAY(segment_count, NULL),
};

/* ---- bags ------------------------------------------------------------------------------------ */

enum { TABLE, SCALES, BAG_INDICES, BAG_OFFSETS, BAG_WEIGHTS, BAG_RESULT, BAG_ARG, BAG_GRADIENT };

static grn_bag_tensors bag_tensors(const arguments *a)
{
    return (grn_bag_tensors){a->given[TABLE],       a->given[SCALES],     a->given[BAG_INDICES], a->given[BAG_OFFSETS],
                             a->given[BAG_WEIGHTS], a->given[BAG_RESULT], a->given[BAG_ARG]};
}

static grn_bag_options bag_options(entropy *e)
{
    static const char *const cpus[] = {NULL, NULL, "scalar", "avx2", "avx512", "abacus"};
    static const int32_t ahead[] = {0, 0, 1, -1, INT32_MAX, INT32_MIN};
    return (grn_bag_options){.threads = (int32_t)pick_between(e, one_in(e, 8) ? -1 : 0, 4),
                             .cpu = PICK_OF(e, cpus),
                             .ahead = PICK_OF(e, ahead)};
}

static grn_bag_spec bag_spec(entropy *e, int64_t rows)
{
    static const int64_t args[] = {-1, 0, INT64_MAX, INT64_MIN};
    return (grn_bag_spec){
        .combiner = (grn_bag_combiner)pick(e, GRN_BAG_COMBINER_COUNT),
        .format = one_in(e, 3) ? (grn_bag_format)pick(e, GRN_BAG_FORMAT_COUNT) : GRN_BAG_ROWS_PLAIN,
        .lists = (grn_bag_lists)pick(e, GRN_BAG_LISTS_COUNT),
        .index = (grn_bag_index_rule)pick(e, GRN_BAG_INDEX_RULE_COUNT),
        .divisor = (grn_bag_divisor)pick(e, GRN_BAG_DIVISOR_COUNT),
        .nan = (grn_bag_nan)pick(e, GRN_BAG_NAN_COUNT),
        .fused = one_in(e, 2),
        .has_padding = one_in(e, 4),
        .padding_index = is_small(rows) && rows > 0 ? pick_between(e, -rows, rows - 1) : -1,
        .empty_arg = PICK_OF(e, args),
        .arg_is_entry = one_in(e, 2),
    };
}

static void spoil_bags(entropy *e, grn_bag_spec *s)
{
    switch (pick(e, 5)) {
    case 0: s->combiner = (grn_bag_combiner)pick_between(e, -1, 99); break;
    case 1: s->format = (grn_bag_format)pick_between(e, -1, 99); break;
    case 2: s->lists = (grn_bag_lists)pick_between(e, -1, 99); break;
    case 3: s->divisor = (grn_bag_divisor)pick_between(e, -1, 99); break;
    default: s->padding_index = wild_number(e); break;
    }
}

static grn_dtype table_dtype(entropy *e, grn_bag_format format)
{
    static const grn_dtype floats[] = {GRN_F32, GRN_F32, GRN_F64, GRN_F16, GRN_BF16};
    return format == GRN_BAG_ROWS_PLAIN          ? one_in(e, 16) ? any_dtype(e) : PICK_OF(e, floats)
                    : format == GRN_BAG_ROWS_BLOCKS_OF_32 ? one_in(e, 2) ? GRN_F8E5M2 : GRN_F8E4M3FN
                                                 : GRN_UI8;
}

static void put_table(arguments *a, const grn_bag_spec *s, grn_dtype dtype, int64_t rows, int64_t columns)
{
    const bool whole = s->format == GRN_BAG_ROWS_PLAIN || s->format == GRN_BAG_ROWS_BLOCKS_OF_32;
    const int64_t shape[] = {rows, whole ? columns : grn_bag_row_bytes(s->format, columns)};
    const int64_t blocks[] = {rows, is_small(columns) ? (columns + 31) / 32 : columns};
    put(a, TABLE, dtype, 2, shape, VALUES, 0);
    put(a, SCALES, GRN_F8E8M0FNU, 2, blocks, VALUES, 0);
    optional(a, SCALES, s->format == GRN_BAG_ROWS_BLOCKS_OF_32);
}

/* Indices and weights, and which are a bag's. */
static void put_lists(arguments *a, const grn_bag_spec *s, int64_t rows, int64_t bags, grn_dtype wide, bool heads)
{
    static const content contents[] = {OFFSETS, OFFSETS_AND_END, LENGTHS, VALUES};
    const bool constant = s->lists == GRN_BAG_CONSTANT;
    const int64_t entries = extent(a), list[] = {constant ? bags : entries, constant ? entries : heads ? 2 : 1};
    const int64_t noffsets = bags + (s->lists == GRN_BAG_OFFSETS_AND_END && is_small(bags));
    put(a, BAG_INDICES, index_dtype(a->e), constant ? 2 : 1, list, INDICES, rows);
    put(a, BAG_OFFSETS, index_dtype(a->e), 1, &noffsets, contents[s->lists], entries);
    put(a, BAG_WEIGHTS, wide, constant || one_in(a->e, 3) ? 2 : 1, list, VALUES, 0);
    optional(a, BAG_OFFSETS, !constant);
    optional(a, BAG_WEIGHTS, one_in(a->e, 2));
}

static void draw_bags(arguments *a)
{
    entropy *e = a->e;
    const int64_t rows = extent(a), bags = extent(a), columns = one_in(e, 4) ? 4 * pick_between(e, 0, 12) : extent(a);
    grn_bag_spec s = bag_spec(e, rows);
    const grn_dtype dtype = table_dtype(e, s.format), wide = dtype == GRN_F64 ? GRN_F64 : GRN_F32;
    const int64_t result[] = {bags, columns}, gradient[] = {rows, columns};
    put_table(a, &s, dtype, rows, columns);
    put_lists(a, &s, rows, bags, wide, is_small(columns) && columns % 2 == 0);
    put(a, BAG_RESULT, one_in(e, 6) ? any_dtype(e) : wide, 2, result, VALUES, 0);
    put(a, BAG_ARG, GRN_I64, 2, result, INDICES, rows);
    put(a, BAG_GRADIENT, a->at[BAG_RESULT].now.view.dtype, 2, gradient, VALUES, 0);
    optional(a, BAG_ARG, s.combiner >= GRN_BAG_MAX && one_in(e, 2));
    if (a->wild && one_in(e, 8))
        spoil_bags(e, &s);
    a->bag = s;
}

static grn_status bag_reference(arguments *a)
{
    const grn_bag_tensors t = bag_tensors(a);
    return grn_bag_reference(&a->bag, &t, NULL);
}

static grn_status bag(arguments *a)
{
    const grn_bag_tensors t = bag_tensors(a);
    const grn_bag_options options = bag_options(a->e);
    return grn_bag(&a->bag, &t, &options, NULL);
}

/* The same one twice: both write the same. */
static grn_status bag_tables(arguments *a)
{
    const grn_bag_table one = {a->bag, bag_tensors(a)}, tables[] = {one, one};
    const grn_bag_options options = bag_options(a->e);
    return grn_bag_tables((size_t)pick_between(a->e, 1, 2), tables, &options, NULL);
}

static grn_status bag_gradient(arguments *a)
{
    const grn_bag_tensors t = bag_tensors(a);
    const grn_bag_options options = bag_options(a->e);
    return grn_bag_gradient(&a->bag, &t, one_in(a->e, 2), a->given[BAG_GRADIENT], &options, ALLOCATOR(a), NULL);
}

/* The rows are written where arg would be. */
static grn_status bag_sparse_gradient(arguments *a)
{
    const grn_bag_options options = bag_options(a->e);
    grn_bag_tensors t = bag_tensors(a);
    grn_tensor rows = a->at[BAG_ARG].now.view;
    int64_t count;
    t.arg = NULL;
    if (rows.rank == 2 && is_small(rows.shape[0]) && is_small(rows.shape[1]) && grn_tensor_is_compact(&rows)) {
        rows.rank = 1;
        rows.shape[0] *= rows.shape[1];
        rows.stride[0] = 1;
    }
    return grn_bag_sparse_gradient(&a->bag, &t, one_in(a->e, 2), &rows, a->given[BAG_GRADIENT], &count, &options,
                                   ALLOCATOR(a), NULL);
}

/* Of the weights: the gradient is as they are, where the gradient of the rows would be. */
static grn_status bag_weights_gradient(arguments *a)
{
    const grn_bag_tensors t = bag_tensors(a);
    const grn_bag_options options = bag_options(a->e);
    return grn_bag_weights_gradient(&a->bag, &t, a->given[one_in(a->e, 8) ? BAG_WEIGHTS : BAG_GRADIENT], &options,
                                    NULL);
}

static grn_status bag_arg_gradient(arguments *a)
{
    const grn_bag_tensors t = bag_tensors(a);
    const grn_bag_options options = bag_options(a->e);
    return grn_bag_arg_gradient(&a->bag, &t, a->given[BAG_GRADIENT], &options, NULL);
}

static grn_status bag_check(arguments *a)
{
    const grn_bag_tensors t = bag_tensors(a);
    return grn_bag_check(&a->bag, &t, NULL);
}

static const way bag_ways[] = {
    WAY(bag, bag_reference),     WAY(bag, bag_reference),        WAY(bag_tables, bag_reference),
    WAY(bag_gradient, NULL),     WAY(bag_sparse_gradient, NULL), WAY(bag_weights_gradient, NULL),
    WAY(bag_arg_gradient, NULL), WAY(bag_check, NULL),
};

/* ---- experts --------------------------------------------------------------------------------- */

enum { TOKENS, EXPERTS, ROWS, FIRSTS, INVERSE, SHARES, ROWS_GRAD, SHARES_GRAD };

static void draw_experts(arguments *a)
{
    entropy *e = a->e;
    const int64_t tokens = extent(a), each = extent(a), columns = extent(a);
    const grn_dtype dtype = any_dtype(e);
    a->experts = (grn_experts_spec){.first = a->wild && one_in(e, 8) ? wild_number(e) : pick_between(e, 0, 2),
                                    .count = a->wild && one_in(e, 8) ? wild_number(e) : pick_between(e, 1, 5),
                                    .keeps_others = one_in(e, 2)};
    const int64_t nrows = is_small(tokens) && is_small(each) ? tokens * each : extent(a);
    const int64_t token[] = {tokens, columns}, list[] = {tokens, each}, row[] = {nrows, columns};
    const int64_t firsts = is_small(a->experts.count) ? a->experts.count + 1 : 3;
    put(a, TOKENS, dtype, 2, token, VALUES, 0);
    put(a, EXPERTS, index_dtype(e), 2, list, INDICES, a->experts.first >= 0 && a->experts.first < 3 ? 6 : 0);
    put(a, ROWS, dtype, 2, row, VALUES, 0);
    put(a, FIRSTS, GRN_I64, 1, &firsts, VALUES, 0);
    put(a, INVERSE, GRN_I32, 2, list, INDICES, nrows);
    put(a, SHARES, one_in(e, 2) ? dtype : GRN_F32, 2, list, VALUES, 0);
    put(a, ROWS_GRAD, dtype, 2, row, VALUES, 0);
    put(a, SHARES_GRAD, dtype, 2, list, VALUES, 0);
    optional(a, SHARES, one_in(e, 2));
    optional(a, SHARES_GRAD, one_in(e, 2));
}

static grn_status experts_permute(arguments *a)
{
    const grn_bag_options options = bag_options(a->e);
    const bool alone = one_in(a->e, 12);
    return grn_experts_permute(&a->experts, alone ? NULL : a->given[TOKENS], a->given[EXPERTS],
                               alone ? NULL : a->given[ROWS], a->given[FIRSTS], a->given[INVERSE], &options, NULL);
}

static grn_status experts_unpermute(arguments *a)
{
    const grn_bag_options options = bag_options(a->e);
    return grn_experts_unpermute(a->given[ROWS], a->given[INVERSE], a->given[SHARES], a->experts.keeps_others,
                                 a->given[TOKENS], &options, NULL);
}

/* What experts.h says that unpermuting is. */
static grn_status experts_as_bags(arguments *a)
{
    const grn_bag_spec spec = {
        .lists = GRN_BAG_CONSTANT, .index = GRN_BAG_INDEX_PRUNED, .fused = a->experts.keeps_others};
    const grn_bag_tensors t = {
        .table = a->given[ROWS], .indices = a->given[INVERSE], .weights = a->given[SHARES], .result = a->given[TOKENS]};
    return grn_bag_reference(&spec, &t, NULL);
}

static grn_status experts_unpermute_gradient(arguments *a)
{
    const grn_bag_options options = bag_options(a->e);
    return grn_experts_unpermute_gradient(a->given[ROWS], a->given[INVERSE], a->given[SHARES], a->given[TOKENS],
                                          a->given[ROWS_GRAD], a->given[SHARES_GRAD], &options, ALLOCATOR(a), NULL);
}

static const way expert_ways[] = {
    WAY(experts_permute, NULL),
    WAY(experts_unpermute, experts_as_bags),
    WAY(experts_unpermute_gradient, NULL),
};

/* ---- frameworks' calls ----------------------------------------------------------------------- */

enum { SRC, INDEX, OUT, ARG_OUT, POINTERS, LIKE, COUNTS, MASK };

static void draw_calls(arguments *a)
{
    static const char *const reductions[] = {"sum",  "mean",     "min",     "max",     "mul",        "prod",
                                             "add",  "multiply", "minimum", "maximum", "bitwise_or", "amax",
                                             "amin", "copy_lhs", "sqrtn",   "",        NULL};
    entropy *e = a->e;
    int64_t shape[3], out[3], lines[3];
    const grn_dtype dtype = any_dtype(e), ids = one_in(e, 3) ? GRN_I32 : GRN_I64;
    const int32_t rank = (int32_t)pick_between(e, 1, 3), axis = one_in(e, 2) ? 0 : (int32_t)pick(e, (uint64_t)rank);
    for (int32_t d = 0; d < rank; d++)
        shape[d] = out[d] = lines[d] = extent(a);
    const int64_t m = extent(a), n = shape[axis];
    const int32_t before = one_in(e, 2) ? axis : 0;
    const bool flat = one_in(e, 2);
    out[axis] = m;
    lines[before] = is_small(m) ? m + 1 : m;
    a->words = (words){.dim = a->wild && one_in(e, 8) ? wild_number(e) : axis - (one_in(e, 2) ? rank : 0),
                       .count = m,
                       .reduce = PICK_OF(e, reductions),
                       .flag = one_in(e, 2)};
    put(a, SRC, dtype, rank, shape, VALUES, 0);
    put(a, INDEX, ids, flat ? 1 : rank, flat ? &n : shape, one_in(e, 2) ? INDICES : STEPS, m);
    put(a, OUT, dtype, rank, out, VALUES, 0);
    put(a, ARG_OUT, GRN_I64, rank, out, INDICES, n);
    put(a, POINTERS, ids, before + 1, lines, OFFSETS_AND_END, n);
    put(a, LIKE, dtype, rank, shape, VALUES, 0);
    put(a, COUNTS, ids, 1, &m, one_in(e, 2) ? LENGTHS : INDICES, n);
    put(a, MASK, GRN_I1, rank, shape, VALUES, 0);
    optional(a, ARG_OUT, one_in(e, 2));
}

/* name, arguments before the allocator or diag */
#define CALL(name, ...) \
    static grn_status name(arguments *a) { return grn_##name(__VA_ARGS__, NULL); }
#define SHAPE(name, ...)                                    \
    static grn_status name(arguments *a)                    \
    {                                                       \
        int32_t rank;                                       \
        int64_t shape[GRN_MAX_RANK];                        \
        return grn_##name(__VA_ARGS__, NULL, &rank, shape); \
    }
#define T(i) a->given[i]

CALL(pyg_scatter, T(SRC), T(INDEX), a->words.dim, a->words.reduce, a->words.flag, ALLOCATOR(a), T(OUT), T(ARG_OUT))
CALL(pyg_segment_coo, T(SRC), T(INDEX), a->words.reduce, a->words.flag, ALLOCATOR(a), T(OUT), T(ARG_OUT))
CALL(pyg_segment_csr, T(SRC), T(POINTERS), a->words.reduce, a->words.flag, ALLOCATOR(a), T(OUT), T(ARG_OUT))
CALL(pyg_gather_coo, T(OUT), T(INDEX), T(LIKE))
CALL(pyg_gather_csr, T(OUT), T(POINTERS), T(LIKE))
SHAPE(pyg_gather_csr_shape, T(OUT), T(POINTERS))
CALL(pyg_scatter_softmax, T(SRC), T(INDEX), a->words.dim, ALLOCATOR(a), T(LIKE))
CALL(pyg_scatter_log_softmax, T(SRC), T(INDEX), a->words.dim, ALLOCATOR(a), T(LIKE))
CALL(pyg_scatter_logsumexp, T(SRC), T(INDEX), a->words.dim, ALLOCATOR(a), T(OUT))
CALL(pyg_scatter_std, T(SRC), T(INDEX), a->words.dim, a->words.flag, ALLOCATOR(a), T(OUT))
CALL(pyg_softmax_csr, T(SRC), T(POINTERS), a->words.dim, ALLOCATOR(a), T(LIKE))
CALL(dgl_segment_reduce, T(COUNTS), T(SRC), a->words.reduce, ALLOCATOR(a), T(OUT), T(ARG_OUT))
CALL(dgl_gspmm, a->words.flag ? "mul" : "copy_lhs", a->words.reduce, T(POINTERS), T(INDEX), T(SRC),
     a->words.flag ? T(LIKE) : NULL, T(OUT), T(ARG_OUT))
CALL(numpy_ufunc_at, a->words.reduce, T(OUT), T(INDEX), T(SRC))
CALL(numpy_ufunc_reduceat, a->words.reduce, T(SRC), T(COUNTS), a->words.dim, T(OUT))
CALL(jax_segment_sum, T(SRC), T(INDEX), a->words.count, GRN_JAX_FILL, ALLOCATOR(a), T(OUT))
CALL(jax_segment_max, T(SRC), T(INDEX), a->words.count, GRN_JAX_CLIP, ALLOCATOR(a), T(OUT))
CALL(tf_segment_mean, T(SRC), T(INDEX), ALLOCATOR(a), T(OUT))
SHAPE(tf_segment_shape, T(SRC), T(INDEX))
CALL(tf_unsorted_segment_sum, T(SRC), T(INDEX), a->words.count, ALLOCATOR(a), T(OUT))
CALL(tf_unsorted_segment_sqrt_n, T(SRC), T(INDEX), a->words.count, ALLOCATOR(a), T(OUT))
CALL(tf_embedding_lookup_sparse, T(SRC), T(COUNTS), T(INDEX), NULL, a->words.reduce, ALLOCATOR(a), T(OUT))
CALL(torch_index_reduce, T(OUT), a->words.dim, T(INDEX), T(SRC), a->words.reduce, a->words.flag, ALLOCATOR(a), T(OUT))
CALL(torch_masked_select, T(SRC), T(MASK), T(OUT))
SHAPE(torch_masked_select_shape, T(SRC), T(MASK))
CALL(torch_masked_select_backward, T(OUT), T(SRC), T(MASK), ALLOCATOR(a), T(LIKE))
CALL(torch_masked_scatter, T(SRC), T(MASK), T(OUT), T(LIKE))
CALL(torch_masked_scatter_backward, T(SRC), T(MASK), T(LIKE), T(OUT))
CALL(torch_bincount, T(INDEX), a->words.flag ? T(SRC) : NULL, a->words.count, T(OUT))
CALL(torch_histc, T(SRC), a->words.count, -1, a->words.flag ? 1 : -1, ALLOCATOR(a), T(OUT))
CALL(torch_segment_reduce, T(SRC), a->words.reduce, a->words.flag ? T(COUNTS) : NULL, T(POINTERS), a->words.dim, false,
     NULL, ALLOCATOR(a), T(OUT))
CALL(torch_segment_reduce_backward, T(OUT), T(SRC), a->words.reduce, T(COUNTS), NULL, a->words.dim, NULL, ALLOCATOR(a),
     T(LIKE))
CALL(torch_embedding_bag, T(INDEX), T(SRC), a->words.flag ? T(COUNTS) : T(POINTERS), a->words.reduce, NULL,
     !a->words.flag, a->words.flag ? &a->words.count : NULL, T(OUT), NULL, NULL, T(ARG_OUT))
CALL(torch_embedding_bag_backward, T(OUT), T(INDEX), T(SRC), a->words.flag ? T(COUNTS) : T(POINTERS), false,
     a->words.reduce, NULL, !a->words.flag, NULL, T(ARG_OUT), ALLOCATOR(a), T(LIKE), NULL)

static const way call_ways[] = {
    WAY(pyg_scatter, NULL),
    WAY(pyg_segment_coo, NULL),
    WAY(pyg_segment_csr, NULL),
    WAY(pyg_gather_coo, NULL),
    WAY(pyg_gather_csr, NULL),
    WAY(pyg_gather_csr_shape, NULL),
    WAY(pyg_scatter_softmax, NULL),
    WAY(pyg_scatter_log_softmax, NULL),
    WAY(pyg_scatter_logsumexp, NULL),
    WAY(pyg_scatter_std, NULL),
    WAY(pyg_softmax_csr, NULL),
    WAY(dgl_segment_reduce, NULL),
    WAY(dgl_gspmm, NULL),
    WAY(numpy_ufunc_at, NULL),
    WAY(numpy_ufunc_reduceat, NULL),
    WAY(jax_segment_sum, NULL),
    WAY(jax_segment_max, NULL),
    WAY(tf_segment_mean, NULL),
    WAY(tf_segment_shape, NULL),
    WAY(tf_unsorted_segment_sum, NULL),
    WAY(tf_unsorted_segment_sqrt_n, NULL),
    WAY(tf_embedding_lookup_sparse, NULL),
    WAY(torch_index_reduce, NULL),
    WAY(torch_masked_select, NULL),
    WAY(torch_masked_select_shape, NULL),
    WAY(torch_masked_select_backward, NULL),
    WAY(torch_masked_scatter, NULL),
    WAY(torch_masked_scatter_backward, NULL),
    WAY(torch_bincount, NULL),
    WAY(torch_histc, NULL),
    WAY(torch_segment_reduce, NULL),
    WAY(torch_segment_reduce_backward, NULL),
    WAY(torch_embedding_bag, NULL),
    WAY(torch_embedding_bag_backward, NULL),
};

/* ---- families -------------------------------------------------------------------------------- */

typedef struct family {
    void (*draw)(arguments *a);
    const way *ways;
    size_t nways;
} family;

#define FAMILY(draw, ways)                        \
    {                                             \
        draw, ways, sizeof(ways) / sizeof *(ways) \
    }
static const family families[] = {
    FAMILY(draw_segments, segment_ways),
    FAMILY(draw_bags, bag_ways),
    FAMILY(draw_experts, expert_ways),
    FAMILY(draw_calls, call_ways),
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    entropy e;
    entropy_init(&e, data, size);
    const family *f = &PICK_OF(&e, families);
    const way *w = &f->ways[pick(&e, f->nways)];
    arguments a = {.e = &e, .wild = one_in(&e, 2)};
    f->draw(&a);
    run_grouped(&a, w);
    arguments_release(&a);
    return 0;
}

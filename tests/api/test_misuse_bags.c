/* test_misuse_bags.c - the misuse table of bags.h and experts.h. */
#include "misuse.h"

static const grn_bag_spec summing = {.combiner = GRN_BAG_SUM}, taking_max = {.combiner = GRN_BAG_MAX};
static const grn_experts_spec two_of_them = {.first = 0, .count = 2};
static int64_t found;
static const misuse_pointer pointers[] = {
    {"spec", &summing}, {"tensors", &found}, {"count", &found}, {"tables", &found}, {NULL, NULL}};

#define SUMMED "table:f32[4,3]r indices:i64[5]r offsets:i64[2]r weights:f32[5]ro result:f32[2,3]w"
#define FOUND "table:bf16[4,3]r indices:i32[5]r offsets:i32[2]r result:bf16[2,3]w arg:i64[2,3]wo"
#define SCALED "table:f8E5M2[4,40]r scales:f8E8M0FNU[4,2]r indices:i32[2,3]r result:f32[2,40]w"
#define BY_ROWS "table:f32[4,3]s indices:i64[5]r offsets:i64[2]r weights:f32[5]ro result:f32[2,3]r table_grad:f32[4,3]w"
#define BY_LIST                                                                                       \
    "table:f32[4,3]s indices:i64[5]r offsets:i64[2]r weights:f32[5]ro result:f32[2,3]r rows:i64[5]w " \
    "row_grads:f32[5,3]w"
#define BY_WEIGHTS \
    "table:f32[4,3]r indices:i64[5]r offsets:i64[2]r weights:f32[5]s result:f32[2,3]r weights_grad:f32[5]w"
#define BY_ARG "table:f32[4,3]s indices:i64[5]r offsets:i64[2]r result:f32[2,3]r arg:i64[2,3]r table_grad:f32[4,3]w"
#define PERMUTED "tokens:f16[3,4]ro experts:i32[3,2]r rows:f16[6,4]wo offsets:i64[3]w inverse:i32[3,2]w"
#define UNPERMUTED "table:f32[6,4]r indices:i32[3,2]r weights:f32[3,2]ro result:f32[3,4]w"
#define UNPERMUTED_BACK                                                                        \
    "rows|table:f32[6,4]r inverse|indices:i32[3,2]r weights:f32[3,2]ro grad|result:f32[3,4]r " \
    "rows_grad|table|table_grad:f32[6,4]wo weights_grad|weights:f32[3,2]wo"

static grn_bag_tensors summed(const world *w)
{
    return (grn_bag_tensors){.table = T(0), .indices = T(1), .offsets = T(2), .weights = T(3), .result = T(4)};
}

static grn_status by(world *w,
                     grn_status (*call)(const grn_bag_spec *, const grn_bag_tensors *, const grn_bag_options *,
                                        const grn_diag *),
                     const grn_bag_spec *spec, const grn_bag_options *options)
{
    const grn_bag_tensors t = summed(w);
    return call(spec, Q("tensors") ? &t : NULL, options, D);
}

static grn_status sum(world *w, const grn_bag_spec *spec, const grn_bag_options *options)
{
    return by(w, grn_bag, spec, options);
}

static grn_status reference(world *w)
{
    const grn_bag_tensors t = summed(w);
    return grn_bag_reference(Q("spec"), Q("tensors") ? &t : NULL, D);
}

/* What looks at no data. */
static grn_status check(world *w)
{
    const grn_bag_tensors t = summed(w);
    return grn_bag_check(Q("spec"), Q("tensors") ? &t : NULL, D);
}

static grn_status maximum(world *w)
{
    const grn_bag_tensors t = {.table = T(0), .indices = T(1), .offsets = T(2), .result = T(3), .arg = T(4)};
    return grn_bag(&taking_max, &t, NULL, D);
}

static grn_status scaled(world *w)
{
    const grn_bag_spec spec = {.format = GRN_BAG_ROWS_BLOCKS_OF_32, .lists = GRN_BAG_CONSTANT};
    const grn_bag_tensors t = {.table = T(0), .scales = T(1), .indices = T(2), .result = T(3)};
    return grn_bag(&spec, &t, NULL, D);
}

static grn_status tables(world *w)
{
    grn_bag_table table = {.tensors = summed(w)};
    return grn_bag_tables(1, Q("tables") ? &table : NULL, NULL, D);
}

static grn_status by_rows(world *w, grn_bag_spec spec)
{
    const grn_bag_tensors t = summed(w);
    return grn_bag_gradient(&spec, Q("tensors") ? &t : NULL, false, T(5), NULL, AL, D);
}

static grn_status by_list(world *w)
{
    const grn_bag_tensors t = summed(w);
    return grn_bag_sparse_gradient(Q("spec"), &t, true, T(5), T(6), Q("count"), NULL, AL, D);
}

static grn_status by_weights(world *w)
{
    const grn_bag_tensors t = summed(w);
    return grn_bag_weights_gradient(Q("spec"), &t, T(5), NULL, D);
}

static grn_status by_arg(world *w)
{
    const grn_bag_tensors t = {.table = T(0), .indices = T(1), .offsets = T(2), .result = T(3), .arg = T(4)};
    return grn_bag_arg_gradient(&taking_max, &t, T(5), NULL, D);
}

/* Tokens and rows come together. */
static grn_status permute(world *w, grn_experts_spec spec)
{
    return grn_experts_permute(&spec, T(0), T(1), T(0) == NULL ? NULL : T(2), T(3), T(4), NULL, D);
}

static grn_status unpermute_back(world *w)
{
    return grn_experts_unpermute_gradient(T(0), T(1), T(2), T(3), T(4), T(5), NULL, AL, D);
}

#define ROWS(R)                                                                                                   \
    R(bag, grn_bag, SUMMED, sum(w, Q("spec"), NULL))                                                              \
    R(bag_max, grn_bag, FOUND, maximum(w))                                                                        \
    R(bag_blocks, grn_bag, SCALED, scaled(w))                                                                     \
    R(bag_reference, grn_bag_reference, SUMMED, reference(w))                                                     \
    R(bag_tables, grn_bag_tables, SUMMED, tables(w))                                                              \
    R(bag_gradient, grn_bag_gradient, BY_ROWS, by_rows(w, summing))                                               \
    R(bag_sparse_gradient, grn_bag_sparse_gradient, BY_LIST, by_list(w))                                          \
    R(bag_weights_gradient, grn_bag_weights_gradient, BY_WEIGHTS, by_weights(w))                                  \
    R(bag_arg_gradient, grn_bag_arg_gradient, BY_ARG, by_arg(w))                                                  \
    R(permute, grn_experts_permute, PERMUTED, permute(w, two_of_them))                                            \
    R(unpermute, grn_experts_unpermute, UNPERMUTED, grn_experts_unpermute(T(0), T(1), T(2), true, T(3), NULL, D)) \
    R(unpermute_back, grn_experts_unpermute_gradient, UNPERMUTED_BACK, unpermute_back(w))

#define CASES(C)                                                                                                      \
    C(check, grn_bag_check, "a right call", SUMMED, GRN_OK, NULL, check(w))                                           \
    C(row_bytes, grn_bag_row_bytes, "no format, no columns, too many", "table:f32[1]r", GRN_OK, NULL,                 \
      holds(grn_bag_row_bytes((grn_bag_format)99, 4) == 0 && grn_bag_row_bytes(GRN_BAG_ROWS_PLAIN, 4) == 0 &&         \
            grn_bag_row_bytes(GRN_BAG_ROWS_UI8_F32, -1) == 0 &&                                                       \
            grn_bag_row_bytes(GRN_BAG_ROWS_UI8_F32, INT64_MAX) == 0))                                                 \
    C(combiner, grn_bag, "combiner 9", SUMMED, GRN_E_ARGUMENT, "combiner is 9",                                       \
      sum(w, &(grn_bag_spec){.combiner = (grn_bag_combiner)9}, NULL))                                                 \
    C(format, grn_bag, "format -1", SUMMED, GRN_E_ARGUMENT, "format is",                                              \
      sum(w, &(grn_bag_spec){.format = (grn_bag_format)-1}, NULL))                                                    \
    C(padding, grn_bag, "row 4 of 4", SUMMED, GRN_E_ARGUMENT, "padding_index is 4",                                   \
      sum(w, &(grn_bag_spec){.has_padding = true, .padding_index = 4}, NULL))                                         \
    C(scales, grn_bag, "blocks without scales", SUMMED, GRN_E_ARGUMENT, "scales is NULL",                             \
      sum(w, &(grn_bag_spec){.format = GRN_BAG_ROWS_BLOCKS_OF_32}, NULL))                                             \
    C(floats_as_bytes, grn_bag, "rows of bytes that are f32",                                                         \
      "table:f32[4,11]r indices:i64[5]r offsets:i64[2]r weights:f32[5]r result:f32[2,3]w", GRN_E_DTYPE, "ui8",        \
      sum(w, &(grn_bag_spec){.format = GRN_BAG_ROWS_UI8_F32}, NULL))                                                  \
    C(ends, grn_bag, "the last bag ends before the list",                                                             \
      "table:f32[4,3]r indices:i64[5]r offsets:i64[2]r weights:f32[5]r result:f32[1,3]w", GRN_E_INDEX,                \
      "offsets[1] is 0", sum(w, &(grn_bag_spec){.lists = GRN_BAG_OFFSETS_AND_END}, NULL))                             \
    C(most_bags, grn_bag, "as many bags as there are numbers, of no columns",                                         \
      "table:f32[4,0]r indices:i64[5]r offsets:i64[2]r weights:f32[5]r result:f32[9223372036854775807,0]w",           \
      GRN_E_SHAPE, "each of 9223372036854775807 bags of result, and the end",                                         \
      sum(w, &(grn_bag_spec){.lists = GRN_BAG_OFFSETS_AND_END}, NULL))                                                \
    C(lengths, grn_bag, "lengths of nothing", SUMMED, GRN_E_INDEX, "add up to 0",                                     \
      sum(w, &(grn_bag_spec){.lists = GRN_BAG_LENGTHS}, NULL))                                                        \
    C(heads, grn_bag, "two weights for three columns",                                                                \
      "table:f32[4,3]r indices:i64[5]r offsets:i64[2]r weights:f32[5,2]r result:f32[2,3]w", GRN_E_SHAPE, "divide",    \
      sum(w, &summing, NULL))                                                                                         \
    C(empty_table, grn_bag, "row 0 of none",                                                                          \
      "table:f32[0,3]r indices:i64[5]r offsets:i64[2]r weights:f32[5]r result:f32[2,3]w", GRN_E_INDEX,                \
      "indices[0] is 0", sum(w, &summing, NULL))                                                                      \
    C(cpu, grn_bag, "no such set", SUMMED, GRN_E_UNSUPPORTED, "cpu is",                                               \
      sum(w, &summing, &(grn_bag_options){.cpu = "abacus"}))                                                          \
    C(threads, grn_bag, "-1 threads", SUMMED, GRN_E_ARGUMENT, "threads is -1",                                        \
      sum(w, &summing, &(grn_bag_options){.threads = -1}))                                                            \
    C(parallel, grn_bag, "nobody to run parts", SUMMED, GRN_E_ARGUMENT, "for_each",                                   \
      sum(w, &summing, &(grn_bag_options){.parallel = &(grn_parallel){.threads = 2}}))                                \
    C(options, grn_bag, "options of another size", SUMMED, GRN_E_ARGUMENT, "size_bytes",                              \
      sum(w, &summing, &(grn_bag_options){.size_bytes = 3}))                                                          \
    C(arg_of_a_sum, grn_bag, "a sum's arg", FOUND, GRN_E_ARGUMENT, "arg is given",                                    \
      grn_bag(&summing,                                                                                               \
              &(grn_bag_tensors){.table = T(0), .indices = T(1), .offsets = T(2), .result = T(3), .arg = T(4)}, NULL, \
              D))                                                                                                     \
    C(no_tables, grn_bag_tables, "none", "table:f32[1]r", GRN_OK, NULL, grn_bag_tables(0, NULL, NULL, D))             \
    C(max_gradient, grn_bag_gradient, "a maximum's", BY_ROWS, GRN_E_UNSUPPORTED, "grn_bag_arg_gradient",              \
      by_rows(w, taking_max))                                                                                         \
    C(root_gradient, grn_bag_gradient, "a mean's by the root", BY_ROWS, GRN_E_UNSUPPORTED, "divisor",                 \
      by_rows(w, (grn_bag_spec){.combiner = GRN_BAG_MEAN, .divisor = GRN_BAG_BY_ROOT}))                               \
    C(experts_none, grn_experts_permute, "no local expert", PERMUTED, GRN_E_ARGUMENT, "count is 0",                   \
      permute(w, (grn_experts_spec){.count = 0}))                                                                     \
    C(experts_count, grn_experts_permute, "a count that has no end", PERMUTED, GRN_E_ARGUMENT,                        \
      "count 9223372036854775807", permute(w, (grn_experts_spec){.count = INT64_MAX}))                                \
    C(experts_room, grn_experts_permute, "five places for six rows",                                                  \
      "tokens:f16[3,4]r experts:i32[3,2]r rows:f16[5,4]w offsets:i64[3]w inverse:i32[3,2]w", GRN_E_SHAPE, "6 come",   \
      permute(w, two_of_them))

MISUSE_TABLES
MISUSE_MAIN

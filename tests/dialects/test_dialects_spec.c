/*
 * test_dialects_spec.c - which canonical gather or scatter the ops of the
 * gather family stand for (docs: StableHLO spec, per op).
 */
#include "dialects_test.h"

static const int64_t none[1];

static void assert_dims(const char *claim, const grn_dims *dims, int32_t count, const int64_t *v)
{
    if (dims->count != count)
        fail_msg("%s: %d entries, expected %d", claim, (int)dims->count, (int)count);
    for (int32_t i = 0; i < count; i++)
        if (dims->v[i] != v[i])
            fail_msg("%s: entry %d is %lld, expected %lld", claim, (int)i, (long long)dims->v[i], (long long)v[i]);
}
#define ASSERT_DIMS(dims, ...) \
    assert_dims(#dims, &(dims), (int32_t)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), (int64_t[]){__VA_ARGS__})
#define ASSERT_NO_DIMS(dims) assert_dims(#dims, &(dims), 0, none)

/* ---- gather ---------------------------------------------------------------------------------- */

#define GATHER_DIMS                                                                                     \
    "#stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], " \
    "start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>"

static void a_gather_keeps_its_numbers_and_clamps(void **state)
{
    (void)state;
    grn_ir ir;
    messages m;
    grn_access a;
    static const char text[] =
        "func.func @f(%o: tensor<2x3x4x2xi32>, %s: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32> {\n"
        "  %0 = \"stablehlo.gather\"(%o, %s) <{dimension_numbers = " GATHER_DIMS ", indices_are_sorted = true,\n"
        "    slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> "
        "tensor<2x2x3x2x2xi32>\n"
        "  return %0 : tensor<2x2x3x2x2xi32>\n}\n";
    assert_int_equal(read_module(&ir, text, true, &m), GRN_OK);
    const grn_op *op = find_op(ir.top, "stablehlo.gather");
    const grn_tensor operands[] = {tensor_of(NULL, GRN_I32, 4, (int64_t[]){2, 3, 4, 2}),
                                   tensor_of(NULL, GRN_I64, 4, (int64_t[]){2, 2, 3, 2})};
    assert_int_equal(op->def->to_spec(op, operands, &m.diag, &a), GRN_OK);
    assert_int_equal(a.kind, GRN_ACCESS_GATHER);
    ASSERT_DIMS(a.gather.dims.offset_dims, 3, 4);
    ASSERT_DIMS(a.gather.dims.collapsed_slice_dims, 1);
    ASSERT_DIMS(a.gather.dims.operand_batching_dims, 0);
    ASSERT_DIMS(a.gather.dims.start_indices_batching_dims, 1);
    ASSERT_DIMS(a.gather.dims.start_index_map, 2, 1);
    ASSERT_DIMS(a.gather.slice_sizes, 1, 1, 2, 2);
    assert_int_equal(a.gather.dims.index_vector_dim, 3);
    assert_int_equal(a.gather.index.bounds, GRN_BOUNDS_CLAMP);
    assert_int_equal(a.gather.index.base, 0);
    assert_true(a.gather.index.indices_are_sorted);
    assert_int_equal(a.result_rank, 5);
    assert_memory_equal(a.result_shape, ((int64_t[]){2, 2, 3, 2, 2}), 5 * sizeof(int64_t));
    grn_ir_destroy(&ir);
}

/* The rules that only hold once the sizes are known. */
static void dynamic_gather_checks_its_sizes_as_it_runs(void **state)
{
    (void)state;
    static const struct {
        const char *claim;
        int64_t sizes[3];
        grn_status status;
        const char *says;
    } cases[] = {
        {"sizes that fit", {1, 2, 2}, GRN_OK, ""},
        {"C9: a collapsed dim of two", {2, 2, 2}, GRN_E_SHAPE, "rule C9 of the StableHLO spec, gather"},
        {"C21: larger than the operand", {1, 5, 2}, GRN_E_SHAPE, "rule C21 of the StableHLO spec, gather"},
        {"C21: negative", {1, -1, 2}, GRN_E_SHAPE, "rule C21 of the StableHLO spec, gather"},
        {"nothing to read", {0, 2, 2}, GRN_E_SHAPE, "slice_sizes[0] is 0"},
    };
    static const char text[] =
        "func.func @f(%o: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>, %z: tensor<3xi64>) -> tensor<2x3x?x?xi32> {\n"
        "  %0 = \"stablehlo.dynamic_gather\"(%o, %s, %z) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3],\n"
        "    collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}\n"
        "    : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xi32>\n"
        "  return %0 : tensor<2x3x?x?xi32>\n}\n";
    grn_ir ir;
    messages m;
    assert_int_equal(read_module(&ir, text, true, &m), GRN_OK);
    const grn_op *op = find_op(ir.top, "stablehlo.dynamic_gather");
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        int64_t sizes[3];
        grn_access a;
        memcpy(sizes, cases[i].sizes, sizeof sizes);
        const grn_tensor operands[] = {tensor_of(NULL, GRN_I32, 3, (int64_t[]){3, 4, 2}),
                                       tensor_of(NULL, GRN_I64, 3, (int64_t[]){2, 3, 2}),
                                       tensor_of(sizes, GRN_I64, 1, (int64_t[]){3})};
        messages_start(&m);
        grn_status status = op->def->to_spec(op, operands, &m.diag, &a);
        if (status != cases[i].status || !strstr(m.text, cases[i].says))
            fail_msg("%s: %s, said: %s", cases[i].claim, grn_status_name(status), m.text);
    }
    grn_ir_destroy(&ir);
}

/* ---- scatter --------------------------------------------------------------------------------- */

/* One input of i32; %k comes from outside the region. */
#define SCATTER(body)                                                                                                 \
    "func.func @f(%x: tensor<4xi32>, %i: tensor<2xi64>, %u: tensor<2xi32>, %k: tensor<i32>) -> tensor<4xi32> {\n"     \
    "  %0 = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims " \
    "= [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({\n"                  \
    "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n" body                                                                \
    "  }) : (tensor<4xi32>, tensor<2xi64>, tensor<2xi32>) -> tensor<4xi32>\n"                                         \
    "  return %0 : tensor<4xi32>\n}\n"
#define OP(name, x, y) "    %r = stablehlo." name " " x ", " y " : tensor<i32>\n"
#define RETURN(x) "    stablehlo.return " x " : tensor<i32>\n"

#define SCATTER2(body)                                                                                                \
    "func.func @f(%x: tensor<4xi32>, %i: tensor<2xi64>, %u: tensor<2xi32>) -> tensor<4xi32> {\n"                      \
    "  %0:2 = \"stablehlo.scatter\"(%x, %x, %i, %u, %u) <{scatter_dimension_numbers = "                               \
    "#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n" \
    "  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):\n" body                              \
    "  }) : (tensor<4xi32>, tensor<4xi32>, tensor<2xi64>, tensor<2xi32>, tensor<2xi32>) -> (tensor<4xi32>, "          \
    "tensor<4xi32>)\n"                                                                                                \
    "  return %0#0 : tensor<4xi32>\n}\n"

static const struct {
    const char *claim, *text;
    grn_combiner combiner;
} combiners[] = {
    {"the update is returned", SCATTER(RETURN("%b")), GRN_COMBINE_REPLACE},
    {"the current value is returned", SCATTER(RETURN("%a")), GRN_COMBINE_REGION},
    {"add", SCATTER(OP("add", "%a", "%b") RETURN("%r")), GRN_COMBINE_ADD},
    {"add, the other way round", SCATTER(OP("add", "%b", "%a") RETURN("%r")), GRN_COMBINE_ADD},
    {"multiply", SCATTER(OP("multiply", "%a", "%b") RETURN("%r")), GRN_COMBINE_MUL},
    {"minimum", SCATTER(OP("minimum", "%a", "%b") RETURN("%r")), GRN_COMBINE_MIN},
    {"maximum", SCATTER(OP("maximum", "%b", "%a") RETURN("%r")), GRN_COMBINE_MAX},
    {"and", SCATTER(OP("and", "%a", "%b") RETURN("%r")), GRN_COMBINE_AND},
    {"or", SCATTER(OP("or", "%a", "%b") RETURN("%r")), GRN_COMBINE_OR},
    {"xor", SCATTER(OP("xor", "%a", "%b") RETURN("%r")), GRN_COMBINE_XOR},
    {"subtract does not commute", SCATTER(OP("subtract", "%a", "%b") RETURN("%r")), GRN_COMBINE_REGION},
    {"add of one argument twice", SCATTER(OP("add", "%a", "%a") RETURN("%r")), GRN_COMBINE_REGION},
    {"add of a value from outside", SCATTER(OP("add", "%a", "%k") RETURN("%r")), GRN_COMBINE_REGION},
    {"an add that is not returned", SCATTER(OP("add", "%a", "%b") RETURN("%b")), GRN_COMBINE_REGION},
    {"add, then negate", SCATTER(OP("add", "%a", "%b") "    %n = stablehlo.negate %r : tensor<i32>\n" RETURN("%n")),
     GRN_COMBINE_REGION},
    {"two inputs replaced", SCATTER2("    stablehlo.return %c, %d : tensor<i32>, tensor<i32>\n"), GRN_COMBINE_REPLACE},
    {"two inputs replaced crosswise", SCATTER2("    stablehlo.return %d, %c : tensor<i32>, tensor<i32>\n"),
     GRN_COMBINE_REGION},
    {"two inputs added",
     SCATTER2("    %r = stablehlo.add %a, %c : tensor<i32>\n    %t = stablehlo.add %d, %b : tensor<i32>\n"
              "    stablehlo.return %r, %t : tensor<i32>, tensor<i32>\n"),
     GRN_COMBINE_ADD},
    {"one added, one replaced",
     SCATTER2("    %r = stablehlo.add %a, %c : tensor<i32>\n    stablehlo.return %r, %d : tensor<i32>, tensor<i32>\n"),
     GRN_COMBINE_REGION},
};

static void a_region_is_recognised_by_what_it_does(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(combiners); i++) {
        grn_ir ir;
        messages m;
        grn_access a;
        grn_tensor operands[5];
        if (read_module(&ir, combiners[i].text, true, &m) != GRN_OK)
            fail_msg("%s: %s", combiners[i].claim, m.text);
        const grn_op *op = find_op(ir.top, "stablehlo.scatter");
        size_t n = (op->noperands - 1) / 2;
        for (size_t k = 0; k < op->noperands; k++)
            operands[k] = tensor_of(NULL, k == n ? GRN_I64 : GRN_I32, 1, (int64_t[]){k < n ? 4 : 2});
        assert_int_equal(op->def->to_spec(op, operands, &m.diag, &a), GRN_OK);
        if (a.scatter.combiner != combiners[i].combiner)
            fail_msg("%s: %s, expected %s", combiners[i].claim, grn_combiner_text(a.scatter.combiner),
                     grn_combiner_text(combiners[i].combiner));
        assert_int_equal(a.kind, GRN_ACCESS_SCATTER);
        assert_int_equal(a.ninputs, n);
        assert_int_equal(a.operand, 0);
        assert_int_equal(a.updates, n + 1);
        assert_int_equal(a.indices.dtype, GRN_I64);
        assert_int_equal(a.scatter.index.bounds, GRN_BOUNDS_SKIP);
        assert_int_equal(a.scatter.index.grain, GRN_GRAIN_ELEMENT);
        assert_int_equal(a.scatter.index.unique_indices, n == 1);
        ASSERT_DIMS(a.scatter.dims.collapsed_slice_dims, 0);
        ASSERT_NO_DIMS(a.scatter.dims.offset_dims);
        grn_ir_destroy(&ir);
    }
}

#define QUANT "!quant.uniform<i8:f32, 5.000000e-01>"
#define QUANT_SCATTER(body)                                                                                           \
    "func.func @f(%x: tensor<4x" QUANT ">, %i: tensor<2xi64>, %u: tensor<2x" QUANT ">) -> tensor<4x" QUANT "> {\n"    \
    "  %0 = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims " \
    "= [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"                                         \
    "  ^bb0(%a: tensor<" QUANT ">, %b: tensor<" QUANT ">):\n" body "  }) : (tensor<4x" QUANT                          \
    ">, tensor<2xi64>, tensor<2x" QUANT ">) -> tensor<4x" QUANT ">\n"                                                 \
    "  return %0 : tensor<4x" QUANT ">\n}\n"

static void quantized_values_are_moved_as_storage_and_combined_by_the_region(void **state)
{
    (void)state;
    static const struct {
        const char *claim, *text;
        grn_combiner combiner;
    } cases[] = {
        {"replace moves storage", QUANT_SCATTER("    stablehlo.return %b : tensor<" QUANT ">\n"), GRN_COMBINE_REPLACE},
        {"add has no meaning on storage",
         QUANT_SCATTER("    %r = stablehlo.add %a, %b : tensor<" QUANT ">\n    stablehlo.return %r : tensor<" QUANT
                       ">\n"),
         GRN_COMBINE_REGION},
    };
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        grn_ir ir;
        messages m;
        grn_access a;
        if (read_module(&ir, cases[i].text, true, &m) != GRN_OK)
            fail_msg("%s: %s", cases[i].claim, m.text);
        const grn_op *op = find_op(ir.top, "stablehlo.scatter");
        const grn_tensor operands[] = {tensor_of(NULL, GRN_I8, 1, (int64_t[]){4}),
                                       tensor_of(NULL, GRN_I64, 1, (int64_t[]){2}),
                                       tensor_of(NULL, GRN_I8, 1, (int64_t[]){2})};
        grn_status status = op->def->to_spec(op, operands, &m.diag, &a);
        if (status != GRN_OK || a.scatter.combiner != cases[i].combiner)
            fail_msg("%s: %s %s", cases[i].claim, grn_status_name(status), m.text);
        grn_ir_destroy(&ir);
    }
}

/* ---- dynamic_slice, dynamic_update_slice ----------------------------------------------------- */

/* A start is widened as its own type says, and one past INT64_MAX stays past every extent. */
static void a_dynamic_slice_is_a_gather_of_one_window(void **state)
{
    (void)state;
    static const char text[] =
        "func.func @f(%o: tensor<8x300xf32>, %i: tensor<ui8>, %j: tensor<ui8>) -> tensor<2x5xf32> {\n"
        "  %0 = \"stablehlo.dynamic_slice\"(%o, %i, %j) <{slice_sizes = array<i64: 2, 5>}> : (tensor<8x300xf32>, "
        "tensor<ui8>, tensor<ui8>) -> tensor<2x5xf32>\n  return %0 : tensor<2x5xf32>\n}\n";
    grn_ir ir;
    messages m;
    grn_access a;
    uint8_t first = 3, second = 200;
    uint64_t huge = UINT64_MAX;
    assert_int_equal(read_module(&ir, text, true, &m), GRN_OK);
    const grn_op *op = find_op(ir.top, "stablehlo.dynamic_slice");
    grn_tensor operands[] = {tensor_of(NULL, GRN_F32, 2, (int64_t[]){8, 300}), tensor_of(&first, GRN_UI8, 0, none),
                             tensor_of(&second, GRN_UI8, 0, none)};
    assert_int_equal(op->def->to_spec(op, operands, &m.diag, &a), GRN_OK);
    ASSERT_DIMS(a.gather.dims.offset_dims, 0, 1);
    ASSERT_DIMS(a.gather.dims.start_index_map, 0, 1);
    ASSERT_NO_DIMS(a.gather.dims.collapsed_slice_dims);
    ASSERT_DIMS(a.gather.slice_sizes, 2, 5);
    assert_int_equal(a.gather.dims.index_vector_dim, 0);
    assert_int_equal(a.gather.index.bounds, GRN_BOUNDS_CLAMP);
    assert_int_equal(a.indices.rank, 1);
    assert_int_equal(a.indices.dtype, GRN_I64);
    assert_memory_equal(a.indices.data, ((int64_t[]){3, 200}), 2 * sizeof(int64_t));
    assert_int_equal(a.result_rank, 2);
    assert_memory_equal(a.result_shape, ((int64_t[]){2, 5}), 2 * sizeof(int64_t));
    operands[1] = tensor_of(&huge, GRN_UI64, 0, none);
    assert_int_equal(op->def->to_spec(op, operands, &m.diag, &a), GRN_OK);
    assert_true(a.inline_index[0] == INT64_MAX);
    grn_ir_destroy(&ir);
}

static void a_dynamic_update_slice_is_a_scatter_of_one_window(void **state)
{
    (void)state;
    static const char text[] =
        "func.func @f(%o: tensor<8x3xf32>, %u: tensor<2x3xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<8x3xf32> "
        "{\n"
        "  %0 = stablehlo.dynamic_update_slice %o, %u, %i, %j : (tensor<8x3xf32>, tensor<2x3xf32>, tensor<i32>, "
        "tensor<i32>) -> tensor<8x3xf32>\n  return %0 : tensor<8x3xf32>\n}\n";
    grn_ir ir;
    messages m;
    grn_access a;
    int32_t first = -4, second = 7;
    assert_int_equal(read_module(&ir, text, true, &m), GRN_OK);
    const grn_op *op = find_op(ir.top, "stablehlo.dynamic_update_slice");
    const grn_tensor operands[] = {tensor_of(NULL, GRN_F32, 2, (int64_t[]){8, 3}),
                                   tensor_of(NULL, GRN_F32, 2, (int64_t[]){2, 3}), tensor_of(&first, GRN_I32, 0, none),
                                   tensor_of(&second, GRN_I32, 0, none)};
    assert_int_equal(op->def->to_spec(op, operands, &m.diag, &a), GRN_OK);
    assert_int_equal(a.kind, GRN_ACCESS_SCATTER);
    ASSERT_DIMS(a.scatter.dims.offset_dims, 0, 1);
    ASSERT_DIMS(a.scatter.dims.start_index_map, 0, 1);
    assert_int_equal(a.scatter.index.bounds, GRN_BOUNDS_CLAMP);
    assert_int_equal(a.scatter.combiner, GRN_COMBINE_REPLACE);
    assert_int_equal(a.ninputs, 1);
    assert_int_equal(a.updates, 1);
    assert_memory_equal(a.indices.data, ((int64_t[]){-4, 7}), 2 * sizeof(int64_t));
    grn_ir_destroy(&ir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gather_keeps_its_numbers_and_clamps),
        cmocka_unit_test(dynamic_gather_checks_its_sizes_as_it_runs),
        cmocka_unit_test(a_region_is_recognised_by_what_it_does),
        cmocka_unit_test(quantized_values_are_moved_as_storage_and_combined_by_the_region),
        cmocka_unit_test(a_dynamic_slice_is_a_gather_of_one_window),
        cmocka_unit_test(a_dynamic_update_slice_is_a_scatter_of_one_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

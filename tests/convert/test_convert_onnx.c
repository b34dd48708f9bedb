/*
 * test_convert_onnx.c - what becomes of an op whose elements ONNX's operator, or ONNX Runtime's
 * kernel of it, does not take; and the opset that functions name.
 *
 * A table of programs with the operators that are to come out, by hand from ONNX's schemas and the
 * kernels that ONNX Runtime 1.30 has; each does what it did (grn_module_equivalent).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "convert_test.h"

/* ---- programs and texts ---------------------------------------------------------------------- */

typedef program_text text;

/* The ops with a result, without "onnx.", in order, a space after each. */
static void list_ops(const char *program, char *out)
{
    *out = '\0';
    for (const char *at = strstr(program, "  %"); at; at = strstr(at, "\n  %")) {
        at = strstr(at, " = ") + 3;
        at += *at == '"';
        at += strncmp(at, "onnx.", 5) == 0 ? 5 : 0;
        out += sprintf(out, "%.*s ", (int)strcspn(at, " \"("), at);
    }
}

/* ---- elements -------------------------------------------------------------------------------- */

#define F(arguments, result) "func.func @f(" arguments ") -> " result " {\n"
#define END(type) "return %r : " type "\n}\n"
#define BINARY(op, e)                                                \
    F("%a: tensor<3x" e ">, %b: tensor<3x" e ">", "tensor<3x" e ">") \
    "%r = stablehlo." op " %a, %b : tensor<3x" e ">\n" END("tensor<3x" e ">")
#define COMPARE(way, e)                                                                                           \
    F("%a: tensor<3x" e ">, %b: tensor<3x" e ">", "tensor<3xi1>")                                                 \
    "%r = stablehlo.compare " way ", %a, %b : (tensor<3x" e ">, tensor<3x" e ">) -> tensor<3xi1>\n" END("tensor<" \
                                                                                                        "3xi1>")
#define SELECT(e)                                                                      \
    F("%p: tensor<3xi1>, %a: tensor<3x" e ">, %b: tensor<3x" e ">", "tensor<3x" e ">") \
    "%r = stablehlo.select %p, %a, %b : tensor<3xi1>, tensor<3x" e ">\n" END("tensor<3x" e ">")
#define TWICE(op, e)                                                                             \
    F("%a: tensor<3x" e ">, %b: tensor<3x" e ">, %c: tensor<3x" e ">", "tensor<3x" e ">")        \
    "%t = stablehlo." op " %a, %b : tensor<3x" e ">\n%r = stablehlo." op " %t, %c : tensor<3x" e \
    ">\n" END("tensor<3x" e ">")
#define PAD(e)                                                                                       \
    F("%a: tensor<3x" e ">, %b: tensor<" e ">", "tensor<6x" e ">")                                   \
    "%r = stablehlo.pad %a, %b, low = [1], high = [2], interior = [0] : (tensor<3x" e ">, tensor<" e \
    ">) -> tensor<6x" e ">\n" END("tensor<6x" e ">")
#define GROW(e)                                                                                \
    F("%a: tensor<1x3x" e ">", "tensor<2x3x" e ">")                                            \
    "%r = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<1x3x" e ">) -> tensor<2x3x" e \
    ">\n" END("tensor<2x3x" e ">")
#define SCATTER(op, e, unique)                                                                                        \
    F("%a: tensor<5x" e ">, %i: tensor<3x1xi32>, %u: tensor<3x" e ">", "tensor<5x" e ">")                             \
    "%r = \"stablehlo.scatter\"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = " \
    "[0], "                                                                                                           \
    "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = " unique "}> ({\n"                   \
    "^bb0(%x: tensor<" e ">, %y: tensor<" e ">):\n%z = stablehlo." op " %x, %y : tensor<" e ">\n"                     \
    "stablehlo.return %z : tensor<" e ">\n}) : (tensor<5x" e ">, tensor<3x1xi32>, tensor<3x" e ">) -> tensor<5x" e    \
    ">\n" END("tensor<5x" e ">")

static const struct {
    const char *claim, *program;
    const char *ops; /* all of them; NULL: */
    const char *has;
} rows[] = {
    /* ---- ONNX's own constraints */
    {"Add-14 takes i8", BINARY("add", "i8"), "Add ", NULL},
    {"and f16", BINARY("add", "f16"), "Add ", NULL},
    {"no bools: Or-7", BINARY("add", "i1"), "Or ", NULL},
    {"no bools: And-7", BINARY("minimum", "i1"), "And ", NULL},
    {"Equal-13 takes bools", COMPARE("EQ", "i1"), "Equal ", NULL},
    {"NE is Equal and Not", COMPARE("NE", "i1"), "Equal Not ", NULL},
    {"Less-13 takes no bools", COMPARE("LT", "i1"), "Cast Cast Less ", "{to = ui8} : (tensor<3xi1>) -> tensor<3xui8>"},
    {"GreaterOrEqual-16 neither", COMPARE("GE", "i1"), "Cast Cast GreaterOrEqual ", NULL},
    {"but ui8", COMPARE("LT", "ui8"), "Less ", NULL},
    {"opset 18 has no i4", BINARY("add", "i4"), "stablehlo.add ", NULL},
    {"Where of i4 neither", SELECT("i4"), "stablehlo.select ", NULL},
    {"nor f8", SELECT("f8E5M2"), "stablehlo.select ", NULL},
    {"nor a constant of ui2",
     F("", "tensor<2xui2>") "%r = stablehlo.constant dense<1> : tensor<2xui2>\n" END("tensor<2xui2>"),
     "stablehlo.constant ", NULL},
    {"nor Reshape of i2",
     F("%a: tensor<2xi2>",
       "tensor<2x1xi2>") "%r = stablehlo.reshape %a : (tensor<2xi2>) -> tensor<2x1xi2>\n" END("tensor<2x1xi2>"),
     "stablehlo.reshape ", NULL},
    {"nor Pad of f8", PAD("f8E4M3FN"), "stablehlo.pad ", NULL},
    {"nor Expand of i4", GROW("i4"), "stablehlo.broadcast_in_dim ", NULL},
    {"nor the extent of a tensor of i4",
     F("%a: tensor<?xi4>", "tensor<i32>") "%r = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xi4>) -> "
                                          "tensor<i32>\n" END("tensor<i32>"),
     "stablehlo.get_dimension_size ", NULL},
    /* ---- what ONNX Runtime has no kernel for */
    {"Min of i16", BINARY("minimum", "i16"), "Cast Cast Min Cast ",
     "onnx.Min\"(%0, %1) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>"},
    {"Max of ui16", BINARY("maximum", "ui16"), "Cast Cast Max Cast ", "-> tensor<3xi32>"},
    {"Min of i8 is there", BINARY("minimum", "i8"), "Min ", NULL},
    {"Where of i8", SELECT("i8"), "Cast Cast Where Cast ",
     "onnx.Where\"(%arg0, %0, %1) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>)"},
    {"Where of ui8 is there", SELECT("ui8"), "Where ", NULL},
    {"Where of ui32", SELECT("ui32"), "Cast Cast Where Cast ", "tensor<3xi64>"},
    {"Where of ui64, which i64 carries", SELECT("ui64"), "Cast Cast Where Cast ", "tensor<3xi64>"},
    {"Where of bools", SELECT("i1"), "Cast Cast Where Cast ",
     "onnx.Where\"(%arg0, %0, %1) : (tensor<3xi1>, tensor<3xui8>, tensor<3xui8>)"},
    {"Pad of i16", PAD("i16"), "Cast Cast NoValue Constant Pad Cast ", NULL},
    {"Pad of i8 is there", PAD("i8"), "NoValue Constant Pad ", NULL},
    {"Expand of bf16", GROW("bf16"), "Cast Constant Expand Cast ", "tensor<2x3xf32>"},
    {"Expand of f16 is there", GROW("f16"), "Constant Expand ", NULL},
    {"Mul of bf16", BINARY("multiply", "bf16"), "Cast Cast Mul Cast ", "tensor<3xf32>"},
    {"Less of bf16", COMPARE("LT", "bf16"), "Cast Cast Less ", "tensor<3xf32>"},
    /* ---- several in a row */
    {"the greater of i16 is one: no Cast between", TWICE("maximum", "i16"), "Cast Cast Max Cast Max Cast ", NULL},
    {"a sum in f32 is rounded to bf16 first", TWICE("add", "bf16"), "Cast Cast Add Cast Cast Cast Add Cast ", NULL},
    /* ---- Min and Max of i64 */
    {"an i64 may be anything", BINARY("minimum", "i64"), "Less Where ", NULL},
    {"and so may the greater", BINARY("maximum", "i64"), "Greater Where ", NULL},
    {"ui64 is right", BINARY("maximum", "ui64"), "Max ", NULL},
    {"an i64 that was an i32 is right",
     F("%a: tensor<3xi32>, %b: tensor<3xi32>",
       "tensor<3xi64>") "%c = stablehlo.convert %a : (tensor<3xi32>) -> tensor<3xi64>\n"
                        "%d = stablehlo.convert %b : (tensor<3xi32>) -> tensor<3xi64>\n%r "
                        "= stablehlo.minimum %c, %d : tensor<3xi64>\n" END("tensor<3xi64>"),
     "Cast Cast Min ", NULL},
    {"one that was a ui32 is not",
     F("%a: tensor<3xui32>, %b: tensor<3xui32>",
       "tensor<3xi64>") "%c = stablehlo.convert %a : (tensor<3xui32>) -> tensor<3xi64>\n"
                        "%d = stablehlo.convert %b : (tensor<3xui32>) -> tensor<3xi64>\n%r = stablehlo.minimum %c, %d "
                        ": "
                        "tensor<3xi64>\n" END("tensor<3xi64>"),
     "Cast Cast Less Where ", NULL},
    /* ---- reductions */
    {"a sum of bools is the greatest", SCATTER("add", "i1", "false"), NULL, "reduction = \"max\"} : (tensor<6xui8>"},
    {"or is too", SCATTER("or", "i1", "false"), NULL, "reduction = \"max\"} : (tensor<6xui8>"},
    {"a product of bools is the least", SCATTER("multiply", "i1", "false"), NULL,
     "reduction = \"min\"} : (tensor<6xui8>"},
    {"and is too", SCATTER("and", "i1", "false"), NULL, "reduction = \"min\"} : (tensor<6xui8>"},
    {"the greatest of f16", SCATTER("maximum", "f16", "false"), NULL, "reduction = \"max\"} : (tensor<6xf32>"},
    {"a sum of f16 is rounded at each step", SCATTER("add", "f16", "false"), NULL, "onnx.Loop"},
    {"a sum of i16", SCATTER("add", "i16", "false"), NULL, "reduction = \"add\"} : (tensor<6xi16>"},
};

static void elements_are_such_as_operators_take(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        notes n = {0};
        grn_diag diag = notes_diag(&n);
        text printed = {.n = 0};
        char ops[sizeof printed.at];
        grn_trials tried;
        const grn_equivalence_options options = {.trials = 60};
        grn_module *m = parse(rows[i].program), *made = converted(m, "onnx", &printed);
        list_ops(printed.at, ops);
        if (rows[i].ops && strcmp(rows[i].ops, ops) != 0)
            fail_msg("%s: '%s' is expected, not '%s' in\n%s", rows[i].claim, rows[i].ops, ops, printed.at);
        if (rows[i].has && !strstr(printed.at, rows[i].has))
            fail_msg("%s: '%s' is expected in\n%s", rows[i].claim, rows[i].has, printed.at);
        if (grn_module_equivalent(m, made, &options, &diag, &tried) != GRN_OK)
            fail_msg("%s: %s\n%s", rows[i].claim, n.first, printed.at);
        grn_module_destroy(made);
        grn_module_destroy(m);
    }
}

/* A promise that no place gets two updates, and that no index is out of range, so that the promise
 * is not lost on the way. */
static void a_sum_of_f16_at_places_of_their_own_is_one_of_f32(void **state)
{
    const grn_module_convert_options how = {.to = "onnx", .assume_in_bounds = true};
    grn_module *m = parse(SCATTER("add", "f16", "true")), *made = NULL;
    text printed = {.n = 0};
    (void)state;
    assert_int_equal(grn_module_convert(m, &how, NULL, &made), GRN_OK);
    assert_int_equal(grn_module_print(made, NULL, &(grn_sink){program_append, &printed}), GRN_OK);
    assert_non_null(strstr(printed.at, "reduction = \"add\"} : (tensor<5xf32>"));
    grn_module_destroy(made);
    grn_module_destroy(m);
}

/* ---- opsets ---------------------------------------------------------------------------------- */

static const char named[] = "onnx.opset_version = ";

static void functions_name_the_opset(void **state)
{
    text printed = {.n = 0};
    grn_module *m = parse(BINARY("add", "f32")), *made = converted(m, "onnx", &printed);
    (void)state;
    assert_non_null(strstr(printed.at, "attributes {onnx.opset_version = 18 : si64}"));
    for (size_t d = 0; grn_module_dialect(d); d++) {
        const bool onnx = strcmp(grn_module_dialect(d), "onnx") == 0;
        text other = {.n = 0};
        grn_module_destroy(converted(made, grn_module_dialect(d), &other));
        if ((strstr(other.at, named) != NULL) != onnx)
            fail_msg("in %s a function %s an opset:\n%s", grn_module_dialect(d), onnx ? "names" : "does not name",
                     other.at);
    }
    grn_module_destroy(made);
    grn_module_destroy(m);
}

/* What is there is rewritten: it is of the opset that programs are converted to, whatever it was
 * of. Other attributes stay. */
static void an_opset_of_before_is_none_of_now(void **state)
{
    text printed = {.n = 0};
    grn_module *m = parse(
        "func.func @f(%a: tensor<2xi8>) -> tensor<2xi8> attributes {a.b, onnx.opset_version = 21 : si64, c.d = 1} {\n"
        "%0 = \"onnx.Add\"(%a, %a) : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>\nreturn %0 : tensor<2xi8>\n}\n"
        "func.func private @g(tensor<2xi8>)\n");
    (void)state;
    grn_module_destroy(converted(m, "onnx", &printed));
    assert_non_null(strstr(printed.at, "attributes {a.b, c.d = 1 : i64, onnx.opset_version = 18 : si64}"));
    assert_null(strstr(strstr(printed.at, "@g"), named));
    grn_module_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_are_such_as_operators_take),
        cmocka_unit_test(a_sum_of_f16_at_places_of_their_own_is_one_of_f32),
        cmocka_unit_test(functions_name_the_opset),
        cmocka_unit_test(an_opset_of_before_is_none_of_now),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

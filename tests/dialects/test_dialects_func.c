/*
 * test_dialects_func.c - functions, calls and modules: their rules in
 * upstream's words, and that their text reads back as it was.
 */
#include "dialects_test.h"
#include "garner/sink.h"

static const struct {
    const char *claim, *text, *says; /* "": accepted */
} rules[] = {
    {"returns what it says", "func.func @f(%a: tensor<f32>) -> tensor<f32> {\n  return %a : tensor<f32>\n}\n", ""},
    {"too few returned",
     "func.func @f(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>) {\n  return %a : tensor<f32>\n}\n",
     "'func.return' op has 1 operands, but enclosing function (@f) returns 2"},
    {"another type returned", "func.func @f(%a: tensor<f32>) -> tensor<i32> {\n  return %a : tensor<f32>\n}\n",
     "type of return operand 0 ('tensor<f32>') doesn't match function result type ('tensor<i32>') in function @f"},
    {"calls a function that is not there", "func.func @f() {\n  call @g() : () -> ()\n  return\n}\n",
     "'func.call' op 'g' does not reference a valid function"},
    {"calls with too few", "func.func private @g(tensor<f32>)\nfunc.func @f() {\n  call @g() : () -> ()\n  return\n}\n",
     "'func.call' op incorrect number of operands for callee"},
    {"calls with another type",
     "func.func private @g(tensor<f32>)\nfunc.func @f(%a: tensor<i32>) {\n  call @g(%a) : (tensor<i32>) -> ()\n  "
     "return\n}\n",
     "'func.call' op operand type mismatch: expected operand type 'tensor<f32>', but provided 'tensor<i32>' for "
     "operand "
     "number 0"},
    {"takes too many results",
     "func.func private @g()\nfunc.func @f() {\n  %0 = call @g() : () -> tensor<f32>\n  return\n}\n",
     "'func.call' op incorrect number of results for callee"},
    {"takes a result of another type",
     "func.func private @g() -> tensor<f32>\nfunc.func @f() {\n  %0 = call @g() : () -> tensor<i32>\n  return\n}\n",
     "'func.call' op result type mismatch at index 0"},
    {"a declaration is not public", "func.func @g()\n",
     "'func.func' op symbol declaration cannot have public visibility"},
    {"a body is not empty", "func.func @g() {\n}\n", "expected non-empty function body"},
    {"all arguments have names, or none", "func.func private @g(%a: tensor<f32>, tensor<f32>)\n",
     "expected SSA identifier"},
    {"a body names its arguments", "func.func @g(tensor<f32>) {\n  return\n}\n", "expected SSA identifier"},
    {"a dictionary for each argument",
     "\"func.func\"() <{sym_name = \"f\", function_type = (tensor<f32>) -> (), arg_attrs = [{}, {}], sym_visibility = "
     "\"private\"}> ({\n}) : () -> ()\n",
     "'func.func' op expects argument attribute array to have the same number of elements as the number of function "
     "arguments, got "
     "2, "
     "but expected 1"},
    {"a dictionary for each result",
     "\"func.func\"() <{sym_name = \"f\", function_type = () -> (), res_attrs = [{}], sym_visibility = \"private\"}> "
     "({\n}) : () "
     "-> ()\n",
     "'func.func' op expects result attribute array to have the same number of elements as the number of function "
     "results, got 1, "
     "but expected 0"},
    {"what is listed for an argument is a dictionary",
     "\"func.func\"() <{sym_name = \"f\", function_type = (tensor<f32>) -> (), arg_attrs = [1], sym_visibility = "
     "\"private\"}> "
     "({\n}) : () -> ()\n",
     "'func.func' op expects argument attribute dictionary to be a DictionaryAttr"},
    {"what is listed for a result is a dictionary",
     "\"func.func\"() <{sym_name = \"f\", function_type = () -> i1, res_attrs = [1], sym_visibility = \"private\"}> "
     "({\n}) : () -> "
     "()\n",
     "'func.func' op expects result attribute dictionary to be a DictionaryAttr"},
    {"the entry block has the arguments",
     "\"func.func\"() <{sym_name = \"f\", function_type = (tensor<f32>) -> ()}> ({\n  func.return\n}) : () -> ()\n",
     "'func.func' op entry block must have 1 arguments to match function signature"},
    {"the entry block's arguments are of the function's types",
     "\"func.func\"() <{sym_name = \"f\", function_type = (tensor<f32>) -> ()}> ({\n^bb0(%a: tensor<2xf32>):\n  "
     "func.return\n}) : "
     "() -> ()\n",
     "'func.func' op type of entry block argument #0('tensor<2xf32>') must match the type of the corresponding "
     "argument in "
     "function "
     "signature('tensor<f32>')"},
    {"a function's type is a function type",
     "\"func.func\"() <{sym_name = \"f\", function_type = tensor<f32>, sym_visibility = \"private\"}> ({\n}) : () -> "
     "()\n",
     "'func.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type"},
    {"a function has one region",
     "\"func.func\"() <{sym_name = \"f\", function_type = () -> (), sym_visibility = \"private\"}> ({\n}, {\n}) : () "
     "-> ()\n",
     "'func.func' op requires one region"},
    {"a visibility is one of three",
     "\"func.func\"() <{sym_name = \"f\", function_type = () -> (), sym_visibility = \"hidden\"}> ({\n}) : () -> ()\n",
     "'func.func' op visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"hidden\""},
    {"a public declaration has no body either", "func.func public @g()\n",
     "'func.func' op symbol declaration cannot have public visibility"},
    {"a nested one may have none", "func.func nested @g()\n", ""},
    {"returns from a function", "func.return\n", "'func.return' op expects parent op 'func.func'"},
    {"returns from a function, not from a region of an op of it",
     "func.func @f(%p: tensor<i1>) {\n  \"stablehlo.if\"(%p) ({\n    func.return\n  }, {\n    stablehlo.return\n  }) : "
     "(tensor<i1>) -> ()\n"
     "  return\n}\n",
     "'func.return' op expects parent op 'func.func'"},
    {"calls what is no function",
     "module {\n  func.func @f() {\n    call @g() : () -> ()\n    return\n  }\n  module @g {\n  }\n}\n",
     "'func.call' op 'g' does not reference a valid function"},
    {"calls a function without a function type",
     "func.func @f() {\n  call @g() : () -> ()\n  return\n}\n"
     "\"func.func\"() <{sym_name = \"g\", function_type = i1, sym_visibility = \"private\"}> ({\n}) : () -> ()\n",
     "'func.call' op 'g' does not reference a valid function"},
    {"takes a second result of another type",
     "func.func private @g() -> (tensor<f32>, tensor<f32>)\nfunc.func @f() {\n  %0:2 = call @g() : () -> (tensor<f32>, "
     "tensor<i32>)\n"
     "  return\n}\n",
     "'func.call' op result type mismatch at index 1\nnote:       op result types: 'tensor<f32>', 'tensor<i32>'\n"
     "note: function result types: 'tensor<f32>', 'tensor<f32>'\n"},
    {"a dictionary may be empty", "func.func private @g(tensor<f32> {}, tensor<f32> {a.b = 1})\n", ""},
    {"some arguments have names, then none", "func.func private @g(tensor<f32>, %a: tensor<f32>)\n",
     "expected type instead of SSA identifier"},
};

static void functions_are_checked_as_upstream_does(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(rules); i++) {
        grn_ir ir;
        messages m;
        grn_status status = read_module(&ir, rules[i].text, true, &m);
        bool accepted = rules[i].says[0] == '\0';
        if ((status == GRN_OK) != accepted || !strstr(m.text, rules[i].says))
            fail_msg("%s: %s, said: %s", rules[i].claim, grn_status_name(status), m.text);
        grn_ir_destroy(&ir);
    }
}

/* Each is written as the printer writes it. */
static const char *const texts[] = {
    "module @jit_main attributes {mhlo.num_partitions = 1 : i32} {\n"
    "  func.func public @main(%arg0: tensor<2xf32> {a.b = \"\"}, %arg1: tensor<i1>) -> (tensor<2xf32> {c.d = \"x\"}, "
    "tensor<i1>) "
    "attributes {e.f} {\n"
    "    %0 = call @g(%arg0) : (tensor<2xf32>) -> tensor<2xf32>\n"
    "    return %0, %arg1 : tensor<2xf32>, tensor<i1>\n"
    "  }\n"
    "  func.func private @g(tensor<2xf32>) -> tensor<2xf32>\n"
    "}\n",
    "module {\n"
    "  func.func nested @h() {\n"
    "    return\n"
    "  }\n"
    "  func.func private @k(tensor<f32> {a.b}) -> (tensor<f32> {c.d}, tensor<f32>)\n"
    "  func.func private @l(tensor<f32>, tensor<f32> {a.b}) -> (() -> tensor<f32>)\n"
    "  func.func private @m(() -> ()) -> (tensor<f32> {c.d})\n"
    "}\n",
};

static void modules_read_back_as_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(texts); i++) {
        grn_ir ir;
        messages m;
        grn_text_buffer b = {0};
        const grn_sink sink = grn_text_buffer_sink(&b);
        const grn_print_options options = {0};
        if (read_module(&ir, texts[i], true, &m) != GRN_OK)
            fail_msg("text %zu: %s", i, m.text);
        assert_int_equal(grn_text_print(&ir, &options, &sink), GRN_OK);
        assert_string_equal(b.text, texts[i]);
        grn_text_buffer_free(&b);
        grn_ir_destroy(&ir);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_checked_as_upstream_does),
        cmocka_unit_test(modules_read_back_as_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Ops at the top of a text become a function: its arguments, its end, and what is left as MLIR
 * reads it. */
#include "text_test.h"

static grn_status parse_snippet(grn_ir *ir, const char *text, const grn_allocator *allocator, heard *h)
{
    const grn_parse_options options = {.allow_unregistered = true, .snippets = true};
    const grn_diag diag = {hear, h};
    h->text[0] = '\0';
    h->used = 0;
    grn_status status = grn_ir_init(ir, t_dialects, allocator);
    return status == GRN_OK ? grn_text_parse(ir, text, strlen(text), &options, &diag) : status;
}

/* ---- what is read as what -------------------------------------------------------------------- */

/* Printed in a module of the same dialect, whose name is left out. */
#define MAIN(args, body) "func @main(" args ") {\n" body "}\n"

static const struct {
    const char *claim, *text, *want;
} good[] = {
    {"values that nobody defines are arguments, the last op's results are returned", "%x = t.add %b, %a : i32",
     MAIN("%arg0: i32, %arg1: i32", "  %0 = add %arg0, %arg1 : i32\n  return %0 : i32\n")},
    {"an argument is one however often it is used", "%x = t.add %a, %a : i32\n%y = t.add %x, %a : i32",
     MAIN("%arg0: i32", "  %0 = add %arg0, %arg0 : i32\n  %1 = add %0, %arg0 : i32\n  return %1 : i32\n")},
    {"each of several results is returned", "%x:2 = t.each %a, %b : i32, i64",
     MAIN("%arg0: i32, %arg1: i64", "  %0:2 = each %arg0, %arg1 : i32, i64\n  return %0#0, %0#1 : i32, i64\n")},
    {"an op without results returns nothing", "t.check %a, %b : i32",
     MAIN("%arg0: i32, %arg1: i32", "  check %arg0, %arg1 : i32\n  return\n")},
    {"a terminator says what is returned", "%x = t.add %a, %b : i32\nt.return %a, %x : i32, i32",
     MAIN("%arg0: i32, %arg1: i32", "  %0 = add %arg0, %arg1 : i32\n  return %arg0, %0 : i32, i32\n")},
    {"the terminator's dialect may be left out", "%x = t.add %a, %b : i32\nreturn %x : i32",
     MAIN("%arg0: i32, %arg1: i32", "  %0 = add %arg0, %arg1 : i32\n  return %0 : i32\n")},
    {"a terminator alone is a program", "return %x : i32", MAIN("%arg0: i32", "  return %arg0 : i32\n")},
    {"a use in a region counts by its place in the text, not by when its type is read",
     "\"t.generic\"(%a) ({ \"t.generic\"(%b) : (i64) -> () }) : (i32) -> ()",
     MAIN("%arg0: i32, %arg1: i64",
          "  \"t.generic\"(%arg0) ({\n    \"t.generic\"(%arg1) : (i64) -> ()\n  }) : (i32) -> ()\n"
          "  return\n")},
    {"results of an op that is not there are arguments, each", "%x = t.add %0#1, %0#0 : i32",
     MAIN("%arg0: i32, %arg1: i32", "  %0 = add %arg0, %arg1 : i32\n  return %0 : i32\n")},
    {"a value that is left open is an argument", "%b = ... # Shape is [3, 4]\n%a, %c = ...\n%x = t.add %a, %b : i32",
     MAIN("%arg0: i32, %arg1: i32", "  %0 = add %arg0, %arg1 : i32\n  return %0 : i32\n")},
    {"dots leave ops out", "%x = t.add %a, %b : i32\n... and so on: \"\nt.check %x, %y : i32\n...",
     MAIN("%arg0: i32, %arg1: i32, %arg2: i32", "  %0 = add %arg0, %arg1 : i32\n  check %0, %arg2 : i32\n  return\n")},
    {"a listing may be indented and fenced, and have comments of either kind",
     "```mlir\n    // one\n    # two: @\n    %x = t.add %a, // three\n        %b : i32 # four\n```\n",
     MAIN("%arg0: i32, %arg1: i32", "  %0 = add %arg0, %arg1 : i32\n  return %0 : i32\n")},
    {"functions beside the ops stay", "t.func @f() { t.return }\n%x = t.call @f(%a) : (i32) -> i32",
     "func @f() {\n  return\n}\n" MAIN("%arg0: i32", "  %0 = call @f(%arg0) : (i32) -> i32\n  return %0 : i32\n")},
    {"a program is read as ever", "t.func @g(%a: i32) { t.return %a : i32 }",
     "func @g(%arg0: i32) {\n  return %arg0 : i32\n}\n"},
    {"ops without values are the module's", "\"foo.a\"() : () -> ()", "\"foo.a\"() : () -> ()\n"},
    {"beside a main, ops are the module's", "%x = \"foo.a\"() : () -> i32\nt.func @main() { t.return }",
     "%0 = \"foo.a\"() : () -> i32\nfunc @main() {\n  return\n}\n"},
    {"a module of its own is as MLIR reads it", "t.module { %x = \"foo.a\"() : () -> i32 }",
     "module {\n  %0 = \"foo.a\"() : () -> i32\n}\n"},
};

static void test_snippets_become_functions(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(good); i++) {
        grn_ir ir;
        heard h;
        if (parse_snippet(&ir, good[i].text, NULL, &h) != GRN_OK)
            fail_msg("%s: %s", good[i].claim, h.text);
        char *out = print_module(&ir, false);
        if (strcmp(out, good[i].want) != 0)
            fail_msg("%s:\n%s\nexpected\n%s", good[i].claim, out, good[i].want);
        free(out);
        grn_ir_destroy(&ir);
    }
}

/* ---- what is said ---------------------------------------------------------------------------- */

static const struct {
    const char *text, *want;
} told[] = {
    {"\n%x = t.add %b, %0#1 : i32", "2:6: the ops at the top are read as t.func @main(%b: i32, %0_1: i32) -> i32"},
    {"%x:2 = t.each %a, %b : i32, i64",
     "1:8: the ops at the top are read as t.func @main(%a: i32, %b: i64) -> (i32, i64)"},
    {"t.check %a, %a : i32", "1:1: the ops at the top are read as t.func @main(%a: i32)"},
    {"t.func @f() { t.return }", ""},
};

static void test_the_signature_is_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(told); i++) {
        grn_ir ir;
        heard h;
        assert_int_equal(parse_snippet(&ir, told[i].text, NULL, &h), GRN_OK);
        assert_string_equal(h.text, told[i].want);
        grn_ir_destroy(&ir);
    }
}

static const struct {
    const char *text, *want;
} bad[] = {
    {"t.check %a, %b : i32\nt.check %a, %b : i64",
     "2:9: use of value '%a' expects different type than prior uses: 'i64' vs 'i32'\nnote 1:9: prior use here"},
    {"%x = t.add %a, %b : i32\n%x = t.add %a, %a : i32",
     "2:1: redefinition of SSA value '%x'\nnote 1:1: previously defined here\n"
     "note 2:1: of alternatives that a document shows, a program has one: leave one out, or give it another name"},
    {"%x = some_value(...)", "1:6: custom op 'some_value' is unknown (tried 't.some_value' as well)\n"
                             "note 1:6: `%x = ...` stands for a value that is left open: it becomes an argument"},
    {"^bb0(%a: i32):\n  t.check %a, %a : i32",
     "1:1: a block is part of a function: write `func.func @main(%x: T) -> T {` for its label, and `}` at the end"},
    /* isolated: no snippet within */
    {"t.func @f() { \"foo.b\"(%a) : (i32) -> () }", "1:23: use of undeclared SSA value name"},
    {"%x = \"foo.a\"(%y) : (i32) -> i32\nt.func @main() { t.return }", "1:14: use of undeclared SSA value name"},
};

static void test_what_is_no_snippet_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(bad); i++) {
        grn_ir ir;
        heard h;
        assert_int_equal(parse_snippet(&ir, bad[i].text, NULL, &h), GRN_E_PARSE);
        assert_string_equal(h.text, bad[i].want);
        grn_ir_destroy(&ir);
    }
}

/* Strict, which is the default of this layer: as mlir-opt 19. */
static void test_strict_parsing_refuses_snippets(void **state)
{
    static const char *const texts[] = {"%x = t.add %a, %b : i32", "%x = ...", "# text", "```", "..."};
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(texts); i++) {
        grn_ir ir;
        heard h;
        assert_int_equal(parse_exactly(&ir, texts[i], strlen(texts[i]), NULL, &h), GRN_E_PARSE);
        grn_ir_destroy(&ir);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_snippets_become_functions),
        cmocka_unit_test(test_the_signature_is_told),
        cmocka_unit_test(test_what_is_no_snippet_is_refused),
        cmocka_unit_test(test_strict_parsing_refuses_snippets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

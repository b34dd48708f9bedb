/* What is wrong with a text, and where: messages and places as upstream (mlir-opt 19) has them,
 * unless a note says otherwise. */
#include "text_test.h"

static const struct {
    const char *text;
    const char *want;
    grn_status status;
} cases[] = {
    /* lexer */
    {"$", "1:1: unexpected character", GRN_E_PARSE},
    {"\n  \x01", "2:3: unexpected character", GRN_E_PARSE},
    {"%", "1:1: invalid SSA name", GRN_E_PARSE},
    {"\"a", "1:3: expected '\"' in string literal", GRN_E_PARSE},
    {"\"foo.a\"() {x = \"a\\qb\"} : () -> ()", "1:18: unknown escape in string literal", GRN_E_PARSE},
    {"@foo", "1:1: expected operation name in quotes", GRN_E_PARSE},
    {"}", "1:1: expected operation name in quotes", GRN_E_PARSE},
    /* ops */
    {"%0:2 = \"foo.a\"() : () -> i32", "1:1: operation defines 1 results but was provided 2 to bind", GRN_E_PARSE},
    {"%0 = \"foo.a\"() : () -> ()", "1:1: cannot name an operation with no results", GRN_E_PARSE},
    {"%0:0 = \"foo.a\"() : () -> ()", "1:4: expected named operation to have at least 1 result", GRN_E_PARSE},
    {"\"foo.a\"() : (i32) -> ()", "1:13: expected 0 operand types but had 1", GRN_E_PARSE},
    {"\"\"() : () -> ()", "1:1: empty operation name is invalid", GRN_E_PARSE},
    {"\"foo.a\"() : i32", "1:13: expected function type", GRN_E_PARSE},
    {"\"foo.a\"() () : () -> ()", "1:12: expected '{' to begin a region", GRN_E_PARSE},
    {"t.ad %x",
     "1:1: custom op 't.ad' is unknown: print it with --mlir-print-op-generic\nnote 1:1: did you mean 't.add'?",
     GRN_E_PARSE},
    {"t.slect %x",
     "1:1: custom op 't.slect' is unknown: print it with --mlir-print-op-generic\nnote 1:1: did you mean 't.select'?",
     GRN_E_PARSE},
    {"t.acst %x",
     "1:1: custom op 't.acst' is unknown: print it with --mlir-print-op-generic\nnote 1:1: did you mean 't.cast'?",
     GRN_E_PARSE},
    {"tcp.foo %x", "1:1: Dialect `tcp' not found for custom op 'tcp.foo': print it with --mlir-print-op-generic",
     GRN_E_PARSE},
    {"foo %x", "1:1: custom op 'foo' is unknown (tried 't.foo' as well)", GRN_E_PARSE},
    {"t.foo %x", "1:1: custom op 't.foo' is unknown: print it with --mlir-print-op-generic", GRN_E_PARSE},
    /* values */
    {"\"foo.b\"(%a, %b) : (i32, i32) -> ()", "1:9: use of undeclared SSA value name", GRN_E_PARSE},
    {"%x = \"foo.a\"() : () -> i32 \"foo.b\"(%x#1) : (i32) -> ()", "1:36: reference to invalid result number",
     GRN_E_PARSE},
    {"%x = \"foo.a\"() : () -> i32 \"foo.b\"(%x) : (i64) -> ()",
     "1:36: use of value '%x' expects different type than prior uses: 'i64' vs 'i32'\nnote 1:1: prior use here",
     GRN_E_PARSE},
    {"\"foo.b\"(%x) : (i64) -> () %x = \"foo.a\"() : () -> i32",
     "1:27: definition of SSA value '%x#0' has type 'i32'\nnote 1:9: previously used here with type 'i64'",
     GRN_E_PARSE},
    {"\"foo.b\"(%x) : (i64) -> () \"foo.b\"(%x) : (i32) -> ()",
     "1:35: use of value '%x' expects different type than prior uses: 'i32' vs 'i64'\nnote 1:9: prior use here",
     GRN_E_PARSE},
    {"%x = \"foo.a\"() : () -> i32 %x = \"foo.a\"() : () -> i32",
     "1:28: redefinition of SSA value '%x'\nnote 1:1: previously defined here", GRN_E_PARSE},
    {"\"foo.a\"() ({ ^bb0(%a: i32): \"foo.c\"(%a) : (i32) -> () ^bb1(%a: i32): }) : () -> ()",
     "1:60: redefinition of SSA value '%a'\nnote 1:19: previously defined here", GRN_E_PARSE},
    {"%a = \"foo.a\"() : () -> i32 t.func @f() { \"foo.b\"(%a) : (i32) -> () }",
     "1:50: use of undeclared SSA value name", GRN_E_PARSE}, /* isolated */
    /* blocks */
    {"\"foo.a\"() ({ ^bb0: \"foo.c\"()[^bb7] : () -> () }) : () -> ()", "1:30: reference to an undefined block",
     GRN_E_PARSE},
    {"\"foo.a\"() ({ ^bb0: ^bb0: }) : () -> ()", "1:20: redefinition of block '^bb0'", GRN_E_PARSE},
    {"t.func @f(%a: i32) { ^bb0: }", "1:22: invalid block name in region with named arguments", GRN_E_PARSE},
    /* attributes */
    {"\"foo.a\"() {a = 1, a = 2} : () -> ()", "1:19: duplicate key 'a' in dictionary attribute", GRN_E_PARSE},
    {"\"foo.a\"() {a = 300 : i8} : () -> ()", "1:16: integer constant out of range for attribute", GRN_E_PARSE},
    {"\"foo.a\"() {a = -129 : i8} : () -> ()", "1:17: integer constant out of range for attribute", GRN_E_PARSE},
    {"\"foo.a\"() {a = 2 : i1} : () -> ()", "1:16: integer constant out of range for attribute", GRN_E_PARSE},
    {"\"foo.a\"() {a = -1 : ui8} : () -> ()", "1:17: negative integer literal not valid for unsigned integer type",
     GRN_E_PARSE},
    {"\"foo.a\"() {a = 1.0 : i8} : () -> ()", "1:24: floating point value not valid for specified type", GRN_E_PARSE},
    {"\"foo.a\"() {a = 1 : f32} : () -> ()",
     "1:16: unexpected decimal integer literal for a floating point value\nnote 1:16: add a trailing dot to make the "
     "literal a "
     "float",
     GRN_E_PARSE},
    {"\"foo.a\"() {a = 0x7F8000000 : f32} : () -> ()", "1:16: hexadecimal float constant out of range for type",
     GRN_E_PARSE},
    {"\"foo.a\"() {a = -0x7F80 : f32} : () -> ()", "1:17: hexadecimal float literal should not have a leading minus",
     GRN_E_PARSE},
    {"\"foo.a\"() {a = 1 : tensor<2xi32>} : () -> ()", "1:16: integer literal not valid for specified type",
     GRN_E_PARSE},
    {"\"foo.a\"() {c = array<i3: 1>} : () -> ()", "1:22: element type bitwidth must be a multiple of 8", GRN_E_PARSE},
    {"\"foo.a\"() {1 = 2} : () -> ()", "1:12: expected attribute name", GRN_E_PARSE},
    {"#a = 1 #a = 2", "1:8: redefinition of attribute alias id 'a'", GRN_E_PARSE},
    {"!a.b = i32", "1:1: type names with a '.' are reserved for dialect-defined names", GRN_E_PARSE},
    /* place: the alias itself */
    {"\"foo.a\"() {a = #b} : () -> ()", "1:16: undefined symbol alias id 'b'", GRN_E_PARSE},
    /* struct and enum attributes: StableHLO's printer and parser of dimension numbers */
    {"\"foo.a\"() {a = #t.dims<of = [1]>} : () -> ()",
     "1:24: expected one of: `offset`, `map`, `at`\n1:24: failed parsing dims attribute", GRN_E_PARSE},
    {"\"foo.a\"() {a = #t.dims<at = 1, at = 1>} : () -> ()",
     "1:32: duplicated `at` entry\n1:32: failed parsing dims attribute", GRN_E_PARSE},
    {"\"foo.a\"() {a = #t<order EQ>} : () -> ()", "1:25: expected t.order to be one of: LT, GE", GRN_E_PARSE},
    /* tensors; places are the element's or the type's own */
    {"\"foo.a\"() {c = dense<1.0> : tensor<2xi32>} : () -> ()",
     "1:22: expected integer elements, but parsed floating-point", GRN_E_PARSE},
    {"\"foo.a\"() {c = dense<[1.0, 2]> : tensor<2xf32>} : () -> ()",
     "1:28: unexpected decimal integer literal for a floating point value", GRN_E_PARSE},
    {"\"foo.a\"() {c = dense<true> : tensor<2xi32>} : () -> ()", "1:22: expected i1 type for 'true' or 'false' values",
     GRN_E_PARSE},
    {"\"foo.a\"() {c = dense<300> : tensor<2xi8>} : () -> ()", "1:22: integer constant out of range for type",
     GRN_E_PARSE},
    {"\"foo.a\"() {c = dense<[1,-1]> : tensor<2xui8>} : () -> ()",
     "1:26: expected unsigned integer elements, but parsed negative value", GRN_E_PARSE},
    {"\"foo.a\"() {c = dense<[[1],[2]]> : tensor<2xi8>} : () -> ()",
     "1:16: inferred shape of elements literal ([2, 1]) does not match type ([2])", GRN_E_PARSE},
    {"\"foo.a\"() {c = dense<[[1],[2, 3]]> : tensor<2xi8>} : () -> ()",
     "1:32: tensor literal is invalid; ranks are not consistent between elements", GRN_E_PARSE},
    {"\"foo.a\"() {c = dense<[[1],2]> : tensor<2xi8>} : () -> ()",
     "1:27: tensor literal is invalid; ranks are not consistent between elements", GRN_E_PARSE},
    {"\"foo.a\"() {c = dense<[[], 1]> : tensor<2xi8>} : () -> ()",
     "1:27: tensor literal is invalid; ranks are not consistent between elements", GRN_E_PARSE},
    {"\"foo.a\"() {c = dense<\"0x0102\"> : tensor<3xi8>} : () -> ()",
     "1:22: elements hex data size is invalid for provided type: 'tensor<3xi8>'", GRN_E_PARSE},
    {"\"foo.a\"() {c = dense<\"0x0102\"> : tensor<3xi1>} : () -> ()",
     "1:22: elements hex data size is invalid for provided type: 'tensor<3xi1>'", GRN_E_PARSE},
    {"\"foo.a\"() {c = dense<\"0x010\"> : tensor<3xi8>} : () -> ()",
     "1:22: expected string containing hex digits starting with `0x`", GRN_E_PARSE},
    {"\"foo.a\"() {c = dense<\"0xzz\"> : tensor<1xi8>} : () -> ()",
     "1:22: expected string containing hex digits starting with `0x`", GRN_E_PARSE},
    {"\"foo.a\"() {c = dense<> : tensor<1xi8>} : () -> ()",
     "1:22: parsed zero elements, but type ('tensor<1xi8>') expected at least 1", GRN_E_PARSE},
    {"\"foo.a\"() {c = dense<1> : tensor<?xi8>} : () -> ()", "1:27: elements literal type must have static shape",
     GRN_E_PARSE},
    {"\"foo.a\"() {c = dense<1> : i8} : () -> ()", "1:27: elements literal must be a shaped type", GRN_E_PARSE},
    {"\"foo.a\"() {c = dense<[1,]> : tensor<2xi32>} : () -> ()", "1:25: expected element literal of primitive type",
     GRN_E_PARSE},
    {"\"foo.a\"() {c = dense<0> : tensor<4294967296x4294967296xi32>} : () -> ()",
     "1:22: 'tensor<4294967296x4294967296xi32>' has more elements than garner can count", GRN_E_LIMIT},
    {"\"foo.a\"() {x = dense_resource<k> : tensor<2xi32>} : () -> ()",
     "1:16: dense_resource key 'k' has no data in this file", GRN_E_PARSE},
    {"\"foo.a\"() {x = dense_resource<k> : tensor<2xi32>} : () -> () {-# dialect_resources: {builtin: {k: "
     "\"0x0400000001\"}} #-}",
     "1:16: dense_resource 'k' holds 1 bytes, 'tensor<2xi32>' needs 8", GRN_E_PARSE},
    /* types */
    {"\"foo.a\"() : () -> tensor<9223372036854775808xi32>", "1:26: invalid dimension: integer value too large",
     GRN_E_PARSE},
    {"\"foo.a\"() : () -> i16777216", "1:19: integer bitwidth is limited to 16777215 bits", GRN_E_PARSE},
    {"\"foo.a\"() : () -> i99999999999", "1:19: invalid integer width", GRN_E_PARSE},
    {"\"foo.a\"() : () -> tensor<2x3>", "1:29: expected 'x' in dimension list", GRN_E_PARSE},
    {"\"foo.a\"() : () -> tensor<xi32>", "1:26: expected non-function type", GRN_E_PARSE},
    {"\"foo.a\"() : () -> tensor<2x(i32)->i32>", "1:28: invalid tensor element type", GRN_E_PARSE},
    {"\"foo.a\"() : () -> complex<tensor<1xi32>>", "1:27: invalid element type for complex", GRN_E_PARSE},
    {"\"foo.a\"() : () -> !foo.bar<", "1:27: unbalanced '<' character in pretty dialect name", GRN_E_PARSE},
    {"\"foo.a\"() : () -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xi1>",
     "1:26: tensor rank 33 is over garner's limit of 32", GRN_E_LIMIT},
    {"\"foo.a\"() : () -> !quant.uniform<i8<-129:3>:f32, 1.0>", "1:37: illegal storage type minimum: -129",
     GRN_E_PARSE},
    {"\"foo.a\"() : () -> !quant.uniform<i8:i32, 1.0>", "1:37: expressed type must be floating point", GRN_E_PARSE},
    /* the row's own syntax */
    {"t.func @f(%a: i32) {\n  return %a, %a : i32\n}",
     "2:10: custom op 't.return' number of operands and types do not match: got 2 operands and 1 types", GRN_E_PARSE},
    {"t.func @f(%a: i32) {\n  %0 = t.add %a %a : i32\n}", "2:17: expected ','", GRN_E_PARSE},
    {"t.func @f(%a: i32) {\n  %0 = t.add a, %a : i32\n}", "2:14: expected SSA operand", GRN_E_PARSE},
    {"t.func @f(%a: i32) {\n  %0 = t.cast a : i32\n}", "2:15: expected SSA operand", GRN_E_PARSE},
    {"t.func @f(%a: i32) {\n  %0 = t.perm %a[a\n}", "2:18: expected SSA operand", GRN_E_PARSE},
    /* the end of the line it lacks */
    {"t.func @f(%a: i32) {\n  %0 = t.perm %a[%a] perm\n}", "2:26: expected '('", GRN_E_PARSE},
    {"t.func @f(%a: i32) {\n  t.generic\n}", "2:3: custom op 't.generic' has no custom assembly form", GRN_E_PARSE},
    {"t.func f", "1:8: expected valid '@'-identifier for symbol name", GRN_E_PARSE},
};

static void each_error_is_reported_at_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        grn_ir ir;
        heard h;
        grn_status status = parse_exactly(&ir, cases[i].text, strlen(cases[i].text), NULL, &h);
        grn_ir_destroy(&ir);
        if (status != cases[i].status || strcmp(h.text, cases[i].want) != 0)
            fail_msg("%s\nwant %s\ngot  %s (%s)", cases[i].text, cases[i].want, h.text, grn_status_name(status));
    }
}

static void unregistered_ops_need_leave(void **state)
{
    (void)state;
    grn_ir ir;
    heard h = {.used = 0};
    const grn_diag diag = {hear, &h};
    const char *text = "\"foo.a\"() : () -> ()";
    assert_int_equal(grn_ir_init(&ir, t_dialects, NULL), GRN_OK);
    assert_int_equal(grn_text_parse(&ir, text, strlen(text), NULL, &diag), GRN_E_PARSE);
    assert_string_equal(h.text,
                        "1:1: operation being parsed with an unregistered dialect. If this is intended, please use "
                        "-allow-unregistered-dialect with the MLIR tool used");
    grn_ir_destroy(&ir);
}

static void zeros_are_no_text(void **state)
{
    (void)state;
    static const char zeros[4096];
    grn_ir ir;
    heard h;
    assert_int_equal(parse_exactly(&ir, zeros, sizeof zeros, NULL, &h), GRN_E_PARSE);
    assert_string_equal(h.text, "1:1: unexpected character");
    grn_ir_destroy(&ir);
}

/* ---- depth ----------------------------------------------------------------------------------- */

static void nest(const char *before, const char *open, size_t n, grn_status want, const char *message)
{
    grn_ir ir;
    heard h;
    size_t step = strlen(open), start = strlen(before);
    char *text = malloc(start + n * step);
    assert_non_null(text);
    memcpy(text, before, start);
    for (size_t i = 0; i < n; i++)
        memcpy(text + start + i * step, open, step);
    grn_status status = parse_exactly(&ir, text, start + n * step, NULL, &h);
    free(text);
    grn_ir_destroy(&ir);
    if (status != want || !strstr(h.text, message))
        fail_msg("%zu times %s: %s, %s", n, open, grn_status_name(status), h.text);
}

static void deep_nesting_is_a_limit(void **state)
{
    (void)state;
    static const char *const limits[][3] = {
        {"\"f.a\"() {a = ", "[", "attributes nest deeper than garner's limit of 256"},
        {"\"f.a\"() {a = ", "{a = ", "attributes nest deeper than garner's limit of 256"},
        {"\"f.a\"() : () -> ", "tuple<", "types nest deeper than garner's limit of 256"},
        {"\"f.a\"() : ", "((", "types nest deeper than garner's limit of 256"},
        {"\"f.a\"() {a = ", "tensor<1xi1, ", "types nest deeper than garner's limit of 256"},
        {"\"f.a\"() {a = ", "dense<1> : tensor<1xi1, ", "types nest deeper than garner's limit of 256"},
        {"", "\"f.a\"() ({", "regions nest deeper than garner's limit of 256"},
        {"", "t.func @f() {", "regions nest deeper than garner's limit of 256"},
        {"\"f.a\"() {a = dense<", "[", "lists nest deeper than garner's limit of 32"},
        {"\"f.a\"() {a = #x.y<", "[", "brackets nest deeper than garner's limit of 256"},
    };
    for (size_t i = 0; i < GRN_COUNT(limits); i++)
        nest(limits[i][0], limits[i][1], 100000, GRN_E_LIMIT, limits[i][2]);
}

/* Four thousand bytes, said in two: 50000 times that is over 64 MiB and 64 times the text. */
static void what_aliases_stand_for_is_limited(void **state)
{
    char alias[4096], message[160];
    (void)state;
    snprintf(alias, sizeof alias, "#a = \"%04000d\"\n\"f.a\"() {a = [", 0);
    snprintf(message, sizeof message,
             "over garner's limit of %zu, which is 67108864 and 64 for each byte of the text "
             "(GRN_MAX_ALIAS_BYTES, set when",
             67108864 + 64 * (strlen(alias) + 4 * 50000));
    nest(alias, "#a, ", 1000, GRN_E_PARSE, "expected attribute value");
    nest(alias, "#a, ", 50000, GRN_E_LIMIT, message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_error_is_reported_at_its_place),
        cmocka_unit_test(unregistered_ops_need_leave),
        cmocka_unit_test(zeros_are_no_text),
        cmocka_unit_test(deep_nesting_is_a_limit),
        cmocka_unit_test(what_aliases_stand_for_is_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

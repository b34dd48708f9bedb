/* Whole modules: the row's syntax, the generic form, and that what is printed reads back as the
 * same module. */
#include "text_test.h"

/* ---- formats --------------------------------------------------------------------------------- */

/* An op's spellings inside `t.func @f(%a: i32, %p: i1) {...}`, and how it is printed. */
static const struct {
    const char *text;
    const char *want;
} formats[] = {
    {"%0 = t.add %a, %a : i32", "%0 = add %arg0, %arg0 : i32"},
    {"%0 = add %a, %a : i32", "%0 = add %arg0, %arg0 : i32"},
    {"%0 = t.add %a, %a {k = 1} : (i32, i32) -> i32", "%0 = add %arg0, %arg0 {k = 1 : i64} : i32"},
    {"%0 = t.add %a, %a : (i32, i32) -> (f32)", "%0 = add %arg0, %arg0 : (i32, i32) -> f32"},
    {"%0 = t.select %p, %a, %a : i1, i32", "%0 = select %arg1, %arg0, %arg0 : i1, i32"},
    {"%0 = t.select %p, %a, %a : (i1, i32, i32) -> i32", "%0 = select %arg1, %arg0, %arg0 : i1, i32"},
    {"%0 = t.cast %a : (i32) -> (i1)", "%0 = cast %arg0 : (i32) -> i1"},
    {"t.check %a, %a : i32", "check %arg0, %arg0 : i32"},
    {"t.check %a, %a : (i32, i32) -> ()", "check %arg0, %arg0 : i32"},
    {"t.check %a, %p : (i32, i1) -> ()", "check %arg0, %arg1 : (i32, i1) -> ()"},
    {"%0 = t.const dense<1> : tensor<2xi8>", "%0 = const dense<1> : tensor<2xi8>"},
    {"%0 = t.const {k} dense<[1, 2]> : tensor<2xi8>", "%0 = const {k} dense<[1, 2]> : tensor<2xi8> : tensor<2xi8>"},
    {"%0 = t.iota dim = 1 : tensor<2xi8>", "%0 = iota dim = 1 : tensor<2xi8>"},
    {"%0 = t.cat %a, %a, dim = -1 : (i32, i32) -> i32", "%0 = cat %arg0, %arg0, dim = -1 : (i32, i32) -> i32"},
    {"%0 = t.perm %a[%p] perm([0, 2]) : (i32, i1) -> i32", "%0 = perm %arg0[%arg1] perm([0, 2]) : (i32, i1) -> i32"},
    {"%0 = t.perm %a[%p]perm([])unique{z} : (i32, i1) -> i32",
     "%0 = perm %arg0[%arg1] perm([]) unique {z} : (i32, i1) -> i32"},
    {"%0 = t.cmp  LT, %a, %p,  GE : (i32, i1) -> i1", "%0 = cmp  LT, %arg0, %arg1,  GE : (i32, i1) -> i1"},
    {"%0 = t.cmp LT, %a, %p : (i32, i1) -> i1", "%0 = cmp  LT, %arg0, %arg1 : (i32, i1) -> i1"},
    {"%0:2 = call @g(%a) : (i32) -> (i32, i1)", "%0:2 = call @g(%arg0) : (i32) -> (i32, i1)"},
    {"t.call @\"g h\"() : () -> ()", "call @\"g h\"() : () -> ()"},
    /* mlir-opt reads the empty name, and writes what it cannot read */
    {"t.call @\"\"() : () -> ()", "call @\"\"() : () -> ()"},
    {"%0:2 = t.each %a, %p : i32, i1", "%0:2 = each %arg0, %arg1 : i32, i1"},
    {"%0 = t.tail %a into %p, %a, %a : (i32, i1, i32, i32) -> i1",
     "%0 = tail %arg0 into %arg1, %arg0, %arg0 : (i32, i1, i32, i32) -> i1"},
    {"t.tail %a into %p : (i32, i1) -> ()", "tail %arg0 into %arg1 : (i32, i1) -> ()"},
    {"return", "return"},
    {"return %a, %p : i32, i1", "return %arg0, %arg1 : i32, i1"},
    {"\"t.return\"(%a) : (i32) -> ()", "return %arg0 : i32"},
    /* not as the row has it */
    {"\"t.iota\"() <{dim = 1 : i32}> : () -> i1", "%0 = \"t.iota\"() <{dim = 1 : i32}> : () -> i1"},
    {"\"t.generic\"(%a) {b = 1, a}: (i32) -> (i32)", "%0 = \"t.generic\"(%arg0) {a, b = 1 : i64} : (i32) -> i32"},
};

static void formats_read_and_print(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(formats); i++) {
        char text[512], want[512];
        snprintf(text, sizeof text, "t.func @f(%%a: i32, %%p: i1) {\n%s}", formats[i].text);
        snprintf(want, sizeof want, "func @f(%%arg0: i32, %%arg1: i1) {\n  %s\n}\n", formats[i].want);
        char *got = reprint(text, false);
        if (strcmp(got, want) != 0)
            fail_msg("%s\nwant %sgot  %s", formats[i].text, want, got);
        char *again = reprint(got, false);
        assert_string_equal(got, again);
        free(again);
        free(got);
    }
}

/* ---- modules --------------------------------------------------------------------------------- */

static const char everything[] = "// a comment\n"
                                 "#map = affine_map<(d0) -> (d0)>\n"
                                 "!i = i32\n"
                                 "module attributes {z.b = #map, z.a} {\n"
                                 "  func @f(%x: !i) {\n"
                                 "    %0:2 = \"foo.two\"(%x, %later) ({\n"
                                 "    ^bb0(%a: i32, %b: f32):\n"
                                 "      %c = \"foo.in\"(%a, %later)[^bb1, ^bb2] : (i32, i1) -> i1 loc(#loc3)\n"
                                 "    ^bb1:\n"
                                 "      \"foo.br\"()[^bb2] : () -> ()\n"
                                 "    ^bb2(%d: i64 loc(\"x\")):\n"
                                 "      \"foo.end\"(%c, %d) : (i1, i64) -> ()\n"
                                 "    }, {}) {after = 1} : (i32, i1) -> (i32, i1)\n"
                                 "    %later = \"foo.one\"(%0#1) : (i1) -> i1\n"
                                 "    return\n"
                                 "  }\n"
                                 "}\n"
                                 "#loc3 = loc(\"f.py\":1:2)\n";

static void names_are_counted_as_upstream_counts(void **state)
{
    (void)state;
    char *got = reprint(everything, false);
    assert_string_equal(got, "module attributes {z.a, z.b = affine_map<(d0) -> (d0)>} {\n"
                             "  func @f(%arg0: i32) {\n"
                             "    %0:2 = \"foo.two\"(%arg0, %1) ({\n"
                             "    ^bb0(%arg1: i32, %arg2: f32):\n"
                             "      %2 = \"foo.in\"(%arg1, %1)[^bb1, ^bb2] : (i32, i1) -> i1\n"
                             "    ^bb1:\n"
                             "      \"foo.br\"()[^bb2] : () -> ()\n"
                             "    ^bb2(%3: i64):\n"
                             "      \"foo.end\"(%2, %3) : (i1, i64) -> ()\n"
                             "    }, {\n"
                             "    }) {after = 1 : i64} : (i32, i1) -> (i32, i1)\n"
                             "    %1 = \"foo.one\"(%0#1) : (i1) -> i1\n"
                             "    return\n"
                             "  }\n"
                             "}\n");
    free(got);
}

static void generic_form_and_back(void **state)
{
    (void)state;
    char *pretty = reprint(everything, false), *generic = reprint(everything, true);
    char *generic_again = reprint(generic, true), *pretty_again = reprint(generic, false);
    assert_non_null(strstr(generic, "\"t.return\"() : () -> ()"));
    assert_non_null(strstr(generic, "\"t.func\"() ({\n  ^bb0(%arg0: i32):"));
    assert_string_equal(generic, generic_again);
    assert_string_equal(pretty, pretty_again);
    free(pretty);
    free(generic);
    free(generic_again);
    free(pretty_again);
}

static void uses_are_counted_and_values_numbered(void **state)
{
    (void)state;
    grn_ir ir;
    heard h;
    assert_int_equal(parse_exactly(&ir, everything, sizeof everything - 1, NULL, &h), GRN_OK);
    assert_false(ir.top_is_implicit);
    const grn_op *func = grn_ir_find_symbol(ir.top, GRN_STR("f"));
    assert_non_null(func);
    assert_int_equal(func->nslots, 8); /* x, 0#0, 0#1, a, b, c, d, later */
    const grn_op *two = func->regions[0].first->first, *one = two->next;
    assert_int_equal(one->results[0].uses, 2);
    assert_ptr_equal(two->operands[1], &one->results[0]);
    assert_true(grn_str_is(one->results[0].name, "later"));
    assert_int_equal(two->results[0].uses, 0);
    assert_int_equal(two->results[1].uses, 1);
    assert_int_equal(two->place.line, 6);
    assert_int_equal(two->place.column, 12);
    assert_non_null(two->regions[0].first->first->location);
    grn_ir_destroy(&ir);
}

static void the_top_is_implied_when_not_written(void **state)
{
    (void)state;
    char *empty = reprint("", false), *module = reprint("module {}", false),
         *two = reprint("module {} module {}", false);
    assert_string_equal(empty, "");
    assert_string_equal(module, "module {\n}\n");
    assert_string_equal(two, "module {\n}\nmodule {\n}\n");
    free(empty);
    free(module);
    free(two);
}

static void attributes_may_stand_on_either_side_of_regions(void **state)
{
    (void)state;
    char *got = reprint("\"foo.a\"() <{a = 1}> ({}) {b = 2, c}: () -> (i1)\n\"foo.b\"() {a} ({}) : () -> ()", true);
    assert_string_equal(
        got,
        "%0 = \"foo.a\"() <{a = 1 : i64}> ({\n}) {b = 2 : i64, c} : () -> i1\n\"foo.b\"() ({\n}) {a} : () -> ()\n");
    free(got);
}

/* ---- resources ------------------------------------------------------------------------------- */

static const char resources[] =
    "\"foo.a\"() {v = dense_resource<k> : tensor<2xi16>, w = dense_resource<b> : tensor<2xi1>} : () -> ()\n"
    "\n"
    "{-#\n"
    "  dialect_resources: {\n"
    "    builtin: {\n"
    "      k: \"0x020000000100FFFF\",\n"
    "      b: \"0x010000000001\",\n"
    "      unused: \"0x04000000AB\"\n"
    "    }\n"
    "  },\n"
    "  external_resources: {\n"
    "    mlir_reproducer: { verify_each: true }\n"
    "  }\n"
    "#-}\n";

static void resources_have_data_and_come_back(void **state)
{
    (void)state;
    grn_ir ir;
    heard h;
    assert_int_equal(parse_exactly(&ir, resources, sizeof resources - 1, NULL, &h), GRN_OK);
    const grn_op *op = ir.top->regions[0].first->first;
    const grn_attr *v = grn_op_attr(op, "v"), *w = grn_op_attr(op, "w");
    assert_int_equal(v->kind, GRN_ATTR_ELEMENTS);
    assert_int_equal(((const int16_t *)v->elements->tensor.data)[0], 1);
    assert_int_equal(((const int16_t *)v->elements->tensor.data)[1], -1);
    assert_int_equal(((const uint8_t *)w->elements->tensor.data)[1], 1);
    assert_int_equal(ir.nresources, 3);
    char *got = print_module(&ir, false);
    assert_string_equal(got, resources);
    free(got);
    grn_ir_destroy(&ir);
}

/* ---- truncation, refused memory -------------------------------------------------------------- */

static void cut_anywhere_is_one_error_or_fine(void **state)
{
    (void)state;
    const char *const texts[] = {everything, resources};
    for (size_t t = 0; t < GRN_COUNT(texts); t++)
        for (size_t n = 0; n <= strlen(texts[t]); n++) {
            grn_ir ir;
            heard h;
            grn_status status = parse_exactly(&ir, texts[t], n, NULL, &h);
            bool one = h.used && !strchr(h.text, '\n');
            if (status == GRN_OK ? h.used != 0 : status != GRN_E_PARSE || !one)
                fail_msg("cut at %zu: %s, %s", n, grn_status_name(status), h.text);
            grn_ir_destroy(&ir);
        }
}

/* Refuses from the nth request on; counts what is not given back. */
typedef struct stingy {
    size_t left;
    long live;
} stingy;

static void *give(void *user, size_t bytes, size_t alignment)
{
    stingy *s = user;
    void *memory = NULL;
    if (!s->left)
        return NULL;
    s->left--;
    if (posix_memalign(&memory, alignment < sizeof(void *) ? sizeof(void *) : alignment, bytes))
        return NULL;
    s->live++;
    return memory;
}

static void take(void *user, void *memory, size_t bytes)
{
    (void)bytes;
    ((stingy *)user)->live--;
    free(memory);
}

static void refused_memory_is_reported_and_nothing_leaks(void **state)
{
    (void)state;
    for (size_t n = 0;; n++) {
        stingy s = {n, 0};
        const grn_allocator allocator = {give, take, &s};
        grn_ir ir;
        heard h;
        grn_status status = parse_exactly(&ir, everything, sizeof everything - 1, &allocator, &h);
        grn_ir_destroy(&ir);
        assert_int_equal(s.live, 0);
        if (status == GRN_OK)
            break;
        assert_int_equal(status, GRN_E_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_read_and_print),
        cmocka_unit_test(names_are_counted_as_upstream_counts),
        cmocka_unit_test(generic_form_and_back),
        cmocka_unit_test(uses_are_counted_and_values_numbered),
        cmocka_unit_test(the_top_is_implied_when_not_written),
        cmocka_unit_test(attributes_may_stand_on_either_side_of_regions),
        cmocka_unit_test(resources_have_data_and_come_back),
        cmocka_unit_test(cut_anywhere_is_one_error_or_fine),
        cmocka_unit_test(refused_memory_is_reported_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

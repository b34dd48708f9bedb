/* Types and attributes: what is read, and as what it is written. Written forms are mlir-opt 19's
 * unless a comment says more. */
#include "text_test.h"

/* ---- types ----------------------------------------------------------------------------------- */

static const char *const types[][2] = {
    /* text, printed (NULL: the same) */
    {"i32", NULL},
    {"si8", NULL},
    {"ui4", NULL},
    {"i16777215", NULL},
    {"index", NULL},
    {"none", NULL},
    {"bf16", NULL},
    {"f80", NULL},
    {"tf32", NULL},
    {"f128", NULL},
    {"f8E4M3B11FNUZ", NULL},
    {"f4E2M1FN", NULL},
    {"complex<f32>", NULL},
    {"tuple<>", NULL},
    {"tuple<i32, tuple<f32>>", NULL},
    {"tensor<f32>", NULL},
    {"tensor<2x?x0x3xf32>", NULL},
    {"tensor<0x0xi32>", NULL},
    {"tensor<*xf32>", NULL},
    {"tensor<1x2x 3xindex>", "tensor<1x2x3xindex>"},
    {"tensor<2 x i32>", "tensor<2xi32>"},
    {"tensor<0x3xf32>", NULL},
    {"() -> ()", NULL},
    {"(i32, f32) -> i1", NULL},
    {"(i32) -> ((f32) -> ())", NULL},
    {"() -> (i1, i2)", NULL},
    {"!foo.bar", NULL},
    {"!foo.bar<\"x>\", [a -> b], {c}>", NULL},
    {"!foo<bar<1>>", NULL},
    {"vector<[4]x2xf32>", NULL},
    {"memref<2x?xf32, affine_map<(d0, d1) -> (d1)>>", NULL},
    {"tensor<?xi32, #t.bounds<16>>", NULL},
    {"tensor<?x2xi32, #t.bounds<16, ?>>", NULL},
    {"tensor<2xf32, {a = 1 : i64}>", NULL},
    {"tensor<2xf32, #unknown.thing<[1, 2]>>", NULL},
    {"!quant.uniform<i8:f32, 1.0:17>", "!quant.uniform<i8:f32, 1.000000e+00:17>"},
    {"!quant<uniform<i8:f32, 1.0>>", "!quant.uniform<i8:f32, 1.000000e+00>"},
    {"!quant.uniform<u8<1:200>:f32:1, {2.0:1, 3.5}>", "!quant.uniform<u8<1:200>:f32:1, {2.000000e+00:1,3.500000e+00}>"},
    {"!quant.uniform<i8:f32:0, {4294967296.0, 2.255}>", "!quant.uniform<i8:f32:0, {4294967296.0,2.255000e+00}>"},
    {"!quant.uniform<i8:f32, 1.0e+30>", "!quant.uniform<i8:f32, 1.000000e+30>"},
    {"!quant.uniform<i8:f32:{0:1}, {{1.0}}>", NULL}, /* sub-channel: checked, and kept as it is written */
    {"!quant<uniform<i8:f32:{0:1, 1:2}, {{1.0:3, 2.0}}>>", NULL},
};

static void types_print_as_they_should(void **state)
{
    (void)state;
    grn_ir ir;
    heard h = {.used = 0};
    const grn_diag diag = {hear, &h};
    assert_int_equal(grn_ir_init(&ir, t_dialects, NULL), GRN_OK);
    for (size_t i = 0; i < GRN_COUNT(types); i++) {
        const char *want = types[i][1] ? types[i][1] : types[i][0];
        const grn_type *type = NULL, *again = NULL;
        char text[GRN_TYPE_TEXT_BYTES];
        if (grn_text_parse_type(&ir, types[i][0], strlen(types[i][0]), &diag, &type) != GRN_OK)
            fail_msg("%s: %s", types[i][0], h.text);
        assert_string_equal(grn_type_text(type, text, sizeof text), want);
        assert_int_equal(grn_text_parse_type(&ir, want, strlen(want), &diag, &again), GRN_OK);
        assert_ptr_equal(type, again);
    }
    grn_ir_destroy(&ir);
}

static void a_type_is_all_there_is(void **state)
{
    (void)state;
    grn_ir ir;
    heard h = {.used = 0};
    const grn_diag diag = {hear, &h};
    const grn_type *type;
    assert_int_equal(grn_ir_init(&ir, t_dialects, NULL), GRN_OK);
    assert_int_equal(grn_text_parse_type(&ir, "i32 i32", 7, &diag, &type), GRN_E_PARSE);
    assert_string_equal(h.text, "1:5: expected the end of the type");
    grn_ir_destroy(&ir);
}

/* ---- attributes ------------------------------------------------------------------------------ */

static const char *const attrs[][2] = {
    {"1", "1 : i64"},
    {"-5", "-5 : i64"},
    {"0x1F", "31 : i64"},
    {"255 : i8", "-1 : i8"},
    {"0xFF : i8", "-1 : i8"},
    {"18446744073709551615 : ui64", NULL},
    {"9223372036854775808 : i64", "-9223372036854775808 : i64"},
    {"1 : index", NULL},
    {"1 : i1", "true"},
    {"true", NULL},
    {"false", NULL},
    {"unit", NULL},
    {"1.5e3", "1.500000e+03 : f64"},
    {"-0.0", "-0.000000e+00 : f64"},
    {"1.0 : bf16", "1.000000e+00 : bf16"},
    {"0x7FC00000 : f32", NULL},
    {"0x7F800000 : f32", NULL},
    {"0xC000 : f16", "-2.000000e+00 : f16"},
    {"\"a\\22b\\\\\\n\\09\"", "\"a\\22b\\\\\\0A\\09\""},
    {"\"x\" : i32", NULL},
    {"@a", NULL},
    {"@a::@b", NULL},
    {"@\"a b\"::@c", NULL},
    {"@\"\"", NULL},
    {"@a::@\"\"", NULL},
    {"[]", NULL},
    {"[1, \"x\", [unit]]", NULL},
    {"{}", NULL},
    {"{a, \"b c\" = 1 : i32}", NULL},
    {"i32", NULL},
    {"(i32) -> i1", NULL},
    {"array<i64>", NULL},
    {"array<i64: 1, -2>", NULL},
    {"array<i1: true, false>", NULL},
    {"array<i8: 255>", "array<i8: -1>"},
    {"array<f32: 1.5, 0x7F800000>", "array<f32: 1.500000e+00, 0x7F800000>"},
    {"array<i24: 1>", NULL},
    {"affine_map<(d0, d1) -> (d1)>", NULL},
    {"affine_set<(d0) : (d0 - 1 >= 0, d0 == 0)>", NULL},
    {"loc(\"f\":1:2)", NULL},
    /* what is unknown is left out */
    {"loc(fused<\"x\">[unknown, \"a\"(\"b\":1:2)])", "loc(fused<\"x\">[\"a\"(\"b\":1:2)])"},
    {"distinct[0]<42 : i32>", NULL},
    {"strided<[1, ?], offset: 2>", NULL},
    {"sparse<0, 1> : tensor<2xi32>", NULL},
    {"#foo.bar", NULL},
    {"#foo<bar \"]\" [1]>", NULL},
    {"#foo.bar<-> x>", NULL},
    {"#t.dims<map = [2], offset = [0, -1,1],>", NULL},
    {"#t.dims<offset = [], at = 0>", "#t.dims<>"},
    {"#t.dims<at = -1>", NULL},
    {"#t.bounds<16, ?>", NULL},
    {"#t<order LT>", NULL},
    {"#t.order<GE>", NULL},
};

static void attributes_print_as_they_should(void **state)
{
    (void)state;
    grn_ir ir;
    heard h = {.used = 0};
    const grn_diag diag = {hear, &h};
    assert_int_equal(grn_ir_init(&ir, t_dialects, NULL), GRN_OK);
    for (size_t i = 0; i < GRN_COUNT(attrs); i++) {
        const char *want = attrs[i][1] ? attrs[i][1] : attrs[i][0];
        const grn_attr *attr = NULL;
        written w = {NULL, 0, 0};
        const grn_sink sink = {write_here, &w};
        if (strncmp(attrs[i][0], "#t.dims<map", 11) == 0)
            want = "#t.dims<offset = [0, -1, 1], map = [2]>"; /* in the definition's order */
        if (grn_text_parse_attr(&ir, attrs[i][0], strlen(attrs[i][0]), NULL, &diag, &attr) != GRN_OK)
            fail_msg("%s: %s", attrs[i][0], h.text);
        assert_int_equal(grn_text_print_attr(attr, &sink), GRN_OK);
        assert_string_equal(w.text, want);
        free(w.text);
    }
    grn_ir_destroy(&ir);
}

/* ---- tensors --------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    bool splat;
    size_t n;       /* elements looked at */
    double want[4]; /* their values; for bit patterns that are no number, see below */
} tensors[] = {
    {"dense<1> : tensor<2xi8>", true, 2, {1, 1}},
    {"dense<[1, -2]> : tensor<2xi64>", false, 2, {1, -2}},
    {"dense<[[1, 2], [3, 4]]> : tensor<2x2xui8>", false, 4, {1, 2, 3, 4}},
    {"dense<\"0x0000803F\"> : tensor<4xf32>", true, 4, {1, 1, 1, 1}}, /* a blob of one element */
    {"dense<\"0x0000803F00000040\"> : tensor<2xf32>", false, 2, {1, 2}},
    {"dense<\"0x05\"> : tensor<3xi1>", false, 3, {1, 0, 1}}, /* packed, lowest bit first */
    {"dense<\"0xFF01\"> : tensor<9xi1>", false, 4, {1, 1, 1, 1}},
    {"dense<\"0xFF\"> : tensor<20xi1>", true, 2, {1, 1}},    /* all ones: a splat */
    {"dense<\"0x0F01\"> : tensor<2xi4>", false, 2, {-1, 1}}, /* a byte each, sign-extended */
    {"dense<[15, 1]> : tensor<2xi4>", false, 2, {-1, 1}},
    {"dense<[-1, 0]> : tensor<2xi1>", false, 2, {1, 0}},
    {"dense<0x10> : tensor<2xi32>", true, 2, {16, 16}},
    {"dense<[0x3F800000, -2.5]> : tensor<2xf32>", false, 2, {1, -2.5}},
    {"dense<[0x3C00, 1.0e0]> : tensor<2xf16>", false, 2, {1, 1}},
    {"dense<1.5> : tensor<f64>", true, 1, {1.5}},
    {"dense<[true, false]> : tensor<2xi1>", false, 2, {1, 0}},
    {"dense<> : tensor<0x2xf32>", false, 0, {0}},
    {"dense<[[], []]> : tensor<2x0xi8>", false, 0, {0}},
    {"dense<\"0x\"> : tensor<0xf32>", false, 0, {0}},
};

static double number_at(const grn_tensor *t, size_t i)
{
    unsigned char element[16];
    grn_tensor_read(t, (int64_t)i, 1, element);
    grn_scalar s = grn_scalar_load(t->dtype, element);
    grn_dtype_class class = grn_dtype_class_of(t->dtype);
    return class == GRN_CLASS_FLOAT ? s.f : class == GRN_CLASS_UNSIGNED ? (double)s.u : (double)s.i;
}

static void dense_literals_hold_their_numbers(void **state)
{
    (void)state;
    grn_ir ir;
    heard h = {.used = 0};
    const grn_diag diag = {hear, &h};
    assert_int_equal(grn_ir_init(&ir, t_dialects, NULL), GRN_OK);
    for (size_t i = 0; i < GRN_COUNT(tensors); i++) {
        const grn_attr *attr = NULL;
        if (grn_text_parse_attr(&ir, tensors[i].text, strlen(tensors[i].text), NULL, &diag, &attr) != GRN_OK)
            fail_msg("%s: %s", tensors[i].text, h.text);
        assert_int_equal(attr->kind, GRN_ATTR_ELEMENTS);
        if (attr->elements->splat != tensors[i].splat)
            fail_msg("%s: splat %d", tensors[i].text, attr->elements->splat);
        for (size_t k = 0; k < tensors[i].n; k++)
            if (number_at(&attr->elements->tensor, k) != tensors[i].want[k])
                fail_msg("%s: element %zu is %g", tensors[i].text, k, number_at(&attr->elements->tensor, k));
    }
    grn_ir_destroy(&ir);
}

static void complex_elements_are_pairs(void **state)
{
    (void)state;
    grn_ir ir;
    const grn_attr *attr = NULL;
    const char *text = "dense<[(1.0,-2.0), (0x40400000, 4.0)]> : tensor<2xcomplex<f32>>";
    assert_int_equal(grn_ir_init(&ir, t_dialects, NULL), GRN_OK);
    assert_int_equal(grn_text_parse_attr(&ir, text, strlen(text), NULL, NULL, &attr), GRN_OK);
    const float *v = attr->elements->tensor.data;
    assert_true(v[0] == 1 && v[1] == -2 && v[2] == 3 && v[3] == 4);
    grn_ir_destroy(&ir);
}

/* Types that nothing computes with keep their text. */
static void other_elements_are_kept(void **state)
{
    (void)state;
    static const char *const kept[] = {"dense<1> : vector<4xi32>", "dense<[1, 2]> : tensor<2xi3>",
                                       "dense<\"x\"> : tensor<2x!foo.str>"};
    grn_ir ir;
    assert_int_equal(grn_ir_init(&ir, t_dialects, NULL), GRN_OK);
    for (size_t i = 0; i < GRN_COUNT(kept); i++) {
        const grn_attr *attr = NULL;
        assert_int_equal(grn_text_parse_attr(&ir, kept[i], strlen(kept[i]), NULL, NULL, &attr), GRN_OK);
        assert_int_equal(attr->kind, GRN_ATTR_OPAQUE);
        assert_true(grn_str_is(attr->text, kept[i]));
    }
    grn_ir_destroy(&ir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_print_as_they_should),      cmocka_unit_test(a_type_is_all_there_is),
        cmocka_unit_test(attributes_print_as_they_should), cmocka_unit_test(dense_literals_hold_their_numbers),
        cmocka_unit_test(complex_elements_are_pairs),      cmocka_unit_test(other_elements_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_ir_types.c - types are made once, compare by structure across modules, and read as MLIR
 * writes them. */
#include "ir_test.h"

#define Q GRN_DYNAMIC

static int setup(void **state)
{
    static grn_ir ir;
    *state = &ir;
    return grn_ir_init(&ir, NULL, NULL) != GRN_OK;
}

static int teardown(void **state)
{
    grn_ir_destroy(*state);
    return 0;
}

static const grn_type *f32(grn_ir *ir) { return grn_type_of_dtype(ir, GRN_F32); }

static const grn_type *quant(grn_ir *ir, bool is_signed, uint32_t width, int64_t min, int64_t max, int32_t axis,
                             size_t count, const double *scale, const int64_t *zero)
{
    grn_type q = {.kind = GRN_TYPE_QUANT};
    q.quant.storage = grn_type_integer(ir, width, is_signed ? GRN_SIGNLESS : GRN_UNSIGNED);
    q.quant.expressed = f32(ir);
    q.quant.is_signed = is_signed;
    q.quant.storage_min = min;
    q.quant.storage_max = max;
    q.quant.axis = axis;
    q.quant.count = count;
    q.quant.scale = scale;
    q.quant.zero_point = zero;
    return grn_type_quant(ir, &q);
}

/* strides NULL: the default layout. */
static const grn_type *memref(grn_ir *ir, const grn_type *element, int32_t rank, const int64_t *shape,
                              const int64_t *strides, int64_t offset)
{
    return grn_type_memref(ir, &(grn_type){.element = element,
                                           .rank = rank,
                                           .shape = shape,
                                           .strided = strides != NULL,
                                           .strides = strides,
                                           .offset = offset});
}

/* Every kind once; what mlir-opt 19 prints for it. */
enum { NTYPES = 41 };
static size_t all_types(grn_ir *ir, const grn_type **t, const char **text)
{
    static const int64_t two[] = {16, 32}, one[] = {16, Q};
    static const grn_field bounds = {true, 2, two, NULL}, half = {true, 2, one, NULL};
    static const grn_field_def bounds_fields[] = {GRN_FIELD("bounds", DIMS), GRN_FIELDS_END};
    static const grn_struct_def bounds_def = {
        .name = "shlo.bounds", .style = GRN_STRUCT_POSITIONAL, .fields = bounds_fields};
    const grn_type *i32 = grn_type_of_dtype(ir, GRN_I32), *fn, *none;
    grn_attr b = {.kind = GRN_ATTR_STRUCT, .record = {&bounds_def, &bounds}}, b2 = b;
    grn_attr opaque = {.kind = GRN_ATTR_OPAQUE, .text = S("#sparse<x, \"y\">")};
    b2.record.fields = &half;
    size_t n = 0;
#define ROW(type, spelled) (t[n] = (type), text[n++] = (spelled))
    ROW(i32, "i32");
    ROW(grn_type_integer(ir, 8, GRN_SIGNED), "si8");
    ROW(grn_type_integer(ir, 4, GRN_UNSIGNED), "ui4");
    ROW(grn_type_integer(ir, 128, GRN_SIGNLESS), "i128");
    ROW(grn_type_of_dtype(ir, GRN_INDEX), "index");
    ROW(grn_type_of_dtype(ir, GRN_F8E4M3B11FNUZ), "f8E4M3B11FNUZ");
    ROW(grn_type_of_dtype(ir, GRN_C64), "complex<f32>");
    ROW(grn_type_complex(ir, i32), "complex<i32>");
    ROW(none = grn_type_none(ir), "none");
    ROW(grn_type_tensor(ir, f32(ir), 2, (int64_t[]){2, Q}, NULL), "tensor<2x?xf32>");
    ROW(grn_type_tensor(ir, f32(ir), 0, NULL, NULL), "tensor<f32>");
    ROW(grn_type_tensor(ir, f32(ir), 1, (int64_t[]){0}, NULL), "tensor<0xf32>");
    ROW(grn_type_unranked(ir, f32(ir)), "tensor<*xf32>");
    ROW(grn_type_tensor(ir, i32, 2, (int64_t[]){Q, Q}, grn_attr_make(ir, &b)), "tensor<?x?xi32, #shlo.bounds<16, 32>>");
    ROW(grn_type_tensor(ir, i32, 2, (int64_t[]){Q, Q}, grn_attr_make(ir, &b2)), "tensor<?x?xi32, #shlo.bounds<16, ?>>");
    ROW(grn_type_tensor(ir, i32, 1, (int64_t[]){7}, grn_attr_make(ir, &opaque)), "tensor<7xi32, #sparse<x, \"y\">>");
    ROW(grn_type_tensor(ir, i32, 1, (int64_t[]){7}, grn_attr_integer(ir, grn_type_of_dtype(ir, GRN_I64), 3)),
        "tensor<7xi32, 3 : i64>");
    ROW(grn_type_tuple(ir, 0, NULL), "tuple<>");
    ROW(grn_type_tuple(ir, 2, (const grn_type *[]){i32, t[9]}), "tuple<i32, tensor<2x?xf32>>");
    ROW(fn = grn_type_function(ir, 0, NULL, 0, NULL), "() -> ()");
    ROW(grn_type_function(ir, 2, (const grn_type *[]){i32, none}, 1, &i32), "(i32, none) -> i32");
    ROW(grn_type_function(ir, 1, &i32, 2, (const grn_type *[]){i32, i32}), "(i32) -> (i32, i32)");
    ROW(grn_type_function(ir, 1, &fn, 1, &fn), "(() -> ()) -> (() -> ())");
    ROW(grn_type_other_float(ir, S("f80")), "f80");
    ROW(grn_type_opaque(ir, S("memref<2xf32, 3>")), "memref<2xf32, 3>");
    ROW(quant(ir, true, 8, -128, 127, -1, 1, (double[]){1.0}, (int64_t[]){17}),
        "!quant.uniform<i8:f32, 1.000000e+00:17>");
    ROW(quant(ir, true, 8, -100, 100, -1, 1, (double[]){0.1}, (int64_t[]){0}),
        "!quant.uniform<i8<-100:100>:f32, 1.000000e-01>");
    ROW(quant(ir, false, 8, 0, 255, 1, 2, (double[]){1e10, 3}, (int64_t[]){0, 5}),
        "!quant.uniform<u8:f32:1, {1.000000e+10,3.000000e+00:5}>");
    ROW(quant(ir, false, 8, 0, 255, -1, 1, (double[]){0.1234567890123}, (int64_t[]){0}),
        "!quant.uniform<u8:f32, 0.12345678901230001>");
    ROW(quant(ir, true, 8, -127, 127, -1, 1, (double[]){1.5}, (int64_t[]){-1}),
        "!quant.uniform<i8<-127:127>:f32, 1.500000e+00:-1>");
    ROW(quant(ir, true, 4, -8, 7, -1, 1, (double[]){1.5}, (int64_t[]){0}), "!quant.uniform<i4:f32, 1.500000e+00>");
    ROW(memref(ir, f32(ir), 0, NULL, NULL, 0), "memref<f32>");
    ROW(memref(ir, f32(ir), 2, (int64_t[]){4, Q}, NULL, 0), "memref<4x?xf32>");
    ROW(memref(ir, i32, 2, (int64_t[]){4, Q}, NULL, 0), "memref<4x?xi32>");
    ROW(memref(ir, f32(ir), 0, NULL, (int64_t[]){0}, 0), "memref<f32, strided<[]>>");
    ROW(memref(ir, f32(ir), 1, (int64_t[]){4}, (int64_t[]){1}, 0), "memref<4xf32, strided<[1]>>");
    ROW(memref(ir, f32(ir), 1, (int64_t[]){4}, (int64_t[]){1}, 3), "memref<4xf32, strided<[1], offset: 3>>");
    ROW(memref(ir, f32(ir), 1, (int64_t[]){4}, (int64_t[]){Q}, Q), "memref<4xf32, strided<[?], offset: ?>>");
    ROW(grn_type_memref(ir, &(grn_type){.element = f32(ir),
                                        .rank = 1,
                                        .shape = one,
                                        .encoding = grn_attr_integer(ir, grn_type_integer(ir, 64, GRN_SIGNLESS), 3)}),
        "memref<16xf32, 3>");
    ROW(grn_type_memref(ir, &(grn_type){.element = f32(ir),
                                        .rank = 2,
                                        .shape = two,
                                        .layout = grn_attr_affine_map(
                                            ir, &(grn_affine_map){.ndims = 2, .nresults = 2, .result = {1, 0}})}),
        "memref<16x32xf32, affine_map<(d0, d1) -> (d1, d0)>>");
    ROW(memref(ir, memref(ir, f32(ir), 1, (int64_t[]){4}, NULL, 0), 1, (int64_t[]){Q}, NULL, 0),
        "memref<?xmemref<4xf32>>");
#undef ROW
    return n;
}

static void test_text(void **state)
{
    const grn_type *t[NTYPES];
    const char *text[NTYPES];
    char buffer[GRN_TYPE_TEXT_BYTES];
    assert_int_equal(all_types(*state, t, text), NTYPES);
    for (size_t i = 0; i < NTYPES; i++) {
        assert_non_null(t[i]);
        assert_string_equal(grn_type_text(t[i], buffer, sizeof buffer), text[i]);
    }
}

static void test_made_once(void **state)
{
    const grn_type *a[NTYPES], *b[NTYPES];
    const char *text[NTYPES];
    size_t n = all_types(*state, a, text), count = ((grn_ir *)*state)->type_count;
    all_types(*state, b, text);
    assert_int_equal(((grn_ir *)*state)->type_count, count);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if ((a[i] == b[j]) != (i == j) || grn_types_equal(a[i], b[j]) != (i == j))
                fail_msg("%s and %s", text[i], text[j]);
}

static void test_equal_across_modules(void **state)
{
    const grn_type *a[NTYPES], *b[NTYPES];
    const char *text[NTYPES];
    grn_ir other;
    assert_int_equal(grn_ir_init(&other, NULL, NULL), GRN_OK);
    size_t n = all_types(*state, a, text);
    all_types(&other, b, text);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if (grn_types_equal(a[i], b[j]) != (i == j))
                fail_msg("%s and %s", text[i], text[j]);
    grn_ir_destroy(&other);
}

static void test_cut(void **state)
{
    const grn_type *t = grn_type_tensor(*state, f32(*state), 2, (int64_t[]){12, 34}, NULL); /* tensor<12x34xf32> */
    const grn_type *u = grn_type_opaque(*state, S("!a\xC3\xA4\xC3\xA4"));
    char b[32];
    assert_string_equal(grn_type_text(t, b, 18), "tensor<12x34xf32>");
    assert_string_equal(grn_type_text(t, b, 17), "tensor<12x34x...");
    assert_string_equal(grn_type_text(t, b, 3), "..");
    assert_string_equal(grn_type_text(t, b, 1), "");
    assert_string_equal(grn_type_text(t, b, 0), "");
    assert_string_equal(grn_type_text(u, b, 7), "!a\xC3\xA4\xC3\xA4");
    assert_string_equal(grn_type_text(u, b, 6), "!a...");
    assert_string_equal(grn_type_text(u, b, 7 - 1), "!a...");
    u = grn_type_opaque(*state, S("!a\xC3\xA9\xC3\xA9\xC3\xA9")); /* no \xC3 without its \xA9 */
    assert_string_equal(grn_type_text(u, b, 7), "!a...");
    assert_string_equal(grn_type_text(u, b, 8), "!a\xC3\xA9...");
}

/* i3 and the explicitly signed are types without arithmetic here; a quantized type has its
 * storage's. */
static void test_dtypes(void **state)
{
    static const struct {
        uint32_t width;
        grn_signedness s;
        grn_dtype want;
    } rows[] = {
        {1, GRN_SIGNLESS, GRN_I1},       {2, GRN_SIGNLESS, GRN_I2},         {64, GRN_SIGNLESS, GRN_I64},
        {3, GRN_SIGNLESS, GRN_NO_DTYPE}, {128, GRN_SIGNLESS, GRN_NO_DTYPE}, {8, GRN_SIGNED, GRN_I8},
        {1, GRN_SIGNED, GRN_NO_DTYPE},   {1, GRN_UNSIGNED, GRN_NO_DTYPE},   {2, GRN_UNSIGNED, GRN_UI2},
        {64, GRN_UNSIGNED, GRN_UI64},
    };
    for (size_t i = 0; i < GRN_COUNT(rows); i++)
        assert_int_equal(grn_type_integer(*state, rows[i].width, rows[i].s)->dtype, rows[i].want);
    for (grn_dtype d = GRN_NO_DTYPE + 1; d < GRN_DTYPE_COUNT; d++) {
        char b[64];
        assert_int_equal(grn_type_of_dtype(*state, d)->dtype, d);
        assert_string_equal(grn_type_text(grn_type_of_dtype(*state, d), b, sizeof b), grn_dtype_text(d));
    }
    assert_null(grn_type_of_dtype(*state, GRN_NO_DTYPE));
    assert_int_equal(quant(*state, false, 8, 0, 255, -1, 1, (double[]){1}, (int64_t[]){0})->dtype, GRN_UI8);
    assert_int_equal(grn_type_complex(*state, grn_type_of_dtype(*state, GRN_F16))->dtype, GRN_NO_DTYPE);
}

/* tuple<T, T> of tuple<T, T> of ...: refused before its text would have too many parts; so is
 * endless nesting. */
static void test_too_many_parts(void **state)
{
    const grn_type *t = f32(*state);
    int level = 0;
    while (t && level < 64)
        t = grn_type_tuple(*state, 2, (const grn_type *[]){t, t}), level++;
    assert_null(t);
    assert_int_equal(level, 16); /* 2^16 leaves and as many tuples do not fit, half of that does */
    for (t = f32(*state), level = 0; t && level < 10000; level++)
        t = grn_type_tuple(*state, 1, &t);
    assert_null(t);
    assert_int_equal(level, 2 * GRN_MAX_NESTING);
}

/* More types than the table had buckets at first: each is still found. */
static void test_many(void **state)
{
    enum { N = 5000 };
    static const grn_type *t[N];
    grn_ir *ir = *state;
    for (int64_t i = 0; i < N; i++)
        assert_non_null(t[i] = grn_type_tensor(ir, f32(ir), 1, &i, NULL));
    size_t count = ir->type_count;
    for (int64_t i = 0; i < N; i++)
        assert_ptr_equal(t[i], grn_type_tensor(ir, f32(ir), 1, &i, NULL));
    assert_int_equal(ir->type_count, count);
    assert_true(ir->type_table_size >= N);
}

static void test_compatible(void **state)
{
    static const int64_t four[] = {4};
    static const grn_field b4 = {true, 1, four, NULL};
    static const grn_field_def bounds_fields[] = {GRN_FIELD("bounds", DIMS), GRN_FIELDS_END};
    static const grn_struct_def bounds_def = {
        .name = "shlo.bounds", .style = GRN_STRUCT_POSITIONAL, .fields = bounds_fields};
    grn_ir *ir = *state, other;
    assert_int_equal(grn_ir_init(&other, NULL, NULL), GRN_OK);
    grn_attr b = {.kind = GRN_ATTR_STRUCT, .record = {&bounds_def, &b4}};
    const grn_type *i32 = grn_type_of_dtype(&other, GRN_I32);
    const grn_type *t3 = grn_type_tensor(ir, f32(ir), 1, (int64_t[]){3}, NULL);
    const grn_type *t5 = grn_type_tensor(ir, f32(ir), 1, (int64_t[]){5}, NULL);
    const grn_type *tq = grn_type_tensor(&other, f32(&other), 1, (int64_t[]){Q}, NULL);
    const grn_type *tb = grn_type_tensor(&other, f32(&other), 1, (int64_t[]){Q}, grn_attr_make(&other, &b));
    const grn_type *m3 = grn_type_tensor(&other, f32(&other), 2, (int64_t[]){3, 3}, NULL);
    const grn_type *i3 = grn_type_tensor(&other, i32, 1, (int64_t[]){3}, NULL);
    const grn_type *star = grn_type_unranked(&other, f32(&other));
    const grn_type *q1 = quant(ir, true, 8, -128, 127, -1, 1, (double[]){1}, (int64_t[]){0});
    const grn_type *q2 = quant(&other, true, 8, -128, 127, -1, 1, (double[]){2}, (int64_t[]){1});
    const grn_type *q4 = quant(&other, true, 4, -8, 7, -1, 1, (double[]){1}, (int64_t[]){0});
    const struct {
        const char *claim;
        const grn_type *a, *b;
        bool want;
    } rows[] = {
        {"other extents", t3, t5, false},
        {"? fits a number", t3, tq, true},
        {"3 within a bound of 4", t3, tb, true},
        {"4 at a bound of 4", grn_type_tensor(ir, f32(ir), 1, four, NULL), tb, true},
        {"5 past a bound of 4", t5, tb, false},
        {"other ranks", t3, m3, false},
        {"other elements", t3, i3, false},
        {"unranked fits any rank", m3, star, true},
        {"unranked of other elements", i3, star, false},
        {"a tensor is no scalar", t3, f32(ir), false},
        {"scalars of two modules", f32(ir), f32(&other), true},
        {"quantized: other scales", q1, q2, true},
        {"quantized: other storage", q1, q4, false},
        {"tuples by member", grn_type_tuple(ir, 1, &t3), grn_type_tuple(&other, 1, &tq), true},
        {"tuples by member", grn_type_tuple(ir, 1, &t3), grn_type_tuple(&other, 1, &i3), false},
    };
    for (size_t i = 0; i < GRN_COUNT(rows); i++)
        if (grn_types_compatible(rows[i].a, rows[i].b) != rows[i].want ||
            grn_types_compatible(rows[i].b, rows[i].a) != rows[i].want)
            fail_msg("%s", rows[i].claim);
    grn_ir_destroy(&other);
}

/* However early memory runs out: no crash, all given back, and what was made before still
 * stands. */
static void test_memory_refused(void **state)
{
    (void)state;
    for (long left = 0; left < 40; left++) {
        short_memory m = {left, 0};
        const grn_allocator allocator = {short_allocate, short_release, &m};
        const grn_type *last = NULL;
        grn_ir ir;
        if (grn_ir_init(&ir, NULL, &allocator) == GRN_OK)
            for (int64_t i = 0; i < 20000; i++) {
                const grn_type *many[40], *t = grn_type_tensor(&ir, f32(&ir), 1, &i, NULL);
                for (size_t k = 0; k < 40; k++)
                    many[k] = t;
                t = t ? grn_type_function(&ir, 40, many, 0, NULL) : NULL;
                if (!t)
                    break;
                last = t;
            }
        if (last)
            assert_int_equal(last->count, 40);
        grn_ir_destroy(&ir);
        assert_int_equal(m.held, 0);
    }
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(test_text), T(test_made_once),  T(test_equal_across_modules),
        T(test_cut),  T(test_dtypes),     T(test_too_many_parts),
        T(test_many), T(test_compatible), cmocka_unit_test(test_memory_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_ir_attrs.c - attributes as MLIR writes them, as lists of integers, and compared. */
#include <math.h>

#include "ir_test.h"

static grn_ir ir;

static int setup(void **state)
{
    (void)state;
    return grn_ir_init(&ir, NULL, NULL) != GRN_OK;
}

static int teardown(void **state)
{
    (void)state;
    grn_ir_destroy(&ir);
    return 0;
}

static const grn_type *ty(grn_dtype d) { return grn_type_of_dtype(&ir, d); }

static const grn_attr *num(grn_dtype d, int64_t v) { return grn_attr_integer(&ir, ty(d), v); }

static const grn_attr *real(grn_dtype d, double v) { return grn_attr_float(&ir, ty(d), v); }

static const grn_attr *make(grn_attr a) { return grn_attr_make(&ir, &a); }

/* A tensor of rank 1 or less over `data`; a splat repeats its one element. */
static const grn_attr *elements(grn_dtype d, int32_t rank, int64_t n, bool splat, const void *data)
{
    grn_attr_elements e = {.splat = splat, .resource = S("")};
    grn_attr a = {.kind = GRN_ATTR_ELEMENTS, .type = grn_type_tensor(&ir, ty(d), rank, &n, NULL), .elements = &e};
    assert_int_equal(grn_tensor_init(&e.tensor, (void *)data, d, rank, &n), GRN_OK);
    if (splat && rank)
        e.tensor.stride[0] = 0;
    return grn_attr_make(&ir, &a);
}

static const grn_field_def gather_fields[] = {GRN_FIELD("offset_dims", DIMS), GRN_FIELD("start_index_map", DIMS),
                                              GRN_FIELD("index_vector_dim", DIM), GRN_FIELDS_END};
static const grn_struct_def gather_def = {.name = "shlo.gather", .fields = gather_fields};
static const char *const directions[] = {"EQ", "LT", NULL};
static const grn_enum_def direction_def = {.name = "shlo.comparison_direction", .keyword = directions};

static const grn_attr *gather(const grn_field *fields)
{
    return make((grn_attr){.kind = GRN_ATTR_STRUCT, .record = {&gather_def, fields}});
}

static void check_text(const grn_attr *a, bool with_type, const char *want)
{
    static kept_text k;
    const grn_sink sink = {keep_text, &k};
    k.n = 0;
    k.text[0] = '\0';
    assert_non_null(a);
    assert_int_equal(grn_attr_write(a, with_type, &sink), GRN_OK);
    assert_string_equal(k.text, want);
}

/* What mlir-opt 19 prints for the same attribute in a dictionary. */
static void test_numbers(void **state)
{
    (void)state;
    check_text(num(GRN_I64, 1), true, "1 : i64");
    check_text(num(GRN_I64, 1), false, "1");
    check_text(num(GRN_I8, -1), true, "-1 : i8");
    check_text(num(GRN_UI8, 255), true, "255 : ui8");
    check_text(num(GRN_UI64, -1), true, "18446744073709551615 : ui64");
    check_text(num(GRN_INDEX, 1), true, "1 : index");
    check_text(num(GRN_I1, 1), true, "true");
    check_text(grn_attr_integer(&ir, grn_type_integer(&ir, 8, GRN_SIGNED), -1), true, "-1 : si8");
    check_text(real(GRN_F64, 1), true, "1.000000e+00 : f64");
    check_text(real(GRN_F32, 0.1), true, "1.000000e-01 : f32"); /* rounded to f32 first: no tail of digits */
    check_text(real(GRN_F16, -1.5), false, "-1.500000e+00");
    check_text(real(GRN_F32, (double)NAN), true, "0x7FC00000 : f32");
    check_text(grn_attr_float(&ir, grn_type_other_float(&ir, S("f80")), 2), true, "2.000000e+00 : f80");
}

static void test_plain(void **state)
{
    (void)state;
    check_text(grn_attr_unit(&ir), true, "unit");
    check_text(grn_attr_bool(&ir, true), true, "true");
    check_text(grn_attr_bool(&ir, false), true, "false");
    check_text(grn_attr_type(&ir, ty(GRN_F32)), true, "f32");
    check_text(grn_attr_string(&ir, S("x\n\"\\\xC3")), true, "\"x\\0A\\22\\\\\\C3\"");
    check_text(make((grn_attr){.kind = GRN_ATTR_STRING, .type = ty(GRN_I32), .text = S("a")}), true, "\"a\" : i32");
    check_text(make((grn_attr){.kind = GRN_ATTR_STRING, .type = ty(GRN_I32), .text = S("a")}), false, "\"a\"");
    check_text(grn_attr_symbol(&ir, S("f_1.x$")), true, "@f_1.x$");
    check_text(grn_attr_symbol(&ir, S("a b::@c")), true, "@\"a b\"::@c");
    check_text(grn_attr_symbol(&ir, S("1")), true, "@\"1\"");
    check_text(make((grn_attr){.kind = GRN_ATTR_OPAQUE, .text = S("affine_map<(i) -> (i)>")}), true,
               "affine_map<(i) -> (i)>");
}

/* Inside a list i64, f64 and i1 are understood; inside a dictionary they are said. */
static void test_collections(void **state)
{
    (void)state;
    const grn_attr *inner[] = {num(GRN_I64, 3), num(GRN_I64, 4)};
    const grn_attr *list[] = {num(GRN_I64, 1),  num(GRN_I32, 2),   grn_attr_array(&ir, 2, inner), real(GRN_F64, 1),
                              real(GRN_F32, 1), num(GRN_INDEX, 1), grn_attr_bool(&ir, true)};
    const grn_named_attr entries[] = {
        {S("x"), num(GRN_I64, 1)}, {S("y"), grn_attr_unit(&ir)}, {S("q r"), real(GRN_F64, 2)}};
    const grn_attr *dict = make((grn_attr){.kind = GRN_ATTR_DICT, .dict = {3, entries, NULL}});
    check_text(grn_attr_array(&ir, 7, list), true,
               "[1, 2 : i32, [3, 4], 1.000000e+00, 1.000000e+00 : f32, 1 : index, true]");
    check_text(grn_attr_array(&ir, 0, NULL), true, "[]");
    check_text(dict, true, "{\"q r\" = 2.000000e+00 : f64, x = 1 : i64, y}");
    check_text(grn_attr_array(&ir, 1, &dict), true, "[{\"q r\" = 2.000000e+00 : f64, x = 1 : i64, y}]");
}

static void test_arrays_and_elements(void **state)
{
    static const int32_t two[] = {7, -8}, hundred[100] = {1}, more[101] = {1, 2};
    kept_text *k = calloc(1, sizeof *k);
    const grn_sink sink = {keep_text, k};
    grn_attr resource = *elements(GRN_I32, 1, 2, false, two);
    grn_attr_elements named = *resource.elements;
    (void)state;
    named.resource = S("blob one");
    resource.elements = &named;
    check_text(grn_attr_dense_i64(&ir, 2, (int64_t[]){1, -2}), true, "array<i64: 1, -2>");
    check_text(grn_attr_dense_i64(&ir, 0, NULL), true, "array<i64>");
    check_text(make((grn_attr){.kind = GRN_ATTR_DENSE_ARRAY, .type = ty(GRN_I1), .dense_array = {2, (char[]){1, 0}}}),
               true, "array<i1: true, false>");
    check_text(elements(GRN_I32, 1, 2, false, two), true, "dense<[7, -8]> : tensor<2xi32>");
    check_text(elements(GRN_I32, 1, 2, false, two), false, "dense<[7, -8]>");
    check_text(elements(GRN_I32, 1, 5000, true, two), true, "dense<7> : tensor<5000xi32>");
    check_text(elements(GRN_I32, 0, 0, false, two), true, "dense<7> : tensor<i32>");
    check_text(elements(GRN_I32, 1, 0, false, NULL), true, "dense<> : tensor<0xi32>");
    check_text(make(resource), true, "dense_resource<\"blob one\"> : tensor<2xi32>");
    assert_int_equal(grn_attr_write(elements(GRN_I32, 1, 100, false, hundred), true, &sink), GRN_OK);
    assert_memory_equal(k->text, "dense<[1, 0, ", 13);
    k->n = 0;
    assert_int_equal(grn_attr_write(elements(GRN_I32, 1, 101, false, more), true, &sink), GRN_OK);
    assert_memory_equal(k->text, "dense<\"0x0100000002000000", 25);
    free(k);
}

static void test_records_and_enums(void **state)
{
    const grn_field full[] = {
        {true, 1, (int64_t[]){2}, NULL}, {true, 2, (int64_t[]){0, 1}, NULL}, {true, 1, (int64_t[]){1}, NULL}};
    const grn_field zero[] = {{true, 0, NULL, NULL}, {false, 0, NULL, NULL}, {true, 1, (int64_t[]){0}, NULL}};
    (void)state;
    check_text(gather(full), true, "#shlo.gather<offset_dims = [2], start_index_map = [0, 1], index_vector_dim = 1>");
    check_text(gather(zero), true, "#shlo.gather<>");
    check_text(grn_attr_enum(&ir, &direction_def, 1), true, "#shlo<comparison_direction LT>");
    check_text(make((grn_attr){.kind = GRN_ATTR_ENUM, .enumeration = {&direction_def, 0, false}}), true,
               "#shlo.comparison_direction<EQ>");
    assert_int_equal(grn_attr_field(gather(full), "start_index_map").v[1], 1);
    assert_int_equal(grn_attr_field(gather(zero), "offset_dims").count, 0);
    const grn_field absent[3] = {{.present = false}};
    assert_int_equal(grn_attr_field(gather(absent), "index_vector_dim").count, 1);
    assert_int_equal(grn_attr_field(gather(absent), "index_vector_dim").v[0], 0);
    assert_true(grn_attr_equal(gather(zero), gather(absent)));
    assert_false(grn_attr_equal(gather(full), gather(absent)));
}

/* Parameters are written even when they are zero; an optional one that is absent is not. */
static void test_params(void **state)
{
    static const grn_field_def handle_fields[] = {GRN_FIELD("handle", DIM), GRN_FIELD("of", VALUE),
                                                  GRN_FIELD_MAYBE("with", VALUE), GRN_FIELDS_END};
    static const grn_struct_def handle_def = {
        .name = "shlo.channel", .style = GRN_STRUCT_PARAMS, .fields = handle_fields};
    const grn_field none[] = {
        {true, 1, (int64_t[]){0}, NULL}, {.present = true, .value = grn_attr_bool(&ir, false)}, {0}};
    const grn_field other[] = {none[0], {.present = true, .value = grn_attr_bool(&ir, true)}, {0}};
    const grn_field more[] = {none[0], none[1], {.present = true, .value = grn_attr_type(&ir, ty(GRN_F32))}};
    (void)state;
    const grn_attr *a = grn_attr_struct(&ir, &handle_def, none), *b = grn_attr_struct(&ir, &handle_def, other);
    const grn_attr *c = grn_attr_struct(&ir, &handle_def, more), *again = grn_attr_struct(&ir, &handle_def, none);
    check_text(a, true, "#shlo.channel<handle = 0, of = false>");
    check_text(c, true, "#shlo.channel<handle = 0, of = false, with = f32>");
    assert_false(grn_attr_field(a, "of").value->boolean);
    assert_null(grn_attr_field(a, "with").value);
    assert_true(grn_attr_equal(a, again) && grn_attr_hash(a) == grn_attr_hash(again));
    assert_false(grn_attr_equal(a, b) || grn_attr_hash(a) == grn_attr_hash(b));
    assert_false(grn_attr_equal(a, c) || grn_attr_hash(a) == grn_attr_hash(c));
    assert_int_equal(a->parts, 2); /* itself and what it holds */
    assert_int_equal(c->depth, 3);
}

/* ---- as integers ----------------------------------------------------------------------------- */

static void test_dims(void **state)
{
    static const uint8_t u8[] = {200, 1}, many[4097] = {[0] = 200, [4095] = 1};
    static const int64_t i64[] = {5, 6};
    static const double f64[] = {1, 2};
    const grn_attr *items[] = {num(GRN_I64, 3), num(GRN_I32, -4)}, *mixed[] = {items[0], grn_attr_unit(&ir)};
    const grn_field fields[] = {
        {true, 1, (int64_t[]){2}, NULL}, {true, 2, (int64_t[]){9, 8}, NULL}, {.present = false}};
    const struct {
        const char *claim;
        const grn_attr *attr;
        const char *name;
        bool want;
        size_t count;
        int64_t first, last;
    } rows[] = {
        {"array<i64: 5, 6>", grn_attr_dense_i64(&ir, 2, i64), "a", true, 2, 5, 6},
        {"array<i64>", grn_attr_dense_i64(&ir, 0, NULL), "a", true, 0, 0, 0},
        {"array<ui8: 200, 1>",
         make((grn_attr){.kind = GRN_ATTR_DENSE_ARRAY, .type = ty(GRN_UI8), .dense_array = {2, u8}}), "a", true, 2, 200,
         1},
        {"dense<[5, 6]> : tensor<2xi64>", elements(GRN_I64, 1, 2, false, i64), "a", true, 2, 5, 6},
        {"dense<5> : tensor<3xi64>", elements(GRN_I64, 1, 3, true, i64), "a", true, 3, 5, 5},
        {"dense<[200, 1]> : tensor<2xui8>", elements(GRN_UI8, 1, 2, false, u8), "a", true, 2, 200, 1},
        {"dense<5> : tensor<128xi64>", elements(GRN_I64, 1, 128, true, i64), "a", true, 128, 5, 5},
        {"a splat too large to write out", elements(GRN_I64, 1, 129, true, i64), "a", false, 0, 0, 0},
        {"a list of 4096", elements(GRN_UI8, 1, 4096, false, many), "a", true, 4096, 200, 1},
        {"a list too large to write out", elements(GRN_UI8, 1, 4097, false, many), "a", false, 0, 0, 0},
        {"floats are no dims", elements(GRN_F64, 1, 2, false, f64), "a", false, 0, 0, 0},
        {"[3, -4 : i32]", grn_attr_array(&ir, 2, items), "a", true, 2, 3, -4},
        {"[]", grn_attr_array(&ir, 0, NULL), "a", true, 0, 0, 0},
        {"[3, unit]", grn_attr_array(&ir, 2, mixed), "a", false, 0, 0, 0},
        {"a record's list", gather(fields), "a.start_index_map", true, 2, 9, 8},
        {"a record's absent dim", gather(fields), "a.index_vector_dim", true, 1, 0, 0},
        {"a record's unknown field", gather(fields), "a.nothing", false, 0, 0, 0},
        {"another attribute", gather(fields), "b.offset_dims", false, 0, 0, 0},
        {"a single number is no list", num(GRN_I64, 1), "a", false, 0, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(rows); i++) {
        grn_op *op = grn_op_new(&ir, NULL, S("x.y"), grn_no_place, 0, 0, 0);
        size_t count = 0;
        const int64_t *v = NULL;
        assert_true(grn_op_set_attr(&ir, op, S("a"), rows[i].attr));
        bool got = grn_op_dims(op, rows[i].name, &count, &v);
        if (got != rows[i].want || count != rows[i].count ||
            (count && (v[0] != rows[i].first || v[count - 1] != rows[i].last)))
            fail_msg("%s", rows[i].claim);
    }
}

static void test_classes(void **state)
{
    static const int64_t i64[] = {5, 6};
    const grn_attr *samples[] = {
        grn_attr_dense_i64(&ir, 2, i64),
        elements(GRN_I64, 1, 2, false, i64),
        num(GRN_I64, 1),
        num(GRN_I32, 1),
        grn_attr_bool(&ir, true),
        grn_attr_unit(&ir),
        grn_attr_string(&ir, S("s")),
        grn_attr_symbol(&ir, S("a")),
        grn_attr_symbol(&ir, S("a::@b")),
        grn_attr_type(&ir, ty(GRN_F32)),
        grn_attr_array(&ir, 0, NULL),
        real(GRN_F64, 1),
        real(GRN_F32, 1),
        num(GRN_INDEX, 1),
    };
    const struct {
        const grn_attr_class *class;
        const char *members; /* one letter per sample */
    } rows[] = {
        {&grn_attr_is_dims, "xx............"},   {&grn_attr_is_i64, "..x..........."},
        {&grn_attr_is_bool, "....x........."},   {&grn_attr_is_unit, ".....x........"},
        {&grn_attr_is_string, "......x......."}, {&grn_attr_is_symbol, ".......x......"},
        {&grn_attr_is_type, ".........x...."},   {&grn_attr_is_elements, ".x............"},
        {&grn_attr_is_array, "..........x..."},  {&grn_attr_is_i64_elements, ".x............"},
        {&grn_attr_is_f64, "...........x.."},    {&grn_attr_is_any, "xxxxxxxxxxxxxx"},
    };
    (void)state;
    for (size_t r = 0; r < GRN_COUNT(rows); r++)
        for (size_t i = 0; i < GRN_COUNT(samples); i++)
            if (rows[r].class->matches(samples[i]) != (rows[r].members[i] == 'x'))
                fail_msg("%s, sample %zu", rows[r].class->text, i);
}

/* What differs may have the same hash, but none of these few does. */
static void check_equal(const grn_attr *a, const grn_attr *b, bool want)
{
    assert_int_equal(grn_attr_equal(a, b), want);
    assert_int_equal(grn_attr_hash(a) == grn_attr_hash(b), want);
}

static void test_equal(void **state)
{
    const grn_field zero[] = {{true, 0, NULL, NULL}, {true, 0, NULL, NULL}, {true, 1, (int64_t[]){0}, NULL}};
    const grn_field absent[3] = {{.present = false}};
    static const int32_t same[] = {7, 7}, other[] = {7, 8};
    const grn_named_attr xy[] = {{S("x"), num(GRN_I64, 1)}, {S("y"), num(GRN_I64, 2)}};
    const grn_named_attr yx[] = {xy[1], xy[0]};
    const grn_attr *samples[] = {
        num(GRN_I64, 1),
        num(GRN_I32, 1),
        num(GRN_I64, 2),
        grn_attr_bool(&ir, true),
        grn_attr_bool(&ir, false),
        grn_attr_unit(&ir),
        real(GRN_F64, 0.0),
        real(GRN_F64, -0.0),
        grn_attr_string(&ir, S("a")),
        grn_attr_string(&ir, S("b")),
        grn_attr_symbol(&ir, S("a")),
        grn_attr_dense_i64(&ir, 1, (int64_t[]){1}),
        grn_attr_dense_i64(&ir, 1, (int64_t[]){2}),
        grn_attr_enum(&ir, &direction_def, 0),
        grn_attr_enum(&ir, &direction_def, 1),
        elements(GRN_I32, 1, 2, false, other),
        grn_attr_type(&ir, ty(GRN_I32)),
    };
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(samples); i++)
        for (size_t j = 0; j < GRN_COUNT(samples); j++)
            check_equal(make(*samples[i]), samples[j], i == j);
    check_equal(elements(GRN_I32, 1, 2, false, same), elements(GRN_I32, 1, 2, true, same), true);
    check_equal(elements(GRN_I32, 1, 2, false, other), elements(GRN_I32, 1, 2, true, same), false);
    check_equal(make((grn_attr){.kind = GRN_ATTR_DICT, .dict = {2, xy, NULL}}),
                make((grn_attr){.kind = GRN_ATTR_DICT, .dict = {2, yx, NULL}}), true);
    check_equal(make((grn_attr){.kind = GRN_ATTR_DICT, .dict = {2, xy, NULL}}),
                make((grn_attr){.kind = GRN_ATTR_DICT, .dict = {1, yx, NULL}}), false);
    check_equal(gather(zero), gather(absent), true);
}

/* [a, a] of [a, a] of ... */
static void test_too_many_parts(void **state)
{
    const grn_attr *a = num(GRN_I64, 1);
    int level = 0;
    (void)state;
    while (a && level < 64)
        a = grn_attr_array(&ir, 2, (const grn_attr *[]){a, a}), level++;
    assert_int_equal(level, 16);
}

static grn_status refuse(void *user, const char *text, size_t n)
{
    (void)text;
    (void)n;
    ++*(int *)user;
    return GRN_E_LIMIT;
}

static void test_sink_refuses(void **state)
{
    static int32_t many[3000];
    int calls = 0;
    const grn_sink sink = {refuse, &calls};
    (void)state;
    many[1] = 1;
    assert_int_equal(grn_attr_write(elements(GRN_I32, 1, 3000, false, many), true, &sink), GRN_E_LIMIT);
    assert_int_equal(calls, 1);
    assert_int_equal(grn_type_write(ty(GRN_F32), &sink), GRN_E_LIMIT);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(test_numbers),
        T(test_plain),
        T(test_collections),
        T(test_arrays_and_elements),
        T(test_records_and_enums),
        T(test_params),
        T(test_dims),
        T(test_classes),
        T(test_equal),
        T(test_too_many_parts),
        T(test_sink_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

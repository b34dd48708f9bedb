/* test_ir_attr_equal.c - lists, dictionaries, records and elements compared: equal by what they
 * say, item by item. */
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

static const grn_attr *num(int64_t v) { return grn_attr_integer(&ir, grn_type_of_dtype(&ir, GRN_I64), v); }

static const grn_attr *dict(size_t count, const grn_named_attr *items)
{
    const grn_attr a = {.kind = GRN_ATTR_DICT, .dict = {count, items, NULL}};
    return grn_attr_make(&ir, &a);
}

static void lists(void **state)
{
    const grn_attr *ab[] = {num(1), num(2)}, *ba[] = {num(2), num(1)}, *ac[] = {num(1), num(3)},
                   *abb[] = {num(1), num(2), num(2)};
    const grn_attr *list = grn_attr_array(&ir, 2, ab);
    (void)state;
    assert_true(grn_attr_equal(list, grn_attr_array(&ir, 2, (const grn_attr *[]){num(1), num(2)})));
    assert_true(grn_attr_equal(grn_attr_array(&ir, 0, NULL), grn_attr_array(&ir, 0, NULL)));
    assert_false(grn_attr_equal(list, grn_attr_array(&ir, 2, ba)));
    assert_false(grn_attr_equal(list, grn_attr_array(&ir, 2, ac)));
    assert_false(grn_attr_equal(list, grn_attr_array(&ir, 3, abb)));
    assert_false(grn_attr_equal(grn_attr_array(&ir, 3, abb), list));
    assert_false(grn_attr_equal(list, grn_attr_array(&ir, 1, ab)));
    assert_false(grn_attr_equal(list, grn_attr_array(&ir, 0, NULL)));
    const grn_attr *nested = grn_attr_array(&ir, 1, &list), *other = grn_attr_array(&ir, 2, ac);
    assert_true(grn_attr_equal(nested, grn_attr_array(&ir, 1, (const grn_attr *[]){grn_attr_array(&ir, 2, ab)})));
    assert_false(grn_attr_equal(nested, grn_attr_array(&ir, 1, &other)));
}

static void dictionaries(void **state)
{
    const grn_named_attr xyz[] = {{S("x"), num(1)}, {S("y"), num(2)}, {S("z"), num(3)}};
    const grn_named_attr zxy[] = {xyz[2], xyz[0], xyz[1]}, xyw[] = {xyz[0], xyz[1], {S("w"), num(3)}};
    const grn_named_attr last[] = {xyz[0], xyz[1], {S("z"), num(4)}}, first[] = {{S("x"), num(0)}, xyz[1], xyz[2]};
    (void)state;
    assert_true(grn_attr_equal(dict(3, xyz), dict(3, zxy)));
    assert_false(grn_attr_equal(dict(3, xyz), dict(3, xyw)));
    assert_false(grn_attr_equal(dict(3, xyw), dict(3, xyz)));
    assert_false(grn_attr_equal(dict(3, xyz), dict(3, last)));
    assert_false(grn_attr_equal(dict(3, xyz), dict(3, first)));
    assert_false(grn_attr_equal(dict(3, xyz), dict(2, xyz)));
    assert_false(grn_attr_equal(dict(2, xyz), dict(3, xyz)));
}

static const grn_attr *elements(grn_dtype d, int32_t rank, const int64_t *shape, bool splat, const void *data)
{
    grn_attr_elements e = {.splat = splat, .resource = S("")};
    grn_attr a = {.kind = GRN_ATTR_ELEMENTS,
                  .type = grn_type_tensor(&ir, grn_type_of_dtype(&ir, d), rank, shape, NULL),
                  .elements = &e};
    assert_int_equal(grn_tensor_init(&e.tensor, (void *)(uintptr_t)data, d, rank, shape), GRN_OK);
    for (int32_t i = 0; splat && i < rank; i++)
        e.tensor.stride[i] = 0;
    return grn_attr_make(&ir, &a);
}

/* Written out or not, they are equal by their elements, every one of them. */
static void elements_of_tensors(void **state)
{
    static const int32_t sevens[] = {7, 7, 7, 7, 7, 7}, first[] = {8, 7, 7, 7, 7, 7}, last[] = {7, 7, 7, 7, 7, 8};
    static const int64_t wide[] = {2, 3}, tall[] = {3, 2}, none[] = {0, 3};
    const grn_attr *whole = elements(GRN_I32, 2, wide, false, sevens),
                   *splat = elements(GRN_I32, 2, wide, true, sevens);
    (void)state;
    assert_true(grn_attr_equal(whole, splat) && grn_attr_equal(splat, whole));
    assert_true(grn_attr_equal(splat, elements(GRN_I32, 2, wide, true, last)));
    assert_false(grn_attr_equal(splat, elements(GRN_I32, 2, wide, true, first)));
    assert_false(grn_attr_equal(whole, elements(GRN_I32, 2, wide, false, first)));
    assert_false(grn_attr_equal(whole, elements(GRN_I32, 2, wide, false, last)));
    assert_false(grn_attr_equal(splat, elements(GRN_I32, 2, wide, false, last)));
    assert_false(grn_attr_equal(whole, elements(GRN_I32, 2, tall, false, sevens)));
    assert_false(grn_attr_equal(whole, elements(GRN_UI32, 2, wide, false, sevens)));
    assert_true(grn_attr_equal(elements(GRN_I32, 2, none, true, first), elements(GRN_I32, 2, none, true, sevens)));
}

static void lists_of_numbers(void **state)
{
    (void)state;
    assert_true(
        grn_attr_equal(grn_attr_dense_i64(&ir, 2, (int64_t[]){1, 2}), grn_attr_dense_i64(&ir, 2, (int64_t[]){1, 2})));
    assert_false(
        grn_attr_equal(grn_attr_dense_i64(&ir, 2, (int64_t[]){1, 2}), grn_attr_dense_i64(&ir, 2, (int64_t[]){1, 3})));
    assert_false(
        grn_attr_equal(grn_attr_dense_i64(&ir, 2, (int64_t[]){1, 2}), grn_attr_dense_i64(&ir, 1, (int64_t[]){1})));
    assert_true(grn_attr_equal(grn_attr_dense_i64(&ir, 0, NULL), grn_attr_dense_i64(&ir, 0, NULL)));
}

/* Of two modules, so that nothing is the same by being the same object. */
static void types(void **state)
{
    static const int64_t two[] = {2, 3}, other[] = {2, 4}, first[] = {5, 3};
    grn_ir there;
    (void)state;
    assert_int_equal(grn_ir_init(&there, NULL, NULL), GRN_OK);
    const grn_type *i32 = grn_type_of_dtype(&ir, GRN_I32), *f32 = grn_type_of_dtype(&ir, GRN_F32);
    const grn_type *i32_there = grn_type_of_dtype(&there, GRN_I32), *f32_there = grn_type_of_dtype(&there, GRN_F32);
    const grn_type *tensor = grn_type_tensor(&ir, i32, 2, two, NULL);
    assert_true(grn_types_equal(tensor, grn_type_tensor(&there, i32_there, 2, two, NULL)));
    assert_false(grn_types_equal(tensor, grn_type_tensor(&there, i32_there, 2, other, NULL)));
    assert_false(grn_types_equal(tensor, grn_type_tensor(&there, i32_there, 2, first, NULL)));
    assert_false(grn_types_equal(tensor, grn_type_tensor(&there, i32_there, 1, two, NULL)));
    assert_false(grn_types_equal(tensor, grn_type_tensor(&there, f32_there, 2, two, NULL)));
    const grn_type *in[] = {i32, f32}, *in_there[] = {i32_there, f32_there};
    const grn_type *both = grn_type_function(&ir, 1, in, 1, in + 1);
    assert_true(grn_types_equal(both, grn_type_function(&there, 1, in_there, 1, in_there + 1)));
    assert_false(grn_types_equal(both, grn_type_function(&there, 2, in_there, 0, NULL)));
    assert_false(grn_types_equal(both, grn_type_function(&there, 1, in_there, 0, NULL)));
    assert_false(grn_types_equal(grn_type_function(&there, 1, in_there, 0, NULL), both));
    assert_false(grn_types_equal(both, grn_type_function(&there, 1, in_there + 1, 1, in_there + 1)));
    /* Whatever their hashes are: of two types whose hashes meet, what they say decides. */
    grn_type wide = *tensor, low = *tensor, longer = *both, turned = *both;
    wide.shape = (int64_t[]){2, 4};
    low.rank = 1;
    longer.members = (const grn_type *const[]){i32, f32, f32};
    longer.count = 3;
    turned.members = (const grn_type *const[]){i32, i32};
    assert_false(grn_types_equal(tensor, &wide) || grn_types_equal(&wide, tensor));
    assert_false(grn_types_equal(tensor, &low) || grn_types_equal(&low, tensor));
    assert_false(grn_types_equal(both, &longer) || grn_types_equal(&longer, both));
    assert_false(grn_types_equal(both, &turned) || grn_types_equal(&turned, both));
    turned = *both;
    turned.inputs = 2;
    assert_false(grn_types_equal(both, &turned));
    grn_ir_destroy(&there);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(types, setup, teardown),
                                       cmocka_unit_test_setup_teardown(lists, setup, teardown),
                                       cmocka_unit_test_setup_teardown(dictionaries, setup, teardown),
                                       cmocka_unit_test_setup_teardown(elements_of_tensors, setup, teardown),
                                       cmocka_unit_test_setup_teardown(lists_of_numbers, setup, teardown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

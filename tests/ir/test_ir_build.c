/* test_ir_build.c - ops put together, found, numbered. */
#include "toy.h"

static void test_find(void **state)
{
    static const char *const words[] = {"A", NULL};
    static const grn_enum_def e = {.name = "x.e", .keyword = words};
    static const grn_enum_def *const enums[] = {&e, NULL};
    static const grn_field_def fields[] = {GRN_FIELD("", DIMS), GRN_FIELDS_END};
    static const grn_struct_def s = {.name = "x.s", .style = GRN_STRUCT_POSITIONAL, .fields = fields};
    static const grn_struct_def *const structs[] = {&s, NULL};
    static const grn_dialect x = {.name = "x", .structs = structs, .enums = enums};
    static const grn_dialect *const dialects[] = {&toy_dialect, &x, NULL};
    grn_ir ir;
    (void)state;
    assert_int_equal(grn_ir_init(&ir, dialects, NULL), GRN_OK);
    for (const grn_op_def *op = toy_ops; op->name; op++)
        assert_ptr_equal(grn_ir_find_op(&ir, (grn_str){op->name, strlen(op->name)}), op);
    assert_null(grn_ir_find_op(&ir, S("toy.modul")));
    assert_null(grn_ir_find_op(&ir, S("")));
    assert_ptr_equal(grn_ir_find_dialect(&ir, S("x")), &x);
    assert_null(grn_ir_find_dialect(&ir, S("to")));
    assert_ptr_equal(grn_ir_find_struct(&ir, S("x.s")), &s);
    assert_null(grn_ir_find_struct(&ir, S("x.e")));
    assert_ptr_equal(grn_ir_find_enum(&ir, S("x.e")), &e);
    assert_null(grn_ir_find_enum(&ir, S("x.s")));
    grn_ir_destroy(&ir);
}

static void test_attributes(void **state)
{
    char name[16];
    toy t;
    (void)state;
    toy_init(&t);
    grn_op *op = toy_op(&t, t.body, "wild.op", 0, NULL, 0, 0);
    const grn_type *i64 = grn_type_of_dtype(&t.ir, GRN_I64);
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "a%d", i);
        toy_set(&t, op, name, grn_attr_integer(&t.ir, i64, i));
    }
    toy_set(&t, op, "a7", grn_attr_integer(&t.ir, i64, -7));
    toy_set(&t, op, "yes", grn_attr_unit(&t.ir));
    toy_set(&t, op, "no", grn_attr_bool(&t.ir, false));
    memset(name, 'z', sizeof name); /* names were copied */
    assert_int_equal(op->nattrs, 102);
    assert_int_equal(grn_op_integer(op, "a99", 5), 99);
    assert_int_equal(grn_op_integer(op, "a7", 5), -7);
    assert_int_equal(grn_op_integer(op, "a100", 5), 5);
    assert_int_equal(grn_op_integer(op, "yes", 5), 5);
    assert_true(grn_op_flag(op, "yes", false));
    assert_false(grn_op_flag(op, "no", true));
    assert_true(grn_op_flag(op, "a1", true));
    assert_false(grn_op_flag(op, "maybe", false));
    assert_false(grn_op_set_attr(&t.ir, op, S("x"), NULL)); /* a refused attribute passes through */
    grn_ir_destroy(&t.ir);
}

/* An array of attributes that somebody else put there is left as it is. */
static void test_attributes_given(void **state)
{
    toy t;
    (void)state;
    toy_init(&t);
    grn_op *op = toy_op(&t, t.body, "wild.op", 0, NULL, 0, 0);
    grn_named_attr given[] = {{S("a"), grn_attr_unit(&t.ir)}, {S("b"), grn_attr_unit(&t.ir)}};
    op->attrs = given;
    op->nattrs = 2;
    toy_set(&t, op, "c", grn_attr_unit(&t.ir));
    assert_int_equal(op->nattrs, 3);
    assert_ptr_not_equal(op->attrs, given);
    assert_true(grn_op_flag(op, "a", false) && grn_op_flag(op, "c", false));
    grn_ir_destroy(&t.ir);
}

static void test_structure(void **state)
{
    toy t;
    (void)state;
    toy_init(&t);
    grn_op *loop = toy_op(&t, t.body, "wild.loop", 0, NULL, 0, 1);
    grn_op *inner = toy_const(&t, toy_block(&t, &loop->regions[0], 2), 1)->def;
    grn_op *last = toy_go(&t, t.body, 0, NULL);
    assert_ptr_equal(grn_op_parent(inner), loop);
    assert_ptr_equal(grn_op_parent(loop), t.func);
    assert_null(grn_op_parent(t.top));
    assert_ptr_equal(grn_op_symbol_table(inner), t.top);
    assert_null(grn_op_symbol_table(t.top));
    assert_ptr_equal(grn_block_terminator(t.body), last);
    assert_ptr_equal(last->prev, loop);
    assert_ptr_equal(loop->next, last);
    assert_int_equal(last->order, 1);
    assert_ptr_equal(grn_ir_find_symbol(t.top, S("f")), t.func);
    assert_null(grn_ir_find_symbol(t.top, S("g")));
    assert_null(grn_ir_find_symbol(last, S("g")));
    grn_ir_destroy(&t.ir);
}

/* Text order, an op before what is inside it; a function within keeps its own count. */
static void test_numbering(void **state)
{
    toy t;
    (void)state;
    toy_init(&t);
    grn_value *a = toy_const(&t, t.body, 1);
    grn_op *loop = toy_op(&t, t.body, "wild.loop", 0, NULL, 2, 1);
    grn_block *in = toy_block(&t, &loop->regions[0], 2);
    grn_value *b = toy_const(&t, in, 1), *c = toy_const(&t, t.body, 1);
    grn_value *outer = toy_const(&t, t.top->regions[0].first, 1);
    assert_int_equal(grn_region_number_values(&t.func->regions[0]), 7);
    assert_int_equal(grn_region_number_values(&t.top->regions[0]), 1);
    assert_int_equal(outer->slot, 0);
    assert_int_equal(a->slot, 0);
    assert_int_equal(loop->results[1].slot, 2);
    assert_int_equal(in->args[0].slot, 3);
    assert_int_equal(b->slot, 5);
    assert_int_equal(c->slot, 6);
    grn_ir_destroy(&t.ir);
}

/* Regions, and blocks, without ops are passed over; a walk over a part does not leave it. */
static void test_walk(void **state)
{
    toy t;
    (void)state;
    toy_init(&t);
    grn_op *loop = toy_op(&t, t.body, "wild.loop", 0, NULL, 0, 4);
    toy_block(&t, &loop->regions[0], 0);
    grn_op *a = toy_const(&t, toy_block(&t, &loop->regions[0], 0), 1)->def;
    grn_op *inner = toy_op(&t, toy_block(&t, &loop->regions[2], 0), "wild.loop", 0, NULL, 0, 1);
    grn_op *b = toy_const(&t, toy_block(&t, &inner->regions[0], 0), 1)->def;
    grn_op *c = toy_const(&t, toy_block(&t, &loop->regions[2], 0), 1)->def;
    toy_block(&t, &loop->regions[3], 0);
    grn_op *last = toy_go(&t, t.body, 0, NULL);
    const grn_op *const all[] = {t.func, loop, a, inner, b, c, last};
    for (size_t i = 0; i < GRN_COUNT(all); i++)
        assert_ptr_equal(grn_op_next_in(all[i], t.func), i + 1 < GRN_COUNT(all) ? all[i + 1] : NULL);
    assert_null(grn_op_next_in(c, loop));
    assert_null(grn_op_next_in(b, inner));
    assert_null(grn_op_next_in(a, a));
    grn_ir_destroy(&t.ir);
}

static void test_memory_refused(void **state)
{
    (void)state;
    for (long left = 0; left < 20; left++) {
        short_memory m = {left, 0};
        const grn_allocator allocator = {short_allocate, short_release, &m};
        grn_ir ir;
        bool fine = grn_ir_init(&ir, toy_dialects, &allocator) == GRN_OK;
        for (int i = 0; fine && i < 2000; i++) {
            grn_op *op = grn_op_new(&ir, NULL, S("wild.op"), grn_no_place, 3, 3, 1);
            fine = op && grn_region_add_block(&ir, &op->regions[0]) &&
                   grn_op_set_attr(&ir, op, S("a"), grn_attr_dense_i64(&ir, 2, (int64_t[]){1, 2})) &&
                   grn_op_set_attr(&ir, op, S("b"), grn_attr_string(&ir, S("text"))) && grn_op_index_symbols(&ir, op);
        }
        grn_ir_destroy(&ir);
        assert_int_equal(m.held, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),      cmocka_unit_test(test_attributes), cmocka_unit_test(test_attributes_given),
        cmocka_unit_test(test_structure), cmocka_unit_test(test_numbering),  cmocka_unit_test(test_memory_refused),
        cmocka_unit_test(test_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

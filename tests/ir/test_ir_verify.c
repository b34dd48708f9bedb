/* test_ir_verify.c - what the verifier says of ops, regions and symbols. Messages as mlir-opt 19
 * has them. */
#include "dialects/common/exec.h"
#include "toy.h"

static kept_messages said;

/* ---- one op in a function: line 3 on --------------------------------------------------------- */

static void no_constant(toy *t) { toy_op(t, t->body, "toy.const", 0, NULL, 1, 0); }

static void wrong_constant(toy *t)
{
    toy_set(t, toy_op(t, t->body, "toy.const", 0, NULL, 1, 0), "k", grn_attr_unit(&t->ir));
}

static void wrong_optional(toy *t)
{
    toy_set(t, toy_op(t, t->body, "toy.maybe", 0, NULL, 0, 0), "k", grn_attr_unit(&t->ir));
}

static void unlucky(toy *t) { toy_const(t, t->body, 13); }

static void counts(toy *t, const char *name, size_t noperands, size_t nresults, size_t nregions)
{
    grn_value *v = toy_const(t, t->body, 1), *all[] = {v, v, v};
    toy_op(t, t->body, name, noperands, all, nresults, nregions);
}

static void none_for_one(toy *t) { counts(t, "toy.copy", 0, 1, 0); }
static void one_for_two(toy *t) { counts(t, "toy.add", 1, 1, 0); }
static void none_for_more(toy *t) { counts(t, "toy.more", 0, 0, 0); }
static void one_for_none(toy *t) { counts(t, "toy.const", 1, 1, 0); }
static void two_for_optional(toy *t) { counts(t, "toy.maybe", 2, 0, 0); }
static void no_result(toy *t) { counts(t, "toy.copy", 1, 0, 0); }
static void a_result(toy *t) { counts(t, "toy.return", 0, 1, 0); }
static void one_result_of_two(toy *t) { counts(t, "toy.two_results", 0, 1, 0); }
static void no_result_of_more(toy *t) { counts(t, "toy.many_results", 0, 0, 0); }
static void a_region(toy *t) { counts(t, "toy.copy", 0, 0, 1); }
static void no_region(toy *t) { counts(t, "toy.loop", 0, 0, 0); }
static void one_region_of_two(toy *t) { counts(t, "toy.two_regions", 0, 0, 1); }
static void any_regions(toy *t) { counts(t, "toy.regions", 0, 0, 3); }

static void wrong_operand(toy *t)
{
    grn_value *v[] = {toy_const(t, t->body, 1)};
    toy_op(t, t->body, "toy.copy", 1, v, 1, 0);
}

static void wrong_result(toy *t)
{
    grn_value *v[] = {toy_value(t, t->body, toy_vector(t, 2))};
    toy_op(t, t->body, "toy.copy", 1, v, 1, 0);
}

static void wrong_in_group(toy *t)
{
    grn_value *i = toy_const(t, t->body, 1), *x = toy_value(t, t->body, toy_vector(t, 2)), *all[] = {i, x, i};
    toy_op(t, t->body, "toy.more", 3, all, 0, 0);
}

/* Two groups share alike: x, x | i | x, i. */
static void wrong_in_second_group(toy *t)
{
    grn_value *i = toy_const(t, t->body, 1), *x = toy_value(t, t->body, toy_vector(t, 2)), *all[] = {x, x, i, x, i};
    toy_op(t, t->body, "toy.split", 5, all, 0, 0);
}

/* Where they cannot share alike, the op's own rules decide. */
static void uneven_groups(toy *t)
{
    grn_value *i = toy_const(t, t->body, 1), *all[] = {i, i};
    toy_op(t, t->body, "toy.split", 2, all, 0, 0);
}

static void copy_of(toy *t, int64_t from, int64_t to)
{
    grn_value *v[] = {toy_value(t, t->body, toy_vector(t, from))};
    toy_op(t, t->body, "toy.copy", 1, v, 1, 0)->results[0].type = toy_vector(t, to);
}

static void copy_fits(toy *t) { copy_of(t, 2, 2); }
static void copy_fits_unknown(toy *t) { copy_of(t, 2, GRN_DYNAMIC); }
static void copy_differs(toy *t) { copy_of(t, 2, 3); }

static void infer_fails(toy *t)
{
    const grn_type *seven = grn_type_tensor(&t->ir, toy_i32_type(t), 7, (int64_t[]){1, 1, 1, 1, 1, 1, 1}, NULL);
    grn_value *v[] = {toy_value(t, t->body, seven)};
    toy_op(t, t->body, "toy.copy", 1, v, 1, 0)->results[0].type = seven;
}

static void unknown_op(toy *t) { toy_op(t, t->body, "toy.nothing", 0, NULL, 0, 0); }

static void return_early(toy *t) { toy_go(t, t->body, 0, NULL); }

static void successor(toy *t)
{
    grn_op *op = toy_op(t, t->body, "toy.maybe", 0, NULL, 0, 0);
    op->nsuccessors = 1;
    op->successors = &t->body;
}

static void two_blocks(toy *t)
{
    grn_op *op = toy_op(t, t->body, "toy.loop", 0, NULL, 0, 1);
    toy_go(t, toy_block(t, &op->regions[0], 1), 0, NULL);
    toy_go(t, toy_block(t, &op->regions[0], 1), 0, NULL);
}

static void empty_single_block(toy *t) { toy_block(t, &toy_op(t, t->body, "toy.loop", 0, NULL, 0, 1)->regions[0], 1); }

static void empty_block(toy *t) { toy_block(t, &toy_op(t, t->body, "toy.regions", 0, NULL, 0, 1)->regions[0], 1); }

static void no_terminator(toy *t)
{
    toy_const(t, toy_block(t, &toy_op(t, t->body, "toy.regions", 0, NULL, 0, 1)->regions[0], 1), 1);
}

static void after_the_regions(toy *t)
{
    toy_go(t, toy_block(t, &toy_op(t, t->body, "toy.loop", 0, NULL, 0, 1)->regions[0], 0), 0, NULL);
}

/* One failure for each of two siblings; what is inside a failed op is not looked at, nor its
 * regions' rule. */
static void several(toy *t)
{
    toy_const(t, t->body, 13);
    grn_op *wrong = toy_op(t, t->body, "toy.loop", 1, (grn_value *[]){toy_const(t, t->body, 1)}, 0, 1);
    toy_const(t, toy_block(t, &wrong->regions[0], 0), 13);
    grn_op *right = toy_op(t, t->body, "toy.loop", 0, NULL, 0, 1);
    toy_const(t, toy_block(t, &right->regions[0], 0), 13);
}

static void same_names(toy *t)
{
    toy_go(t, toy_func(t, "g")->regions[0].first, 0, NULL);
    toy_go(t, toy_func(t, "f")->regions[0].first, 0, NULL);
    toy_go(t, toy_func(t, "f")->regions[0].first, 0, NULL);
}

static const struct {
    const char *claim;
    void (*build)(toy *t);
    const char *want;
} cases[] = {
    {"attribute missing", no_constant, "3: 'toy.const' op requires attribute 'k'\n"},
    {"attribute of another kind", wrong_constant,
     "3: 'toy.const' op attribute 'k' failed to satisfy constraint: 64-bit signless integer attribute\n"},
    {"optional attribute of another kind", wrong_optional,
     "3: 'toy.maybe' op attribute 'k' failed to satisfy constraint: 64-bit signless integer attribute\n"},
    {"a row's own rule, with its number", unlucky,
     "3: 'toy.const' op has an unlucky k, 13\n3: note: rule T1 of the Toy book, const\n"},
    {"no operand for one", none_for_one, "4: 'toy.copy' op requires a single operand\n"},
    {"one operand for two", one_for_two, "4: 'toy.add' op expected 2 operands, but found 1\n"},
    {"no operand for one or more", none_for_more, "4: 'toy.more' op expected 1 or more operands, but found 0\n"},
    {"an operand for none", one_for_none, "4: 'toy.const' op requires zero operands\n"},
    {"two operands for an optional one", two_for_optional,
     "4: 'toy.maybe' op operand group starting at #0 requires 0 or 1 element, but found 2\n"},
    {"no result for one", no_result, "4: 'toy.copy' op requires one result\n"},
    {"a result for none", a_result, "4: 'toy.return' op requires zero results\n"},
    {"one result for two", one_result_of_two, "4: 'toy.two_results' op expected 2 results\n"},
    {"no result for one or more", no_result_of_more, "4: 'toy.many_results' op expected 1 or more results\n"},
    {"a region for none; regions are counted first", a_region, "4: 'toy.copy' op requires zero regions\n"},
    {"no region for one", no_region, "4: 'toy.loop' op requires one region\n"},
    {"one region for two", one_region_of_two, "4: 'toy.two_regions' op expected 2 regions\n"},
    {"any number of regions", any_regions, ""},
    {"operand of another type", wrong_operand, "4: 'toy.copy' op operand #0 must be ranked tensor, but got 'i32'\n"},
    {"result of another type", wrong_result, "4: 'toy.copy' op result #0 must be ranked tensor, but got 'i32'\n"},
    {"operand of a group", wrong_in_group,
     "5: 'toy.more' op operand #2 must be variadic of ranked tensor, but got 'i32'\n"},
    {"operand of the second group", wrong_in_second_group,
     "5: 'toy.split' op operand #4 must be variadic of ranked tensor, but got 'i32'\n"},
    {"groups that cannot share alike", uneven_groups, ""},
    {"inferred type equal, from another interner", copy_fits, ""},
    {"inferred type fits ?", copy_fits_unknown, ""},
    {"inferred type differs", copy_differs,
     "4: 'toy.copy' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation "
     "'tensor<3xi32>'\n4: 'toy.copy' op failed to infer returned types\n"},
    {"inference fails", infer_fails, "4: seven is too many\n4: 'toy.copy' op failed to infer returned types\n"},
    {"an op its dialect has not", unknown_op, ""},
    {"a terminator inside", return_early, "3: 'toy.return' op must be the last operation in the parent block\n"},
    {"a successor where none may be", successor, "3: 'toy.maybe' op requires 0 successors but found 1\n"},
    {"two blocks for one", two_blocks, "3: 'toy.loop' op expects region #0 to have 0 or 1 blocks\n"},
    {"an empty single block", empty_single_block, "3: 'toy.loop' op expects a non-empty block\n"},
    {"an empty block", empty_block, "3: empty block: expect at least a terminator\n"},
    {"no terminator", no_terminator, "4: block with no terminator, has \"toy.const\"\n"},
    {"a rule on regions", after_the_regions, "3: 'toy.loop' op wants an argument\n"},
    {"several failures", several,
     "3: 'toy.const' op has an unlucky k, 13\n3: note: rule T1 of the Toy book, const\n"
     "5: 'toy.loop' op requires zero operands\n"
     "8: 'toy.const' op has an unlucky k, 13\n8: note: rule T1 of the Toy book, const\n"},
    {"symbols of one name", same_names,
     "5: redefinition of symbol named 'f'\n2: note: see existing symbol definition here\n"
     "7: redefinition of symbol named 'f'\n2: note: see existing symbol definition here\n"},
};

static void test_messages(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        toy t;
        toy_init(&t);
        cases[i].build(&t);
        toy_go(&t, t.body, 0, NULL);
        grn_status status = toy_check(&t, &said);
        if (strcmp(said.text, cases[i].want) != 0 || status != (cases[i].want[0] ? GRN_E_VERIFY : GRN_OK))
            fail_msg("%s: %s", cases[i].claim, said.text);
        grn_ir_destroy(&t.ir);
    }
}

/* ---- what the table above cannot say --------------------------------------------------------- */

static void test_unregistered(void **state)
{
    const grn_diag diag = {keep_message, &said};
    toy t;
    (void)state;
    toy_init(&t);
    toy_value(&t, t.body, toy_i32_type(&t));
    toy_go(&t, t.body, 0, NULL);
    said.n = 0;
    assert_int_equal(grn_verify(&t.ir, t.top, NULL, &diag), GRN_E_VERIFY);
    assert_string_equal(said.text,
                        "3: 'wild.value' op created with unregistered dialect. If this is intended, please use "
                        "-allow-unregistered-dialect with the MLIR tool used\n");
    assert_int_equal(toy_check(&t, &said), GRN_OK);
    grn_ir_destroy(&t.ir);
}

static void test_symbol_table_shape(void **state)
{
    toy t;
    (void)state;
    toy_init(&t);
    t.top->regions[0].first = t.top->regions[0].last = NULL;
    assert_int_equal(toy_check(&t, &said), GRN_E_VERIFY);
    assert_string_equal(said.text, "1: 'toy.module' op Operations with a 'SymbolTable' must have exactly one block\n");
    grn_ir_destroy(&t.ir);
}

/* However early memory runs out, the answer is a status, and all is given back. */
static void test_memory_refused(void **state)
{
    toy t;
    (void)state;
    toy_init(&t);
    for (int i = 0; i < 200; i++)
        copy_of(&t, i, i);
    grn_block *b = toy_block(&t, &t.func->regions[0], 0);
    toy_go(&t, t.body, 1, &b);
    toy_go(&t, b, 0, NULL);
    for (long left = 0; left < 12; left++) {
        short_memory m = {left, 0};
        const grn_allocator allocator = {short_allocate, short_release, &m}, *own = t.ir.allocator;
        t.ir.allocator = &allocator;
        grn_status status = toy_check(&t, &said);
        t.ir.allocator = own;
        assert_int_equal(m.held, 0);
        assert_true(status == GRN_OK || status == GRN_E_MEMORY);
        assert_int_equal(status == GRN_E_MEMORY, said.n != 0);
        assert_true(left > 0 || status == GRN_E_MEMORY);
    }
    assert_int_equal(toy_check(&t, &said), GRN_OK);
    grn_ir_destroy(&t.ir);
}

/* A long chain with many symbols stays quick: nothing here is quadratic. */
static void test_large(void **state)
{
    enum { N = 50000 };
    toy t;
    char name[16];
    (void)state;
    toy_init(&t);
    for (int i = 0; i < N; i++)
        toy_const(&t, t.body, i == 13 ? 0 : i);
    toy_go(&t, t.body, 0, NULL);
    for (int i = 0; i < N; i++) {
        snprintf(name, sizeof name, "g%d", i);
        toy_go(&t, toy_func(&t, name)->regions[0].first, 0, NULL);
    }
    assert_int_equal(toy_check(&t, &said), GRN_OK);
    assert_true(grn_op_index_symbols(&t.ir, t.top));
    for (int i = 0; i < N; i++) {
        int n = snprintf(name, sizeof name, "g%d", i);
        assert_non_null(grn_ir_find_symbol(t.top, (grn_str){name, (size_t)n}));
    }
    assert_null(grn_ir_find_symbol(t.top, S("nobody")));
    grn_ir_destroy(&t.ir);
}

static void test_exec_fail(void **state)
{
    const grn_diag diag = {keep_message, &said};
    const grn_exec x = {.diag = &diag};
    toy t;
    (void)state;
    toy_init(&t);
    said.n = 0;
    assert_int_equal(grn_exec_fail(&x, t.func, GRN_E_INDEX, "row %d is out", 4), GRN_E_INDEX);
    assert_string_equal(said.text, "2: toy.func: row 4 is out\n");
    grn_ir_destroy(&t.ir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_unregistered),
        cmocka_unit_test(test_symbol_table_shape),
        cmocka_unit_test(test_memory_refused),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_exec_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

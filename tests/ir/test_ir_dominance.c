/* test_ir_dominance.c - definitions before uses, within blocks, over branches, through regions. */
#include "ir/dominators.h"
#include "toy.h"

static kept_messages said;

static grn_op *use(toy *t, grn_block *b, grn_value *v) { return toy_op(t, b, "toy.any", 1, &v, 0, 0); }

/* %x used on line 3, defined on line 4. */
static void before_in_block(toy *t)
{
    grn_op *early = toy_op(t, t->body, "toy.any", 1, (grn_value *[]){NULL}, 0, 0);
    early->operands[0] = toy_const(t, t->body, 1);
    toy_go(t, t->body, 0, NULL);
}

static void itself(toy *t)
{
    grn_op *op = toy_op(t, t->body, "toy.any", 1, (grn_value *[]){NULL}, 1, 0);
    op->operands[0] = &op->results[0];
    toy_go(t, t->body, 0, NULL);
}

/* Inside an op's region its own result is not there yet, a value before the op is. */
static void nested(toy *t)
{
    grn_value *x = toy_const(t, t->body, 1);
    grn_op *op = toy_op(t, t->body, "toy.any", 0, NULL, 1, 0);
    op = toy_op(t, t->body, "wild.loop", 0, NULL, 1, 1);
    grn_block *b = toy_block(t, &op->regions[0], 1);
    use(t, b, x);
    use(t, b, &b->args[0]);
    use(t, b, &op->results[0]);
    toy_go(t, t->body, 0, NULL);
}

static void out_of_a_region(toy *t)
{
    grn_op *op = toy_op(t, t->body, "wild.loop", 0, NULL, 0, 1);
    grn_value *x = toy_const(t, toy_block(t, &op->regions[0], 0), 1);
    use(t, t->body, x);
    toy_go(t, t->body, 0, NULL);
}

static void argument_out_of_a_region(toy *t)
{
    grn_op *op = toy_op(t, t->body, "wild.loop", 0, NULL, 0, 1);
    grn_block *b = toy_block(t, &op->regions[0], 1);
    use(t, t->body, &b->args[0]);
    toy_go(t, t->body, 0, NULL);
}

/* A module's ops need no order; its functions see none of its values. */
static void graph_and_isolation(toy *t)
{
    grn_block *b = t->top->regions[0].first;
    grn_op *early = toy_op(t, b, "toy.any", 1, (grn_value *[]){NULL}, 0, 0);
    grn_value *x = early->operands[0] = toy_const(t, b, 1);
    use(t, t->body, x);
    toy_go(t, t->body, 0, NULL);
}

/*     entry
 *     /   \
 *   left  right    each defines a value; `join` may use entry's only, and left what entry has
 *     \   /
 *      join
 */
static void diamond(toy *t)
{
    grn_region *r = &t->func->regions[0];
    grn_block *left = toy_block(t, r, 1), *join = toy_block(t, r, 0), *right = toy_block(t, r, 0);
    grn_value *x = toy_const(t, t->body, 1);
    toy_go(t, t->body, 2, (grn_block *[]){left, right});
    grn_value *y = toy_const(t, left, 2);
    use(t, left, x);
    toy_go(t, left, 1, &join);
    use(t, join, x);
    use(t, join, y);
    use(t, join, &left->args[0]);
    toy_go(t, join, 0, NULL);
    toy_go(t, right, 1, &join);
}

/* A block further down the text may come first in time; its value is there. */
static void backwards_in_text(toy *t)
{
    grn_region *r = &t->func->regions[0];
    grn_block *last = toy_block(t, r, 0), *middle = toy_block(t, r, 0);
    toy_go(t, t->body, 1, &middle);
    grn_op *late = toy_op(t, last, "toy.any", 1, (grn_value *[]){NULL}, 0, 0);
    toy_go(t, last, 0, NULL);
    late->operands[0] = toy_const(t, middle, 1);
    toy_go(t, middle, 1, &last);
}

/* What is never reached may say what it likes, and gives nothing to others. */
static void unreached(toy *t)
{
    grn_region *r = &t->func->regions[0];
    grn_block *b = toy_block(t, r, 0);
    grn_op *early = toy_op(t, b, "toy.any", 1, (grn_value *[]){NULL}, 0, 0);
    early->operands[0] = toy_const(t, b, 1);
    toy_go(t, b, 0, NULL);
    use(t, t->body, early->operands[0]);
    toy_go(t, t->body, 0, NULL);
}

static void into_the_entry(toy *t) { toy_go(t, t->body, 1, &t->body); }

static void into_another_region(toy *t)
{
    grn_block *b = toy_func(t, "g")->regions[0].first;
    toy_go(t, b, 0, NULL);
    toy_go(t, t->body, 1, &b);
}

static void branch_inside(toy *t)
{
    grn_block *b = toy_block(t, &t->func->regions[0], 0);
    toy_go(t, b, 0, NULL);
    toy_go(t, t->body, 1, &b);
    toy_go(t, t->body, 0, NULL);
}

static const struct {
    const char *claim;
    void (*build)(toy *t);
    const char *want;
} cases[] = {
    {"before its definition", before_in_block,
     "3: operand #0 does not dominate this use\n4: note: operand defined here (op in the same block)\n"},
    {"itself", itself,
     "3: operand #0 does not dominate this use\n3: note: operand defined here (op in the same block)\n"},
    {"the result of the op around", nested,
     "8: operand #0 does not dominate this use\n5: note: operand defined here (op in a parent region)\n"},
    {"out of a region", out_of_a_region,
     "5: operand #0 does not dominate this use\n4: note: operand defined here (op in a child region)\n"},
    {"an argument out of a region", argument_out_of_a_region,
     "4: operand #0 does not dominate this use\n"
     "3: note: operand defined as a block argument (block #0 in a child region)\n"},
    {"a module's value in a function", graph_and_isolation,
     "5: 'toy.any' op using value defined outside the region\n2: note: required by region isolation constraints\n"},
    {"one side of a diamond", diamond,
     "9: operand #0 does not dominate this use\n5: note: operand defined here (op in the same region)\n"
     "10: operand #0 does not dominate this use\n"
     "2: note: operand defined as a block argument (block #1 in the same region)\n"},
    {"earlier in time, later in text", backwards_in_text, ""},
    {"from a block never reached", unreached,
     "6: operand #0 does not dominate this use\n4: note: operand defined here (op in the same region)\n"},
    {"a branch to the entry", into_the_entry, "2: entry block of region may not have predecessors\n"},
    {"a branch to another region", into_another_region, "5: branching to block of a different region\n"},
    {"a branch before the end", branch_inside, "4: operation with block successors must terminate its parent block\n"},
};

static void test_messages(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        toy t;
        toy_init(&t);
        cases[i].build(&t);
        grn_status status = toy_check(&t, &said);
        if (strcmp(said.text, cases[i].want) != 0 || status != (cases[i].want[0] ? GRN_E_VERIFY : GRN_OK))
            fail_msg("%s: %s", cases[i].claim, said.text);
        grn_ir_destroy(&t.ir);
    }
}

/* Whether `to` can be reached from the entry when block `without` is taken away: dominance by its
 * definition. */
static bool reaches(grn_block *const *b, size_t n, size_t without, size_t to)
{
    bool seen[16] = {false};
    size_t stack[16], depth = 0;
    if (without == 0)
        return false;
    seen[0] = true;
    stack[depth++] = 0;
    while (depth) {
        const grn_op *last = b[stack[--depth]]->last;
        for (size_t i = 0; i < last->nsuccessors; i++) {
            size_t at = last->successors[i]->order;
            if (at != without && !seen[at]) {
                seen[at] = true;
                stack[depth++] = at;
            }
        }
    }
    return to < n && seen[to];
}

/* Random graphs, irreducible ones among them, against the definition. */
static void test_random_graphs(void **state)
{
    uint32_t seed = 1;
    (void)state;
    for (int round = 0; round < 3000; round++) {
        toy t;
        grn_dominators d;
        grn_block *b[9];
        size_t n = 2 + round % 8;
        toy_init(&t);
        b[0] = t.body;
        for (size_t i = 1; i < n; i++)
            b[i] = toy_block(&t, &t.func->regions[0], 0);
        for (size_t i = 0; i < n; i++) {
            grn_block *to[2];
            for (int k = 0; k < 2; k++, seed = seed * 1664525u + 1013904223u)
                to[k] = b[1 + (seed >> 16) % (n - 1)];
            toy_go(&t, b[i], (seed >> 28) % 3, to);
        }
        assert_int_equal(grn_dominators_init(&d, &t.ir.arena, &t.func->regions[0]), GRN_OK);
        for (size_t to = 0; to < n; to++) {
            bool reached = reaches(b, n, n, to);
            assert_int_equal(grn_block_is_reached(&d, b[to]), reached);
            for (size_t at = 0; at < n && reached; at++)
                if (grn_block_dominates(&d, b[at], b[to]) != (at == to || !reaches(b, n, at, to)) &&
                    grn_block_is_reached(&d, b[at]))
                    fail_msg("round %d: %zu over %zu of %zu", round, at, to, n);
        }
        grn_ir_destroy(&t.ir);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_messages), cmocka_unit_test(test_random_graphs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

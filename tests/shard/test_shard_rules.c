/*
 * test_shard_rules.c - the sharding rules of ops, worked out by hand: tests/shard/rules has
 * programs in which a comment `// rule: ([i, j])->([i]) ..` stands before an op and says its rule;
 * `// rule: none` that it has none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "interp/interp.h"
#include "shard/shard.h"
#include "support/corpus.h"
#include "support/programs.h"

static const char mark[] = "// rule: ";

/* Line `line` of a text, from 1. */
static grn_str line_of(const char *text, uint32_t line)
{
    for (uint32_t i = 1; i < line && text; i++) {
        text = strchr(text, '\n');
        text += text != NULL;
    }
    return text ? (grn_str){text, strcspn(text, "\n")} : (grn_str){"", 0};
}

/* What the comment above an op says; empty: there is none. */
static grn_str expected(const char *text, const grn_op *op)
{
    grn_str line = op->place.line > 1 ? line_of(text, op->place.line - 1) : (grn_str){"", 0};
    while (line.n && *line.text == ' ')
        line = (grn_str){line.text + 1, line.n - 1};
    const size_t n = strlen(mark);
    return line.n > n && memcmp(line.text, mark, n) == 0 ? (grn_str){line.text + n, line.n - n} : (grn_str){"", 0};
}

static void expect_rule(const corpus_program *p, const grn_op *op, size_t *seen)
{
    program_text got = {.n = 0};
    const grn_sink sink = {program_append, &got};
    const grn_op *parent = grn_op_parent(op);
    const bool same_place = parent && parent->place.line == op->place.line; /* what a reduce applies */
    const grn_str want = expected(p->text, op);
    const grn_attr *rule = grn_op_attr(op, GRN_SHARD_RULE);
    if (want.n == 0 || same_place)
        return;
    ++*seen;
    if (rule)
        assert_int_equal(grn_attr_write_struct(rule, &sink), GRN_OK);
    else
        assert_int_equal(program_append(&got, "<none>", 6), GRN_OK);
    if (got.n != want.n + 2 || memcmp(got.at + 1, want.text, want.n) != 0)
        fail_msg("%s:%u: %.*s\n  has  %.*s\n  want %.*s", p->name, op->place.line, (int)op->name.n, op->name.text,
                 (int)got.n - 2, got.at + 1, (int)want.n, want.text);
}

static void each_op(const corpus_program *p, const grn_op *op, size_t *seen)
{
    expect_rule(p, op, seen);
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next)
            for (const grn_op *inner = b->first; inner; inner = inner->next)
                each_op(p, inner, seen);
}

static size_t marks_of(const char *text)
{
    size_t n = 0;
    while ((text = strstr(text, mark)) != NULL) {
        n++;
        text++;
    }
    return n;
}

static void rules_by_hand(void **state)
{
    corpus all = {0};
    (void)state;
    corpus_add(&all, "tests/shard/rules");
    assert_true(all.count > 0);
    for (size_t i = 0; i < all.count; i++) {
        const corpus_program *p = &all.programs[i];
        notes n = {0};
        const grn_diag diag = notes_diag(&n);
        grn_module *module = NULL, *made = NULL;
        size_t seen = 0;
        if (grn_module_parse(p->text, strlen(p->text), NULL, &diag, &module) != GRN_OK ||
            grn_module_shard(module, &(grn_module_shard_options){.stage = GRN_SHARD_RULES}, &diag, &made) != GRN_OK)
            fail_msg("%s: %s", p->name, n.first);
        each_op(p, made->ir.top, &seen);
        if (seen != marks_of(p->text))
            fail_msg("%s: %zu of %zu comments stand above an op", p->name, seen, marks_of(p->text));
        grn_module_destroy(made);
        grn_module_destroy(module);
    }
    corpus_free(&all);
}

static void print_to(const grn_module *module, program_text *text)
{
    const grn_sink sink = {program_append, text};
    assert_int_equal(grn_module_print(module, NULL, &sink), GRN_OK);
}

/* Also an op of which upstream says more than one attribute: in the order of their names. */
static void rules_are_attributes(void **state)
{
    static const char program[] =
        "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
        "  %0 = stablehlo.add %x, %x {zz, sdy.sharding = #sdy.sharding_per_value<[<mesh<[\"a\"=2]>, "
        "[{\"a\"}]>]>, a.b} : tensor<4xf32>\n"
        "  return %0 : tensor<4xf32>\n}\n";
    static const char want[] =
        "func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {\n"
        "  %0 = stablehlo.add %arg0, %arg0 {a.b, sdy.sharding = #sdy.sharding_per_value<[<mesh<[\"a\"=2]>, "
        "[{\"a\"}]>]>, "
        "sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i])->([i]) {i=4}>, zz} : tensor<4xf32>\n"
        "  return %0 : tensor<4xf32>\n}\n";
    grn_module *module, *made;
    program_text text = {.n = 0};
    (void)state;
    assert_int_equal(grn_module_parse(program, strlen(program), NULL, NULL, &module), GRN_OK);
    assert_int_equal(grn_module_shard(module, NULL, NULL, &made), GRN_OK);
    print_to(made, &text);
    assert_int_equal(text.n, strlen(want));
    assert_memory_equal(text.at, want, text.n);
    grn_module_destroy(made);
    grn_module_destroy(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rules_by_hand), cmocka_unit_test(rules_are_attributes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

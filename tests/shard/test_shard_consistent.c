/*
 * test_shard_consistent.c - the rules of all programs of the repository: each is one by the rules
 * that garner checks of a rule, reads back as itself, and names every dimension; whatever memory
 * there is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dialects/sdy/sdy.h"
#include "interp/interp.h"
#include "shard/shard.h"
#include "support/corpus.h"
#include "support/programs.h"
#include "support/refuser.h"
#include "support/text.h"

static const grn_module_shard_options to_rules = {.stage = GRN_SHARD_RULES};

/* ---- what a rule says ------------------------------------------------------------------------ */

/* The product of a dimension's factors is its extent, or what an op that changes the extent has
 * instead: never more than the largest extent of that dimension among all values. */
static void check_extents(const char *name, const grn_op *op, const grn_sdy_rule *r, grn_sdy_list mappings,
                          bool is_result)
{
    for (size_t v = 0; v < mappings.count; v++) {
        const grn_type *type = grn_type_as_tensor(is_result ? grn_result_type(op, v) : grn_operand_type(op, v));
        const grn_sdy_list dims = grn_sdy_list_of(mappings.items[v]);
        if (dims.count != (size_t)type->rank)
            fail_msg("%s: %.*s: a value of rank %d has %zu dimensions", name, (int)op->name.n, op->name.text,
                     (int)type->rank, dims.count);
        for (size_t d = 0; d < dims.count; d++)
            for (size_t k = 0; k < dims.items[d]->ndims; k++)
                assert_in_range(dims.items[d]->dims[k], 0, r->nfactors - 1);
    }
}

static void check_op(const char *name, const grn_op *op, grn_check *check, size_t *rules)
{
    const grn_attr *rule = grn_op_attr(op, GRN_SHARD_RULE);
    if (rule) {
        const grn_sdy_rule r = grn_sdy_rule_of(rule);
        if (grn_sdy_check_rule(op, check, rule) != GRN_OK)
            fail_msg("%s: the rule of %.*s breaks a rule", name, (int)op->name.n, op->name.text);
        check_extents(name, op, &r, r.operands, false);
        check_extents(name, op, &r, r.results, true);
        ++*rules;
    }
    for (size_t i = 0; i < op->nregions; i++)
        for (const grn_block *b = op->regions[i].first; b; b = b->next)
            for (const grn_op *inner = b->first; inner; inner = inner->next)
                check_op(name, inner, check, rules);
}

static void check_module(const char *name, grn_module *made, size_t *rules)
{
    grn_ir scratch;
    assert_int_equal(grn_ir_init(&scratch, made->ir.dialects, made->allocator), GRN_OK);
    grn_check check = {.scratch = &scratch, .allow_nonunique_scatter = made->allow_nonunique_scatter};
    check_op(name, made->ir.top, &check, rules);
    grn_ir_destroy(&scratch);
}

/* What is printed reads back, and has its rules already. */
static void check_text(const char *name, const grn_module *made)
{
    grn_text_buffer once = text_of_module(made, true);
    grn_module *read = NULL, *again = NULL;
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    const grn_module_options options = {.allow_unregistered = made->allow_unregistered,
                                        .allow_nonunique_scatter = made->allow_nonunique_scatter};
    if (grn_module_parse(once.text, once.size_bytes, &options, &diag, &read) != GRN_OK ||
        grn_module_shard(read, &to_rules, &diag, &again) != GRN_OK)
        fail_msg("%s: %s", name, n.first);
    grn_text_buffer twice = text_of_module(again, true);
    if (once.size_bytes != twice.size_bytes || memcmp(once.text, twice.text, once.size_bytes) != 0)
        fail_msg("%s: rules of rules are others:\n%s\n%s", name, once.text, twice.text);
    grn_text_buffer_free(&once);
    grn_text_buffer_free(&twice);
    grn_module_destroy(read);
    grn_module_destroy(again);
}

static void every_program(void **state)
{
    static const char *const folders[] = {"tests/ops", "tests/rules", "examples"};
    corpus all = {0};
    size_t programs = 0, rules = 0;
    (void)state;
    for (size_t f = 0; f < GRN_COUNT(folders); f++)
        corpus_add(&all, folders[f]);
    for (size_t i = 0; i < all.count; i++) {
        const corpus_program *p = &all.programs[i];
        const grn_module_options options = {.allow_unregistered = true, .allow_nonunique_scatter = true};
        grn_module *module = NULL, *made = NULL;
        notes n = {0};
        const grn_diag diag = notes_diag(&n);
        if (grn_module_parse(p->text, strlen(p->text), &options, NULL, &module) == GRN_OK &&
            grn_module_verify(module, NULL) == GRN_OK) {
            if (grn_module_shard(module, &to_rules, &diag, &made) != GRN_OK)
                fail_msg("%s: %s", p->name, n.first);
            check_module(p->name, made, &rules);
            check_text(p->name, made);
            programs++;
        }
        grn_module_destroy(made);
        grn_module_destroy(module);
    }
    corpus_free(&all);
    if (programs < 500 || rules < 1000)
        fail_msg("%zu programs have %zu rules", programs, rules);
}

/* The k-th request for memory is refused, for every k until none is. */
static void without_memory(void **state)
{
    corpus all = {0};
    (void)state;
    corpus_add(&all, "tests/shard/rules");
    for (size_t i = 0; i < all.count; i++) {
        grn_status status = GRN_E_MEMORY;
        refuser r;
        refuser_init(&r);
        const grn_module_options options = {.allocator = &r.allocator};
        grn_module *module, *made;
        assert_int_equal(grn_module_parse(all.programs[i].text, strlen(all.programs[i].text), &options, NULL, &module),
                         GRN_OK);
        for (size_t k = 0; status != GRN_OK; k += 1 + k / 16) {
            r.refuse_at = r.requests + k;
            status = grn_module_shard(module, &to_rules, NULL, &made);
            if (status != GRN_OK && (status != GRN_E_MEMORY || made))
                fail_msg("%s: request %zu: %s", all.programs[i].name, k, grn_status_text(status));
            grn_module_destroy(made);
        }
        r.refuse_at = SIZE_MAX;
        grn_module_destroy(module);
        assert_int_equal(r.outstanding, 0);
    }
    corpus_free(&all);
}

/* A rule of more parts than an attribute may have is a limit, and said at its op. */
static void over_the_limit(void **state)
{
    static const char begin[] =
        "func.func @main(%x: tensor<1xf32>) -> tensor<40000xf32> {\n  %r = stablehlo.concatenate %x";
    static const char types[] = ", dim = 0 : (tensor<1xf32>";
    static const char end[] = ") -> tensor<40000xf32>\n  return %r : tensor<40000xf32>\n}\n";
    grn_text_buffer t = {0};
    grn_module *module, *made;
    notes n = {0};
    const grn_diag diag = notes_diag(&n);
    (void)state;
    text_add(&t, begin, sizeof begin - 1);
    for (size_t i = 1; i < 40000; i++)
        text_add(&t, ", %x", 4);
    text_add(&t, types, sizeof types - 1);
    for (size_t i = 1; i < 40000; i++)
        text_add(&t, ", tensor<1xf32>", 15);
    text_add(&t, end, sizeof end - 1);
    assert_int_equal(grn_module_parse(t.text, t.size_bytes, NULL, &diag, &module), GRN_OK);
    assert_int_equal(grn_module_shard(module, &to_rules, &diag, &made), GRN_E_LIMIT);
    assert_non_null(strstr(n.first, "parts is over garner's limit"));
    assert_null(made);
    grn_module_destroy(module);
    grn_text_buffer_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_program), cmocka_unit_test(without_memory),
                                       cmocka_unit_test(over_the_limit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

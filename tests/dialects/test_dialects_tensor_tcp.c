/*
 * test_dialects_tensor_tcp.c - the canonical gather and scatter that ops of
 * the tensor dialect and TCP mean: dimension numbers, slices, and that their
 * indices stay a promise for whoever translates them.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "dialects/dialects.h"

/* The op of `text`'s one function that has a spec; its operands are tensors of their types, without
 * data. */
static grn_access spec_of(grn_ir *ir, const char *body)
{
    char text[1024];
    grn_tensor operands[3];
    grn_access access;
    snprintf(text, sizeof text, "func.func private @f() {\n%s\n  return\n}\n", body);
    assert_int_equal(grn_ir_init(ir, grn_dialects, NULL), GRN_OK);
    assert_int_equal(grn_text_parse(ir, text, strlen(text), &(grn_parse_options){.allow_unregistered = true}, NULL),
                     GRN_OK);
    const grn_op *op = ir->top->regions[0].first->first->regions[0].first->first;
    while (op && !(op->def && op->def->to_spec))
        op = op->next;
    assert_non_null(op);
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_type *t = grn_operand_type(op, i);
        assert_int_equal(grn_tensor_init(&operands[i], NULL, t->element->dtype, t->rank, t->shape), GRN_OK);
    }
    assert_int_equal(op->def->to_spec(op, operands, NULL, &access), GRN_OK);
    return access;
}

/* "offset | collapsed | operand batching | indices batching | map | index_vector_dim | slices" */
static void numbers_text(const grn_access *a, char *out, size_t bytes)
{
    const grn_dimension_numbers *n = a->kind == GRN_ACCESS_GATHER ? &a->gather.dims : &a->scatter.dims;
    const grn_dims vector = {1, {n->index_vector_dim}}, none = {0, {0}};
    const grn_dims *lists[] = {&n->offset_dims,
                               &n->collapsed_slice_dims,
                               &n->operand_batching_dims,
                               &n->start_indices_batching_dims,
                               &n->start_index_map,
                               &vector,
                               a->kind == GRN_ACCESS_GATHER ? &a->gather.slice_sizes : &none};
    size_t used = 0;
    for (size_t k = 0; k < GRN_COUNT(lists); k++) {
        used += (size_t)snprintf(out + used, bytes - used, "%s", k ? " |" : "");
        for (int32_t i = 0; i < lists[k]->count; i++)
            used += (size_t)snprintf(out + used, bytes - used, " %" PRId64, lists[k]->v[i]);
    }
}

#define UNDEFINED(name, type) "  %" name " = \"test.value\"() : () -> " type "\n"

/* clang-format off */
/* Expected by hand, from the ops' definitions. */
static const struct {
    const char *claim, *body, *numbers;
    grn_batch_rule batch_rule;
    bool unique;
} cases[] = {
    {"tcp.gather: every dim but one is a batch dim of both, and may be shorter in the indices",
     UNDEFINED("a", "tensor<3x4x5xf32>") UNDEFINED("i", "tensor<3x9x2xi64>")
     "  %0 = tcp.gather %a, %i {dim = 1} : tensor<3x4x5xf32>, tensor<3x9x2xi64> -> tensor<3x9x2xf32>",
     " | 1 | 0 2 | 0 2 | 1 | 3 | 1 1 1", GRN_BATCH_PREFIX, false},
    {"tcp.gather_nd: leading dims are named, trailing ones are the window",
     UNDEFINED("a", "tensor<5x7x3xf32>") UNDEFINED("i", "tensor<4x2xi64>")
     "  %0 = tcp.gather_nd %a, %i : tensor<5x7x3xf32>, tensor<4x2xi64> -> tensor<4x3xf32>",
     " 1 | 0 1 | | | 0 1 | 1 | 1 1 3", GRN_BATCH_EQUAL, false},
    {"tcp.gather_slice: the window stands around the indices' dims",
     UNDEFINED("a", "tensor<3x4x5xf32>") UNDEFINED("i", "tensor<2x6xi64>")
     "  %0 = tcp.gather_slice %a, %i {dim = 1} : tensor<3x4x5xf32>, tensor<2x6xi64> -> tensor<3x2x6x5xf32>",
     " 0 3 | 1 | | | 1 | 2 | 3 1 5", GRN_BATCH_EQUAL, false},
    {"tensor.gather, units kept: they are window dims",
     UNDEFINED("a", "tensor<4x5x6xf32>") UNDEFINED("i", "tensor<1x3x2xindex>")
     "  %0 = tensor.gather %a[%i] gather_dims([0, 2]) : (tensor<4x5x6xf32>, tensor<1x3x2xindex>) -> tensor<1x3x1x5x1xf32>",
     " 2 3 4 | | | | 0 2 | 2 | 1 5 1", GRN_BATCH_EQUAL, false},
    {"tensor.gather, units dropped: they are collapsed",
     UNDEFINED("a", "tensor<4x5x6xf32>") UNDEFINED("i", "tensor<1x3x2xindex>")
     "  %0 = tensor.gather %a[%i] gather_dims([0, 2]) unique : (tensor<4x5x6xf32>, tensor<1x3x2xindex>) -> tensor<1x3x5xf32>",
     " 2 | 0 2 | | | 0 2 | 2 | 1 5 1", GRN_BATCH_EQUAL, true},
    {"tensor.gather from nothing, units kept: they are dims of the indices, so that the slice is empty",
     UNDEFINED("a", "tensor<0x5xf32>") UNDEFINED("i", "tensor<0x1xindex>")
     "  %0 = tensor.gather %a[%i] gather_dims([0]) : (tensor<0x5xf32>, tensor<0x1xindex>) -> tensor<0x1x5xf32>",
     " 2 | 0 | | | 0 | 2 | 0 5", GRN_BATCH_EQUAL, false},
    {"tensor.scatter: the gather's numbers, its dest the operand",
     UNDEFINED("s", "tensor<3x4xf32>") UNDEFINED("d", "tensor<4x5xf32>") UNDEFINED("i", "tensor<3x1xi32>")
     "  %0 = tensor.scatter %s into %d[%i] scatter_dims([1]) unique : (tensor<3x4xf32>, tensor<4x5xf32>, tensor<3x1xi32>) -> tensor<4x5xf32>",
     " 1 | 1 | | | 1 | 1 |", GRN_BATCH_EQUAL, true},
};
/* clang-format on */

static void specs(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        char text[512];
        grn_ir ir;
        grn_access a = spec_of(&ir, cases[i].body);
        const grn_index_rule *rule = a.kind == GRN_ACCESS_GATHER ? &a.gather.index : &a.scatter.index;
        numbers_text(&a, text, sizeof text);
        if (strcmp(text, cases[i].numbers) != 0)
            fail_msg("%s: '%s', expected '%s'", cases[i].claim, text, cases[i].numbers);
        if (rule->bounds != GRN_BOUNDS_PROMISE || rule->base != 0 || rule->wrap_negative ||
            rule->batch_rule != cases[i].batch_rule || rule->unique_indices != cases[i].unique)
            fail_msg("%s: the index rule is another", cases[i].claim);
        grn_ir_destroy(&ir);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(specs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_subset.c - how the subsets of two ops lie to each other: the same, apart, or neither is
 * known. Each row is two ops of one container, and what is so by the definition of their dialects.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "interp/interp.h"
#include "ir/subset.h"

typedef enum relation { NEITHER, SAME, APART } relation;

#define SLICE(lists, type) "tensor.extract_slice %t" lists " : tensor<8x8xf32> to " type "\n"
#define PUT(source, lists, type) "tensor.insert_slice " source " into %t" lists " : " type " into tensor<8x8xf32>\n"
#define TAKE(index, type, dims, result) \
    "tensor.gather %t[" index "] gather_dims([" dims "]) : (tensor<8x8xf32>, " type ") -> " result "\n"

static const struct {
    const char *claim, *first, *second;
    relation is;
} cases[] = {
    {"one slice", "%a = " SLICE("[1, %i] [2, 2] [1, 1]", "tensor<2x2xf32>"),
     "%b = " SLICE("[1, %i] [2, 2] [1, 1]", "tensor<2x2xf32>"), SAME},
    {"written and read", "%a = " PUT("%s", "[1, 2] [2, 2] [1, 1]", "tensor<2x2xf32>"),
     "%b = " SLICE("[1, %c2] [2, 2] [1, 1]", "tensor<2x2xf32>"), SAME},
    {"the stride of one element is any", "%a = " SLICE("[1, 2] [1, 2] [3, 1]", "tensor<1x2xf32>"),
     "%b = " SLICE("[1, 2] [1, 2] [1, 1]", "tensor<1x2xf32>"), SAME},
    {"another operand may be anything", "%a = " SLICE("[%i, 0] [1, 8] [1, 1]", "tensor<1x8xf32>"),
     "%b = " SLICE("[%j, 0] [1, 8] [1, 1]", "tensor<1x8xf32>"), NEITHER},
    {"rows one after the other", "%a = " SLICE("[0, %i] [2, 2] [1, 1]", "tensor<2x2xf32>"),
     "%b = " SLICE("[2, %j] [2, 2] [1, 1]", "tensor<2x2xf32>"), APART},
    {"that overlap in one", "%a = " SLICE("[0, 0] [3, 2] [1, 1]", "tensor<3x2xf32>"),
     "%b = " SLICE("[2, 0] [2, 2] [1, 1]", "tensor<2x2xf32>"), NEITHER},
    {"even and odd rows", "%a = " SLICE("[0, 0] [4, 8] [2, 1]", "tensor<4x8xf32>"),
     "%b = " SLICE("[1, 0] [4, 8] [2, 1]", "tensor<4x8xf32>"), APART},
    {"rows by 2 and by 3 meet", "%a = " SLICE("[0, 0] [4, 8] [2, 1]", "tensor<4x8xf32>"),
     "%b = " SLICE("[1, 0] [2, 8] [3, 1]", "tensor<2x8xf32>"), NEITHER},
    {"a slice of nothing", "%a = " SLICE("[0, 0] [0, 8] [1, 1]", "tensor<0x8xf32>"),
     "%b = " SLICE("[0, 0] [8, 8] [1, 1]", "tensor<8x8xf32>"), APART},
    {"a size that is not known", "%a = " SLICE("[0, 0] [%n, 8] [1, 1]", "tensor<?x8xf32>"),
     "%b = " SLICE("[4, 0] [1, 8] [1, 1]", "tensor<1x8xf32>"), NEITHER},
    {"an element and the slice that it lies in", "%a = tensor.extract %t[%c2, %i] : tensor<8x8xf32>\n",
     "%b = " SLICE("[2, 0] [1, 8] [1, 1]", "tensor<1x8xf32>"), NEITHER},
    {"an element and a slice beside it", "%a = tensor.extract %t[%c2, %i] : tensor<8x8xf32>\n",
     "%b = " SLICE("[3, 0] [1, 8] [1, 1]", "tensor<1x8xf32>"), APART},
    {"one element, by another constant", "%a = tensor.extract %t[%c2, %i] : tensor<8x8xf32>\n",
     "%b = tensor.insert %f into %t[%d2, %i] : tensor<8x8xf32>\n", SAME},
    {"an element as a slice", "%a = tensor.extract %t[%c2, %i] : tensor<8x8xf32>\n",
     "%b = " SLICE("[2, %i] [1, 1] [1, 1]", "tensor<f32>"), SAME},
    {"one gather", "%a = " TAKE("%x", "tensor<2x1xindex>", "0", "tensor<2x8xf32>"),
     "%b = " TAKE("%x", "tensor<2x1xindex>", "0", "tensor<2x8xf32>"), SAME},
    {"along another dim", "%a = " TAKE("%x", "tensor<2x1xindex>", "0", "tensor<2x8xf32>"),
     "%b = " TAKE("%x", "tensor<2x1xindex>", "1", "tensor<2x8xf32>"), NEITHER},
    {"equal constants", "%a = " TAKE("%k", "tensor<2x1xindex>", "0", "tensor<2x8xf32>"),
     "%b = " TAKE("%l", "tensor<2x1xindex>", "0", "tensor<2x8xf32>"), SAME},
    {"constants without a row in common", "%a = " TAKE("%k", "tensor<2x1xindex>", "0", "tensor<2x8xf32>"),
     "%b = " TAKE("%m", "tensor<3x1xi32>", "0", "tensor<3x8xf32>"), APART},
    {"with one in common", "%a = " TAKE("%k", "tensor<2x1xindex>", "0", "tensor<2x8xf32>"),
     "%b = " TAKE("%o", "tensor<1x1xindex>", "0", "tensor<1x8xf32>"), NEITHER},
    {"rows and columns cross", "%a = " TAKE("%k", "tensor<2x1xindex>", "0", "tensor<2x8xf32>"),
     "%b = " TAKE("%m", "tensor<3x1xi32>", "1", "tensor<3x8xf32>"), NEITHER},
    {"points beside rows", "%a = " TAKE("%p", "tensor<2x2xindex>", "0, 1", "tensor<2xf32>"),
     "%b = " TAKE("%m", "tensor<3x1xi32>", "0", "tensor<3x8xf32>"), APART},
    {"rows beside a slice", "%a = " TAKE("%k", "tensor<2x1xindex>", "0", "tensor<2x8xf32>"),
     "%b = " SLICE("[2, 0] [2, 8] [1, 1]", "tensor<2x8xf32>"), APART},
    {"and within it", "%a = " TAKE("%k", "tensor<2x1xindex>", "0", "tensor<2x8xf32>"),
     "%b = " SLICE("[4, 0] [2, 8] [1, 1]", "tensor<2x8xf32>"), NEITHER},
    {"indices that are not known", "%a = " TAKE("%x", "tensor<2x1xindex>", "0", "tensor<2x8xf32>"),
     "%b = " TAKE("%m", "tensor<3x1xi32>", "0", "tensor<3x8xf32>"), NEITHER},
    {"a load and a store of one element", "%a = memref.load %b8[%i, %c2] : memref<8x8xf32>\n",
     "memref.store %f, %b8[%i, %d2] : memref<8x8xf32>\n", SAME},
    {"of two", "%a = memref.load %b8[%i, %c2] : memref<8x8xf32>\n", "memref.store %f, %b8[%j, %c3] : memref<8x8xf32>\n",
     APART},
    {"of two that may be one", "%a = memref.load %b8[%i, %c2] : memref<8x8xf32>\n",
     "memref.store %f, %b8[%j, %c2] : memref<8x8xf32>\n", NEITHER},
    {"two subviews",
     "%a = memref.subview %b8[0, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1]>>\n",
     "%b = memref.subview %b8[4, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 32>>\n",
     APART},
    {"a store beside a subview", "memref.store %f, %b8[%c3, %i] : memref<8x8xf32>\n",
     "%b = memref.subview %b8[4, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 32>>\n",
     APART},
    {"the RFC's gather of a buffer beside a load",
     "%a = gather %b8[%b2] coordinates = [0] : memref<8x8xf32>[memref<2x1xindex>] -> memref<2x8xf32>\n",
     "%b = memref.load %b8[%c2, %i] : memref<8x8xf32>\n", NEITHER},
};

/* The two ops are the last but the return. */
static relation relate(const grn_op *a, const grn_op *b)
{
    const bool same = grn_subset_is_equivalent(a, b), apart = grn_subset_is_disjoint(a, b);
    assert_int_equal(grn_subset_is_equivalent(b, a), same);
    assert_int_equal(grn_subset_is_disjoint(b, a), apart);
    assert_false(same && apart);
    return same ? SAME : apart ? APART : NEITHER;
}

static void two_subsets(void **state)
{
    static const char head[] =
        "func.func @main(%t: tensor<8x8xf32>, %s: tensor<2x2xf32>, %x: tensor<2x1xindex>, %i: index, %j: index, %n: "
        "index, %f: "
        "f32, "
        "%b8: memref<8x8xf32>, %b2: memref<2x1xindex>) {\n"
        "%c2 = arith.constant 2 : index\n%d2 = arith.constant 2 : index\n%c3 = arith.constant 3 : index\n"
        "%k = arith.constant dense<[[1], [4]]> : tensor<2x1xindex>\n%l = arith.constant dense<[[1], [4]]> : "
        "tensor<2x1xindex>\n"
        "%m = arith.constant dense<[[0], [2], [7]]> : tensor<3x1xi32>\n%o = arith.constant dense<4> : "
        "tensor<1x1xindex>\n"
        "%p = arith.constant dense<[[1, 2], [3, 7]]> : tensor<2x2xindex>\n";
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4096];
        grn_module *m = NULL;
        snprintf(text, sizeof text, "%s%s%sreturn\n}\n", head, cases[i].first, cases[i].second);
        if (grn_module_parse(text, strlen(text), NULL, NULL, &m) != GRN_OK || grn_module_verify(m, NULL) != GRN_OK)
            fail_msg("%s: not read\n%s", cases[i].claim, text);
        const grn_op *end = m->ir.top->regions[0].first->first->regions[0].first->last;
        const relation is = relate(end->prev->prev, end->prev);
        if (is != cases[i].is)
            fail_msg("%s: relation %d, %d is right", cases[i].claim, (int)is, (int)cases[i].is);
        grn_module_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_subsets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

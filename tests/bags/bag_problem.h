/* bag_problem.h - random calls of grn_bag, with tensors of exactly the size they need. */
#ifndef TESTS_BAG_PROBLEM_H
#define TESTS_BAG_PROBLEM_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "garner/garner.h"
#include "kernels/sets.h"
#include "support/random_tensor.h"

typedef struct bag_problem {
    grn_bag_spec spec;
    grn_tensor table, scales, indices, offsets, weights, result, arg;
    grn_bag_tensors tensors;
    int64_t rows, bags, columns, entries;
} bag_problem;

static inline int64_t below(random_source s, int64_t n) { return (int64_t)s.next(s.user, (uint64_t)n); }

/* A compact tensor of its own memory, each element a random value of its dtype. */
static inline grn_tensor random_of(random_source s, grn_dtype dtype, int32_t rank, int64_t d0, int64_t d1)
{
    const int64_t shape[] = {d0, d1};
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, NULL, dtype, rank, shape), GRN_OK);
    t.data = malloc(grn_tensor_bytes(&t) + (grn_tensor_bytes(&t) == 0));
    assert_non_null(t.data);
    for (int64_t i = 0; i < grn_tensor_elements(&t); i++) {
        /* mostly small numbers, so that sums are not all NaN */
        const grn_scalar x = {.dtype = GRN_F64, .f = (double)below(s, 4001) / 1000 - 2};
        grn_scalar y = x;
        y.dtype = dtype;
        if (grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT && dtype != GRN_F8E8M0FNU && below(s, 200) != 0)
            grn_scalar_store(&y, dtype, grn_tensor_at(&t, i));
        else
            random_element(s, dtype, grn_tensor_at(&t, i));
    }
    return t;
}

static inline void put_integer(const grn_tensor *t, int64_t i, int64_t x)
{
    const int32_t narrow = (int32_t)x;
    if (t->dtype == GRN_I64)
        memcpy(grn_tensor_at(t, i), &x, sizeof x);
    else
        memcpy(grn_tensor_at(t, i), &narrow, sizeof narrow);
}

static inline grn_dtype integer_dtype(random_source s) { return below(s, 2) ? GRN_I64 : GRN_I32; }

static inline void make_table(random_source s, bag_problem *p)
{
    static const grn_dtype plain[] = {GRN_F32, GRN_F16, GRN_BF16, GRN_F64};
    const grn_bag_format format = p->spec.format;
    if (format == GRN_BAG_ROWS_PLAIN)
        p->table = random_of(s, plain[below(s, 4)], 2, p->rows, p->columns);
    else if (format == GRN_BAG_ROWS_BLOCKS_OF_32) {
        p->table = random_of(s, below(s, 2) ? GRN_F8E4M3FN : GRN_F8E5M2, 2, p->rows, p->columns);
        p->scales = random_of(s, GRN_F8E8M0FNU, 2, p->rows, (p->columns + 31) / 32);
        for (int64_t i = 0; i < grn_tensor_elements(&p->scales); i++)
            if (below(s, 50) != 0)
                ((unsigned char *)p->scales.data)[i] = (unsigned char)(120 + below(s, 16));
        p->tensors.scales = &p->scales;
    } else {
        const int64_t bytes = grn_bag_row_bytes(format, p->columns);
        const grn_dtype dtype = format == GRN_BAG_ROWS_UI8_F32 ? GRN_F32 : GRN_F16;
        const bool in_front = format >= GRN_BAG_ROWS_F16_UI8;
        const int64_t width = (int64_t)grn_dtype_bytes(dtype);
        p->table = random_of(s, GRN_UI8, 2, p->rows, bytes);
        grn_tensor numbers = random_of(s, dtype, 2, p->rows, 2);
        for (int64_t r = 0; r < p->rows; r++)
            memcpy((char *)p->table.data + r * bytes + (in_front ? 0 : bytes - 2 * width),
                   (char *)numbers.data + r * 2 * width, (size_t)(2 * width));
        free(numbers.data);
    }
    p->tensors.table = &p->table;
}

static inline void make_lists(random_source s, bag_problem *p)
{
    const bool constant = p->spec.lists == GRN_BAG_CONSTANT;
    const int64_t length = p->bags > 0 ? p->entries / p->bags : 0;
    if (constant)
        p->entries = length * p->bags;
    p->indices = constant ? random_of(s, integer_dtype(s), 2, p->bags, length)
                          : random_of(s, integer_dtype(s), 1, p->entries, 0);
    for (int64_t e = 0; e < p->entries; e++) {
        int64_t row = p->rows > 0 ? below(s, p->rows) : -1;
        if (p->spec.index != GRN_BAG_INDEX_ERROR && below(s, 4) == 0)
            row = p->spec.index == GRN_BAG_INDEX_PRUNED ? -1 : below(s, 3) * p->rows - 7 - below(s, 9);
        put_integer(&p->indices, e, row);
    }
    if (!constant) {
        const bool lengths = p->spec.lists == GRN_BAG_LENGTHS;
        int64_t at = 0;
        p->offsets = random_of(s, integer_dtype(s), 1, p->bags + (p->spec.lists == GRN_BAG_OFFSETS_AND_END), 0);
        for (int64_t b = 0; b < p->bags; b++) {
            const int64_t left = p->entries - at, mean = left / (p->bags - b);
            int64_t n = below(s, 3) == 0 ? 0 : below(s, 2 * mean + 2);
            n = b + 1 == p->bags || n > left ? left : n;
            put_integer(&p->offsets, b, lengths ? n : at);
            at += n;
        }
        if (p->spec.lists == GRN_BAG_OFFSETS_AND_END)
            put_integer(&p->offsets, p->bags, p->entries);
        p->tensors.offsets = &p->offsets;
    }
    p->tensors.indices = &p->indices;
}

static inline void make_weights(random_source s, bag_problem *p)
{
    static const grn_dtype narrow[] = {GRN_F32, GRN_F16, GRN_BF16};
    const grn_dtype dtype = p->table.dtype == GRN_F64 ? GRN_F64 : narrow[below(s, 3)];
    const int64_t heads = 1 + below(s, 4);
    if (below(s, 3) == 0)
        return;
    if (p->columns > 0 && p->columns % heads == 0 && below(s, 2))
        p->weights = random_of(s, dtype, 2, p->entries, heads);
    else
        p->weights = random_of(s, dtype, p->indices.rank, p->indices.shape[0], p->indices.shape[1]);
    p->tensors.weights = &p->weights;
}

/* A call that is right; its result and arg hold noise. */
static inline void bag_problem_make(random_source s, bool is_large, bag_problem *p)
{
    static const grn_dtype narrow[] = {GRN_F32, GRN_F16, GRN_BF16};
    memset(p, 0, sizeof *p);
    p->rows = 1 + below(s, 40);
    p->bags = is_large ? (below(s, 3) == 0 ? 2 : 200) : below(s, 9);
    p->columns = is_large ? 100 + below(s, 700) : below(s, 3) == 0 ? below(s, 300) : below(s, 40);
    p->entries = p->bags == 0 ? 0 : is_large ? 150000 / p->columns : below(s, 60);
    p->spec.combiner = (grn_bag_combiner)below(s, GRN_BAG_COMBINER_COUNT);
    p->spec.format = below(s, 2) ? GRN_BAG_ROWS_PLAIN : (grn_bag_format)below(s, GRN_BAG_FORMAT_COUNT);
    p->spec.lists = (grn_bag_lists)below(s, GRN_BAG_LISTS_COUNT);
    p->spec.index = (grn_bag_index_rule)below(s, GRN_BAG_INDEX_RULE_COUNT);
    p->spec.divisor = (grn_bag_divisor)below(s, GRN_BAG_DIVISOR_COUNT);
    p->spec.nan = (grn_bag_nan)below(s, GRN_BAG_NAN_COUNT);
    p->spec.fused = below(s, 2) != 0;
    p->spec.has_padding = below(s, 3) == 0;
    p->spec.padding_index = below(s, 2 * p->rows) - p->rows;
    p->spec.empty = (double)below(s, 3) - 1;
    p->spec.empty_arg = -below(s, 3);
    p->spec.arg_is_entry = below(s, 2) != 0;
    make_table(s, p);
    make_lists(s, p);
    make_weights(s, p);
    p->result = random_of(s, p->table.dtype == GRN_F64 ? GRN_F64 : narrow[below(s, 3)], 2, p->bags, p->columns);
    p->tensors.result = &p->result;
    if (p->spec.combiner >= GRN_BAG_MAX && below(s, 2)) {
        p->arg = random_of(s, GRN_I64, 2, p->bags, p->columns);
        p->tensors.arg = &p->arg;
    }
}

static inline void bag_problem_release(bag_problem *p)
{
    const grn_tensor *all[] = {&p->table, &p->scales, &p->indices, &p->offsets, &p->weights, &p->result, &p->arg};
    for (size_t i = 0; i < GRN_COUNT(all); i++)
        free(all[i]->data);
}

static inline void bag_problem_print(const bag_problem *p, unsigned long long seed)
{
    fprintf(stderr,
            "seed %llu: combiner %d format %d (%s) lists %d index %d divisor %d nan %d fused %d padding %d, %lld rows, "
            "%lld bags, %lld columns, %lld entries, weights %s of rank %d, result %s\n",
            seed, (int)p->spec.combiner, (int)p->spec.format, grn_dtype_text(p->table.dtype), (int)p->spec.lists,
            (int)p->spec.index, (int)p->spec.divisor, (int)p->spec.nan, p->spec.fused, p->spec.has_padding,
            (long long)p->rows, (long long)p->bags, (long long)p->columns, (long long)p->entries,
            p->tensors.weights == NULL ? "none" : grn_dtype_text(p->weights.dtype), p->weights.rank,
            grn_dtype_text(p->result.dtype));
}

/* The instruction sets of this machine, NULL behind the last. */
static inline const char *set_at(size_t i)
{
    const grn_kernels *k = grn_kernels_at(i);
    return k == NULL ? NULL : k->name;
}

#endif

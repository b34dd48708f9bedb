/*
 * eval_test.h - element values as text, and tables of element functions, for
 * the tests of the eval layer.
 */
#ifndef TESTS_EVAL_TEST_H
#define TESTS_EVAL_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "eval/eval.h"

/* Like cmocka's assert_true, but what fails is a sentence. */
#define claim_true(claim, ok)              \
    do {                                   \
        if (!(ok))                         \
            fail_msg("not so: %s", claim); \
    } while (0)

static inline void eval_parse_number(grn_dtype dtype, const char *text, void *p)
{
    grn_scalar s = {.dtype = dtype};
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_UNSIGNED: s.u = strtoull(text, NULL, 0); break;
    case GRN_CLASS_FLOAT: s.f = strtod(text, NULL); break;
    default: s.i = strcmp(text, "true") == 0 ? 1 : strtoll(text, NULL, 0); break;
    }
    grn_scalar_store(&s, dtype, p);
}

/* "5", "-1.5", "inf", "nan", "true"; "#7fc00000": the bits of a float; "1,2": a complex number. */
static inline void eval_parse(grn_dtype dtype, const char *text, void *p)
{
    if (grn_dtype_class_of(dtype) == GRN_CLASS_COMPLEX) {
        grn_dtype part = dtype == GRN_C64 ? GRN_F32 : GRN_F64;
        eval_parse(part, text, p);
        eval_parse(part, strchr(text, ',') + 1, (char *)p + grn_dtype_bytes(part));
    } else if (text[0] == '#') {
        uint64_t bits = strtoull(text + 1, NULL, 16); /* little-endian, as all of garner */
        memcpy(p, &bits, grn_dtype_bytes(dtype));
    } else {
        eval_parse_number(dtype, text, p);
    }
}

/* One application: what `op` makes of up to three arguments of dtype `in`. */
typedef struct eval_row {
    const char *claim, *op;
    grn_dtype in, out; /* out GRN_NO_DTYPE: the same as in */
    const char *arg[GRN_ELEMENT_ARGS], *want;
    uint64_t ulp; /* how far from want, for functions that libm rounds as it likes */
} eval_row;

/* Enough elements for more than one block, and no multiple of one. */
#define EVAL_MANY (2 * GRN_ELEMENT_BLOCK + 3)

static inline bool eval_agrees(const eval_row *r, grn_dtype out, const void *got, const void *want)
{
    if (r->ulp)
        return grn_ulp_distance(out, got, want) <= r->ulp;
    return memcmp(got, want, grn_dtype_bytes(out)) == 0;
}

/* Runs a row over EVAL_MANY equal elements: compact, in place of a broadcast scalar, and with a gap
 * between results. */
static inline void eval_check_row(const eval_row *r)
{
    static unsigned char memory[GRN_ELEMENT_ARGS + 1][EVAL_MANY * 2 * 16];
    grn_dtype out = r->out ? r->out : r->in, in[GRN_ELEMENT_ARGS];
    const grn_element *element = grn_element_find(r->op);
    grn_bound_element bound;
    grn_tensor views[GRN_ELEMENT_ARGS], result;
    unsigned char want[16];
    char text[GRN_NUMBER_BYTES];
    claim_true(r->op, element != NULL);
    for (int i = 0; i < element->nargs; i++)
        in[i] = strcmp(r->op, "select") == 0 && i == 0 ? GRN_I1 : r->in;
    if (grn_element_bind(element, in, out, &bound) != GRN_OK)
        fail_msg("%s does not bind %s: %s", r->op, grn_dtype_text(r->in), r->claim);
    eval_parse(out, r->want, want);
    for (int way = 0; way < 3; way++) {
        const int64_t shape[1] = {EVAL_MANY};
        for (int i = 0; i < element->nargs; i++) {
            for (int k = 0; k < (way == 1 ? 1 : EVAL_MANY); k++)
                eval_parse(in[i], r->arg[i], memory[i] + (size_t)k * grn_dtype_bytes(in[i]));
            assert_int_equal(grn_tensor_init(&views[i], memory[i], in[i], 1, shape), GRN_OK);
            views[i].stride[0] = way == 1 ? 0 : 1;
        }
        memset(memory[GRN_ELEMENT_ARGS], 0x55, sizeof memory[0]);
        assert_int_equal(grn_tensor_init(&result, memory[GRN_ELEMENT_ARGS], out, 1, shape), GRN_OK);
        result.stride[0] = way == 2 ? 2 : 1;
        grn_element_map(&bound, &result, views);
        for (int k = 0; k < EVAL_MANY; k++) {
            const void *got = grn_tensor_at(&result, k * result.stride[0]);
            if (eval_agrees(r, out, got, want))
                continue;
            grn_element_text(out, got, text);
            fail_msg("%s: %s %s %s -> %s, not %s (way %d, element %d)", r->claim, r->op, r->arg[0],
                     r->arg[1] ? r->arg[1] : "", text, r->want, way, k);
        }
    }
}

#define eval_check_rows(rows)                                \
    for (size_t row_i = 0; row_i < GRN_COUNT(rows); row_i++) \
    eval_check_row(&(rows)[row_i])

/* A compact view over an array. */
static inline grn_tensor eval_view(void *data, grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, data, dtype, rank, shape), GRN_OK);
    return t;
}

/* An allocator that counts what is out and refuses from the `allowed`th request on. */
typedef struct eval_memory {
    int allowed, live;
    grn_allocator allocator;
} eval_memory;

static inline void *eval_allocate(void *user, size_t bytes, size_t alignment)
{
    eval_memory *m = user;
    if (m->allowed-- <= 0)
        return NULL;
    m->live++;
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static inline void eval_release(void *user, void *memory, size_t bytes)
{
    (void)bytes;
    ((eval_memory *)user)->live--;
    free(memory);
}

static inline void eval_memory_init(eval_memory *m, int allowed)
{
    *m = (eval_memory){allowed, 0, {eval_allocate, eval_release, m}};
}

/* A bound element function as a region function. */
static inline grn_status eval_run_bound(void *user, size_t n, const void *const *args, void *const *results)
{
    grn_element_run(user, n, results[0], args);
    return GRN_OK;
}

static inline grn_bound_element eval_bound(const char *op, grn_dtype in, grn_dtype out)
{
    grn_bound_element b;
    assert_int_equal(grn_element_bind(grn_element_find(op), (grn_dtype[]){in, in, in}, out, &b), GRN_OK);
    return b;
}

#endif

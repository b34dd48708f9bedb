/* iota.c - counting along a dimension. Source: StableHLO spec, iota. */
#include "eval/element.h"

bool grn_counting_init(grn_counting *c, const grn_tensor *shape, int32_t dim)
{
    *c = (grn_counting){.extent = shape->shape[dim], .inner = 1};
    for (int32_t d = dim + 1; d < shape->rank; d++)
        c->inner *= shape->shape[d];
    return grn_element_bind(&grn_element_convert, (grn_dtype[]){GRN_I64}, shape->dtype, &c->convert) == GRN_OK;
}

/* The numbers of m elements from `at` on: each stands `inner` times, and after the last one comes 0
 * again. */
static void count(const grn_counting *c, int64_t at, size_t m, int64_t *to)
{
    int64_t number = at / c->inner % c->extent, left = c->inner - at % c->inner;
    for (size_t i = 0; i < m;) {
        int64_t n = (int64_t)(m - i) < left ? (int64_t)(m - i) : left;
        for (int64_t k = 0; k < n; k++)
            to[i + (size_t)k] = number;
        i += (size_t)n;
        left = c->inner;
        number = number + 1 < c->extent ? number + 1 : 0;
    }
}

/* The same where each stands once. */
static void count_singly(const grn_counting *c, int64_t at, size_t m, int64_t *to)
{
    int64_t number = at % c->extent;
    for (size_t i = 0; i < m; number = 0) {
        int64_t rest = c->extent - number, n = (int64_t)(m - i) < rest ? (int64_t)(m - i) : rest;
        for (int64_t k = 0; k < n; k++)
            to[i + (size_t)k] = number + k;
        i += (size_t)n;
    }
}

void grn_counting_take(const grn_counting *c, int64_t at, size_t m, void *out)
{
    grn_element_block numbers;
    if (c->inner == 1)
        count_singly(c, at, m, numbers.i64);
    else
        count(c, at, m, numbers.i64);
    grn_element_run(&c->convert, m, out, (const void *const[]){&numbers});
}

void grn_eval_iota(const grn_tensor *out, int32_t dim)
{
    grn_counting c;
    int64_t elements = grn_tensor_elements(out);
    if (elements == 0 || !grn_counting_init(&c, out, dim))
        return;
    int64_t plane = c.extent * c.inner;
    for (int64_t at = 0; at < plane; at += GRN_ELEMENT_BLOCK) {
        size_t m = plane - at < GRN_ELEMENT_BLOCK ? (size_t)(plane - at) : GRN_ELEMENT_BLOCK;
        grn_counting_take(&c, at, m, grn_tensor_at(out, at));
    }
    size_t bytes = grn_dtype_bytes(out->dtype), done = (size_t)plane * bytes, total = grn_tensor_bytes(out);
    while (done < total) { /* the same plane for all outer positions, written by doubling */
        size_t m = done < total - done ? done : total - done;
        memcpy((char *)out->data + done, out->data, m);
        done += m;
    }
}

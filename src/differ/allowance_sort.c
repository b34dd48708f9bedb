/*
 * allowance_sort.c - a sort that is not stable may put equal keys in any order (StableHLO spec, sort: is_stable).
 *
 * What a tool gave is right if sorting it stably changes nothing, and if each line holds the same elements as garner's.
 */
#include <math.h>

#include "differ/differ.h"

static bool is_stable(const grn_op *op) { return grn_op_flag(op, "is_stable", false); }

/* The lines of all results at once: element k of line l. */
typedef struct lines {
    size_t nresults;
    const grn_tensor *tensors;
    int64_t dimension, length, stride;
} lines;

static bool same_at(const lines *a, int64_t i, const lines *b, int64_t k)
{
    for (size_t r = 0; r < a->nresults; r++)
        if (!grn_same_element(a->tensors[r].dtype, grn_element_at(&a->tensors[r], i),
                              grn_element_at(&b->tensors[r], k)))
            return false;
    return true;
}

/* Whether each element of the line from `at` on has a partner in the other's, one to one. */
static bool same_line(const lines *a, const lines *b, int64_t at, bool *taken)
{
    memset(taken, 0, (size_t)a->length * sizeof *taken);
    for (int64_t i = 0; i < a->length; i++) {
        int64_t k = 0;
        while (k < a->length && (taken[k] || !same_at(a, at + i * a->stride, b, at + k * b->stride)))
            k++;
        if (k == a->length)
            return false;
        taken[k] = true;
    }
    return true;
}

static bool same_lines(const grn_bounding *b, const lines *x, const lines *y, bool *same)
{
    bool *taken = GRN_ARENA_NEW(b->arena, bool, (size_t)x->length + 1);
    const int64_t n = grn_tensor_elements(&x->tensors[0]);
    *same = true;
    for (int64_t i = 0; taken && *same && i < n; i++)
        if (i / x->stride % x->length == 0)
            *same = same_line(x, y, i, taken);
    return taken != NULL;
}

/* Whether sorting leaves theirs as it is. */
static bool is_sorted(const grn_bounding *b, const grn_error_case *c)
{
    grn_tensor *again = GRN_ARENA_NEW(b->arena, grn_tensor, c->nresults + 1);
    grn_cutout piece;
    size_t nwanted;
    const grn_value **wanted;
    bool sorted =
        again && grn_piece_of_op(b->module, b->function, c->op, b->arena, &piece, &nwanted, &wanted) == GRN_OK;
    sorted = sorted && piece.nargs == c->nresults &&
             grn_run_garner(b->run, piece.module, 0, piece.nargs, b->theirs, b->arena, c->nresults, again) == GRN_OK;
    for (size_t i = 0; sorted && i < c->nresults; i++)
        sorted = grn_same_tensor(&again[i], &b->theirs[i]);
    if (again)
        grn_piece_destroy(&piece);
    return sorted;
}

/* Keys that a tool takes for zeros are equal, and stay in their order. */
static bool may_flush(const grn_bounding *b, const grn_error_case *c)
{
    for (size_t i = 0; b->flush && i < c->noperands; i++) {
        const grn_tensor *t = &c->operands[i];
        const grn_dtype_class class = grn_dtype_class_of(t->dtype);
        for (int64_t k = 0; class == GRN_CLASS_FLOAT && k < grn_tensor_elements(t); k++) {
            const double v = fabs(grn_element_value(t->dtype, grn_element_at(t, k)));
            if (v > 0 && v < grn_min_normal(t->dtype))
                return true;
        }
    }
    return false;
}

bool grn_allow_sort(const grn_bounding *b, const grn_error_case *c)
{
    const grn_tensor *first = &c->results[0];
    const bool flushes = may_flush(b, c);
    bool same = false, ok = true;
    if ((is_stable(c->op) && !flushes) || grn_any_error(c))
        return grn_allow_exact(b, c);
    if (!b->theirs) {
        for (size_t i = 0; i < c->nresults; i++)
            ok &= grn_error_unknown(b, c, i, "equal keys may be in any order, as the sort is not stable");
        return ok;
    }
    int64_t dimension = grn_op_integer(c->op, "dimension", -1);
    dimension += dimension < 0 ? first->rank : 0;
    if (first->rank == 0 || grn_tensor_elements(first) == 0)
        return true;
    const lines mine = {c->nresults, c->results, dimension, first->shape[dimension], first->stride[dimension]};
    lines theirs = mine;
    theirs.tensors = b->theirs;
    if (!same_lines(b, &mine, &theirs, &same))
        return false;
    for (size_t i = 0; same && (flushes || is_sorted(b, c)) && i < c->nresults; i++)
        ok &= grn_error_open(b, c, i, GRN_ALLOWANCE_DUPLICATES);
    return ok;
}

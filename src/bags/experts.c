/* experts.c - tokens permuted by their experts, and summed when they come back. */
#include "garner/experts.h"

#include <inttypes.h>
#include <string.h>

#include "access/check.h"
#include "access/spec.h"
#include "bags/bags.h"

/* ---- permute ---- */

typedef struct permutation {
    const grn_experts_spec *spec;
    const grn_tensor *tokens, *experts, *rows, *offsets, *inverse;
    int64_t ntokens, each; /* T, K */
    int64_t local, others; /* entries */
    int32_t ntasks;
} permutation;

static int64_t expert_at(const permutation *p, int64_t e)
{
    return grn_index_load(p->experts->dtype, grn_tensor_at(p->experts, e));
}

/* The number of the expert among the local ones, or -1. */
static int64_t local_of(const permutation *p, int64_t expert)
{
    return expert >= p->spec->first && expert - p->spec->first < p->spec->count ? expert - p->spec->first : -1;
}

static grn_status check_spec(const grn_experts_spec *s, const grn_diag *diag)
{
    if (s->count < 1)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "count is %" PRId64 ", it must be 1 or more", s->count);
    if (s->first < 0 || s->first >= INT64_MAX - s->count)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                        "first is %" PRId64 " and count %" PRId64
                        ", first must be 0 or more, and their sum less than 2^63 - 1",
                        s->first, s->count);
    return GRN_OK;
}

/* A tensor of one dtype and shape. */
static grn_status check_list(const grn_tensor *t, const char *name, grn_dtype dtype, int32_t rank, const int64_t *shape,
                             const grn_diag *diag)
{
    grn_status status = grn_check_same_shape(t, name, rank, shape, diag);
    if (status == GRN_OK && t->dtype != dtype)
        status = grn_fail(diag, grn_no_place, GRN_E_DTYPE, "%s has dtype %s, it must be %s", name,
                          grn_dtype_text(t->dtype), grn_dtype_text(dtype));
    return status;
}

static grn_status check_views(const permutation *p, const grn_diag *diag)
{
    grn_status status = grn_check_view(p->experts, "experts", diag);
    if (status == GRN_OK)
        status = grn_check_view(p->offsets, "offsets", diag);
    if (status == GRN_OK)
        status = grn_check_view(p->inverse, "inverse", diag);
    if (status == GRN_OK && (p->tokens != NULL || p->rows != NULL))
        status = grn_check_view(p->tokens, "tokens", diag);
    return status == GRN_OK && p->tokens != NULL ? grn_check_view(p->rows, "rows", diag) : status;
}

static grn_status check_lists(permutation *p, const grn_diag *diag)
{
    const int64_t noffsets = p->spec->count + 1;
    grn_status status = grn_bag_check_integer(p->experts, "experts", diag);
    if (status == GRN_OK && p->experts->rank != 2)
        status =
            grn_fail(diag, grn_no_place, GRN_E_SHAPE, "experts has rank %" PRId32 ", it must be 2", p->experts->rank);
    if (status == GRN_OK)
        status = check_list(p->offsets, "offsets", GRN_I64, 1, &noffsets, diag);
    if (status == GRN_OK)
        status = check_list(p->inverse, "inverse", GRN_I32, 2, p->experts->shape, diag);
    if (status != GRN_OK)
        return status;
    p->ntokens = p->experts->shape[0];
    p->each = p->experts->shape[1];
    const int64_t entries = grn_tensor_elements(p->experts);
    if (entries > INT32_MAX)
        return grn_fail(diag, grn_no_place, GRN_E_LIMIT,
                        "experts has %" PRId64 " elements, at most 2147483647 are permuted", entries);
    return GRN_OK;
}

static grn_status check_tokens(const permutation *p, const grn_diag *diag)
{
    if (p->tokens == NULL)
        return GRN_OK;
    if (p->tokens->rank != 2 || p->tokens->shape[0] != p->ntokens)
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                        "tokens has rank %" PRId32 " and %" PRId64
                        " rows, it must be 2 and as many as experts, %" PRId64,
                        p->tokens->rank, p->tokens->rank > 0 ? p->tokens->shape[0] : 1, p->ntokens);
    if (p->rows->dtype != p->tokens->dtype)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "rows has dtype %s, tokens has %s",
                        grn_dtype_text(p->rows->dtype), grn_dtype_text(p->tokens->dtype));
    grn_status status = grn_bag_check_rows_of(p->tokens, "tokens", p->ntokens, p->tokens->shape[1], diag);
    return status == GRN_OK ? grn_bag_check_rows_of(p->rows, "rows", p->rows->rank == 2 ? p->rows->shape[0] : 0,
                                                    p->tokens->shape[1], diag)
                            : status;
}

static grn_status check_memory(const permutation *p, const grn_diag *diag)
{
    const struct {
        const grn_tensor *view;
        const char *name;
        bool is_written;
        grn_status (*layout)(const grn_tensor *t, const char *name, const grn_diag *diag);
    } all[] = {{p->experts, "experts", false, grn_bag_check_compact},
               {p->tokens, "tokens", false, grn_bag_check_unit_rows},
               {p->rows, "rows", true, grn_bag_check_unit_rows},
               {p->offsets, "offsets", true, grn_bag_check_compact},
               {p->inverse, "inverse", true, grn_bag_check_compact}};
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(all); i++)
        if (all[i].view != NULL) {
            status = grn_check_data(all[i].view, all[i].name, diag);
            if (status == GRN_OK && all[i].is_written)
                status = grn_check_places(all[i].view, all[i].name, diag);
            if (status == GRN_OK)
                status = all[i].layout(all[i].view, all[i].name, diag);
        }
    for (size_t i = 0; i < GRN_COUNT(all); i++)
        for (size_t k = 0; status == GRN_OK && all[i].view != NULL && all[i].is_written && k < GRN_COUNT(all); k++)
            if (k != i && all[k].view != NULL)
                status = grn_check_alias(all[i].view, all[k].view, all[k].name, diag);
    return status;
}

/* Counts, and holds rows against how many come. */
static grn_status check_experts(permutation *p, const grn_diag *diag)
{
    const int64_t entries = p->ntokens * p->each;
    for (int64_t e = 0; e < entries; e++) {
        const int64_t expert = expert_at(p, e), position[] = {e / p->each, e % p->each};
        if (expert < 0) {
            grn_bad_index bad = grn_bad_index_at(p->experts, position);
            bad.highest = p->experts->dtype == GRN_I32 ? INT32_MAX : INT64_MAX;
            return grn_fail_bad_index(diag, &bad,
                                      "experts[%" PRId64 ", %" PRId64 "] is %" PRId64 ", it must be 0 or more",
                                      position[0], position[1], expert);
        }
        p->local += local_of(p, expert) >= 0;
    }
    p->others = p->spec->keeps_others ? entries - p->local : 0;
    if (p->rows == NULL || p->rows->shape[0] >= p->local + p->others)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_SHAPE, "rows has room for %" PRId64 " rows, %" PRId64 " come",
                    p->rows->shape[0], p->local + p->others);
}

static int64_t offset_of(const permutation *p, int64_t i)
{
    int64_t x;
    memcpy(&x, grn_tensor_at(p->offsets, i), sizeof x);
    return x;
}
static void set_offset(const permutation *p, int64_t i, int64_t x)
{
    memcpy(grn_tensor_at(p->offsets, i), &x, sizeof x);
}

/* offsets[i + 1] counts expert i's entries, then is where its next one goes, and so in the end
 * where expert i + 1 begins. */
static void sort_entries(const permutation *p)
{
    const int64_t entries = p->ntokens * p->each;
    int64_t other = p->local;
    for (int64_t i = 0; i <= p->spec->count; i++)
        set_offset(p, i, 0);
    for (int64_t e = 0; e < entries; e++) {
        const int64_t i = local_of(p, expert_at(p, e));
        if (i >= 0)
            set_offset(p, i + 1, offset_of(p, i + 1) + 1);
    }
    for (int64_t i = 0, sum = 0; i < p->spec->count; i++) {
        const int64_t n = offset_of(p, i + 1);
        set_offset(p, i + 1, sum);
        sum += n;
    }
    for (int64_t e = 0; e < entries; e++) {
        const int64_t i = local_of(p, expert_at(p, e));
        int64_t place = -1;
        if (i >= 0) {
            place = offset_of(p, i + 1);
            set_offset(p, i + 1, place + 1);
        } else if (p->spec->keeps_others)
            place = other++;
        const int32_t narrow = (int32_t)place;
        memcpy(grn_tensor_at(p->inverse, e), &narrow, sizeof narrow);
    }
}

/* The rows of some tokens, each read once and written where its experts want it. */
static void move_rows(void *context, int32_t task)
{
    const permutation *p = context;
    const int64_t step = p->ntokens / p->ntasks, first = task * step;
    const int64_t last = task + 1 == p->ntasks ? p->ntokens : first + step;
    const size_t bytes = (size_t)p->tokens->shape[1] * grn_dtype_bytes(p->tokens->dtype);
    for (int64_t t = first; t < last; t++)
        for (int64_t e = t * p->each; e < (t + 1) * p->each; e++) {
            int32_t place;
            memcpy(&place, grn_tensor_at(p->inverse, e), sizeof place);
            if (place >= 0 && bytes > 0)
                memcpy(grn_tensor_at(p->rows, place * p->rows->stride[0]),
                       grn_tensor_at(p->tokens, t * p->tokens->stride[0]), bytes);
        }
}

grn_status grn_experts_permute(const grn_experts_spec *spec, const grn_tensor *tokens, const grn_tensor *experts,
                               const grn_tensor *rows, const grn_tensor *offsets, const grn_tensor *inverse,
                               const grn_bag_options *options, const grn_diag *diag)
{
    permutation p = {spec, tokens, experts, rows, offsets, inverse, 0, 0, 0, 0, 1};
    grn_bag_workers w;
    grn_status status = grn_check_given(spec, "spec", diag);
    if (status == GRN_OK)
        status = check_spec(spec, diag);
    if (status == GRN_OK)
        status = check_views(&p, diag);
    if (status == GRN_OK)
        status = check_lists(&p, diag);
    if (status == GRN_OK)
        status = check_tokens(&p, diag);
    if (status == GRN_OK)
        status = grn_bag_workers_of(options, diag, &w);
    if (status == GRN_OK)
        status = check_memory(&p, diag);
    if (status == GRN_OK)
        status = check_experts(&p, diag);
    if (status != GRN_OK)
        return status;
    sort_entries(&p);
    if (tokens == NULL || p.each == 0)
        return GRN_OK;
    p.ntasks = grn_bag_wanted_parts((double)p.ntokens * (double)p.each * (double)tokens->shape[1], &w);
    grn_bag_for_each(&w, p.ntasks, move_rows, &p);
    return GRN_OK;
}

/* ---- unpermute ---- */

static const grn_bag_spec unpermuting = {.lists = GRN_BAG_CONSTANT, .index = GRN_BAG_INDEX_PRUNED};

grn_status grn_experts_unpermute(const grn_tensor *rows, const grn_tensor *inverse, const grn_tensor *weights,
                                 bool fused, const grn_tensor *result, const grn_bag_options *options,
                                 const grn_diag *diag)
{
    grn_bag_spec spec = unpermuting;
    spec.fused = fused;
    return grn_bag(&spec, &(grn_bag_tensors){.table = rows, .indices = inverse, .weights = weights, .result = result},
                   options, diag);
}

/* What the one gradient writes lies apart from what the other reads and writes. */
static grn_status check_both(const grn_tensor *rows, const grn_tensor *weights, const grn_tensor *rows_grad,
                             const grn_tensor *weights_grad, const grn_diag *diag)
{
    grn_status status = grn_check_view(rows_grad, "rows_grad", diag);
    if (status == GRN_OK && weights != NULL)
        status = grn_check_view(weights, "weights", diag);
    if (status == GRN_OK)
        status = grn_check_alias(rows_grad, rows, "rows", diag);
    if (status == GRN_OK)
        status = grn_check_alias(rows_grad, weights_grad, "weights_grad", diag);
    return status == GRN_OK && weights != NULL ? grn_check_alias(weights_grad, weights, "weights", diag) : status;
}

grn_status grn_experts_unpermute_gradient(const grn_tensor *rows, const grn_tensor *inverse, const grn_tensor *weights,
                                          const grn_tensor *grad, const grn_tensor *rows_grad,
                                          const grn_tensor *weights_grad, const grn_bag_options *options,
                                          const grn_allocator *allocator, const grn_diag *diag)
{
    const grn_bag_tensors by_rows = {.table = rows_grad, .indices = inverse, .weights = weights, .result = grad};
    const grn_bag_tensors by_weights = {.table = rows, .indices = inverse, .weights = weights_grad, .result = grad};
    grn_bag_problem p;
    grn_bag_workers w;
    grn_status status = GRN_OK;
    /* weights_grad is written last: what may fail comes before */
    if (weights_grad != NULL)
        status = grn_bag_begin_weights_gradient(&unpermuting, &by_weights, weights_grad, options, diag, &p, &w);
    if (status == GRN_OK && weights_grad != NULL && rows_grad != NULL)
        status = check_both(rows, weights, rows_grad, weights_grad, diag);
    if (status == GRN_OK && rows_grad != NULL)
        status = grn_bag_gradient(&unpermuting, &by_rows, false, rows_grad, options, allocator, diag);
    if (status == GRN_OK && weights_grad != NULL)
        grn_bag_run_weights_gradient(&p, &w, weights_grad);
    return status;
}

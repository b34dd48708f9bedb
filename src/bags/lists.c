/* lists.c - offsets and indices held against their rules, and the work divided by them. */
#include <inttypes.h>
#include <string.h>

#include "bags/bags.h"
#include "plan/plan.h"

/* ---- who works ---- */

grn_status grn_bag_workers_of(const grn_bag_options *options, const grn_diag *diag, grn_bag_workers *out)
{
    const grn_kernels *set = grn_kernels_here();
    grn_status status = GRN_CHECK_OPTIONS(grn_bag_options, options, diag);
    grn_bag_options o = {0};
    if (status == GRN_OK && options != NULL)
        o = *options;
    if (status == GRN_OK && o.threads < 0)
        status =
            grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "threads is %" PRId32 ", it must be 0 or more", o.threads);
    if (status == GRN_OK)
        status = grn_check_parallel(o.parallel, diag);
    if (status == GRN_OK && o.cpu != NULL && (set = grn_kernels_named(o.cpu)) == NULL)
        status = grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED,
                          "cpu is \"%s\", which this machine or build does not have; it has \"%s\"", o.cpu,
                          grn_kernels_here()->name);
    if (status != GRN_OK)
        return status;
    const int32_t most = o.parallel == NULL ? 1 : o.parallel->threads;
    *out = (grn_bag_workers){.parallel = o.parallel,
                             .threads = o.threads > 0 && o.threads < most ? o.threads : most,
                             .kernels = grn_bag_named(set->name),
                             .ahead = o.ahead == 0  ? 16
                                      : o.ahead < 0 ? 0
                                                    : o.ahead};
    return GRN_OK;
}

void grn_bag_for_each(const grn_bag_workers *w, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    if (w->parallel != NULL && ntasks > 1) {
        w->parallel->for_each(w->parallel->user, ntasks, task, context);
        return;
    }
    for (int32_t i = 0; i < ntasks; i++)
        task(context, i);
}

/* ---- offsets and lengths ---- */

static grn_status bad_number(const grn_tensor *t, int64_t i, int64_t lowest, int64_t highest, const char *what,
                             const grn_diag *diag)
{
    grn_bad_index bad = grn_bad_index_at(t, &i);
    bad.lowest = lowest;
    bad.highest = highest;
    return grn_fail_bad_index(diag, &bad,
                              "offsets[%" PRId64 "] is %" PRId64 ", %s must be in [%" PRId64 ", %" PRId64 "]", i,
                              bad.value, what, lowest, highest);
}

static grn_status check_lengths(const grn_bag_problem *p, const grn_diag *diag)
{
    const grn_tensor *lengths = p->tensors->offsets;
    int64_t sum = 0;
    for (int64_t b = 0; b < p->bags; b++) {
        const int64_t length = grn_bag_number_at(lengths, b);
        if (length < 0 || length > p->entries - sum)
            return bad_number(lengths, b, 0, p->entries - sum, "the length of a bag", diag);
        sum += length;
    }
    if (sum == p->entries)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_INDEX, "lengths add up to %" PRId64 ", indices has %" PRId64 " entries",
                    sum, p->entries);
}

/* The signs of all differences that are not to be below 0, by a loop without branches. Of a number below 0 a
 * difference may wrap; its own sign tells. */
#define ASCEND(T)                                                                                          \
    do {                                                                                                   \
        const T *at = offsets->data;                                                                       \
        for (int64_t i = 1; i < n; i++)                                                                    \
            signs |= (uint64_t)at[i] | ((uint64_t)at[i] - (uint64_t)at[i - 1]) | (last - (uint64_t)at[i]); \
    } while (0)

/* Whether offsets are 0, and then ascend up to the number of entries. Those that are not aligned are looked at
 * one by one. */
static bool ascend(const grn_bag_problem *p)
{
    const grn_tensor *offsets = p->tensors->offsets;
    const int64_t n = offsets->shape[0];
    const uint64_t last = (uint64_t)p->entries;
    uint64_t signs = 0;
    if (n == 0 || (uintptr_t)offsets->data % grn_dtype_bytes(offsets->dtype) != 0 || grn_bag_number_at(offsets, 0) != 0)
        return false;
    if (offsets->dtype == GRN_I64)
        ASCEND(int64_t);
    else
        ASCEND(int32_t);
    return signs >> 63 == 0;
}

static grn_status check_offsets(const grn_bag_problem *p, const grn_diag *diag)
{
    const grn_tensor *offsets = p->tensors->offsets;
    const int64_t n = offsets->shape[0];
    const bool right = ascend(p);
    int64_t before = right ? grn_bag_number_at(offsets, n - 1) : 0;
    for (int64_t i = 0; !right && i < n; i++) {
        const int64_t at = grn_bag_number_at(offsets, i);
        if (at < before || at > p->entries)
            return bad_number(offsets, i, before, p->entries, "an offset", diag);
        if (i == 0 && at != 0)
            return bad_number(offsets, i, 0, 0, "the first offset", diag);
        before = at;
    }
    if (p->spec->lists == GRN_BAG_OFFSETS_AND_END && before != p->entries)
        return bad_number(offsets, n - 1, p->entries, p->entries, "the end of the last bag", diag);
    if (n > 0 || p->entries == 0)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_INDEX, "indices has %" PRId64 " entries, and there are no bags",
                    p->entries);
}

/* ---- indices ---- */

/* So few are looked at by one thread. */
#define CHECKED_BY_ONE 65536

typedef struct index_check {
    const grn_bag_problem *problem;
    grn_bag_range_fn any_beyond;
    int32_t ntasks;
    int64_t bad[GRN_BAG_MOST_PARTS]; /* the first in the piece, or -1 */
} index_check;

static bool is_bad(const grn_bag_problem *p, int64_t index)
{
    return (uint64_t)index >= (uint64_t)p->rows.count && !(index == -1 && p->spec->index == GRN_BAG_INDEX_PRUNED);
}

/* Pieces are looked at by the kernel first, and one with a bad index by its indices. */
static int64_t first_bad(const index_check *c, int64_t from, int64_t to)
{
    const grn_bag_problem *p = c->problem;
    const bool wide = p->list.index_is_wide, minus_one = p->spec->index == GRN_BAG_INDEX_PRUNED;
    for (int64_t n; from < to; from += n) {
        n = to - from < 4096 ? to - from : 4096;
        if (c->any_beyond((const char *)p->list.index + from * (wide ? 8 : 4), wide, n, p->rows.count - 1, minus_one))
            for (int64_t e = from; e < from + n; e++)
                if (is_bad(p, grn_bag_number_at(p->tensors->indices, e)))
                    return e;
    }
    return -1;
}

static void check_piece(void *context, int32_t i)
{
    index_check *c = context;
    const int64_t n = c->problem->entries, step = n / c->ntasks;
    c->bad[i] = first_bad(c, i * step, i + 1 == c->ntasks ? n : (i + 1) * step);
}

static grn_status report_bad(const grn_bag_problem *p, int64_t e, const grn_diag *diag)
{
    const grn_tensor *indices = p->tensors->indices;
    int64_t position[2] = {e, 0};
    if (indices->rank == 2) {
        position[0] = e / p->length;
        position[1] = e % p->length;
    }
    grn_bad_index bad = grn_bad_index_at(indices, position);
    char text[GRN_LIST_BYTES];
    bad.lowest = p->spec->index == GRN_BAG_INDEX_PRUNED ? -1 : 0;
    bad.highest = p->rows.count - 1;
    return grn_fail_bad_index(
        diag, &bad, "indices%s is %" PRId64 ", of a table of %" PRId64 " rows it must be in [%" PRId64 ", %" PRId64 "]",
        grn_list_text(position, indices->rank, text), bad.value, p->rows.count, bad.lowest, bad.highest);
}

static grn_status check_indices(const grn_bag_problem *p, const grn_bag_workers *w, const grn_diag *diag)
{
    index_check c;
    if (p->spec->index == GRN_BAG_INDEX_DROP || p->entries == 0)
        return GRN_OK;
    c.problem = p;
    c.any_beyond = w->kernels[p->kind].any_beyond;
    c.ntasks = 1;
    if (p->entries > CHECKED_BY_ONE)
        c.ntasks = w->threads < GRN_BAG_MOST_PARTS ? w->threads : GRN_BAG_MOST_PARTS;
    grn_bag_for_each(w, c.ntasks, check_piece, &c);
    for (int32_t i = 0; i < c.ntasks; i++)
        if (c.bad[i] >= 0)
            return report_bad(p, c.bad[i], diag);
    return GRN_OK;
}

grn_status grn_bag_check_lists(const grn_bag_problem *p, const grn_bag_workers *w, const grn_diag *diag)
{
    grn_status status = GRN_OK;
    if (p->spec->lists == GRN_BAG_LENGTHS)
        status = check_lengths(p, diag);
    else if (p->spec->lists != GRN_BAG_CONSTANT)
        status = check_offsets(p, diag);
    return status == GRN_OK ? check_indices(p, w, diag) : status;
}

/* ---- the division ---- */

/* What one thread does in the time that it takes to wake another, in numbers that are read. */
#define NUMBERS_OF_A_THREAD 32768
#define PARTS_PER_THREAD 4
/* Columns of a part, so that no two parts write to one line, nor divide a block. */
#define COLUMNS_TOGETHER 64

int32_t grn_bag_wanted_parts(double numbers, const grn_bag_workers *w)
{
    double parts = numbers / NUMBERS_OF_A_THREAD;
    const double most = (double)w->threads * PARTS_PER_THREAD;
    if (parts >= most * PARTS_PER_THREAD)
        parts = most;
    else if (parts > w->threads)
        parts = w->threads;
    return parts < 2 || w->threads < 2 ? 1 : parts > GRN_BAG_MOST_PARTS ? GRN_BAG_MOST_PARTS : (int32_t)parts;
}

double grn_bag_numbers(const grn_bag_problem *p) { return ((double)p->entries + (double)p->bags) * (double)p->columns; }

static void divide_columns(const grn_bag_problem *p, int64_t parts, grn_bag_parts *out)
{
    const int64_t groups = (p->columns + COLUMNS_TOGETHER - 1) / COLUMNS_TOGETHER;
    parts = parts > groups ? groups : parts;
    out->count = (int32_t)parts;
    for (int64_t i = 0; i < parts; i++) {
        const int64_t column = groups * i / parts * COLUMNS_TOGETHER;
        const int64_t end = i + 1 == parts ? p->columns : groups * (i + 1) / parts * COLUMNS_TOGETHER;
        out->part[i] = (grn_bag_part){0, p->bags, 0, column, end - column};
    }
}

/* Entries and bags count alike: a bag without entries is work as well. Answers the longest bag. */
static int64_t divide_bags(const grn_bag_problem *p, int64_t parts, grn_bag_parts *out)
{
    const int64_t all = p->entries + p->bags;
    int64_t from = 0, longest = 0, n = 0;
    out->part[0] = (grn_bag_part){0, p->bags, 0, 0, p->columns};
    for (int64_t b = 0; b < p->bags && parts > 1; b++) {
        /* the next part begins at the first bag behind its share of the work */
        if (n + 1 < parts && b > out->part[n].bag && from + b >= all / parts * (n + 1)) {
            out->part[n].last = b;
            out->part[++n] = (grn_bag_part){b, p->bags, from, 0, p->columns};
        }
        const int64_t end = grn_bag_end(p, b, from);
        longest = end - from > longest ? end - from : longest;
        from = end;
    }
    out->count = (int32_t)n + 1;
    return longest;
}

void grn_bag_divide(const grn_bag_problem *p, int32_t threads, int32_t parts, grn_bag_parts *out)
{
    const int64_t longest = divide_bags(p, parts, out);
    if (parts > 1 && p->columns > COLUMNS_TOGETHER && longest > (p->entries + p->bags) / threads)
        divide_columns(p, parts < threads ? parts : threads, out);
}

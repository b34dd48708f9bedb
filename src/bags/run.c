/* run.c - bags computed part by part, and the public call. */
#include <math.h>
#include <string.h>

#include "bags/bags.h"
#include "kernels/bag_element.h"

/* Columns that are accumulated before they are rounded: a page of f64. */
#define CHUNK 512
/* Entries that are resolved at a time; bags that a kernel takes at a time, and the most columns of
 * rows of which it takes more than one bag. */
#define RESOLVED 512
#define TOGETHER 256
#define COLUMNS_TOGETHER 256

/* ---- rounding ---- */

void grn_bag_store(const grn_bag_workers *w, const grn_tensor *t, int64_t at, int64_t n, const void *wide)
{
    char *to = grn_tensor_at(t, at);
    if (t->dtype == GRN_F16)
        w->kernels->to_f16(wide, n, to);
    else if (t->dtype == GRN_BF16)
        w->kernels->to_bf16(wide, n, to);
    else if (to != wide)
        memcpy(to, wide, (size_t)n * grn_dtype_bytes(t->dtype));
}

void grn_bag_load(const grn_tensor *t, int64_t at, int64_t n, float *wide)
{
    const char *from = grn_tensor_at(t, at);
    for (int64_t i = 0; i < n; i++) {
        uint16_t u;
        if (t->dtype == GRN_F32) {
            memcpy(&wide[i], from + 4 * i, sizeof wide[i]);
            continue;
        }
        memcpy(&u, from + 2 * i, sizeof u);
        wide[i] = t->dtype == GRN_F16 ? f32_of_f16(u) : from_bits_f32((uint32_t)u << 16);
    }
}

/* ---- one bag ---- */

typedef struct one_bag {
    int64_t b, from, to;
} one_bag;

static bool is_extreme(const grn_bag_problem *p)
{
    return p->spec->combiner == GRN_BAG_MAX || p->spec->combiner == GRN_BAG_MIN;
}

/* The weights of one head, added in order, or their squares. A sum or product of two f32 that is
 * computed in f64 and rounded is the same as one that is computed in f32. */
static double sum_of_weights(const grn_bag_problem *p, const grn_bag_list *list, const one_bag *bag)
{
    double sum = 0;
    for (int64_t e = bag->from; e < bag->to; e++) {
        if (!bag_takes(&p->rows, list, bag_row_of(list, e)))
            continue;
        double w = p->is_wide ? bag_weight_f64(list, e) : (double)bag_weight_f32(list, e);
        if (p->spec->divisor == GRN_BAG_BY_ROOT)
            w = p->is_wide ? w * w : (double)(float)(w * w);
        sum = p->is_wide ? sum + w : (double)(float)(sum + w);
    }
    return sum;
}

/* What the sum of a bag is divided by; 0: the mean is 0. */
static double divisor_of(const grn_bag_problem *p, const grn_bag_list *list, const one_bag *bag, int64_t taken)
{
    if (p->spec->divisor == GRN_BAG_BY_COUNT || p->spec->divisor == GRN_BAG_BY_RECIPROCAL)
        return (double)taken;
    const double sum = sum_of_weights(p, list, bag);
    if (p->spec->divisor == GRN_BAG_BY_WEIGHTS)
        return sum;
    return p->is_wide ? sqrt(sum) : (double)sqrtf((float)sum);
}

#define DIVIDE(T, real)                                                                               \
    static void divide_##real(T *x, int64_t n, double divisor, bool by_reciprocal)                    \
    {                                                                                                 \
        const T d = (T)divisor, reciprocal = divisor == 0 ? 0 : 1 / d;                                \
        for (int64_t i = 0; i < n; i++)                                                               \
            x[i] = divisor == 0 ? 0 : canonical_##real(by_reciprocal ? x[i] * reciprocal : x[i] / d); \
    }
DIVIDE(float, f32)
DIVIDE(double, f64)

/* Columns on their way to the result. */
typedef union wide_chunk {
    float f32[CHUNK];
    double f64[CHUNK];
} wide_chunk;
typedef union arg_chunk {
    int32_t narrow[CHUNK];
    int64_t wide[CHUNK];
} arg_chunk;

/* A value for columns without an entry. Without `which` all columns have entries, or none has. */
#define FILL_EMPTY(T, O, real)                                                               \
    static void fill_empty_##real(const grn_bag_problem *p, int64_t n, T *x, const O *which) \
    {                                                                                        \
        const T empty = canonical_##real((T)p->spec->empty);                                 \
        for (int64_t i = 0; i < n; i++)                                                      \
            x[i] = which != NULL && which[i] >= 0 ? x[i] : empty;                            \
    }
FILL_EMPTY(float, int32_t, f32)
FILL_EMPTY(double, int64_t, f64)

/* Args as the spec wants them. */
static void write_args(const grn_bag_problem *p, const one_bag *bag, int64_t n, const arg_chunk *which, char *to)
{
    for (int64_t i = 0; i < n; i++) {
        const int64_t at = p->is_wide ? which->wide[i] : which->narrow[i];
        int64_t found = p->spec->empty_arg;
        if (at >= 0)
            found = p->spec->arg_is_entry ? bag->from + at : bag_row_of(&p->list, bag->from + at);
        memcpy(to + 8 * i, &found, sizeof found);
    }
}

static void finish_extremes(const grn_bag_problem *p, const one_bag *bag, int64_t column, int64_t n, int64_t taken,
                            void *x, const arg_chunk *which)
{
    const grn_tensor *arg = p->tensors->arg;
    if (which == NULL && taken > 0)
        return;
    if (p->is_wide)
        fill_empty_f64(p, n, x, which != NULL ? which->wide : NULL);
    else
        fill_empty_f32(p, n, x, which != NULL ? which->narrow : NULL);
    if (arg != NULL)
        write_args(p, bag, n, which, grn_tensor_at(arg, bag->b * arg->stride[0] + column));
}

/* Whether an extreme's entries are needed: for arg, or because NaNs may leave a column without one. */
static bool needs_entries(const grn_bag_problem *p)
{
    return p->tensors->arg != NULL || p->spec->nan != GRN_BAG_NAN_FIRST;
}

/* ---- entries, as kernels have them ---- */

typedef struct resolved {
    int64_t row[RESOLVED], start[TOGETHER + 1];
    int32_t place[RESOLVED];
    union {
        float f32[RESOLVED];
        double f64[RESOLVED];
    } weight;
} resolved;

static bool may_skip(const grn_bag_problem *p) { return p->spec->index != GRN_BAG_INDEX_ERROR || p->list.padding >= 0; }

/* Whether kernels read the lists where they lie. */
static bool is_resolved(const grn_bag_problem *p)
{
    const grn_bag_list *list = &p->list;
    return list->index != NULL && list->index_is_wide && !may_skip(p) &&
           (list->weight == NULL || p->is_wide || list->weight_dtype == GRN_F32);
}

/* Entries [from, to) of a bag that begins at `begin`, all of which count. Loops of one kind of list each become
 * vector code. Answers how many they are. */
static int64_t widen_entries(const grn_bag_problem *p, const grn_bag_list *list, int64_t from, int64_t to,
                             int64_t begin, resolved *r)
{
    const int64_t n = to - from;
    for (int64_t i = 0; is_extreme(p) && i < n; i++)
        r->place[i] = (int32_t)(from - begin + i);
    if (list->index != NULL && !list->index_is_wide && (uintptr_t)list->index % sizeof(int32_t) == 0)
        for (int64_t i = 0; i < n; i++)
            r->row[i] = ((const int32_t *)list->index)[from + i];
    else
        for (int64_t i = 0; i < n; i++)
            r->row[i] = bag_row_of(list, from + i);
    for (int64_t i = 0; list->weight != NULL && i < n; i++)
        if (p->is_wide)
            r->weight.f64[i] = bag_weight_f64(list, from + i);
        else
            r->weight.f32[i] = bag_weight_f32(list, from + i);
    return n;
}

/* Those of bag entries [from, to) that count, behind n others. Answers how many there are then. */
static int64_t take_entries(const grn_bag_problem *p, const grn_bag_list *list, int64_t from, int64_t to, int64_t begin,
                            int64_t n, resolved *r)
{
    for (int64_t e = from; e < to; e++) {
        r->row[n] = bag_row_of(list, e);
        r->place[n] = (int32_t)(e - begin);
        if (p->is_wide)
            r->weight.f64[n] = bag_weight_f64(list, e);
        else
            r->weight.f32[n] = bag_weight_f32(list, e);
        n += bag_takes(&p->rows, list, r->row[n]);
    }
    return n;
}

/* What kernels are told of every list. */
static grn_bag_entries entries_of(const grn_bag_problem *p, const grn_bag_workers *w)
{
    return (grn_bag_entries){.row = p->list.index,
                             .weight = p->list.weight,
                             .weight_step = p->list.weight_step,
                             .entries = p->list.entries,
                             .ahead = w->ahead,
                             .fused = p->spec->fused,
                             .is_min = p->spec->combiner == GRN_BAG_MIN,
                             .nan_begins = p->spec->nan != GRN_BAG_NAN_IGNORED,
                             .nan_wins = p->spec->nan == GRN_BAG_NAN_PROPAGATES};
}

/* ---- bags, by their columns ---- */

/* A part that runs: its list is that of the head whose columns are taken. */
typedef struct running {
    const grn_bag_problem *p;
    const grn_bag_workers *w;
    grn_bag_fn kernel;
    grn_bag_list list;
    grn_bag_entries entries;
    resolved r;
} running;

/* Bags that are taken together: `first` and those behind it, of entries [start[i], start[i + 1]). */
typedef struct bag_group {
    int64_t first, bags;
    int64_t start[TOGETHER + 1];
} bag_group;

static void use_resolved(running *run, int64_t n)
{
    run->entries.row = run->r.row;
    run->entries.entries = n;
    run->entries.weight = run->list.weight == NULL ? NULL : &run->r.weight;
    run->entries.weight_step = 1;
    run->entries.place = run->r.place;
}

/* Where the bags of a group begin among the entries that kernels read. */
static const int64_t *resolve_group(running *run, const bag_group *g)
{
    const bool may = may_skip(run->p);
    const int64_t first = g->start[0];
    int64_t n = 0;
    run->entries.weight = run->list.weight;
    if (is_resolved(run->p))
        return g->start;
    if (!may)
        n = widen_entries(run->p, &run->list, first, g->start[g->bags], first, &run->r);
    run->r.start[0] = 0;
    for (int64_t i = 0; i < g->bags; i++) {
        if (may)
            n = take_entries(run->p, &run->list, g->start[i], g->start[i + 1], g->start[i], n, &run->r);
        run->r.start[i + 1] = may ? n : g->start[i + 1] - first;
    }
    use_resolved(run, n);
    run->entries.place = may ? run->r.place : NULL;
    return run->r.start;
}

/* What is made of the accumulators x of a bag, of which `taken` entries count. */
static void finish(const running *run, const one_bag *bag, int64_t column, int64_t n, int64_t taken, void *x,
                   const arg_chunk *which)
{
    const grn_bag_problem *p = run->p;
    if (p->spec->combiner == GRN_BAG_MEAN) {
        const double divisor = divisor_of(p, &run->list, bag, taken);
        const bool by_reciprocal = p->spec->divisor == GRN_BAG_BY_RECIPROCAL;
        if (p->is_wide)
            divide_f64(x, n, divisor, by_reciprocal);
        else
            divide_f32(x, n, divisor, by_reciprocal);
    } else if (is_extreme(p)) {
        finish_extremes(p, bag, column, n, taken, x, which);
    }
    grn_bag_store(run->w, p->tensors->result, bag->b * p->tensors->result->stride[0] + column, n, x);
}

/* Whether kernels write where the result is. */
static bool is_direct(const grn_bag_problem *p)
{
    const grn_tensor *result = p->tensors->result;
    const int64_t bytes = (int64_t)grn_dtype_bytes(result->dtype);
    return bytes == (p->is_wide ? 8 : 4) && (uintptr_t)result->data % (uintptr_t)bytes == 0 &&
           !(is_extreme(p) && needs_entries(p));
}

static void run_direct(running *run, const bag_group *g, const int64_t *start, int64_t column, int64_t n)
{
    const grn_bag_problem *p = run->p;
    const grn_tensor *result = p->tensors->result;
    const int64_t at = g->first * result->stride[0] + column;
    const grn_bag_batch bags = {.start = start,
                                .bags = g->bags,
                                .column = column,
                                .ncolumns = n,
                                .out = grn_tensor_at(result, at),
                                .out_step = result->stride[0]};
    run->kernel(&p->rows, &run->entries, &bags);
    for (int64_t i = 0; p->spec->combiner != GRN_BAG_SUM && i < g->bags; i++)
        finish(run, &(one_bag){g->first + i, g->start[i], g->start[i + 1]}, column, n, start[i + 1] - start[i],
               grn_tensor_at(result, at + i * result->stride[0]), NULL);
}

/* By way of a chunk that is rounded, or whose args are made. */
static void run_rounded(running *run, const bag_group *g, const int64_t *start, int64_t column, int64_t n)
{
    const grn_bag_problem *p = run->p;
    wide_chunk chunk;
    arg_chunk which, *args = is_extreme(p) && needs_entries(p) ? &which : NULL;
    for (int64_t i = 0; i < g->bags; i++) {
        const grn_bag_batch bag = {
            .start = start + i, .bags = 1, .column = column, .ncolumns = n, .out = &chunk, .arg = args};
        run->kernel(&p->rows, &run->entries, &bag);
        finish(run, &(one_bag){g->first + i, g->start[i], g->start[i + 1]}, column, n, start[i + 1] - start[i], &chunk,
               args);
    }
}

/* A bag of more entries than are resolved at a time, from chunk to chunk. */
static void run_pieces(running *run, const one_bag *bag, int64_t column, int64_t n)
{
    const grn_bag_problem *p = run->p;
    wide_chunk chunk[2];
    arg_chunk which[2];
    const bool tells = is_extreme(p) && needs_entries(p);
    int64_t taken = 0;
    int now = 0;
    for (int64_t e = bag->from, to; e < bag->to; e = to) {
        to = bag->to - e < RESOLVED ? bag->to : e + RESOLVED;
        const int64_t some = may_skip(p) ? take_entries(p, &run->list, e, to, bag->from, 0, &run->r)
                                         : widen_entries(p, &run->list, e, to, bag->from, &run->r);
        const int64_t start[] = {0, some};
        if (some == 0 && (taken > 0 || to < bag->to))
            continue;
        const grn_bag_batch piece = {.start = start,
                                     .bags = 1,
                                     .column = column,
                                     .ncolumns = n,
                                     .out = &chunk[!now],
                                     .arg = tells ? &which[!now] : NULL,
                                     .before = taken == 0 ? NULL : &chunk[now],
                                     .arg_before = taken == 0 || !tells ? NULL : &which[now]};
        use_resolved(run, some);
        run->kernel(&p->rows, &run->entries, &piece);
        now = !now;
        taken += some;
    }
    finish(run, bag, column, n, taken, &chunk[now], tells ? &which[now] : NULL);
}

/* Columns of a group, head by head. */
static void run_group(running *run, const bag_group *g, int64_t column, int64_t ncolumns)
{
    const grn_bag_problem *p = run->p;
    const int64_t of_head = p->columns / p->heads,
                  element = p->is_wide ? 8 : (int64_t)grn_dtype_bytes(p->list.weight_dtype);
    const int64_t most = is_direct(p) ? INT64_MAX : CHUNK;
    const bool is_long = !is_resolved(p) && g->start[g->bags] - g->start[0] > RESOLVED;
    for (int64_t c = column, n; c < column + ncolumns; c += n) {
        const int64_t head = c / of_head, end_of_head = (head + 1) * of_head;
        n = column + ncolumns - c;
        n = n > end_of_head - c ? end_of_head - c : n;
        n = n > most ? most : n;
        if (p->list.weight != NULL)
            run->list.weight = (const char *)p->list.weight + head * element;
        if (is_long) {
            n = n > CHUNK ? CHUNK : n;
            run_pieces(run, &(one_bag){g->first, g->start[0], g->start[1]}, c, n);
            continue;
        }
        (is_direct(p) ? run_direct : run_rounded)(run, g, resolve_group(run, g), c, n);
    }
}

/* The next bags of a part, up to `together`, of up to `most` entries where they are more than one. */
static void begin_group(const grn_bag_problem *p, int64_t last, int64_t together, int64_t most, bag_group *g)
{
    const grn_tensor *offsets = p->tensors->offsets;
    const bool are_ends = p->spec->lists == GRN_BAG_OFFSETS || p->spec->lists == GRN_BAG_OFFSETS_AND_END;
    together = last - g->first < together ? last - g->first : together;
    g->bags = 0;
    if (are_ends && offsets->dtype == GRN_I64 && most == INT64_MAX && g->first + together < offsets->shape[0]) {
        memcpy(g->start + 1, (const char *)offsets->data + 8 * (g->first + 1), 8 * (size_t)together);
        g->bags = together;
    }
    for (; g->bags < together; g->bags++) {
        const int64_t end = grn_bag_end(p, g->first + g->bags, g->start[g->bags]);
        g->start[g->bags + 1] = end;
        if (g->bags > 0 && end - g->start[0] > most)
            break;
    }
}

void grn_bag_run_part(const grn_bag_problem *p, const grn_bag_workers *w, const grn_bag_part *part)
{
    const int64_t together = p->heads == 1 && part->ncolumns <= COLUMNS_TOGETHER ? TOGETHER : 1;
    const int64_t most = is_resolved(p) ? INT64_MAX : RESOLVED;
    running run;
    bag_group g;
    run.p = p;
    run.w = w;
    run.kernel = is_extreme(p) ? w->kernels[p->kind].extreme : w->kernels[p->kind].sum;
    run.list = p->list;
    run.entries = entries_of(p, w);
    g.start[0] = part->entry;
    for (g.first = part->bag; g.first < part->last; g.first += g.bags) {
        begin_group(p, part->last, together, most, &g);
        run_group(&run, &g, part->column, part->ncolumns);
        g.start[0] = g.start[g.bags];
    }
}

/* ---- all of it ---- */

typedef struct bag_job {
    const grn_bag_problem *problem;
    const grn_bag_workers *workers;
    grn_bag_parts parts;
} bag_job;

static void run_task(void *context, int32_t i)
{
    const bag_job *job = context;
    grn_bag_run_part(job->problem, job->workers, &job->parts.part[i]);
}

void grn_bag_run(const grn_bag_problem *p, const grn_bag_workers *w)
{
    bag_job job;
    if (p->bags == 0 || p->columns == 0)
        return;
    job.problem = p;
    job.workers = w;
    grn_bag_divide(p, w->threads, grn_bag_wanted_parts(grn_bag_numbers(p), w), &job.parts);
    grn_bag_for_each(w, job.parts.count, run_task, &job);
}

grn_status grn_bag(const grn_bag_spec *spec, const grn_bag_tensors *tensors, const grn_bag_options *options,
                   const grn_diag *diag)
{
    grn_bag_problem problem;
    grn_bag_workers workers;
    grn_status status = grn_bag_make_problem(spec, tensors, diag, &problem);
    if (status == GRN_OK)
        status = grn_bag_workers_of(options, diag, &workers);
    if (status == GRN_OK)
        status = grn_bag_check_memory(&problem, diag);
    if (status == GRN_OK)
        status = grn_bag_check_lists(&problem, &workers, diag);
    if (status == GRN_OK)
        grn_bag_run(&problem, &workers);
    return status;
}

/* tables.c - bags of many tables in one call. */
#include <inttypes.h>

#include "access/spec.h"
#include "bags/bags.h"

/* Tables whose work is shared at a time, and the parts that it is divided into. */
#define TABLES_AT_ONCE 64
#define PARTS_AT_ONCE 512

/* ---- checks ---- */

/* Whether what one table writes lies over what another reads. */
static grn_status check_pair(const grn_bag_tensors *writes, const grn_bag_tensors *reads, const grn_diag *diag)
{
    const grn_tensor *to[] = {writes->result, writes->arg};
    const struct {
        const grn_tensor *view;
        const char *name;
    } from[] = {{reads->table, "table"},
                {reads->scales, "scales"},
                {reads->indices, "indices"},
                {reads->offsets, "offsets"},
                {reads->weights, "weights"}};
    for (size_t i = 0; i < GRN_COUNT(to); i++)
        for (size_t k = 0; to[i] != NULL && k < GRN_COUNT(from); k++) {
            grn_status status =
                from[k].view == NULL ? GRN_OK : grn_check_alias(to[i], from[k].view, from[k].name, diag);
            if (status != GRN_OK)
                return status;
        }
    return GRN_OK;
}

typedef struct span {
    uintptr_t from, to; /* nothing where from >= to */
} span;

static void widen(span *s, const grn_tensor *t)
{
    uintptr_t from, to;
    if (t == NULL || !grn_tensor_range(t, &from, &to))
        return;
    s->from = from < s->from ? from : s->from;
    s->to = to > s->to ? to : s->to;
}

static bool meets(span s, const grn_tensor *t)
{
    uintptr_t from, to;
    return t != NULL && grn_tensor_range(t, &from, &to) && from < s.to && s.from < to;
}

static grn_status note_table(grn_status status, size_t i, const grn_diag *diag)
{
    if (status != GRN_OK)
        grn_note(diag, grn_no_place, "of table %zu", i);
    return status;
}

/* All results lie in one span; only what meets it is held against each of them. */
static grn_status check_between(size_t n, const grn_bag_table *tables, const grn_diag *diag)
{
    span written = {UINTPTR_MAX, 0};
    for (size_t i = 0; i < n; i++) {
        widen(&written, tables[i].tensors.result);
        widen(&written, tables[i].tensors.arg);
    }
    for (size_t i = 0; i < n; i++) {
        const grn_bag_tensors *t = &tables[i].tensors;
        if (!meets(written, t->table) && !meets(written, t->scales) && !meets(written, t->indices) &&
            !meets(written, t->offsets) && !meets(written, t->weights))
            continue;
        for (size_t k = 0; k < n; k++) {
            grn_status status = check_pair(&tables[k].tensors, t, diag);
            if (status != GRN_OK)
                return note_table(status, k, diag);
        }
    }
    return GRN_OK;
}

static grn_status check_table(const grn_bag_table *table, const grn_diag *diag)
{
    grn_bag_problem p;
    grn_status status = grn_bag_make_problem(&table->spec, &table->tensors, diag, &p);
    return status == GRN_OK ? grn_bag_check_memory(&p, diag) : status;
}

static grn_status check_lists_of(const grn_bag_table *table, const grn_bag_workers *w, const grn_diag *diag)
{
    grn_bag_problem p;
    grn_status status = grn_bag_make_problem(&table->spec, &table->tensors, diag, &p);
    return status == GRN_OK ? grn_bag_check_lists(&p, w, diag) : status;
}

/* ---- running ---- */

typedef struct table_part {
    int32_t problem;
    grn_bag_part part;
} table_part;

typedef struct tables_job {
    const grn_bag_workers *workers;
    grn_bag_problem problem[TABLES_AT_ONCE];
    int32_t count;
    table_part part[PARTS_AT_ONCE];
} tables_job;

static void run_task(void *context, int32_t i)
{
    const tables_job *job = context;
    grn_bag_run_part(&job->problem[job->part[i].problem], job->workers, &job->part[i].part);
}

/* Parts by the table's share of the work of all; those of the tables behind it have their place. */
static void add_parts(tables_job *job, int32_t i, int32_t ntables, double share)
{
    const grn_bag_problem *p = &job->problem[i];
    const int32_t room = PARTS_AT_ONCE - job->count - (ntables - i - 1);
    const int32_t parts = share < 1 ? 1 : share > room ? room : (int32_t)share;
    grn_bag_parts divided;
    if (p->bags == 0 || p->columns == 0)
        return;
    grn_bag_divide(p, job->workers->threads, parts > GRN_BAG_MOST_PARTS ? GRN_BAG_MOST_PARTS : parts, &divided);
    for (int32_t k = 0; k < divided.count; k++)
        job->part[job->count++] = (table_part){i, divided.part[k]};
}

/* Up to TABLES_AT_ONCE tables that were checked. */
static void run_tables(int32_t n, const grn_bag_table *tables, const grn_bag_workers *w)
{
    tables_job job;
    double numbers = 0;
    job.workers = w;
    job.count = 0;
    for (int32_t i = 0; i < n; i++) {
        if (grn_bag_make_problem(&tables[i].spec, &tables[i].tensors, NULL, &job.problem[i]) != GRN_OK)
            return; /* it was right a moment ago */
        numbers += grn_bag_numbers(&job.problem[i]);
    }
    const double parts = grn_bag_wanted_parts(numbers, w);
    for (int32_t i = 0; i < n; i++)
        add_parts(&job, i, n, numbers > 0 ? parts * grn_bag_numbers(&job.problem[i]) / numbers : 1);
    if (parts > 1)
        grn_bag_for_each(w, job.count, run_task, &job);
    else
        for (int32_t i = 0; i < job.count; i++)
            run_task(&job, i);
}

grn_status grn_bag_tables(size_t ntables, const grn_bag_table *tables, const grn_bag_options *options,
                          const grn_diag *diag)
{
    grn_bag_workers workers;
    grn_status status = grn_bag_workers_of(options, diag, &workers);
    if (status == GRN_OK && ntables > 0)
        status = grn_check_given(tables, "tables", diag);
    for (size_t i = 0; status == GRN_OK && i < ntables; i++)
        status = note_table(check_table(&tables[i], diag), i, diag);
    if (status == GRN_OK)
        status = check_between(ntables, tables, diag);
    for (size_t i = 0; status == GRN_OK && i < ntables; i++)
        status = note_table(check_lists_of(&tables[i], &workers, diag), i, diag);
    for (size_t i = 0; status == GRN_OK && i < ntables; i += TABLES_AT_ONCE)
        run_tables((int32_t)(ntables - i < TABLES_AT_ONCE ? ntables - i : TABLES_AT_ONCE), tables + i, &workers);
    return status;
}

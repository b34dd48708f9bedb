/*
 * tuning.c - the results of timings: problems, as text, and the rows that
 * were fastest. The text of a problem is all that its choice follows from, but
 * for the machine.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "plan/race.h"
#include "plan/tune.h"

/* The longest description: names, and 2 * 64 + 1 tensors of 32 extents and strides, would be
 * longer. What does not fit is not noted. */
#define KEY_BYTES 4096

/* By grn_plan_axis; static storage. */
typedef struct tuned_rows {
    const char *row[3];
    const char *variant; /* NULL: none */
} tuned_rows;

typedef struct entry {
    char *key;
    size_t key_bytes; /* with the NUL */
    tuned_rows tuned;
} entry;

struct grn_tuning {
    const grn_allocator *allocator;
    grn_vec entries; /* of entry */
};

static entry *entries(const grn_tuning *t) { return t->entries.items; }

/* ---- a problem as text ----------------------------------------------------------------------- */

typedef struct key {
    char text[KEY_BYTES];
    size_t n;
    bool whole;
} key;

static void add_to_key(key *k, const char *format, ...) GRN_PRINTF(2, 3);

static void add_to_key(key *k, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(k->text + k->n, KEY_BYTES - k->n, format, args);
    va_end(args);
    k->whole = k->whole && n >= 0 && (size_t)n < KEY_BYTES - k->n;
    if (k->whole)
        k->n += (size_t)n;
}

static void add_list(key *k, const char *name, const int64_t *v, int32_t count)
{
    add_to_key(k, " %s=", name);
    for (int32_t i = 0; i < count; i++)
        add_to_key(k, "%s%" PRId64, i > 0 ? "," : "", v[i]);
}

static void add_dims(key *k, const grn_dimension_numbers *d)
{
    add_list(k, "offset", d->offset_dims.v, d->offset_dims.count);
    add_list(k, "collapsed", d->collapsed_slice_dims.v, d->collapsed_slice_dims.count);
    add_list(k, "batching", d->operand_batching_dims.v, d->operand_batching_dims.count);
    add_list(k, "start_batching", d->start_indices_batching_dims.v, d->start_indices_batching_dims.count);
    add_list(k, "map", d->start_index_map.v, d->start_index_map.count);
    add_to_key(k, " vector=%" PRId64, (int64_t)d->index_vector_dim);
}

static void add_rule(key *k, const grn_index_rule *r)
{
    add_to_key(k, " base=%" PRId64 " bounds=%s grain=%d wrap=%d batch=%d sorted=%d unique=%d", (int64_t)r->base,
               grn_bounds_text(r->bounds), (int)r->grain, (int)r->wrap_negative, (int)r->batch_rule,
               (int)r->indices_are_sorted, (int)r->unique_indices);
}

static void add_tensor(key *k, const char *name, const grn_tensor *t)
{
    add_to_key(k, " %s=%s[", name, grn_dtype_text(t->dtype));
    for (int32_t d = 0; d < t->rank; d++)
        add_to_key(k, "%s%" PRId64 "/%" PRId64, d > 0 ? "," : "", t->shape[d], t->stride[d]);
    add_to_key(k, "]");
}

/* False: it is too long. */
static bool describe(const grn_plan *plan, key *k)
{
    const grn_problem *p = &plan->problem;
    k->n = 0;
    k->whole = true;
    add_to_key(k, "%s", p->gather != NULL ? "gather" : "scatter");
    add_dims(k, p->gather != NULL ? &p->gather->dims : &p->scatter->dims);
    if (p->gather != NULL)
        add_list(k, "slice", p->gather->slice_sizes.v, p->gather->slice_sizes.count);
    else
        add_to_key(k, " combiner=%s", grn_combiner_text(p->scatter->combiner));
    add_rule(k, &plan->rule);
    add_tensor(k, "indices", p->indices);
    for (size_t i = 0; i < p->npairs; i++) {
        add_tensor(k, "operand", &p->operand[i]);
        add_tensor(k, "dense", &p->dense[i]);
    }
    add_to_key(k, " threads=%" PRId32 " cpu=%s", plan->threads, plan->kernels->name);
    return k->whole;
}

/* ---- entries --------------------------------------------------------------------------------- */

static entry *find(const grn_tuning *t, const char *text, size_t n)
{
    for (size_t i = 0; i < t->entries.count; i++)
        if (entries(t)[i].key_bytes == n + 1 && memcmp(entries(t)[i].key, text, n) == 0)
            return &entries(t)[i];
    return NULL;
}

static entry *push(grn_tuning *t, const char *text, size_t n)
{
    char *copy = grn_allocate(t->allocator, n + 1);
    entry *e = copy != NULL ? grn_vec_push(&t->entries) : NULL;
    if (e == NULL && copy != NULL)
        grn_release(t->allocator, copy, n + 1);
    if (e == NULL)
        return NULL;
    memcpy(copy, text, n);
    copy[n] = '\0';
    e->key = copy;
    e->key_bytes = n + 1;
    return e;
}

static grn_status note(grn_tuning *t, const char *text, size_t n, const tuned_rows *tuned)
{
    entry *e = find(t, text, n);
    if (e == NULL)
        e = push(t, text, n);
    if (e == NULL)
        return GRN_E_MEMORY;
    e->tuned = *tuned;
    return GRN_OK;
}

bool grn_tuning_find(const grn_tuning *tuning, const grn_plan *plan, grn_choice *out)
{
    key k;
    const entry *e = describe(plan, &k) ? find(tuning, k.text, k.n) : NULL;
    return e != NULL && grn_choice_named(plan, e->tuned.row, e->tuned.variant, out);
}

grn_status grn_tuning_note(grn_tuning *tuning, const grn_plan *plan, const grn_choice *choice)
{
    const tuned_rows tuned = {{choice->addressing->name, choice->partition->name, choice->mover->name},
                              choice->variant != NULL ? choice->variant->name : NULL};
    key k;
    return describe(plan, &k) ? note(tuning, k.text, k.n, &tuned) : GRN_OK;
}

grn_status grn_tuning_learn(grn_tuning *tuning, const grn_plan *plan)
{
    if (tuning == NULL || plan == NULL)
        return GRN_E_ARGUMENT;
    const bool settled = plan->race != NULL && !grn_race_is_open(plan);
    return settled ? grn_tuning_note(tuning, plan, &grn_race_leader(plan)->choice) : GRN_OK;
}

/* ---- made and ended -------------------------------------------------------------------------- */

grn_status grn_tuning_create(const grn_allocator *allocator, grn_tuning **out)
{
    if (out == NULL)
        return GRN_E_ARGUMENT;
    *out = NULL;
    grn_status status = grn_check_allocator(allocator, NULL);
    if (status != GRN_OK)
        return status;
    grn_tuning *t = grn_allocate(allocator, sizeof *t);
    if (t == NULL)
        return GRN_E_MEMORY;
    t->allocator = grn_allocator_or_default(allocator);
    grn_vec_init(&t->entries, t->allocator, sizeof(entry));
    *out = t;
    return GRN_OK;
}

void grn_tuning_destroy(grn_tuning *tuning)
{
    if (tuning == NULL)
        return;
    for (size_t i = 0; i < tuning->entries.count; i++)
        grn_release(tuning->allocator, entries(tuning)[i].key, entries(tuning)[i].key_bytes);
    grn_vec_destroy(&tuning->entries);
    grn_release(tuning->allocator, tuning, sizeof *tuning);
}

size_t grn_tuning_count(const grn_tuning *tuning) { return tuning != NULL ? tuning->entries.count : 0; }

/* ---- as text --------------------------------------------------------------------------------- */

grn_status grn_tuning_write(const grn_tuning *tuning, const grn_sink *sink)
{
    char rows[256];
    grn_status status = tuning != NULL ? grn_check_sink(sink) : GRN_E_ARGUMENT;
    for (size_t i = 0; status == GRN_OK && i < tuning->entries.count; i++) {
        const entry *e = &entries(tuning)[i];
        const tuned_rows *r = &e->tuned;
        int n =
            snprintf(rows, sizeof rows, ": %s, %s, %s%s%s\n", r->row[GRN_AXIS_ADDRESSING], r->row[GRN_AXIS_PARTITION],
                     r->row[GRN_AXIS_MOVER], r->variant != NULL ? ", " : "", r->variant != NULL ? r->variant : "");
        status = sink->write(sink->user, e->key, e->key_bytes - 1);
        if (status == GRN_OK)
            status = sink->write(sink->user, rows, (size_t)n);
    }
    return status;
}

typedef struct span {
    const char *text;
    size_t n;
} span;

static span trimmed(const char *text, size_t n)
{
    while (n > 0 && (text[0] == ' ' || text[0] == '\t')) {
        text++;
        n--;
    }
    while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\t' || text[n - 1] == '\r'))
        n--;
    return (span){text, n};
}

static bool is_name(const char *name, span s) { return strlen(name) == s.n && memcmp(name, s.text, s.n) == 0; }

static const char *row_named(grn_plan_axis axis, bool scatter, span name)
{
    const char *row;
    for (size_t i = 0; (row = grn_plan_row(axis, scatter, i)) != NULL; i++)
        if (is_name(row, name))
            return row;
    return NULL;
}

static const char *variant_named(bool scatter, const char *mover, span name)
{
    const char *variant;
    for (size_t i = 0; (variant = grn_plan_variant(scatter, mover, i)) != NULL; i++)
        if (is_name(variant, name))
            return variant;
    return NULL;
}

static bool begins_with(span s, const char *word)
{
    return s.n >= strlen(word) && memcmp(s.text, word, strlen(word)) == 0;
}

/* Up to the next comma, or the end; *from: behind it. */
static span next_name(const char **from, const char *end)
{
    const char *comma = memchr(*from, ',', (size_t)(end - *from)), *to = comma != NULL ? comma : end;
    const span name = trimmed(*from, (size_t)(to - *from));
    *from = comma != NULL ? comma + 1 : end;
    return name;
}

/* "KEY: addressing, partition, mover", or ", variant" behind it, without comment and end. */
static bool read_line(span line, span *problem, tuned_rows *tuned)
{
    const char *colon = memchr(line.text, ':', line.n);
    bool scatter = begins_with(line, "scatter ");
    if (colon == NULL || (!scatter && !begins_with(line, "gather ")))
        return false;
    *problem = trimmed(line.text, (size_t)(colon - line.text));
    *tuned = (tuned_rows){.variant = NULL};
    const char *from = colon + 1, *end = line.text + line.n;
    for (int axis = 0; axis < 3; axis++) {
        tuned->row[axis] = row_named((grn_plan_axis)axis, scatter, next_name(&from, end));
        if (tuned->row[axis] == NULL)
            return false;
    }
    if (from == end)
        return line.text[line.n - 1] != ',';
    tuned->variant = variant_named(scatter, tuned->row[GRN_AXIS_MOVER], next_name(&from, end));
    return tuned->variant != NULL && from == end;
}

/* The line at `text`, without its comment; *next: where the one after it begins. */
static span next_line(const char *text, size_t bytes, size_t *next)
{
    const char *end = memchr(text, '\n', bytes);
    size_t n = end != NULL ? (size_t)(end - text) : bytes;
    *next = end != NULL ? n + 1 : n;
    const char *comment = memchr(text, '#', n);
    return trimmed(text, comment != NULL ? (size_t)(comment - text) : n);
}

/* tuning NULL: reads, and adds nothing. */
static grn_status read_all(grn_tuning *tuning, const char *text, size_t bytes, const grn_diag *diag)
{
    grn_status status = GRN_OK;
    int32_t number = 1;
    for (size_t at = 0, step; status == GRN_OK && at < bytes; at += step, number++) {
        span line = next_line(text + at, bytes - at, &step), problem;
        tuned_rows tuned;
        if (line.n == 0)
            continue;
        if (!read_line(line, &problem, &tuned))
            status = grn_fail(diag, (grn_place){.line = number, .column = 1}, GRN_E_PARSE,
                              "no line of a tuning: it is 'gather ...: addressing, partition, mover', by the names of "
                              "rows, or begins with scatter; a variant of the mover may follow");
        else if (tuning != NULL)
            status = note(tuning, problem.text, problem.n, &tuned);
    }
    return status;
}

grn_status grn_tuning_read(grn_tuning *tuning, const char *text, size_t bytes, const grn_diag *diag)
{
    if (tuning == NULL || (text == NULL && bytes > 0))
        return grn_fail_null(tuning == NULL ? "tuning" : "text", diag);
    grn_status status = read_all(NULL, text, bytes, diag);
    return status == GRN_OK ? read_all(tuning, text, bytes, diag) : status;
}

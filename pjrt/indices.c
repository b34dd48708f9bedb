/*
 * indices.c - GARNER_INDICES: what is wrong with the indices of the programs that run, told once per
 * place and kind on the standard error output, and all of it in a file at the end.
 *
 * The findings are grn_module_lint's, of the run alone. A place is Python's, where the program says
 * it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin.h"

typedef struct entry {
    struct entry *next;
    grn_lint_kind kind;
    char *place, *op, *text; /* "train.py:42"; "gather"; what was seen first */
    uint64_t runs, vectors, bad;
    bool has_first;
    grn_lint_index first;
} entry;

struct grn_pjrt_watch {
    pthread_mutex_t lock;
    entry *entries, **end; /* in the order in which they were found */
    bool raises;
    char *file; /* NULL: none is written */
};

/* Kinds that are told, and whether `error` raises them: sums of floats in any order are right in
 * each of them. */
static bool is_told(grn_lint_kind kind) { return kind <= GRN_LINT_NEGATIVE; }
static bool is_raised(grn_lint_kind kind)
{
    return is_told(kind) && kind != GRN_LINT_FLOAT_ORDER && kind != GRN_LINT_REGION_ORDER;
}

/* ---- in words -------------------------------------------------------------------------------- */

static const char *fate_of(const grn_lint_counts *c, bool is_scatter)
{
    return c->clamped > 0  ? "clamped"
           : c->filled > 0 ? "filled"
           : c->failed > 0 ? "an error"
           : is_scatter    ? "dropped"
                           : "clamped";
}

/* Where the index vector stands: JAX has its components along the last dimension, and which of them it
 * is the operand's dimension says. */
static int32_t shown_rank(const grn_lint_index *index) { return index->rank > 1 ? index->rank - 1 : index->rank; }

static void write_position(grn_pjrt_text *text, const grn_lint_index *index)
{
    grn_pjrt_text_print(text, "[");
    for (int32_t d = 0; d < shown_rank(index); d++)
        grn_pjrt_text_print(text, "%s%" PRId64, d > 0 ? ", " : "", index->position[d]);
    grn_pjrt_text_print(text, "]");
}

/* "3 of 512 index vectors are out of range and are clamped; the first, at [17], is 50257, where
 * dimension 0 takes 0 to 50256" */
static void write_out_of_range(grn_pjrt_text *text, const grn_lint_finding *f)
{
    const grn_lint_counts *c = f->counts;
    const grn_lint_index *first = &c->out_of_bounds_at[0];
    const bool is_scatter = strstr(f->op, "scatter") != NULL, one = c->out_of_bounds == 1;
    grn_pjrt_text_print(text, "%" PRIu64 " of %" PRIu64 " index vector%s %s out of range and %s %s; the first, at ",
                        c->out_of_bounds, c->vectors, c->vectors == 1 ? "" : "s", one ? "is" : "are",
                        one ? "is" : "are", fate_of(c, is_scatter));
    write_position(text, first);
    grn_pjrt_text_print(text, ", is %" PRId64, first->value);
    if (first->low <= first->high)
        grn_pjrt_text_print(text, ", where dimension %d takes %" PRId64 " to %" PRId64, (int)first->operand_dim,
                            first->low, first->high);
    else
        grn_pjrt_text_print(text, ", where dimension %d takes none", (int)first->operand_dim);
}

static const char *bare_op(const char *op)
{
    const char *dot = strrchr(op, '.');
    return dot != NULL ? dot + 1 : op;
}

/* How much of a path is the folder that the program runs in, which a person knows. */
static size_t own_folder_bytes(const grn_origin *origin)
{
    char folder[4096];
    if (getcwd(folder, sizeof folder) == NULL)
        return 0;
    const size_t n = strlen(folder);
    const bool within = origin->file_bytes > n + 1 && memcmp(origin->file, folder, n) == 0 && origin->file[n] == '/';
    return within ? n + 1 : 0;
}

static void write_place(const grn_module *module, grn_place place, grn_pjrt_text *text)
{
    grn_origin origin;
    const grn_sink sink = {grn_pjrt_text_add, text};
    if (grn_module_origin(module, place, &origin) && origin.file != NULL) {
        const size_t known = own_folder_bytes(&origin);
        grn_pjrt_text_print(text, "%.*s:%u", (int)(origin.file_bytes - known), origin.file + known,
                            (unsigned)origin.line);
    } else
        (void)!grn_module_write_place(module, place, &sink);
}

static const grn_lint_index *first_of(grn_lint_kind kind, const grn_lint_counts *c, uint64_t *bad)
{
    static const struct {
        grn_lint_kind kind;
        size_t count, at;
    } rows[] = {
#define ROW(name, count, at) {GRN_LINT_##name, offsetof(grn_lint_counts, count), offsetof(grn_lint_counts, at)},
        ROW(OUT_OF_BOUNDS, out_of_bounds, out_of_bounds_at) ROW(NEGATIVE, negative, negative_at)
            ROW(OVERWRITTEN, duplicate, duplicate_at) ROW(FLOAT_ORDER, duplicate, duplicate_at)
                ROW(REGION_ORDER, duplicate, duplicate_at) ROW(PARTLY_OUTSIDE, partly_outside, partly_outside_at)
#undef ROW
    };
    *bad = kind == GRN_LINT_FALSE_PROMISE ? c->false_sorted + c->false_unique : 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].kind == kind) {
            memcpy(bad, (const char *)c + rows[i].count, sizeof *bad);
            return *bad > 0 ? (const grn_lint_index *)(const void *)((const char *)c + rows[i].at) : NULL;
        }
    return NULL;
}

/* ---- entries --------------------------------------------------------------------------------- */

static void entry_free(entry *e)
{
    free(e->place);
    free(e->op);
    free(e->text);
    free(e);
}

static char *copy_text(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    return copy != NULL ? strcpy(copy, text) : NULL;
}

static entry *entry_of(grn_pjrt_watch *w, grn_lint_kind kind, const char *place, const char *op)
{
    for (entry *e = w->entries; e != NULL; e = e->next)
        if (e->kind == kind && strcmp(e->place, place) == 0 && strcmp(e->op, op) == 0)
            return e;
    return NULL;
}

static entry *add_entry(grn_pjrt_watch *w, grn_lint_kind kind, const char *place, const char *op, const char *text)
{
    entry *e = calloc(1, sizeof *e);
    if (e == NULL)
        return NULL;
    e->kind = kind;
    e->place = copy_text(place);
    e->op = copy_text(op);
    e->text = copy_text(text);
    if (e->place == NULL || e->op == NULL || e->text == NULL) {
        entry_free(e);
        return NULL;
    }
    *w->end = e;
    w->end = &e->next;
    return e;
}

/* ---- the file -------------------------------------------------------------------------------- */

static void write_json_text(FILE *f, const char *text)
{
    fputc('"', f);
    for (; *text != 0; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(f, "\\%c", c);
        else if (c < 0x20)
            fprintf(f, "\\u%04x", c);
        else
            fputc(c, f);
    }
    fputc('"', f);
}

static void write_json_entry(FILE *f, const entry *e)
{
    fputs("  {\"place\": ", f);
    write_json_text(f, e->place);
    fputs(", \"op\": ", f);
    write_json_text(f, e->op);
    fprintf(f, ", \"kind\": \"%s\", \"runs\": %" PRIu64 ", \"vectors\": %" PRIu64 ", \"count\": %" PRIu64,
            grn_lint_kind_text(e->kind), e->runs, e->vectors, e->bad);
    if (e->has_first) {
        fprintf(f, ", \"first\": {\"value\": %" PRId64 ", \"position\": [", e->first.value);
        for (int32_t d = 0; d < shown_rank(&e->first); d++)
            fprintf(f, "%s%" PRId64, d > 0 ? ", " : "", e->first.position[d]);
        fprintf(f, "], \"dimension\": %d, \"least\": %" PRId64 ", \"most\": %" PRId64 "}", (int)e->first.operand_dim,
                e->first.low, e->first.high);
    }
    fputs(", \"text\": ", f);
    write_json_text(f, e->text);
    fputs("}", f);
}

/* All of it anew with each new entry, so that a program that dies leaves what was found. */
static void write_file(const grn_pjrt_watch *w)
{
    FILE *f = w->file != NULL ? fopen(w->file, "w") : NULL;
    if (f == NULL)
        return;
    fputs("[\n", f);
    for (const entry *e = w->entries; e != NULL; e = e->next) {
        write_json_entry(f, e);
        fputs(e->next != NULL ? ",\n" : "\n", f);
    }
    fputs("]\n", f);
    fclose(f);
}

/* ---- one run --------------------------------------------------------------------------------- */

#define NOWHERE "a program"

typedef struct listening {
    grn_pjrt_watch *watch;
    const grn_module *module;
    PJRT_Error *error; /* the first finding that is raised */
} listening;

static void tell(const listening *l, const grn_lint_finding *f, const char *place, const char *op)
{
    grn_pjrt_watch *w = l->watch;
    grn_pjrt_text text = {.text = NULL};
    if (f->kind == GRN_LINT_OUT_OF_BOUNDS && f->counts != NULL && f->counts->out_of_bounds > 0)
        write_out_of_range(&text, f);
    else
        grn_pjrt_text_print(&text, "%s", f->seen);
    entry *e = text.failed ? NULL : add_entry(w, f->kind, place, op, text.text);
    if (e != NULL) {
        fprintf(stderr, "%s: %s: %s\n", place, op, text.text);
        write_file(w);
    }
    free(text.text);
}

static void count(entry *e, const grn_lint_finding *f)
{
    uint64_t bad;
    const grn_lint_index *first = f->counts != NULL ? first_of(f->kind, f->counts, &bad) : NULL;
    e->runs++;
    if (f->counts == NULL)
        return;
    e->vectors += f->counts->vectors;
    e->bad += bad;
    if (first != NULL && !e->has_first) {
        e->first = *first;
        e->has_first = true;
    }
}

static bool is_told_already(void *user, grn_place place, grn_lint_kind kind)
{
    const listening *l = user;
    grn_pjrt_text text = {.text = NULL};
    bool told = false;
    write_place(l->module, place, &text);
    pthread_mutex_lock(&l->watch->lock);
    for (const entry *e = l->watch->entries; e != NULL && !told; e = e->next)
        told = e->kind == kind && strcmp(e->place, text.bytes > 0 ? text.text : NOWHERE) == 0;
    pthread_mutex_unlock(&l->watch->lock);
    free(text.text);
    return told && !(l->watch->raises && is_raised(kind));
}

static grn_status take_finding(void *user, const grn_lint_finding *f)
{
    listening *l = user;
    grn_pjrt_watch *w = l->watch;
    if (!is_told(f->kind) || f->possible)
        return GRN_OK;
    grn_pjrt_text place = {.text = NULL};
    write_place(l->module, f->place, &place);
    const char *op = bare_op(f->op), *at = place.bytes > 0 ? place.text : NOWHERE;
    pthread_mutex_lock(&w->lock);
    if (entry_of(w, f->kind, at, op) == NULL)
        tell(l, f, at, op);
    entry *e = entry_of(w, f->kind, at, op);
    if (e != NULL)
        count(e, f);
    pthread_mutex_unlock(&w->lock);
    if (w->raises && is_raised(f->kind) && l->error == NULL)
        l->error = grn_pjrt_error(PJRT_Error_Code_OUT_OF_RANGE, "%s: %s: %s", at, op, e != NULL ? e->text : f->seen);
    free(place.text);
    return GRN_OK;
}

PJRT_Error *grn_pjrt_watch_run(grn_pjrt_watch *watch, const PJRT_Executable *executable, const grn_tensor *inputs,
                               const grn_run_options *options, grn_results **out)
{
    listening l = {.watch = watch, .module = executable->module};
    const grn_lint_options lint = {.size_bytes = sizeof lint,
                                   .run = true,
                                   .only_run = true,
                                   .function = executable->function,
                                   .ninputs = executable->ninputs,
                                   .inputs = inputs,
                                   .run_options = options,
                                   .results = out,
                                   .is_told = is_told_already,
                                   .told_user = &l};
    const grn_lint_reporter reporter = {.found = take_finding, .user = &l};
    grn_pjrt_messages messages = {.module = executable->module};
    const grn_diag diag = grn_pjrt_diag(&messages);
    const grn_status status = grn_module_lint(executable->module, &lint, &reporter, &diag, NULL);
    PJRT_Error *error = grn_pjrt_error_of(status, &messages);
    if (error == NULL && l.error != NULL) {
        grn_results_destroy(*out);
        *out = NULL;
        return l.error;
    }
    grn_pjrt_error_free(l.error);
    return error;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

PJRT_Error *grn_pjrt_watch_new(const grn_pjrt_settings *settings, grn_pjrt_watch **out)
{
    grn_pjrt_watch *w = calloc(1, sizeof *w);
    if (w == NULL)
        return grn_pjrt_no_memory();
    pthread_mutex_init(&w->lock, NULL);
    w->end = &w->entries;
    w->raises = settings->indices == GRN_PJRT_INDICES_ERROR;
    *out = w;
    if (settings->indices_file == NULL)
        return NULL;
    w->file = copy_text(settings->indices_file);
    return w->file != NULL ? NULL : grn_pjrt_no_memory();
}

/* How often each was seen, as the first message was of its first run alone. */
static void write_summary(const grn_pjrt_watch *w)
{
    size_t n = 0;
    for (const entry *e = w->entries; e != NULL; e = e->next)
        n++;
    fprintf(stderr, "garner: indices: %zu finding%s\n", n, n == 1 ? "" : "s");
    for (const entry *e = w->entries; e != NULL; e = e->next)
        if (e->vectors > 0)
            fprintf(stderr, "  %s: %s: %s: %" PRIu64 " of %" PRIu64 " index vectors, in %" PRIu64 " run%s\n", e->place,
                    e->op, grn_lint_kind_text(e->kind), e->bad, e->vectors, e->runs, e->runs == 1 ? "" : "s");
        else
            fprintf(stderr, "  %s: %s: %s: in %" PRIu64 " run%s\n", e->place, e->op, grn_lint_kind_text(e->kind),
                    e->runs, e->runs == 1 ? "" : "s");
}

void grn_pjrt_watch_destroy(grn_pjrt_watch *watch)
{
    if (watch == NULL)
        return;
    write_summary(watch);
    write_file(watch);
    while (watch->entries != NULL) {
        entry *e = watch->entries;
        watch->entries = e->next;
        entry_free(e);
    }
    pthread_mutex_destroy(&watch->lock);
    free(watch->file);
    free(watch);
}

/* diff_rows.c - what came of each program, as lines and as JSON, and the table of all. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "diff.h"

#define SAID_SHOWN 200   /* bytes of what a tool said, in a line */
#define CLASSES_SHOWN 20 /* of a verdict, in the table */
#define QUIET '\1'       /* begins a line that is not printed where there are several files */

/* ---- text ------------------------------------------------------------------------------------ */

static void add(grn_text_buffer *to, const char *format, ...) GRN_PRINTF(2, 3);
static void add(grn_text_buffer *to, const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const grn_sink sink = grn_text_buffer_sink(to);
    if (n > 0) /* what memory has no room for is missing in a line that is printed */
        (void)!sink.write(sink.user, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

static const char *first_line(const char *said, size_t *n)
{
    *n = strcspn(said, "\n");
    *n = *n < SAID_SHOWN ? *n : SAID_SHOWN;
    return said;
}

static void add_position(grn_text_buffer *to, const grn_difference *d)
{
    add(to, "[");
    for (int32_t i = 0; i < d->rank; i++)
        add(to, "%s%" PRId64, i > 0 ? ", " : "", d->position[i]);
    add(to, "]");
}

static void add_distance(grn_text_buffer *to, const grn_difference *d)
{
    if (d->bound > 0)
        add(to, ", %.3g of %.3g%s allowed", d->distance, d->bound, d->is_absolute ? "" : " ulps");
    else if (d->distance > 0)
        add(to, ", %.3g%s apart", d->distance, d->is_absolute ? "" : " ulps");
}

/* "stablehlo.gather: bug, clamped-for-dropped: 3 elements, first [0, 1]: garner 1.0, tool 2.0" */
static void add_difference(grn_text_buffer *to, const grn_difference *d)
{
    add(to, "%s: %.80s", grn_verdict_text(d->verdict), d->op ? d->op : "the program");
    if (d->verdict == GRN_ALLOWED)
        add(to, ": %s", grn_allowance_text(d->why));
    else if (d->reading != NULL)
        add(to, ": read as %s", d->reading);
    add(to, ": %" PRIu64 " element%s differ%s, first ", d->elements, d->elements == 1 ? "" : "s",
        d->elements == 1 ? "s" : "");
    add_position(to, d);
    add(to, ": garner %.60s, tool %.60s", d->garner ? d->garner : "?", d->tool ? d->tool : "?");
    add_distance(to, d);
    if (d->note != NULL)
        add(to, "; %.200s", d->note);
}

static void add_place(grn_text_buffer *to, const char *file, const diff_program *p, grn_place place)
{
    char text[PLACE_BYTES];
    add(to, "%.1000s:", file);
    if (place.line != 0)
        add(to, "%s:", place_text(p->file->is_binary, p->module, place, text));
    add(to, " ");
}

/* What was tried, where it is more than one set of inputs, or another than the first. */
static void add_trial(grn_text_buffer *to, const diff_program *p, const grn_diff *diff, uint64_t trial)
{
    const uint64_t combinations = grn_diff_combinations(diff);
    if (p->shapes.text != NULL)
        add(to, " (%" PRIu64 " combination%s of indices, in smaller shapes: %.*s)", combinations,
            combinations == 1 ? "" : "s", (int)(p->shapes.size_bytes < 1000 ? p->shapes.size_bytes : 1000),
            p->shapes.text);
    else if (combinations > 1)
        add(to, " (%" PRIu64 " combinations of indices)", combinations);
    if (p->inputs == NULL && trial > 0)
        add(to, " (trial %" PRIu64 ")", trial);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void json_difference(json *j, const char *file, const diff_program *p, const grn_difference *d)
{
    json_open(j, '{');
    json_word_at(j, "verdict", grn_verdict_text(d->verdict));
    json_word_at(j, "why", d->verdict == GRN_ALLOWED ? grn_allowance_text(d->why) : NULL);
    json_word_at(j, "op", d->op);
    json_place(j, file, p->file->is_binary, p->module, d->place);
    if (d->result != SIZE_MAX)
        json_count_at(j, "result", d->result);
    else
        json_word_at(j, "result", NULL);
    json_count_at(j, "elements", d->elements);
    json_numbers_at(j, "position", d->position, (size_t)d->rank);
    json_word_at(j, "garner", d->garner);
    json_word_at(j, "tool", d->tool);
    json_real_at(j, "distance", d->distance);
    json_real_at(j, "bound", d->bound);
    json_bool_at(j, "is_absolute", d->is_absolute);
    json_word_at(j, "reading", d->reading);
    json_word_at(j, "explanation", d->explanation);
    json_word_at(j, "note", d->note);
    json_close(j, '}');
}

static void json_row(json *j, const diff_case *of, const diff_program *p, const grn_diff *diff, uint64_t trial)
{
    json_open(j, '{');
    json_word_at(j, "file", of->file);
    json_text_at(j, "function", p->info.name, p->info.name_bytes);
    if (p->shapes.text != NULL)
        json_text_at(j, "shapes", p->shapes.text, p->shapes.size_bytes);
    else
        json_word_at(j, "shapes", NULL);
    json_word_at(j, "verdict", grn_verdict_text(grn_diff_verdict(diff)));
    json_count_at(j, "trial", trial);
    json_count_at(j, "combinations", grn_diff_combinations(diff));
    json_word_at(j, "said", grn_diff_said(diff));
    json_open_at(j, "differences", '[');
    for (size_t i = 0; i < grn_diff_count(diff); i++)
        json_difference(j, of->file, p, grn_diff_at(diff, i));
    json_close(j, ']');
    json_close(j, '}');
}

/* ---- one program ------------------------------------------------------------------------------ */

/* Whether the digit at `i` is a part of a type's name, as in f32. */
static bool is_in_type(const char *text, size_t i)
{
    static const char *const types[] = {"i", "ui", "f", "bf", "s", "u", "c", "float", "int", "uint"};
    size_t end = i;
    while (end > 0 && text[end - 1] >= '0' && text[end - 1] <= '9')
        end--;
    size_t begin = end;
    while (begin > 0 && ((text[begin - 1] | 32) >= 'a' && (text[begin - 1] | 32) <= 'z') && text[begin - 1] != 'x')
        begin--;
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (strlen(types[k]) == end - begin && memcmp(types[k], text + begin, end - begin) == 0)
            return true;
    return false;
}

/* Classes are counted once for each function: numbers in what a tool says, spaces, and what stands behind the first name of
 * a value are no difference between two. */
static void add_key(grn_text_buffer *keys, grn_verdict verdict, const char *op, const char *why, size_t n)
{
    char text[SAID_SHOWN + 1];
    size_t used = 0;
    for (size_t i = 0; i < n && used < sizeof text - 1; i++) {
        const bool number = why[i] >= '0' && why[i] <= '9' && !is_in_type(why, i);
        const char c = (char)(number ? 'N' : why[i] == '\n' || why[i] == '\t' ? ' ' : why[i]);
        if (used > 0 && text[used - 1] == c && (number || c == ' '))
            continue;
        if (c == '%' && used > 0 && text[used - 1] == ' ')
            break;
        text[used++] = c;
    }
    text[used] = '\0';
    char line[512];
    snprintf(line, sizeof line, "%s\t%.100s\t%s\n", grn_verdict_text(verdict), op, text);
    if (keys->text == NULL || strstr(keys->text, line) == NULL)
        add(keys, "%s", line);
}

static void add_differences(const diff_case *of, const diff_program *p, const grn_diff *diff, uint64_t trial,
                            diff_row *out)
{
    for (size_t i = 0; i < grn_diff_count(diff); i++) {
        const grn_difference *d = grn_diff_at(diff, i);
        const char *why = d->verdict == GRN_ALLOWED ? grn_allowance_text(d->why)
                          : d->reading              ? d->reading
                          : d->note                 ? d->note
                                                    : "";
        add_key(&out->keys, d->verdict, d->op ? d->op : "", why, strlen(why));
        add_place(&out->text, of->file, p, d->place);
        add_difference(&out->text, d);
        add_trial(&out->text, p, diff, trial);
        add(&out->text, "\n");
    }
}

/* Of a program without differences, and of one that the tool did not run. */
static void add_verdict(const diff_case *of, const diff_program *p, const grn_diff *diff, uint64_t trial, diff_row *out)
{
    const grn_verdict verdict = grn_diff_verdict(diff);
    const char *said = grn_diff_said(diff);
    size_t n = 0;
    const char *line = said != NULL && verdict != GRN_SAME ? first_line(said, &n) : "";
    if (verdict == GRN_SAME || verdict == GRN_REFUSED)
        add(&out->text, "%c", QUIET);
    add(&out->text, "%.1000s: ", of->file);
    if (strcmp(p->info.name, "main") != 0)
        add(&out->text, "@%.200s: ", p->info.name);
    add(&out->text, "%s%s%.*s", grn_verdict_text(verdict), n > 0 ? ": " : "", (int)n, line);
    add_trial(&out->text, p, diff, trial);
    add(&out->text, "\n");
    if (verdict != GRN_SAME)
        add_key(&out->keys, verdict, "", line, n);
}

void diff_row_add(diff_row *row, const diff_case *of, const diff_program *p, const grn_diff *diff, uint64_t trial)
{
    row->verdicts[grn_diff_verdict(diff)]++;
    json_row(&row->objects, of, p, diff, trial);
    add_differences(of, p, diff, trial, row);
    if (grn_diff_count(diff) == 0)
        add_verdict(of, p, diff, trial, row);
}

void diff_row_reject(diff_row *row, const diff_case *of, const diff_program *p, const char *why)
{
    json *j = &row->objects;
    row->rejected++;
    json_open(j, '{');
    json_word_at(j, "file", of->file);
    if (p != NULL)
        json_text_at(j, "function", p->info.name, p->info.name_bytes);
    json_word_at(j, "verdict", "rejected");
    json_word_at(j, "said", why);
    json_close(j, '}');
    add(&row->text, "%.1000s: ", of->file);
    if (p != NULL)
        add(&row->text, "@%.200s: ", p->info.name);
    add(&row->text, "rejected%s%.500s\n", *why ? ": " : "", why);
}

/* ---- all of them ------------------------------------------------------------------------------- */

static diff_class *class_of(diff_totals *t, const char *key, size_t n)
{
    for (size_t i = 0; i < t->nclasses; i++)
        if (strlen(t->classes[i].key) == n && memcmp(t->classes[i].key, key, n) == 0)
            return &t->classes[i];
    diff_class *classes = list_grown(t->classes, t->nclasses, &t->room, sizeof *classes);
    if (classes == NULL)
        return NULL;
    t->classes = classes;
    char *copy = malloc(n + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, key, n);
    copy[n] = '\0';
    t->classes[t->nclasses] = (diff_class){.key = copy};
    return &t->classes[t->nclasses++];
}

static void count_classes(diff_totals *t, const char *keys, const char *file)
{
    for (const char *end; keys != NULL && (end = strchr(keys, '\n')) != NULL; keys = end + 1) {
        diff_class *c = class_of(t, keys, (size_t)(end - keys));
        if (c == NULL)
            return;
        c->programs++;
        if (c->first == NULL && (c->first = malloc(strlen(file) + 1)) != NULL)
            strcpy(c->first, file);
    }
}

static void print_lines(const char *text, bool is_only, FILE *out)
{
    for (const char *end; (end = strchr(text, '\n')) != NULL; text = end + 1) {
        const bool quiet = *text == QUIET;
        if (quiet && !is_only)
            continue;
        show(out, text + quiet, (size_t)(end - text) - quiet);
        fputc('\n', out);
    }
    fflush(out);
}

void diff_row_emit(diff_row *row, const diff_case *of, bool is_only, FILE *out, diff_totals *totals)
{
    totals->programs += row->rejected;
    totals->rejected += row->rejected;
    for (int v = 0; v < GRN_VERDICT_COUNT; v++) {
        totals->programs += row->verdicts[v];
        totals->verdicts[v] += row->verdicts[v];
    }
    count_classes(totals, row->keys.text, of->file);
    if (document_is_open() && row->objects.bytes != NULL)
        json_raw(document_body(), row->objects.bytes);
    else if (!document_is_open() && row->text.text != NULL)
        print_lines(row->text.text, is_only, out);
    grn_text_buffer_free(&row->text);
    grn_text_buffer_free(&row->keys);
    free(json_finish(&row->objects));
}

static int by_count(const void *a, const void *b)
{
    const diff_class *x = a, *y = b;
    return x->programs != y->programs ? (x->programs < y->programs ? 1 : -1) : strcmp(x->key, y->key);
}

/* "  order of a sum: stablehlo.reduce  5  first a.mlir" of one verdict. */
static void print_classes(const diff_totals *t, const char *verdict, FILE *out)
{
    const size_t n = strlen(verdict);
    size_t shown = 0;
    for (size_t i = 0; i < t->nclasses; i++) {
        const char *key = t->classes[i].key;
        if (strncmp(key, verdict, n) != 0 || key[n] != '\t')
            continue;
        if (++shown > CLASSES_SHOWN)
            continue;
        const char *op = key + n + 1, *why = strchr(op, '\t');
        const int nop = why != NULL ? (int)(why - op) : 0;
        show_line(out, "  %8zu  %.*s%s%s  (%s)", t->classes[i].programs, nop, op, nop > 0 && why && why[1] ? ": " : "",
                  why ? why + 1 : "", t->classes[i].first ? t->classes[i].first : "");
    }
    if (shown > CLASSES_SHOWN)
        fprintf(out, "            and %zu classes more\n", shown - CLASSES_SHOWN);
}

void diff_totals_print(const diff_totals *t, const diff_tool *tool, FILE *out)
{
    if (t->nclasses > 0)
        qsort(t->classes, t->nclasses, sizeof *t->classes, by_count);
    show_line(out, "%zu program%s, %s%s%s%s", t->programs, t->programs == 1 ? "" : "s", tool->given,
              tool->version[0] ? " (" : "", tool->version, tool->version[0] ? ")" : "");
    for (int v = 0; v < GRN_VERDICT_COUNT; v++) {
        const char *text = grn_verdict_text((grn_verdict)v);
        if (t->verdicts[v] > 0)
            fprintf(out, "%-10s %zu\n", text, t->verdicts[v]);
        print_classes(t, text, out);
    }
    if (t->rejected > 0)
        fprintf(out, "%-10s %zu\n", "rejected", t->rejected);
}

static void json_class(json *j, const diff_class *c)
{
    const char *op = strchr(c->key, '\t'), *why = op != NULL ? strchr(op + 1, '\t') : NULL;
    if (why == NULL)
        return;
    json_open(j, '{');
    json_text_at(j, "verdict", c->key, (size_t)(op - c->key));
    json_text_at(j, "op", op + 1, (size_t)(why - op - 1));
    json_word_at(j, "why", why + 1);
    json_count_at(j, "programs", c->programs);
    json_word_at(j, "first", c->first);
    json_close(j, '}');
}

void diff_totals_json(const diff_totals *t, const diff_tool *tool, json *j)
{
    json_word_at(j, "tool", tool->given);
    json_word_at(j, "version", tool->version[0] ? tool->version : NULL);
    json_open_at(j, "totals", '{');
    for (int v = 0; v < GRN_VERDICT_COUNT; v++)
        json_count_at(j, grn_verdict_text((grn_verdict)v), t->verdicts[v]);
    json_count_at(j, "rejected", t->rejected);
    json_close(j, '}');
    json_open_at(j, "classes", '[');
    for (size_t i = 0; i < t->nclasses; i++)
        json_class(j, &t->classes[i]);
    json_close(j, ']');
}

void diff_totals_free(diff_totals *t)
{
    for (size_t i = 0; i < t->nclasses; i++) {
        free(t->classes[i].key);
        free(t->classes[i].first);
    }
    free(t->classes);
    *t = (diff_totals){0};
}

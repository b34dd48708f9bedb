/* shard_explain.c - garner shard --explain: what a device exchanges with others, move by move, op
 * by op, and in all. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* The moves of one op, which runs as often for each of them. */
typedef struct moving_op {
    char *place, *op;
    size_t order; /* of its first move */
    uint64_t moves;
    int64_t most_bytes, least_bytes; /* each time */
    int64_t times;                   /* -1: not known */
    bool is_conditional;
} moving_op;

typedef struct move_list {
    char **lines;
    size_t nlines, lines_room;
    moving_op *ops;
    size_t nops, ops_room;
    json moves; /* where a document is open */
    bool refused;
} move_list;

/* In all that runs as often as is known; and each time that the rest does. */
typedef struct move_totals {
    uint64_t moves, uncounted_moves, conditional_moves;
    int64_t most_bytes, least_bytes;
    int64_t uncounted_most_bytes, uncounted_least_bytes;
} move_totals;

/* Of the module that is divided. */
typedef struct listening {
    move_list *list;
    program of;
} listening;

/* ---- what is kept ---------------------------------------------------------------------------- */

static int64_t sum(int64_t a, int64_t b) { return a > INT64_MAX - b ? INT64_MAX : a + b; }
static int64_t product(int64_t a, int64_t b) { return b != 0 && a > INT64_MAX / b ? INT64_MAX : a * b; }

static bool keep_line(move_list *list, const char *file, const char *place, const char *sentence)
{
    const size_t bytes = strlen(file) + strlen(place) + strlen(sentence) + sizeof "::: ";
    char **lines = list_grown(list->lines, list->nlines, &list->lines_room, sizeof *lines);
    list->lines = lines ? lines : list->lines;
    char *line = lines ? malloc(bytes) : NULL;
    if (!line)
        return false;
    snprintf(line, bytes, "%s:%s: %s", file, place, sentence);
    list->lines[list->nlines++] = line;
    return true;
}

/* An entry of its own, until all are merged. */
static bool keep_op(move_list *list, const char *place, const grn_shard_move *m)
{
    moving_op *ops = list_grown(list->ops, list->nops, &list->ops_room, sizeof *ops);
    if (!ops)
        return false;
    list->ops = ops;
    moving_op *o = &list->ops[list->nops++];
    *o = (moving_op){.place = strdup(place),
                     .op = strndup(m->op, m->op_bytes),
                     .order = list->nops,
                     .moves = 1,
                     .most_bytes = m->most_bytes,
                     .least_bytes = m->least_bytes,
                     .times = m->times,
                     .is_conditional = m->is_conditional};
    return o->place && o->op;
}

static void free_op(moving_op *o)
{
    free(o->place);
    free(o->op);
}

/* 0: moves of one op, which run as often. */
static int compare_ops(const moving_op *a, const moving_op *b)
{
    int differs = strcmp(a->place, b->place);
    if (differs == 0)
        differs = strcmp(a->op, b->op);
    if (differs == 0)
        differs = (a->times > b->times) - (a->times < b->times);
    return differs ? differs : (int)a->is_conditional - (int)b->is_conditional;
}

static int by_order(const void *a, const void *b)
{
    const moving_op *x = a, *y = b;
    return (x->order > y->order) - (x->order < y->order);
}

static int by_op(const void *a, const void *b)
{
    const int differs = compare_ops(a, b);
    return differs ? differs : by_order(a, b);
}

/* An entry for each op, in the order of their first moves. */
static void merge_ops(move_list *list)
{
    size_t n = 0;
    if (list->nops == 0)
        return;
    qsort(list->ops, list->nops, sizeof *list->ops, by_op);
    for (size_t i = 1; i < list->nops; i++) {
        moving_op *last = &list->ops[n], *o = &list->ops[i];
        if (compare_ops(last, o) != 0) {
            list->ops[++n] = *o;
            continue;
        }
        last->moves += o->moves;
        last->most_bytes = sum(last->most_bytes, o->most_bytes);
        last->least_bytes = sum(last->least_bytes, o->least_bytes);
        free_op(o);
    }
    list->nops = n + 1;
    qsort(list->ops, list->nops, sizeof *list->ops, by_order);
}

static move_totals totals_of(const move_list *list)
{
    move_totals t = {0};
    for (size_t i = 0; i < list->nops; i++) {
        const moving_op *o = &list->ops[i];
        t.moves += o->moves;
        t.conditional_moves += o->is_conditional ? o->moves : 0;
        if (o->times < 0) {
            t.uncounted_moves += o->moves;
            t.uncounted_most_bytes = sum(t.uncounted_most_bytes, o->most_bytes);
            t.uncounted_least_bytes = sum(t.uncounted_least_bytes, o->least_bytes);
        } else {
            t.most_bytes = sum(t.most_bytes, product(o->most_bytes, o->times));
            t.least_bytes = sum(t.least_bytes, product(o->least_bytes, o->times));
        }
    }
    return t;
}

static void move_list_free(move_list *list)
{
    for (size_t i = 0; i < list->nlines; i++)
        free(list->lines[i]);
    for (size_t i = 0; i < list->nops; i++)
        free_op(&list->ops[i]);
    free(list->lines);
    free(list->ops);
    free(json_finish(&list->moves));
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void json_move(json *j, const program *of, const grn_shard_move *m, const char *sentence)
{
    json_open(j, '{');
    json_place(j, of->file->name, of->file->is_binary, of->module, m->place);
    json_text_at(j, "op", m->op, m->op_bytes);
    json_text_at(j, "function", m->function, m->function_bytes);
    json_word_at(j, "collective", m->collective);
    json_word_at(j, "axes", m->axes);
    json_word_at(j, "why", m->why);
    json_number_at(j, "most_bytes", m->most_bytes);
    json_number_at(j, "least_bytes", m->least_bytes);
    if (m->times >= 0)
        json_number_at(j, "times", m->times);
    else
        json_word_at(j, "times", NULL);
    json_number_at(j, "loops", m->loops);
    json_bool_at(j, "conditional", m->is_conditional);
    json_word_at(j, "text", sentence);
    json_close(j, '}');
}

static void json_totals(json *j, const move_totals *t)
{
    json_open_at(j, "totals", '{');
    json_count_at(j, "moves", t->moves);
    json_number_at(j, "most_bytes", t->most_bytes);
    json_number_at(j, "least_bytes", t->least_bytes);
    if (t->least_bytes > 0)
        json_real_at(j, "ratio", (double)t->most_bytes / (double)t->least_bytes);
    else
        json_word_at(j, "ratio", NULL);
    json_count_at(j, "uncounted_moves", t->uncounted_moves);
    json_number_at(j, "uncounted_most_bytes", t->uncounted_most_bytes);
    json_number_at(j, "uncounted_least_bytes", t->uncounted_least_bytes);
    json_count_at(j, "conditional_moves", t->conditional_moves);
    json_close(j, '}');
}

/* ---- text ------------------------------------------------------------------------------------ */

static void times_text(const moving_op *o, char text[32])
{
    if (o->times < 0)
        snprintf(text, 32, "?");
    else
        snprintf(text, 32, "%s%" PRId64, o->is_conditional ? "<=" : "", o->times);
}

static void print_table(FILE *to, const move_list *list)
{
    int place_wide = (int)strlen("place"), op_wide = (int)strlen("op");
    for (size_t i = 0; i < list->nops; i++) {
        const int place = (int)strlen(list->ops[i].place), op = (int)strlen(list->ops[i].op);
        place_wide = place > place_wide ? place : place_wide;
        op_wide = op > op_wide ? op : op_wide;
    }
    show_line(to, "%-*s  %-*s  %5s  %7s  %15s  %15s", place_wide, "place", op_wide, "op", "moves", "times",
              "bytes each time", "least each time");
    for (size_t i = 0; i < list->nops; i++) {
        const moving_op *o = &list->ops[i];
        char times[32];
        times_text(o, times);
        show_line(to, "%-*s  %-*s  %5" PRIu64 "  %7s  %15" PRId64 "  %15" PRId64, place_wide, o->place, op_wide, o->op,
                  o->moves, times, o->most_bytes, o->least_bytes);
    }
}

static void print_totals(FILE *to, const move_totals *t)
{
    char ratio[64] = "";
    const bool counts_all = t->uncounted_moves == 0;
    if (t->least_bytes > 0)
        snprintf(ratio, sizeof ratio, ": %.2f times as many", (double)t->most_bytes / (double)t->least_bytes);
    if (counts_all || t->uncounted_moves < t->moves)
        show_line(to, "%s: at most %" PRId64 " bytes come to a device, %" PRId64 " at least have to%s",
                  counts_all ? "in all" : "where it is known how often", t->most_bytes, t->least_bytes, ratio);
    if (!counts_all)
        show_line(to, "where it is not (?), each time: at most %" PRId64 " bytes more, %" PRId64 " at least have to",
                  t->uncounted_most_bytes, t->uncounted_least_bytes);
    if (t->conditional_moves)
        show_line(to, "as if all branches were taken (<=)");
}

static void print_list(FILE *to, const move_list *list, const move_totals *t)
{
    for (size_t i = 0; i < list->nlines; i++)
        show_line(to, "%s", list->lines[i]);
    if (t->moves == 0) {
        show_line(to, "nothing travels");
        return;
    }
    show_line(to, "%s", "");
    print_table(to, list);
    print_totals(to, t);
}

/* ---- the command ----------------------------------------------------------------------------- */

typedef struct explaining {
    const shard_settings *s;
    move_list list;
} explaining;

static void moved(void *user, const grn_shard_move *m)
{
    const listening *l = user;
    char place[PLACE_BYTES];
    grn_text_buffer text = {0};
    const grn_sink sink = grn_text_buffer_sink(&text);
    const bool said = grn_shard_move_write(m, &sink) == GRN_OK;
    program_place(&l->of, m->place, place);
    const bool kept = said && keep_line(l->list, l->of.file->name, place, text.text) &&
                      (!m->collective || keep_op(l->list, place, m));
    if (kept && document_is_open())
        json_move(&l->list->moves, &l->of, m, text.text);
    l->list->refused |= !kept;
    grn_text_buffer_free(&text);
}

static int explain_module(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag)
{
    explaining *x = own;
    listening l = {&x->list, {p->file, module}};
    const grn_shard_reporter told = {moved, &l};
    const grn_module_shard_options how = shard_options(x->s, &told);
    grn_module *made = NULL;
    (void)c;
    if (shard_needs_mesh(p->file, module, "shard divides a program over the devices of a mesh") != EXIT_FINE)
        return EXIT_USAGE;
    const grn_status status = grn_module_shard(module, &how, diag, &made);
    grn_module_destroy(made);
    if (status == GRN_OK && x->list.refused)
        return refuse_of(EXIT_REJECTED, p->file->name, "memory refused for what is told of its moves");
    return exit_of_status(status);
}

int shard_explain(common *c, shard_settings *s)
{
    explaining x = {.s = s};
    int exit = report_begin(c, "text");
    if (exit != EXIT_FINE)
        return exit;
    exit = for_each_module(c, &s->printing.reading, explain_module, &x);
    if (exit == EXIT_FINE) {
        merge_ops(&x.list);
        const move_totals totals = totals_of(&x.list);
        print_list(c->out, &x.list, &totals);
        if (document_is_open()) {
            json_list_at(document_body(), "moves", &x.list.moves);
            json_totals(document_body(), &totals);
        }
    }
    exit = report_end(c, exit, exit == EXIT_FINE);
    move_list_free(&x.list);
    return exit;
}

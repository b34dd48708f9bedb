/* shard_model.c - garner shard --model: what gathers and scatters would send on a network, and how
 * long that would take. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "cli.h"

#define MOST_RANKS 100000
#define BYTES_TEXT 32

typedef struct model {
    grn_network network;
    double zipf;
    grn_owner owner;
    int32_t ranks;
} model;

/* ---- the words ------------------------------------------------------------------------------- */

typedef enum word_kind { SECONDS, NUMBER, RANKS, OWNER, FLAG } word_kind;
/* A word of --model, where its value goes, and what it takes. */
static const struct word {
    const char *name;
    word_kind kind;
    size_t at; /* in a model */
    const char *takes;
} words[] = {
    {"alpha", SECONDS, offsetof(model, network.message_seconds), "the time of a message, as 2us"},
    {"beta", SECONDS, offsetof(model, network.byte_seconds), "the time of a byte, as 0.1ns"},
    {"local", SECONDS, offsetof(model, network.local_byte_seconds),
     "the time of a byte that a rank moves itself, as 0.2ns"},
    {"node", RANKS, offsetof(model, network.ranks_per_node), "the ranks of a node"},
    {"node-alpha", SECONDS, offsetof(model, network.node_message_seconds), "the time of a message within a node"},
    {"node-beta", SECONDS, offsetof(model, network.node_byte_seconds), "the time of a byte within a node"},
    {"aggregate", FLAG, offsetof(model, network.aggregates), NULL},
    {"zipf", NUMBER, offsetof(model, zipf), "a number from 0 to 4"},
    {"owner", OWNER, offsetof(model, owner), "block or cyclic"},
    {"ranks", RANKS, offsetof(model, ranks), "the most ranks, up to 100000"},
};
enum { NWORDS = sizeof words / sizeof *words };

static const char *word_name(const void *unused, size_t i)
{
    (void)unused;
    return i < NWORDS ? words[i].name : NULL;
}

/* "2us", "0.1ns", "3e-6": a number of at most 10 seconds. */
static bool read_seconds(const char *v, double *out)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}};
    char *end;
    const double number = strtod(v, &end);
    for (size_t i = 0; end != v && i < sizeof units / sizeof *units; i++)
        if (strcmp(end, units[i].name) == 0) {
            *out = number * units[i].seconds;
            return *out >= 1e-12 && *out <= 10;
        }
    return false;
}

static bool read_ranks(const char *v, int32_t *out)
{
    char *end;
    errno = 0;
    const long n = strtol(v, &end, 10);
    *out = (int32_t)n;
    return errno == 0 && end != v && *end == 0 && n >= 1 && n <= MOST_RANKS;
}

static bool read_number(const char *v, double *out)
{
    char *end;
    *out = strtod(v, &end);
    return end != v && *end == 0 && *out >= 0 && *out <= 4;
}

static bool read_owner(const char *v, grn_owner *out)
{
    for (int owner = 0; owner < GRN_OWNER_COUNT; owner++)
        if (strcmp(v, grn_owner_text((grn_owner)owner)) == 0) {
            *out = (grn_owner)owner;
            return true;
        }
    return false;
}

static bool read_value(const struct word *w, const char *value, model *out)
{
    void *at = (char *)out + w->at;
    switch (w->kind) {
    case SECONDS: return value && read_seconds(value, at);
    case NUMBER: return value && read_number(value, at);
    case RANKS: return value && read_ranks(value, at);
    case OWNER: return value && read_owner(value, at);
    case FLAG: *(bool *)at = true; return value == NULL;
    }
    return false;
}

/* One `name=value`, or `name`; says what is wrong with it. */
static bool read_model_word(char *text, model *out)
{
    char *equals = strchr(text, '=');
    if (equals)
        *equals = 0;
    for (size_t i = 0; i < NWORDS; i++)
        if (strcmp(text, words[i].name) == 0) {
            if (read_value(&words[i], equals ? equals + 1 : NULL, out))
                return true;
            if (words[i].takes)
                return refuse(false, "shard: --model: %s takes %s, not '%s'", text, words[i].takes,
                              equals ? equals + 1 : "");
            return refuse(false, "shard: --model: %s takes no value", text);
        }
    const char *meant = grn_nearest_word(text, word_name, NULL);
    return refuse(false,
                  "shard: --model: there is no '%s'%s%s%s; there are alpha, beta, local, node, node-alpha, node-beta, "
                  "aggregate, zipf, owner and ranks",
                  text, meant ? ", did you mean '" : "", meant ? meant : "", meant ? "'" : "");
}

static bool read_model(const char *v, model *out)
{
    *out = (model){.ranks = MOST_RANKS};
    char *text = strdup(v), *next = text;
    bool right = text != NULL;
    while (right && next) {
        char *word = next;
        next = strchr(word, ',');
        if (next)
            *next++ = 0;
        right = read_model_word(word, out);
    }
    free(text);
    return right;
}

bool model_is_right(const char *v)
{
    model unused;
    return read_model(v, &unused);
}

/* ---- one gather or scatter ------------------------------------------------------------------- */

typedef struct page {
    const shard_settings *s;
    const program of;
    model model;
    const grn_diag *diag;
    grn_sink sink;
    uint64_t count;
    bool drawn;
} page;

static void print_line(page *p, grn_status *status, const char *format, ...) GRN_PRINTF(3, 4);
static void print_line(page *p, grn_status *status, const char *format, ...)
{
    char line[400];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(line, sizeof line - 1, format, args);
    va_end(args);
    const size_t used = n < 0 ? 0 : (size_t)n < sizeof line - 2 ? (size_t)n : sizeof line - 2;
    line[used] = '\n';
    if (*status == GRN_OK)
        *status = p->sink.write(p->sink.user, line, used + 1);
}

/* "12.3 MB" */
static const char *bytes_text(double bytes, char out[BYTES_TEXT])
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
    size_t unit = 0;
    for (; bytes >= 999.5 && unit + 1 < sizeof units / sizeof *units; unit++)
        bytes /= 1000;
    snprintf(out, BYTES_TEXT, "%.*f %s", unit && bytes < 9.995 ? 2 : unit && bytes < 99.95 ? 1 : 0, bytes, units[unit]);
    return out;
}

static const char *seconds_text(double seconds, char out[BYTES_TEXT])
{
    static const char *const units[] = {"s", "ms", "us", "ns"};
    size_t unit = 0;
    for (; seconds < 1 && unit + 1 < sizeof units / sizeof *units; unit++)
        seconds *= 1000;
    snprintf(out, BYTES_TEXT, "%.3g %s", seconds, units[unit]);
    return out;
}

static bool problem_of(const grn_planned_access *a, const model *m, grn_dist_problem *out)
{
    if (a->window_bytes <= 0 || a->operand_bytes < a->window_bytes || a->index_bytes <= 0)
        return false;
    *out = (grn_dist_problem){.is_scatter = a->is_scatter,
                              .order_shows = a->order_shows,
                              .aligned = a->is_batched,
                              .rows = a->operand_bytes / a->window_bytes,
                              .row_bytes = a->window_bytes,
                              .ids = a->index_vectors,
                              .id_bytes = a->index_bytes,
                              .zipf = m->zipf,
                              .owner = m->owner};
    return true;
}

static grn_status print_row(page *p, const grn_dist_problem *problem, int32_t ranks)
{
    char bytes[BYTES_TEXT], busiest[BYTES_TEXT], bind[BYTES_TEXT], least[BYTES_TEXT], time[BYTES_TEXT],
        weak_time[BYTES_TEXT];
    grn_dist_problem weak = *problem;
    grn_prediction strong, each;
    weak.rows = weak.rows > INT64_MAX / ranks ? INT64_MAX : weak.rows * ranks;
    weak.ids = weak.ids > INT64_MAX / ranks ? INT64_MAX : weak.ids * ranks;
    grn_status status = grn_dist_predict(problem, &p->model.network, ranks, GRN_DIST_CHOSEN, p->diag, &strong);
    if (status == GRN_OK)
        status = grn_dist_predict(&weak, &p->model.network, ranks, GRN_DIST_CHOSEN, p->diag, &each);
    if (status == GRN_OK)
        print_line(p, &status, "  %7" PRId32 "  %-10s  %8.0f  %9s  %9s  %6.2f  %9s  %9s  %9s  %9s", ranks,
                   grn_dist_way_text(strong.way), strong.messages, bytes_text(strong.bytes, bytes),
                   bytes_text(strong.busiest_bytes, busiest), strong.skew, bytes_text(strong.least_bytes, least),
                   bytes_text(strong.bind_bytes, bind), seconds_text(strong.seconds, time),
                   seconds_text(each.seconds, weak_time));
    return status;
}

static grn_status print_table(page *p, const grn_planned_access *a, const grn_dist_problem *problem)
{
    char place[PLACE_BYTES], row[BYTES_TEXT];
    grn_status status = GRN_OK;
    print_line(p, &status, "%s:%s: %s: %" PRId64 " ids of %" PRId64 " rows of %s%s", p->of.file->name,
               program_place(&p->of, a->place, place), a->op, problem->ids, problem->rows,
               bytes_text((double)problem->row_bytes, row), problem->aligned ? ", cut along its batching dims" : "");
    print_line(p, &status, "  %7s  %-10s  %8s  %9s  %9s  %6s  %9s  %9s  %9s  %9s", "ranks", "way", "messages", "bytes",
               "busiest", "skew", "least", "to bind", "strong", "weak");
    for (int32_t ranks = 1; status == GRN_OK && ranks <= p->model.ranks; ranks *= 10)
        status = print_row(p, problem, ranks);
    return status;
}

static grn_status draw_curve(page *p, const grn_planned_access *a, const grn_dist_problem *problem)
{
    char title[400], place[PLACE_BYTES], row[BYTES_TEXT];
    snprintf(title, sizeof title, "%s at %s: %" PRId64 " ids of %" PRId64 " rows of %s", a->op,
             program_place(&p->of, a->place, place), problem->ids, problem->rows,
             bytes_text((double)problem->row_bytes, row));
    p->drawn = true;
    return grn_dist_draw_curves(problem, &p->model.network, p->model.ranks, title, p->diag, &p->sink);
}

static grn_status planned(void *user, const grn_planned_access *a)
{
    page *p = user;
    grn_dist_problem problem;
    const bool wanted = !p->s->curves || p->count == p->s->op;
    p->count++;
    if (!wanted)
        return GRN_OK;
    if (problem_of(a, &p->model, &problem))
        return p->s->curves ? draw_curve(p, a, &problem) : print_table(p, a, &problem);
    char place[PLACE_BYTES];
    grn_status status = GRN_OK;
    if (!p->s->curves)
        print_line(p, &status, "%s:%s: %s: nothing to share%s%s", p->of.file->name,
                   program_place(&p->of, a->place, place), a->op, a->obstacle ? ": " : "",
                   a->obstacle ? a->obstacle : "");
    return status;
}

int shard_by_model(const common *c, const shard_settings *s, program of, const grn_diag *diag)
{
    page shown = {.s = s, .of = of, .diag = diag, .sink = grn_text_buffer_sink(c->made)};
    const grn_plan_visitor visitor = {planned, &shown};
    grn_status status = GRN_OK;
    if (!read_model(s->model, &shown.model))
        return EXIT_USAGE;
    if (!s->curves)
        print_line(&shown, &status,
                   "Predictions, not measured: time of one run is alpha x messages + beta x bytes + local work.");
    if (status == GRN_OK)
        status = grn_module_plan(of.module, NULL, &visitor, diag);
    if (status == GRN_OK && s->curves && !shown.drawn)
        complain_of(of.file->name,
                    shown.count ? "gather or scatter %" PRIu64 " has nothing to share, or there is none of that number"
                                : "there is no gather or scatter %" PRIu64,
                    s->op);
    return status != GRN_OK ? exit_of_status(status) : s->curves && !shown.drawn ? EXIT_REJECTED : EXIT_FINE;
}

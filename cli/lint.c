/* lint.c - garner lint: findings about indices, from the program and from a run. */
#include <inttypes.h>

#include "arguments.h"

typedef struct lint_settings {
    calling_settings calling;
    bool run_too; /* --run */
} lint_settings;

typedef struct page {
    FILE *out;
    program of;
    const grn_diag *remarks; /* NULL: print */
} page;

static const char *severity_text(grn_severity severity)
{
    return severity == GRN_SEVERITY_WARNING ? "warning" : "remark";
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void json_index(json *j, const grn_lint_index *i)
{
    json_numbers_at(j, "position", i->position, (size_t)i->rank);
    json_number_at(j, "value", i->value);
    json_number_at(j, "dimension", i->operand_dim);
    json_number_at(j, "low", i->low);
    json_number_at(j, "high", i->high);
    if (i->has_start)
        json_number_at(j, "start", i->start);
    else
        json_word_at(j, "start", NULL);
    json_close(j, '}');
}

/* "first_negative" is one index, "negative_at" the first of them. */
static void json_places(json *j, const char *name, uint64_t count, const grn_lint_index *places)
{
    char key[40];
    if (count == 0)
        return;
    snprintf(key, sizeof key, "first_%s", name);
    json_open_at(j, key, '{');
    json_index(j, places);
    snprintf(key, sizeof key, "%s_at", name);
    json_open_at(j, key, '[');
    for (uint64_t i = 0; i < count && i < GRN_LINT_PLACES; i++) {
        json_open(j, '{');
        json_index(j, &places[i]);
    }
    json_close(j, ']');
}

static void json_counts(json *j, const grn_lint_counts *c)
{
    const struct {
        const char *name;
        uint64_t count;
    } rows[] = {{"runs", c->runs},
                {"vectors", c->vectors},
                {"out_of_bounds", c->out_of_bounds},
                {"clamped", c->clamped},
                {"filled", c->filled},
                {"dropped", c->dropped},
                {"failed", c->failed},
                {"negative", c->negative},
                {"wrapped", c->wrapped},
                {"duplicate", c->duplicate},
                {"unsorted", c->unsorted},
                {"false_sorted", c->false_sorted},
                {"false_unique", c->false_unique},
                {"partly_outside", c->partly_outside}};
    json_open_at(j, "counts", '{');
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        json_count_at(j, rows[i].name, rows[i].count);
    json_places(j, "out_of_bounds", c->out_of_bounds, c->out_of_bounds_at);
    json_places(j, "negative", c->negative, c->negative_at);
    json_places(j, "duplicate", c->duplicate, c->duplicate_at);
    json_places(j, "unsorted", c->unsorted, c->unsorted_at);
    json_places(j, "partly_outside", c->partly_outside, c->partly_outside_at);
    json_close(j, '}');
}

/* A bound that is no number is null. */
static void json_bound(json *j, const char *name, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.17g", value);
    if (value - value != 0) {
        json_word_at(j, name, NULL);
        return;
    }
    json_key(j, name);
    json_plain(j, text);
}

static void json_members_of_bound(json *j, const grn_lint_bound *b, int32_t rank)
{
    json_bound(j, "value", b->bound);
    json_count_at(j, "values", b->values);
    json_bound(j, "unit", b->unit);
    json_bound(j, "magnitude", b->magnitude);
    json_numbers_at(j, "position", b->position, (size_t)rank);
    json_close(j, '}');
}

/* "bound" is that of the first input that has one, "bounds" all. */
static void json_bounds(json *j, const grn_lint_meeting *m)
{
    if (m->nbounds == 0)
        return;
    json_open_at(j, "bound", '{');
    json_members_of_bound(j, &m->bounds[0], m->rank);
    json_open_at(j, "bounds", '[');
    for (size_t i = 0; i < m->nbounds; i++) {
        json_open(j, '{');
        json_count_at(j, "input", m->bounds[i].input);
        json_members_of_bound(j, &m->bounds[i], m->rank);
    }
    json_close(j, ']');
}

static void json_meeting(json *j, const grn_lint_meeting *m)
{
    json_open_at(j, "meeting", '{');
    json_count_at(j, "elements", m->elements);
    json_count_at(j, "most", m->most);
    if (m->elements) {
        json_numbers_at(j, "position", m->position, (size_t)m->rank);
        json_open_at(j, "positions", '[');
        for (uint64_t i = 0; i < m->elements && i < GRN_LINT_PLACES; i++) {
            json_open(j, '[');
            for (int32_t d = 0; d < m->rank; d++)
                json_number(j, m->met_at[i][d]);
            json_close(j, ']');
        }
        json_close(j, ']');
    }
    json_bounds(j, m);
    json_close(j, '}');
}

static void json_elsewhere(json *j, const grn_lint_finding *f)
{
    json_open_at(j, "elsewhere", '[');
    for (size_t i = 0; i < f->nelsewhere; i++) {
        json_open(j, '{');
        json_word_at(j, "system", f->elsewhere[i].system);
        json_word_at(j, "does", f->elsewhere[i].does);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static json *json_head(page *p, grn_place place, const char *op, const char *function, size_t bytes)
{
    json *j = json_item(&p->of, place, op);
    json_text_at(j, "function", function, bytes);
    return j;
}

static void json_finding(page *p, const grn_lint_finding *f)
{
    json *j = json_head(p, f->place, f->op, f->function, f->function_bytes);
    json_word_at(j, "kind", grn_lint_kind_text(f->kind));
    json_word_at(j, "severity", severity_text(f->severity));
    json_bool_at(j, "observed", f->observed);
    json_word_at(j, "message", f->seen);
    json_word_at(j, "advice", f->advice);
    json_bool_at(j, "possible", f->possible);
    json_elsewhere(j, f);
    if (f->counts)
        json_counts(j, f->counts);
    if (f->meeting)
        json_meeting(j, f->meeting);
    json_close(j, '}');
}

static void json_record(page *p, const grn_lint_record *r)
{
    json *j = json_head(p, r->place, r->op, r->function, r->function_bytes);
    json_word_at(j, "kind", "counts");
    json_word_at(j, "bounds", grn_bounds_text(r->bounds));
    json_counts(j, &r->counts);
    if (r->is_scatter && r->meeting.counted)
        json_meeting(j, &r->meeting);
    json_close(j, '}');
}

/* ---- text ------------------------------------------------------------------------------------ */

static const char *index_text(const grn_lint_index *i, char *out, size_t room)
{
    size_t used = 0;
    for (int32_t d = 0; d < i->rank && used + 24 < room; d++)
        used += (size_t)snprintf(out + used, room - used, "%s%" PRId64, d ? ", " : "[", i->position[d]);
    snprintf(out + used, room - used, "%s is %" PRId64, i->rank ? "]" : "[]", i->value);
    return out;
}

/* ", 3 negative (the first at [1, 0] is -2)" */
static size_t add_count(char *out, size_t used, size_t room, const char *what, uint64_t n, const grn_lint_index *first)
{
    char index[1024];
    if (used >= room)
        return used;
    used += (size_t)snprintf(out + used, room - used, ", %" PRIu64 " %s", n, what);
    if (n > 0 && first && used < room)
        used += (size_t)snprintf(out + used, room - used, " (the first at %s)", index_text(first, index, sizeof index));
    return used;
}

static const char *record_text(const grn_lint_record *r, char *out, size_t room)
{
    const grn_lint_counts *c = &r->counts;
    static const char *const fates[] = {"clamped", "filled", "dropped", "failed"};
    const uint64_t of[] = {c->clamped, c->filled, c->dropped, c->failed};
    size_t used = (size_t)snprintf(out, room, "%s: %" PRIu64 " run%s, %" PRIu64 " index vector%s", r->op, c->runs,
                                   c->runs == 1 ? "" : "s", c->vectors, c->vectors == 1 ? "" : "s");
    used = add_count(out, used, room, "out of bounds", c->out_of_bounds, c->out_of_bounds_at);
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (of[i])
            used = add_count(out, used, room, fates[i], of[i], NULL);
    used = add_count(out, used, room, "negative", c->negative, c->negative_at);
    if (c->wrapped)
        used = add_count(out, used, room, "counted from the end", c->wrapped, NULL);
    if (c->partly_outside)
        used = add_count(out, used, room, "partly outside", c->partly_outside, c->partly_outside_at);
    used = add_count(out, used, room, "duplicate", c->duplicate, c->duplicate_at);
    add_count(out, used, room, "unsorted", c->unsorted, c->unsorted_at);
    return out;
}

static void text_finding(const page *p, const grn_lint_finding *f)
{
    char place[PLACE_BYTES], origin[ORIGIN_BYTES];
    show_line(p->out, "%s:%s: %s: %s: %s%s [%s]", p->of.file->name, program_place(&p->of, f->place, place),
              severity_text(f->severity), f->op, f->observed ? "in this run, " : "", f->seen,
              grn_lint_kind_text(f->kind));
    if (*origin_text(p->of.file->is_binary, p->of.module, f->place, origin))
        show_line(p->out, "    it comes from %s", origin);
    show_line(p->out, "    %s", f->advice);
    for (size_t i = 0; i < f->nelsewhere; i++)
        show_line(p->out, "    %s %s", f->elsewhere[i].system, f->elsewhere[i].does);
}

/* ---- what is reported ------------------------------------------------------------------------ */

/* With --verify-diagnostics: one line that the file's comments expect. */
static void remark(const page *p, grn_severity severity, grn_place place, const char *op, const char *text,
                   const char *kind)
{
    char message[5120];
    snprintf(message, sizeof message, "%s%s%s%s%s%s", op, *op ? ": " : "", text, *kind ? " [" : "", kind,
             *kind ? "]" : "");
    p->remarks->emit(p->remarks->user, &(grn_diagnostic){.severity = severity, .place = place, .message = message});
}

static grn_status found(void *user, const grn_lint_finding *f)
{
    page *p = user;
    if (p->remarks)
        remark(p, f->severity, f->place, f->op, f->seen, grn_lint_kind_text(f->kind));
    else if (document_is_open())
        json_finding(p, f);
    else
        text_finding(p, f);
    return GRN_OK;
}

static grn_status counted(void *user, const grn_lint_record *r)
{
    char text[4096], place[PLACE_BYTES];
    page *p = user;
    if (p->remarks)
        remark(p, GRN_SEVERITY_NOTE, r->place, "", record_text(r, text, sizeof text), "");
    else if (document_is_open())
        json_record(p, r);
    else
        show_line(p->out, "%s:%s: %s", p->of.file->name, program_place(&p->of, r->place, place),
                  record_text(r, text, sizeof text));
    return GRN_OK;
}

static int lint_with(common *c, const lint_settings *s, program of, size_t input_bytes, grn_lint_options *o,
                     const grn_diag *diag)
{
    const grn_run_options run = run_options(c, &s->calling, input_bytes);
    page p = {c->out, of, s->calling.reading.verify_diagnostics ? diag : NULL};
    const grn_lint_reporter to = {found, counted, &p};
    grn_lint_totals totals;
    o->run_options = &run;
    const int exit = exit_of_status(grn_module_lint(of.module, o, &to, diag, &totals));
    return exit == EXIT_FINE && totals.warnings > 0 ? EXIT_NO : exit;
}

static int lint_entry(common *c, void *own, const entry *e, const grn_diag *diag)
{
    grn_lint_options o = {
        .run = true, .only_run = true, .function = e->function, .ninputs = e->ninputs, .inputs = e->inputs};
    return lint_with(c, own, (program){e->file, e->module}, e->input_bytes, &o, diag);
}

static int lint_module(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag)
{
    const lint_settings *s = own;
    const program of = {p->file, module};
    int exit = lint_with(c, s, of, 0, &(grn_lint_options){.run = false}, diag);
    if (exit > EXIT_NO || !(s->run_too || s->calling.inputs.count > 0))
        return exit;
    const int ran = for_each_entry(c, &s->calling, of, diag, lint_entry, own);
    return ran == EXIT_FINE ? exit : ran;
}

static int lint(common *c, void *own)
{
    const lint_settings *s = own;
    int exit = report_begin(c, NULL);
    if (exit != EXIT_FINE)
        return exit;
    exit = list_each_module(c, "findings", &s->calling.reading, lint_module, own);
    return report_end(c, exit, exit <= EXIT_NO);
}

static const option_row lint_rows[] = {
    {LISTS(called_rows, output_rows, bounds_rows, json_rows), AT(lint_settings, calling)},
    {"run", NULL, "run the entry as well, and count its indices (--input does so too)",
     TO(lint_settings, run_too, read_flag)},
    {LISTS(work_rows, reading_rows, last_rows), AT(lint_settings, calling)},
    {0}};

const command_code lint_code = {lint_rows, sizeof(lint_settings), lint};

/* plan.c - garner plan: how each gather and scatter of a program would run, and at what expected
 * cost. Nothing is run. */
#include <inttypes.h>
#include <string.h>

#include "cli.h"

/* Of the rows that are not taken. */
enum { SHOWN_COSTS = 3, SHOWN_OBSTACLES = 2 };
#define LINE_BYTES 4608 /* the longest plan, behind the op's name */

typedef struct page {
    const settings *s;
    program of;
    const grn_diag *remarks; /* NULL: print */
    plan_list *list;
    size_t function; /* the last one that was shown */
    bool has_heading;
} page;

static const char *const axis_names[] = {"addressing", "partition", "mover"};

/* ---- text ------------------------------------------------------------------------------------ */

static void show_heading(page *p, const grn_planned_access *a)
{
    if (p->has_heading && p->function == a->function_number)
        return;
    p->has_heading = true;
    p->function = a->function_number;
    if (a->function_bytes > 0) {
        show_symbol(p->s->state->out, a->function, a->function_bytes);
        fputs(":\n", p->s->state->out);
    }
}

/* "offsets64 44 ns, staged 52 ns; not panels: a window is more than an element" */
static size_t others_text(const grn_planned_access *a, char *out, size_t room)
{
    size_t used = 0, costs = 0, obstacles = 0;
    *out = 0;
    for (size_t i = 0; i < a->nalternatives && used < room; i++) {
        const grn_planned_alternative *o = &a->alternatives[i];
        if (o->expected_ns >= 0 && costs++ < SHOWN_COSTS)
            used += (size_t)snprintf(out + used, room - used, "%s%s %.0f ns", used ? ", " : "; next: ", o->row,
                                     o->expected_ns);
        else if (o->expected_ns < 0 && obstacles++ < SHOWN_OBSTACLES)
            used += (size_t)snprintf(out + used, room - used, "; not %s: %s", o->row, o->obstacle);
    }
    return used;
}

static void print_text(page *p, const grn_planned_access *a)
{
    char others[1024], place[PLACE_BYTES];
    const grn_plan_report *r = &a->plan;
    show_heading(p, a);
    const char *text = a->obstacle ? "no plan: " : a->text;
    const int head = a->obstacle ? (int)strlen(text) : (int)strcspn(text, ";");
    show_line(p->s->state->out, "%s:%s: %s: %.*s%s", p->of.file->name, program_place(&p->of, a->place, place), a->op,
              head, text, a->obstacle ? a->obstacle : "");
    if (!a->obstacle && !r->empty) {
        others_text(a, others, sizeof others);
        show_line(p->s->state->out,
                  "    %s, %" PRId32 " thread%s (%s): %.3f ns per element, %" PRId64 " B moved, %.0f ns%s", r->cpu,
                  r->parts > 1 ? r->threads : 1, r->parts > 1 && r->threads > 1 ? "s" : "", r->partition,
                  a->ns_per_element, r->moved_bytes, r->expected_ns, others);
    }
    for (size_t i = 0; i < a->nassumptions; i++)
        show_line(p->s->state->out, "    assumed: %s", a->assumptions[i]);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void json_strategy(json *j, const char *addressing, const char *partition, const char *mover)
{
    json_open_at(j, "strategy", '{');
    json_word_at(j, "addressing", addressing);
    json_word_at(j, "partition", partition);
    json_word_at(j, "mover", mover);
    json_close(j, '}');
}

static void json_alternative(json *j, const grn_planned_alternative *o)
{
    json_open(j, '{');
    json_word_at(j, "axis", axis_names[o->axis]);
    json_word_at(j, "row", o->row);
    if (o->expected_ns >= 0) {
        json_real_at(j, "cost", o->expected_ns);
        json_strategy(j, o->best.addressing, o->best.partition, o->best.mover);
    } else {
        json_word_at(j, "obstacle", o->obstacle);
    }
    json_close(j, '}');
}

static void json_plan(json *j, const grn_planned_access *a)
{
    const grn_plan_report *r = &a->plan;
    json_word_at(j, "plan", a->text);
    if (r->empty) {
        json_word_at(j, "strategy", NULL);
        json_number_at(j, "bytes", 0);
        return;
    }
    json_strategy(j, r->addressing, r->partition, r->mover);
    json_word_at(j, "isa", r->cpu);
    json_number_at(j, "threads", r->parts > 1 ? r->threads : 1);
    json_number_at(j, "parts", r->parts);
    json_number_at(j, "elements", r->elements);
    json_number_at(j, "bytes", r->moved_bytes);
    json_count_at(j, "scratch_bytes", r->scratch_bytes);
    json_real_at(j, "expected_ns", r->expected_ns);
    json_real_at(j, "ns_per_element", a->ns_per_element);
    json_open_at(j, "alternatives", '[');
    for (size_t i = 0; i < a->nalternatives; i++)
        json_alternative(j, &a->alternatives[i]);
    json_close(j, ']');
}

json *json_item(const program *of, grn_place place, const char *op)
{
    json *j = document_body();
    json_open(j, '{');
    json_place(j, of->file->name, of->file->is_binary, of->module, place);
    json_word_at(j, "op", op);
    return j;
}

static void json_access(page *p, const grn_planned_access *a)
{
    json *j = json_item(&p->of, a->place, a->op);
    json_key(j, "function");
    json_text(j, a->function_bytes ? a->function : "", a->function_bytes);
    if (a->obstacle)
        json_word_at(j, "obstacle", a->obstacle);
    else
        json_plan(j, a);
    json_open_at(j, "assumptions", '[');
    for (size_t i = 0; i < a->nassumptions; i++)
        json_word(j, a->assumptions[i]);
    json_close(j, ']');
    json_close(j, '}');
}

/* ---- one module ------------------------------------------------------------------------------ */

/* With --verify-diagnostics: one line that the file's comments expect. */
static void remark(const page *p, const grn_planned_access *a)
{
    char message[LINE_BYTES];
    snprintf(message, sizeof message, "%s: %s%s", a->op, a->obstacle ? "no plan: " : "",
             a->obstacle ? a->obstacle : a->text);
    p->remarks->emit(p->remarks->user,
                     &(grn_diagnostic){.severity = GRN_SEVERITY_REMARK, .place = a->place, .message = message});
}

static grn_status planned(void *user, const grn_planned_access *a)
{
    page *p = user;
    if (p->remarks)
        remark(p, a);
    else if (document_is_open())
        json_access(p, a);
    else
        print_text(p, a);
    return GRN_OK;
}

static grn_status plan_records(const settings *s, program of, const grn_module_plan_options *o, const grn_diag *diag)
{
    page p = {.s = s, .of = of, .remarks = s->reading.verify_diagnostics ? diag : NULL, .list = s->state->plans};
    const grn_plan_visitor visitor = {planned, &p};
    return grn_module_plan(of.module, o, &visitor, diag);
}

static int plan_these(const settings *s, program of, grn_module_plan_options *o, const grn_diag *diag)
{
    const grn_run_options run = run_options(s);
    o->nassumed = s->plan.dims.count;
    o->assumed = s->plan.dims.items;
    o->extent = s->plan.dims.extent;
    o->strict_bounds = s->calling.strict;
    o->drop_whole_window = s->calling.drop_whole_window;
    o->parallel = run.parallel;
    o->machine = run.machine;
    o->tuning = run.tuning;
    o->tune_seconds = run.tune_seconds;
    o->max_accesses = s->max_steps;
    return exit_of_status(s->plan.target_ttnn ? plan_ttnn(s, of, o, diag) : plan_records(s, of, o, diag));
}

static int plan_entry(const settings *s, const entry *e, const grn_diag *diag)
{
    grn_module_plan_options o = {
        .one_function = true, .function = e->function, .ninputs = e->ninputs, .inputs = e->inputs};
    return plan_these(s, (program){e->file, e->module}, &o, diag);
}

/* All functions, unless one is named, or given inputs. */
static int plan_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    if (s->calling.entry.bytes || s->calling.inputs.count > 0)
        return for_each_entry(s, p->file, module, diag, plan_entry);
    return plan_these(s, (program){p->file, module}, &(grn_module_plan_options){.one_function = false}, diag);
}

static int plan_modules(const settings *s)
{
    json *j = document_body();
    if (!document_is_open())
        return for_each_module(s, plan_module);
    json_word_at(j, "target", s->plan.target_ttnn ? "ttnn" : NULL);
    json_open_at(j, "plans", '[');
    const int exit = for_each_module(s, plan_module);
    json_close(j, ']');
    return exit;
}

int plan_command(const settings *s)
{
    plan_list list = {0};
    s->state->plans = &list;
    int exit = report_begin(s, NULL);
    if (exit != EXIT_FINE)
        return exit;
    exit = tuning_begin(s);
    if (exit == EXIT_FINE)
        exit = plan_modules(s);
    exit = tuning_end(s, exit);
    return report_end(s, exit, exit == EXIT_FINE);
}

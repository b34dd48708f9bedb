/* plan.c - garner plan: how each gather and scatter of a program would run, and at what expected cost. Nothing is run. */
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

/* ---- text ------------------------------------------------------------------------------------------------------------ */

static void show_heading(page *p, const grn_planned_access *a)
{
    if (p->has_heading && p->function == a->function_number)
        return;
    p->has_heading = true;
    p->function = a->function_number;
    if (a->function_bytes > 0) {
        show_symbol(stdout, a->function, a->function_bytes);
        fputs(":\n", stdout);
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
            used += (size_t)snprintf(out + used, room - used, "%s%s %.0f ns", used ? ", " : "; next: ", o->row, o->expected_ns);
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
    show_line(stdout, "%s:%s: %s: %.*s%s", p->of.file->name, program_place(&p->of, a->place, place), a->op, head, text,
              a->obstacle ? a->obstacle : "");
    if (!a->obstacle && !r->empty) {
        others_text(a, others, sizeof others);
        show_line(stdout, "    %s, %" PRId32 " thread%s (%s): %.3f ns per element, %" PRId64 " B moved, %.0f ns%s", r->cpu,
                  r->parts > 1 ? r->threads : 1, r->parts > 1 && r->threads > 1 ? "s" : "", r->partition, a->ns_per_element,
                  r->moved_bytes, r->expected_ns, others);
    }
    for (size_t i = 0; i < a->nassumptions; i++)
        show_line(stdout, "    assumed: %s", a->assumptions[i]);
}

/* ---- JSON ------------------------------------------------------------------------------------------------------------- */

static void print_alternative(const grn_planned_alternative *o, bool first)
{
    printf("%s{\"axis\":\"%s\",\"row\":\"%s\",", first ? "" : ",", axis_names[o->axis], o->row);
    if (o->expected_ns >= 0) {
        printf("\"cost\":%.3f,\"strategy\":{\"addressing\":\"%s\",\"partition\":\"%s\",\"mover\":\"%s\"}}", o->expected_ns,
               o->best.addressing, o->best.partition, o->best.mover);
        return;
    }
    printf("\"obstacle\":");
    show_json(stdout, o->obstacle);
    printf("}");
}

static void print_plan(const grn_planned_access *a)
{
    const grn_plan_report *r = &a->plan;
    printf(",\"plan\":");
    show_json(stdout, a->text);
    if (r->empty) {
        printf(",\"strategy\":null,\"bytes\":0");
        return;
    }
    printf(",\"strategy\":{\"addressing\":\"%s\",\"partition\":\"%s\",\"mover\":\"%s\"},\"isa\":\"%s\",\"threads\":%" PRId32
           ",\"parts\":%" PRId32 ",\"elements\":%" PRId64 ",\"bytes\":%" PRId64 ",\"scratch_bytes\":%zu,\"expected_ns\":%.3f,\"ns_per_element\":%.6f,\"alternatives\":[",
           r->addressing, r->partition, r->mover, r->cpu, r->parts > 1 ? r->threads : 1, r->parts, r->elements, r->moved_bytes,
           r->scratch_bytes, r->expected_ns, a->ns_per_element);
    for (size_t i = 0; i < a->nalternatives; i++)
        print_alternative(&a->alternatives[i], i == 0);
    printf("]");
}

static void print_json(page *p, const grn_planned_access *a)
{
    json_item(p->list, p->of.file->name, a->place);
    printf(",\"op\":\"%s\",\"function\":", a->op);
    show_json_bytes(stdout, a->function, a->function_bytes);
    if (a->obstacle) {
        printf(",\"obstacle\":");
        show_json(stdout, a->obstacle);
    } else
        print_plan(a);
    printf(",\"assumptions\":[");
    for (size_t i = 0; i < a->nassumptions; i++) {
        fputs(i ? "," : "", stdout);
        show_json(stdout, a->assumptions[i]);
    }
    printf("]}");
}

/* ---- one module --------------------------------------------------------------------------------------------------------- */

/* With --verify-diagnostics: one line that the file's comments expect. */
static void remark(const page *p, const grn_planned_access *a)
{
    char message[LINE_BYTES];
    snprintf(message, sizeof message, "%s: %s%s", a->op, a->obstacle ? "no plan: " : "", a->obstacle ? a->obstacle : a->text);
    p->remarks->emit(p->remarks->user, &(grn_diagnostic){.severity = GRN_SEVERITY_REMARK, .place = a->place, .message = message});
}

static grn_status planned(void *user, const grn_planned_access *a)
{
    page *p = user;
    if (p->remarks)
        remark(p, a);
    else if (p->s->json)
        print_json(p, a);
    else
        print_text(p, a);
    return GRN_OK;
}

static grn_status plan_records(const settings *s, program of, const grn_module_plan_options *o,
                               const grn_diag *diag)
{
    page p = {.s = s, .of = of, .remarks = s->verify_diagnostics ? diag : NULL, .list = s->plans};
    const grn_plan_visitor visitor = {planned, &p};
    return grn_module_plan(of.module, o, &visitor, diag);
}

static int plan_these(const settings *s, program of, grn_module_plan_options *o, const grn_diag *diag)
{
    const grn_run_options run = run_options(s);
    o->nassumed = s->dims.count;
    o->assumed = s->dims.items;
    o->extent = s->dims.extent;
    o->strict_bounds = s->strict;
    o->drop_whole_window = s->drop_whole_window;
    o->parallel = run.parallel;
    o->machine = run.machine;
    o->tuning = run.tuning;
    o->tune_seconds = run.tune_seconds;
    o->max_accesses = s->max_steps;
    return exit_of_status(s->target_ttnn ? plan_ttnn(s, of, o, diag) : plan_records(s, of, o, diag));
}

static int plan_entry(const settings *s, const entry *e, const grn_diag *diag)
{
    grn_module_plan_options o = {.one_function = true, .function = e->function, .ninputs = e->ninputs, .inputs = e->inputs};
    return plan_these(s, (program){e->file, e->module}, &o, diag);
}

/* All functions, unless one is named, or given inputs. */
static int plan_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    if (s->entry.bytes || s->inputs.count > 0)
        return for_each_entry(s, p->file, module, diag, plan_entry);
    return plan_these(s, (program){p->file, module}, &(grn_module_plan_options){.one_function = false}, diag);
}

static int plan_modules(const settings *s)
{
    bool list = s->json && !s->verify_diagnostics;
    if (list)
        printf("[");
    int exit = for_each_module(s, plan_module);
    if (list)
        printf("]\n");
    return exit;
}

int plan_command(const settings *s)
{
    settings own = *s;
    plan_list list = {0};
    own.plans = &list;
    int exit = tuning_begin(&own);
    if (exit == EXIT_FINE)
        exit = plan_modules(&own);
    return tuning_end(&own, exit);
}

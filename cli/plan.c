/* plan.c - garner plan: how each gather and scatter of a program would run, and at what expected
 * cost. Nothing is run. */
#include <inttypes.h>
#include <string.h>

#include "arguments.h"

typedef struct plan_settings {
    calling_settings calling;
    tuning_settings tuning;
    bool target_ttnn;
    dim_list dims; /* --dim */
    grn_ttnn_options ttnn;
    size_t printed; /* no option: accounts of TTNN's so far */
} plan_settings;

/* Of the rows that are not taken. */
enum { SHOWN_COSTS = 3, SHOWN_OBSTACLES = 2 };
#define LINE_BYTES 4608 /* the longest plan, behind the op's name */

typedef struct page {
    FILE *out;
    program of;
    const grn_diag *remarks; /* NULL: print */
    size_t function;         /* the last one that was shown */
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
        show_symbol(p->out, a->function, a->function_bytes);
        fputs(":\n", p->out);
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
    show_line(p->out, "%s:%s: %s: %.*s%s", p->of.file->name, program_place(&p->of, a->place, place), a->op, head, text,
              a->obstacle ? a->obstacle : "");
    if (!a->obstacle && !r->empty) {
        others_text(a, others, sizeof others);
        show_line(p->out, "    %s, %" PRId32 " thread%s (%s): %.3f ns per element, %" PRId64 " B moved, %.0f ns%s",
                  r->cpu, r->parts > 1 ? r->threads : 1, r->parts > 1 && r->threads > 1 ? "s" : "", r->partition,
                  a->ns_per_element, r->moved_bytes, r->expected_ns, others);
    }
    for (size_t i = 0; i < a->nassumptions; i++)
        show_line(p->out, "    assumed: %s", a->assumptions[i]);
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
    json_text_at(j, "function", a->function, a->function_bytes);
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

static grn_status plan_records(const ttnn_page *to, const grn_module_plan_options *o, const grn_diag *diag)
{
    page p = {.out = to->out, .of = to->of, .remarks = to->remarks};
    const grn_plan_visitor visitor = {planned, &p};
    return grn_module_plan(to->of.module, o, &visitor, diag);
}

static int plan_these(common *c, plan_settings *s, program of, grn_module_plan_options *o, const grn_diag *diag)
{
    grn_run_options run = run_options(c, &s->calling, 0);
    const ttnn_page to = {c->out, of, s->calling.reading.verify_diagnostics ? diag : NULL, &s->printed};
    tuning_use(&s->tuning, &run);
    o->nassumed = s->dims.count;
    o->assumed = s->dims.items;
    o->extent = s->dims.extent;
    o->strict_bounds = run.strict_bounds;
    o->drop_whole_window = run.drop_whole_window;
    o->parallel = run.parallel;
    o->machine = run.machine;
    o->tuning = run.tuning;
    o->tune_seconds = run.tune_seconds;
    o->max_accesses = run.max_steps;
    return exit_of_status(s->target_ttnn ? plan_ttnn(&to, &s->ttnn, o, diag) : plan_records(&to, o, diag));
}

static int plan_entry(common *c, void *own, const entry *e, const grn_diag *diag)
{
    grn_module_plan_options o = {
        .one_function = true, .function = e->function, .ninputs = e->ninputs, .inputs = e->inputs};
    return plan_these(c, own, (program){e->file, e->module}, &o, diag);
}

/* All functions, unless one is named, or given inputs. */
static int plan_module(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag)
{
    const plan_settings *s = own;
    if (s->calling.entry.bytes || s->calling.inputs.count > 0)
        return for_each_entry(c, &s->calling, (program){p->file, module}, diag, plan_entry, own);
    return plan_these(c, own, (program){p->file, module}, &(grn_module_plan_options){.one_function = false}, diag);
}

static int plan(common *c, void *own)
{
    plan_settings *s = own;
    int exit = report_begin(c, NULL);
    if (exit != EXIT_FINE)
        return exit;
    exit = tuning_begin(&s->tuning);
    if (exit == EXIT_FINE && document_is_open())
        json_word_at(document_body(), "target", s->target_ttnn ? "ttnn" : NULL);
    if (exit == EXIT_FINE)
        exit = list_each_module(c, "plans", &s->calling.reading, plan_module, s);
    exit = tuning_end(&s->tuning, exit);
    return report_end(c, exit, exit == EXIT_FINE);
}

static const char *plan_target_word(size_t i) { return i == 0 ? "ttnn" : NULL; }
static bool read_l1_bytes(void *out, const char *v)
{
    uint64_t bytes;
    if (!read_bytes(v, &bytes) || bytes > INT64_MAX)
        return false;
    *(int64_t *)out = (int64_t)bytes;
    return true;
}

static const option_row plan_rows[] = {
    {LISTS(called_rows, output_rows, bounds_rows), AT(plan_settings, calling)},
    {"target", "ttnn", "what each gather and scatter would cost as TTNN's, on tiles",
     TO(plan_settings, target_ttnn, read_flag), .choice = plan_target_word},
    {LISTS(json_rows)},
    {"dim", "X/D=N",
     "plan with N for dimension D of argument X (a name, or a number from 0) where it is ?; N alone: for every other ? "
     "(default: 1024)",
     TO(plan_settings, dims, read_dim), .drop = dims_free,
     .takes = "ARGUMENT/DIMENSION=NUMBER, as x/0=128, or NUMBER for all"},
    {"cores", "XxY", "with --target: the grid of cores (default 8x8)", TO(plan_settings, ttnn, read_cores),
     .takes = "a grid of cores, as 8x8", .needs = "target"},
    {"l1-bytes", "SIZE", "with --target: local memory of a core (default 1536K)",
     TO(plan_settings, ttnn.l1_bytes, read_l1_bytes), .takes = "a number of bytes, as 1536K", .needs = "target"},
    {"strategy", "S",
     "with --target: auto, single (a core has whole rows), multi (cores share a row); embeddings: rows, tiles",
     TO(plan_settings, ttnn, read_strategy), .choice = strategy_word, .needs = "target"},
    {LISTS(memory_rows)},
    {"max-steps", "N", "stop (exit 3) before more than N gathers and scatters are planned",
     TO(plan_settings, calling.max_steps, read_steps), .takes = "a number from 1 on"},
    {LISTS(errors_rows, threads_rows, tuning_rows), AT(plan_settings, tuning)},
    {LISTS(closing_rows), AT(plan_settings, calling)},
    {0}};

const command_code plan_code = {plan_rows, sizeof(plan_settings), plan};

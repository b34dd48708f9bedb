/* plan.c - grn_module_plan: a record for each access of a module. */
#include <inttypes.h>
#include <stdio.h>

#include "api/ttnn.h"
#include "interp/chains.h"
#include "survey/plans.h"

#define FOLD_STEPS UINT64_C(1000000) /* for the numbers and lists that views are made with */

typedef struct planning {
    const grn_module *module;
    const grn_module_plan_options *options;
    const grn_plan_visitor *visitor;
    const grn_diag *diag;
    grn_plan_options how;
    uint64_t count;
} planning;

/* ---- one access ------------------------------------------------------------------------------ */

typedef struct reason {
    char text[GRN_MESSAGE_BYTES];
} reason;

static void keep_reason(void *user, const grn_diagnostic *d)
{
    reason *r = user;
    if (d->severity == GRN_SEVERITY_ERROR && !*r->text)
        snprintf(r->text, sizeof r->text, "%s", d->message);
}

/* Nothing is combined: that there is a program decides what can be planned. */
static void no_list(void *user, const grn_combine_list *list) { (void)user, (void)list; }

static grn_status plan_scatter(const planning *p, grn_surveyed *s, const grn_diag *diag, grn_plan **out)
{
    grn_scatter_spec *spec = &s->access.scatter;
    bool is_program = false;
    grn_status status = GRN_OK;
    if (spec->combiner == GRN_COMBINE_REGION && s->op->def->to_spec) /* an eval hands its region on as it is */
        status = grn_survey_region(p->module, s->op, p->module->allocator, &is_program);
    spec->region_in_order = is_program ? no_list : NULL;
    return status == GRN_OK ? grn_plan_scatter(spec, s->access.ninputs, s->operands, &s->access.indices, s->dense,
                                               &p->how, p->module->allocator, diag, out)
                            : status;
}

static grn_status make_plan(const planning *p, grn_surveyed *s, const grn_diag *diag, grn_plan **out)
{
    return s->access.kind == GRN_ACCESS_GATHER ? grn_plan_gather(&s->access.gather, s->operands, &s->access.indices,
                                                                 s->dense, &p->how, p->module->allocator, diag, out)
                                               : plan_scatter(p, s, diag, out);
}

typedef struct line {
    char *text;
    grn_arena *arena;
} line;

static grn_status keep_line(void *user, const char *text, size_t n)
{
    line *l = user;
    l->text = grn_arena_text(l->arena, text, n);
    return l->text ? GRN_OK : GRN_E_MEMORY;
}

/* The record of an access that has a plan. */
static grn_status describe(const grn_plan *plan, const grn_surveyed *s, grn_arena *arena, grn_planned_access *out)
{
    line l = {NULL, arena};
    const grn_sink sink = {keep_line, &l};
    const bool scatters = s->access.kind == GRN_ACCESS_SCATTER;
    grn_status status = grn_plan_describe(plan, &out->plan);
    if (status == GRN_OK)
        status = grn_plan_print(plan, &sink);
    out->text = l.text;
    out->ns_per_element = out->plan.elements > 0 ? out->plan.expected_ns / (double)out->plan.elements : 0;
    if (status == GRN_OK && !out->plan.empty &&
        !grn_survey_alternatives(plan, scatters, arena, &out->nalternatives, &out->alternatives))
        status = GRN_E_MEMORY;
    return status;
}

/* The record of an op that runs a bag or a reduction over segments as a whole, which has no rows to choose between. */
static grn_status describe_grouping(const planning *p, const grn_grouping *of, const grn_diag *diag, grn_arena *arena,
                                    grn_planned_access *out)
{
    char text[GRN_REPORT_BYTES];
    grn_status status =
        grn_describe_grouping(of, p->how.parallel, p->how.machine, p->module->allocator, diag, &out->plan, text);
    if (status != GRN_OK)
        return status;
    out->text = grn_arena_text(arena, text, strlen(text));
    out->ns_per_element = out->plan.elements > 0 ? out->plan.expected_ns / (double)out->plan.elements : 0;
    return out->text ? GRN_OK : GRN_E_MEMORY;
}

/* The same, if the op is one, or a gather whose rows are summed where they lie. Else a plan. */
static grn_status plan_access(const planning *p, grn_surveyed *s, const grn_diag *diag, grn_arena *arena,
                              grn_planned_access *out, grn_plan **plan)
{
    const grn_op *op = s->op;
    const grn_row_sum *rows = op->chain && s->typed == op ? op->chain->rows : NULL;
    grn_grouping of;
    grn_row_bag bag;
    if (op->def->as_grouping) {
        const grn_status status = op->def->as_grouping(s->typed, s->values, diag, &of);
        return status == GRN_OK ? describe_grouping(p, &of, diag, arena, out) : status;
    }
    if (rows && grn_row_sum_bag(rows, &s->access, s->operands, NULL, &bag))
        return describe_grouping(p, &bag.of, diag, arena, out);
    return make_plan(p, s, diag, plan);
}

/* What ranks would have to share. A window is what one index vector moves. */
static void describe_share(const grn_surveyed *s, grn_planned_access *out)
{
    const bool scatters = s->access.kind == GRN_ACCESS_SCATTER;
    const grn_dimension_numbers *dims = scatters ? &s->access.scatter.dims : &s->access.gather.dims;
    int64_t window = 1;
    for (int32_t i = 0; i < dims->offset_dims.count; i++)
        window *= s->dense->shape[dims->offset_dims.v[i]];
    const int64_t elements = grn_tensor_elements(s->dense);
    out->index_vectors = elements > 0 && window > 0 ? elements / window : 0;
    out->index_bytes = (int64_t)grn_dtype_bytes(s->access.indices.dtype);
    for (size_t i = 0; i < (scatters ? s->access.ninputs : 1); i++) {
        const int64_t bytes = (int64_t)grn_dtype_bytes(s->operands[i].dtype);
        out->window_bytes += window * bytes;
        out->operand_bytes += grn_tensor_elements(&s->operands[i]) * bytes;
        out->order_shows =
            out->order_shows || (scatters && grn_order_shows(s->access.scatter.combiner, s->operands[i].dtype));
    }
    out->is_batched = dims->operand_batching_dims.count > 0;
}

static grn_status planned(const planning *p, grn_surveyed *s, grn_arena *arena, grn_planned_access *record)
{
    reason why = {""};
    const grn_diag diag = {keep_reason, &why};
    grn_plan *plan = NULL;
    grn_status status = s->known ? plan_access(p, s, &diag, arena, record, &plan) : GRN_OK;
    if (s->known)
        describe_share(s, record);
    if (status == GRN_E_MEMORY)
        return status;
    if (plan)
        status = describe(plan, s, arena, record);
    else if (!record->text)
        record->obstacle = s->known ? why.text : s->why;
    if (record->text || record->obstacle)
        status = status == GRN_E_MEMORY ? status : p->visitor->planned(p->visitor->user, record);
    grn_plan_destroy(plan);
    return status;
}

static grn_status report_ttnn(const planning *p, const grn_surveyed *s)
{
    const grn_ttnn_planner *to = p->options->ttnn;
    if (s->known)
        return grn_report_ttnn(&p->module->ir, to, s->op, &s->access, s->values, p->diag);
    to->report(to->user, &(grn_ttnn_report){.place = s->op->place, .op = s->op->def->name, .note = s->why});
    return GRN_OK;
}

static grn_status visit(void *user, grn_surveyed *s, grn_arena *arena)
{
    planning *p = user;
    const grn_str function = grn_survey_name(s->function);
    grn_planned_access record = {.place = s->op->place,
                                 .op = s->op->def->name,
                                 .function = grn_arena_text(arena, function.text, function.n),
                                 .function_bytes = function.n,
                                 .function_number = s->number,
                                 .is_scatter = s->access.kind == GRN_ACCESS_SCATTER};
    if (p->options->max_accesses && p->count++ == p->options->max_accesses)
        return grn_fail(p->diag, s->op->place, GRN_E_LIMIT,
                        "%s is one more gather or scatter than the limit of %" PRIu64, s->op->def->name,
                        p->options->max_accesses);
    if (p->options->ttnn)
        return report_ttnn(p, s);
    if (!record.function ||
        !grn_survey_assumptions(&p->module->ir, s, arena, &record.nassumptions, &record.assumptions))
        return GRN_E_MEMORY;
    return planned(p, s, arena, &record);
}

/* ---- all of them ----------------------------------------------------------------------------- */

static grn_status check_assumed(const grn_module_plan_options *o, const grn_diag *diag)
{
    if (o->extent < 0)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "extent is %" PRId64 ", it must not be negative",
                        o->extent);
    if (o->nassumed && !o->assumed)
        return grn_fail_null("assumed", diag);
    for (size_t i = 0; i < o->nassumed; i++)
        if (!o->assumed[i].argument || o->assumed[i].dim < 0 || o->assumed[i].extent < 0)
            return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                            "assumed[%zu] has no argument, or a dim or an extent that is negative", i);
    return GRN_OK;
}

static grn_status check_options(const grn_module *module, const grn_module_plan_options *o, const grn_diag *diag)
{
    if (o->one_function && o->function >= module->nfunctions)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "there is no function #%zu, the module has %zu",
                        o->function, module->nfunctions);
    if (o->ninputs && !o->one_function)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "inputs are given, and no function that takes them");
    grn_status status = check_assumed(o, diag);
    if (status == GRN_OK)
        status = grn_check_parallel(o->parallel, diag);
    if (status == GRN_OK && o->machine)
        status = grn_machine_check(o->machine, diag);
    if (status == GRN_OK && !(o->tune_seconds >= 0))
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                          "tune_seconds is negative, or no number, it must be 0 or more");
    if (status == GRN_OK && o->ttnn && !o->ttnn->report)
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "ttnn has no report function, it needs one");
    if (status == GRN_OK && o->ttnn)
        status = GRN_CHECK_OPTIONS(grn_ttnn_options, o->ttnn->options, diag);
    if (status == GRN_OK && o->ninputs)
        status = grn_check_inputs(&module->functions[o->function], o->ninputs, o->inputs, false, diag);
    return status;
}

static grn_status plan_typed(planning *p, const grn_module *typed)
{
    const grn_module *m = p->module;
    const size_t bytes = m->nfunctions + 1;
    bool *wanted = p->options->one_function ? grn_allocate(m->allocator, bytes * sizeof *wanted) : NULL;
    grn_status status = p->options->one_function && !wanted ? GRN_E_MEMORY : GRN_OK;
    if (wanted) {
        memset(wanted, 0, bytes * sizeof *wanted);
        status = grn_survey_reachable(m, p->options->function, wanted);
    }
    const grn_survey survey = {
        .module = m,
        .typed = typed ? typed : m,
        .max_fold_steps = FOLD_STEPS,
        .allocator = m->allocator,
        .wanted = wanted,
        .flags = {.strict_bounds = p->options->strict_bounds, .drop_whole_window = p->options->drop_whole_window},
        .visit = visit,
        .user = p};
    if (status == GRN_OK)
        status = grn_survey_each(&survey);
    if (wanted)
        grn_release(m->allocator, wanted, bytes * sizeof *wanted);
    return status;
}

GRN_API grn_status grn_module_plan(const grn_module *module, const grn_module_plan_options *options,
                                   const grn_plan_visitor *visitor, const grn_diag *diag)
{
    const grn_module_plan_options plain = {.one_function = false}, *o = options ? options : &plain;
    grn_machine machine = {.size_bytes = 0};
    grn_module *typed = NULL;
    if (!module)
        return grn_fail_null("module", diag);
    if (!o->ttnn && (!visitor || !visitor->planned))
        return grn_fail_null("visitor", diag);
    grn_status status = GRN_CHECK_OPTIONS(grn_module_plan_options, options, diag);
    if (status == GRN_OK)
        status = check_options(module, o, diag);
    if (status == GRN_OK && !atomic_load(&((grn_module *)module)->verified))
        status = grn_module_verify(module, diag);
    if (status != GRN_OK)
        return status;
    if (!o->machine)
        grn_machine_here(&machine);
    planning p = {.module = module,
                  .options = o,
                  .visitor = visitor,
                  .diag = diag,
                  .how = {.parallel = o->parallel,
                          .machine = o->machine ? o->machine : &machine,
                          .tuning = o->tuning,
                          .tune_seconds = o->tune_seconds}};
    status = grn_survey_assume(module, o, diag, &typed);
    if (status == GRN_OK) {
        status = plan_typed(&p, typed);
        if (status == GRN_E_MEMORY)
            grn_fail(diag, grn_no_place, status, "memory refused while the module was planned");
    }
    grn_module_destroy(typed);
    return status;
}

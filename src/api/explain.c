/* explain.c - the public calls that explain and draw one gather or scatter of a program: the run is
 * ended once it was seen. */
#include <inttypes.h>
#include <stdio.h>

#include "explain/explain.h"
#include "api/explain_missed.h"
#include "api/explain_owners.h"
#include "api/ttnn.h"
#include "interp/chains.h"

/* Ends the run where all that was wanted has been seen; is never reported. */
#define SEEN GRN_E_CHECK

/* Gathers and scatters that are named where another one is asked for. */
#define MET_TOLD 8

typedef struct sight {
    const grn_module_explain_options *explain; /* one of the two is NULL */
    const grn_module_draw_options *draw;
    const grn_module *module;
    const grn_function *function;
    const grn_diag *diag;
    const grn_sink *sink;
    const grn_allocator *allocator;
    uint64_t wanted, met;
    const grn_op *first[MET_TOLD]; /* of those that were met */
    grn_vec entered;               /* regions that ran */
    bool seen;
    grn_status status; /* of what was done with it */
    bool has_tiles;
    grn_ttnn_account tiles;
    bool is_divided; /* over devices, which are drawn */
} sight;

/* ---- the elements asked for ------------------------------------------------------------------ */

typedef struct elements {
    int64_t at[GRN_DRAW_TRACES][GRN_MAX_RANK];
    grn_question question;
} elements;

/* Elements that are explained where none is named. */
#define CHOSEN 3

static void choose(const grn_scene *s, elements *out)
{
    out->question.count = grn_choose_traces(s, CHOSEN, out->at);
    out->question.at_update = true;
}

static grn_status take_element(grn_place place, const char *name, const grn_tensor *t, size_t nat, const int64_t *at,
                               const grn_diag *diag, elements *out)
{
    if (nat > 0 && at == NULL)
        return grn_fail_null("at", diag);
    grn_status status = grn_check_at(place, name, t, nat, at, diag);
    if (status == GRN_OK && nat > 0)
        memcpy(out->at[out->question.count], at, nat * sizeof *at);
    if (status == GRN_OK)
        out->question.count++;
    return status;
}

static grn_status elements_to_explain(const sight *s, const grn_scene *scene, elements *out)
{
    const grn_module_explain_options *o = s->explain;
    const bool of_result = scene->problem.scatter && !o->at_update;
    if (o->nat == 0) {
        choose(scene, out);
        return GRN_OK;
    }
    if (o->at_update && !scene->problem.scatter)
        return grn_fail(s->diag, scene->place, GRN_E_ARGUMENT,
                        "%s is a gather, which has no updates: an element of its result is asked for by at", scene->op);
    out->question.at_update = !of_result;
    const grn_access_words words = grn_scene_words(scene);
    return take_element(scene->place, of_result ? "the result" : words.updates,
                        of_result ? scene->problem.operand : scene->problem.dense, o->nat, o->at, s->diag, out);
}

static grn_status elements_to_draw(const sight *s, const grn_scene *scene, elements *out)
{
    const grn_module_draw_options *o = s->draw;
    const grn_access_words words = grn_scene_words(scene);
    grn_status status = GRN_OK;
    if (o->ntraces == 0)
        choose(scene, out);
    out->question.at_update = true;
    for (size_t i = 0; status == GRN_OK && i < o->ntraces; i++)
        status = take_element(scene->place, words.updates, scene->problem.dense, o->nat[i], o->at[i], s->diag, out);
    return status;
}

/* ---- the op ---------------------------------------------------------------------------------- */

static grn_status write_explanation(const sight *s, const grn_scene *scene, const grn_question *q, const grn_sink *sink)
{
    if (s->explain->in_words)
        return grn_explain_words(scene, s->explain->json, sink);
    return s->explain->json ? grn_explain_print_json(scene, q, sink) : grn_explain_print(scene, q, sink);
}

static grn_status check_input(const sight *s, const grn_scene *scene, size_t input)
{
    if (input <= scene->problem.npairs)
        return GRN_OK;
    return grn_fail(s->diag, scene->place, GRN_E_ARGUMENT,
                    "%s has %zu input%s, there is no input %zu: they count from 0", scene->op, scene->problem.npairs,
                    scene->problem.npairs == 1 ? "" : "s", input - 1);
}

static grn_status write_scene(const sight *s, const grn_scene *scene)
{
    elements e = {.question = {.at = (const int64_t(*)[GRN_MAX_RANK])e.at}};
    e.question.only_input = s->explain ? s->explain->only_input : s->draw->only_input;
    if (check_input(s, scene, e.question.only_input) != GRN_OK)
        return GRN_E_ARGUMENT;
    if (s->explain) {
        grn_status status = elements_to_explain(s, scene, &e);
        return status == GRN_OK ? write_explanation(s, scene, &e.question, s->sink) : status;
    }
    grn_status status = elements_to_draw(s, scene, &e);
    if (status != GRN_OK)
        return status;
    return s->draw->text ? grn_draw_text(scene, &e.question, s->draw->columns, s->diag, s->sink)
                         : grn_draw_svg(scene, &e.question, s->diag, s->sink);
}

static bool wants(sight *s, const grn_op *op)
{
    if (s->met < MET_TOLD)
        s->first[s->met] = op;
    return s->met++ == s->wanted;
}

static void enters(void *user, const grn_region *region, bool apart, const grn_tensor *first)
{
    sight *s = user;
    grn_note_entered(&s->entered, region, apart, first);
}

/* Where a scatter accumulates in a wider dtype than its result has. */
static grn_dtype rounded_to(const grn_access_view *v)
{
    const grn_dtype dtype = grn_type_element_or_self(grn_type_at_run(v->op->results[0].type))->dtype;
    const bool floats = grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT &&
                        grn_dtype_class_of(v->problem.operand[0].dtype) == GRN_CLASS_FLOAT;
    return v->problem.scatter && floats && dtype != v->problem.operand[0].dtype ? dtype : GRN_NO_DTYPE;
}

/* Where a run makes no tensor of what is explained: a line behind it. */
static grn_status write_grouping(const sight *s, const grn_access_view *v)
{
    char text[256] = "";
    int64_t length;
    grn_row_sum of;
    if (v->op->def->as_grouping && v->problem.gather)
        snprintf(text, sizeof text, "A bag: a run combines these rows where they lie, and makes no tensor of them.\n");
    else if (v->op->def->as_grouping)
        snprintf(text, sizeof text, "Segments: a run combines the entries of each where they lie.\n");
    else if (v->problem.gather && grn_row_sum_find(&s->module->ir, v->op, &of) &&
             grn_row_sum_is_bag(&of, v->problem.gather, v->problem.operand, v->problem.dense, &length))
        snprintf(text, sizeof text,
                 "A bag: its rows are only %s, %" PRId64 " at a time, by %.*s at %" PRIu32 ":%" PRIu32 ".\n",
                 grn_row_sum_words(&of), length, (int)of.ops[of.nops - 1]->name.n, of.ops[of.nops - 1]->name.text,
                 of.ops[of.nops - 1]->place.line, of.ops[of.nops - 1]->place.column);
    return *text ? s->sink->write(s->sink->user, text, strlen(text)) : GRN_OK;
}

static grn_status look_at(sight *s, const grn_access_view *v, const grn_owners *owners)
{
    const bool tiled = s->has_tiles && grn_op_is_tiled(&s->module->ir, v->op);
    const grn_scene scene = {.op = v->op->def->name,
                             .function = s->function->name,
                             .function_bytes = s->function->name_bytes,
                             .place = v->op->place,
                             .problem = v->problem,
                             .results = v->results,
                             .rounded_to = v->op->nresults > 0 ? rounded_to(v) : GRN_NO_DTYPE,
                             .is_part = v->op->def->to_spec == NULL,
                             .words = grn_access_words_of(&s->module->ir, v->op->name),
                             .tiles = tiled ? &s->tiles : NULL,
                             .owners = owners,
                             .allocator = s->allocator};
    grn_status status = write_scene(s, &scene);
    return status == GRN_OK && s->explain && !s->explain->json && !s->explain->in_words ? write_grouping(s, v) : status;
}

static grn_status look(sight *s, const grn_access_view *v)
{
    grn_owners_held held = {.allocator = NULL};
    s->status = s->is_divided ? grn_owners_of(s->module, v, s->diag, &held) : GRN_OK;
    s->seen = true;
    if (s->status == GRN_OK)
        s->status = look_at(s, v, s->is_divided ? &held.owners : NULL);
    grn_owners_free(&held);
    return SEEN;
}

static grn_status see(void *user, grn_access_view *v)
{
    sight *s = user;
    if (v->moment == GRN_MOMENT_BEFORE)
        v->wants_after = wants(s, v->op);
    return v->moment == GRN_MOMENT_AFTER ? look(s, v) : GRN_OK;
}

/* Every access, before it runs. */
static void note_tiles(void *user, const grn_ttnn_report *report)
{
    sight *s = user;
    if (s->met != s->wanted)
        return;
    s->has_tiles = report->account != NULL;
    if (s->has_tiles)
        s->tiles = *report->account;
}

/* ---- the calls ------------------------------------------------------------------------------- */

static grn_status not_met(const sight *s)
{
    const grn_status status = grn_fail(s->diag, s->function->op->place, GRN_E_ARGUMENT,
                                       "@%s has no gather or scatter #%" PRIu64 ": its run meets %" PRIu64 "%s",
                                       s->function->name, s->wanted, s->met, s->met > 0 ? ", which count from 0" : "");
    for (uint64_t i = 0; i < s->met && i < MET_TOLD; i++)
        grn_note(s->diag, s->first[i]->place, "#%" PRIu64 " is %.*s", i, (int)s->first[i]->name.n,
                 s->first[i]->name.text);
    grn_tell_missed(s->module, &s->entered, MET_TOLD, s->diag);
    return status;
}

static grn_status run_until_seen(sight *s, size_t function, size_t ninputs, const grn_tensor *inputs,
                                 const grn_run_options *given)
{
    const grn_observer observer = {.user = s, .access = see, .enters = enters};
    grn_run_options options;
    grn_copy_options(&options, GRN_RUN_OPTIONS_FIRST_BYTES, sizeof options, given);
    options.comm = NULL; /* the run ends where enough is seen: the others would wait */
    const grn_ttnn_planner planner = {options.ttnn ? options.ttnn->options : NULL, note_tiles, s};
    grn_results *results;
    options.plans = NULL;
    options.ttnn = s->draw ? &planner : NULL;
    s->allocator = options.allocator ? options.allocator : s->module->allocator;
    grn_vec_init(&s->entered, s->allocator, sizeof(grn_entered));
    grn_status status = grn_module_run_with(s->module, function, ninputs, inputs, &options,
                                            &(grn_run_extras){.observers = &observer}, s->diag, &results);
    grn_results_destroy(results);
    if (s->seen)
        status = s->status;
    else if (status == GRN_OK)
        status = not_met(s);
    grn_vec_destroy(&s->entered);
    return status;
}

/* What a call writes is kept until it is whole. */
static grn_status write_whole(sight *s, size_t function, size_t ninputs, const grn_tensor *inputs,
                              const grn_run_options *options, const grn_sink *sink)
{
    grn_vec text;
    const grn_sink kept = grn_vec_sink(&text);
    grn_vec_init(&text, options && options->allocator ? options->allocator : s->module->allocator, 1);
    s->sink = &kept;
    grn_status status = run_until_seen(s, function, ninputs, inputs, options);
    if (status == GRN_E_MEMORY && s->seen)
        grn_fail(s->diag, grn_no_place, status, "memory refused for the text of an explanation or a picture");
    if (status == GRN_OK)
        status = sink->write(sink->user, text.items ? text.items : "", text.count);
    grn_vec_destroy(&text);
    return status;
}

static grn_status check(const grn_module *module, size_t function, const grn_run_options *run, const grn_diag *diag,
                        const grn_sink *sink)
{
    if (!module)
        return grn_fail_null("module", diag);
    if (grn_check_sink(sink) != GRN_OK)
        return grn_fail_null("sink", diag);
    if (function >= module->nfunctions)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "there is no function #%zu, the module has %zu", function,
                        module->nfunctions);
    const grn_status status = GRN_CHECK_GROWN_OPTIONS(grn_run_options, GRN_RUN_OPTIONS_FIRST_BYTES, run, diag);
    return status == GRN_OK && run ? grn_check_allocator(run->allocator, diag) : status;
}

GRN_API grn_status grn_module_explain(const grn_module *module, size_t function, size_t ninputs,
                                      const grn_tensor *inputs, const grn_module_explain_options *options,
                                      const grn_diag *diag, const grn_sink *sink)
{
    static const grn_module_explain_options plain = {0};
    const grn_module_explain_options *o = options ? options : &plain;
    grn_status status = GRN_CHECK_OPTIONS(grn_module_explain_options, options, diag);
    if (status == GRN_OK)
        status = check(module, function, o->run, diag, sink);
    if (status != GRN_OK)
        return status;
    sight s = {.explain = o, .module = module, .function = &module->functions[function], .diag = diag, .wanted = o->op};
    return write_whole(&s, function, ninputs, inputs, o->run, sink);
}

static grn_status check_traces(const grn_module_draw_options *o, const grn_diag *diag)
{
    if (o->ntraces > GRN_DRAW_TRACES)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "a picture traces at most %d elements, %zu are asked for",
                        GRN_DRAW_TRACES, o->ntraces);
    if (o->ntraces > 0 && (!o->nat || !o->at))
        return grn_fail_null(!o->nat ? "nat" : "at", diag);
    return o->columns >= 0 ? GRN_OK
                           : grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                                      "columns is %" PRId32 ", it must be 0 or more", o->columns);
}

GRN_API grn_status grn_module_draw(const grn_module *module, size_t function, size_t ninputs, const grn_tensor *inputs,
                                   const grn_module_draw_options *options, const grn_diag *diag, const grn_sink *sink)
{
    static const grn_module_draw_options plain = {0};
    const grn_module_draw_options *o = options ? options : &plain;
    grn_status status = GRN_CHECK_OPTIONS(grn_module_draw_options, options, diag);
    if (status == GRN_OK)
        status = check(module, function, o->run, diag, sink);
    if (status == GRN_OK)
        status = check_traces(o, diag);
    if (status != GRN_OK)
        return status;
    grn_module *spread = NULL;
    bool is_divided;
    status = grn_owners_spread(module, &function, diag, &is_divided, &spread);
    const grn_module *drawn = spread ? spread : module;
    sight s = {.draw = o,
               .module = drawn,
               .function = &drawn->functions[function],
               .diag = diag,
               .wanted = o->op,
               .is_divided = is_divided};
    if (status == GRN_OK)
        status = write_whole(&s, function, ninputs, inputs, o->run, sink);
    grn_module_destroy(spread);
    return status;
}

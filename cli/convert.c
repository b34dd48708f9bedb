/* convert.c - garner convert: a program rewritten into one that means the same, or written in
 * another language. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* ---- trials ---------------------------------------------------------------------------------- */

typedef struct trial_report {
    const settings *settings;
    const grn_module *module;
    size_t functions; /* that are tried */
} trial_report;

static bool is_tried(const grn_function_info *f) { return f->is_public && f->has_body; }

static size_t count_tried(const grn_module *module)
{
    size_t n = 0;
    grn_function_info f;
    for (size_t i = 0; grn_module_function(module, i, &f) == GRN_OK; i++)
        n += is_tried(&f);
    return n;
}

static void describe_trials(const grn_trials *t, uint64_t seed, char *to, size_t bytes)
{
    size_t n = (size_t)snprintf(to, bytes,
                                "%" PRIu64 " trials (seed %" PRIu64 "): %" PRIu64 " with every index in range, %" PRIu64
                                " with one out of range",
                                t->in_range + t->out_of_range, seed, t->in_range, t->out_of_range);
    if (t->refused)
        n += (size_t)snprintf(to + n, bytes - n, "; %" PRIu64 " more were errors in the source", t->refused);
    if (t->promise_broken)
        snprintf(to + n, bytes - n, "; %" PRIu64 " more broke a promise of the source", t->promise_broken);
    else if (t->makes_promises)
        snprintf(to + n, bytes - n, "; all kept the promises");
}

static void json_trials(json *j, const grn_function_info *f, const grn_trials *t, uint64_t seed)
{
    json_open(j, '{');
    json_key(j, "function");
    json_text(j, f->name, f->name_bytes);
    json_count_at(j, "seed", seed);
    json_count_at(j, "in_range", t->in_range);
    json_count_at(j, "out_of_range", t->out_of_range);
    json_count_at(j, "refused", t->refused);
    json_count_at(j, "promise_broken", t->promise_broken);
    json_close(j, '}');
}

/* A function's line; with its name where there are several. */
static void report_trials(void *user, size_t function, const grn_trials *trials)
{
    const trial_report *r = user;
    char text[320] = "1 case, no inputs";
    grn_function_info f;
    if (grn_module_function(r->module, function, &f) != GRN_OK)
        return;
    if (r->settings->state->trials) {
        json_trials(r->settings->state->trials, &f, trials, r->settings->convert.seed);
        return;
    }
    if (f.ninputs)
        describe_trials(trials, r->settings->convert.seed, text, sizeof text);
    const notice said = {.severity = GRN_SEVERITY_REMARK, .file = r->settings->file};
    if (r->functions > 1)
        tell(&said, "@%s: same bits in %s", f.name, text);
    else
        tell(&said, "same bits in %s", text);
}

/* Both run on the same random inputs; what was tried is reported. Where nothing could be compared
 * the answer is no. */
static int try_both(const settings *s, const grn_module *module, const grn_module *made, const grn_diag *diag)
{
    grn_trials tried;
    trial_report report = {s, module, count_tried(module)};
    const grn_equivalence_options options = {.only_in_range = s->convert.assume_in_bounds,
                                             .max_memory_bytes = s->max_memory_bytes,
                                             .max_steps = s->max_steps,
                                             .seed = s->convert.seed,
                                             .function_tried = report_trials,
                                             .user = &report};
    grn_status status = grn_module_equivalent(module, made, &options, diag, &tried);
    return status == GRN_E_UNSUPPORTED ? EXIT_NO : exit_of_status(status);
}

/* A text of several modules is a text of each. */
static int write_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    const grn_module_source_options options = {.language = s->convert.to, .keep_recipes = s->keep_recipes};
    const grn_sink sink = made_sink(s);
    (void)p;
    return exit_of_status(grn_module_write_source(module, &options, diag, &sink));
}

/* ---- portable artifacts ---------------------------------------------------------------------- */

static int write_artifact(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    const grn_module_artifact_options options = {.target = s->convert.vhlo};
    const grn_sink sink = grn_text_buffer_sink(s->state->made);
    if (!p->first)
        return refuse_of(EXIT_REJECTED, p->file->name, "an artifact holds one module, and this is a second");
    return exit_of_status(grn_module_write_artifact(module, &options, diag, &sink));
}

static int convert_to_artifact(const settings *s)
{
    const char *unfit = s->convert.verify_equivalence ? "--verify-equivalence"
                        : s->convert.assume_in_bounds ? "--assume-in-bounds"
                        : s->printing.generic         ? "--generic"
                        : s->keep_recipes             ? "--no-raise"
                        : s->convert.strict_target    ? "--strict-target"
                                                      : NULL;
    if (unfit)
        return refuse(EXIT_USAGE, "convert: --to=artifact takes no %s", unfit);
    if (!names_file(s) && (s->json || isatty(STDOUT_FILENO)))
        return refuse(EXIT_USAGE, "convert: an artifact is no text for %s; -o FILE says where to write it",
                      s->json ? "JSON" : "a terminal");
    return make_text(s, write_artifact, NULL);
}

/* ---- ONNX models ----------------------------------------------------------------------------- */

static void ignore_diagnostic(void *user, const grn_diagnostic *d) { (void)user, (void)d; }

/* With --to=onnx and a FILE of that ending: the program as ONNX's, then as a model. One that is
 * ONNX's already is only written. */
static int write_model(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    grn_module *made = NULL;
    const grn_sink sink = grn_text_buffer_sink(s->state->made);
    const grn_module_convert_options options = {.to = s->convert.to,
                                                .assume_in_bounds = s->convert.assume_in_bounds,
                                                .keep_recipes = s->keep_recipes,
                                                .strict_target = s->convert.strict_target};
    const grn_module_onnx_options named = {.function = s->calling.entry.bytes};
    if (!p->first)
        return refuse_of(EXIT_REJECTED, p->file->name, "an ONNX model holds one module, and this is a second");
    const grn_diag quiet = {ignore_diagnostic, NULL};
    if (grn_module_write_onnx(module, &named, &quiet, &sink) == GRN_OK)
        return EXIT_FINE;
    grn_status status = grn_module_convert(module, &options, diag, &made);
    int exit = exit_of_status(status);
    if (status == GRN_OK && s->convert.verify_equivalence)
        exit = try_both(s, module, made, diag);
    if (exit == EXIT_FINE)
        exit = exit_of_status(grn_module_write_onnx(made, &named, diag, &sink));
    grn_module_destroy(made);
    return exit;
}

/* ---- the command ----------------------------------------------------------------------------- */

static int convert_module(const settings *s, const part *p, grn_module *module, const grn_diag *diag)
{
    grn_module *made;
    const grn_module_convert_options options = {.to = s->convert.to,
                                                .assume_in_bounds = s->convert.assume_in_bounds,
                                                .keep_recipes = s->keep_recipes,
                                                .strict_target = s->convert.strict_target};
    grn_status status = s->convert.to                ? grn_module_convert(module, &options, diag, &made)
                        : s->convert.expand_batching ? grn_module_expand_batching(module, diag, &made)
                                                     : grn_module_collapse_batching(module, diag, &made);
    int exit = exit_of_status(status);
    if (status == GRN_OK && s->convert.verify_equivalence)
        exit = try_both(s, module, made, diag);
    if (exit == EXIT_FINE)
        exit = print_part(s, p, made);
    grn_module_destroy(made);
    return exit;
}

/* What a language has no use for, and why; NULL: nothing of the kind is asked for. */
static const char *unfit_for_language(const settings *s)
{
    return s->convert.verify_equivalence ? "--verify-equivalence: garner does not run that language"
           : s->convert.assume_in_bounds ? "--assume-in-bounds: what happens to an index out of range is always written"
           : s->printing.generic         ? "--generic: that is a form of MLIR's"
                                         : NULL;
}

static int convert_to_language(const settings *s)
{
    const char *unfit = unfit_for_language(s);
    if (!unfit)
        return stream_text(s, write_module, "text");
    return refuse(EXIT_USAGE, "convert: --to=%s takes no %s", s->convert.to, unfit);
}

static int convert_to_dialect(const settings *s)
{
    if (names_file(s) && s->convert.to && strcmp(s->convert.to, "onnx") == 0 && ends_in(s->output, ".onnx"))
        return make_text(s, write_model, NULL);
    return stream_text(s, convert_module, "text");
}

/* With --json, what was tried is a member of the document. */
static int convert_with_trials(const settings *s)
{
    json trials = {0};
    s->state->trials = s->convert.verify_equivalence && document_is_open() ? &trials : NULL;
    const int exit = convert_to_dialect(s);
    if (s->state->trials)
        json_list_at(document_body(), "equivalence", &trials);
    free(json_finish(&trials));
    return exit;
}

int convert_command(const settings *s)
{
    int asked = (s->convert.to != NULL) + s->convert.expand_batching + s->convert.collapse_batching;
    if (asked != 1) {
        complain("convert: what to do is said by %s --to, --expand-batching and --collapse-batching",
                 asked ? "only one of" : "one of");
        complain_further("convert: `garner convert --help` lists the options");
        return EXIT_USAGE;
    }
    if (s->convert.to_artifact)
        return convert_to_artifact(s);
    if (s->convert.vhlo)
        return refuse(EXIT_USAGE, "convert: --target goes with --to=artifact");
    return s->convert.to_language ? convert_to_language(s) : convert_with_trials(s);
}

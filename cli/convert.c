/* convert.c - garner convert: a program rewritten into one that means the same, or written in
 * another language. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "shrink.h"

typedef struct convert_settings {
    printing_settings printing;
    bool expand_batching, collapse_batching, assume_in_bounds, strict_target, verify_equivalence, exhaustive;
    const char *to;
    bool to_language;  /* `to` names a language, no dialect */
    bool to_artifact;  /* it is "artifact" */
    const char *vhlo;  /* the version of one: --target */
    bool keep_recipes; /* --no-raise */
    uint64_t seed, max_steps;
    json *trials; /* no option: in a JSON document, what --verify-equivalence tried */
} convert_settings;

/* ---- trials ---------------------------------------------------------------------------------- */

typedef struct trial_report {
    const common *common;
    const convert_settings *settings;
    const grn_module *module;
    size_t functions; /* that are tried */
    bool is_shrunk;   /* it has smaller shapes than the program */
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

/* What a function's trials were of; `shapes` are those it was made smaller to, "" where it was not. */
static void describe_trials(const grn_trials *t, const convert_settings *s, const char *shapes, char *to, size_t bytes)
{
    size_t n = (size_t)snprintf(to, bytes, "%" PRIu64 " trials", t->in_range + t->out_of_range);
    if (s->exhaustive)
        n += (size_t)snprintf(to + n, bytes - n, ", all combinations of indices for %s%.600s",
                              shapes[0] ? "the smaller shapes " : "these shapes", shapes);
    n += (size_t)snprintf(to + n, bytes - n,
                          " (seed %" PRIu64 "): %" PRIu64 " with every index in range, %" PRIu64
                          " with one out of range",
                          s->seed, t->in_range, t->out_of_range);
    if (t->refused)
        n += (size_t)snprintf(to + n, bytes - n, "; %" PRIu64 " more were errors in the source", t->refused);
    if (t->promise_broken)
        snprintf(to + n, bytes - n, "; %" PRIu64 " more broke a promise of the source", t->promise_broken);
    else if (t->makes_promises)
        snprintf(to + n, bytes - n, "; all kept the promises");
}

static void json_trials(json *j, const grn_function_info *f, const grn_trials *t, const char *shapes, uint64_t seed)
{
    json_open(j, '{');
    json_text_at(j, "function", f->name, f->name_bytes);
    json_word_at(j, "shapes", shapes[0] ? shapes : NULL);
    json_count_at(j, "seed", seed);
    json_count_at(j, "in_range", t->in_range);
    json_count_at(j, "out_of_range", t->out_of_range);
    json_count_at(j, "refused", t->refused);
    json_count_at(j, "promise_broken", t->promise_broken);
    json_close(j, '}');
}

/* A function's line; with its name where there are several. */
static void tell_trials(const trial_report *r, const grn_function_info *f, const grn_trials *trials, const char *shapes)
{
    char text[1024] = "1 case, no inputs";
    const notice said = {.severity = GRN_SEVERITY_REMARK, .file = r->common->file};
    if (f->ninputs)
        describe_trials(trials, r->settings, shapes, text, sizeof text);
    if (r->functions > 1)
        tell(&said, "@%s: same bits in %s", f->name, text);
    else
        tell(&said, "same bits in %s", text);
}

static void report_trials(void *user, size_t function, const grn_trials *trials)
{
    const trial_report *r = user;
    grn_text_buffer text = {0};
    grn_function_info f;
    if (grn_module_function(r->module, function, &f) != GRN_OK)
        return;
    if (r->is_shrunk)
        write_shapes(r->module, function, &text);
    const char *shapes = text.text ? text.text : "";
    if (r->settings->trials)
        json_trials(r->settings->trials, &f, trials, shapes, r->settings->seed);
    else
        tell_trials(r, &f, trials, shapes);
    grn_text_buffer_free(&text);
}

static grn_status make_other(const convert_settings *s, const grn_module *module, const grn_diag *diag,
                             grn_module **made)
{
    const grn_module_convert_options options = {.to = s->to,
                                                .assume_in_bounds = s->assume_in_bounds,
                                                .keep_recipes = s->keep_recipes,
                                                .strict_target = s->strict_target};
    return s->to                ? grn_module_convert(module, &options, diag, made)
           : s->expand_batching ? grn_module_expand_batching(module, diag, made)
                                : grn_module_collapse_batching(module, diag, made);
}

static void ignore_diagnostic(void *user, const grn_diagnostic *d) { (void)user, (void)d; }

static grn_status try_two(const common *c, const convert_settings *s, const grn_module *module, const grn_module *made,
                          bool is_shrunk, const grn_diag *diag)
{
    grn_trials tried;
    trial_report report = {c, s, module, count_tried(module), is_shrunk};
    const grn_equivalence_options options = {.size_bytes = sizeof options,
                                             .exhaustive = s->exhaustive,
                                             .only_in_range = s->assume_in_bounds,
                                             .max_memory_bytes = c->max_memory_bytes,
                                             .max_steps = s->max_steps,
                                             .seed = s->seed,
                                             .function_tried = report_trials,
                                             .user = &report};
    return grn_module_equivalent(module, made, &options, diag, &tried);
}

/* Of too many combinations of indices: the program in smaller shapes, converted in the same way. *done: it was. */
static grn_status try_shrunk(const common *c, const convert_settings *s, const grn_module *module, const grn_diag *diag,
                             bool *done)
{
    const grn_reduced from = {.module = module};
    const grn_shrink_options how = {.every_function = true,
                                    .only_in_range = s->assume_in_bounds,
                                    .max_memory_bytes = c->max_memory_bytes,
                                    .max_steps = s->max_steps};
    const grn_diag quiet = {ignore_diagnostic, NULL}; /* remarks were made of the program itself */
    grn_reduction *shrunk;
    grn_module *made = NULL;
    grn_status status = shrink_for_indices(&from, how, diag, &shrunk);
    *done = shrunk != NULL;
    if (shrunk == NULL)
        return status;
    const grn_module *smaller = grn_reduction_program(shrunk)->module;
    status = make_other(s, smaller, &quiet, &made);
    if (status == GRN_OK)
        status = try_two(c, s, smaller, made, true, diag);
    else
        complain_of(c->file, "in shapes that can be tried exhaustively the program is not converted");
    grn_module_destroy(made);
    grn_reduction_destroy(shrunk);
    return status;
}

/* Both run on the same inputs; what was tried is reported. Where nothing could be compared the answer is no. */
static int try_both(const common *c, const convert_settings *s, const grn_module *module, const grn_module *made,
                    const grn_diag *diag)
{
    bool done = false;
    grn_status status = s->exhaustive ? try_shrunk(c, s, module, diag, &done) : GRN_OK;
    if (status == GRN_OK && !done)
        status = try_two(c, s, module, made, false, diag);
    return status == GRN_E_UNSUPPORTED ? EXIT_NO : exit_of_status(status);
}

/* A text of several modules is a text of each. */
static int write_module(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag)
{
    const convert_settings *s = own;
    const grn_module_source_options options = {.language = s->to, .keep_recipes = s->keep_recipes};
    const grn_sink sink = made_sink(c);
    (void)p;
    return exit_of_status(grn_module_write_source(module, &options, diag, &sink));
}

/* ---- portable artifacts ---------------------------------------------------------------------- */

static int write_artifact(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag)
{
    const convert_settings *s = own;
    const grn_module_artifact_options options = {.target = s->vhlo};
    const grn_sink sink = grn_text_buffer_sink(c->made);
    if (!p->first)
        return refuse_of(EXIT_REJECTED, p->file->name, "an artifact holds one module, and this is a second");
    return exit_of_status(grn_module_write_artifact(module, &options, diag, &sink));
}

static int convert_to_artifact(common *c, convert_settings *s)
{
    const char *unfit = s->verify_equivalence ? "--verify-equivalence"
                        : s->assume_in_bounds ? "--assume-in-bounds"
                        : s->printing.generic ? "--generic"
                        : s->keep_recipes     ? "--no-raise"
                        : s->strict_target    ? "--strict-target"
                                              : NULL;
    if (unfit)
        return refuse(EXIT_USAGE, "convert: --to=artifact takes no %s", unfit);
    if (!names_file(c) && (c->json || isatty(STDOUT_FILENO)))
        return refuse(EXIT_USAGE, "convert: an artifact is no text for %s; -o FILE says where to write it",
                      c->json ? "JSON" : "a terminal");
    return make_text(c, &s->printing.reading, write_artifact, s, NULL);
}

/* ---- ONNX models ----------------------------------------------------------------------------- */

/* With --to=onnx and a FILE of that ending: the program as ONNX's, then as a model. One that is
 * ONNX's already is only written. */
static int write_model(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag)
{
    const convert_settings *s = own;
    grn_module *made = NULL;
    const grn_sink sink = grn_text_buffer_sink(c->made);
    const grn_module_onnx_options named = {.function = NULL};
    if (!p->first)
        return refuse_of(EXIT_REJECTED, p->file->name, "an ONNX model holds one module, and this is a second");
    const grn_diag quiet = {ignore_diagnostic, NULL};
    if (grn_module_write_onnx(module, &named, &quiet, &sink) == GRN_OK)
        return EXIT_FINE;
    grn_status status = make_other(s, module, diag, &made);
    int exit = exit_of_status(status);
    if (status == GRN_OK && s->verify_equivalence)
        exit = try_both(c, s, module, made, diag);
    if (exit == EXIT_FINE)
        exit = exit_of_status(grn_module_write_onnx(made, &named, diag, &sink));
    grn_module_destroy(made);
    return exit;
}

/* ---- the command ----------------------------------------------------------------------------- */

static int convert_module(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag)
{
    const convert_settings *s = own;
    grn_module *made;
    const grn_module_print_options how = print_options(&s->printing);
    grn_status status = make_other(s, module, diag, &made);
    int exit = exit_of_status(status);
    if (status == GRN_OK && s->verify_equivalence)
        exit = try_both(c, s, module, made, diag);
    if (exit == EXIT_FINE)
        exit = print_part(c, &how, p, made);
    grn_module_destroy(made);
    return exit;
}

/* What a language has no use for, and why; NULL: nothing of the kind is asked for. */
static const char *unfit_for_language(const convert_settings *s)
{
    return s->verify_equivalence ? "--verify-equivalence: garner does not run that language"
           : s->assume_in_bounds ? "--assume-in-bounds: what happens to an index out of range is always written"
           : s->printing.generic ? "--generic: that is a form of MLIR's"
                                 : NULL;
}

static int convert_to_language(common *c, convert_settings *s)
{
    const char *unfit = unfit_for_language(s);
    if (!unfit)
        return stream_text(c, &s->printing.reading, write_module, s, "text");
    return refuse(EXIT_USAGE, "convert: --to=%s takes no %s", s->to, unfit);
}

static int convert_to_dialect(common *c, convert_settings *s)
{
    if (names_file(c) && s->to && strcmp(s->to, "onnx") == 0 && ends_in(c->output, ".onnx"))
        return make_text(c, &s->printing.reading, write_model, s, NULL);
    return stream_text(c, &s->printing.reading, convert_module, s, "text");
}

/* With --json, what was tried is a member of the document. */
static int convert_with_trials(common *c, convert_settings *s)
{
    json trials = {0};
    s->trials = s->verify_equivalence && document_is_open() ? &trials : NULL;
    const int exit = convert_to_dialect(c, s);
    if (s->trials)
        json_list_at(document_body(), "equivalence", &trials);
    free(json_finish(&trials));
    return exit;
}

static int convert(common *c, void *own)
{
    convert_settings *s = own;
    int asked = (s->to != NULL) + s->expand_batching + s->collapse_batching;
    if (asked != 1) {
        complain("convert: what to do is said by %s --to, --expand-batching and --collapse-batching",
                 asked ? "only one of" : "one of");
        complain_further("convert: `garner convert --help` lists the options");
        return EXIT_USAGE;
    }
    if (s->to_artifact)
        return convert_to_artifact(c, s);
    if (s->vhlo)
        return refuse(EXIT_USAGE, "convert: --target goes with --to=artifact");
    return s->to_language ? convert_to_language(c, s) : convert_with_trials(c, s);
}

/* What --to may name: dialects, languages, artifacts. */
static const char *target_word(size_t i)
{
    size_t dialects = 0, languages = 0;
    while (grn_module_dialect(dialects))
        dialects++;
    while (grn_module_language(languages))
        languages++;
    return i < dialects                ? grn_module_dialect(i)
           : i < dialects + languages  ? grn_module_language(i - dialects)
           : i == dialects + languages ? "artifact"
                                       : NULL;
}

static bool read_target(void *convert, const char *v)
{
    convert_settings *c = convert;
    c->to = v;
    c->to_artifact = strcmp(v, "artifact") == 0;
    for (size_t i = 0; grn_module_language(i); i++)
        c->to_language |= strcmp(grn_module_language(i), v) == 0;
    return true;
}

static const option_row convert_rows[] = {
    {"output", "FILE",
     "write there, whole or not at all; - is standard output. With --to=onnx, a FILE that ends in .onnx: an ONNX model",
     TO_COMMON(output, read_name), .letter = 'o'},
    {"expand-batching", NULL, "write batching dims out as iota components of the index vectors",
     TO(convert_settings, expand_batching, read_flag)},
    {"collapse-batching", NULL, "raise iota components of the index vectors to batching dims",
     TO(convert_settings, collapse_batching, read_flag)},
    {"to", "NAME",
     "convert the program to the dialect {dialects}; or write it in the language {languages}; or as `artifact`, a "
     "portable artifact of StableHLO's",
     .read = read_target, .choice = target_word},
    {"target", "VERSION", "with --to=artifact: of VHLO, 0.9.0 to 1.20.0, minimum or current (default: current)",
     TO(convert_settings, vhlo, read_name), .needs = "to=artifact"},
    {"assume-in-bounds", NULL, "with --to: no index is negative or out of range, put nothing around for one that is",
     TO(convert_settings, assume_in_bounds, read_flag), .needs = "to"},
    {"strict-target", NULL, "with --to: an op that the dialect lacks is an error; else it stays and a remark says so",
     TO(convert_settings, strict_target, read_flag), .needs = "to"},
    {"no-raise", NULL, "with --to: a gather of constant indices, or of broadcasts, stays one",
     TO(convert_settings, keep_recipes, read_flag), .needs = "to"},
    {LISTS(json_rows)},
    {"verify-equivalence", NULL,
     "run both programs on random inputs first; exit 1, printing nothing, where they differ or nothing could be "
     "compared",
     TO(convert_settings, verify_equivalence, read_flag), .needs = "to|expand-batching|collapse-batching"},
    {"exhaustive", NULL,
     "with --verify-equivalence: every combination of indices, from two below their range to two above; where they are "
     "more than a million, in smaller shapes, which are named",
     TO(convert_settings, exhaustive, read_flag), .needs = "verify-equivalence"},
    {"seed", "N", "with --verify-equivalence: other inputs (default: 0)", TO(convert_settings, seed, read_count),
     .takes = "a number from 0 on", .needs = "verify-equivalence"},
    {LISTS(printing_rows, memory_rows), AT(convert_settings, printing)},
    {LISTS(steps_rows, errors_rows), AT(convert_settings, max_steps)},
    {LISTS(closing_rows), AT(convert_settings, printing)},
    {0}};

const command_code convert_code = {convert_rows, sizeof(convert_settings), convert};

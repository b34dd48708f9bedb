/*
 * fuzz_convert.c - any bytes as a program, converted to another dialect or lowered.
 *
 * The last byte chooses the dialect, or the form and stage, and the switches, so that a program's
 * file is an input as it stands. What comes out verifies, prints, parses back to a module that
 * prints the same, and gives the bits of the first on a few inputs; a stage is lowered further.
 * What is refused is reported, and all memory comes back.
 */
#include "common.h"
#include "text_mutator.h"

#include <string.h>

FUZZ_TEXT_MUTATOR

#define PARSE_BYTES ((size_t)16 << 20)
#define CONVERT_BYTES ((size_t)256 << 20)
#define CALLS ((size_t)1 << 22)
#define RUN_BYTES ((size_t)1 << 20)
#define TRIAL_BYTES ((size_t)4 << 20)

static void note(void *user, const grn_diagnostic *d) { *(size_t *)user += d->severity == GRN_SEVERITY_ERROR; }

static void check_bits(const grn_module *module, const grn_module *made, bool only_in_range)
{
    const grn_equivalence_options options = {
        .trials = 4, .only_in_range = only_in_range, .max_memory_bytes = RUN_BYTES, .max_steps = FUZZ_STEPS};
    grn_trials tried;
    grn_status status = grn_module_equivalent(module, made, &options, NULL, &tried);
    text a = {0}, b = {0};
    bool printed = status == GRN_E_CHECK && text_of(module, false, &a) && text_of(made, false, &b);
    /* NaNs are quieted (docs/convert.md), and rank 0 is never out of range: its strict run proves
     * nothing. Weighted rows are added by fma (PT-D14). A sort by `<` leaves open where a NaN goes,
     * TopK does not. */
    if (printed && !strstr(a.bytes, "embedding_bag") && !(strstr(a.bytes, "sort") && strstr(b.bytes, "onnx.TopK")) &&
        !(strstr(b.bytes, "onnx.") && fuzz_has_other_digits(a.bytes)) &&
        !(strstr(a.bytes, "ttnn.scatter") && (only_in_range || strstr(a.bytes, "bitcast_convert"))))
        broken("what was converted gives the same bits", a.bytes, b.bytes);
    fuzz_text_free(&a);
    fuzz_text_free(&b);
}

/* Lowered, to a form and stage by the choice. */
static grn_status lower(const grn_module *module, unsigned choice, const grn_diag *diag, grn_module **made)
{
    static const char *const forms[][2] = {{"scf", "loops"},  {"linalg", "loops"},    {"parallel", "loops"},
                                           {"scf", "buffer"}, {"scf", "destination"}, {"parallel", "buffer"}};
    const size_t f = choice % (sizeof forms / sizeof *forms);
    const grn_module_lower_options options = {.to = forms[f][0], .stage = forms[f][1], .drop_checks = choice & 1};
    return grn_module_lower(module, &options, diag, made);
}

/* A stage goes on to the loops that the program itself has. */
static void check_further(const grn_module *module, const grn_module *made, unsigned choice)
{
    static const char *const forms[] = {"scf", "parallel"};
    const grn_module_lower_options options = {.to = forms[choice / 8 % 2], .drop_checks = true};
    grn_module *direct = NULL, *further = NULL;
    size_t errors = 0;
    const grn_diag diag = {note, &errors};
    text t = {0};
    if (grn_module_lower(module, &options, NULL, &direct) == GRN_OK &&
        grn_module_lower(made, &options, &diag, &further) == GRN_E_UNSUPPORTED && text_of(made, false, &t))
        broken("a stage is lowered further", t.bytes, options.to);
    if (further)
        check_text_of(further, false, CONVERT_BYTES, CALLS);
    fuzz_text_free(&t);
    grn_module_destroy(direct);
    grn_module_destroy(further);
}

/* In a lowered program the bits of a NaN that went through arithmetic are not kept; a check that is
 * left out cannot fail. */
static bool shows_more(const grn_module *module)
{
    text t = {0};
    const bool shows = !text_of(module, false, &t) || strstr(t.bytes, "bitcast") || strstr(t.bytes, "check.");
    fuzz_text_free(&t);
    return shows;
}

/* `left` rations the trials: their inputs come from the module's allocator, and large ones take
 * long to draw. */
static void convert(const grn_module *module, unsigned choice, rations *left)
{
    size_t dialects = 0, errors = 0;
    grn_module *made;
    while (grn_module_dialect(dialects))
        dialects++;
    const bool lowers = choice % (dialects + 3) >= dialects;
    bool assume = !lowers && choice / dialects % 4 == 1;
    grn_module_convert_options options = {.to = grn_module_dialect(choice % dialects),
                                          .assume_in_bounds = assume,
                                          .keep_recipes = choice / dialects % 4 == 2};
    grn_diag diag = {note, &errors};
    grn_status status =
        lowers ? lower(module, choice, &diag, &made) : grn_module_convert(module, &options, &diag, &made);
    if ((status == GRN_OK) != (made != NULL))
        broken("a module comes with GRN_OK and only then", grn_status_name(status), NULL);
    if (status != GRN_OK && errors == 0)
        broken("a refusal is reported", grn_status_name(status), NULL);
    text t = {0};
    if (status != GRN_OK && status != GRN_E_UNSUPPORTED && status != GRN_E_MEMORY && text_of(module, false, &t))
        broken("a program that verifies is converted or refused", grn_status_name(status), t.bytes);
    fuzz_text_free(&t);
    if (!made)
        return;
    check_text_of(made, true, CONVERT_BYTES, CALLS);
    check_text_of(made, false, CONVERT_BYTES, CALLS);
    if (lowers)
        check_further(module, made, choice);
    left->bytes = TRIAL_BYTES;
    if (!lowers || !shows_more(module))
        check_bits(module, made, assume);
    grn_module_destroy(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rations r;
    grn_module *module;
    rations_init(&r, PARSE_BYTES, CALLS);
    grn_module_options options = {.allocator = &r.allocator, .allow_nonunique_scatter = true};
    if (size == 0 || grn_module_parse((const char *)data, size, &options, NULL, &module) != GRN_OK)
        return 0;
    r.bytes = CONVERT_BYTES;
    if (grn_module_verify(module, NULL) == GRN_OK)
        convert(module, data[size - 1], &r);
    grn_module_destroy(module);
    if (r.outstanding)
        broken("a destroyed module gives back all memory", NULL, NULL);
    return 0;
}

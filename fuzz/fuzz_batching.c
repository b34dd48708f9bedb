/*
 * fuzz_batching.c - any bytes as a program, its batching dims expanded and collapsed.
 *
 * What comes out verifies, prints and parses back, and gives the bits of what
 * went in; so does what is expanded and then collapsed again.
 */
#include <string.h>

#include "common.h"
#include "text_mutator.h"

FUZZ_TEXT_MUTATOR

#define PARSE_BYTES ((size_t)16 << 20)
#define PASS_BYTES ((size_t)64 << 20)
#define TRIAL_BYTES ((size_t)4 << 20)
#define CALLS ((size_t)1 << 20)
#define RUN_BYTES ((size_t)1 << 20)
#define RUN_STEPS 2000

typedef grn_status (*pass)(const grn_module *module, const grn_diag *diag, grn_module **out);

static void note(void *user, const grn_diagnostic *d) { *(size_t *)user += d->severity == GRN_SEVERITY_ERROR; }

static void check_text(const grn_module *module)
{
    text first = {0}, again = {0};
    rations r;
    grn_module *back = NULL;
    rations_init(&r, PASS_BYTES, CALLS);
    grn_module_options options = {.allocator = &r.allocator};
    grn_status status = GRN_E_MEMORY;
    if (text_of(module, false, &first))
        status = grn_module_parse(first.bytes, first.size, &options, NULL, &back);
    if (status != GRN_OK && status != GRN_E_MEMORY)
        broken("what a pass makes parses", first.bytes, grn_status_name(status));
    if (back && text_of(back, false, &again) && strcmp(first.bytes, again.bytes) != 0)
        broken("what a pass makes prints the same when read again", first.bytes, again.bytes);
    fuzz_text_free(&first);
    fuzz_text_free(&again);
    grn_module_destroy(back);
}

static void check_bits(const grn_module *module, const grn_module *made, rations *left)
{
    const grn_equivalence_options options = {.trials = 3, .max_memory_bytes = RUN_BYTES, .max_steps = RUN_STEPS};
    grn_trials tried;
    text a = {0}, b = {0};
    left->bytes = TRIAL_BYTES;
    if (grn_module_equivalent(module, made, &options, NULL, &tried) == GRN_E_CHECK && text_of(module, false, &a) &&
        text_of(made, false, &b))
        broken("what a pass makes gives the same bits", a.bytes, b.bytes);
    fuzz_text_free(&a);
    fuzz_text_free(&b);
    left->bytes = PASS_BYTES;
}

/* NULL where the pass refuses, which is reported. */
static grn_module *apply(pass p, bool may_refuse, const grn_module *module, rations *left)
{
    size_t errors = 0;
    grn_module *made;
    grn_diag diag = {note, &errors};
    grn_status status = p(module, &diag, &made);
    if ((status == GRN_OK) != (made != NULL))
        broken("a module comes with GRN_OK and only then", grn_status_name(status), NULL);
    if (status != GRN_OK && errors == 0 && status != GRN_E_MEMORY)
        broken("a refusal is reported", grn_status_name(status), NULL);
    if (status != GRN_OK && status != GRN_E_MEMORY && !(may_refuse && status == GRN_E_UNSUPPORTED))
        broken("a program that verifies is rewritten, or refused for what cannot be expanded", grn_status_name(status),
               NULL);
    if (!made)
        return NULL;
    check_text(made);
    check_bits(module, made, left);
    return made;
}

static void rewrite(const grn_module *module, rations *left)
{
    grn_module *expanded = apply(grn_module_expand_batching, true, module, left);
    grn_module *collapsed = apply(grn_module_collapse_batching, false, module, left);
    grn_module *back = expanded ? apply(grn_module_collapse_batching, false, expanded, left) : NULL;
    if (back)
        check_bits(module, back, left);
    grn_module_destroy(expanded);
    grn_module_destroy(collapsed);
    grn_module_destroy(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rations r;
    grn_module *module;
    rations_init(&r, PARSE_BYTES, CALLS);
    grn_module_options options = {.allocator = &r.allocator};
    if (grn_module_parse((const char *)data, size, &options, NULL, &module) != GRN_OK)
        return 0;
    r.bytes = PASS_BYTES;
    if (grn_module_verify(module, NULL) == GRN_OK)
        rewrite(module, &r);
    grn_module_destroy(module);
    if (r.outstanding)
        broken("a destroyed module gives back all memory", NULL, NULL);
    return 0;
}

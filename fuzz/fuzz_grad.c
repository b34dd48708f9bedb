/*
 * fuzz_grad.c - any bytes as a program, of which the gradient is made.
 *
 * The last byte chooses the function, the mode and the argument. What is made verifies and is read
 * back from its text to print the same; what is refused is reported; all memory comes back.
 */
#include "common.h"
#include "text_mutator.h"

FUZZ_TEXT_MUTATOR

#define PARSE_BYTES ((size_t)16 << 20)
#define GRAD_BYTES ((size_t)256 << 20)
#define CALLS ((size_t)1 << 22)

static void note(void *user, const grn_diagnostic *d) { *(size_t *)user += d->severity == GRN_SEVERITY_ERROR; }

static void differentiate(const grn_module *module, size_t function, unsigned choice)
{
    const int64_t argument = choice / 4 % 4;
    const grn_module_grad_options options = {
        .forward = choice & 1, .wrt = choice & 2 ? &argument : NULL, .nwrt = choice & 2 ? 1 : 0};
    size_t errors = 0;
    const grn_diag diag = {note, &errors};
    grn_module *made = NULL;
    const grn_status status = grn_module_grad(module, function, &options, &diag, &made);
    if ((status == GRN_OK) != (made != NULL))
        broken("a module comes with GRN_OK and only then", grn_status_name(status), NULL);
    if (status != GRN_OK && errors == 0)
        broken("a refusal is reported", grn_status_name(status), NULL);
    text t = {0};
    if (status == GRN_E_VERIFY && text_of(module, false, &t))
        broken("a program that verifies has a gradient or none", t.bytes, NULL);
    fuzz_text_free(&t);
    if (made)
        check_text_of(made, false, GRAD_BYTES, CALLS);
    grn_module_destroy(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rations r;
    grn_module *module;
    rations_init(&r, PARSE_BYTES, CALLS);
    const grn_module_options options = {.allocator = &r.allocator, .allow_nonunique_scatter = true};
    if (size == 0 || grn_module_parse((const char *)data, size, &options, NULL, &module) != GRN_OK)
        return 0;
    r.bytes = GRAD_BYTES;
    if (grn_module_verify(module, NULL) == GRN_OK)
        differentiate(module, data[size - 1] % (grn_module_functions(module) + 1), data[size - 1]);
    grn_module_destroy(module);
    if (r.outstanding)
        broken("a destroyed module gives back all memory", NULL, NULL);
    return 0;
}

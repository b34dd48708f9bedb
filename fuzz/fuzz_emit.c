/*
 * fuzz_emit.c - any bytes as a program, lowered and written as C.
 *
 * The last byte chooses the switches, so that a program's file is an input as it stands. What is
 * written is ASCII, whole, and the same the second time; what is refused is reported, and nothing
 * of it is written; all memory comes back.
 */
#include "common.h"
#include "text_mutator.h"

#include <string.h>

FUZZ_TEXT_MUTATOR

#define PARSE_BYTES ((size_t)16 << 20)
#define EMIT_BYTES ((size_t)512 << 20)
#define CALLS ((size_t)1 << 22)

static void note(void *user, const grn_diagnostic *d) { *(size_t *)user += d->severity == GRN_SEVERITY_ERROR; }

/* A sum of the text, and its length. */
typedef struct written {
    uint64_t sum;
    size_t n;
    bool is_ascii;
} written;

static grn_status take(void *user, const char *bytes, size_t n)
{
    written *w = user;
    for (size_t i = 0; i < n; i++) {
        w->sum = w->sum * 1099511628211u + (unsigned char)bytes[i];
        w->is_ascii &= bytes[i] == '\n' || (bytes[i] >= ' ' && bytes[i] <= '~');
    }
    w->n += n;
    return GRN_OK;
}

static grn_status emit(const grn_module *module, const grn_module_emit_options *options, written *w, size_t *errors)
{
    const grn_diag diag = {note, errors};
    const grn_sink sink = {take, w};
    *w = (written){.is_ascii = true};
    return grn_module_emit(module, options, &diag, &sink);
}

static void check(const grn_module *module, unsigned choice)
{
    const grn_module_emit_options options = {
        .header = choice % 8 == 1, .driver = choice % 8 == 2, .simd = choice & 16, .openmp = choice & 32};
    size_t errors = 0;
    written first, again;
    const grn_status status = emit(module, &options, &first, &errors);
    if (status != GRN_OK && first.n > 0)
        broken("a refused program has no text", grn_status_name(status), NULL);
    if (status != GRN_OK && errors == 0)
        broken("a refusal is reported", grn_status_name(status), NULL);
    if (!first.is_ascii)
        broken("C is written in ASCII", NULL, NULL);
    if (status != GRN_OK && status != GRN_E_UNSUPPORTED && status != GRN_E_MEMORY && status != GRN_E_LIMIT)
        broken("a program that verifies is written or refused", grn_status_name(status), NULL);
    if (status == GRN_OK && emit(module, &options, &again, &errors) == GRN_OK &&
        (again.n != first.n || again.sum != first.sum))
        broken("a program is written the same twice", NULL, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rations r;
    grn_module *module;
    rations_init(&r, PARSE_BYTES, CALLS);
    grn_module_options options = {.allocator = &r.allocator, .allow_nonunique_scatter = true};
    if (size == 0 || grn_module_parse((const char *)data, size, &options, NULL, &module) != GRN_OK)
        return 0;
    r.bytes = EMIT_BYTES;
    if (grn_module_verify(module, NULL) == GRN_OK)
        check(module, data[size - 1]);
    grn_module_destroy(module);
    if (r.outstanding)
        broken("a destroyed module gives back all memory", NULL, NULL);
    return 0;
}

/*
 * fuzz_typed_input.c - bytes as what a person types for a parameter of some type, or for none.
 *
 * The first byte chooses the parameter's type. What is read has the type that is written, or the
 * parameter's; what is refused is told with a place within the text; memory stays within its limit
 * and is given back. No text names a file.
 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "common.h"
#include "quiet.h"

#define MEMORY_BYTES ((size_t)4 << 20)

static const char *const types[] = {
    "2x3xf32",    "3xi8",       "f64",   "2xi1",           "0x3xi64",      "4xbf16",      "2xui64", "2xindex",
    "2xf8E4M3FN", "2xf4E2M1FN", "3xui2", "2xcomplex<f32>", "complex<f64>", "1x1x1x1xi32", "300xi8", ""};
#define TYPES (sizeof types / sizeof *types)

/* A text that names no file: those are other targets'. */
static bool is_file_input(const char *text)
{
    const char *equals = strchr(text, '=');
    return *text == '@' || strchr(text, '/') || strstr(text, ".np") || strstr(text, ".safetensors") ||
           (equals && equals[1] == '@');
}

static void place_in_text(void *user, const grn_diagnostic *d)
{
    if (d->place.line > 1 || d->place.column > strlen(user) + 1)
        broken("a message's place is in the text", user, d->message);
}

static void check_places(char *text)
{
    grn_tensor t;
    const grn_diag diag = {place_in_text, text};
    rations r;
    rations_init(&r, MEMORY_BYTES, 100000);
    if (strchr(text, '\n') == NULL && grn_tensor_parse(text, strlen(text), &r.allocator, &diag, &t) == GRN_OK)
        grn_tensor_free(&t, &r.allocator);
    if (r.outstanding)
        broken("all memory is given back", text, NULL);
}

static void check_type(const input *in, const value_type *type, const char *text)
{
    const grn_tensor *t = &in->read.tensor;
    if (t->dtype != type->dtype || t->rank != type->rank ||
        memcmp(t->shape, type->shape, sizeof *t->shape * (size_t)t->rank) != 0)
        broken("what is read has its type", text, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    quiet_begin();
    char *text = malloc(size);
    if (!text)
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    parameter p = {.name = (char *)"x", .type_text = (char *)types[data[0] % TYPES]};
    const bool typed = value_type_read(p.type_text, strlen(p.type_text), &p.type);
    const char *equals = strchr(text, '=');
    const given_text given = {"--input", text, text};
    value_type written;
    grn_budget budget;
    input in;
    check_places(text);
    grn_budget_init(&budget, NULL, MEMORY_BYTES);
    /* a word that is no value is a path: one that opens nothing */
    const bool value = (*text && strchr("0123456789+-.[( ", *text)) || equals || strncmp(text, "zeros", 5) == 0 ||
                       strncmp(text, "random:", 7) == 0;
    if (value && !is_file_input(text)) {
        if (input_read(&in, &given, typed ? &p : NULL, &budget) == EXIT_FINE) {
            if (equals && value_type_read(text, (size_t)(equals - text), &written))
                check_type(&in, &written, text);
            else if (typed && !equals)
                check_type(&in, &p.type, text);
        }
        input_close(&in);
    }
    if (budget.used_bytes || budget.peak_bytes > MEMORY_BYTES)
        broken("memory is within its limit and given back", text, NULL);
    free(text);
    return 0;
}

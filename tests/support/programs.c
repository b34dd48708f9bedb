/* programs.c - random specs as programs. */
#include "support/programs.h"

#include <stdlib.h>
#include <string.h>

#include "core/core.h"

static void keep(void *user, const grn_diagnostic *d)
{
    notes *n = user;
    if (d->severity == GRN_SEVERITY_ERROR && n->errors++ == 0)
        snprintf(n->first, sizeof n->first, "%s", d->message);
}

grn_diag notes_diag(notes *n) { return (grn_diag){keep, n}; }

static grn_status to_stderr(void *user, const char *text, size_t n)
{
    (void)user;
    return fwrite(text, 1, n, stderr) == n ? GRN_OK : GRN_E_SINK;
}

void program_show(const char *title, const grn_module *module)
{
    grn_sink sink = {to_stderr, NULL};
    fprintf(stderr, "---- %s\n", title);
    if (grn_module_print(module, NULL, &sink) != GRN_OK)
        fprintf(stderr, "(not printed)\n");
    fprintf(stderr, "\n");
}

static bool print(const random_case *c, char **text, size_t *bytes)
{
    FILE *to = open_memstream(text, bytes);
    if (!to)
        return false;
    random_spec_print_function(c, to);
    return fclose(to) == 0;
}

static grn_module *parse_text(const char *text, size_t bytes)
{
    const grn_module_options options = {.allow_nonunique_scatter = true};
    grn_module *module = NULL;
    if (grn_module_parse(text, bytes, &options, NULL, &module) == GRN_OK && grn_module_verify(module, NULL) == GRN_OK)
        return module;
    grn_module_destroy(module);
    return NULL;
}

/* A spec of another batch rule, or of dtypes StableHLO has not, does not verify. */
grn_status program_append(void *text, const char *bytes, size_t n)
{
    program_text *t = text;
    if (t->n + n >= sizeof t->at)
        return GRN_E_SINK;
    memcpy(t->at + t->n, bytes, n);
    t->n += n;
    t->at[t->n] = '\0';
    return GRN_OK;
}

grn_module *program_parse(const random_case *c)
{
    char *text = NULL;
    size_t bytes = 0;
    grn_module *module = print(c, &text, &bytes) ? parse_text(text, bytes) : NULL;
    free(text);
    return module;
}

/* Of equal types the same extents are left open, so that what had one type has one. */
static uint64_t which_open(const char *type, size_t n, uint64_t seed)
{
    uint64_t h = seed ^ UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)type[i]) * UINT64_C(0x100000001B3);
    return h ^ h >> 29;
}

/* Copies the extents at `from`, "3x4x", into *to, those that are open as "?"; answers what is
 * behind them. An extent of 0 stays: a slice of one element of no element is an error in StableHLO
 * alone (C12). */
static const char *copy_extents(const char *from, uint64_t open, char **to)
{
    for (;; open >>= 1) {
        const size_t digits = strspn(from, "0123456789");
        if (digits == 0 || from[digits] != 'x')
            return from;
        *to += open & 1 && strspn(from, "0") != digits ? sprintf(*to, "?x") : sprintf(*to, "%.*sx", (int)digits, from);
        from += digits + 1;
    }
}

grn_module *program_parse_dynamic(const random_case *c, uint64_t seed)
{
    static const char tensor[] = "tensor<";
    char *text = NULL, *made = NULL, *to;
    size_t bytes = 0;
    grn_module *module = NULL;
    if (print(c, &text, &bytes) && (to = made = malloc(bytes + 1))) { /* an extent has a digit at least: never longer */
        const char *at = text, *end = text + bytes;
        while (at < end) {
            if ((size_t)(end - at) < sizeof tensor || memcmp(at, tensor, sizeof tensor - 1) != 0) {
                *to++ = *at++;
                continue;
            }
            const char *type = at + sizeof tensor - 1;
            to += sprintf(to, "%s", tensor);
            at = copy_extents(type, which_open(type, strcspn(type, ">"), seed), &to);
        }
        module = parse_text(made, (size_t)(to - made));
    }
    free(made);
    free(text);
    return module;
}

/* What a function takes in the place of an `index`, which torch does not have, is an i64 of the
 * same bits. */
static void type_indices(const grn_module *module, size_t at, grn_tensor *indices)
{
    if (indices->dtype == GRN_INDEX && grn_module_input_dtype(module, 0, at) == GRN_I64)
        indices->dtype = GRN_I64;
}

/* A promise that is true of the case may be false of its program, whose index rule is StableHLO's:
 * that does not run. */
grn_results *program_run(const grn_module *module, const random_case *c, bool strict, notes *n)
{
    grn_tensor inputs[2 * RANDOM_INPUTS + 1];
    size_t count = 0;
    grn_results *results = NULL;
    grn_diag diag = notes_diag(n);
    const grn_run_options options = {.strict_bounds = strict, .check_promises = true};
    for (size_t i = 0; i < c->ninputs; i++)
        inputs[count++] = c->operand[i].view;
    inputs[count] = c->indices.view;
    type_indices(module, count, &inputs[count]);
    count++;
    for (size_t i = 0; c->is_scatter && i < c->ninputs; i++)
        inputs[count++] = c->dense[i].view;
    return grn_module_run(module, 0, count, inputs, &options, &diag, &results) == GRN_OK ? results : NULL;
}

/* Results may be views of any strides. */
static bool same_elements(const grn_tensor *x, const grn_tensor *y)
{
    unsigned char a[16], b[16];
    bool same = x->dtype == y->dtype && x->rank == y->rank && grn_tensor_elements(x) == grn_tensor_elements(y);
    for (int32_t d = 0; same && d < x->rank; d++)
        same = x->shape[d] == y->shape[d];
    for (int64_t i = 0; same && i < grn_tensor_elements(x); i++) {
        grn_tensor_read(x, i, 1, a);
        grn_tensor_read(y, i, 1, b);
        same = memcmp(a, b, grn_dtype_bytes(x->dtype)) == 0;
    }
    return same;
}

bool program_same_bits(const grn_results *a, const grn_results *b)
{
    bool same = grn_results_count(a) == grn_results_count(b);
    for (size_t i = 0; same && i < grn_results_count(a); i++)
        same = same_elements(grn_results_tensor(a, i), grn_results_tensor(b, i));
    return same;
}

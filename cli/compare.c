/* compare.c - run --expect: results against those of a file. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "follow.h"

struct expected_results {
    grn_budget budget;
    tensor_source source;
};

int expected_open(const settings *s, expected_results **out)
{
    *out = NULL;
    if (!s->expect)
        return EXIT_FINE;
    expected_results *x = *out = calloc(1, sizeof *x);
    if (!x) {
        complain("memory refused for what is expected");
        return EXIT_REJECTED;
    }
    grn_budget_init(&x->budget, NULL, s->max_memory_bytes);
    int exit = tensor_source_open(&x->source, s->expect, &x->budget);
    if (exit == EXIT_FINE && x->source.format == TENSOR_FORMAT_NONE) {
        complain_of(s->expect, "is no .npy, .npz or .safetensors");
        exit = EXIT_REJECTED;
    }
    return exit;
}

void expected_close(expected_results *x)
{
    if (!x)
        return;
    tensor_source_close(&x->source);
    free(x);
}

/* ---- which one ---------------------------------------------------------------------- */

/* By the names that --output gives, those of numpy.savez, numbers; else the i-th of as many. */
static bool find(const expected_results *x, const char *name, size_t i, size_t count, size_t *at)
{
    char other[32];
    const tensor_file *f = x->source.tensors;
    if (x->source.member)
        return count == 1 && tensor_file_find(f, x->source.member, strlen(x->source.member), at);
    if (tensor_file_find(f, name, strlen(name), at))
        return true;
    snprintf(other, sizeof other, "arr_%zu", i);
    if (tensor_file_find(f, other, strlen(other), at) || tensor_file_find(f, other + 4, strlen(other + 4), at))
        return true;
    *at = i;
    return tensor_file_count(f) == count;
}

/* ---- what is said ---------------------------------------------------------------------- */

typedef struct short_text {
    char text[128];
    size_t n;
} short_text;

static grn_status append(void *user, const char *text, size_t n)
{
    short_text *t = user;
    for (size_t i = 0; i < n && t->n + 1 < sizeof t->text; i++)
        t->text[t->n++] = text[i];
    t->text[t->n] = '\0';
    return GRN_OK;
}

/* One element as a tensor of rank 0. */
static grn_status element_of(const grn_tensor *t, const int64_t *index, grn_tensor *one)
{
    int64_t offset = 0;
    for (int32_t d = 0; d < t->rank; d++)
        offset += index[d] * t->stride[d];
    return grn_tensor_init(one, (char *)t->data + offset * (int64_t)grn_dtype_bytes(t->dtype), t->dtype, 0, NULL);
}

/* Without what a literal puts around it. */
static void element_text(const grn_tensor *t, const int64_t *index, short_text *out)
{
    grn_tensor one;
    const grn_sink sink = {append, out};
    *out = (short_text){.n = 0};
    if (element_of(t, index, &one) != GRN_OK || grn_tensor_write_literal(&one, NULL, &sink) != GRN_OK || out->n < 8)
        return;
    out->text[out->n - 1] = '\0'; /* dense<..> */
    memmove(out->text, out->text + 6, out->n - 6);
}

static void index_text(const grn_tensor *t, const int64_t *index, char *out, size_t room)
{
    size_t used = (size_t)snprintf(out, room, "[");
    for (int32_t d = 0; d < t->rank && used < room; d++)
        used += (size_t)snprintf(out + used, room - used, "%s%" PRId64, d ? ", " : "", index[d]);
    if (used < room)
        snprintf(out + used, room - used, "]");
}

static void tell_difference(const expected_results *x, const char *name, const grn_tensor *have, const grn_tensor *want,
                            const grn_tensor_difference *d, uint64_t ulp)
{
    char index[1024], far[64] = "";
    short_text seen, due;
    index_text(have, d->index, index, sizeof index);
    element_text(have, d->index, &seen);
    element_text(want, d->index, &due);
    const grn_dtype_class class = grn_dtype_class_of(have->dtype);
    const bool is_float = class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX;
    if (d->ulps != UINT64_MAX && is_float)
        snprintf(far, sizeof far, ", %" PRIu64 " ulp away", d->ulps);
    complain_of(x->source.path,
                "result %s: element %s is %s, expected %s%s (%" PRIu64 " of %" PRId64 " elements differ by more than %" PRIu64
                "%s)",
                name, index, seen.text, due.text, far, d->count, grn_tensor_elements(have), ulp, is_float ? " ulp" : "");
}

static void json_element(json *j, const char *key, const grn_tensor *t, const int64_t *index)
{
    grn_tensor one;
    const grn_sink sink = json_raw_sink(j);
    json_key(j, key);
    json_begin_raw(j);
    if (element_of(t, index, &one) != GRN_OK || grn_tensor_write_json(&one, &sink) != GRN_OK)
        j->refused = true;
}

/* UINT64_MAX, as where one is no number, is no distance. */
static void json_distance(json *j, const char *key, uint64_t ulps)
{
    if (ulps == UINT64_MAX)
        json_word_at(j, key, NULL);
    else
        json_count_at(j, key, ulps);
}

static void json_difference(json *j, const char *name, const grn_tensor *have, const grn_tensor *want,
                            const grn_tensor_difference *d)
{
    json_open(j, '{');
    json_word_at(j, "result", name);
    json_numbers_at(j, "index", d->index, (size_t)have->rank);
    json_element(j, "seen", have, d->index);
    json_element(j, "expected", want, d->index);
    json_distance(j, "ulps", d->ulps);
    json_distance(j, "worst_ulps", d->worst_ulps);
    json_count_at(j, "count", d->count);
    json_number_at(j, "elements", grn_tensor_elements(have));
    json_close(j, '}');
}

/* ---- one result ---------------------------------------------------------------------- */

typedef struct result_name {
    char text[OUTPUT_NAME_BYTES];
} result_name;

static void complain_of_result(void *user, const grn_diagnostic *d)
{
    complain("--expect: result %s: %s", ((const result_name *)user)->text, d->message);
}

static int compare(const expected_results *x, const settings *s, result_name *name, const grn_tensor *have, size_t at)
{
    const grn_diag of_file = tensor_source_diag(&x->source), of_result = {complain_of_result, name};
    grn_tensor_difference d;
    read_tensor want;
    grn_status status = tensor_file_read(x->source.tensors, at, have->dtype, &x->budget.allocator, &of_file, &want);
    if (status == GRN_E_DTYPE)
        return EXIT_NO;
    if (status != GRN_OK)
        return exit_of_status(status);
    int exit = EXIT_FINE;
    if (grn_tensor_compare(have, &want.tensor, s->ulp, &of_result, &d) != GRN_OK)
        exit = EXIT_NO;
    else if (d.count > 0) {
        tell_difference(x, name->text, have, &want.tensor, &d, s->ulp);
        if (s->record)
            json_difference(&s->record->differences, name->text, have, &want.tensor, &d);
        exit = EXIT_NO;
    }
    tensor_release(&want);
    return exit;
}

int expected_compare(const expected_results *x, const settings *s, const grn_function_info *function, size_t number,
                     const grn_results *results)
{
    int exit = EXIT_FINE;
    const size_t count = x ? grn_results_count(results) : 0;
    for (size_t i = 0; i < count; i++) {
        result_name name;
        char names[1024];
        size_t at;
        output_name(function->name, function->name_bytes, number, i, name.text);
        name.text[strlen(name.text) - strlen(".npy")] = '\0';
        int one = EXIT_NO;
        if (find(x, name.text, i, count, &at))
            one = compare(x, s, &name, grn_results_tensor(results, i), at);
        else {
            tensor_source_names(&x->source, names, sizeof names);
            complain_of(x->source.path, "has nothing for result %s: it has %s", name.text,
                        tensor_file_count(x->source.tensors) ? names : "no arrays");
        }
        exit = exit == EXIT_FINE ? one : exit;
    }
    return exit;
}

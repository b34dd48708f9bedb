/* compare.c - run --expect: results against those of a file, or against values. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"

struct expected_results {
    grn_budget budget;
    const text_list *given; /* all of --expect */
    uint64_t ulp;
    json *differences;    /* of the present run; NULL: they are only told */
    tensor_source *files; /* of those that are none of values */
    size_t nfiles;
};

/* ---- files ---------------------------------------------------------------------- */

/* "main_0=[1, 2]": behind the name of a result; NULL: there is none. */
static const char *behind_name(const char *text)
{
    value_type type;
    const char *equals = strchr(text, '=');
    return equals && !value_type_read(text, (size_t)(equals - text), &type) && is_value_text(equals + 1) ? equals + 1
                                                                                                         : NULL;
}

static bool is_of_values(const char *text) { return is_value_text(text) || behind_name(text); }

static int open_file(expected_results *x, const char *path)
{
    tensor_source *s = &x->files[x->nfiles++];
    int exit = tensor_source_open(s, path + (*path == '@'), &x->budget);
    if (exit == EXIT_FINE && s->format == TENSOR_FORMAT_NONE)
        exit = refuse_of(EXIT_REJECTED, path, "is no .npy, .npz or .safetensors");
    return exit;
}

int expected_open(const common *c, const run_settings *s, expected_results **out)
{
    *out = NULL;
    if (!s->expects.count)
        return EXIT_FINE;
    expected_results *x = *out = calloc(1, sizeof *x);
    if (!x || !(x->files = calloc(s->expects.count, sizeof *x->files)))
        return refuse(EXIT_REJECTED, "memory refused for what is expected");
    x->given = &s->expects;
    x->ulp = s->ulp;
    grn_budget_init(&x->budget, NULL, c->max_memory_bytes);
    int exit = EXIT_FINE;
    for (size_t i = 0; exit == EXIT_FINE && i < x->given->count; i++)
        if (!is_of_values(x->given->items[i]))
            exit = open_file(x, x->given->items[i]);
    return exit;
}

void expected_close(expected_results *x)
{
    if (!x)
        return;
    for (size_t i = 0; i < x->nfiles; i++)
        tensor_source_close(&x->files[i]);
    free(x->files);
    free(x);
}

/* ---- which one ---------------------------------------------------------------------- */

/* By the names that --output gives, those of numpy.savez, numbers; else the i-th of as many. */
static bool find_tensor(const tensor_source *s, const char *name, size_t i, size_t count, size_t *at)
{
    char other[32];
    const tensor_file *f = s->tensors;
    if (s->member)
        return count == 1 && tensor_file_find(f, s->member, strlen(s->member), at);
    if (tensor_file_find(f, name, strlen(name), at))
        return true;
    snprintf(other, sizeof other, "arr_%zu", i);
    if (tensor_file_find(f, other, strlen(other), at) || tensor_file_find(f, other + 4, strlen(other + 4), at))
        return true;
    *at = i;
    return tensor_file_count(f) == count;
}

static bool names(const char *text, size_t n, const char *name, size_t i)
{
    char number[32];
    snprintf(number, sizeof number, "%zu", i);
    return (strlen(name) == n && memcmp(text, name, n) == 0) || (strlen(number) == n && memcmp(text, number, n) == 0);
}

/* Values behind the name or the number of result i. */
static bool find_named(const expected_results *x, const char *name, size_t i, given_text *out)
{
    for (size_t k = 0; k < x->given->count; k++) {
        const char *text = x->given->items[k], *behind = behind_name(text);
        *out = (given_text){"--expect", text, behind};
        if (behind && names(text, (size_t)(behind - 1 - text), name, i))
            return true;
    }
    return false;
}

/* The next values without a name, behind those that are taken. */
static bool find_next(const expected_results *x, size_t *taken, given_text *out)
{
    size_t unnamed = 0;
    for (size_t k = 0; k < x->given->count; k++) {
        const char *text = x->given->items[k];
        *out = (given_text){"--expect", text, text};
        if (!behind_name(text) && is_value_text(text) && unnamed++ == *taken) {
            ++*taken;
            return true;
        }
    }
    return false;
}

/* ---- what is said ---------------------------------------------------------------------- */

#define ELEMENT_BYTES 128

/* One element as a tensor of rank 0. */
static grn_status element_of(const grn_tensor *t, const int64_t *index, grn_tensor *one)
{
    int64_t offset = 0;
    for (int32_t d = 0; d < t->rank; d++)
        offset += index[d] * t->stride[d];
    return grn_tensor_init(one, (char *)t->data + offset * (int64_t)grn_dtype_bytes(t->dtype), t->dtype, 0, NULL);
}

/* Without what a literal puts around it. */
static void element_text(const grn_tensor *t, const int64_t *index, char text[ELEMENT_BYTES])
{
    grn_tensor one;
    cut_text out = {text, 0, ELEMENT_BYTES};
    const grn_sink sink = cut_sink(&out);
    text[0] = '\0';
    if (element_of(t, index, &one) != GRN_OK || grn_tensor_write_literal(&one, NULL, &sink) != GRN_OK || out.n < 8)
        return;
    text[out.n - 1] = '\0'; /* dense<..> */
    memmove(text, text + 6, out.n - 6);
}

static void index_text(const grn_tensor *t, const int64_t *index, char *out, size_t room)
{
    size_t used = (size_t)snprintf(out, room, "[");
    for (int32_t d = 0; d < t->rank && used < room; d++)
        used += (size_t)snprintf(out + used, room - used, "%s%" PRId64, d ? ", " : "", index[d]);
    if (used < room)
        snprintf(out + used, room - used, "]");
}

static void tell_difference(const char *from, const char *name, const grn_tensor *have, const grn_tensor *want,
                            const grn_tensor_difference *d, uint64_t ulp)
{
    char index[1024], far[64] = "", seen[ELEMENT_BYTES], due[ELEMENT_BYTES];
    index_text(have, d->index, index, sizeof index);
    element_text(have, d->index, seen);
    element_text(want, d->index, due);
    const grn_dtype_class class = grn_dtype_class_of(have->dtype);
    const bool is_float = class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX;
    if (d->ulps != UINT64_MAX && is_float)
        snprintf(far, sizeof far, ", %" PRIu64 " ulp away", d->ulps);
    complain_of(from,
                "result %s: element %s is %s, expected %s%s (%" PRIu64 " of %" PRId64
                " elements differ by more than %" PRIu64 "%s)",
                name, index, seen, due, far, d->count, grn_tensor_elements(have), ulp, is_float ? " ulp" : "");
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

static int compare(const expected_results *x, const char *from, result_name *name, const grn_tensor *have,
                   const grn_tensor *want)
{
    const grn_diag of_result = {complain_of_result, name};
    grn_tensor_difference d;
    if (grn_tensor_compare(have, want, x->ulp, &of_result, &d) != GRN_OK)
        return EXIT_NO;
    if (d.count == 0)
        return EXIT_FINE;
    tell_difference(from, name->text, have, want, &d, x->ulp);
    if (x->differences)
        json_difference(x->differences, name->text, have, want, &d);
    return EXIT_NO;
}

static int compare_file(const expected_results *x, const tensor_source *file, size_t at, result_name *name,
                        const grn_tensor *have)
{
    const grn_diag of_file = tensor_source_diag(file);
    read_tensor want;
    const grn_status status = tensor_file_read(file->tensors, at, have->dtype, &x->budget.allocator, &of_file, &want);
    if (status != GRN_OK)
        return status == GRN_E_DTYPE ? EXIT_NO : exit_of_status(status);
    const int exit = compare(x, file->path, name, have, &want.tensor);
    tensor_release(&want);
    return exit;
}

/* Of the result's type, unless another is written. */
static int compare_values(const expected_results *x, const given_text *given, result_name *name, const grn_tensor *have)
{
    input want;
    parameter p = {
        .name = name->text, .type_text = "", .type = {.dtype = have->dtype, .is_static = true, .rank = have->rank}};
    memcpy(p.type.shape, have->shape, sizeof p.type.shape);
    int exit = input_read(&want, given, &p, &x->budget);
    if (exit == EXIT_FINE)
        exit = compare(x, "--expect", name, have, &want.read.tensor);
    input_close(&want);
    return exit;
}

static int refuse_result(const expected_results *x, const result_name *name)
{
    char list[1024];
    if (x->nfiles == 0)
        return refuse(EXIT_NO, "--expect: nothing is given for result %s", name->text);
    tensor_source_names(&x->files[0], list, sizeof list);
    return refuse_of(EXIT_NO, x->files[0].path, "has nothing for result %s: it has %s", name->text,
                     tensor_file_count(x->files[0].tensors) ? list : "no arrays");
}

static int compare_one(const expected_results *x, result_name *name, size_t i, size_t *taken,
                       const grn_results *results)
{
    const grn_tensor *have = grn_results_tensor(results, i);
    given_text given;
    size_t at;
    if (find_named(x, name->text, i, &given) || find_next(x, taken, &given))
        return compare_values(x, &given, name, have);
    for (size_t k = 0; k < x->nfiles; k++)
        if (find_tensor(&x->files[k], name->text, i, grn_results_count(results), &at))
            return compare_file(x, &x->files[k], at, name, have);
    return refuse_result(x, name);
}

int expected_compare(expected_results *x, json *differences, const grn_function_info *function, size_t number,
                     const grn_results *results)
{
    int exit = EXIT_FINE;
    const size_t count = x ? grn_results_count(results) : 0;
    size_t taken = 0;
    if (x)
        x->differences = differences;
    for (size_t i = 0; i < count; i++) {
        result_name name;
        output_name(function->name, function->name_bytes, number, i, name.text);
        name.text[strlen(name.text) - strlen(".npy")] = '\0';
        const int one = compare_one(x, &name, i, &taken, results);
        exit = exit == EXIT_FINE ? one : exit;
    }
    return exit;
}

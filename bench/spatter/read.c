/* read.c - from a file of JSON to configurations. */
#include <ctype.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spatter/configuration.h"

/* ---- what is wrong, and where ---------------------------------------------------------------- */

typedef struct reader {
    struct json_object *object; /* of one configuration */
    size_t number;
    char *why;
    size_t why_bytes;
} reader;

__attribute__((format(printf, 2, 3))) static bool fail(reader *r, const char *format, ...)
{
    va_list arguments;
    int used = snprintf(r->why, r->why_bytes, "configuration %zu: ", r->number);
    va_start(arguments, format);
    if (used > 0 && (size_t)used < r->why_bytes)
        vsnprintf(r->why + used, r->why_bytes - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* A whole number of at least `least`. Absent or negative, which Spatter reads as absent: it stays
 * as it is. */
static bool read_number(reader *r, const char *key, int64_t least, int64_t *value)
{
    struct json_object *found;
    if (!json_object_object_get_ex(r->object, key, &found))
        return true;
    if (!json_object_is_type(found, json_type_int))
        return fail(r, "\"%s\" is %s, not a whole number", key, json_object_to_json_string(found));
    int64_t number = json_object_get_int64(found);
    if (number >= 0 && (number < least || number > (int64_t)1 << 40))
        return fail(r, "\"%s\" is %" PRId64 ", not %" PRId64 " to 2^40", key, number, least);
    *value = number >= 0 ? number : *value;
    return true;
}

static bool read_word(reader *r, const char *key, char word[WORD_BYTES])
{
    struct json_object *found;
    if (!json_object_object_get_ex(r->object, key, &found))
        return true;
    if (!json_object_is_type(found, json_type_string))
        return fail(r, "\"%s\" is %s, not a text", key, json_object_to_json_string(found));
    snprintf(word, WORD_BYTES, "%s", json_object_get_string(found));
    return true;
}

static bool read_list(reader *r, const char *key, struct json_object *list, pattern *out)
{
    size_t n = json_object_array_length(list);
    if (!pattern_create((int64_t)n, out))
        return fail(r, "\"%s\" has %zu numbers, not 1 to %d", key, n, PATTERN_MOST);
    for (size_t i = 0; i < n; i++) {
        struct json_object *item = json_object_array_get_idx(list, i);
        int64_t at = json_object_get_int64(item);
        if (!json_object_is_type(item, json_type_int) || at < 0 || at > (int64_t)1 << 40)
            return fail(r, "\"%s\" has %s, not a whole number from 0 to 2^40", key, json_object_to_json_string(item));
        out->at[i] = at;
    }
    return true;
}

/* Cut to "pattern-size", then each number modulo "boundary". */
static bool limit_pattern(reader *r, const char *key, pattern *p)
{
    int64_t size = 0, boundary = 0;
    if (!read_number(r, "pattern-size", 0, &size) || !read_number(r, "boundary", 1, &boundary))
        return false;
    if (size > p->count)
        return fail(r, "\"pattern-size\" is %" PRId64 ", and \"%s\" has %" PRId64 " numbers", size, key, p->count);
    p->count = size > 0 ? size : p->count;
    for (int64_t i = 0; i < p->count && boundary > 0; i++)
        p->at[i] %= boundary;
    return true;
}

static bool read_pattern(reader *r, const char *key, pattern *out, int64_t *delta)
{
    struct json_object *found;
    if (!json_object_object_get_ex(r->object, key, &found))
        return fail(r, "no \"%s\", which this kernel needs", key);
    if (json_object_is_type(found, json_type_array)) {
        if (!read_list(r, key, found, out))
            return false;
    } else if (!json_object_is_type(found, json_type_string) ||
               !pattern_parse(json_object_get_string(found), out, delta)) {
        return fail(r, "\"%s\" is %s, not a list of numbers, UNIFORM:.., MS1:.. or LAPLACIAN:..", key,
                    json_object_to_json_string(found));
    }
    return limit_pattern(r, key, out);
}

/* ---- kernels --------------------------------------------------------------------------------- */

/* A list out of another: outer[inner[j]]. */
static bool pick(reader *r, const pattern *outer, pattern *inner)
{
    for (int64_t j = 0; j < inner->count; j++) {
        if (inner->at[j] >= outer->count)
            return fail(r, "the inner pattern has %" PRId64 ", and \"pattern\" %" PRId64 " numbers", inner->at[j],
                        outer->count);
        inner->at[j] = outer->at[inner->at[j]];
    }
    return true;
}

static bool read_gather(reader *r, configuration *c)
{
    return read_pattern(r, "pattern", &c->gather, &c->delta_gather) && read_number(r, "delta", 0, &c->delta_gather);
}

static bool read_scatter(reader *r, configuration *c)
{
    return read_pattern(r, "pattern", &c->scatter, &c->delta_scatter) && read_number(r, "delta", 0, &c->delta_scatter);
}

static bool read_both(reader *r, configuration *c)
{
    if (!read_pattern(r, "pattern-gather", &c->gather, &c->delta_gather) ||
        !read_number(r, "delta-gather", 0, &c->delta_gather) ||
        !read_pattern(r, "pattern-scatter", &c->scatter, &c->delta_scatter) ||
        !read_number(r, "delta-scatter", 0, &c->delta_scatter))
        return false;
    if (c->gather.count != c->scatter.count)
        return fail(r, "\"pattern-gather\" has %" PRId64 " numbers, \"pattern-scatter\" %" PRId64, c->gather.count,
                    c->scatter.count);
    return true;
}

static bool read_inner(reader *r, const char *key, pattern *inner, int64_t *delta)
{
    pattern outer = {NULL, 0};
    int64_t ignored;
    bool ok = read_pattern(r, key, inner, &ignored) && read_pattern(r, "pattern", &outer, delta) &&
              read_number(r, "delta", 0, delta) && pick(r, &outer, inner);
    free(outer.at);
    return ok;
}

static bool read_multigather(reader *r, configuration *c)
{
    return read_inner(r, "pattern-gather", &c->gather, &c->delta_gather);
}

static bool read_multiscatter(reader *r, configuration *c)
{
    return read_inner(r, "pattern-scatter", &c->scatter, &c->delta_scatter);
}

static const struct {
    const char *name;
    bool (*read)(reader *r, configuration *c);
} kernels[] = {{"gather", read_gather}, {"scatter", read_scatter},         {"gs", read_both},
               {"sg", read_both},       {"multigather", read_multigather}, {"multiscatter", read_multiscatter}};

static bool read_kernel(reader *r, configuration *c)
{
    for (char *letter = c->kernel; *letter != '\0'; letter++)
        *letter = (char)tolower((unsigned char)*letter);
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if (strcmp(c->kernel, kernels[i].name) == 0)
            return kernels[i].read(r, c);
    return fail(r, "\"kernel\" is \"%s\", not gather, scatter, gs, multigather or multiscatter", c->kernel);
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Spatter's defaults. */
static const configuration defaults = {
    .kernel = "gather", .delta_gather = 8, .delta_scatter = 8, .count = 1024, .wrap = 1, .runs = 10};

static bool read_one(reader *r, configuration *c)
{
    *c = defaults;
    if (!json_object_is_type(r->object, json_type_object))
        return fail(r, "%s is no object", json_object_to_json_string(r->object));
    return read_word(r, "name", c->name) && read_word(r, "kernel", c->kernel) &&
           read_number(r, "count", 1, &c->count) && read_number(r, "wrap", 1, &c->wrap) &&
           read_number(r, "nruns", 1, &c->runs) && read_kernel(r, c);
}

static bool read_all(struct json_object *root, configuration *list, reader *r)
{
    size_t n = json_object_array_length(root);
    for (r->number = 0; r->number < n; r->number++) {
        r->object = json_object_array_get_idx(root, r->number);
        if (!read_one(r, &list[r->number]))
            return false;
    }
    return true;
}

bool configurations_read(const char *path, configuration **list, size_t *n, char *why, size_t why_bytes)
{
    struct json_object *root = json_object_from_file(path);
    reader r = {.why = why, .why_bytes = why_bytes};
    *list = NULL;
    *n = 0;
    if (root == NULL) {
        snprintf(why, why_bytes, "%s", json_util_get_last_err());
        why[strcspn(why, "\n")] = '\0';
        return false;
    }
    bool ok = json_object_is_type(root, json_type_array) && json_object_array_length(root) > 0;
    if (!ok)
        snprintf(why, why_bytes, "not a list of configurations");
    else
        *n = json_object_array_length(root);
    *list = ok ? calloc(*n, sizeof **list) : NULL;
    ok = *list != NULL && read_all(root, *list, &r);
    json_object_put(root);
    return ok;
}

void configurations_free(configuration *list, size_t n)
{
    for (size_t i = 0; list != NULL && i < n; i++) {
        free(list[i].gather.at);
        free(list[i].scatter.at);
    }
    free(list);
}

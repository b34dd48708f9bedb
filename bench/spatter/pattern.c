/* pattern.c - lists of element numbers by their names. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spatter/configuration.h"

bool pattern_create(int64_t count, pattern *out)
{
    *out = (pattern){NULL, 0};
    if (count < 1 || count > PATTERN_MOST)
        return false;
    out->at = calloc((size_t)count, sizeof *out->at);
    out->count = out->at != NULL ? count : 0;
    return out->at != NULL;
}

int64_t pattern_largest(const pattern *p)
{
    int64_t largest = 0;
    for (int64_t i = 0; i < p->count; i++)
        largest = p->at[i] > largest ? p->at[i] : largest;
    return largest;
}

/* ---- numbers --------------------------------------------------------------------------------- */

#define NUMBER_MOST ((int64_t)1 << 40)

/* A number of digits alone, which `*text` then stands behind. */
static bool read_number(const char **text, int64_t *value)
{
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    *value = strtoll(*text, &end, 10);
    *text = end;
    return *value <= NUMBER_MOST;
}

/* Numbers by commas; at most `room`, and at least one. */
static bool read_numbers(const char **text, int64_t *values, int64_t room, int64_t *n)
{
    for (*n = 0; *n < room;) {
        if (!read_number(text, &values[(*n)++]))
            return false;
        if (**text != ',')
            return true;
        ++*text;
    }
    return false;
}

static bool read_colon(const char **text) { return *(*text)++ == ':'; }

/* ---- the generators -------------------------------------------------------------------------- */

static bool uniform(const char *text, pattern *out, int64_t *delta)
{
    int64_t length, stride;
    if (!read_number(&text, &length) || !read_colon(&text) || !read_number(&text, &stride))
        return false;
    if (!pattern_create(length, out))
        return false;
    for (int64_t i = 0; i < length; i++)
        out->at[i] = i * stride;
    if (*text == '\0')
        return true;
    if (strcmp(text, ":NR") == 0) {
        *delta = length * stride;
        return true;
    }
    return read_colon(&text) && read_number(&text, delta) && *text == '\0';
}

#define GAPS_MOST 1024

/* Each number is one more than the one before it, but at a gap, where it is the gap's size more.
 * One size may stand for all gaps. */
static bool mostly_stride_1(const char *text, pattern *out, int64_t *delta)
{
    int64_t length, places[GAPS_MOST], sizes[GAPS_MOST], nplaces, nsizes, gap = 0, at = -1;
    (void)delta;
    if (!read_number(&text, &length) || !read_colon(&text) || !read_numbers(&text, places, GAPS_MOST, &nplaces) ||
        !read_colon(&text) || !read_numbers(&text, sizes, GAPS_MOST, &nsizes) || *text != '\0')
        return false;
    if ((nsizes != 1 && nsizes != nplaces) || !pattern_create(length, out))
        return false;
    for (int64_t i = 0; i < length; i++) {
        bool jumps = gap < nplaces && places[gap] == i;
        at += jumps ? sizes[nsizes == 1 ? 0 : gap] : 1;
        gap += jumps;
        out->at[i] = at;
    }
    return true;
}

/* A stencil: the middle, and along each dimension `order` neighbours on either side. */
static bool laplacian(const char *text, pattern *out, int64_t *delta)
{
    int64_t dimension, order, size, stride = 1;
    if (!read_number(&text, &dimension) || !read_colon(&text) || !read_number(&text, &order) || !read_colon(&text) ||
        !read_number(&text, &size) || *text != '\0')
        return false;
    if (dimension < 1 || dimension > 8 || order < 1 || order > PATTERN_MOST / 16 || size < 1 || size > 1 << 20 ||
        !pattern_create(2 * dimension * order + 1, out))
        return false;
    int64_t middle = dimension * order;
    for (int64_t d = 0; d < dimension; d++, stride *= size) {
        if (stride > NUMBER_MOST / size)
            return false;
        for (int64_t k = 1; k <= order; k++) {
            out->at[middle + d * order + k] = k * stride;
            out->at[middle - d * order - k] = -k * stride;
        }
    }
    int64_t lowest = out->at[0];
    for (int64_t i = 0; i < out->count; i++)
        out->at[i] -= lowest;
    *delta = 1;
    return true;
}

static bool custom(const char *text, pattern *out, int64_t *delta)
{
    int64_t commas = 1;
    (void)delta;
    for (const char *c = text; *c != '\0'; c++)
        commas += *c == ',';
    return pattern_create(commas, out) && read_numbers(&text, out->at, commas, &commas) && *text == '\0';
}

static const struct {
    const char *prefix;
    bool (*make)(const char *text, pattern *out, int64_t *delta);
} generators[] = {{"UNIFORM:", uniform}, {"MS1:", mostly_stride_1}, {"LAPLACIAN:", laplacian}, {"", custom}};

bool pattern_parse(const char *text, pattern *out, int64_t *delta)
{
    size_t g = 0;
    *out = (pattern){NULL, 0};
    while (strncmp(text, generators[g].prefix, strlen(generators[g].prefix)) != 0)
        g++;
    if (generators[g].make(text + strlen(generators[g].prefix), out, delta))
        return true;
    free(out->at);
    *out = (pattern){NULL, 0};
    return false;
}

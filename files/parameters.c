/* parameters.c - what a function declares of its inputs: names, types, and types as text. */
#include "files/typed.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/json_write.h"

/* ---- types as text ---------------------------------------------------------------------- */

/* "2x3x" or "2,3]": the extents from `at` on, -1 for one that is open. Answers where they end;
 * NULL: too many, or too large. */
static const char *read_extents(const char *at, const char *end, value_type *t)
{
    while (at < end) {
        const char *start = at;
        int64_t extent = 0;
        for (; at < end && *at >= '0' && *at <= '9'; at++) {
            if (extent > (INT64_MAX - 9) / 10)
                return NULL;
            extent = 10 * extent + (*at - '0');
        }
        if (at == start && *at != '?')
            break;
        if (at == start)
            extent = -1, at++;
        if (at == end || (*at != 'x' && *at != ',' && *at != ']'))
            return start; /* no extent, but what comes behind them */
        if (t->rank == GRN_MAX_RANK)
            return NULL;
        t->is_static = t->is_static && extent >= 0;
        t->shape[t->rank++] = extent;
        if (*at++ == ']')
            break;
    }
    return at;
}

/* "tensor<2x?xf32>", "memref<2xf32>", "!torch.vtensor<[2,3],si32>"; "index" or "!torch.int", a
 * scalar. */
static value_type type_of_text(const char *text, grn_dtype dtype)
{
    value_type t = {.dtype = dtype, .is_static = true};
    const char *at = strchr(text, '<');
    if (at == NULL && dtype != GRN_NO_DTYPE)
        return t;
    if (at != NULL)
        at += at[1] == '[' ? 2 : 1;
    if (at == NULL || dtype == GRN_NO_DTYPE || *at == '*' || !read_extents(at, text + strlen(text), &t))
        t.is_static = false;
    t.has_rank = dtype != GRN_NO_DTYPE && at != NULL && *at != '*';
    return t;
}

#define MOST_TYPE 64 /* of an element */

bool value_type_read(const char *text, size_t n, value_type *out)
{
    static const char tensor[] = "tensor<";
    char element[MOST_TYPE];
    if (n > sizeof tensor && memcmp(text, tensor, sizeof tensor - 1) == 0 && text[n - 1] == '>') {
        text += sizeof tensor - 1;
        n -= sizeof tensor;
    }
    *out = (value_type){.is_static = true};
    const char *at = read_extents(text, text + n, out);
    const size_t left = at ? n - (size_t)(at - text) : 0;
    if (left == 0 || left >= sizeof element)
        return false;
    memcpy(element, at, left);
    element[left] = '\0';
    out->dtype = grn_dtype_from_text(element);
    return out->dtype != GRN_NO_DTYPE;
}

size_t value_type_text(const value_type *t, int64_t open, char *out, size_t room)
{
    size_t used = 0;
    for (int32_t d = 0; d < t->rank && used < room; d++)
        used += t->shape[d] < 0 && open < 0
                    ? (size_t)snprintf(out + used, room - used, "?x")
                    : (size_t)snprintf(out + used, room - used, "%" PRId64 "x", t->shape[d] < 0 ? open : t->shape[d]);
    if (used < room)
        used += (size_t)snprintf(out + used, room - used, "%s", grn_dtype_text(t->dtype));
    return used;
}

/* ---- the parameters of a function ------------------------------------------------------------ */

/* An empty text is one of no bytes. */
static char *text_of(json *t)
{
    json_plain(t, "");
    return json_finish(t);
}

/* False: memory is refused. */
static bool read_parameter(const grn_module *module, size_t function, size_t i, parameter *p)
{
    json name = {0}, type = {0};
    const grn_sink to_name = json_raw_sink(&name), to_type = json_raw_sink(&type);
    bool written = grn_module_write_input_name(module, function, i, &to_name) == GRN_OK &&
                   grn_module_write_input_type(module, function, i, &to_type) == GRN_OK;
    p->name = text_of(&name);
    p->type_text = text_of(&type);
    if (written && p->name && p->type_text)
        p->type = type_of_text(p->type_text, grn_module_input_dtype(module, function, i));
    return written && p->name && p->type_text;
}

bool parameters_read(const grn_module *module, size_t function, parameters *out)
{
    grn_function_info info;
    *out = (parameters){0};
    if (grn_module_function(module, function, &info) != GRN_OK ||
        !(out->items = calloc(info.ninputs + 1, sizeof *out->items)))
        return false;
    out->count = info.ninputs;
    for (size_t i = 0; i < out->count; i++)
        if (!read_parameter(module, function, i, &out->items[i]))
            return false;
    return true;
}

void parameters_free(parameters *p)
{
    for (size_t i = 0; i < p->count; i++) {
        free(p->items[i].name);
        free(p->items[i].type_text);
    }
    free(p->items);
    *p = (parameters){0};
}

bool parameters_find(const parameters *p, const char *name, size_t n, size_t *i)
{
    for (size_t k = 0; k < p->count; k++)
        if (n > 0 && strlen(p->items[k].name) == n && memcmp(p->items[k].name, name, n) == 0) {
            *i = k;
            return true;
        }
    return false;
}

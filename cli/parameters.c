/* parameters.c - what a function declares of its inputs, and how they are asked for. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* ---- types as text ---------------------------------------------------------------------- */

/* "2x3x" or "2,3]": the extents from `at` on, -1 for one that is open. Answers where they end; NULL: too many, or too large. */
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

/* "tensor<2x?xf32>", "memref<2xf32>" or "!torch.vtensor<[2,3],si32>". */
static value_type type_of_text(const char *text, grn_dtype dtype)
{
    value_type t = {.dtype = dtype, .is_static = true};
    const char *at = strchr(text, '<');
    if (at != NULL)
        at += at[1] == '[' ? 2 : 1;
    if (at == NULL || dtype == GRN_NO_DTYPE || *at == '*' || !read_extents(at, text + strlen(text), &t))
        t.is_static = false;
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
    return out->dtype != GRN_NO_DTYPE && out->is_static;
}

size_t value_type_text(const value_type *t, int64_t open, char *out, size_t room)
{
    size_t used = 0;
    for (int32_t d = 0; d < t->rank && used < room; d++)
        used += (size_t)snprintf(out + used, room - used, "%" PRId64 "x", t->shape[d] < 0 ? open : t->shape[d]);
    if (used < room)
        used += (size_t)snprintf(out + used, room - used, "%s", grn_dtype_text(t->dtype));
    return used;
}

/* ---- the parameters of a function ---------------------------------------------------------------------- */

static char *text_of(text_buffer *t)
{
    const grn_sink sink = text_sink(t);
    return sink.write(sink.user, "", 1) == GRN_OK ? t->bytes : NULL;
}

/* False: memory is refused. */
static bool read_parameter(const grn_module *module, size_t function, size_t i, parameter *p)
{
    text_buffer name = {0}, type = {0};
    const grn_sink to_name = text_sink(&name), to_type = text_sink(&type);
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
    if (grn_module_function(module, function, &info) != GRN_OK || !(out->items = calloc(info.ninputs + 1, sizeof *out->items)))
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

/* ---- asking for them ---------------------------------------------------------------------- */

/* Whether a shell and --input take the name as it is. */
static bool is_plain_name(const char *name)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    value_type t;
    return *name && name[strspn(name, plain)] == '\0' && !value_type_read(name, strlen(name), &t);
}

static void show_quoted(const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./-=:,%@";
    if (*text && text[strspn(text, plain)] == '\0') {
        fputs(text, stderr);
        return;
    }
    fputc('\'', stderr);
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", stderr);
        else
            show(stderr, text, 1);
    fputc('\'', stderr);
}

/* "--input rows=zeros": an index of zeros is in range. */
static void show_input(const parameter *p, bool named)
{
    char text[2048], type[1024];
    const grn_dtype_class class = grn_dtype_class_of(p->type.dtype);
    const char *made = class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX ? "random:1" : "zeros";
    value_type_text(&p->type, 2, type, sizeof type);
    snprintf(text, sizeof text, "%s%s%s%s%s", named ? p->name : "", named ? "=" : "", p->type.is_static ? "" : type,
             p->type.is_static ? "" : "=", made);
    fputs(" --input ", stderr);
    show_quoted(text);
}

/* "%table: tensor<3x2xf32>", or by its number. */
static void show_parameter(size_t i, const parameter *p)
{
    if (*p->name)
        show_line(stderr, "  %%%s: %.200s", p->name, p->type_text);
    else
        show_line(stderr, "  #%zu: %.200s", i, p->type_text);
}

/* A note for each: what the message before is about. */
static void tell_parameters(const parameters *p)
{
    for (size_t i = 0; i < p->count; i++)
        if (*p->items[i].name)
            complain_further("it takes %%%s: %s", p->items[i].name, p->items[i].type_text);
        else
            complain_further("it takes #%zu: %s", i, p->items[i].type_text);
}

void parameters_show(const settings *s, const entry *e, const parameters *p)
{
    if (document_is_open()) {
        tell_parameters(p);
        return;
    }
    grn_function_info info;
    bool named = true;
    if (p->count == 0 || grn_module_function(e->module, e->function, &info) != GRN_OK)
        return;
    fputs("garner: ", stderr);
    show_symbol(stderr, info.name, info.name_bytes);
    fputs(" takes\n", stderr);
    for (size_t i = 0; i < p->count; i++) {
        show_parameter(i, &p->items[i]);
        named = named && is_plain_name(p->items[i].name);
        if (p->items[i].type.dtype == GRN_NO_DTYPE || strchr(p->items[i].type_text, '*'))
            return; /* only programs make such */
    }
    fprintf(stderr, "as in\n  garner %s ", s->command);
    if (s->entry.written) {
        fputs("--entry ", stderr);
        show_quoted(s->entry.written);
        fputc(' ', stderr);
    }
    show_quoted(s->file);
    for (size_t i = 0; i < p->count; i++)
        show_input(&p->items[i], named);
    fputc('\n', stderr);
}

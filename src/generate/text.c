/* text.c - how programs are written: values, types, lists, ops in generic form. */
#include <math.h>

#include "generate/generate.h"

void grn_gen_put_bytes(grn_gen *g, const char *text, size_t n)
{
    char *to = n && !g->failed ? grn_vec_extend(g->out, n) : NULL;
    if (to)
        memcpy(to, text, n);
    else if (n)
        g->failed = true;
}

static void put_text(grn_gen *g, const char *text) { grn_gen_put_bytes(g, text, strlen(text)); }

static void put_number(grn_gen *g, int64_t n)
{
    char text[24], *at = text + sizeof text;
    uint64_t left = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    do
        *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (n < 0)
        *--at = '-';
    grn_gen_put_bytes(g, at, (size_t)(text + sizeof text - at));
}

static void put_list(grn_gen *g, const int64_t *v, int count)
{
    for (int i = 0; i < count; i++) {
        put_text(g, i ? ", " : "");
        put_number(g, v[i]);
    }
}

static void put_array(grn_gen *g, const int64_t *v, int count)
{
    put_text(g, count ? "array<i64: " : "array<i64");
    put_list(g, v, count);
    put_text(g, ">");
}

static void put_value(grn_gen *g, const grn_gen_value *v)
{
    put_text(g, v->is_input ? "%in" : "%v");
    put_number(g, v->id);
    if (v->part != GRN_GEN_WHOLE) {
        put_text(g, "#");
        put_number(g, v->part);
    }
}

static void put_directive(grn_gen *g, char directive, va_list *args)
{
    switch (directive) {
    case 's': put_text(g, va_arg(*args, const char *)); break;
    case 'n': put_number(g, va_arg(*args, int64_t)); break;
    case 'v': put_value(g, va_arg(*args, const grn_gen_value *)); break;
    case 't': g->dialect->put_type(g, va_arg(*args, const grn_gen_type *)); break;
    case 'T': g->dialect->put_type(g, &va_arg(*args, const grn_gen_value *)->type); break;
    case 'l': {
        const int64_t *v = va_arg(*args, const int64_t *);
        put_list(g, v, va_arg(*args, int));
        break;
    }
    case 'a': {
        const int64_t *v = va_arg(*args, const int64_t *);
        put_array(g, v, va_arg(*args, int));
        break;
    }
    default: put_text(g, "%"); break;
    }
}

static void put_all(grn_gen *g, const char *format, va_list *args)
{
    while (*format) {
        const size_t plain = strcspn(format, "%");
        grn_gen_put_bytes(g, format, plain);
        format += plain;
        if (!*format)
            break;
        put_directive(g, format[1], args);
        format += 2;
    }
}

void grn_gen_put(grn_gen *g, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_all(g, format, &args);
    va_end(args);
}

const char *grn_gen_attrs(grn_gen *g, const char *format, ...)
{
    va_list args;
    grn_vec *out = g->out;
    g->out = &g->scratch;
    g->scratch.count = 0;
    va_start(args, format);
    put_all(g, format, &args);
    va_end(args);
    grn_gen_put_bytes(g, "", 1);
    g->out = out;
    return g->failed ? "" : g->scratch.items;
}

void grn_gen_put_tensor_type(grn_gen *g, const grn_gen_type *type)
{
    put_text(g, "tensor<");
    for (int32_t d = 0; d < type->rank; d++) {
        if (type->open >> d & 1)
            put_text(g, "?");
        else
            put_number(g, type->shape[d]);
        put_text(g, "x");
    }
    put_text(g, grn_dtype_text(type->dtype));
    put_text(g, ">");
}

/* ---- literals -------------------------------------------------------------------------------- */

/* Sixteenths below 4096 are written as they are, 4.3125: most numbers are. False: it is another one. */
static bool put_sixteenths(grn_gen *g, double x)
{
    static const char *const rest[] = {".0", ".0625", ".125", ".1875", ".25", ".3125", ".375", ".4375",
                                       ".5", ".5625", ".625", ".6875", ".75", ".8125", ".875", ".9375"};
    const double sixteenths = fabs(x) * 16;
    if (!(sixteenths < 65536) || sixteenths != floor(sixteenths))
        return false;
    const uint32_t n = (uint32_t)sixteenths;
    put_text(g, signbit(x) ? "-" : "");
    put_number(g, n / 16);
    put_text(g, rest[n % 16]);
    return true;
}

static bool put_element(grn_gen *g, const grn_tensor *data, int64_t e)
{
    const grn_scalar s = grn_scalar_load(data->dtype, grn_tensor_at(data, e));
    switch (grn_dtype_class_of(data->dtype)) {
    case GRN_CLASS_BOOL: put_text(g, s.i ? "true" : "false"); return true;
    case GRN_CLASS_FLOAT: return put_sixteenths(g, s.f);
    case GRN_CLASS_SIGNED: put_number(g, s.i); return true;
    case GRN_CLASS_UNSIGNED: put_number(g, (int64_t)s.u); return s.u <= INT64_MAX;
    default: return false;
    }
}

static bool put_elements(grn_gen *g, const grn_tensor *data, int32_t d, int64_t *at)
{
    if (d == data->rank)
        return put_element(g, data, (*at)++);
    put_text(g, "[");
    for (int64_t i = 0; i < data->shape[d]; i++) {
        put_text(g, i ? ", " : "");
        if (!put_elements(g, data, d + 1, at))
            return false;
    }
    put_text(g, "]");
    return true;
}

static bool is_splat(const grn_tensor *data, int64_t n)
{
    const size_t bytes = grn_dtype_bytes(data->dtype);
    const char *first = data->data;
    for (int64_t e = 1; e < n; e++)
        if (memcmp(first, first + (size_t)e * bytes, bytes) != 0)
            return false;
    return true;
}

/* False: an element is not written so, and part of the text is. */
static bool put_short_literal(grn_gen *g, const grn_tensor *data)
{
    const int64_t n = grn_tensor_elements(data);
    int64_t at = 0;
    put_text(g, "dense<");
    if (n && !(is_splat(data, n) ? put_element(g, data, 0) : put_elements(g, data, 0, &at)))
        return false;
    put_text(g, ">");
    return true;
}

void grn_gen_put_literal(grn_gen *g, const grn_tensor *data)
{
    const grn_literal_options options = {0};
    const grn_sink sink = grn_vec_sink(g->out);
    const size_t before = g->out->count;
    if (!data->data) {
        g->failed = true;
        return;
    }
    if (grn_tensor_is_compact(data) && put_short_literal(g, data))
        return;
    g->out->count = before;
    if (grn_tensor_write_literal(data, &options, &sink) != GRN_OK)
        g->failed = true;
}

/* ---- ops ------------------------------------------------------------------------------------- */

void grn_gen_begin(grn_gen *g, const grn_gen_line *line)
{
    put_text(g, "  ");
    if (line->nresults == 1)
        grn_gen_put(g, "%v = ", &line->results[0]);
    else if (line->nresults)
        grn_gen_put(g, "%%v%n:%n = ", (int64_t)line->results[0].id, (int64_t)line->nresults);
    grn_gen_put(g, "\"%s%s\"(", line->prefix ? line->prefix : g->dialect->prefix, line->name);
    for (size_t i = 0; i < line->noperands; i++)
        grn_gen_put(g, i ? ", %v" : "%v", &line->operands[i]);
    put_text(g, ")");
}

void grn_gen_end(grn_gen *g, const grn_gen_line *line)
{
    put_text(g, " : (");
    for (size_t i = 0; i < line->noperands; i++)
        grn_gen_put(g, i ? ", %T" : "%T", &line->operands[i]);
    put_text(g, line->nresults == 1 ? ") -> " : ") -> (");
    for (size_t i = 0; i < line->nresults; i++)
        grn_gen_put(g, i ? ", %T" : "%T", &line->results[i]);
    put_text(g, line->nresults == 1 ? "\n" : ")\n");
    for (size_t i = 0; i < line->nresults; i++)
        grn_gen_define(g, &line->results[i]);
}

static grn_gen_value put_op(grn_gen *g, const char *name, size_t noperands, const grn_gen_value *operands,
                            const char *attrs, const grn_gen_type *type, const grn_facts *facts, bool is_known)
{
    grn_gen_value r = grn_gen_new(g, type, facts);
    grn_gen_line line = {NULL, name, noperands, 1, operands, &r};
    const size_t known = g->values.count;
    grn_gen_begin(g, &line);
    if (attrs)
        grn_gen_put(g, " <{%s}>", attrs);
    grn_gen_end(g, &line);
    if (!is_known)
        g->values.count = known;
    return r;
}

void grn_gen_op_line(grn_gen *g, const char *name, size_t noperands, const grn_gen_value *operands, const char *attrs,
                     const grn_gen_type *type, const grn_facts *facts)
{
    put_op(g, name, noperands, operands, attrs, type, facts, true);
}

grn_gen_value grn_gen_step(grn_gen *g, const char *name, size_t noperands, const grn_gen_value *operands,
                           const char *attrs, const grn_gen_type *type, const grn_facts *facts)
{
    return put_op(g, name, noperands, operands, attrs, type, facts, false);
}

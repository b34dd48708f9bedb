/* template.c - text of templates, lists and extents: all that is made of parts, in the module's
 * arena. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "source/source.h"

/* ---- text ------------------------------------------------------------------------------------ */

static const char *text_v(grn_source *s, const char *format, va_list args)
{
    const char *text = grn_arena_vprintf(&s->ir->arena, format, args);
    if (!text)
        s->status = GRN_E_MEMORY;
    return text ? text : "";
}

const char *grn_source_text(grn_source *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *out = text_v(s, format, args);
    va_end(args);
    return out;
}

const char **grn_source_texts(grn_source *s, size_t count)
{
    const char **out = GRN_ARENA_NEW(&s->ir->arena, const char *, count + 1);
    if (!out)
        s->status = GRN_E_MEMORY;
    return out;
}

const char *grn_source_join(grn_source *s, size_t count, const char *const *items, const char *between)
{
    size_t n = strlen(between), bytes = 1;
    for (size_t i = 0; i < count; i++)
        bytes += strlen(items[i]) + n;
    char *out = grn_arena_alloc_raw(&s->ir->arena, bytes), *to = out;
    if (!out) {
        s->status = GRN_E_MEMORY;
        return "";
    }
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(items[i]), gap = i ? n : 0;
        memcpy(to, between, gap);
        memcpy(to + gap, items[i], length);
        to += gap + length;
    }
    *to = '\0';
    return out;
}

const char *grn_source_integer(grn_source *s, int64_t v) { return grn_source_text(s, "%" PRId64, v); }

void grn_source_line(grn_source *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *line = text_v(s, format, args);
    va_end(args);
    size_t n = strlen(line);
    char *to = grn_vec_extend(&s->body, n + 5);
    if (!to) {
        s->status = GRN_E_MEMORY;
        return;
    }
    memcpy(to, "    ", 4);
    memcpy(to + 4, line, n);
    to[4 + n] = '\n';
}

void grn_source_assign(grn_source *s, const char *name, const char *text)
{
    grn_source_line(s, "%s", grn_source_fill(s, s->language->assign, NULL, 2, (const char *const[]){name, text}));
}

/* ---- lists and shapes ------------------------------------------------------------------------ */

const char *grn_source_list(grn_source *s, size_t count, const int64_t *v)
{
    const char **items = grn_source_texts(s, count);
    for (size_t i = 0; items && i < count; i++)
        items[i] = grn_source_integer(s, v[i]);
    return items ? s->language->list(s, count, items) : "";
}

const char *grn_source_extent(grn_source *s, const grn_value *v, int32_t d)
{
    if (v->type->shape[d] != GRN_DYNAMIC)
        return grn_source_integer(s, v->type->shape[d]);
    return grn_source_text(s, "%s.shape[%d]", grn_source_name(s, v), (int)d);
}

const char *grn_source_shape(grn_source *s, const grn_type *t)
{
    if (grn_type_has_static_shape(t))
        return grn_source_list(s, (size_t)t->rank, t->shape);
    grn_source_refuse(s, "has a result of a shape that is not known");
    return "";
}

/* ---- element types --------------------------------------------------------------------------- */

unsigned grn_source_elements_of(const grn_type *element)
{
    switch (element->dtype) {
    case GRN_F16:
    case GRN_BF16: return GRN_SOURCE_F16;
    case GRN_F32: return GRN_SOURCE_F32;
    case GRN_F64: return GRN_SOURCE_F64;
    default: break;
    }
    switch (grn_dtype_class_of(element->dtype)) {
    case GRN_CLASS_BOOL: return GRN_SOURCE_I1;
    case GRN_CLASS_SIGNED: return GRN_SOURCE_SIGNED;
    case GRN_CLASS_UNSIGNED: return GRN_SOURCE_UNSIGNED;
    case GRN_CLASS_COMPLEX: return GRN_SOURCE_COMPLEX;
    default: return 0;
    }
}

const char *grn_source_dtype(grn_source *s, const grn_type *element)
{
    char text[GRN_TYPE_TEXT_BYTES];
    for (const grn_source_type *t = s->language->types; t->name && element->kind != GRN_TYPE_QUANT; t++)
        if (t->dtype == element->dtype)
            return t->name;
    grn_source_refuse(s, "has elements of type %s, which %s has not", grn_type_text(element, text, sizeof text),
                      s->language->title);
    return NULL;
}

/* ---- templates ------------------------------------------------------------------------------- */

typedef struct filling {
    grn_source *s;
    const grn_op *op;
    size_t n;
    const char *const *args;
    grn_vec out;
} filling;

static void append_text(filling *f, const char *text, size_t n)
{
    char *to = grn_vec_extend(&f->out, n);
    if (to)
        memcpy(to, text, n);
    else
        f->s->status = GRN_E_MEMORY;
}

static const char *helper(grn_source *s, grn_str name)
{
    for (size_t i = 0; s->language->helpers[i].name; i++)
        if (grn_str_is(name, s->language->helpers[i].name)) {
            s->uses[i] = true;
            return s->language->helpers[i].name;
        }
    return NULL;
}

static const char *attribute(const filling *f, grn_str part)
{
    char name[64];
    size_t n;
    const int64_t *v;
    snprintf(name, sizeof name, "%.*s", (int)part.n, part.text);
    const grn_attr *a = grn_op_attr(f->op, name);
    if (a && a->kind == GRN_ATTR_INTEGER)
        return grn_source_integer(f->s, a->integer);
    return grn_op_dims(f->op, name, &n, &v) ? grn_source_list(f->s, n, v) : NULL;
}

static const char *operands(const filling *f)
{
    const char **names = grn_source_texts(f->s, f->op->noperands);
    for (size_t i = 0; names && i < f->op->noperands; i++)
        names[i] = grn_source_operand(f->s, f->op, i);
    return names ? grn_source_join(f->s, f->op->noperands, names, ", ") : "";
}

/* NULL: no such part, and the text stands for itself. */
static const char *part_of(const filling *f, grn_str part)
{
    grn_source *s = f->s;
    if (part.n == 1 && part.text[0] >= '0' && part.text[0] <= '9') {
        size_t i = (size_t)(part.text[0] - '0');
        return i < f->n ? f->args[i] : f->op && i < f->op->noperands ? grn_source_operand(s, f->op, i) : NULL;
    }
    if (part.n > 1 && part.text[0] == '@')
        return helper(s, (grn_str){part.text + 1, part.n - 1});
    if (grn_str_is(part, "m"))
        return s->language->module;
    if (!f->op)
        return NULL;
    if (grn_str_is(part, "all"))
        return operands(f);
    if (grn_str_is(part, "shape"))
        return grn_source_shape(s, grn_result_type(f->op, 0));
    if (grn_str_is(part, "dtype"))
        return grn_source_dtype(s, grn_result_type(f->op, 0)->element);
    if (part.n > 5 && memcmp(part.text, "attr:", 5) == 0)
        return attribute(f, (grn_str){part.text + 5, part.n - 5});
    return NULL;
}

static void fill_template(filling *f, const char *text)
{
    while (*text) {
        size_t plain = strcspn(text, "{"), n = text[plain] ? strcspn(text + plain, "}") : 0;
        const char *part = n > 1 ? part_of(f, (grn_str){text + plain + 1, n - 1}) : NULL;
        append_text(f, text, plain);
        text += plain;
        if (part) {
            append_text(f, part, strlen(part));
            text += n + 1;
        } else if (*text) {
            append_text(f, text++, 1);
        }
    }
}

const char *grn_source_fill(grn_source *s, const char *text, const grn_op *op, size_t n, const char *const *args)
{
    filling f = {.s = s, .op = op, .n = n, .args = args};
    grn_vec_init(&f.out, s->ir->allocator, 1);
    fill_template(&f, text);
    const char *out = f.out.count ? grn_arena_text(&s->ir->arena, f.out.items, f.out.count) : "";
    grn_vec_destroy(&f.out);
    if (!out)
        s->status = GRN_E_MEMORY;
    return out ? out : "";
}

const char *grn_source_phrase(grn_source *s, int phrase, const char *a, const char *b, const char *c)
{
    return grn_source_fill(s, s->language->phrase[phrase], NULL,
                           c   ? 3
                           : b ? 2
                           : a ? 1
                               : 0,
                           (const char *const[]){a, b, c});
}

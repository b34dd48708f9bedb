/* print_hooks.c - the calls that rows with custom syntax print with; the printer's own files use
 * them, too. */
#include "text/internal.h"

#include <inttypes.h>
#include <stdio.h>

static void flush(grn_printer *p)
{
    if (p->used && p->status == GRN_OK)
        p->status = p->sink.write(p->sink.user, p->buffer, p->used);
    p->used = 0;
}

void grn_put(grn_printer *p, const char *text, size_t n)
{
    if (n > sizeof p->buffer - p->used)
        flush(p);
    if (n > sizeof p->buffer) {
        if (p->status == GRN_OK)
            p->status = p->sink.write(p->sink.user, text, n);
        return;
    }
    if (n)
        memcpy(p->buffer + p->used, text, n);
    p->used += n;
}

grn_status grn_printer_finish(grn_printer *p)
{
    flush(p);
    return p->status;
}

/* The printer as a sink for the text of the ir layer. */
static grn_status put_through(void *user, const char *text, size_t n)
{
    grn_put(user, text, n);
    return ((grn_printer *)user)->status;
}

grn_sink grn_printer_sink(grn_printer *p) { return (grn_sink){put_through, p}; }

static void keep_status(grn_printer *p, grn_status status)
{
    if (p->status == GRN_OK)
        p->status = status;
}

/* ---- text ------------------------------------------------------------------------------------ */

void grn_printer_text(grn_printer *p, const char *text) { grn_put(p, text, strlen(text)); }
void grn_printer_str(grn_printer *p, grn_str s) { grn_put(p, s.text, s.n); }

void grn_printer_i64(grn_printer *p, int64_t v)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, v);
    grn_printer_text(p, text);
}

void grn_printer_symbol(grn_printer *p, grn_str name)
{
    const grn_sink sink = {put_through, p};
    keep_status(p, grn_symbol_write(name, &sink));
}

void grn_printer_string(grn_printer *p, grn_str s)
{
    const grn_sink sink = {put_through, p};
    keep_status(p, grn_string_write(s, &sink));
}

void grn_printer_dims(grn_printer *p, size_t count, const int64_t *v)
{
    grn_printer_text(p, "[");
    for (size_t i = 0; i < count; i++) {
        grn_printer_text(p, i ? ", " : "");
        grn_printer_i64(p, v[i]);
    }
    grn_printer_text(p, "]");
}

void grn_printer_newline(grn_printer *p)
{
    static const char line[] = "\n                                                                ";
    const size_t most = sizeof line - 2;
    size_t spaces = p->options->flat ? 0 : 2 * (size_t)p->indent, n = spaces % most;
    grn_put(p, line, 1 + n);
    for (; n < spaces; n += most)
        grn_put(p, line + 1, most);
}

/* ---- types and attributes -------------------------------------------------------------------- */

void grn_printer_type(grn_printer *p, const grn_type *t)
{
    const grn_sink sink = {put_through, p};
    keep_status(p, grn_type_write(t, &sink));
}

static bool is_elided(const grn_printer *p, const grn_attr *a)
{
    int64_t over = p->options->elide_over;
    return a->kind == GRN_ATTR_ELEMENTS && over > 0 && !a->elements->resource.n && !a->elements->splat &&
           grn_tensor_elements(&a->elements->tensor) > over;
}

static void print_attr(grn_printer *p, const grn_attr *a, bool with_type)
{
    const grn_sink sink = {put_through, p};
    if (!is_elided(p, a)) {
        keep_status(p, grn_attr_write(a, with_type, &sink));
        return;
    }
    const grn_literal_options options = {.elide_over = p->options->elide_over};
    keep_status(p, grn_tensor_write_literal(&a->elements->tensor, &options, &sink));
    if (with_type) {
        grn_printer_text(p, " : ");
        grn_printer_type(p, a->type);
    }
}

void grn_printer_attr(grn_printer *p, const grn_attr *a) { print_attr(p, a, true); }
void grn_printer_attr_no_type(grn_printer *p, const grn_attr *a) { print_attr(p, a, false); }

void grn_printer_struct(grn_printer *p, const grn_attr *a)
{
    const grn_sink sink = {put_through, p};
    keep_status(p, a->kind == GRN_ATTR_STRUCT ? grn_attr_write_struct(a, &sink) : grn_attr_write(a, true, &sink));
}

static void print_entry(grn_printer *p, const grn_named_attr *entry)
{
    const grn_sink sink = {put_through, p};
    keep_status(p, grn_key_write(entry->name, &sink));
    if (entry->value->kind == GRN_ATTR_UNIT)
        return;
    grn_printer_text(p, " = ");
    grn_printer_attr(p, entry->value);
}

static bool comes_before(grn_str a, grn_str b)
{
    int order = memcmp(a.text, b.text, a.n < b.n ? a.n : b.n);
    return order ? order < 0 : a.n < b.n;
}

/* MLIR keeps attributes sorted by name; a long list stays in order of writing. */
#define SORTED_ATTRS 64

static size_t choose(const grn_op *op, bool (*wanted)(const grn_op *op, grn_str name, const void *user),
                     const void *user, const grn_named_attr *chosen[SORTED_ATTRS])
{
    size_t n = 0;
    for (size_t i = 0; i < op->nattrs; i++) {
        const grn_named_attr *attr = &op->attrs[i];
        if (!wanted(op, attr->name, user))
            continue;
        size_t at = n++;
        for (; at > 0 && comes_before(attr->name, chosen[at - 1]->name); at--)
            chosen[at] = chosen[at - 1];
        chosen[at] = attr;
    }
    return n;
}

void grn_print_attrs(grn_printer *p, const grn_op *op, const char *before, const char *open, const char *close,
                     bool (*wanted)(const grn_op *op, grn_str name, const void *user), const void *user)
{
    const grn_named_attr *chosen[SORTED_ATTRS];
    bool sorted = op->nattrs <= SORTED_ATTRS;
    size_t n = sorted ? choose(op, wanted, user, chosen) : op->nattrs, printed = 0;
    for (size_t i = 0; i < n; i++) {
        const grn_named_attr *attr = sorted ? chosen[i] : &op->attrs[i];
        if (!sorted && !wanted(op, attr->name, user))
            continue;
        if (!printed)
            grn_printer_text(p, before);
        grn_printer_text(p, printed++ ? ", " : open);
        print_entry(p, attr);
    }
    if (printed)
        grn_printer_text(p, close);
}

static bool not_skipped(const grn_op *op, grn_str name, const void *user)
{
    for (const char *const *skip = user; skip && *skip; skip++)
        if (grn_str_is(name, *skip))
            return false;
    return !grn_op_has_default(op, name);
}

void grn_printer_attr_dict(grn_printer *p, const grn_op *op, const char *const *skip, const char *prefix)
{
    grn_print_attrs(p, op, prefix, "{", "}", not_skipped, skip);
}

/* ---- values ---------------------------------------------------------------------------------- */

void grn_printer_value(grn_printer *p, const grn_value *v)
{
    const void *key = v ? (v->def ? (const void *)v->def : (const void *)v->block) : NULL;
    const grn_numbered *number = key ? grn_number_of(p, key) : NULL;
    const grn_numbered *named = v && !v->def ? grn_number_of(p, v) : number;
    char text[160];
    if (named && named->name.n > 0 && v->def && v->def->nresults > 1)
        snprintf(text, sizeof text, "%%%.*s#%" PRIu32, (int)named->name.n, named->name.text, v->index);
    else if (named && named->name.n > 0)
        snprintf(text, sizeof text, "%%%.*s", (int)named->name.n, named->name.text);
    else if (!number)
        snprintf(text, sizeof text, "%%<unknown>");
    else if (number->argument)
        snprintf(text, sizeof text, "%%arg%" PRIu32, number->first + v->index);
    else if (v->def && v->def->nresults > 1)
        snprintf(text, sizeof text, "%%%" PRIu32 "#%" PRIu32, number->first, v->index);
    else
        snprintf(text, sizeof text, "%%%" PRIu32, number->first + v->index);
    grn_printer_text(p, text);
}

void grn_printer_argument(grn_printer *p, const grn_value *v)
{
    grn_printer_value(p, v);
    grn_printer_text(p, ": ");
    grn_printer_type(p, v->type);
    grn_printer_location(p, v->location);
}

void grn_printer_values(grn_printer *p, grn_value *const *v, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        grn_printer_text(p, i ? ", " : "");
        grn_printer_value(p, v[i]);
    }
}

/* Without making the type: an op may have more operands than a type has parts. */
void grn_printer_function_type(grn_printer *p, const grn_op *op)
{
    bool bare = op->nresults == 1 && op->results[0].type->kind != GRN_TYPE_FUNCTION;
    grn_printer_text(p, "(");
    for (size_t i = 0; i < op->noperands; i++) {
        grn_printer_text(p, i ? ", " : "");
        grn_printer_type(p, op->operands[i]->type);
    }
    grn_printer_text(p, bare ? ") -> " : ") -> (");
    for (size_t i = 0; i < op->nresults; i++) {
        grn_printer_text(p, i ? ", " : "");
        grn_printer_type(p, op->results[i].type);
    }
    grn_printer_text(p, bare ? "" : ")");
}

/* ---- regions --------------------------------------------------------------------------------- */

void grn_printer_block(grn_printer *p, const grn_block *block)
{
    const grn_numbered *number = grn_number_of(p, block);
    grn_printer_text(p, "^bb");
    grn_printer_i64(p, number ? number->block : 0);
}

static void print_label(grn_printer *p, const grn_block *b)
{
    grn_printer_newline(p);
    grn_printer_block(p, b);
    for (size_t i = 0; i < b->nargs; i++) {
        grn_printer_text(p, i ? ", " : "(");
        grn_printer_argument(p, &b->args[i]);
    }
    grn_printer_text(p, b->nargs ? "):" : ":");
}

/* The ops before `end`; NULL: all. */
static void print_ops(grn_printer *p, const grn_block *b, const grn_op *end)
{
    p->indent++;
    for (const grn_op *op = b->first; op != end && p->status == GRN_OK; op = op->next) {
        grn_printer_newline(p);
        grn_print_comments_before(p, op);
        grn_print_op(p, op);
        grn_print_comment_behind(p, op);
    }
    p->indent--;
}

/* The first block needs its label for its arguments, and when there is nothing else to show that it
 * exists. */
void grn_printer_region(grn_printer *p, const grn_region *region, bool with_args)
{
    grn_printer_text(p, "{");
    for (const grn_block *b = region->first; b && p->status == GRN_OK; b = b->next) {
        if (b != region->first || (with_args && (b->nargs || !b->first)))
            print_label(p, b);
        print_ops(p, b, NULL);
    }
    grn_printer_newline(p);
    grn_printer_text(p, "}");
}

static bool shows_nothing(const grn_op *op)
{
    return op && op->def && op->def->traits & GRN_TRAIT_TERMINATOR && !op->noperands && !op->nattrs && !op->nregions &&
           !op->nsuccessors;
}

void grn_printer_body(grn_printer *p, const grn_region *region)
{
    const grn_block *b = region->first;
    if (!b || b->next || !shows_nothing(b->last)) {
        grn_printer_region(p, region, false);
        return;
    }
    grn_printer_text(p, "{");
    print_ops(p, b, b->last);
    grn_printer_newline(p);
    grn_printer_text(p, "}");
}

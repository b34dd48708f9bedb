/* print_format.c - an op printed by its row's format. */
#include "text/internal.h"

typedef struct writing {
    grn_printer *p;
    const grn_op *op;
    bool glue;  /* the next item follows without a space */
    bool typed; /* an attribute has determined the type list */
} writing;

void grn_print_space(grn_printer *p, bool *glue)
{
    grn_printer_text(p, *glue ? "" : " ");
    *glue = false;
}

void grn_print_literal(grn_printer *p, bool *glue, grn_str text)
{
    char first = text.text[0], last = text.text[text.n - 1];
    if (strchr(",)]>([", first))
        *glue = true;
    grn_print_space(p, glue);
    grn_printer_str(p, text);
    *glue = strchr("([<", last) != NULL;
}

static void space(writing *w) { grn_print_space(w->p, &w->glue); }

/* ---- literals, operands ---------------------------------------------------------------------- */

static void write_operands(writing *w, const grn_item *item)
{
    size_t n = w->op->noperands, end = item->rest ? n : item->first + 1;
    for (size_t i = item->first; i < end && i < n; i++) {
        if (item->commas || i > item->first) {
            grn_printer_text(w->p, ",");
            w->glue = false;
        }
        space(w);
        grn_printer_value(w->p, w->op->operands[i]);
    }
}

/* ---- types ----------------------------------------------------------------------------------- */

static const grn_type *type_at(const grn_op *op, size_t i)
{
    return i < op->noperands ? op->operands[i]->type : op->results[i - op->noperands].type;
}

/* The one type of operands and results from number `first` on; NULL if they differ. */
static const grn_type *common_type(const grn_op *op, size_t first)
{
    size_t n = op->noperands + op->nresults;
    for (size_t i = first + 1; i < n; i++)
        if (type_at(op, i) != type_at(op, first))
            return NULL;
    return first < n ? type_at(op, first) : NULL;
}

/* The single type a directive prints; NULL when it prints more than one, or the whole signature. */
static const grn_type *single_type(const grn_op *op, grn_str directive)
{
    const grn_type *type = NULL;
    if (grn_str_is(directive, "same") && op->nresults == grn_count_ports(op->def->results))
        type = common_type(op, 0);
    else if (grn_str_is(directive, "operand") && op->nresults == 0)
        type = common_type(op, 0);
    else if (grn_str_is(directive, "results") && op->noperands == 0 && op->nresults == 1)
        type = op->results[0].type;
    return type && type->kind != GRN_TYPE_FUNCTION ? type : NULL;
}

static void write_list(writing *w, size_t n, size_t first)
{
    for (size_t i = 0; i < n; i++) {
        grn_printer_text(w->p, i ? ", " : "");
        grn_printer_type(w->p, type_at(w->op, first + i));
    }
}

static bool is_pairwise(const grn_op *op)
{
    for (size_t i = 0; i < op->noperands; i++)
        if (op->noperands != op->nresults || op->operands[i]->type != op->results[i].type)
            return false;
    return op->noperands > 0;
}

/* How long a list of types determines all of them; 0: only the whole signature does. */
static size_t list_length(const grn_op *op, grn_str directive)
{
    if (grn_str_is(directive, "operands") && op->nresults == 0)
        return op->noperands;
    if (grn_str_is(directive, "results") && op->noperands == 0)
        return op->nresults;
    if (grn_str_is(directive, "each") && is_pairwise(op))
        return op->noperands;
    return grn_str_is(directive, "select") && op->noperands > 1 && common_type(op, 1) &&
                   op->nresults == grn_count_ports(op->def->results)
               ? 2
               : 0;
}

static void write_types(writing *w, grn_str directive)
{
    const grn_op *op = w->op;
    if (w->typed || (grn_str_is(directive, "operands") && op->noperands + op->nresults == 0))
        return;
    grn_printer_text(w->p, " : ");
    const grn_type *type = single_type(op, directive);
    size_t n = type ? 0 : list_length(op, directive);
    bool function = n && type_at(op, 0)->kind == GRN_TYPE_FUNCTION && !grn_str_is(directive, "operands");
    if (type)
        grn_printer_type(w->p, type);
    else if (n && !function)
        write_list(w, n, 0);
    else
        grn_printer_function_type(w->p, op);
}

/* ---- attributes ------------------------------------------------------------------------------ */

static bool not_named(const grn_op *op, grn_str name, const void *user)
{
    (void)user;
    return !grn_format_names(op->def->format, name) && !grn_op_has_default(op, name);
}

/* Whether the attribute dictionary comes between what was written last and what `format` goes on
 * with; or is empty. */
static bool dict_is_next(const grn_op *op, const char *format)
{
    if (grn_format_item(&format).kind == ITEM_DICT)
        return true;
    for (size_t i = 0; i < op->nattrs; i++)
        if (not_named(op, op->attrs[i].name, NULL))
            return false;
    return true;
}

/* Elements followed by the very type they have: printed once, right behind them. */
static bool type_follows(const writing *w, const grn_attr *value, const char *format)
{
    grn_item types;
    return value->kind == GRN_ATTR_ELEMENTS && grn_types_follow(format, &types) && dict_is_next(w->op, format) &&
           single_type(w->op, types.text) == value->type;
}

static bool is_bare(const grn_attr_class *class, const grn_attr *a)
{
    return a->kind == GRN_ATTR_INTEGER && a->type->dtype == grn_bare_dtype(class, a->integer);
}

/* As upstream: an enumeration's keyword is printed with a space of its own. */
static void write_keyword(grn_printer *p, const grn_attr *a)
{
    grn_printer_text(p, " ");
    grn_printer_text(p, a->enumeration.def->keyword[a->enumeration.value]);
}

void grn_print_attr_value(grn_printer *p, const grn_attr_def *def, const grn_attr *a)
{
    const grn_attr_class *class = def ? def->type : NULL;
    if (a->is_dims && (a->kind == GRN_ATTR_DENSE_ARRAY || a->kind == GRN_ATTR_ARRAY) && grn_wants_dims(class))
        grn_printer_dims(p, a->ndims, a->dims);
    else if (def && def->enumeration && def->enumeration->width && def->type->matches(a))
        grn_printer_text(p, def->enumeration->keyword[a->integer]);
    else if (is_bare(class, a))
        grn_printer_i64(p, a->integer);
    else if (def && def->enumeration && a->kind == GRN_ATTR_ENUM && a->enumeration.def == def->enumeration)
        write_keyword(p, a);
    else if (a->kind == GRN_ATTR_STRING && (!a->type || class == &grn_attr_is_string)) /* as upstream, which drops it */
        grn_printer_string(p, a->text);
    else if (class == &grn_attr_is_f64 && a->kind == GRN_ATTR_FLOAT)
        grn_printer_attr_no_type(p, a);
    else
        grn_printer_attr(p, a);
}

/* `<fast>` of #arith.fastmath<fast>; another attribute in full, which the parser then refuses. */
static void write_stripped(writing *w, const grn_item *item)
{
    const grn_attr_def *def = grn_find_attr_def(w->op->def, item->text);
    const grn_attr *value = def ? grn_op_attr(w->op, def->name) : NULL;
    size_t n = item->prefix.n;
    if (!value)
        return;
    bool opens =
        value->kind == GRN_ATTR_OPAQUE && value->text.n > n && memcmp(value->text.text, item->prefix.text, n) == 0;
    if (opens)
        grn_put(w->p, value->text.text + n, value->text.n - n);
    else
        grn_printer_attr(w->p, value);
}

static void write_attr(writing *w, grn_str name, const char *format)
{
    const grn_attr_def *def = grn_find_attr_def(w->op->def, name);
    const grn_attr *value = def ? grn_op_attr(w->op, def->name) : NULL;
    if (!value || def->type == &grn_attr_is_unit)
        return;
    space(w);
    if (!type_follows(w, value, format)) {
        grn_print_attr_value(w->p, def, value);
        return;
    }
    grn_printer_attr_no_type(w->p, value);
    grn_printer_text(w->p, " : ");
    grn_printer_type(w->p, value->type);
    w->typed = true;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void write_group(const writing *w, const char **format)
{
    grn_str name;
    for (size_t i = 0; grn_group_attr(*format, &name) && i < w->op->nattrs; i++)
        if (grn_str_equal(w->op->attrs[i].name, name))
            return; /* its items follow one by one */
    grn_item item;
    do
        item = grn_format_item(format);
    while (item.kind != ITEM_GROUP_END && item.kind != ITEM_END);
}

void grn_print_by_format(grn_printer *p, const grn_op *op)
{
    const char *format = op->def->format;
    writing w = {.p = p, .op = op};
    for (grn_item item = grn_format_item(&format); item.kind != ITEM_END; item = grn_format_item(&format))
        switch (item.kind) {
        case ITEM_LITERAL: grn_print_literal(w.p, &w.glue, item.text); break;
        case ITEM_OPERANDS: write_operands(&w, &item); break;
        case ITEM_ATTR:
            if (item.prefix.n)
                write_stripped(&w, &item);
            else
                write_attr(&w, item.text, format);
            break;
        case ITEM_DICT: grn_print_attrs(p, op, " ", "{", "}", not_named, NULL); break;
        case ITEM_TYPES: write_types(&w, item.text); break;
        case ITEM_GROUP: write_group(&w, &format); break;
        case ITEM_GROUP_END:
        case ITEM_END: break;
        }
}

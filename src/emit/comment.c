/* comment.c - the comment above a function: its arguments and results, with their shapes and units,
 * and its rules. */
#include "emit/state.h"
#include "lower/lower.h"

/* "  operand  float [4][8]" */
static const char *shape_text(grn_c *s, const grn_c_view *v)
{
    const char *text = "";
    for (int32_t d = 0; d < v->rank; d++)
        text = grn_c_text(s, "%s%s%s", text, d ? ", " : "", v->size[d].text);
    return grn_c_text(s, "[%s]", text);
}

static const char *unit_of(const grn_type *element)
{
    if (grn_c_width(element) == 1 && element->kind == GRN_TYPE_INTEGER)
        return ", each 0 or 1";
    if (grn_c_is_narrow(element))
        return ", each its bits";
    if (element->kind == GRN_TYPE_INTEGER && element->width < 8)
        return ", one in a byte";
    return "";
}

/* A result is only written; other memory that is written is also read. */
static const char *role_of(const grn_c *s, const grn_op *f, size_t i)
{
    const int64_t inputs = grn_op_integer(f, GRN_C_INPUTS, -1);
    return inputs >= 0 && (int64_t)i >= inputs ? "; the result: all of it is written"
           : grn_c_is_result(s, f, i)          ? "; written"
                                               : "";
}

static void comment_arguments(grn_c *s, const grn_op *f)
{
    const grn_block *b = f->regions[0].first;
    for (size_t i = 0; i < b->nargs; i++) {
        const grn_value *v = &b->args[i];
        const grn_c_known *k = &s->known[v->slot];
        const grn_type *e = grn_c_declared(f, i, grn_c_element_type(v->type));
        char text[GRN_TYPE_TEXT_BYTES];
        if (k->view)
            grn_c_line(s, " *   %s  %s %s%s%s%s", k->view->base, grn_type_text(e, text, sizeof text),
                       shape_text(s, k->view), k->view->is_compact ? "" : ", by strides in elements", unit_of(e),
                       role_of(s, f, i));
        else
            grn_c_line(s, " *   %s  %s", k->expr.text, grn_type_text(e, text, sizeof text));
    }
}

/* A function of memrefs may give new ones: their elements are copied to the caller's memory. */
static void comment_results(grn_c *s, const grn_op *f, const char *const *names, size_t n)
{
    const grn_op *end = f->regions[0].first->last;
    for (size_t i = 0; i < n && s->status != GRN_E_MEMORY; i++) {
        const grn_type *t = grn_operand_type(end, i), *e = grn_c_element_type(t);
        char text[GRN_TYPE_TEXT_BYTES];
        grn_c_line(s, " *   %s  %s%s%s%s; a result: all of it is written", names[i],
                   grn_type_text(e, text, sizeof text), grn_c_is_memref(t) ? " " : "",
                   grn_c_is_memref(t) ? shape_text(s, grn_c_operand_view(s, end, i)) : "", unit_of(e));
    }
}

void grn_c_write_comment(grn_c *s, const grn_op *f, const char *const *results, size_t nresults, bool status)
{
    const grn_attr *note = grn_op_attr(f, "garner.note"), *rules = grn_op_attr(f, GRN_LOWER_RULES);
    s->note = NULL; /* the note of an op that wrote no statement is not the head's */
    grn_c_line(s, "/*");
    grn_c_line(s, " * %s%s%s", s->functions[f->order], note && note->kind == GRN_ATTR_STRING ? ": " : "",
               note && note->kind == GRN_ATTR_STRING ? grn_c_comment(s, note->text) : "");
    if (!grn_str_is(grn_c_symbol(f), s->functions[f->order]))
        grn_c_line(s, " * (@%s in the program: C has another use for that name, or none)",
                   grn_c_comment(s, grn_c_symbol(f)));
    comment_arguments(s, f);
    comment_results(s, f, results, nresults);
    for (size_t i = 0; rules && rules->kind == GRN_ATTR_ARRAY && i < rules->array.count; i++)
        if (rules->array.items[i]->kind == GRN_ATTR_STRING)
            grn_c_line(s, " * %s", grn_c_comment(s, rules->array.items[i]->text));
    if (status)
        grn_c_line(s, " * Answers 0; else 1 + the position of the first bad index vector, and nothing is written.");
    if (s->can_fail)
        grn_c_line(s, " * Answers -1 where memory for its temporaries is refused%s.", status ? "" : ", else 0");
    grn_c_line(
        s, " * Arrays are the caller's, row-major, and do not overlap; extents and indices count elements, from 0.");
    grn_c_line(s, " */");
}

/* typed_shape.c - the extents of a typed list, by its brackets. */
#include "text/internal.h"

/* Lists that are open: list d of them has count[d] entries so far. */
typedef struct lists {
    int32_t depth, deepest;
    /* first: of the first list of that depth, once it ends; -1 */
    int64_t count[GRN_MAX_RANK + 1], first[GRN_MAX_RANK + 1];
} lists;

static bool is_between(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ','; }

/* Behind one element: "(1, 2)" is one. */
static size_t skip_element(const grn_typed_text *in, size_t at)
{
    if (in->text[at] == '(')
        while (at < in->n && in->text[at] != ')')
            at++;
    for (at++; at < in->n && !is_between(in->text[at]) && !strchr("[]", in->text[at]); at++) {}
    return at;
}

static void open_list(lists *l)
{
    if (l->depth > 0)
        l->count[l->depth - 1]++;
    l->count[l->depth++] = 0;
    l->deepest = l->depth > l->deepest ? l->depth : l->deepest;
}

static void close_list(lists *l)
{
    l->depth--;
    if (l->first[l->depth] < 0)
        l->first[l->depth] = l->count[l->depth];
}

static void measure(const grn_typed_text *in, lists *l)
{
    size_t at = 0;
    do {
        const char c = in->text[at];
        if (c == '[' && l->depth <= GRN_MAX_RANK)
            open_list(l);
        else if (c == ']')
            close_list(l);
        else if (!is_between(c))
            l->count[l->depth - 1]++;
        at = is_between(c) || c == '[' || c == ']' ? at + 1 : skip_element(in, at);
    } while (at < in->n && l->depth > 0);
    while (l->depth > 0) /* where the text ends before its lists do, which is reported as it is read */
        close_list(l);
}

static bool starts_with_list(const grn_typed_text *in, grn_typed_text *from)
{
    *from = *in;
    while (from->n && is_between(*from->text)) {
        from->text++;
        from->n--;
    }
    return from->n && *from->text == '[';
}

bool grn_typed_shape(const grn_typed_text *in, int32_t rank, int64_t *shape)
{
    lists l = {.depth = 0};
    grn_typed_text from;
    for (int32_t d = 0; d <= GRN_MAX_RANK; d++)
        l.first[d] = -1;
    if (!starts_with_list(in, &from))
        return false;
    measure(&from, &l);
    for (int32_t d = 0; d < rank; d++)
        if (shape[d] < 0)
            shape[d] = l.first[d] < 0 ? 0 : l.first[d];
    return true;
}

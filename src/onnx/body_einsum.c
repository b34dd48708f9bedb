/*
 * body_einsum.c - Einsum as products of matrices (ONNX, Operators.md). Operands are taken in from
 * the left, one after the other. A label that nothing behind asks for is summed as soon as it can
 * be: within one operand by ReduceSum, within a pair by MatMul.
 */
#include "onnx/body.h"

enum { MOST_OPERANDS = 16, LETTERS = 52, MOST_LABELS = LETTERS + GRN_MAX_RANK };

/* A term of the equation: a label for each dimension. Letters come first, then the dimensions of
 * "..." counted from their last. */
typedef struct term {
    int64_t rank;
    uint8_t label[GRN_MAX_RANK];
} term;
typedef struct einsum {
    int64_t count;
    term in[MOST_OPERANDS], out;
    int64_t extent[MOST_LABELS]; /* -1: the label is not there */
    int64_t dots;                /* dimensions of "..." at most */
} einsum;

/* ---- the equation ---------------------------------------------------------------------------- */

static int label_of(char c) { return c >= 'a' && c <= 'z' ? c - 'a' : c >= 'A' && c <= 'Z' ? c - 'A' + 26 : -1; }

static bool add_label(term *t, int64_t label)
{
    if (t->rank == GRN_MAX_RANK)
        return false;
    t->label[t->rank++] = (uint8_t)label;
    return true;
}

/* One term of `text`, up to a comma, an arrow or the end; `dots`: what "..." stands for. */
static bool read_term(grn_str text, size_t *at, int64_t dots, term *out)
{
    *out = (term){.rank = 0};
    for (; *at < text.n && text.text[*at] != ',' && text.text[*at] != '-'; (*at)++) {
        const char c = text.text[*at];
        if (c == '.') {
            if (text.n - *at < 3 || text.text[*at + 1] != '.' || text.text[*at + 2] != '.')
                return false;
            for (int64_t d = dots - 1; d >= 0; d--)
                if (!add_label(out, LETTERS + d))
                    return false;
            *at += 2;
        } else if (c != ' ' && (label_of(c) < 0 || !add_label(out, label_of(c))))
            return false;
    }
    return true;
}

/* How many dimensions "..." has in a term of this rank. */
static int64_t dots_of(grn_str text, size_t at, int64_t rank)
{
    for (; at < text.n && text.text[at] != ',' && text.text[at] != '-'; at++)
        rank -= label_of(text.text[at]) >= 0;
    return rank < 0 ? 0 : rank;
}

/* Extents agree; one that is 1 broadcasts where it stands in "...". */
static bool know_extents(const grn_type *type, const term *t, einsum *e)
{
    if (type->rank != t->rank)
        return false;
    for (int64_t d = 0; d < t->rank; d++) {
        int64_t *have = &e->extent[t->label[d]];
        const int64_t n = type->shape[d];
        const bool broadcasts = t->label[d] >= LETTERS && (n == 1 || *have == 1);
        if (*have >= 0 && *have != n && !broadcasts)
            return false;
        *have = *have < 0 || *have == 1 ? n : *have;
    }
    return true;
}

static bool is_in(const term *t, int64_t label)
{
    for (int64_t d = 0; d < t->rank; d++)
        if (t->label[d] == label)
            return true;
    return false;
}

/* Without an arrow: "...", then the letters that are there once, in their order. */
static void imply_result(einsum *e)
{
    for (int64_t d = e->dots - 1; d >= 0; d--)
        add_label(&e->out, LETTERS + d);
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    for (int64_t i = 0; i < LETTERS; i++) {
        int64_t times = 0;
        for (int64_t k = 0; k < e->count; k++)
            for (int64_t d = 0; d < e->in[k].rank; d++)
                times += e->in[k].label[d] == label_of(letters[i]);
        if (times == 1)
            add_label(&e->out, label_of(letters[i]));
    }
}

static bool read_einsum(const onnx_body *b, einsum *e)
{
    const onnx_attr *a = grn_onnx_attr_of(b->node, "equation");
    *e = (einsum){.count = (int64_t)b->node->ninputs};
    for (int64_t i = 0; i < MOST_LABELS; i++)
        e->extent[i] = -1;
    if (!a || !a->value || a->value->kind != GRN_ATTR_STRING || e->count < 1 || e->count > MOST_OPERANDS)
        return false;
    const grn_str text = a->value->text;
    size_t at = 0;
    for (int64_t k = 0; k < e->count; k++) {
        if (!grn_onnx_is_small(b, (size_t)k) || at > text.n)
            return false;
        const int64_t dots = dots_of(text, at, b->node->inputs[k]->type->rank);
        e->dots = dots > e->dots ? dots : e->dots;
        if (!read_term(text, &at, dots, &e->in[k]) || !know_extents(b->node->inputs[k]->type, &e->in[k], e))
            return false;
        const bool more = at < text.n && text.text[at] == ',';
        if (more != (k + 1 < e->count))
            return false;
        at += more;
    }
    if (at == text.n)
        imply_result(e);
    else if (text.n - at < 2 || text.text[at + 1] != '>' || (at += 2, !read_term(text, &at, e->dots, &e->out)) ||
             at != text.n)
        return false;
    for (int64_t d = 0; d < e->out.rank; d++)
        if (e->extent[e->out.label[d]] < 0)
            return false;
    for (int64_t d = 0; d < e->dots; d++) /* "..." is not summed */
        if (!is_in(&e->out, LETTERS + d))
            return false;
    return true;
}

/* ---- operands -------------------------------------------------------------------------------- */

/* Without dimension d. */
static void remove_label(term *t, int64_t d)
{
    for (t->rank--; d < t->rank; d++)
        t->label[d] = t->label[d + 1];
}

/* Dimensions of one label become one, of the elements whose places are the same. */
static grn_value *diagonal(onnx_body *b, const einsum *e, grn_value *v, term *t)
{
    for (int64_t d = 0; d < t->rank; d++)
        for (int64_t other = d + 1; v && other < t->rank; other++) {
            if (t->label[other] != t->label[d])
                continue;
            int64_t shape[GRN_MAX_RANK];
            memcpy(shape, v->type->shape, (size_t)t->rank * sizeof *shape);
            shape[other] = 1;
            grn_value *at = GRN_STEP(b, "Expand", grn_onnx_count(b, e->extent[t->label[d]], d, t->rank),
                                     grn_onnx_list_of(b, t->rank, shape));
            v = GRN_STEP_INT(b, "GatherElements", "axis", other, v, at);
            v = GRN_STEP(b, "Squeeze", v, grn_onnx_list_of(b, 1, &other));
            remove_label(t, other--);
        }
    return v;
}

static bool is_wanted(const einsum *e, int64_t behind, int64_t label)
{
    bool wanted = is_in(&e->out, label);
    for (int64_t k = behind; !wanted && k < e->count; k++)
        wanted = is_in(&e->in[k], label);
    return wanted;
}

/* Sums over the labels that only `t` has. */
static grn_value *reduced(onnx_body *b, const einsum *e, int64_t behind, const term *partner, grn_value *v, term *t)
{
    int64_t axes[GRN_MAX_RANK], n = 0;
    term left = {.rank = 0};
    for (int64_t d = 0; d < t->rank; d++)
        if (is_wanted(e, behind, t->label[d]) || (partner && is_in(partner, t->label[d])))
            left.label[left.rank++] = t->label[d];
        else
            axes[n++] = d;
    *t = left;
    return n ? grn_onnx_folded(b, "ReduceSum", v, n, axes) : v;
}

/* v's dimensions in the order of `order`, those that it has not with 1. */
static grn_value *ordered(onnx_body *b, grn_value *v, const term *t, const term *order)
{
    int64_t perm[GRN_MAX_RANK], missing[GRN_MAX_RANK], n = 0, absent = 0;
    for (int64_t d = 0; d < order->rank; d++) {
        if (!is_in(t, order->label[d]))
            missing[absent++] = d;
        for (int64_t k = 0; k < t->rank; k++)
            if (t->label[k] == order->label[d])
                perm[n++] = k;
    }
    v = n > 1 ? grn_onnx_transpose(b, v, (size_t)n, perm) : v;
    return absent ? GRN_STEP(b, "Unsqueeze", v, grn_onnx_list_of(b, absent, missing)) : v;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

/* Labels of t for which `in_other` and `kept` hold, behind those of `out`. */
static void select_labels(const einsum *e, const term *t, const term *other, int64_t behind, bool in_other, bool kept,
                          term *out)
{
    for (int64_t d = 0; d < t->rank; d++)
        if (is_in(other, t->label[d]) == in_other && is_wanted(e, behind, t->label[d]) == kept)
            add_label(out, t->label[d]);
}

static int64_t product_of(int64_t n, const int64_t *extent)
{
    int64_t all = 1;
    for (int64_t d = 0; d < n; d++)
        all *= extent[d];
    return all;
}

static void append(term *t, const term *more)
{
    for (int64_t d = 0; d < more->rank; d++)
        add_label(t, more->label[d]);
}

/* A product with a sum over the labels that both have and nothing behind asks for: batch x rows x
 * sum by batch x sum x columns. */
static grn_value *product(onnx_body *b, const einsum *e, int64_t behind, grn_value *v, term *t, grn_value *w, term *u)
{
    term batch = {.rank = 0}, rows = {.rank = 0}, columns = {.rank = 0}, sum = {.rank = 0};
    select_labels(e, t, u, behind, true, true, &batch);
    select_labels(e, t, u, behind, false, true, &rows);
    select_labels(e, u, t, behind, false, true, &columns);
    select_labels(e, t, u, behind, true, false, &sum);
    term left = batch, right = batch, result = batch;
    if (batch.rank + rows.rank + columns.rank + sum.rank > GRN_MAX_RANK || batch.rank + 2 > GRN_MAX_RANK)
        return NULL;
    append(&left, &rows);
    append(&left, &sum);
    append(&right, &sum);
    append(&right, &columns);
    append(&result, &rows);
    append(&result, &columns);
    v = ordered(b, v, t, &left);
    w = ordered(b, w, u, &right);
    if (!v || !w)
        return NULL;
    /* of a label in "..." an operand may have 1, whatever the others have */
    const int64_t *of_v = v->type->shape, *of_w = w->type->shape;
    int64_t a[GRN_MAX_RANK], c[GRN_MAX_RANK], shape[GRN_MAX_RANK];
    memcpy(a, of_v, (size_t)batch.rank * sizeof *a);
    memcpy(c, of_w, (size_t)batch.rank * sizeof *c);
    a[batch.rank] = product_of(rows.rank, of_v + batch.rank);
    a[batch.rank + 1] = c[batch.rank] = product_of(sum.rank, of_w + batch.rank);
    c[batch.rank + 1] = product_of(columns.rank, of_w + batch.rank + sum.rank);
    grn_value *y =
        GRN_STEP(b, "MatMul", grn_onnx_reshape(b, v, batch.rank + 2, a), grn_onnx_reshape(b, w, batch.rank + 2, c));
    for (int64_t d = 0; d < batch.rank; d++)
        shape[d] = a[d] == 1 ? c[d] : a[d];
    memcpy(shape + batch.rank, of_v + batch.rank, (size_t)rows.rank * sizeof *shape);
    memcpy(shape + batch.rank + rows.rank, of_w + batch.rank + sum.rank, (size_t)columns.rank * sizeof *shape);
    *t = result;
    return grn_onnx_reshape(b, y, result.rank, shape);
}

/* Element by element, where nothing is summed. */
static grn_value *multiplied(onnx_body *b, grn_value *v, term *t, grn_value *w, const term *u)
{
    term all = *t;
    for (int64_t d = 0; d < u->rank; d++)
        if (!is_in(&all, u->label[d]) && !add_label(&all, u->label[d]))
            return NULL;
    v = ordered(b, v, t, &all);
    w = ordered(b, w, u, &all);
    *t = all;
    return GRN_STEP(b, "Mul", v, w);
}

static bool sums_together(const einsum *e, int64_t behind, const term *t, const term *u)
{
    for (int64_t d = 0; d < t->rank; d++)
        if (is_in(u, t->label[d]) && !is_wanted(e, behind, t->label[d]))
            return true;
    return false;
}

static void einsum_body(onnx_body *b)
{
    einsum e;
    if (!read_einsum(b, &e))
        return;
    term t = e.in[0];
    grn_value *v = diagonal(b, &e, grn_onnx_input(b, 0), &t);
    for (int64_t k = 1; v && k < e.count; k++) {
        term u = e.in[k];
        grn_value *w = diagonal(b, &e, grn_onnx_input(b, (size_t)k), &u);
        v = reduced(b, &e, k + 1, &u, v, &t);
        w = reduced(b, &e, k + 1, &t, w, &u);
        v = sums_together(&e, k + 1, &t, &u) ? product(b, &e, k + 1, v, &t, w, &u) : multiplied(b, v, &t, w, &u);
    }
    v = reduced(b, &e, e.count, NULL, v, &t);
    if (v && t.rank == e.out.rank)
        b->results[0] = GRN_STEP(b, "Identity", ordered(b, v, &t, &e.out));
}

const onnx_body_row grn_onnx_einsum_bodies[] = {
    {.op = "Einsum", .build = einsum_body},
    {.op = NULL},
};

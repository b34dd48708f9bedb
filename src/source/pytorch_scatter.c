/*
 * pytorch_scatter.c - scatters in PyTorch, as people write them: index_add, index_copy,
 * scatter_add, scatter_reduce, index_put.
 *
 * Rows are named by a list, elements along an axis by a tensor of their own shape, and all else by
 * places: a tensor for each dimension, or numbers into the flat tensor where the order of updates
 * shows. What is dropped is taken out before.
 *
 * Sources: PyTorch documentation, Tensor.index_add_, index_copy_, index_put_, scatter_add_,
 * scatter_reduce_: where indices repeat, index_copy_, scatter_ and index_put_ promise nothing, and
 * sums have no order on CUDA. On a CPU index_add_, scatter_add_ and scatter_reduce_ go through the
 * updates in row-major order, of float16 and bfloat16 in a wider type, but for index_add_ of one
 * dimension (ATen/native/TensorAdvancedIndexing.cpp; 1.13 and 2.13 tried).
 */
#include <inttypes.h>

#include "source/python.h"

/* ---- what shows ------------------------------------------------------------------------------ */

/* Whether sums in a wider type would show. */
static bool widens(const grn_hub *a)
{
    for (size_t i = 0; i < a->ninputs; i++)
        if (grn_python_shows_order_of(a, i) && grn_source_elements_of(a->operands[i]->type->element) == GRN_SOURCE_F16)
            return true;
    return false;
}

/* ---- where updates go ------------------------------------------------------------------------ */

typedef enum form { ROWS, ELEMENTS, PLACES } form;

/* A scatter, and how its lines name what it needs. */
typedef struct scatter {
    const grn_hub *a;
    form form;
    int32_t axis;          /* of rows and elements */
    const char *index;     /* the list of rows; the index of elements; the tuple of places */
    const char *flat;      /* places as numbers into the flat tensor */
    const char *taken;     /* what selects the updates that stay: "[keep]"; "" */
    const char *of, *back; /* operand and result, where an element without dims is made a list of one */
} scatter;

/* The updates that stay, in a tensor of the batch's shape: rows. */
static void write_rows(grn_source *s, scatter *c, const char *const *start)
{
    const grn_hub *a = c->a;
    const char *colons = "", *extent = grn_source_extent(s, a->operands[0], c->axis);
    const bool out = grn_python_leaves_out(a);
    for (int32_t d = 0; d < c->axis; d++)
        colons = grn_source_text(s, "%s:, ", colons);
    c->index = start[c->axis];
    if (out)
        grn_source_assign(s, "keep", grn_python_windows_in_range(s, a, start));
    if (grn_python_keeps_last(a)) {
        const char *args[] = {c->index, extent, out ? ", keep" : ""};
        grn_source_assign(s, "keep", grn_source_fill(s, "{@last}(({0},), ({1},){2})", NULL, 3, args));
    }
    if (out || grn_python_keeps_last(a)) {
        c->index = grn_source_text(s, "%s[keep]", c->index);
        c->taken = grn_source_text(s, "[%skeep]", colons);
    }
}

/* "at[0] * 4 + at[1]" */
static const char *flat_text(grn_source *s, const grn_hub *a)
{
    const char *text = "at[0]";
    for (int32_t d = 1; d < a->map.operand_rank; d++)
        text = grn_source_text(s, d > 1 ? "(%s) * %s + at[%d]" : "%s * %s + at[%d]", text,
                               grn_source_extent(s, a->operands[0], d), (int)d);
    return text;
}

/* A tensor for each dim: "at", of the updates that stay. */
static void write_places(grn_source *s, scatter *c, const char *const *start)
{
    const grn_hub *a = c->a;
    const char *place[GRN_MAX_RANK] = {"0"}, *shape = grn_source_text(s, "%s.shape", grn_source_name(s, a->updates[0]));
    grn_python_places(s, a, start, place);
    const char *keep = grn_python_kept(s, a, start, place);
    const char *list = grn_python_list(s, a->map.operand_rank ? (size_t)a->map.operand_rank : 1, place);
    grn_source_assign(s, "at",
                      grn_source_text(s, "[torch.broadcast_to(torch.as_tensor(p), %s) for p in %s]", shape, list));
    if (keep)
        grn_source_assign(s, "keep", grn_source_phrase(s, GRN_PHRASE_BROADCAST, keep, shape, NULL));
    if (grn_python_keeps_last(a)) {
        const char *args[] = {grn_source_name(s, a->operands[0]), a->map.operand_rank ? "" : ".reshape(1)",
                              keep ? ", keep" : ""};
        grn_source_assign(s, "keep", grn_source_fill(s, "{@last}(at, {0}{1}.shape{2})", NULL, 3, args));
    }
    if (keep || grn_python_keeps_last(a)) {
        grn_source_assign(s, "at", "[p[keep] for p in at]");
        c->taken = "[keep]";
    }
    c->index = "at";
    c->flat = flat_text(s, a);
    c->of = a->map.operand_rank ? "" : ".reshape(1)";
    c->back = a->map.operand_rank ? "" : ".reshape(())";
}

/* ---- one input ------------------------------------------------------------------------------- */

/* The index of scatter_reduce has the updates' rank and shape. */
static const char *spread_rows(grn_source *s, const scatter *c, const char *updates)
{
    const char *text = grn_python_spread(s, c->a, c->index);
    return text == c->index ? text : grn_source_text(s, "%s.expand_as(%s)", text, updates);
}

/* By a list of rows, or by an index for every element. */
static const char *along_axis(grn_source *s, const scatter *c, const grn_python_method *m, const char *x, const char *u)
{
    static const char *const names[][2] = {
        [ROWS] = {"index_copy", "index_add"}, [ELEMENTS] = {"scatter", "scatter_add"}};
    const bool sets = strcmp(m->name[GRN_PYTHON_PYTORCH], "set") == 0;
    if (sets || strcmp(m->name[GRN_PYTHON_PYTORCH], "add") == 0)
        return grn_source_text(s, "%s.%s(%d, %s, %s)", x, names[c->form][!sets], (int)c->axis, c->index, u);
    return grn_source_text(s, "%s.scatter_reduce(%d, %s, %s, reduce=\"%s\")", x, (int)c->axis,
                           c->form == ROWS ? spread_rows(s, c, u) : c->index, u, m->name[GRN_PYTHON_PYTORCH]);
}

/* Into the flat tensor where the order of sums shows, which index_put leaves open. */
static const char *by_places(grn_source *s, const scatter *c, const grn_python_method *m, size_t i, const char *x,
                             const char *u)
{
    const bool adds = strcmp(m->name[GRN_PYTHON_PYTORCH], "add") == 0;
    if (strcmp(m->name[GRN_PYTHON_PYTORCH], "set") == 0 || (adds && !grn_python_shows_order_of(c->a, i)))
        return grn_source_text(s, "%s%s.index_put(tuple(at), %s%s)%s", x, c->of, u, adds ? ", accumulate=True" : "",
                               c->back);
    const char *shape = grn_source_text(s, "%s.shape", grn_source_name(s, c->a->operands[i]));
    if (adds)
        return grn_source_text(s, "%s.flatten().index_add(0, (%s).flatten(), %s.flatten()).reshape(%s)", x, c->flat, u,
                               shape);
    return grn_source_text(s, "%s.flatten().scatter_reduce(0, (%s).flatten(), %s.flatten(), reduce=\"%s\").reshape(%s)",
                           x, c->flat, u, m->name[GRN_PYTHON_PYTORCH], shape);
}

static void write_input(grn_source *s, const grn_op *op, const scatter *c, size_t i)
{
    const grn_type *t = c->a->operands[i]->type;
    const grn_python_method *m = grn_python_method_of(c->a, i, GRN_PYTHON_PYTORCH);
    const char *x = grn_source_name(s, c->a->operands[i]);
    const char *u = grn_source_text(s, "%s%s", grn_source_name(s, c->a->updates[i]), c->taken);
    x = grn_source_fill(s, m->before, NULL, 1, &x);
    u = grn_source_fill(s, m->before, NULL, 1, &u);
    const char *made[] = {c->form == PLACES ? by_places(s, c, m, i, x, u) : along_axis(s, c, m, x, u),
                          grn_source_dtype(s, t->element)};
    grn_source_assign(s, grn_source_result(s, op, i), grn_source_fill(s, m->after, NULL, 2, made));
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void choose_form(scatter *c)
{
    const grn_hub *a = c->a;
    const int32_t rows = grn_source_rows_axis(a), elements = grn_source_elements_axis(a);
    c->form = PLACES;
    if (widens(a))
        return;
    if (rows >= 0 && grn_access_batch_rank(&a->map) == 1) {
        c->form = ROWS;
        c->axis = rows;
    } else if (elements >= 0 && !grn_python_leaves_out(a) && !grn_python_keeps_last(a)) {
        c->form = ELEMENTS;
        c->axis = elements;
    }
}

void grn_python_pytorch_scatter(grn_source *s, const grn_op *op)
{
    grn_hub a;
    const char *start[GRN_MAX_RANK];
    if (!grn_source_read_access(s, op, &a))
        return;
    if (!grn_python_has_methods(&a, GRN_PYTHON_PYTORCH)) {
        grn_python_scatter(s, op);
        return;
    }
    scatter c = {.a = &a, .taken = "", .of = "", .back = ""};
    choose_form(&c);
    grn_python_starts(s, &a, start);
    if (grn_python_has_nothing(&a)) {
        grn_python_scatter_nothing(s, op, &a);
        return;
    }
    grn_python_promise(s, &a, "CUDA", "PyTorch");
    if (c.form == PLACES)
        write_places(s, &c, start);
    else if (c.form == ROWS)
        write_rows(s, &c, start);
    else
        c.index = start[c.axis];
    for (size_t i = 0; i < a.ninputs; i++)
        write_input(s, op, &c, i);
}

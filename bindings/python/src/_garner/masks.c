/*
 * masks.c - boolean masks among the index tensors of torch.index and index_put: one over k
 * dimensions counts as k index tensors, the coordinates of what is true. A shape depends on a
 * mask's elements, which the library's calls do not read before they run; so masks are expanded
 * here, and refused in torch's words (aten/src/ATen/native/IndexingUtils.h, expandTensors).
 *
 * A mask of rank 0 stands for a dimension of extent 1 that the tensor gets in its place, as torch's
 * x[True].
 */
#include <string.h>

#include "glue.h"

#define MOST_VIEWS (2 * GRN_MAX_RANK)

struct expanded {
    size_t count;
    const grn_tensor *list[MOST_VIEWS]; /* as the library's calls take them */
    grn_tensor view[MOST_VIEWS];
    PyObject *owner[MOST_VIEWS]; /* of coordinates; else NULL */
    int32_t inserted[GRN_MAX_RANK], ninserted;
};

static bool is_mask(const grn_tensor *t) { return t != NULL && (t->dtype == GRN_I1 || t->dtype == GRN_UI8); }

static bool refuse_dtype(void)
{
    raise_named("DTypeError", NULL, "tensors used as indices must be long, int, byte or bool tensors");
    return false;
}

static bool shape_text(const grn_tensor *t, PyObject **out)
{
    PyObject *extents = tuple_of(t->shape, t->rank), *list = extents != NULL ? PySequence_List(extents) : NULL;
    *out = list != NULL ? PyObject_Str(list) : NULL;
    Py_XDECREF(list);
    Py_XDECREF(extents);
    return *out != NULL;
}

static bool refuse_shape(const grn_tensor *mask, int32_t d, const grn_tensor *self, int32_t at)
{
    PyObject *of_mask = NULL, *of_self = NULL;
    if (at >= self->rank)
        raise_named("IndexError", NULL, "Dimension out of range (expected to be in range of [%d, %d], but got %d)",
                    (int)(self->rank > 0 ? -self->rank : -1), (int)(self->rank > 0 ? self->rank - 1 : 0), (int)at);
    else if (shape_text(mask, &of_mask) && shape_text(self, &of_self))
        raise_named(
            "IndexError", NULL,
            "The shape of the mask %U at index %d does not match the shape of the indexed tensor %U at index %d",
            of_mask, (int)d, of_self, (int)at);
    Py_XDECREF(of_mask);
    Py_XDECREF(of_self);
    return false;
}

static bool has_room(const expanded *e, int32_t more)
{
    if (e->count + (size_t)more <= MOST_VIEWS)
        return true;
    raise_named("LimitError", NULL, "indices: masks stand for more than %d index tensors", MOST_VIEWS);
    return false;
}

static void add_view(expanded *e, const grn_tensor *view)
{
    if (view != NULL)
        e->view[e->count] = *view;
    e->list[e->count] = view != NULL ? &e->view[e->count] : NULL;
    e->count++;
}

/* Takes the reference over. */
static void add_owned(expanded *e, PyObject *coordinates)
{
    grn_tensor view;
    own_view(coordinates, &view);
    e->owner[e->count] = coordinates;
    add_view(e, &view);
}

/* [0] where it is true, else []. */
static bool add_scalar_mask(expanded *e, const grn_tensor *mask)
{
    const int64_t count = *(const unsigned char *)mask->data != 0;
    grn_tensor view;
    if (e->ninserted == GRN_MAX_RANK || !has_room(e, 1))
        return false;
    PyObject *made = new_array(GRN_I64, 1, &count, &view);
    if (made == NULL)
        return false;
    if (count > 0)
        memset(view.data, 0, sizeof(int64_t));
    e->inserted[e->ninserted++] = (int32_t)e->count;
    add_owned(e, made);
    return true;
}

static bool add_mask(expanded *e, const grn_tensor *mask, const grn_tensor *self)
{
    PyObject *places[GRN_MAX_RANK];
    const int32_t at = (int32_t)e->count - e->ninserted;
    for (int32_t d = 0; d < mask->rank; d++)
        if (at + d >= self->rank || self->shape[at + d] != mask->shape[d])
            return refuse_shape(mask, d, self, at + d);
    if (!has_room(e, mask->rank) || !nonzero(mask, places))
        return false;
    for (int32_t d = 0; d < mask->rank; d++)
        add_owned(e, places[d]);
    return true;
}

static bool add_all(expanded *e, const call *c, const grn_tensor *self)
{
    for (size_t i = 0; i < c->nlist; i++) {
        const grn_tensor *t = c->list_views[i];
        if (!is_mask(t)) {
            if (!has_room(e, 1))
                return false;
            add_view(e, t);
        } else if (t->rank == 0 ? !add_scalar_mask(e, t) : !add_mask(e, t, self))
            return false;
    }
    return true;
}

/* Too many entries are the library's to refuse, before any is looked at. */
static bool are_too_many(const call *c, const grn_tensor *self)
{
    size_t scalars = 0;
    for (size_t i = 0; i < c->nlist; i++)
        scalars += is_mask(c->list_views[i]) && c->list_views[i]->rank == 0;
    return c->nlist > (size_t)self->rank + scalars;
}

/* "[2], [3]" of the index tensors. */
static PyObject *shapes_text(const expanded *e)
{
    PyObject *all = PyUnicode_FromString("");
    for (size_t i = 0; all != NULL && i < e->count; i++) {
        PyObject *one = NULL, *longer = NULL;
        if (e->list[i] == NULL)
            continue;
        if (shape_text(e->list[i], &one))
            longer = PyUnicode_FromFormat("%U%s%U", all, PyUnicode_GetLength(all) > 0 ? ", " : "", one);
        Py_XDECREF(one);
        Py_DECREF(all);
        all = longer;
    }
    return all;
}

static bool broadcast_together(const expanded *e)
{
    int64_t shape[GRN_MAX_RANK];
    for (int32_t d = 0; d < GRN_MAX_RANK; d++)
        shape[d] = 1;
    for (size_t i = 0; i < e->count; i++) /* from the last dimension on */
        for (int32_t d = 0; e->list[i] != NULL && d < e->list[i]->rank; d++) {
            const int64_t extent = e->list[i]->shape[e->list[i]->rank - 1 - d];
            if (extent != 1 && shape[d] != 1 && shape[d] != extent)
                return false;
            shape[d] = shape[d] == 1 ? extent : shape[d];
        }
    return true;
}

/* More index tensors than dimensions, once masks are expanded: torch broadcasts them before it
 * looks for a dimension for each. */
static bool fits(const expanded *e, const grn_tensor *self)
{
    const int rank = (int)(self->rank + e->ninserted);
    if (e->count <= (size_t)rank)
        return true;
    PyObject *shapes = broadcast_together(e) ? NULL : shapes_text(e);
    if (shapes != NULL)
        raise_named("ShapeError", NULL,
                    "shape mismatch: indexing tensors could not be broadcast together with shapes %U", shapes);
    else if (!PyErr_Occurred())
        raise_named("IndexError", NULL, "Dimension out of range (expected to be in range of [%d, %d], but got %d)",
                    rank > 0 ? -rank : -1, rank > 0 ? rank - 1 : 0, rank);
    Py_XDECREF(shapes);
    return false;
}

bool expand_masks(call *c, const grn_tensor *self)
{
    bool some = false;
    for (size_t i = 0; i < c->nlist; i++) {
        const grn_tensor *t = c->list_views[i];
        some |= is_mask(t);
        if (t != NULL && !is_mask(t) && t->dtype != GRN_I64 && t->dtype != GRN_I32)
            return are_too_many(c, self) || refuse_dtype();
    }
    if (!some || are_too_many(c, self))
        return true;
    c->expanded = calloc(1, sizeof *c->expanded);
    if (c->expanded == NULL) {
        PyErr_NoMemory();
        return false;
    }
    return add_all(c->expanded, c, self) && fits(c->expanded, self);
}

const grn_tensor *const *index_views(const call *c) { return c->expanded != NULL ? c->expanded->list : c->list_views; }
size_t index_count(const call *c) { return c->expanded != NULL ? c->expanded->count : c->nlist; }

const grn_tensor *with_inserted(const call *c, const grn_tensor *t, grn_tensor *room)
{
    if (c->expanded == NULL || c->expanded->ninserted == 0)
        return t;
    *room = *t;
    for (int32_t k = 0; k < c->expanded->ninserted && room->rank < GRN_MAX_RANK; k++) {
        const int32_t at = c->expanded->inserted[k];
        for (int32_t d = room->rank; d > at; d--) {
            room->shape[d] = room->shape[d - 1];
            room->stride[d] = room->stride[d - 1];
        }
        room->shape[at] = 1;
        room->stride[at] = 1;
        room->rank++;
    }
    return room;
}

void drop_expanded(expanded *e)
{
    for (size_t i = 0; e != NULL && i < e->count; i++)
        Py_XDECREF(e->owner[i]);
    free(e);
}

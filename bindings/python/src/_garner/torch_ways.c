/*
 * torch_ways.c - calls of aten's served: `ways` says how a reduction of some dtype and layout has the
 * bits of aten's.
 */
#include <math.h>
#include <string.h>

#include "torch_kernels.h"

static const char *const reduction_words[] = {NULL, "sum", "prod", "amax", "amin", "mean"};

/* ---- what the ways are told by --------------------------------------------------------------- */

enum { WHOLE = 1, WIDE = 2, HALF = 4, REDUCED = WHOLE | WIDE | HALF, MOVED = 8, ANY = REDUCED | MOVED }; /* dtypes */

static unsigned class_of(grn_dtype dtype)
{
    switch (dtype) {
    case GRN_UI8:
    case GRN_I8:
    case GRN_I16:
    case GRN_I32:
    case GRN_I64: return WHOLE;
    case GRN_F32:
    case GRN_F64: return WIDE;
    case GRN_F16:
    case GRN_BF16: return HALF;
    case GRN_I1:
    case GRN_C64:
    case GRN_C128: return MOVED;
    default: return 0; /* aten's */
    }
}

static bool is_compact(const grn_tensor *t)
{
    int64_t compact = 1;
    for (int32_t d = t->rank - 1; d >= 0; d--) {
        if (t->shape[d] != 1 && t->stride[d] != compact)
            return grn_tensor_elements(t) == 0;
        compact *= t->shape[d];
    }
    return true;
}

/* As aten orders what it goes through: an element's place in memory does not descend from one
 * dimension to the next. */
static bool is_row_by_row(const grn_tensor *t)
{
    int64_t before = INT64_MAX;
    for (int32_t d = 0; d < t->rank; d++) {
        if (t->stride[d] == 0 || t->shape[d] <= 1)
            continue;
        if (t->stride[d] > before)
            return false;
        before = t->stride[d];
    }
    return true;
}

/* dim from 0 on; false: there is no such dimension. */
static bool find_dim(torch_call *c)
{
    const int32_t rank = c->p.operand.rank;
    c->dim += c->dim < 0 ? rank : 0;
    return c->dim >= 0 && c->dim < rank;
}

#define FEW_IN_SLICE 16

/* The ids of slices along dim, of an index that is expanded from them; false of small slices, too. */
static bool ids_of(const torch_call *c, grn_tensor *out)
{
    const torch_problem *p = &c->p;
    const grn_tensor *index = &p->indices, *source = &p->updates;
    const int64_t n = index->shape[c->dim];
    if (source->rank != index->rank || grn_tensor_elements(source) < FEW_IN_SLICE * n)
        return false;
    for (int32_t d = 0; d < index->rank; d++)
        if (source->shape[d] != index->shape[d] ||
            (d != c->dim && (index->stride[d] != 0 || index->shape[d] != p->operand.shape[d])))
            return false;
    *out = *index;
    out->rank = 1;
    out->shape[0] = n;
    out->stride[0] = index->stride[c->dim];
    return true;
}

/* ---- the table of ways ----------------------------------------------------------------------- */

enum { ELEMENTS = 1, WHOLE_SLICES = 2, EITHER = 3 };                                /* layouts of the index */
enum { OVER_SELF = 1, WITH_SELF = 2, ANY_START = 3 };                               /* include_self: not, or so */
enum { REDUCES = 1 << SUM | 1 << PROD | 1 << AMAX | 1 << AMIN, MEANS = 1 << MEAN }; /* reductions */

/*
 * How a reduction has the bits of aten's.
 *   BY_STEPS  in the tensors' own type, rounded at each step
 *   ONCE      slices in f32 or wider, rounded at the end
 *   IN_PYTHON composed of other functions
 */
typedef enum way { ATENS, BY_STEPS, ONCE, IN_PYTHON } way;

static const struct way_row {
    unsigned groups, reductions, classes, layouts, starts;
    way way;
} ways[] = {
#define G(name) (1U << (name))
    {G(ALONG) | G(SLICES) | G(WRITE_PLACES), G(REPLACE), ANY, EITHER, ANY_START, BY_STEPS},
    {G(ALONG), REDUCES | MEANS, WIDE, WHOLE_SLICES, OVER_SELF, ONCE},
    {G(ALONG), REDUCES, WHOLE | WIDE, EITHER, ANY_START, BY_STEPS},
    {G(ALONG), REDUCES, HALF, WHOLE_SLICES, ANY_START, ONCE},
    {G(SUMS), REDUCES, HALF, WHOLE_SLICES, ANY_START, ONCE},
    {G(SUMS) | G(SLICES) | G(WRITE_PLACES), REDUCES, REDUCED, EITHER, ANY_START, BY_STEPS},
    {G(ALONG) | G(SLICES) | G(SCALED_SUMS), REDUCES | MEANS, REDUCED, EITHER, ANY_START, IN_PYTHON},
};

/* Whether alpha is 1. */
static bool is_plain(const torch_call *c)
{
    if (c->alpha == NULL)
        return true;
    PyObject *one = PyLong_FromLong(1);
    const bool same = one != NULL && PyObject_RichCompareBool(c->alpha, one, Py_EQ) == 1;
    Py_XDECREF(one);
    return same;
}

/* Where aten's index_add is a scatter_add. */
static bool adds_as_scatter(const torch_call *c)
{
    const int32_t rank = c->p.operand.rank;
    return rank > 1 && c->p.indices.dtype == GRN_I64 && (c->dim == 0 || c->dim == rank - 1);
}

static way way_of(const torch_call *c, grn_tensor *ids)
{
    const torch_group group = c->overload->group == SUMS && !is_plain(c) ? SCALED_SUMS : c->overload->group;
    unsigned layout = ELEMENTS;
    *ids = c->p.indices;
    if (group == SUMS ? adds_as_scatter(c) : group == ALONG && ids_of(c, ids))
        layout = WHOLE_SLICES;
    const unsigned class = class_of(c->p.operand.dtype), start = c->include_self ? WITH_SELF : OVER_SELF;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const struct way_row *w = &ways[i];
        if (w->groups & G(group) && w->reductions & G(c->reduction) && w->classes & class && w->layouts & layout &&
            w->starts & start)
            return w->way;
    }
    return ATENS;
}

/* ---- gathers --------------------------------------------------------------------------------- */

PyObject *new_torch_tensor(PyObject *like, int32_t rank, const int64_t *shape, grn_tensor *view)
{
    static PyObject *name;
    if (name == NULL)
        name = PyUnicode_InternFromString("new_empty");
    PyObject *extents = tuple_of(shape, rank);
    PyObject *made = extents != NULL ? PyObject_CallMethodObjArgs(like, name, extents, NULL) : NULL;
    Py_XDECREF(extents);
    if (made != NULL && !borrow_torch(made, "out", view))
        Py_CLEAR(made);
    return made;
}

static PyObject *gather_into_new(torch_call *c, int32_t rank, const int64_t *shape)
{
    PyObject *out = new_torch_tensor(c->self, rank, shape, &c->p.out);
    if (out != NULL && !run_torch_move(&c->p))
        Py_CLEAR(out);
    return out;
}

static PyObject *gather_by_index(torch_call *c)
{
    torch_problem *p = &c->p;
    int64_t shape[GRN_MAX_RANK];
    const grn_tensor *index = &p->indices;
    p->move = c->overload->move;
    p->number = c->dim;
    if (!borrow_torch(c->index, "index", &p->indices) || (index->dtype != GRN_I64 && index->dtype != GRN_I32))
        return NULL;
    if (p->move != TORCH_INDEX_SELECT) {
        const bool may = p->move == TORCH_TAKE ? is_compact(&p->operand) : find_dim(c) && index->rank > 0;
        if (!may || index->dtype != GRN_I64)
            return NULL;
        if (p->move == TORCH_TAKE) {
            p->operand.shape[0] = grn_tensor_elements(&p->operand);
            p->operand.stride[0] = p->operand.rank = 1;
        }
        return gather_into_new(c, index->rank, index->shape);
    }
    if (!find_dim(c) || index->rank != 1)
        return NULL;
    memcpy(shape, p->operand.shape, sizeof shape);
    shape[c->dim] = index->shape[0];
    return gather_into_new(c, p->operand.rank, shape);
}

static bool has_none(int32_t rank, const int64_t *shape)
{
    bool none = false;
    for (int32_t d = 0; d < rank; d++)
        none = none || shape[d] == 0;
    return none;
}

/* *in_python: the list has a mask. */
static PyObject *gather_by_places(torch_call *c, bool *in_python)
{
    const grn_tensor self = c->p.operand;
    torch_places places;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    const bool read = read_torch_places(c->index, &self, &places);
    *in_python = places.has_mask;
    if (!read || !is_compact(&self) || !torch_places_shape(&places, &self, &rank, shape) || has_none(rank, shape))
        return NULL;
    /* Of other index tensors aten's results do not lie row by row. */
    for (int32_t i = 0; i < places.count; i++)
        if (!is_compact(&places.index[i]) && (places.count == 1 || places.index[i].rank != 1))
            return NULL;
    c->p.move = TORCH_INDEX;
    PyObject *out = torch_places_merge(&places, &self, &c->p) ? gather_into_new(c, rank, shape) : NULL;
    torch_places_release(&places);
    return out;
}

/* ---- scatters -------------------------------------------------------------------------------- */

/* What a reduction begins with. */
static bool find_identity(torch_reduction r, grn_dtype dtype, void *element)
{
    const int bits = 8 * (int)grn_dtype_bytes(dtype);
    PyObject *number;
    if (r == SUM || r == PROD)
        number = PyLong_FromLong(r == PROD);
    else if (grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT)
        number = PyFloat_FromDouble(r == AMAX ? -INFINITY : INFINITY);
    else if (grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED)
        number = PyLong_FromLongLong(r == AMAX ? 0 : (INT64_C(1) << bits) - 1);
    else
        number = PyLong_FromLongLong(r == AMAX ? INT64_MIN >> (64 - bits) : INT64_MAX >> (64 - bits));
    const bool found = number != NULL && torch_scalar(number, dtype, "identity", element);
    Py_XDECREF(number);
    return found;
}

/* Whether slices are reduced as elements are. */
static bool expands_index(const torch_call *c)
{
    return c->overload->group == SLICES && c->reduction != REPLACE && (c->reduction != SUM || !c->include_self);
}

/* The index of slices as that of their elements. */
static void expand_index(torch_call *c)
{
    torch_problem *p = &c->p;
    grn_tensor wide = p->updates;
    wide.dtype = p->indices.dtype;
    wide.data = p->indices.data;
    for (int32_t d = 0; d < wide.rank; d++)
        wide.stride[d] = d == c->dim ? p->indices.stride[0] : 0;
    p->indices = wide;
}

/* An index out of range is seen here, before anything has changed. */
static bool start_over(const torch_call *c)
{
    unsigned char element[16];
    torch_problem start = c->p;
    start.move = TORCH_SCATTER;
    start.word = NULL;
    start.updates = (grn_tensor){.dtype = c->p.operand.dtype, .rank = 0, .data = element};
    return find_identity(c->reduction, c->p.operand.dtype, element) && run_torch_move(&start);
}

static bool scatter_by_steps(torch_call *c)
{
    torch_problem *p = &c->p;
    const torch_group group = c->overload->group;
    p->word = reduction_words[c->reduction];
    if (group == WRITE_PLACES) {
        p->move = TORCH_INDEX_PUT;
        return run_torch_move(p);
    }
    p->number = c->dim;
    if (group == ALONG)
        p->move = c->reduction == REPLACE ? TORCH_SCATTER : TORCH_SCATTER_REDUCE;
    else if (expands_index(c)) {
        p->move = TORCH_SCATTER_REDUCE;
        expand_index(c);
    } else {
        p->move = c->reduction == REPLACE ? TORCH_INDEX_COPY : TORCH_INDEX_ADD;
        p->word = NULL;
    }
    return (c->include_self || c->reduction == REPLACE || start_over(c)) && run_torch_move(p);
}

/* With the strides that aten's results have. */
PyObject *copy_of_torch_self(torch_call *c)
{
    grn_tensor *view = &c->p.operand, plain;
    if (grn_tensor_init(&plain, NULL, view->dtype, view->rank, view->shape) != GRN_OK)
        return NULL;
    if (memcmp(plain.stride, view->stride, (size_t)view->rank * sizeof *view->stride) == 0) {
        PyObject *copy = PyObject_CallMethod(c->self, "clone", NULL);
        if (copy != NULL && !borrow_torch(copy, "self", view))
            Py_CLEAR(copy);
        return copy;
    }
    PyObject *copy = new_torch_tensor(c->self, view->rank, view->shape, view);
    PyObject *done = copy != NULL ? PyObject_CallMethod(copy, "copy_", "O", c->self) : NULL;
    if (done == NULL)
        Py_CLEAR(copy);
    Py_XDECREF(done);
    return copy;
}

/* The tensor that is written: self, or a copy of it. */
static PyObject *written_by(torch_call *c)
{
    if (c->overload->copies)
        return copy_of_torch_self(c);
    Py_INCREF(c->self);
    return c->self;
}

static bool has_shape(const grn_tensor *t, int32_t rank, const int64_t *shape)
{
    return t->rank == rank && memcmp(t->shape, shape, (size_t)rank * sizeof *shape) == 0;
}

/* Whether a source has an element for each of the index; one of rank 0 goes everywhere. */
static bool is_read_whole(const grn_tensor *index, const grn_tensor *source)
{
    bool whole = source->rank == 0 || source->rank == index->rank;
    for (int32_t d = 0; whole && d < source->rank; d++)
        whole = source->shape[d] >= index->shape[d];
    return whole;
}

/* Whether the tensors go together, of what has an index for each element or slice. */
static bool fits(torch_call *c)
{
    const torch_problem *p = &c->p;
    const grn_tensor *index = &p->indices;
    if (!find_dim(c) || grn_tensor_elements(index) == 0 || grn_tensor_elements(&p->updates) == 0)
        return false;
    if (c->overload->group == ALONG)
        return index->dtype == GRN_I64 && index->rank == p->operand.rank && is_read_whole(index, &p->updates);
    int64_t shape[GRN_MAX_RANK];
    memcpy(shape, p->operand.shape, sizeof shape);
    shape[c->dim] = index->shape[0];
    return (index->dtype == GRN_I64 || (index->dtype == GRN_I32 && c->reduction != REPLACE)) && index->rank == 1 &&
           has_shape(&p->updates, p->operand.rank, shape);
}

static bool is_nan_of_bf16(const unsigned char *element)
{
    uint16_t bits;
    memcpy(&bits, element, sizeof bits);
    return (bits & 0x7FFF) > 0x7F80;
}

/* aten fills in a NaN of bf16 with bits of its own. */
static bool read_source(torch_call *c, unsigned char *element)
{
    torch_problem *p = &c->p;
    const grn_dtype dtype = p->operand.dtype;
    if (strchr(c->overload->arguments, 'v') == NULL)
        return borrow_torch(c->source, "source", &p->updates) && p->updates.dtype == dtype;
    p->updates = (grn_tensor){.dtype = dtype, .rank = 0, .data = element};
    return torch_scalar(c->source, dtype, "value", element) && (dtype != GRN_BF16 || !is_nan_of_bf16(element));
}

/* Compact, and apart from what is read. */
static bool may_be_written(const torch_call *c)
{
    const torch_problem *p = &c->p;
    return is_compact(&p->operand) && !grn_tensors_overlap(&p->operand, &p->updates) &&
           !grn_tensors_overlap(&p->operand, &p->indices);
}

static bool scatter_once(const torch_call *c, const grn_tensor *ids)
{
    return reduce_torch_slices(reduction_words[c->reduction], &c->p.updates, ids, (int32_t)c->dim, c->include_self,
                               &c->p.operand);
}

static PyObject *scatter_by_index(torch_call *c, bool *in_python)
{
    unsigned char element[16];
    grn_tensor ids;
    if (!borrow_torch(c->index, "index", &c->p.indices) || !read_source(c, element))
        return NULL;
    if (!fits(c) || (!c->overload->copies && !may_be_written(c)))
        return NULL;
    way way = way_of(c, &ids);
    if (way == BY_STEPS && expands_index(c) && c->p.indices.dtype != GRN_I64)
        way = IN_PYTHON; /* which makes it i64 */
    *in_python = way == IN_PYTHON;
    if (way != BY_STEPS && way != ONCE)
        return NULL;
    PyObject *written = written_by(c);
    if (written != NULL && !(way == BY_STEPS ? scatter_by_steps(c) : scatter_once(c, &ids)))
        Py_CLEAR(written);
    return written;
}

/* As numpy and torch do. */
static bool broadcast_to(grn_tensor *t, int32_t rank, const int64_t *shape)
{
    grn_tensor wide = *t;
    const int32_t lead = rank - t->rank;
    if (lead < 0)
        return false;
    wide.rank = rank;
    for (int32_t d = 0; d < rank; d++) {
        const int64_t own = d < lead ? 1 : t->shape[d - lead];
        if (own != shape[d] && own != 1)
            return false;
        wide.shape[d] = shape[d];
        wide.stride[d] = own == shape[d] && d >= lead ? t->stride[d - lead] : 0;
    }
    *t = wide;
    return true;
}

/* Whether aten goes through the list row by row, and the values too. */
static bool fits_places(torch_call *c, const torch_places *places)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    for (int32_t i = 0; i < places->count; i++)
        if (places->count == 1 ? !is_row_by_row(&places->index[i])
                               : !is_compact(&places->index[i]) && places->index[i].rank != 1)
            return false;
    return is_row_by_row(&c->p.updates) && torch_places_shape(places, &c->p.operand, &rank, shape) &&
           broadcast_to(&c->p.updates, rank, shape);
}

static PyObject *scatter_by_places(torch_call *c, bool *in_python)
{
    torch_places places;
    grn_tensor ids;
    const bool read = read_torch_places(c->index, &c->p.operand, &places);
    *in_python = places.has_mask;
    if (!read || places.is_apart || !read_source(c, NULL) || (!c->overload->copies && !is_compact(&c->p.operand)) ||
        way_of(c, &ids) != BY_STEPS || !fits_places(c, &places))
        return NULL;
    PyObject *written = written_by(c);
    const grn_tensor self = c->p.operand;
    if (written != NULL && !(torch_places_merge(&places, &self, &c->p) && scatter_by_steps(c)))
        Py_CLEAR(written);
    torch_places_release(&places);
    return written;
}

/* ---- all of them ----------------------------------------------------------------------------- */

PyObject *serve_torch_call(torch_call *c, bool *in_python)
{
    PyObject *result = NULL;
    c->p.updates.dtype = c->p.out.dtype = GRN_NO_DTYPE;
    c->p.updates.rank = c->p.out.rank = 0;
    c->p.word = NULL;
    c->p.number = 0;
    if (c->self == NULL || c->index == NULL || !borrow_torch(c->self, "self", &c->p.operand) ||
        class_of(c->p.operand.dtype) == 0)
        return NULL;
    switch (c->overload->group) {
    case GATHERS: result = gather_by_index(c); break;
    case READ_PLACES: result = gather_by_places(c, in_python); break;
    case WRITE_PLACES: result = scatter_by_places(c, in_python); break;
    default: result = scatter_by_index(c, in_python);
    }
    return result;
}

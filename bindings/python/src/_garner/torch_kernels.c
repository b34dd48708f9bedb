/*
 * torch_kernels.c - _garner.torch_move: a gather or scatter between tensors of torch's, for the
 * kernels of garner/_torch_kernels.py, which make the results and know torch's rules.
 *
 * What the library refuses (an index out of range, shapes that do not agree) is answered with False,
 * without an exception: the kernel then calls torch's own, whose words the caller gets.
 */
#include <string.h>

#include "torch_kernels.h"

typedef struct torch_kernel {
    const char *name;
    torch_spec_fn spec;
    bool is_scatter;
    bool is_list; /* x[:, i]: number has bit d where an index tensor indexes dimension d */
} torch_kernel;

/* ---- specs ----------------------------------------------------------------------------------- */

#define SPEC(name) \
    static grn_status name##_spec(const torch_problem *p, grn_gather_spec *gather, grn_scatter_spec *scatter)
#define GATHER_SPEC(name, call) \
    SPEC(name)                  \
    {                           \
        (void)scatter;          \
        return call;            \
    }
#define SCATTER_SPEC(name, call) \
    SPEC(name)                   \
    {                            \
        (void)gather;            \
        return call;             \
    }

GATHER_SPEC(gather, grn_torch_gather_spec(&p->operand, p->number, &p->indices, NULL, gather))
GATHER_SPEC(index_select, grn_torch_index_select_spec(&p->operand, p->number, &p->indices, NULL, gather))
GATHER_SPEC(take, grn_torch_take_spec(&p->operand, &p->indices, NULL, gather))
SCATTER_SPEC(scatter, grn_torch_scatter_spec(&p->operand, p->number, &p->indices, p->word, NULL, scatter))
SCATTER_SPEC(scatter_reduce, grn_torch_scatter_reduce_spec(&p->operand, p->number, &p->indices, p->word, NULL, scatter))
SCATTER_SPEC(index_add, grn_torch_index_add_spec(&p->operand, p->number, &p->indices, NULL, scatter))
SCATTER_SPEC(index_copy, grn_torch_index_copy_spec(&p->operand, p->number, &p->indices, NULL, scatter))

/* x[:, i, j]: the list of index tensors has NULL for the dimensions that `number` has no bit for. The
 * spec is for index tensors of one shape along a new last dimension. */
typedef struct index_list {
    grn_tensor index;
    const grn_tensor *at[GRN_MAX_RANK];
} index_list;

static size_t list_of(const torch_problem *p, index_list *out)
{
    size_t n = 0;
    memset(out->at, 0, sizeof out->at);
    out->index = p->indices;
    out->index.rank--;
    for (int32_t d = 0; d < p->operand.rank; d++)
        if ((uint64_t)p->number >> d & 1) {
            out->at[d] = &out->index;
            n = (size_t)d + 1;
        }
    return p->number >> p->operand.rank == 0 ? n : 0;
}

SPEC(index)
{
    index_list list;
    (void)scatter;
    const size_t n = list_of(p, &list);
    return n > 0 ? grn_torch_index_spec(&p->operand, list.at, n, NULL, gather) : GRN_E_ARGUMENT;
}

SPEC(index_put)
{
    index_list list;
    (void)gather;
    const size_t n = list_of(p, &list);
    return n > 0 ? grn_torch_index_put_spec(&p->operand, list.at, n, p->word != NULL, NULL, scatter) : GRN_E_ARGUMENT;
}

static const torch_kernel kernels[] = {
    {"gather", gather_spec, false, false},      {"index_select", index_select_spec, false, false},
    {"take", take_spec, false, false},          {"index", index_spec, false, true},
    {"scatter", scatter_spec, true, false},     {"scatter_reduce", scatter_reduce_spec, true, false},
    {"index_add", index_add_spec, true, false}, {"index_copy", index_copy_spec, true, false},
    {"index_put", index_put_spec, true, true},
};
#define NKERNELS (sizeof kernels / sizeof *kernels)

/* The words of reductions, so that two that are equal are one pointer. */
static const char *const words[] = {"add", "multiply", "sum", "prod", "amax", "amin", "accumulate"};

static bool find_word(PyObject *given, const char **out)
{
    *out = NULL;
    if (given == Py_None)
        return true;
    const char *text = PyUnicode_AsUTF8AndSize(given, NULL);
    for (size_t i = 0; text != NULL && i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], text) == 0)
            *out = words[i];
    return *out != NULL;
}

/* ---- one call -------------------------------------------------------------------------------- */

/* A source may be larger than the index, which says how much of it is read; a source of rank 0 goes
 * everywhere. */
static bool cut_updates(torch_problem *p)
{
    grn_tensor *u = &p->updates;
    const grn_tensor *i = &p->indices;
    if (u->rank == 0 && i->rank > 0) {
        u->rank = i->rank;
        memset(u->stride, 0, (size_t)i->rank * sizeof *u->stride);
        memcpy(u->shape, i->shape, (size_t)i->rank * sizeof *u->shape);
    }
    for (int32_t d = 0; u->rank == i->rank && d < u->rank; d++) {
        if (u->shape[d] < i->shape[d])
            return false;
        u->shape[d] = i->shape[d];
    }
    return u->rank == i->rank;
}

/* Several index tensors are stacked already; one has no last dimension. */
static bool with_last(torch_problem *p)
{
    grn_tensor *i = &p->indices;
    if ((p->number & (p->number - 1)) != 0)
        return i->rank > 0;
    if (i->rank >= GRN_MAX_RANK)
        return false;
    i->shape[i->rank] = 1;
    i->stride[i->rank++] = 1;
    return true;
}

static bool read_problem(const torch_kernel *k, PyObject *const *args, torch_problem *p)
{
    if (!find_word(args[2], &p->word) || !borrow_torch(args[3], "operand", &p->operand) ||
        !borrow_torch(args[4], "indices", &p->indices))
        return false;
    if (!k->is_scatter)
        return borrow_torch(args[5], "out", &p->out) && !grn_tensors_overlap(&p->out, &p->operand) &&
               !grn_tensors_overlap(&p->out, &p->indices);
    return borrow_torch(args[5], "updates", &p->updates) && !grn_tensors_overlap(&p->operand, &p->updates) &&
           !grn_tensors_overlap(&p->operand, &p->indices);
}

static bool move(const torch_kernel *k, PyObject *const *args, torch_problem *p)
{
    if (!read_problem(k, args, p) || (k->is_list && !with_last(p)))
        return false;
    if (k->spec == scatter_spec || k->spec == scatter_reduce_spec)
        if (!cut_updates(p))
            return false;
    return run_torch_plan(p, k->spec) == GRN_OK;
}

/* torch_move(kernel, number, word, operand, indices, out) of a gather, torch_move(kernel, number,
 * word, operand, indices, updates) of a scatter, whose operand is written -> whether it was done. */
static PyObject *torch_move(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    (void)module;
    const long kernel = nargs == 6 ? PyLong_AsLong(args[0]) : -1;
    if (kernel < 0 || (size_t)kernel >= NKERNELS) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "torch_move takes the number of a kernel and five arguments");
        return NULL;
    }
    torch_problem p;
    p.kernel = &kernels[kernel];
    p.number = PyLong_AsLongLong(args[1]);
    p.updates.dtype = p.out.dtype = GRN_NO_DTYPE;
    p.updates.rank = p.out.rank = 0;
    p.gather = NULL;
    p.scatter = NULL;
    if (p.number == -1 && PyErr_Occurred())
        return NULL;
    const bool done = move(&kernels[kernel], args, &p);
    PyErr_Clear(); /* torch's own kernel says what is wrong */
    return PyBool_FromLong(done);
}

/* torch_kernels() -> their names, in the order of their numbers */
static PyObject *torch_kernels(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    PyObject *names = PyTuple_New((Py_ssize_t)NKERNELS);
    for (size_t i = 0; names != NULL && i < NKERNELS; i++)
        PyTuple_SetItem(names, (Py_ssize_t)i, PyUnicode_FromString(kernels[i].name));
    return names;
}

PyMethodDef torch_kernel_methods[] = {
    {"torch_move", (PyCFunction)(any_function)torch_move, METH_FASTCALL, NULL},
    {"torch_kernels", torch_kernels, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

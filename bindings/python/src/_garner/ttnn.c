/* ttnn.c - TTNN's calls with their account; garner/ttnn.py gives them names and arguments. */
#include <string.h>

#include "glue.h"

#define MAX_RANGES 64

typedef struct ttnn_call {
    taken in[3], out; /* input, index, source; of an embedding: ids, weight */
    int nin;
    bool has_out;
    int64_t dim;
    grn_ttnn_core_range ranges[MAX_RANGES];
    grn_ttnn_options options;
} ttnn_call;

typedef grn_status (*along_fn)(const grn_tensor *, int64_t, const grn_tensor *, const grn_ttnn_options *,
                               const grn_diag *, grn_tensor *, grn_ttnn_account *);
typedef grn_status (*along_source_fn)(const grn_tensor *, int64_t, const grn_tensor *, const grn_tensor *,
                                      const grn_ttnn_options *, const grn_diag *, grn_tensor *, grn_ttnn_account *);
typedef grn_status (*pair_fn)(const grn_tensor *, const grn_tensor *, const grn_ttnn_options *, const grn_diag *,
                              grn_tensor *, grn_ttnn_account *);
typedef grn_status (*pair_source_fn)(const grn_tensor *, const grn_tensor *, const grn_tensor *,
                                     const grn_ttnn_options *, const grn_diag *, grn_tensor *, grn_ttnn_account *);

/* Calls that give an account alone have no result. */
static grn_status gather_account(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                 const grn_ttnn_options *options, const grn_diag *diag, grn_tensor *out,
                                 grn_ttnn_account *account)
{
    (void)out;
    return grn_ttnn_gather_account(input, dim, index, options, diag, account);
}

static grn_status scatter_account(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                  const grn_tensor *source, const grn_ttnn_options *options, const grn_diag *diag,
                                  grn_tensor *out, grn_ttnn_account *account)
{
    (void)out;
    return grn_ttnn_scatter_account(input, dim, index, source, options, diag, account);
}

static grn_status embedding_account(const grn_tensor *ids, const grn_tensor *weight, const grn_ttnn_options *options,
                                    const grn_diag *diag, grn_tensor *out, grn_ttnn_account *account)
{
    (void)out;
    return grn_ttnn_embedding_account(ids, weight, options, diag, account);
}

static const struct ttnn_op {
    const char *name;
    int ntensors;
    bool has_dim, only_account;
    any_function run;
} ops[] = {
    {"gather", 2, true, false, (any_function)grn_ttnn_gather},
    {"scatter", 3, true, false, (any_function)grn_ttnn_scatter},
    {"scatter_add", 3, true, false, (any_function)grn_ttnn_scatter_add},
    {"embedding", 2, false, false, (any_function)grn_ttnn_embedding},
    {"tosa_gather", 2, false, false, (any_function)grn_ttnn_tosa_gather},
    {"tosa_scatter", 3, false, false, (any_function)grn_ttnn_tosa_scatter},
    {"gather_account", 2, true, true, (any_function)gather_account},
    {"scatter_account", 3, true, true, (any_function)scatter_account},
    {"embedding_account", 2, false, true, (any_function)embedding_account},
};

static grn_status dispatch(const struct ttnn_op *op, const ttnn_call *c, const grn_diag *diag, grn_tensor *out,
                           grn_ttnn_account *account)
{
    const grn_tensor *a = &c->in[0].view, *b = &c->in[1].view, *s = &c->in[2].view;
    if (op->has_dim)
        return op->ntensors == 2 ? ((along_fn)op->run)(a, c->dim, b, &c->options, diag, out, account)
                                 : ((along_source_fn)op->run)(a, c->dim, b, s, &c->options, diag, out, account);
    return op->ntensors == 2 ? ((pair_fn)op->run)(a, b, &c->options, diag, out, account)
                             : ((pair_source_fn)op->run)(a, b, s, &c->options, diag, out, account);
}

/* ---- arguments ------------------------------------------------------------------------------- */

static bool read_ranges(ttnn_call *c, PyObject *list)
{
    if (list == NULL || list == Py_None)
        return true;
    PyObject *all = PySequence_Tuple(list);
    const Py_ssize_t n = all != NULL ? PyTuple_Size(all) : 0;
    bool ok = all != NULL && n <= MAX_RANGES;
    if (all != NULL && !ok)
        raise_named("LimitError", NULL, "sub_core_grids: at most %d ranges are supported", MAX_RANGES);
    for (Py_ssize_t i = 0; ok && i < n; i++) {
        grn_dims corners;
        ok = dims_from_object(PyTuple_GetItem(all, i), "sub_core_grids", &corners);
        for (int k = 0; ok && k < corners.count; k++)
            ok = corners.v[k] >= INT32_MIN && corners.v[k] <= INT32_MAX;
        if (ok && corners.count == 4)
            c->ranges[i] = (grn_ttnn_core_range){(int32_t)corners.v[0], (int32_t)corners.v[1], (int32_t)corners.v[2],
                                                 (int32_t)corners.v[3]};
        else if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_ValueError, "sub_core_grids: ranges (x0, y0, x1, y1) are needed");
            ok = false;
        }
    }
    Py_XDECREF(all);
    c->options.sub_core_grids = c->ranges;
    c->options.nsub_core_grids = ok ? (size_t)n : 0;
    return ok;
}

static bool read_grid(ttnn_call *c, PyObject *grid)
{
    grn_dims extents;
    if (grid == NULL || grid == Py_None)
        return true;
    if (!dims_from_object(grid, "grid", &extents))
        return false;
    if (extents.count != 2 || extents.v[0] < 1 || extents.v[1] < 1 || extents.v[0] > GRN_TTNN_MAX_CORES ||
        extents.v[1] > GRN_TTNN_MAX_CORES) {
        raise_named("ArgumentError", NULL, "grid: right: (x, y), each 1 to %d", GRN_TTNN_MAX_CORES);
        return false;
    }
    c->options.grid_x = (int32_t)extents.v[0];
    c->options.grid_y = (int32_t)extents.v[1];
    return true;
}

static const char *const memories[] = {"dram", "l1", NULL};
static const char *const shardings[] = {"interleaved", "height_sharded", "width_sharded", "block_sharded", NULL};
static const char *const layouts[] = {"tile", "row_major", NULL};

/* One of a list of words; what is not there is the first. */
static bool read_word(PyObject *word, const char *const *words, const char *name, int *out)
{
    const char *text = word != NULL ? PyUnicode_AsUTF8AndSize(word, NULL) : words[0];
    *out = text != NULL ? choice(text, words, name) : -1;
    return *out >= 0;
}

static bool read_config(PyObject *sharding, PyObject *memory, grn_ttnn_memory_config *out)
{
    int divided, buffer;
    if (!read_word(sharding, shardings, "memory_config", &divided) || !read_word(memory, memories, "memory", &buffer))
        return false;
    *out = (grn_ttnn_memory_config){.sharding = (grn_ttnn_sharding)divided, .buffer = (grn_ttnn_buffer)buffer};
    return true;
}

/* Where a tensor is said to lie: (layout, sharding, memory). */
static bool read_place(PyObject *place, grn_ttnn_placement *out)
{
    int layout;
    if (place == NULL)
        return true;
    if (!read_word(PyTuple_GetItem(place, 0), layouts, "layout", &layout) ||
        !read_config(PyTuple_GetItem(place, 1), PyTuple_GetItem(place, 2), &out->memory))
        return false;
    out->layout = (grn_ttnn_layout)layout;
    return true;
}

static bool read_words(ttnn_call *c, PyObject *settings)
{
    static const char *const strategies[] = {"auto", "single_core", "multi_core", "rows", "tiled_rows", NULL};
    int chosen;
    if (!read_word(PyDict_GetItemString(settings, "strategy"), strategies, "strategy", &chosen))
        return false;
    c->options.strategy = (grn_ttnn_strategy)chosen;
    return read_config(PyDict_GetItemString(settings, "sharding"), PyDict_GetItemString(settings, "memory"),
                       &c->options.memory_config) &&
           read_place(PyDict_GetItemString(settings, "input_place"), &c->options.input) &&
           read_place(PyDict_GetItemString(settings, "index_place"), &c->options.index) &&
           read_place(PyDict_GetItemString(settings, "source_place"), &c->options.source);
}

static bool read_settings(ttnn_call *c, PyObject *settings)
{
    PyObject *value, *out = PyDict_GetItemString(settings, "out");
    int64_t threads = 1, l1 = 0;
    if ((value = PyDict_GetItemString(settings, "threads")) != NULL && !integer_from_object(value, "threads", &threads))
        return false;
    if ((value = PyDict_GetItemString(settings, "l1_bytes")) != NULL && !integer_from_object(value, "l1_bytes", &l1))
        return false;
    const int sparse = (value = PyDict_GetItemString(settings, "sparse_grad")) != NULL ? PyObject_IsTrue(value) : 0;
    if (sparse < 0)
        return false;
    c->options.sparse_grad = sparse > 0;
    value = PyDict_GetItemString(settings, "reduce");
    if (value != NULL && value != Py_None && (c->options.reduce = PyUnicode_AsUTF8AndSize(value, NULL)) == NULL)
        return false;
    c->options.l1_bytes = l1;
    if (out != NULL && out != Py_None) {
        c->has_out = take_array(out, "out", true, &c->out);
        if (!c->has_out)
            return false;
        c->options.output = &c->out.view;
    }
    return threads_of(threads, &c->options.parallel) && read_grid(c, PyDict_GetItemString(settings, "grid")) &&
           read_ranges(c, PyDict_GetItemString(settings, "sub_core_grids")) && read_words(c, settings);
}

static bool take_tensors(ttnn_call *c, const struct ttnn_op *op, PyObject *tensors)
{
    static const char *const names[] = {"input", "index", "source"}, *const of_embedding[] = {"input", "weight"};
    const bool embeds = strncmp(op->name, "embedding", 9) == 0;
    if (PyTuple_Size(tensors) != op->ntensors) {
        PyErr_Format(PyExc_TypeError, "ttnn.%s takes %d arrays", op->name, op->ntensors);
        return false;
    }
    for (; c->nin < op->ntensors; c->nin++)
        if (!take_array(PyTuple_GetItem(tensors, c->nin), embeds ? of_embedding[c->nin] : names[c->nin], false,
                        &c->in[c->nin]))
            return false;
    return true;
}

/* ---- the call -------------------------------------------------------------------------------- */

static void drop_tensor(PyObject *capsule)
{
    grn_tensor *t = PyCapsule_GetPointer(capsule, "garner tensor");
    grn_ttnn_release(t, NULL);
    free(t);
}

/* Takes over what the library allocated. */
static PyObject *array_of_tensor(grn_tensor *made)
{
    grn_tensor *kept = malloc(sizeof *kept);
    PyObject *capsule = NULL, *array = NULL;
    if (kept != NULL) {
        *kept = *made;
        capsule = PyCapsule_New(kept, "garner tensor", drop_tensor);
    }
    if (capsule == NULL) {
        free(kept);
        grn_ttnn_release(made, NULL);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    array = array_over(kept, capsule, false);
    Py_DECREF(capsule);
    return array;
}

static PyObject *account_object(const grn_ttnn_account *account)
{
    grn_text_buffer table = {0}, json = {0};
    const grn_sink table_sink = grn_text_buffer_sink(&table), json_sink = grn_text_buffer_sink(&json);
    const bool ok = grn_ttnn_account_print(account, &table_sink) == GRN_OK &&
                    grn_ttnn_account_print_json(account, &json_sink) == GRN_OK;
    PyObject *first = text_object(&table), *second = text_object(&json);
    if (ok && first != NULL && second != NULL)
        return Py_BuildValue("(NN)", first, second);
    Py_XDECREF(first);
    Py_XDECREF(second);
    return PyErr_Occurred() ? NULL : PyErr_NoMemory();
}

static PyObject *answer(const struct ttnn_op *op, ttnn_call *c, PyObject *settings)
{
    heard said;
    grn_tensor out = {0};
    grn_status status;
    PyObject *result;
    grn_ttnn_account *account = malloc(sizeof *account); /* tens of kilobytes */
    if (account == NULL)
        return PyErr_NoMemory();
    const grn_diag diag = listen(&said);
    PyThreadState *state = PyEval_SaveThread();
    status = dispatch(op, c, &diag, &out, account);
    PyEval_RestoreThread(state);
    if (status != GRN_OK) {
        free(account);
        return raise_status(status, &said);
    }
    forget(&said);
    if (op->only_account)
        result = Py_None;
    else
        result = c->has_out ? PyDict_GetItemString(settings, "out") : array_of_tensor(&out);
    if (op->only_account || c->has_out)
        Py_XINCREF(result);
    PyObject *texts = result != NULL ? account_object(account) : NULL;
    free(account);
    if (texts != NULL)
        return Py_BuildValue("(NN)", result, texts);
    Py_XDECREF(result);
    return NULL;
}

/* ttnn(op, tensors, dim, settings): (array or None, (table, JSON)) */
static PyObject *ttnn(PyObject *unused, PyObject *args)
{
    const char *name;
    long long dim;
    PyObject *tensors, *settings, *result = NULL;
    const struct ttnn_op *op = NULL;
    (void)unused;
    if (!PyArg_ParseTuple(args, "sO!LO!", &name, &PyTuple_Type, &tensors, &dim, &PyDict_Type, &settings))
        return NULL;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (strcmp(ops[i].name, name) == 0)
            op = &ops[i];
    if (op == NULL)
        return raise_named("ArgumentError", NULL, "there is no ttnn.%s", name);
    ttnn_call *c = calloc(1, sizeof *c);
    if (c == NULL)
        return PyErr_NoMemory();
    c->dim = dim;
    if (take_tensors(c, op, tensors) && read_settings(c, settings))
        result = answer(op, c, settings);
    for (int i = 0; i < c->nin; i++)
        let_go(&c->in[i]);
    if (c->has_out)
        let_go(&c->out);
    free(c);
    return result;
}

PyMethodDef ttnn_methods[] = {{"ttnn", ttnn, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};

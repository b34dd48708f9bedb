/*
 * torch_segments.c - _garner.torch_segments: torch's segment_reduce between tensors of torch's, for
 * the kernels of garner/_torch_segments.py; _garner.torch_gather_csr: torch_scatter's; and slices reduced by ids, for kernels that compute f16 and
 * bf16 in f32.
 *
 * As in torch_kernels.c what the library refuses is answered with False, without an exception.
 */
#include <stdlib.h>
#include <string.h>

#include "torch_kernels.h"

/* Threads cost more than what so few numbers take. */
#define FEW_NUMBERS 32768

typedef struct segment_call {
    grn_segment_spec spec;
    grn_tensor data, room[2], result;
    const grn_tensor *lengths, *offsets;
    unsigned char initial[16];
} segment_call;

static bool read_segments(PyObject *const *args, segment_call *c)
{
    const char *reduce = PyUnicode_AsUTF8AndSize(args[0], NULL);
    const int64_t axis = PyLong_AsLongLong(args[4]);
    if (PyErr_Occurred() || !borrow_torch(args[1], "data", &c->data) ||
        !maybe_borrow_torch(args[2], "lengths", &c->room[0], &c->lengths) ||
        !maybe_borrow_torch(args[3], "offsets", &c->room[1], &c->offsets) ||
        !borrow_torch(args[6], "output", &c->result))
        return false;
    const bool has_initial = args[5] != Py_None;
    if (has_initial && !torch_scalar(args[5], c->data.dtype, "initial", c->initial))
        return false;
    return grn_torch_segment_reduce_spec(&c->data, reduce, c->lengths, c->offsets, axis,
                                         has_initial ? c->initial : NULL, NULL, &c->spec) == GRN_OK;
}

static grn_status run_segments(const grn_segment_spec *spec, const grn_segment_tensors *tensors)
{
    const grn_parallel *parallel = grn_tensor_elements(tensors->data) > FEW_NUMBERS ? torch_parallel() : NULL;
    const grn_segment_plan_options options = {.size_bytes = sizeof options, .parallel = parallel, .race = GRN_RACE_OFF};
    PyThreadState *state = PyEval_SaveThread();
    grn_segment_plan *plan = NULL;
    grn_status status = grn_segment_plan_create(spec, tensors, &options, NULL, NULL, &plan);
    const size_t bytes = grn_segment_scratch_bytes(plan);
    void *scratch = NULL;
    if (status == GRN_OK && bytes > 0 && posix_memalign(&scratch, 64, bytes) != 0)
        status = GRN_E_MEMORY;
    if (status == GRN_OK) {
        const grn_segment_data data = {
            .data = tensors->data->data, .segments = tensors->segments->data, .result = tensors->result->data};
        status = grn_segment_run(plan, &data, scratch, NULL);
    }
    free(scratch);
    grn_segment_plan_destroy(plan);
    PyEval_RestoreThread(state);
    return status;
}

/* torch_segments(reduce, data, lengths, offsets, axis, initial, output) -> whether it was done.
 * lengths, offsets and initial may be None. */
static PyObject *torch_segments(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    (void)module;
    if (nargs != 7) {
        PyErr_SetString(PyExc_TypeError, "torch_segments takes seven arguments");
        return NULL;
    }
    segment_call c;
    bool done = false;
    if (read_segments(args, &c)) {
        const grn_segment_tensors tensors = {
            .data = &c.data, .segments = c.offsets != NULL ? c.offsets : c.lengths, .result = &c.result};
        done = run_segments(&c.spec, &tensors) == GRN_OK;
    }
    PyErr_Clear(); /* torch's own kernel says what is wrong */
    return PyBool_FromLong(done);
}

/* ---- back to the entries --------------------------------------------------------------------- */

/* torch_gather_csr(src, indptr) -> row i of src, along indptr's last dimension, as often as the entry
 * behind indptr[i] is greater. None: not served. */
static PyObject *torch_gather_csr(PyObject *module, PyObject *args)
{
    PyObject *src, *indptr;
    grn_tensor from, by, to;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    (void)module;
    if (!PyArg_ParseTuple(args, "OO", &src, &indptr))
        return NULL;
    PyObject *result = NULL;
    if (borrow_torch(src, "src", &from) && borrow_torch(indptr, "indptr", &by) &&
        grn_pyg_gather_csr_shape(&from, &by, NULL, &rank, shape) == GRN_OK)
        result = new_torch_tensor(src, rank, shape, &to);
    if (result != NULL) {
        PyThreadState *state = PyEval_SaveThread();
        const grn_status status = grn_pyg_gather_csr(&from, &by, &to, NULL);
        PyEval_RestoreThread(state);
        if (status == GRN_OK)
            return result;
        Py_DECREF(result);
    }
    PyErr_Clear();
    Py_RETURN_NONE;
}

/* ---- slices by ids --------------------------------------------------------------------------- */

static grn_segment_op op_of(const char *word)
{
    static const struct {
        const char *word;
        grn_segment_op op;
    } ops[] = {{"mean", GRN_SEGMENT_MEAN},
               {"prod", GRN_SEGMENT_PRODUCT},
               {"amax", GRN_SEGMENT_MAX},
               {"amin", GRN_SEGMENT_MIN}};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (strcmp(ops[i].word, word) == 0)
            return ops[i].op;
    return GRN_SEGMENT_SUM;
}

bool reduce_torch_slices(const char *reduce, const grn_tensor *data, const grn_tensor *ids, int32_t axis,
                         bool include_self, const grn_tensor *result)
{
    const grn_segment_spec spec = {.op = op_of(reduce),
                                   .form = GRN_SEGMENT_IDS,
                                   .axis = axis,
                                   .start = include_self ? GRN_SEGMENT_START_RESULT : GRN_SEGMENT_START_IDENTITY,
                                   .empty = GRN_SEGMENT_EMPTY_KEEP};
    const grn_segment_tensors tensors = {.data = data, .segments = ids, .result = result};
    return run_segments(&spec, &tensors) == GRN_OK;
}

PyMethodDef torch_segment_methods[] = {
    {"torch_gather_csr", torch_gather_csr, METH_VARARGS, NULL},
    {"torch_segments", (PyCFunction)(any_function)torch_segments, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

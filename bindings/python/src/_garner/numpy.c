/*
 * numpy.c - numpy's own arrays, read where numpy's C interface says that their fields lie: a tenth
 * of what a buffer costs.
 *
 * numpy is not needed to compile this. Its module gives a table of its C interface to those who ask
 * (`_ARRAY_API`, as import_array() does), with the version that the layout of arrays and types has,
 * and the class that has it. Only arrays of exactly that class are read so, and only by the
 * versions known here; the first one is held against what the buffer protocol says of it. All
 * others, and all element types that are not the machine's own, take the buffer protocol
 * (arrays.c).
 */
#include <string.h>

#include "glue.h"

typedef struct numpy_type {
    PyObject_HEAD PyTypeObject *element_class;
    char kind, letter, byte_order, flags;
    int number;
} numpy_type;

typedef struct numpy_array {
    PyObject_HEAD char *data;
    int rank;
    Py_ssize_t *shape, *strides; /* strides in bytes */
    PyObject *base;
    numpy_type *type;
    int flags;
} numpy_array;

enum { VERSION_ENTRY = 0, CLASS_ENTRY = 2 }; /* of the table */
enum { WRITEABLE = 0x400 };
#define WARN_ON_WRITE 0x80000000u

static const unsigned known_versions[] = {0x01000009, 0x02000000}; /* numpy 1.x; 2.x */

PyTypeObject *numpy_class; /* NULL until it is known */

/* numpy's numbers of its element types. long is of the machine's width. */
#define LONG_IS(signed32, signed64) (sizeof(long) == 8 ? (signed64) : (signed32))
static grn_dtype dtype_of_number(int number)
{
    static const unsigned char dtypes[] = {[0] = GRN_I1,
                                           [1] = GRN_I8,
                                           [2] = GRN_UI8,
                                           [3] = GRN_I16,
                                           [4] = GRN_UI16,
                                           [5] = GRN_I32,
                                           [6] = GRN_UI32,
                                           [7] = LONG_IS(GRN_I32, GRN_I64),
                                           [8] = LONG_IS(GRN_UI32, GRN_UI64),
                                           [9] = GRN_I64,
                                           [10] = GRN_UI64,
                                           [11] = GRN_F32,
                                           [12] = GRN_F64,
                                           [14] = GRN_C64,
                                           [15] = GRN_C128,
                                           [23] = GRN_F16};
    return number >= 0 && (size_t)number < sizeof dtypes ? (grn_dtype)dtypes[number] : GRN_NO_DTYPE;
}

bool take_numpy(PyObject *object, bool to_write, taken *out)
{
    const numpy_array *a = (const numpy_array *)object;
    const grn_dtype dtype =
        a->type->byte_order == '=' || a->type->byte_order == '|' ? dtype_of_number(a->type->number) : GRN_NO_DTYPE;
    if (dtype == GRN_NO_DTYPE || a->rank < 0 || a->rank > GRN_MAX_RANK)
        return false;
    if (to_write && (!(a->flags & WRITEABLE) || ((unsigned)a->flags & WARN_ON_WRITE)))
        return false;
    const Py_ssize_t bytes = (Py_ssize_t)grn_dtype_bytes(dtype);
    out->read_only = !(a->flags & WRITEABLE);
    out->view.data = a->data;
    out->view.dtype = dtype;
    out->view.rank = a->rank;
    for (int d = 0; d < a->rank; d++) {
        if (a->shape[d] > 1 && (a->strides[d] & (bytes - 1)) != 0)
            return false;
        out->view.shape[d] = a->shape[d];
        out->view.stride[d] = a->strides[d] / bytes;
    }
    return true;
}

/* ---- found out once -------------------------------------------------------------------------- */

static void *const *table_of(const char *module_name)
{
    PyObject *modules = PyImport_GetModuleDict();
    PyObject *module = modules != NULL ? PyDict_GetItemString(modules, module_name) : NULL;
    PyObject *capsule = module != NULL ? PyObject_GetAttrString(module, "_ARRAY_API") : NULL;
    void *const *table =
        capsule != NULL && PyCapsule_IsValid(capsule, NULL) ? PyCapsule_GetPointer(capsule, NULL) : NULL;
    Py_XDECREF(capsule);
    PyErr_Clear();
    return table; /* static memory of numpy's */
}

static bool is_known_version(void *const *table)
{
    unsigned (*version)(void);
    memcpy(&version, &table[VERSION_ENTRY], sizeof version);
    const unsigned found = version();
    for (size_t i = 0; i < sizeof known_versions / sizeof *known_versions; i++)
        if (known_versions[i] == found)
            return true;
    return false;
}

static bool agrees(PyObject *array, const grn_tensor *seen)
{
    taken t;
    if (!take_numpy(array, false, &t))
        return false;
    return same_memory(&t.view, seen);
}

void learn_numpy(PyObject *array, const grn_tensor *seen)
{
    static bool tried;
    static const char *const modules[] = {"numpy._core._multiarray_umath", "numpy.core._multiarray_umath"};
    for (size_t i = 0; i < 2 && !tried && numpy_class == NULL; i++) {
        void *const *table = table_of(modules[i]);
        if (table == NULL || (void *)Py_TYPE(array) != table[CLASS_ENTRY])
            continue;
        tried = true;
        if (is_known_version(table) && agrees(array, seen)) {
            Py_INCREF((PyObject *)Py_TYPE(array));
            numpy_class = Py_TYPE(array);
        }
    }
}

/*
 * arrays.c - arguments' memory, without a copy: garner's own arrays, the buffer protocol, DLPack.
 *
 * The buffer protocol comes before __dlpack__ where an object has both: it is quicker, and knows
 * more types (numpy's DLPack has no bool, and refuses what is read-only). What is in neither's
 * types goes through garner/_interop.py, which knows what of numpy's and torch's types can be seen
 * as unsigned integers. numpy.c and torch.c are shorter ways for arrays of just their classes, and
 * say the same.
 */
#include <limits.h>
#include <string.h>

#include "dtypes.h"

static bool refuse_type(PyObject *object, const char *name)
{
    PyObject *type = PyObject_GetAttrString((PyObject *)Py_TYPE(object), "__name__");
    PyErr_Format(PyExc_TypeError,
                 "%s: an array is needed, with __dlpack__ or the buffer protocol; %S given (garner.array makes one)",
                 name, type != NULL ? type : Py_None);
    Py_XDECREF(type);
    return false;
}

/* ---- the buffer protocol --------------------------------------------------------------------- */

static grn_dtype of_size(Py_ssize_t bytes, grn_dtype one, grn_dtype two, grn_dtype four, grn_dtype eight)
{
    return bytes == 1 ? one : bytes == 2 ? two : bytes == 4 ? four : bytes == 8 ? eight : GRN_NO_DTYPE;
}

static grn_dtype dtype_of_format(const char *format, Py_ssize_t bytes)
{
    if (format == NULL)
        return GRN_UI8;
    bool little = true;
    if (*format == '@' || *format == '=' || *format == '<')
        format++;
    else if (*format == '>' || *format == '!') {
        little = false;
        format++;
    }
    const bool complex = *format == 'Z';
    format += complex;
    if (*format == '\0' || format[1] != '\0' || (!little && bytes > 1))
        return GRN_NO_DTYPE;
    if (complex)
        return *format == 'f' && bytes == 8 ? GRN_C64 : *format == 'd' && bytes == 16 ? GRN_C128 : GRN_NO_DTYPE;
    if (*format == '?')
        return bytes == 1 ? GRN_I1 : GRN_NO_DTYPE;
    if (strchr("bhilqn", *format) != NULL)
        return of_size(bytes, GRN_I8, GRN_I16, GRN_I32, GRN_I64);
    if (strchr("BcHILQN", *format) != NULL)
        return of_size(bytes, GRN_UI8, GRN_UI16, GRN_UI32, GRN_UI64);
    if (strchr("efd", *format) != NULL)
        return of_size(bytes, GRN_NO_DTYPE, GRN_F16, GRN_F32, GRN_F64);
    return GRN_NO_DTYPE;
}

static bool view_of_buffer(const Py_buffer *b, const char *name, grn_tensor *out)
{
    out->data = b->buf;
    out->dtype = dtype_of_format(b->format, b->itemsize);
    if (out->dtype == GRN_NO_DTYPE) {
        raise_named("DTypeError", NULL, "%s: elements of format \"%.40s\", of %zd bytes, are of no dtype here", name,
                    b->format ? b->format : "B", b->itemsize);
        return false;
    }
    if (b->ndim > GRN_MAX_RANK || b->ndim < 0 || b->suboffsets != NULL) {
        raise_named("LimitError", NULL, "%s has %d dimensions; at most %d are supported", name, b->ndim, GRN_MAX_RANK);
        return false;
    }
    out->rank = b->ndim;
    for (int d = 0; d < b->ndim; d++) {
        const Py_ssize_t extent = b->shape[d], stride = b->strides[d];
        if (extent > 1 && stride % b->itemsize != 0) {
            raise_named("ArgumentError", NULL,
                        "%s: the stride of %zd bytes in dimension %d is no multiple of the elements' %zd bytes", name,
                        stride, d, b->itemsize);
            return false;
        }
        out->shape[d] = extent;
        out->stride[d] = stride / b->itemsize;
    }
    return true;
}

/* 1: taken. 0: this object's buffer is of no use, an exception says why. */
static bool take_buffer(PyObject *object, const char *name, bool to_write, taken *out)
{
    if (PyObject_GetBuffer(object, &out->buffer, to_write ? PyBUF_RECORDS : PyBUF_RECORDS_RO) < 0)
        return false;
    if (view_of_buffer(&out->buffer, name, &out->view)) {
        out->has_buffer = true;
        out->read_only = out->buffer.readonly != 0;
        if (numpy_class == NULL)
            learn_numpy(object, &out->view);
        return true;
    }
    PyBuffer_Release(&out->buffer);
    return false;
}

static bool refuses_writing(PyObject *object)
{
    Py_buffer b;
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    const bool readable = PyObject_GetBuffer(object, &b, PyBUF_RECORDS_RO) == 0;
    if (readable)
        PyBuffer_Release(&b);
    PyErr_Restore(type, value, trace);
    return readable;
}

/* ---- DLPack ---------------------------------------------------------------------------------- */

static grn_dtype dtype_of_dlpack(DLDataType type, bool padded)
{
    if (type.lanes != 1 || (type.bits < 8 && !padded))
        return GRN_NO_DTYPE;
    if (type.code == kDLInt && type.bits == 64)
        return GRN_I64; /* not index */
    for (int i = GRN_NO_DTYPE + 1; i < GRN_DTYPE_COUNT; i++)
        if (exchanged_dtypes[i].code == type.code && exchanged_dtypes[i].bits == type.bits)
            return (grn_dtype)i;
    return GRN_NO_DTYPE;
}

static const char *device_name(int32_t type)
{
    static const char *const names[] = {NULL, "CPU",          "CUDA",   "CUDA host", "OpenCL",  NULL,
                                        NULL, "Vulkan",       "Metal",  "VPI",       "ROCm",    "ROCm host",
                                        NULL, "CUDA managed", "oneAPI", "WebGPU",    "Hexagon", "MAIA"};
    const char *name = type >= 0 && (size_t)type < sizeof names / sizeof *names ? names[type] : NULL;
    return name != NULL ? name : "unknown";
}

static bool refuse_device(const char *name, int32_t type, int32_t id)
{
    raise_named("DeviceError", Py_BuildValue("{s:i,s:i}", "device_type", (int)type, "device_id", (int)id),
                "%s is on device %s:%d (DLPack's device type %d); only the CPU's memory can be read", name,
                device_name(type), (int)id, (int)type);
    return false;
}

bool view_of_dltensor(const DLTensor *t, bool padded, const char *name, grn_tensor *out)
{
    int64_t compact = 1;
    if (t->device.device_type != kDLCPU)
        return refuse_device(name, t->device.device_type, t->device.device_id);
    out->dtype = dtype_of_dlpack(t->dtype, padded);
    if (out->dtype == GRN_NO_DTYPE) {
        raise_named("DTypeError", NULL, "%s: DLPack's type of code %d, %d bits and %d lanes is no dtype here", name,
                    t->dtype.code, t->dtype.bits, t->dtype.lanes);
        return false;
    }
    if (t->ndim < 0 || t->ndim > GRN_MAX_RANK || (t->ndim > 0 && t->shape == NULL)) {
        raise_named("LimitError", NULL, "%s has %d dimensions; 0 to %d are supported", name, (int)t->ndim,
                    GRN_MAX_RANK);
        return false;
    }
    out->rank = t->ndim;
    for (int32_t d = t->ndim - 1; d >= 0; d--) {
        out->shape[d] = t->shape[d];
        out->stride[d] = t->strides != NULL ? t->strides[d] : compact;
        if (t->strides == NULL && t->shape[d] > 0 && compact <= INT64_MAX / t->shape[d])
            compact *= t->shape[d];
    }
    /* Empty tensors may have no data. */
    out->data = t->data == NULL ? NULL : (char *)t->data + t->byte_offset;
    return true;
}

/* Types whose __dlpack__ does not take max_version, so that it is not tried each time. */
static PyObject *old_types[4];

static bool is_old_type(PyObject *type)
{
    for (size_t i = 0; i < sizeof old_types / sizeof *old_types; i++)
        if (old_types[i] == type)
            return true;
    return false;
}

static void remember_old_type(PyObject *type)
{
    for (size_t i = 0; i < sizeof old_types / sizeof *old_types; i++)
        if (old_types[i] == NULL) {
            Py_INCREF(type);
            old_types[i] = type;
            return;
        }
}

static PyObject *versioned_keywords(void)
{
    static PyObject *keywords;
    if (keywords == NULL)
        keywords = Py_BuildValue("{s:(ii)}", "max_version", 1, 1);
    return keywords;
}

static PyObject *call_dlpack(PyObject *object, PyObject *method)
{
    PyObject *type = (PyObject *)Py_TYPE(object);
    if (!is_old_type(type)) {
        PyObject *none = PyTuple_New(0), *keywords = versioned_keywords();
        PyObject *capsule = none != NULL && keywords != NULL ? PyObject_Call(method, none, keywords) : NULL;
        Py_XDECREF(none);
        if (capsule != NULL || !PyErr_ExceptionMatches(PyExc_TypeError))
            return capsule;
        PyErr_Clear();
        PyObject *unversioned = PyObject_CallNoArgs(method);
        if (unversioned != NULL)
            remember_old_type(type);
        return unversioned;
    }
    return PyObject_CallNoArgs(method);
}

/* An array on a device may refuse before it says where it is. */
static bool refused_for_device(PyObject *object, const char *name)
{
    PyObject *type, *value, *trace, *device;
    int kind = 0, id = 0;
    PyErr_Fetch(&type, &value, &trace);
    device = PyObject_CallMethod(object, "__dlpack_device__", NULL);
    const bool known = device != NULL && PyTuple_Check(device) && PyTuple_Size(device) == 2;
    if (known) {
        kind = (int)PyLong_AsLong(PyTuple_GetItem(device, 0));
        id = (int)PyLong_AsLong(PyTuple_GetItem(device, 1));
    }
    Py_XDECREF(device);
    if (!known || PyErr_Occurred() || kind == kDLCPU) {
        PyErr_Clear();
        PyErr_Restore(type, value, trace);
        return false;
    }
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    return !refuse_device(name, kind, id);
}

bool view_of_capsule(PyObject *capsule, const char *name, bool to_write, taken *out)
{
    grn_tensor *view = &out->view;
    if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
        const DLManagedTensorVersioned *m = PyCapsule_GetPointer(capsule, "dltensor_versioned");
        if (m->version.major != 1) {
            PyErr_Format(PyExc_BufferError, "%s: a capsule of DLPack %u.%u, version 1 is understood", name,
                         (unsigned)m->version.major, (unsigned)m->version.minor);
            return false;
        }
        out->read_only = (m->flags & DLPACK_FLAG_BITMASK_READ_ONLY) != 0;
        if (to_write && out->read_only) {
            raise_named("ReadOnlyError", NULL, "%s is read-only, and would be written to", name);
            return false;
        }
        return view_of_dltensor(&m->dl_tensor, (m->flags & DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED) != 0, name,
                                view);
    }
    if (PyCapsule_IsValid(capsule, "dltensor")) {
        const DLManagedTensor *m = PyCapsule_GetPointer(capsule, "dltensor");
        return view_of_dltensor(&m->dl_tensor, false, name, view);
    }
    PyErr_Format(PyExc_TypeError, "%s: __dlpack__ gave no capsule of a tensor", name);
    return false;
}

/* The capsule is not consumed: it stays valid, and frees what it holds, when it is let go. */
static bool take_dlpack(PyObject *object, PyObject *method, const char *name, bool to_write, taken *out)
{
    PyObject *capsule = call_dlpack(object, method);
    if (capsule == NULL) {
        refused_for_device(object, name);
        return false;
    }
    if (!view_of_capsule(capsule, name, to_write, out)) {
        Py_DECREF(capsule);
        return false;
    }
    out->capsule = capsule;
    return true;
}

/* ---- types that neither protocol has --------------------------------------------------------- */

/* Asks garner/_interop.py for an object of unsigned integers over the same memory, and the name of
 * the dtype that they are. */
static bool take_seen_as_bits(PyObject *object, const char *name, bool to_write, taken *out)
{
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyObject *module = PyImport_ImportModule("garner._interop");
    PyObject *seen = module != NULL ? PyObject_CallMethod(module, "as_bits", "O", object) : NULL;
    bool ok = false;
    Py_XDECREF(module);
    if (seen != NULL && PyTuple_Check(seen) && PyTuple_Size(seen) == 2) {
        PyObject *bits = PyTuple_GetItem(seen, 0);
        const grn_dtype dtype = dtype_from_object(PyTuple_GetItem(seen, 1));
        ok = dtype != GRN_NO_DTYPE && take_array(bits, name, to_write, out);
        if (ok && grn_dtype_bytes(dtype) != grn_dtype_bytes(out->view.dtype)) {
            let_go(out);
            ok = false;
        }
        if (ok) {
            out->view.dtype = dtype;
            if (out->keeper == NULL) {
                Py_INCREF(bits);
                out->keeper = bits;
            }
        }
    }
    Py_XDECREF(seen);
    if (ok) {
        Py_XDECREF(type);
        Py_XDECREF(value);
        Py_XDECREF(trace);
    } else {
        PyErr_Clear();
        PyErr_Restore(type, value, trace);
    }
    return ok;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static bool take_own(PyObject *object, const char *name, bool to_write, taken *out)
{
    own_view(object, &out->view);
    out->read_only = own_is_read_only(object);
    if (to_write && out->read_only) {
        raise_named("ReadOnlyError", NULL, "%s is read-only, and would be written to", name);
        return false;
    }
    return true;
}

bool is_array(PyObject *object) { return PyObject_CheckBuffer(object) || PyObject_HasAttrString(object, "__dlpack__"); }

static PyObject *dlpack_method(PyObject *object)
{
    static PyObject *name;
    if (name == NULL)
        name = PyUnicode_InternFromString("__dlpack__");
    PyObject *method = name != NULL && !PyType_Check(object) ? PyObject_GetAttr(object, name) : NULL;
    if (method == NULL && PyErr_ExceptionMatches(PyExc_AttributeError))
        PyErr_Clear();
    return method;
}

static bool take_other(PyObject *object, const char *name, bool to_write, taken *out)
{
    const bool buffers = PyObject_CheckBuffer(object);
    if (buffers && take_buffer(object, name, to_write, out))
        return true;
    if (buffers && to_write && PyErr_Occurred() && refuses_writing(object)) {
        PyErr_Clear();
        raise_named("ReadOnlyError", NULL, "%s is read-only, and would be written to", name);
        return false;
    }
    PyObject *first_type = NULL, *first = NULL, *first_trace = NULL;
    PyErr_Fetch(&first_type, &first, &first_trace);
    PyObject *method = dlpack_method(object);
    bool ok = method != NULL && take_dlpack(object, method, name, to_write, out);
    if (!ok && first_type != NULL) { /* the buffer's refusal says more */
        PyErr_Clear();
        PyErr_Restore(first_type, first, first_trace);
        first_type = first = first_trace = NULL;
    }
    Py_XDECREF(first_type);
    Py_XDECREF(first);
    Py_XDECREF(first_trace);
    if (!ok && method == NULL && !PyErr_Occurred())
        refuse_type(object, name);
    else if (!ok && (method != NULL || buffers))
        ok = take_seen_as_bits(object, name, to_write, out);
    Py_XDECREF(method);
    return ok;
}

static bool take_by_class(PyObject *object, const char *name, bool to_write, taken *out)
{
    const PyTypeObject *class = Py_TYPE(object);
    if (class == array_type)
        return take_own(object, name, to_write, out);
    if (class == numpy_class && take_numpy(object, to_write, out))
        return true;
    if (torch_class == NULL && !PyObject_CheckBuffer(object))
        learn_torch(object);
    const int by_torch = class == torch_class ? take_torch(object, name, out) : 0;
    return by_torch != 0 ? by_torch > 0 : take_other(object, name, to_write, out);
}

bool take_array(PyObject *object, const char *name, bool to_write, taken *out)
{
    out->capsule = NULL;
    out->keeper = NULL;
    out->read_only = false;
    out->has_buffer = false;
    if (!take_by_class(object, name, to_write, out))
        return false;
    Py_INCREF(object); /* a caller's list, or another thread, may drop it while the GIL is released */
    if (out->keeper == NULL)
        out->keeper = object;
    else
        Py_DECREF(object);
    return true;
}

void let_go(taken *t)
{
    if (t->has_buffer)
        PyBuffer_Release(&t->buffer);
    t->has_buffer = false;
    Py_CLEAR(t->capsule);
    Py_CLEAR(t->keeper);
}

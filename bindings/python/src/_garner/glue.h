/*
 * glue.h - between Python's objects and the library's views.
 *
 * Knows both sides; the public headers of the library only. While a frame of the library is on the
 * stack only functions of the caller's are called, as a scatter's combiner (combine.c); exceptions
 * that they raise wait until the library has returned. What the library says is collected (heard) without the GIL and raised
 * with it.
 *
 * Words: an argument is taken (taken) while its memory is borrowed for one call; an Array is what
 * the calls give.
 */
#ifndef GARNER_PYTHON_GLUE_H
#define GARNER_PYTHON_GLUE_H

#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030A0000
#endif
#include <Python.h>

#ifdef Py_GIL_DISABLED
#error "free-threaded builds of Python have no stable ABI, and are not supported"
#endif

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "buffers.h"
#include "garner/garner.h"

/* ---- what the library says (errors.c) -------------------------------------------------------- */

#define HEARD_MESSAGES 64

typedef struct heard {
    const grn_module *about; /* whose places the messages name; NULL: none */
    size_t count;
    size_t lost;   /* beyond HEARD_MESSAGES, or for which there was no memory */
    char rule[16]; /* the first that a note names, or "" */
    bool has_bad_index;
    grn_bad_index bad_index; /* the first */
    struct heard_message {
        grn_severity severity;
        grn_place place;
        char *text;
    } message[HEARD_MESSAGES];
} heard;

/* A collector for `into`, which it empties. Give it to `raise_status` or `forget` afterwards. */
grn_diag listen(heard *into);
/* The same for messages about a module: each is followed by a note that says where its place comes
 * from, where that is known. */
grn_diag listen_about(heard *into, const grn_module *module);
void forget(heard *said);
/* Raises the exception of a status with what was heard, which it forgets; NULL. */
PyObject *raise_status(grn_status status, heard *said);
/* A list of (severity, line, column, message), and forgets them. */
PyObject *heard_list(heard *said);
/* Raises the class of garner._errors so called. Fields: a format of Py_BuildValue that makes a
 * dict, and what it takes; or NULL. */
PyObject *raise_named(const char *class_name, PyObject *fields, const char *format, ...);

/* ---- scalars (scalars.c) --------------------------------------------------------------------- */

/* The element at `at` as a Python number. */
PyObject *element_object(grn_dtype dtype, const void *at);
/* Writes a Python number as an element of dtype; false with an exception, which names the
 * argument. */
bool element_from_object(PyObject *number, grn_dtype dtype, const char *name, void *element);
/* Elements of whole numbers, ui64's as its bits; and of floats. */
int64_t integer_at(grn_dtype dtype, const void *at);
double float_at(grn_dtype dtype, const void *at);
/* A dtype as Python says it: "f32", numpy.float32, numpy.dtype("f4"), torch.float32, float;
 * GRN_NO_DTYPE with an exception. */
grn_dtype dtype_from_object(PyObject *said);

/* ---- arrays in (arrays.c, numpy.c, torch.c) -------------------------------------------------- */

/* An argument's memory, borrowed until it is let go. */
typedef struct taken {
    grn_tensor view;
    PyObject *capsule; /* of DLPack, or NULL */
    PyObject *keeper;  /* another object that must live, or NULL */
    bool read_only;
    bool has_buffer;
    Py_buffer buffer;
} taken;

/* Takes an array's memory without a copy: garner's own, by the buffer protocol, or by __dlpack__.
 * false with an exception. */
bool take_array(PyObject *object, const char *name, bool to_write, taken *out);
void let_go(taken *t);
/* Whether take_array would look at it: it has one of the protocols. */
bool is_array(PyObject *object);

/* numpy.c: numpy's class of arrays, once it is known that they can be read by their fields; NULL
 * until then. */
extern PyTypeObject *numpy_class;
/* Of an array of just that class. false, without an exception: the buffer protocol is to be
 * asked. */
bool take_numpy(PyObject *object, bool to_write, taken *out);
/* Told of an object that the buffer protocol has shown as `seen`. */
void learn_numpy(PyObject *object, const grn_tensor *seen);

/* torch.c: torch's class of tensors, likewise. 1: taken; -1 with an exception; 0 without:
 * __dlpack__ is to be asked. */
extern PyTypeObject *torch_class;
int take_torch(PyObject *object, const char *name, taken *out);
void learn_torch(PyObject *object);
/* The memory of a tensor whatever its gradient, for as long as the tensor lives. false, perhaps with
 * an exception: also where torch has no table of DLPack's functions. */
bool borrow_torch(PyObject *object, const char *name, grn_tensor *out);
/* What a capsule of DLPack's holds; false with an exception. */
bool view_of_capsule(PyObject *capsule, const char *name, bool to_write, taken *out);

/* ---- arrays out (result.c) ------------------------------------------------------------------- */

extern PyTypeObject *array_type;

bool is_own_array(PyObject *object);
/* The view of one of garner's own arrays, which lives with it. */
void own_view(PyObject *array, grn_tensor *out);
bool own_is_read_only(PyObject *array);

/* A new compact array, its elements not set; `view` may be NULL. */
PyObject *new_array(grn_dtype dtype, int32_t rank, const int64_t *shape, grn_tensor *view);
/* An array over memory that lives with `owner`. */
PyObject *array_over(const grn_tensor *view, PyObject *owner, bool read_only);
PyObject *tuple_of(const int64_t *numbers, int32_t count);
/* A compact, writable copy of one of garner's own arrays. */
PyObject *copy_of(PyObject *array);
/* Whether dtype, shape and strides are the same; extents of 1 have no step. */
bool same_layout(const grn_tensor *a, const grn_tensor *b);
/* And whether it is the same memory. */
bool same_memory(const grn_tensor *a, const grn_tensor *b);
/* Copies elements between views of one shape and dtype, of any strides. */
grn_status copy_view(const grn_tensor *from, const grn_tensor *to, const grn_diag *diag);
/* struct's letter for a dtype, "Zf" for complex; NULL where the buffer protocol has none. */
const char *buffer_format(grn_dtype dtype);

/* ---- what is asked of an Array (subscript.c, equal.c, nonzero.c, protocols.c) ---------------- */

PyObject *subscript(PyObject *array, PyObject *key);
/* array[at] of the first dimension, without negative numbers; a plain IndexError past its end,
 * which ends a walk. */
PyObject *entry_of(PyObject *array, Py_ssize_t at);
/* == and != by element: an array of i1. Of what is neither array nor number NotImplemented. */
PyObject *compare(PyObject *array, PyObject *other, int op);
/* Whether some element equals it; -1 with an exception. */
int holds(PyObject *array, PyObject *other);
/* Of a mask of rank k, k arrays of i64: the coordinates of what is true, in row-major order. false
 * with an exception. */
bool nonzero(const grn_tensor *mask, PyObject **places);

/* As a number, where it has one element; as an index, where it has rank 0 and holds a whole
 * number. */
PyObject *own_to_float(PyObject *array);
PyObject *own_to_int(PyObject *array);
PyObject *own_to_complex(PyObject *array, PyObject *unused);
PyObject *own_to_index(PyObject *array);
int own_to_bool(PyObject *array);
PyObject *own_walked(PyObject *array);
int refuse_assignment(PyObject *array, PyObject *key, PyObject *value);
/* Methods: __reduce_ex__, __format__, __array__, tobytes; and what a pickle makes an array by. */
PyObject *own_reduced(PyObject *array, PyObject *args);
PyObject *own_formatted(PyObject *array, PyObject *args);
PyObject *own_as_array(PyObject *array, PyObject *args, PyObject *keywords);
PyObject *own_to_bytes(PyObject *array, PyObject *unused);
PyObject *array_of_bytes(PyObject *module, PyObject *args);

/* ---- arguments (parameters.c) ---------------------------------------------------------------- */

#define MAX_PARAMETERS 22

typedef enum parameter_kind {
    TENSOR,
    MAYBE_TENSOR,      /* or None */
    TENSOR_OR_SEVERAL, /* or a tuple or list of arrays, which is left to the call */
    TENSORS,           /* a sequence of arrays, None among them */
    INTEGER,
    MAYBE_INTEGER,
    FLAG,
    DIMS,  /* a sequence of whole numbers */
    WORD,  /* a str, or None */
    OTHER, /* looked at by the call */
    OUT,
} parameter_kind;

typedef struct parameter {
    const char *name;
    parameter_kind kind;
    const char *preset; /* as Python writes it; NULL: it must be given */
    bool by_name;       /* from here on */
} parameter;

typedef struct row row;

/* A list of parameters made ready: what binding a call needs of it. */
typedef struct signature {
    const parameter *parameters;
    int count, npositional, out;       /* out: the parameter's number, -1 */
    int nneeded;                       /* that have no preset */
    int nlists, lists[MAX_PARAMETERS]; /* of kind DIMS: their numbers */
    PyObject *names[MAX_PARAMETERS];   /* interned, as the names of keywords in a program's text are */
    int64_t preset[MAX_PARAMETERS];
} signature;

bool make_signature(const parameter *parameters, signature *out);

#define MAX_INPUTS 16 /* of one scatter */

/* A function of Python's as a scatter's combiner. */
typedef struct combiner {
    PyObject *function; /* NULL: none */
    bool is_of_several; /* inputs: it gives a tuple */
    size_t ninputs;
    PyObject *like[MAX_INPUTS]; /* the operands: arrays are handed over as of their libraries */
    grn_dtype dtype[MAX_INPUTS];
} combiner;

typedef struct several several;
typedef struct expanded expanded;

/* One call under way. Of parameter i: given[i] is what the caller gave, or NULL; by its kind,
 * in[i], number[i], word[i], dims[i]. */
typedef struct call {
    const row *row;
    const signature *signature;
    int ngiven, order[MAX_PARAMETERS]; /* the parameters that the caller gave */
    PyObject *given[MAX_PARAMETERS];
    bool has[MAX_PARAMETERS]; /* TENSOR: in[i] is taken; MAYBE_INTEGER: it is not None */
    taken in[MAX_PARAMETERS];
    int64_t number[MAX_PARAMETERS]; /* flags too */
    const char *word[MAX_PARAMETERS];
    grn_dims dims[MAX_PARAMETERS];
    size_t nlist; /* of the one TENSORS parameter */
    taken *list;
    const grn_tensor **list_views;
    expanded *expanded; /* of the list, where it holds masks; NULL */
    union {
        grn_gather_spec gather;
        grn_scatter_spec scatter;
    } spec;                    /* of the canonical calls */
    combiner combiner;         /* of a scatter by a function of Python's */
    several *several;          /* of a scatter of several inputs; NULL */
    unsigned char element[16]; /* one of operand's dtype, where has_element */
    bool has_element;
    int mode; /* one of an enum of the library's */
    heard said;
} call;

/* Binds and converts the arguments of a call by its row's parameters. false with an exception;
 * end_call afterwards in any case. */
bool begin_call(call *c, const row *r, const signature *s, PyObject *const *args, Py_ssize_t nargs, PyObject *names,
                PyObject *const *named);
void end_call(call *c);
/* "(a, b=0, *, out=None)" */
PyObject *signature_text(const parameter *parameters);
bool dims_from_object(PyObject *object, const char *name, grn_dims *out);
bool integer_from_object(PyObject *object, const char *name, int64_t *out);
/* Which entry of a list of words, whose end is NULL, `word` is; -1 with an exception. */
int choice(const char *word, const char *const *words, const char *name);

/* ---- calls (calls.c, canonical.c) ------------------------------------------------------------ */

/* How a call is made: what is common to all rows of one C signature. */
typedef struct form {
    PyObject *(*make)(call *c);
    bool (*prepare)(call *c);          /* what needs Python before the run; false with an exception; NULL: nothing */
    int operand, indices, updates;     /* parameters: the result has operand's dtype; -1: none */
    grn_dtype (*dtype)(const call *c); /* of the result, whose shape is known; NULL: operand's */
    grn_status (*shape)(const call *c, const grn_diag *diag, int32_t *rank, int64_t *shape); /* NULL: operand's */
    /* checks all of its arguments, and out's shape */
    grn_status (*run)(call *c, const grn_tensor *out, const grn_diag *diag);
    grn_status (*run_two)(call *c, const grn_tensor *first, const grn_tensor *second, const grn_diag *diag);
    grn_status (*gather_spec)(call *c, const grn_diag *diag, grn_gather_spec *out);
    grn_status (*scatter_spec)(call *c, const grn_diag *diag, grn_scatter_spec *out);
} form;

typedef void (*any_function)(void);

/* One function of garner's in Python. */
struct row {
    const char *family, *name;
    const parameter *parameters;
    const form *form;
    any_function run, shape, spec; /* of the library; the form knows their types */
    const char *doc;
    /* the result's shape of right arguments, unchecked; NULL */
    bool (*guess)(const call *c, int32_t *rank, int64_t *shape);
};

#define GIVEN_VIEW(c, i) ((c)->has[i] ? &(c)->in[i].view : NULL)

/* The one road of calls with one result: shape, destination, run without the GIL. */
PyObject *make_one(call *c);
/* With two: the first of the shape of `operand`, the second of that of `updates`, or as the form
 * says by `shape`. */
PyObject *make_two(call *c);
/* What a run answers: result, which it takes over, or an exception. A combiner's goes before what
 * the library makes of it. */
PyObject *finish(call *c, grn_status status, PyObject *result);
/* What the caller gave as out; NULL: nothing, or None. */
PyObject *given_out(const call *c);
/* Whether so much is moved that handing the GIL over pays. */
bool is_long(const call *c, const grn_tensor *out);
/* The row of one of garner's functions, and its signature; NULL. */
const row *row_of(PyObject *function, const signature **out);
/* For rows: of a canonical gather. */
bool guess_gather(const call *c, int32_t *rank, int64_t *shape);

extern const parameter gather_parameters[], scatter_parameters[], gather_grad_parameters[], scatter_grad_parameters[];
extern const form gather_form, scatter_form, gather_grad_form, scatter_grad_form;

/* ---- torch's masks (masks.c) and scalars (torch_scalar.c) ------------------------------------ */

/* Expands the masks of the list, which index `self`; false with an exception. */
bool expand_masks(call *c, const grn_tensor *self);
void drop_expanded(expanded *e);
/* The list without masks. */
const grn_tensor *const *index_views(const call *c);
size_t index_count(const call *c);
/* A tensor that the list indexes, with the dimensions that masks of rank 0 stand for; `room` if it
 * has any. */
const grn_tensor *with_inserted(const call *c, const grn_tensor *t, grn_tensor *room);

/* Of Python's own numbers, and what is derived of them. */
bool is_scalar(PyObject *object);
/* A number as torch casts it to an element; false with an exception. */
bool torch_scalar(PyObject *number, grn_dtype dtype, const char *name, void *element);

/* ---- a scatter of several inputs (several.c) ------------------------------------------------- */

bool is_several(PyObject *object);
/* Takes the arrays of operand, updates and out into c->several, which end_call lets go; false with
 * an exception. */
bool take_several(call *c, PyObject *operands, PyObject *updates, PyObject *outs);
void let_several_go(several *s);
void fill_combiner(const several *s, combiner *out);
/* A tuple of arrays, or what out is. */
PyObject *scatter_several(call *c);

/* ---- a function of Python's as a combiner (combine.c): user is a combiner -------------------- */

/* For the inputs of the call's operand, or of its several. */
void set_combiner(call *c, PyObject *function);

grn_status combine_in_python(void *user, int64_t count, void *const *current, const void *const *update);

/* ---- plans (plans.c), and those that are kept for small calls (kept_plans.c) ----------------- */

typedef struct planned_tensors {
    const grn_tensor *operand, *indices, *updates, *out; /* updates: of a scatter */
} planned_tensors;

/* A garner.Plan of a prepared call; NULL with an exception. */
PyObject *plan_of_call(call *c, const grn_plan_options *options);
/* Whether it was made for tensors that lie so; out is not looked at. */
bool plan_fits(PyObject *plan, const planned_tensors *t);
/* What a run gives: dtype, shape and strides. */
const grn_tensor *plan_result(PyObject *plan);
bool plan_needs_scratch(PyObject *plan);
/* Of one that needs no scratch: a scatter's operand into out, then the plan. */
grn_status plan_run_small(PyObject *plan, const planned_tensors *t);

/* What a call of row number `at`, which is bound, gives by the plan of calls like it; NULL without
 * an exception: there is none, or it failed, and the call is to be made. */
PyObject *run_by_kept_plan(call *c, size_t at);
/* Told of a call that was made: the second of its kind has its plan kept. */
void keep_plan_of(call *c, size_t at);

/* ---- text that the library writes (texts.c) -------------------------------------------------- */

/* As a str, what is no UTF-8 escaped, or as bytes; frees it. */
PyObject *text_object(grn_text_buffer *t);
PyObject *bytes_object(grn_text_buffer *t);

/* ---- threads (pools.c) ----------------------------------------------------------------------- */

/* A pool of so many threads, kept for the life of the process. 1: NULL, without an exception. */
bool threads_of(int64_t threads, const grn_parallel **out);

/* ---- what the module has (each of its file) -------------------------------------------------- */

bool add_array_type(PyObject *module);
bool add_calls(PyObject *module);
bool add_plan_type(PyObject *module);
bool add_module_type(PyObject *module);
extern PyMethodDef ttnn_methods[], plan_methods[], module_methods[], array_methods[], operation_methods[];
extern PyMethodDef jax_ffi_methods[], torch_kernel_methods[], torch_bag_methods[], torch_segment_methods[];
extern PyMethodDef generate_methods[], differ_methods[], reduce_methods[];

#endif

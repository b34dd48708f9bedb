/* plans.c - garner.Plan: a gather or scatter made ready for arrays of one layout, then run on
 * others of the same. */
#include <string.h>

#include "glue.h"

typedef struct plan {
    PyObject_HEAD grn_plan *plan;
    bool is_scatter;
    bool calls_python;
    combiner combiner;
    PyObject *kept;       /* what the combiner needs */
    grn_tensor layout[3]; /* operand, indices, updates; without data */
    grn_tensor result;    /* of what a run gives */
    size_t scratch_bytes;
} plan;

static PyTypeObject *plan_type;

static void drop(plan *p)
{
    grn_plan_destroy(p->plan);
    p->plan = NULL;
    Py_CLEAR(p->kept);
}

static void dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    drop((plan *)object);
    PyObject_Free(object);
    Py_DECREF((PyObject *)type);
}

/* ---- made ------------------------------------------------------------------------------------ */

static void keep_layout(grn_tensor *out, const grn_tensor *view)
{
    *out = *view;
    out->data = NULL;
}

static grn_status plan_gather(plan *p, call *c, const grn_plan_options *options, const grn_diag *diag)
{
    const form *f = c->row->form;
    grn_gather_spec spec;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = f->gather_spec(c, diag, &spec);
    if (status == GRN_OK)
        status = grn_gather_shape(&spec, &p->layout[0], &p->layout[1], diag, &rank, shape);
    if (status == GRN_OK)
        status = grn_tensor_init(&p->result, NULL, p->layout[0].dtype, rank, shape);
    return status == GRN_OK
               ? grn_plan_gather(&spec, &p->layout[0], &p->layout[1], &p->result, options, NULL, diag, &p->plan)
               : status;
}

static bool keep_combiner(plan *p, const call *c)
{
    if (c->combiner.function == NULL)
        return true;
    p->combiner = c->combiner;
    p->calls_python = true;
    p->kept = PyTuple_Pack(2, c->combiner.function, c->combiner.like[0]);
    return p->kept != NULL;
}

static grn_status plan_scatter(plan *p, call *c, const grn_plan_options *options, const grn_diag *diag)
{
    grn_scatter_spec spec;
    grn_status status = c->row->form->scatter_spec(c, diag, &spec);
    if (status == GRN_OK)
        status = grn_tensor_init(&p->result, NULL, p->layout[0].dtype, p->layout[0].rank, p->layout[0].shape);
    if (status != GRN_OK)
        return status;
    if (p->calls_python) /* a framework's own region has its own user */
        spec.region_user = &p->combiner;
    return grn_plan_scatter(&spec, 1, &p->result, &p->layout[1], &p->layout[2], options, NULL, diag, &p->plan);
}

static bool make_ready(plan *p, call *c, const grn_plan_options *options)
{
    const form *f = c->row->form;
    const int roles[] = {f->operand, f->indices, f->updates};
    if ((f->gather_spec == NULL && f->scatter_spec == NULL) || f->indices < 0) {
        raise_named("UnsupportedError", NULL, "%s.%s is more than one gather or scatter, and has no plan",
                    c->row->family, c->row->name);
        return false;
    }
    if (c->several != NULL) {
        raise_named("UnsupportedError", NULL, "a scatter of several inputs has no plan");
        return false;
    }
    for (int i = 0; i < 3; i++)
        if (roles[i] >= 0)
            keep_layout(&p->layout[i], &c->in[roles[i]].view);
    p->is_scatter = f->scatter_spec != NULL;
    if (!keep_combiner(p, c))
        return false;
    const grn_diag diag = listen(&c->said);
    const grn_status status = p->is_scatter ? plan_scatter(p, c, options, &diag) : plan_gather(p, c, options, &diag);
    if (status != GRN_OK) {
        raise_status(status, &c->said);
        return false;
    }
    p->scratch_bytes = grn_plan_scratch_bytes(p->plan);
    return true;
}

PyObject *plan_of_call(call *c, const grn_plan_options *options)
{
    plan *p = PyObject_New(plan, plan_type);
    if (p == NULL)
        return NULL;
    memset((char *)p + offsetof(plan, plan), 0, sizeof *p - offsetof(plan, plan));
    if (!make_ready(p, c, options))
        Py_CLEAR(p);
    return (PyObject *)p;
}

/* make_plan(function, args, names, values, threads, addressing, partition, mover, cpu) */
static PyObject *make_plan(PyObject *module, PyObject *args)
{
    PyObject *function, *given, *names, *values, *all[2 * MAX_PARAMETERS];
    long long threads;
    grn_plan_options options = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OO!O!O!Lzzzz", &function, &PyTuple_Type, &given, &PyTuple_Type, &names, &PyTuple_Type,
                          &values, &threads, &options.addressing, &options.partition, &options.mover, &options.cpu))
        return NULL;
    const signature *s = NULL;
    const row *r = row_of(function, &s);
    const Py_ssize_t n = PyTuple_Size(given), nnames = PyTuple_Size(names);
    if (r == NULL || n + nnames > 2 * MAX_PARAMETERS || PyTuple_Size(values) != nnames) {
        PyErr_Format(PyExc_TypeError, "plan() is for a gather or scatter of garner's and its arguments, %R given",
                     function);
        return NULL;
    }
    for (Py_ssize_t i = 0; i < n + nnames; i++)
        all[i] = i < n ? PyTuple_GetItem(given, i) : PyTuple_GetItem(values, i - n);
    options.threads = 0;
    if (!threads_of(threads, &options.parallel))
        return NULL;
    call c;
    PyObject *made = NULL;
    if (begin_call(&c, r, s, all, n, names, all + n) && (r->form->prepare == NULL || r->form->prepare(&c)))
        made = plan_of_call(&c, &options);
    end_call(&c);
    return made;
}

/* ---- run ------------------------------------------------------------------------------------- */

static bool fits(const grn_tensor *wanted, const grn_tensor *seen, const char *name)
{
    if (same_layout(wanted, seen))
        return true;
    raise_named(
        wanted->dtype != seen->dtype ? "DTypeError" : "ShapeError", NULL,
        "%s: the plan was made for another dtype, shape or strides (%s of rank %d is needed, %s of rank %d given)",
        name, grn_dtype_text(wanted->dtype), (int)wanted->rank, grn_dtype_text(seen->dtype), (int)seen->rank);
    return false;
}

typedef struct planned_run {
    taken in[3], out;
    int ntaken;
    bool has_out;
    void *scratch;
} planned_run;

static grn_status execute(const plan *p, const planned_tensors *t, void *scratch, const grn_diag *diag)
{
    if (!p->is_scatter)
        return grn_plan_run_gather(p->plan, t->operand->data, t->indices->data, t->out->data, scratch, diag);
    const void *updates = t->updates->data;
    void *result = t->out->data;
    const grn_status status = same_memory(t->operand, t->out) ? GRN_OK : copy_view(t->operand, t->out, diag);
    return status == GRN_OK ? grn_plan_run_scatter(p->plan, &result, t->indices->data, &updates, scratch, diag)
                            : status;
}

bool plan_fits(PyObject *object, const planned_tensors *t)
{
    const plan *p = (const plan *)object;
    return same_layout(&p->layout[0], t->operand) && same_layout(&p->layout[1], t->indices) &&
           (!p->is_scatter || same_layout(&p->layout[2], t->updates));
}

const grn_tensor *plan_result(PyObject *object) { return &((plan *)object)->result; }

bool plan_needs_scratch(PyObject *object) { return ((plan *)object)->scratch_bytes > 0; }

grn_status plan_run_small(PyObject *object, const planned_tensors *t) { return execute((plan *)object, t, NULL, NULL); }

static PyObject *run(plan *p, planned_run *r, PyObject *result)
{
    heard said;
    const grn_diag diag = listen(&said);
    const grn_tensor *counted = p->is_scatter ? &p->layout[2] : &p->result;
    if (p->scratch_bytes > 0 && posix_memalign(&r->scratch, 64, p->scratch_bytes) != 0) {
        r->scratch = NULL;
        Py_DECREF(result);
        return PyErr_NoMemory();
    }
    PyThreadState *state = !p->calls_python && grn_tensor_elements(counted) > 2048 ? PyEval_SaveThread() : NULL;
    const planned_tensors tensors = {&r->in[0].view, &r->in[1].view, &r->in[2].view, &r->out.view};
    const grn_status status = execute(p, &tensors, r->scratch, &diag);
    if (state != NULL)
        PyEval_RestoreThread(state);
    free(r->scratch);
    if (status == GRN_OK && !PyErr_Occurred()) {
        forget(&said);
        return result;
    }
    Py_DECREF(result);
    if (!PyErr_Occurred())
        return raise_status(status, &said);
    forget(&said);
    return NULL;
}

static bool take_arguments(plan *p, planned_run *r, PyObject *args, const char *const *names)
{
    const int wanted = p->is_scatter ? 3 : 2;
    if (PyTuple_Size(args) != wanted) {
        PyErr_Format(PyExc_TypeError, "this plan takes %d arrays (operand, indices%s), %zd given", wanted,
                     p->is_scatter ? ", updates" : "", PyTuple_Size(args));
        return false;
    }
    for (; r->ntaken < wanted; r->ntaken++)
        if (!take_array(PyTuple_GetItem(args, r->ntaken), names[r->ntaken], false, &r->in[r->ntaken]))
            return false;
    for (int i = 0; i < wanted; i++)
        if (!fits(&p->layout[i], &r->in[i].view, names[i]))
            return false;
    return true;
}

static PyObject *call_plan(PyObject *object, PyObject *args, PyObject *keywords)
{
    static const char *const names[] = {"operand", "indices", "updates"};
    plan *p = (plan *)object;
    planned_run r;
    PyObject *out = keywords != NULL ? PyDict_GetItemString(keywords, "out") : NULL, *result = NULL;
    r.ntaken = 0;
    r.has_out = false;
    r.scratch = NULL;
    if (keywords != NULL && PyDict_Size(keywords) != (out != NULL)) {
        PyErr_SetString(PyExc_TypeError, "a plan takes arrays, and out");
        return NULL;
    }
    if (take_arguments(p, &r, args, names)) {
        if (out != NULL && out != Py_None) {
            r.has_out = take_array(out, "out", true, &r.out);
            if (r.has_out && fits(&p->result, &r.out.view, "out")) {
                Py_INCREF(out);
                result = out;
            }
        } else
            result = new_array(p->result.dtype, p->result.rank, p->result.shape, &r.out.view);
    }
    if (result != NULL)
        result = run(p, &r, result);
    for (int i = 0; i < r.ntaken; i++)
        let_go(&r.in[i]);
    if (r.has_out)
        let_go(&r.out);
    return result;
}

/* ---- what was chosen ------------------------------------------------------------------------- */

static PyObject *text_of(PyObject *object)
{
    grn_text_buffer written = {0};
    const grn_sink sink = grn_text_buffer_sink(&written);
    const grn_status status = grn_plan_print(((plan *)object)->plan, &sink);
    PyObject *line = text_object(&written);
    if (status == GRN_OK || line == NULL)
        return line;
    Py_DECREF(line);
    return PyErr_NoMemory();
}

static PyObject *repr(PyObject *object)
{
    PyObject *line = text_of(object), *whole = line != NULL ? PyUnicode_FromFormat("<garner.Plan: %U>", line) : NULL;
    Py_XDECREF(line);
    return whole;
}

static PyObject *get_report(PyObject *object, void *unused)
{
    grn_plan_report r;
    (void)unused;
    const grn_status status = grn_plan_describe(((plan *)object)->plan, &r);
    if (status != GRN_OK || r.empty)
        return PyDict_New();
    return Py_BuildValue("{s:s,s:s,s:s,s:s,s:i,s:i,s:L,s:L,s:n,s:d}", "addressing", r.addressing, "partition",
                         r.partition, "mover", r.mover, "cpu", r.cpu, "threads", (int)r.threads, "parts", (int)r.parts,
                         "elements", (long long)r.elements, "moved_bytes", (long long)r.moved_bytes, "scratch_bytes",
                         (Py_ssize_t)r.scratch_bytes, "expected_ns", r.expected_ns);
}

static PyGetSetDef properties[] = {
    {"report", get_report, NULL,
     "What was chosen, a dict: addressing, partition, mover, cpu, threads, expected_ns and more; empty where nothing "
     "moves.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_dealloc, dealloc},
    {Py_tp_call, call_plan},
    {Py_tp_repr, repr},
    {Py_tp_str, text_of},
    {Py_tp_getset, properties},
    {Py_tp_doc,
     "A gather or scatter made ready; garner.plan makes it. Call it on (operand, indices) or (operand, indices, "
     "updates), arrays of\n"
     "the dtypes, shapes and strides that it was made for, and out=. Several threads may call one plan at once.\n\n"
     "garner.ShapeError, garner.DTypeError: an array lies otherwise. garner.IndexError as the planned call."},
    {0, NULL},
};

static PyType_Spec spec = {"garner.Plan", sizeof(plan), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                           slots};

PyMethodDef plan_methods[] = {{"make_plan", make_plan, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};

bool add_plan_type(PyObject *module)
{
    plan_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return plan_type != NULL && PyModule_AddObjectRef(module, "Plan", (PyObject *)plan_type) == 0;
}

/* several.c - garner.scatter with a tuple of operands and one of updates, which go by the same
 * indices and one combiner. */
#include <string.h>

#include "glue.h"

/* Views lie one after the other, as the library wants them. */
typedef struct group {
    size_t ntaken;
    PyObject *objects; /* a tuple */
    taken in[MAX_INPUTS];
    grn_tensor views[MAX_INPUTS];
} group;

struct several {
    size_t n;
    group operands, updates, outs;
    bool has_outs;
};

bool is_several(PyObject *object) { return PyTuple_Check(object) || PyList_Check(object); }

static bool take_group(group *g, size_t n, PyObject *given, const char *name, bool to_write)
{
    char entry[40];
    g->objects = is_several(given) ? PySequence_Tuple(given) : NULL;
    if (g->objects == NULL || (size_t)PyTuple_Size(g->objects) != n) {
        if (!PyErr_Occurred())
            raise_named("ArgumentError", NULL, "%s: right: a tuple of %zu arrays, as many as operand has", name, n);
        return false;
    }
    for (; g->ntaken < n; g->ntaken++) {
        PyOS_snprintf(entry, sizeof entry, "%s #%zu", name, g->ntaken);
        if (!take_array(PyTuple_GetItem(g->objects, (Py_ssize_t)g->ntaken), entry, to_write, &g->in[g->ntaken]))
            return false;
        g->views[g->ntaken] = g->in[g->ntaken].view;
    }
    return true;
}

static void let_group_go(group *g)
{
    for (size_t i = 0; i < g->ntaken; i++)
        let_go(&g->in[i]);
    Py_XDECREF(g->objects);
}

bool take_several(call *c, PyObject *operands, PyObject *updates, PyObject *outs)
{
    const Py_ssize_t n = PyTuple_Check(operands)  ? PyTuple_Size(operands)
                         : PyList_Check(operands) ? PyList_Size(operands)
                                                  : -1;
    if (n < 1 || n > MAX_INPUTS) {
        raise_named(n > MAX_INPUTS ? "LimitError" : "ArgumentError", NULL,
                    "operand: right: an array, or a tuple of 1 to %d where updates is one", MAX_INPUTS);
        return false;
    }
    several *s = c->several = calloc(1, sizeof *s);
    if (s == NULL) {
        PyErr_NoMemory();
        return false;
    }
    s->n = (size_t)n;
    s->has_outs = outs != NULL;
    return take_group(&s->operands, s->n, operands, "operand", false) &&
           take_group(&s->updates, s->n, updates, "updates", false) &&
           (outs == NULL || take_group(&s->outs, s->n, outs, "out", true));
}

void let_several_go(several *s)
{
    if (s == NULL)
        return;
    let_group_go(&s->operands);
    let_group_go(&s->updates);
    let_group_go(&s->outs);
    free(s);
}

void fill_combiner(const several *s, combiner *out)
{
    out->ninputs = s->n;
    for (size_t i = 0; i < s->n; i++) {
        out->like[i] = PyTuple_GetItem(s->operands.objects, (Py_ssize_t)i);
        out->dtype[i] = s->operands.views[i].dtype;
    }
}

/* A tuple of new arrays, which outs' views then show. */
static PyObject *new_outs(several *s)
{
    PyObject *made = PyTuple_New((Py_ssize_t)s->n);
    for (size_t i = 0; made != NULL && i < s->n; i++) {
        const grn_tensor *like = &s->operands.views[i];
        PyObject *array = new_array(like->dtype, like->rank, like->shape, &s->outs.views[i]);
        if (array == NULL || PyTuple_SetItem(made, (Py_ssize_t)i, array) < 0)
            Py_CLEAR(made);
    }
    return made;
}

/* As scatter_run of one. */
static grn_status run_several(call *c, const grn_diag *diag)
{
    const several *s = c->several;
    const grn_scatter_spec *spec = &c->spec.scatter;
    const grn_tensor *indices = &c->in[1].view, *to = s->outs.views;
    grn_status status = grn_scatter_check(spec, s->n, s->operands.views, indices, s->updates.views, diag);
    if (status == GRN_OK && s->has_outs)
        status = grn_scatter_check(spec, s->n, to, indices, s->updates.views, diag);
    for (size_t i = 0; status == GRN_OK && i < s->n; i++)
        if (!same_memory(&s->operands.views[i], &to[i]))
            status = copy_view(&s->operands.views[i], &to[i], diag);
    return status == GRN_OK ? grn_scatter(spec, s->n, to, indices, s->updates.views, diag) : status;
}

PyObject *scatter_several(call *c)
{
    several *s = c->several;
    PyObject *result = s->has_outs ? given_out(c) : new_outs(s);
    if (result == NULL)
        return NULL;
    if (s->has_outs)
        Py_INCREF(result);
    const grn_diag diag = listen(&c->said);
    PyThreadState *state = is_long(c, &s->updates.views[0]) ? PyEval_SaveThread() : NULL;
    const grn_status status = run_several(c, &diag);
    if (state != NULL)
        PyEval_RestoreThread(state);
    return finish(c, status, result);
}

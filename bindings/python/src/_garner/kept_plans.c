/*
 * kept_plans.c - plans of small calls that came twice. A call on few elements spends most of its
 * time on finding out that its arguments fit and how to move; one like it, with the same keywords,
 * numbers and layouts, runs by what was found.
 *
 * A plan is kept of a call that succeeded, and only run while the GIL is held. What it cannot do
 * (an index that is an error, an `out` that lies otherwise, memory that overlaps) it leaves to the
 * call, which says what is wrong. Arguments that are objects are strings or None: of others, as a
 * function or a dict, nothing is kept.
 */
#include <string.h>

#include "families.h"

#define WAYS 4             /* kinds of calls that are kept of each row, and that are remembered as having come once */
#define MOST_ELEMENTS 2048 /* of the tensors of a call, together */

typedef struct kept {
    PyObject *plan; /* NULL: it has none that runs without scratch */
    int ngiven, order[MAX_PARAMETERS];
    int64_t number[MAX_PARAMETERS]; /* by place in `order`, as the others */
    bool has[MAX_PARAMETERS];
    PyObject *object[MAX_PARAMETERS];
    grn_dims dims[MAX_PARAMETERS];
    grn_tensor in[3];
} kept;

static kept *ways[NROWS][WAYS];
/* hashes of calls without an entry. More kinds than WAYS in turn have no plans */
static uint64_t came_once[NROWS][WAYS];
static unsigned char next_way[NROWS], next_once[NROWS];

static bool roles_of(const call *c, planned_tensors *out)
{
    const form *f = c->row->form;
    if ((f->gather_spec == NULL && f->scatter_spec == NULL) || f->indices < 0 || c->several != NULL)
        return false;
    out->operand = GIVEN_VIEW(c, f->operand);
    out->indices = GIVEN_VIEW(c, f->indices);
    out->updates = f->scatter_spec != NULL ? GIVEN_VIEW(c, f->updates) : NULL;
    return out->operand != NULL && out->indices != NULL && (f->scatter_spec == NULL || out->updates != NULL);
}

/* ---- what is alike --------------------------------------------------------------------------- */

static bool same_dims(const grn_dims *a, const grn_dims *b)
{
    bool same = a->count == b->count;
    for (int32_t i = 0; same && i < a->count; i++)
        same = a->v[i] == b->v[i];
    return same;
}

static bool same_object(PyObject *a, PyObject *b)
{
    return a == b || (PyUnicode_Check(a) && PyUnicode_Check(b) && PyUnicode_Compare(a, b) == 0);
}

static bool same_argument(const kept *k, const call *c, int at)
{
    const int i = c->order[at];
    switch (c->signature->parameters[i].kind) {
    case INTEGER:
    case FLAG: return k->number[at] == c->number[i];
    case MAYBE_INTEGER: return k->has[at] == c->has[i] && (!c->has[i] || k->number[at] == c->number[i]);
    case DIMS: return same_dims(&k->dims[at], &c->dims[i]);
    case WORD:
    case OTHER: return same_object(k->object[at], c->given[i]);
    default: return true; /* tensors, and out */
    }
}

static bool is_like(const kept *k, const call *c, const planned_tensors *t)
{
    if (k->ngiven != c->ngiven || !same_layout(&k->in[1], t->indices) || !same_layout(&k->in[0], t->operand) ||
        (t->updates != NULL && !same_layout(&k->in[2], t->updates)))
        return false;
    for (int at = 0; at < c->ngiven; at++)
        if (k->order[at] != c->order[at] || !same_argument(k, c, at))
            return false;
    return true;
}

static kept *find(const call *c, size_t at, const planned_tensors *t)
{
    for (int w = 0; w < WAYS && ways[at][w] != NULL; w++)
        if (is_like(ways[at][w], c, t))
            return ways[at][w];
    return NULL;
}

/* ---- run ------------------------------------------------------------------------------------- */

/* An error leaves out as it was: a scatter into another array than its operand is the call's. */
static bool may_run_into(PyObject *plan, const planned_tensors *t)
{
    return same_layout(plan_result(plan), t->out) &&
           (t->updates != NULL ? same_memory(t->operand, t->out) : !grn_tensors_overlap(t->operand, t->out));
}

static PyObject *run_into_out(PyObject *plan, const planned_tensors *in, PyObject *out)
{
    taken to;
    if (!take_array(out, "out", true, &to))
        return NULL;
    const planned_tensors t = {in->operand, in->indices, in->updates, &to.view};
    const bool ok = may_run_into(plan, &t) && plan_run_small(plan, &t) == GRN_OK;
    let_go(&to);
    if (!ok)
        return NULL;
    Py_INCREF(out);
    return out;
}

static PyObject *run_into_new(PyObject *plan, const planned_tensors *in)
{
    const grn_tensor *like = plan_result(plan);
    grn_tensor view;
    PyObject *result = new_array(like->dtype, like->rank, like->shape, &view);
    const planned_tensors t = {in->operand, in->indices, in->updates, &view};
    if (result != NULL && plan_run_small(plan, &t) != GRN_OK)
        Py_CLEAR(result);
    return result;
}

PyObject *run_by_kept_plan(call *c, size_t at)
{
    planned_tensors t;
    if (ways[at][0] == NULL || !roles_of(c, &t))
        return NULL;
    const kept *k = find(c, at, &t);
    if (k == NULL || k->plan == NULL)
        return NULL;
    PyObject *plan = k->plan, *out = given_out(c);
    Py_INCREF(plan); /* Python's code in taking out may make calls, which take the entry away */
    PyObject *result = out != NULL ? run_into_out(plan, &t, out) : run_into_new(plan, &t);
    Py_DECREF(plan);
    if (result == NULL)
        PyErr_Clear();
    return result;
}

/* ---- kept ------------------------------------------------------------------------------------ */

static bool is_small(const planned_tensors *t)
{
    const grn_tensor *const all[] = {t->operand, t->indices, t->updates};
    int64_t elements = 0;
    for (int i = 0; i < 3; i++)
        elements += all[i] != NULL ? grn_tensor_elements(all[i]) : 0;
    return elements <= MOST_ELEMENTS;
}

static bool may_be_held(const call *c, int i)
{
    const parameter_kind kind = c->signature->parameters[i].kind;
    PyObject *given = c->given[i];
    return (kind != WORD && kind != OTHER) || given == Py_None || PyUnicode_Check(given);
}

static void drop(kept *k)
{
    for (int at = 0; k != NULL && at < k->ngiven; at++)
        Py_XDECREF(k->object[at]);
    if (k != NULL)
        Py_XDECREF(k->plan);
    free(k);
}

static kept *note_call(const call *c, const planned_tensors *t)
{
    kept *k = calloc(1, sizeof *k);
    if (k == NULL)
        return NULL;
    k->ngiven = c->ngiven;
    for (int at = 0; at < c->ngiven; at++) {
        const int i = c->order[at];
        const parameter_kind kind = c->signature->parameters[i].kind;
        k->order[at] = i;
        k->number[at] = c->number[i];
        k->has[at] = c->has[i];
        if (kind == DIMS)
            k->dims[at] = c->dims[i];
        if (kind == WORD || kind == OTHER) {
            Py_INCREF(c->given[i]);
            k->object[at] = c->given[i];
        }
    }
    k->in[0] = *t->operand;
    k->in[1] = *t->indices;
    if (t->updates != NULL)
        k->in[2] = *t->updates;
    return k;
}

static PyObject *small_plan_of(call *c)
{
    const grn_plan_options options = {0};
    PyObject *plan = plan_of_call(c, &options);
    if (plan != NULL && plan_needs_scratch(plan))
        Py_CLEAR(plan);
    PyErr_Clear();
    return plan;
}

static void keep(call *c, size_t at, const planned_tensors *t)
{
    kept *k = note_call(c, t), *old = ways[at][next_way[at]];
    if (k == NULL)
        return;
    k->plan = small_plan_of(c);
    ways[at][next_way[at]] = k;
    next_way[at] = (unsigned char)((next_way[at] + 1) % WAYS);
    drop(old);
}

static uint64_t mixed(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15) + (hash >> 29);
}

static uint64_t hash_of(const call *c, const planned_tensors *t)
{
    const grn_tensor *const all[] = {t->operand, t->indices, t->updates};
    uint64_t hash = 1;
    for (int i = 0; i < 3 && all[i] != NULL; i++) {
        hash = mixed(hash, (uint64_t)all[i]->dtype << 8 | (uint64_t)all[i]->rank);
        for (int32_t d = 0; d < all[i]->rank; d++)
            hash =
                mixed(mixed(hash, (uint64_t)all[i]->shape[d]), all[i]->shape[d] > 1 ? (uint64_t)all[i]->stride[d] : 0);
    }
    for (int k = 0; k < c->ngiven; k++)
        hash = mixed(hash, (uint64_t)c->order[k] << 32 ^ (uint64_t)c->number[c->order[k]]);
    return hash;
}

/* Whether a call of this hash came, of the last few; if not, it has now. */
static bool came_before(size_t at, uint64_t hash)
{
    for (int w = 0; w < WAYS; w++)
        if (came_once[at][w] == hash)
            return true;
    came_once[at][next_once[at]] = hash;
    next_once[at] = (unsigned char)((next_once[at] + 1) % WAYS);
    return false;
}

void keep_plan_of(call *c, size_t at)
{
    planned_tensors t;
    if (!roles_of(c, &t) || !is_small(&t))
        return;
    for (int k = 0; k < c->ngiven; k++)
        if (!may_be_held(c, c->order[k]))
            return;
    if (find(c, at, &t) == NULL && came_before(at, hash_of(c, &t)))
        keep(c, at, &t);
}

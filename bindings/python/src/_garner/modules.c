/*
 * modules.c - programs: a Module is the library's, and its methods are the library's calls, with
 * lists and dicts for structs. garner/_module.py gives them their arguments' names, and classes to
 * what they answer.
 */
#include <string.h>

#include "programs.h"

typedef struct module {
    PyObject_HEAD grn_module *module;
} module;

static PyTypeObject *module_type;

static grn_module *handle(PyObject *object) { return ((module *)object)->module; }

static PyObject *wrap(grn_module *made)
{
    module *m = PyObject_New(module, module_type);
    if (m == NULL)
        grn_module_destroy(made);
    else
        m->module = made;
    return (PyObject *)m;
}

static void dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    grn_module_destroy(handle(object));
    PyObject_Free(object);
    Py_DECREF((PyObject *)type);
}

grn_module *module_of(PyObject *object)
{
    if (PyObject_TypeCheck(object, module_type))
        return handle(object);
    PyErr_Format(PyExc_TypeError, "a module is needed, %R given", (PyObject *)Py_TYPE(object));
    return NULL;
}

/* ---- one call of the library's --------------------------------------------------------------- */

/* (a new module, what was said of it), or the exception. */
static PyObject *new_module(grn_status status, grn_module *made, heard *said)
{
    if (status != GRN_OK)
        return raise_status(status, said);
    PyObject *wrapped = wrap(made), *list = heard_list(said);
    return wrapped != NULL && list != NULL ? Py_BuildValue("(NN)", wrapped, list) : NULL;
}

static PyObject *written(grn_status status, grn_text_buffer *t, heard *said)
{
    PyObject *made = text_object(t);
    if (status == GRN_OK) {
        forget(said);
        return made;
    }
    Py_XDECREF(made);
    return raise_status(status, said);
}

/* ---- results of a run ------------------------------------------------------------------------ */

typedef struct kept_results {
    grn_results *results;
    PyObject *module; /* whose allocator's memory they are in */
} kept_results;

static void drop_results(PyObject *capsule)
{
    kept_results *kept = PyCapsule_GetPointer(capsule, "garner results");
    grn_results_destroy(kept->results);
    Py_DECREF(kept->module);
    free(kept);
}

static PyObject *keep_results(grn_results *results, PyObject *program)
{
    kept_results *kept = malloc(sizeof *kept);
    PyObject *capsule = NULL;
    if (kept != NULL) {
        *kept = (kept_results){results, program};
        capsule = PyCapsule_New(kept, "garner results", drop_results);
    }
    if (capsule == NULL) {
        free(kept);
        grn_results_destroy(results);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    Py_INCREF(program);
    return capsule;
}

/* Whether it may be written to without another element, or another result, changing. */
static bool stands_alone(const grn_results *results, size_t i)
{
    const grn_tensor *t = grn_results_tensor(results, i);
    for (int32_t d = 0; d < t->rank; d++)
        if (t->shape[d] > 1 && t->stride[d] == 0)
            return false;
    for (size_t j = 0; j < i; j++)
        if (grn_tensors_overlap(t, grn_results_tensor(results, j)))
            return false;
    return true;
}

static PyObject *result_list(grn_results *results, PyObject *keeper)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && i < grn_results_count(results); i++) {
        const grn_tensor *t = grn_results_tensor(results, i);
        PyObject *made = stands_alone(results, i) ? array_over(t, keeper, false) : copied(t);
        if (made == NULL || PyList_Append(list, made) < 0)
            Py_CLEAR(list);
        Py_XDECREF(made);
    }
    return list;
}

static PyObject *outfed_list(grn_results *results)
{
    PyObject *list = PyList_New(0);
    uint32_t process;
    const grn_tensor *t;
    for (size_t i = 0; list != NULL && (t = grn_results_outfed(results, i, &process)) != NULL; i++) {
        PyObject *made = copied(t), *entry = made != NULL ? Py_BuildValue("(IN)", process, made) : NULL;
        if (entry == NULL || PyList_Append(list, entry) < 0)
            Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

/* (results, steps, what was printed, what was fed out) */
static PyObject *run(PyObject *object, PyObject *args)
{
    program_run r;
    PyObject *settings, *answer = NULL;
    heard said;
    grn_results *results = NULL;
    grn_module_shard_options how = {0};
    bool devices = false;
    if (begin_run(&r, args, &settings) && flag_setting(settings, "devices", &devices) &&
        flag_setting(settings, "reassociate", &how.reassociate)) {
        grn_status status;
        const grn_diag diag = listen_about(&said, handle(object));
        WITHOUT_GIL(status = devices ? grn_module_shard_run(handle(object), r.function, r.ninputs, r.views, &how,
                                                            &r.options, &diag, &results)
                                     : grn_module_run(handle(object), r.function, r.ninputs, r.views, &r.options, &diag,
                                                      &results));
        if (status != GRN_OK)
            raise_status(status, &said);
        else {
            forget(&said);
            const uint64_t steps = grn_results_steps(results);
            PyObject *keeper = keep_results(results, object);
            PyObject *list = keeper != NULL ? result_list(results, keeper) : NULL,
                     *outfed = list != NULL ? outfed_list(results) : NULL;
            if (outfed != NULL)
                answer = Py_BuildValue("(OKNO)", list, (unsigned long long)steps, text_object(&r.printed), outfed);
            Py_XDECREF(outfed);
            Py_XDECREF(list);
            Py_XDECREF(keeper);
        }
    }
    end_run(&r);
    return answer;
}

/* ---- looked at ------------------------------------------------------------------------------- */

/* Files beside a model, which a function of Python's reads: their bytes live as long as the
 * parse. */
typedef struct beside {
    PyObject *read; /* of a path, gives bytes */
    PyObject *kept; /* a list */
    raised raised;
} beside;

static grn_status open_beside(void *user, const char *path, const void **bytes, size_t *size_bytes)
{
    beside *b = user;
    const PyGILState_STATE state = PyGILState_Ensure();
    PyObject *content = PyObject_CallFunction(b->read, "s", path);
    const bool ok = content != NULL && PyBytes_Check(content) && PyList_Append(b->kept, content) == 0;
    if (ok) {
        *bytes = PyBytes_AsString(content);
        *size_bytes = (size_t)PyBytes_Size(content);
    } else
        keep_raised(&b->raised);
    Py_XDECREF(content);
    PyGILState_Release(state);
    return ok ? GRN_OK : GRN_E_SINK;
}

/* parse(source, allow_unregistered, allow_nonunique_scatter, strict_syntax, function that reads
 * files beside it, or None) */
static PyObject *parse(PyObject *unused, PyObject *args)
{
    Py_buffer source;
    int unregistered, nonunique, strict;
    heard said;
    beside files = {.read = NULL};
    grn_module *made = NULL;
    grn_status status;
    (void)unused;
    if (!PyArg_ParseTuple(args, "y*pppO", &source, &unregistered, &nonunique, &strict, &files.read))
        return NULL;
    files.kept = PyList_New(0);
    if (files.kept == NULL) {
        PyBuffer_Release(&source);
        return NULL;
    }
    const grn_external_files external = {open_beside, &files};
    const grn_module_options options = {.allow_unregistered = unregistered,
                                        .allow_nonunique_scatter = nonunique,
                                        .strict_syntax = strict,
                                        .external = files.read != Py_None ? &external : NULL};
    const grn_diag diag = listen(&said);
    WITHOUT_GIL(status = grn_module_parse(source.buf, (size_t)source.len, &options, &diag, &made));
    PyBuffer_Release(&source);
    Py_DECREF(files.kept);
    if (!raise_again(&files.raised, &said))
        return new_module(status, made, &said);
    grn_module_destroy(made);
    return NULL;
}

static PyObject *verify(PyObject *object, PyObject *unused)
{
    heard said;
    grn_status status;
    const grn_diag diag = listen_about(&said, handle(object));
    (void)unused;
    WITHOUT_GIL(status = grn_module_verify(handle(object), &diag));
    return status == GRN_OK ? heard_list(&said) : raise_status(status, &said);
}

static PyObject *print(PyObject *object, PyObject *args)
{
    int generic, names, locations;
    long long elide;
    grn_text_buffer t = {0};
    heard said = {0};
    grn_status status;
    if (!PyArg_ParseTuple(args, "pLpp", &generic, &elide, &names, &locations))
        return NULL;
    const grn_sink sink = grn_text_buffer_sink(&t);
    const grn_module_print_options options = {
        .generic = generic, .elide_over = elide, .names = names, .locations = locations};
    WITHOUT_GIL(status = grn_module_print(handle(object), &options, &sink));
    return written(status, &t, &said);
}

PyObject *program_text(const grn_module *m)
{
    grn_text_buffer t = {0};
    heard said = {0};
    const grn_sink sink = grn_text_buffer_sink(&t);
    const grn_module_print_options options = {.names = true};
    return written(grn_module_print(m, &options, &sink), &t, &said);
}

typedef grn_status (*write_input_fn)(const grn_module *, size_t, size_t, const grn_sink *);

/* What `write` says of each input. */
static PyObject *inputs_by(write_input_fn write, const grn_module *m, size_t function, size_t ninputs)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && i < ninputs; i++) {
        grn_text_buffer t = {0};
        const grn_sink sink = grn_text_buffer_sink(&t);
        const grn_status status = write(m, function, i, &sink);
        PyObject *said = text_object(&t);
        if (status != GRN_OK || said == NULL || PyList_Append(list, said) < 0)
            Py_CLEAR(list);
        Py_XDECREF(said);
    }
    if (list == NULL && !PyErr_Occurred())
        PyErr_NoMemory();
    return list;
}

/* The elements' types; "" of an input that is no tensor of a known one. */
static PyObject *input_dtypes(const grn_module *m, size_t function, size_t ninputs)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && i < ninputs; i++) {
        const grn_dtype dtype = grn_module_input_dtype(m, function, i);
        PyObject *text = PyUnicode_FromString(dtype != GRN_NO_DTYPE ? grn_dtype_text(dtype) : "");
        if (text == NULL || PyList_Append(list, text) < 0)
            Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

static PyObject *function_entry(const grn_module *m, size_t i, const grn_function_info *info)
{
    PyObject *types = inputs_by(grn_module_write_input_type, m, i, info->ninputs);
    PyObject *names = types != NULL ? inputs_by(grn_module_write_input_name, m, i, info->ninputs) : NULL;
    PyObject *dtypes = names != NULL ? input_dtypes(m, i, info->ninputs) : NULL;
    PyObject *name =
        dtypes != NULL ? PyUnicode_DecodeUTF8(info->name, (Py_ssize_t)info->name_bytes, "backslashreplace") : NULL;
    PyObject *entry = name != NULL ? Py_BuildValue("(OOOOnOO)", name, info->is_public ? Py_True : Py_False,
                                                   info->has_body ? Py_True : Py_False, types,
                                                   (Py_ssize_t)info->nresults, names, dtypes)
                                   : NULL;
    Py_XDECREF(name);
    Py_XDECREF(dtypes);
    Py_XDECREF(names);
    Py_XDECREF(types);
    return entry;
}

/* [(name, is public, has a body, input types, how many results, input names, input dtypes)] */
static PyObject *functions(PyObject *object, PyObject *unused)
{
    PyObject *list = PyList_New(0);
    (void)unused;
    for (size_t i = 0; list != NULL && i < grn_module_functions(handle(object)); i++) {
        grn_function_info info;
        if (grn_module_function(handle(object), i, &info) != GRN_OK)
            break;
        PyObject *entry = function_entry(handle(object), i, &info);
        if (entry == NULL || PyList_Append(list, entry) < 0)
            Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

/* ---- what comes back piece by piece ---------------------------------------------------------- */

/* Appends to a list from a callback, which has no GIL. */
typedef struct collector {
    PyObject *list;
    const grn_module *module; /* whose places they have */
} collector;

static grn_status collect(collector *into, PyObject *entry)
{
    const int status = entry != NULL ? PyList_Append(into->list, entry) : -1;
    Py_XDECREF(entry);
    return status == 0 ? GRN_OK : GRN_E_SINK;
}

static PyObject *name_object(const char *name, size_t bytes)
{
    return PyUnicode_DecodeUTF8(name, (Py_ssize_t)bytes, "backslashreplace");
}

static PyObject *assumptions_of(const grn_planned_access *a)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && i < a->nassumptions; i++) {
        PyObject *sentence = PyUnicode_FromString(a->assumptions[i]);
        if (sentence == NULL || PyList_Append(list, sentence) < 0)
            Py_CLEAR(list);
        Py_XDECREF(sentence);
    }
    return list;
}

static grn_status planned(void *user, const grn_planned_access *a)
{
    const PyGILState_STATE state = PyGILState_Ensure();
    const bool has_plan = a->obstacle == NULL, moves = has_plan && !a->plan.empty;
    PyObject *entry = Py_BuildValue(
        "{s:I,s:I,s:s,s:N,s:O,s:z,s:z,s:z,s:z,s:z,s:z,s:i,s:i,s:L,s:L,s:d,s:N}", "line", a->place.line, "column",
        a->place.column, "op", a->op, "function", name_object(a->function, a->function_bytes), "is_scatter",
        a->is_scatter ? Py_True : Py_False, "obstacle", a->obstacle, "text", has_plan ? a->text : NULL, "addressing",
        moves ? a->plan.addressing : NULL, "partition", moves ? a->plan.partition : NULL, "mover",
        moves ? a->plan.mover : NULL, "cpu", moves ? a->plan.cpu : NULL, "threads", moves ? (int)a->plan.threads : 0,
        "parts", moves ? (int)a->plan.parts : 0, "elements", moves ? (long long)a->plan.elements : 0, "bytes",
        moves ? (long long)a->plan.moved_bytes : 0, "expected_ns", moves ? a->plan.expected_ns : 0.0, "assumptions",
        assumptions_of(a));
    const grn_status status = collect(user, entry);
    PyGILState_Release(state);
    return status;
}

static PyObject *account_texts(const grn_ttnn_account *account)
{
    grn_text_buffer table = {0}, json = {0};
    const grn_sink table_sink = grn_text_buffer_sink(&table), json_sink = grn_text_buffer_sink(&json);
    const bool ok = account != NULL && grn_ttnn_account_print(account, &table_sink) == GRN_OK &&
                    grn_ttnn_account_print_json(account, &json_sink) == GRN_OK;
    PyObject *first = text_object(&table), *second = text_object(&json);
    if (ok && first != NULL && second != NULL)
        return Py_BuildValue("(NN)", first, second);
    Py_XDECREF(first);
    Py_XDECREF(second);
    Py_RETURN_NONE;
}

static void accounted(void *user, const grn_ttnn_report *r)
{
    const PyGILState_STATE state = PyGILState_Ensure();
    collect(user, Py_BuildValue("{s:I,s:I,s:s,s:L,s:s,s:N}", "line", r->place.line, "column", r->place.column, "op",
                                r->op, "dim", (long long)r->dim, "note", r->note ? r->note : "", "account",
                                account_texts(r->account)));
    if (PyErr_Occurred())
        PyErr_Clear(); /* a report cannot refuse; what has no memory is left out */
    PyGILState_Release(state);
}

/* The assumed extents: ((argument, dim, extent), ..). */
static bool read_assumed(PyObject *list, grn_assumed_extent *out, size_t room, size_t *count)
{
    const size_t n = PyTuple_Check(list) ? (size_t)PyTuple_Size(list) : room + 1;
    *count = 0;
    if (n > room) {
        raise_named("LimitError", NULL, "dims: at most %zu extents can be assumed", room);
        return false;
    }
    for (; *count < n; ++*count) {
        long long extent;
        int dim;
        if (!PyArg_ParseTuple(PyTuple_GetItem(list, (Py_ssize_t)*count), "siL", &out[*count].argument, &dim, &extent))
            return false;
        out[*count].dim = dim;
        out[*count].extent = extent;
    }
    return true;
}

#define MAX_ASSUMED 64

static PyObject *plan(PyObject *object, PyObject *args)
{
    program_run r;
    PyObject *settings, *assumed, *answer = NULL;
    heard said;
    grn_assumed_extent extents[MAX_ASSUMED];
    size_t nextents = 0;
    bool accounts = false;
    int64_t extent = 0;
    if (begin_run(&r, args, &settings) && number_setting(settings, "extent", &extent) &&
        flag_setting(settings, "ttnn", &accounts) &&
        ((assumed = PyDict_GetItemString(settings, "dims")) == NULL ||
         read_assumed(assumed, extents, MAX_ASSUMED, &nextents))) {
        collector into = {PyList_New(0), handle(object)};
        const grn_ttnn_planner planner = {NULL, accounted, &into};
        const grn_module_plan_options options = {.one_function = r.function != SIZE_MAX,
                                                 .function = r.function,
                                                 .ninputs = r.ninputs,
                                                 .inputs = r.views,
                                                 .nassumed = nextents,
                                                 .assumed = extents,
                                                 .extent = extent,
                                                 .strict_bounds = r.options.strict_bounds,
                                                 .drop_whole_window = r.options.drop_whole_window,
                                                 .parallel = r.options.parallel,
                                                 .ttnn = accounts ? &planner : NULL};
        const grn_plan_visitor visitor = {planned, &into};
        const grn_diag diag = listen_about(&said, handle(object));
        grn_status status = GRN_E_MEMORY;
        if (into.list != NULL)
            WITHOUT_GIL(status = grn_module_plan(handle(object), &options, &visitor, &diag));
        if (status == GRN_OK) {
            forget(&said);
            answer = into.list;
        } else {
            Py_XDECREF(into.list);
            if (PyErr_Occurred())
                forget(&said);
            else
                raise_status(status, &said);
        }
    }
    end_run(&r);
    return answer;
}

/* ---- lint ------------------------------------------------------------------------------------ */

static PyObject *index_object(const grn_lint_index *i, bool is_there)
{
    if (!is_there)
        Py_RETURN_NONE;
    PyObject *position = PyTuple_New(i->rank);
    for (int32_t d = 0; position != NULL && d < i->rank; d++) {
        PyObject *number = PyLong_FromLongLong(i->position[d]);
        if (number == NULL || PyTuple_SetItem(position, d, number) < 0)
            Py_CLEAR(position);
    }
    return position == NULL ? NULL
                            : Py_BuildValue("{s:N,s:L,s:i,s:L,s:L}", "position", position, "value", (long long)i->value,
                                            "operand_dim", (int)i->operand_dim, "low", (long long)i->low, "high",
                                            (long long)i->high);
}

#define LINT_COUNTS(C) \
    C(runs)            \
    C(vectors)         \
    C(out_of_bounds)   \
    C(clamped)         \
    C(filled)          \
    C(dropped)         \
    C(failed) C(negative) C(wrapped) C(duplicate) C(unsorted) C(false_sorted) C(false_unique) C(partly_outside)

static bool put(PyObject *dict, const char *name, PyObject *value)
{
    const bool ok = value != NULL && PyDict_SetItemString(dict, name, value) == 0;
    Py_XDECREF(value);
    return ok;
}

/* first_NAME, None where there is none, and NAME_at, a list of the first. */
static bool put_places(PyObject *dict, const char *name, uint64_t count, const grn_lint_index *places)
{
    char key[40];
    const uint64_t n = count < GRN_LINT_PLACES ? count : GRN_LINT_PLACES;
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (uint64_t i = 0; list != NULL && i < n; i++) {
        PyObject *place = index_object(&places[i], true);
        if (place == NULL || PyList_SetItem(list, (Py_ssize_t)i, place) < 0)
            Py_CLEAR(list);
    }
    snprintf(key, sizeof key, "first_%s", name);
    const bool first = put(dict, key, index_object(places, count > 0));
    snprintf(key, sizeof key, "%s_at", name);
    return put(dict, key, list) && first;
}

static PyObject *counts_object(const grn_lint_counts *c)
{
    if (c == NULL)
        Py_RETURN_NONE;
    PyObject *dict = PyDict_New();
    bool ok = dict != NULL;
#define LINT_COUNT(field) ok = ok && put(dict, #field, PyLong_FromUnsignedLongLong(c->field));
    LINT_COUNTS(LINT_COUNT)
#undef LINT_COUNT
    ok = ok && put_places(dict, "out_of_bounds", c->out_of_bounds, c->out_of_bounds_at) &&
         put_places(dict, "negative", c->negative, c->negative_at) &&
         put_places(dict, "duplicate", c->duplicate, c->duplicate_at) &&
         put_places(dict, "unsorted", c->unsorted, c->unsorted_at) &&
         put_places(dict, "partly_outside", c->partly_outside, c->partly_outside_at);
    if (!ok)
        Py_CLEAR(dict);
    return dict;
}

/* Where it comes from, as a text; None where that is not known. */
static PyObject *origin_object(const grn_module *module, grn_place place)
{
    grn_text_buffer t = {0};
    const grn_sink sink = grn_text_buffer_sink(&t);
    const grn_status status = grn_module_write_origin(module, place, &sink);
    if (status == GRN_OK && t.size_bytes > 0)
        return text_object(&t);
    grn_text_buffer_free(&t);
    if (status != GRN_OK)
        return PyErr_NoMemory();
    Py_RETURN_NONE;
}

static PyObject *position_object(const int64_t *position, int32_t rank)
{
    PyObject *tuple = PyTuple_New(rank);
    for (int32_t d = 0; tuple != NULL && d < rank; d++) {
        PyObject *number = PyLong_FromLongLong(position[d]);
        if (number == NULL || PyTuple_SetItem(tuple, d, number) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *positions_object(const grn_lint_meeting *m)
{
    const uint64_t n = m->elements < GRN_LINT_PLACES ? m->elements : GRN_LINT_PLACES;
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (uint64_t i = 0; list != NULL && i < n; i++) {
        PyObject *place = position_object(m->met_at[i], m->rank);
        if (place == NULL || PyList_SetItem(list, (Py_ssize_t)i, place) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static bool put_bound(PyObject *dict, const char *values, const char *position, const grn_lint_bound *b, int32_t rank)
{
    return put(dict, "bound", PyFloat_FromDouble(b->bound)) &&
           put(dict, "magnitude", PyFloat_FromDouble(b->magnitude)) && put(dict, "unit", PyFloat_FromDouble(b->unit)) &&
           put(dict, values, PyLong_FromUnsignedLongLong(b->values)) &&
           put(dict, position, position_object(b->position, rank));
}

static PyObject *bounds_object(const grn_lint_meeting *m)
{
    PyObject *list = PyList_New((Py_ssize_t)m->nbounds);
    for (size_t i = 0; list != NULL && i < m->nbounds; i++) {
        PyObject *dict = PyDict_New();
        bool ok = dict != NULL && put(dict, "input", PyLong_FromSize_t(m->bounds[i].input)) &&
                  put_bound(dict, "values", "position", &m->bounds[i], m->rank);
        if (!ok)
            Py_CLEAR(dict);
        if (dict == NULL || PyList_SetItem(list, (Py_ssize_t)i, dict) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *meeting_object(const grn_lint_meeting *m)
{
    if (m == NULL)
        Py_RETURN_NONE;
    PyObject *dict = Py_BuildValue("{s:K,s:K,s:N,s:N,s:N}", "elements", (unsigned long long)m->elements, "most",
                                   (unsigned long long)m->most, "position",
                                   position_object(m->position, m->elements > 0 ? m->rank : 0), "positions",
                                   positions_object(m), "bounds", bounds_object(m));
    const bool ok =
        dict == NULL || m->nbounds == 0 || put_bound(dict, "bound_values", "bound_position", &m->bounds[0], m->rank);
    if (!ok)
        Py_CLEAR(dict);
    return dict;
}

static PyObject *elsewhere_object(const grn_lint_finding *f)
{
    PyObject *dict = PyDict_New();
    for (size_t i = 0; dict != NULL && i < f->nelsewhere; i++)
        if (!put(dict, f->elsewhere[i].system, PyUnicode_FromString(f->elsewhere[i].does)))
            Py_CLEAR(dict);
    return dict;
}

static grn_status found(void *user, const grn_lint_finding *f)
{
    const collector *into = user;
    const PyGILState_STATE state = PyGILState_Ensure();
    const grn_status status =
        collect(user, Py_BuildValue("{s:s,s:s,s:O,s:I,s:I,s:s,s:N,s:s,s:s,s:N,s:N,s:O,s:N,s:N}", "kind",
                                    grn_lint_kind_text(f->kind), "severity",
                                    f->severity == GRN_SEVERITY_WARNING ? "warning" : "remark", "observed",
                                    f->observed ? Py_True : Py_False, "line", f->place.line, "column", f->place.column,
                                    "op", f->op, "function", name_object(f->function, f->function_bytes), "seen",
                                    f->seen, "advice", f->advice, "counts", counts_object(f->counts), "location",
                                    origin_object(into->module, f->place), "possible", f->possible ? Py_True : Py_False,
                                    "meeting", meeting_object(f->meeting), "elsewhere", elsewhere_object(f)));
    PyGILState_Release(state);
    return status;
}

static PyObject *lint(PyObject *object, PyObject *args)
{
    program_run r;
    PyObject *settings, *answer = NULL;
    heard said;
    bool runs = false, only = false;
    if (begin_run(&r, args, &settings) && flag_setting(settings, "run", &runs) &&
        flag_setting(settings, "only_run", &only)) {
        collector into = {PyList_New(0), handle(object)};
        const grn_lint_options options = {.run = runs,
                                          .only_run = only,
                                          .function = r.function,
                                          .ninputs = r.ninputs,
                                          .inputs = r.views,
                                          .run_options = &r.options};
        const grn_lint_reporter reporter = {.found = found, .user = &into};
        const grn_diag diag = listen_about(&said, handle(object));
        grn_status status = GRN_E_MEMORY;
        if (into.list != NULL)
            WITHOUT_GIL(status = grn_module_lint(handle(object), &options, &reporter, &diag, NULL));
        if (status == GRN_OK) {
            forget(&said);
            answer = into.list;
        } else {
            Py_XDECREF(into.list);
            if (PyErr_Occurred())
                forget(&said);
            else
                raise_status(status, &said);
        }
    }
    end_run(&r);
    return answer;
}

/* ---- translated ------------------------------------------------------------------------------ */

static PyObject *convert(PyObject *object, PyObject *args)
{
    PyObject *settings;
    heard said;
    grn_module *made = NULL;
    grn_module_convert_options options = {0};
    grn_status status;
    if (!PyArg_ParseTuple(args, "O!", &PyDict_Type, &settings) || !word_setting(settings, "to", &options.to) ||
        !flag_setting(settings, "assume_in_bounds", &options.assume_in_bounds) ||
        !flag_setting(settings, "strict_target", &options.strict_target) ||
        !flag_setting(settings, "keep_recipes", &options.keep_recipes))
        return NULL;
    const grn_diag diag = listen_about(&said, handle(object));
    WITHOUT_GIL(status = grn_module_convert(handle(object), &options, &diag, &made));
    return new_module(status, made, &said);
}

static PyObject *lower(PyObject *object, PyObject *args)
{
    PyObject *settings;
    heard said;
    grn_module *made = NULL;
    grn_module_lower_options options = {0};
    grn_status status;
    if (!PyArg_ParseTuple(args, "O!", &PyDict_Type, &settings) || !word_setting(settings, "to", &options.to) ||
        !word_setting(settings, "stage", &options.stage) ||
        !flag_setting(settings, "c_interface", &options.c_interface) ||
        !flag_setting(settings, "result_arguments", &options.result_arguments) ||
        !flag_setting(settings, "strided", &options.strided) ||
        !flag_setting(settings, "drop_checks", &options.drop_checks) ||
        !flag_setting(settings, "keep_recipes", &options.keep_recipes))
        return NULL;
    const grn_diag diag = listen_about(&said, handle(object));
    WITHOUT_GIL(status = grn_module_lower(handle(object), &options, &diag, &made));
    return new_module(status, made, &said);
}

static PyObject *grad(PyObject *object, PyObject *args)
{
    PyObject *wrt;
    Py_ssize_t function;
    int forward;
    heard said;
    grn_dims inputs = {0};
    grn_module *made = NULL;
    grn_status status;
    if (!PyArg_ParseTuple(args, "nOp", &function, &wrt, &forward) ||
        (wrt != Py_None && !dims_from_object(wrt, "wrt", &inputs)))
        return NULL;
    const grn_module_grad_options options = {.wrt = inputs.v, .nwrt = (size_t)inputs.count, .forward = forward};
    const grn_diag diag = listen_about(&said, handle(object));
    WITHOUT_GIL(
        status = grn_module_grad(handle(object), function < 0 ? SIZE_MAX : (size_t)function, &options, &diag, &made));
    return new_module(status, made, &said);
}

static PyObject *batching(PyObject *object, PyObject *args)
{
    int expand;
    heard said;
    grn_module *made = NULL;
    grn_status status;
    if (!PyArg_ParseTuple(args, "p", &expand))
        return NULL;
    const grn_diag diag = listen_about(&said, handle(object));
    WITHOUT_GIL(status = expand ? grn_module_expand_batching(handle(object), &diag, &made)
                                : grn_module_collapse_batching(handle(object), &diag, &made));
    return new_module(status, made, &said);
}

static PyObject *source(PyObject *object, PyObject *args)
{
    grn_module_source_options options = {0};
    int keep;
    grn_text_buffer t = {0};
    heard said;
    grn_status status;
    if (!PyArg_ParseTuple(args, "sp", &options.language, &keep))
        return NULL;
    options.keep_recipes = keep;
    const grn_sink sink = grn_text_buffer_sink(&t);
    const grn_diag diag = listen_about(&said, handle(object));
    WITHOUT_GIL(status = grn_module_write_source(handle(object), &options, &diag, &sink));
    return written(status, &t, &said);
}

static PyObject *emit(PyObject *object, PyObject *args)
{
    PyObject *settings;
    grn_text_buffer t = {0};
    heard said;
    grn_module_emit_options options = {0};
    grn_status status;
    if (!PyArg_ParseTuple(args, "O!", &PyDict_Type, &settings) ||
        !word_setting(settings, "function", &options.function) || !flag_setting(settings, "header", &options.header) ||
        !flag_setting(settings, "driver", &options.driver) || !flag_setting(settings, "simd", &options.simd) ||
        !flag_setting(settings, "openmp", &options.openmp))
        return NULL;
    options.function_bytes = options.function != NULL ? strlen(options.function) : 0;
    const grn_sink sink = grn_text_buffer_sink(&t);
    const grn_diag diag = listen_about(&said, handle(object));
    WITHOUT_GIL(status = grn_module_emit(handle(object), &options, &diag, &sink));
    return written(status, &t, &said);
}

/* The bytes of a file, or the exception. */
static PyObject *written_bytes(grn_status status, grn_text_buffer *t, heard *said)
{
    PyObject *made = bytes_object(t);
    if (status == GRN_OK) {
        forget(said);
        return made;
    }
    Py_XDECREF(made);
    return raise_status(status, said);
}

static PyObject *artifact(PyObject *object, PyObject *args)
{
    grn_module_artifact_options options = {0};
    grn_text_buffer t = {0};
    heard said;
    grn_status status;
    if (!PyArg_ParseTuple(args, "z", &options.target))
        return NULL;
    const grn_sink sink = grn_text_buffer_sink(&t);
    const grn_diag diag = listen_about(&said, handle(object));
    WITHOUT_GIL(status = grn_module_write_artifact(handle(object), &options, &diag, &sink));
    return written_bytes(status, &t, &said);
}

static PyObject *onnx(PyObject *object, PyObject *args)
{
    grn_module_onnx_options options = {0};
    grn_text_buffer t = {0};
    heard said;
    grn_status status;
    if (!PyArg_ParseTuple(args, "z", &options.function))
        return NULL;
    const grn_sink sink = grn_text_buffer_sink(&t);
    const grn_diag diag = listen_about(&said, handle(object));
    WITHOUT_GIL(status = grn_module_write_onnx(handle(object), &options, &diag, &sink));
    return written_bytes(status, &t, &said);
}

static PyObject *equivalent(PyObject *object, PyObject *args)
{
    PyObject *other, *settings;
    heard said;
    grn_trials tried;
    grn_equivalence_options options = {0};
    uint64_t memory = 0;
    grn_status status;
    if (!PyArg_ParseTuple(args, "O!O!", module_type, &other, &PyDict_Type, &settings) ||
        !count_setting(settings, "trials", &options.trials) || !count_setting(settings, "seed", &options.seed) ||
        !flag_setting(settings, "only_in_range", &options.only_in_range) ||
        !count_setting(settings, "max_memory", &memory) || !count_setting(settings, "max_steps", &options.max_steps))
        return NULL;
    options.max_memory_bytes = memory;
    const grn_diag diag = listen_about(&said, handle(object));
    WITHOUT_GIL(status = grn_module_equivalent(handle(object), handle(other), &options, &diag, &tried));
    if (status != GRN_OK)
        return raise_status(status, &said);
    forget(&said);
    return Py_BuildValue("(KKKKO)", (unsigned long long)tried.in_range, (unsigned long long)tried.out_of_range,
                         (unsigned long long)tried.refused, (unsigned long long)tried.promise_broken,
                         tried.makes_promises ? Py_True : Py_False);
}

/* ---- divided over devices -------------------------------------------------------------------- */

static PyObject *sentence_of(const grn_shard_move *m)
{
    grn_text_buffer t = {0};
    const grn_sink sink = grn_text_buffer_sink(&t);
    const grn_status status = grn_shard_move_write(m, &sink);
    PyObject *made = text_object(&t);
    if (status != GRN_OK)
        Py_CLEAR(made);
    return made != NULL || PyErr_Occurred() ? made : PyErr_NoMemory();
}

static void moved(void *user, const grn_shard_move *m)
{
    const PyGILState_STATE state = PyGILState_Ensure();
    const bool failed = PyErr_Occurred() != NULL; /* of an earlier move: grn_module_shard is not told to stop */
    PyObject *sentence = failed ? NULL : sentence_of(m);
    if (sentence != NULL)
        collect(user, Py_BuildValue("{s:I,s:I,s:N,s:N,s:z,s:z,s:s,s:L,s:L,s:L,s:i,s:O,s:N}", "line", m->place.line,
                                    "column", m->place.column, "op", name_object(m->op, m->op_bytes), "function",
                                    name_object(m->function, m->function_bytes), "collective", m->collective, "axes",
                                    m->axes, "why", m->why, "most_bytes", (long long)m->most_bytes, "least_bytes",
                                    (long long)m->least_bytes, "times", (long long)m->times, "loops", (int)m->loops,
                                    "is_conditional", m->is_conditional ? Py_True : Py_False, "text", sentence));
    PyGILState_Release(state);
}

static bool read_stage(PyObject *settings, grn_shard_stage *out)
{
    const char *word, *words[GRN_SHARD_STAGE_COUNT + 1] = {NULL};
    *out = GRN_SHARD_LOCAL;
    if (!word_setting(settings, "stage", &word))
        return false;
    for (int i = 0; i < GRN_SHARD_STAGE_COUNT; i++)
        words[i] = grn_shard_stage_text((grn_shard_stage)i);
    const int chosen = word != NULL ? choice(word, words, "stage") : GRN_SHARD_LOCAL;
    *out = chosen >= 0 ? (grn_shard_stage)chosen : GRN_SHARD_LOCAL;
    return chosen >= 0;
}

/* (a new module, what was said of it, [each move]) */
static PyObject *shard(PyObject *object, PyObject *args)
{
    PyObject *settings;
    heard said;
    grn_module *made = NULL;
    grn_module_shard_options options = {0};
    grn_status status;
    if (!PyArg_ParseTuple(args, "O!", &PyDict_Type, &settings) || !read_stage(settings, &options.stage) ||
        !flag_setting(settings, "reassociate", &options.reassociate) ||
        !flag_setting(settings, "keep_recipes", &options.keep_recipes))
        return NULL;
    collector into = {PyList_New(0), handle(object)};
    if (into.list == NULL)
        return NULL;
    const grn_shard_reporter told = {moved, &into};
    options.told = &told;
    const grn_diag diag = listen_about(&said, handle(object));
    WITHOUT_GIL(status = grn_module_shard(handle(object), &options, &diag, &made));
    PyObject *both = NULL;
    if (PyErr_Occurred()) { /* a move could not be kept */
        grn_module_destroy(made);
        forget(&said);
    } else
        both = new_module(status, made, &said);
    PyObject *answer =
        both != NULL ? Py_BuildValue("(OOO)", PyTuple_GetItem(both, 0), PyTuple_GetItem(both, 1), into.list) : NULL;
    Py_XDECREF(both);
    Py_DECREF(into.list);
    return answer;
}

/* How many devices a function's mesh has. */
static PyObject *devices(PyObject *object, PyObject *args)
{
    Py_ssize_t function;
    heard said;
    int64_t count = 0;
    grn_status status;
    if (!PyArg_ParseTuple(args, "n", &function))
        return NULL;
    const grn_diag diag = listen_about(&said, handle(object));
    WITHOUT_GIL(
        status = grn_module_shard_devices(handle(object), function < 0 ? SIZE_MAX : (size_t)function, &diag, &count));
    if (status != GRN_OK)
        return raise_status(status, &said);
    forget(&said);
    return PyLong_FromLongLong(count);
}

/* ---- explained and drawn --------------------------------------------------------------------- */

static PyObject *explain(PyObject *object, PyObject *args)
{
    program_run r;
    PyObject *settings, *answer = NULL, *at;
    heard said;
    grn_text_buffer t = {0};
    grn_dims place = {0};
    uint64_t only_input = 0;
    grn_module_explain_options o = {0};
    if (begin_run(&r, args, &settings) && count_setting(settings, "op", &o.op) &&
        flag_setting(settings, "at_update", &o.at_update) && flag_setting(settings, "in_words", &o.in_words) &&
        flag_setting(settings, "json", &o.json) && count_setting(settings, "only_input", &only_input) &&
        ((at = PyDict_GetItemString(settings, "at")) == NULL || at == Py_None || dims_from_object(at, "at", &place))) {
        grn_status status;
        const grn_sink sink = grn_text_buffer_sink(&t);
        const grn_diag diag = listen_about(&said, handle(object));
        o.nat = (size_t)place.count;
        o.at = place.v;
        o.only_input = only_input;
        o.run = &r.options;
        WITHOUT_GIL(status = grn_module_explain(handle(object), r.function, r.ninputs, r.views, &o, &diag, &sink));
        answer = written(status, &t, &said);
    }
    end_run(&r);
    return answer;
}

/* A sequence of elements to trace. */
static bool read_traces(PyObject *at, grn_dims *places, size_t *count)
{
    *count = 0;
    if (at == NULL || at == Py_None)
        return true;
    PyObject *all = PySequence_Tuple(at);
    if (all == NULL)
        return false;
    const size_t n = (size_t)PyTuple_Size(all);
    bool ok = n <= GRN_DRAW_TRACES;
    if (!ok)
        raise_named("ArgumentError", NULL, "at: %zu elements; right: at most %d", n, GRN_DRAW_TRACES);
    for (; ok && *count < n; ++*count)
        ok = dims_from_object(PyTuple_GetItem(all, (Py_ssize_t)*count), "at", &places[*count]);
    Py_DECREF(all);
    return ok;
}

static PyObject *draw(PyObject *object, PyObject *args)
{
    program_run r;
    PyObject *settings, *answer = NULL;
    heard said;
    grn_text_buffer t = {0};
    grn_dims places[GRN_DRAW_TRACES];
    const int64_t *at[GRN_DRAW_TRACES];
    size_t nat[GRN_DRAW_TRACES];
    uint64_t only_input = 0, columns = 0;
    grn_module_draw_options o = {0};
    if (begin_run(&r, args, &settings) && count_setting(settings, "op", &o.op) &&
        flag_setting(settings, "text", &o.text) && count_setting(settings, "only_input", &only_input) &&
        count_setting(settings, "columns", &columns) &&
        read_traces(PyDict_GetItemString(settings, "at"), places, &o.ntraces)) {
        grn_status status;
        const grn_sink sink = grn_text_buffer_sink(&t);
        const grn_diag diag = listen_about(&said, handle(object));
        for (size_t i = 0; i < o.ntraces; i++) {
            at[i] = places[i].v;
            nat[i] = (size_t)places[i].count;
        }
        o.nat = nat;
        o.at = at;
        o.only_input = only_input;
        o.columns = columns > 10000 ? 10000 : (int32_t)columns;
        o.run = &r.options;
        WITHOUT_GIL(status = grn_module_draw(handle(object), r.function, r.ninputs, r.views, &o, &diag, &sink));
        answer = written(status, &t, &said);
    }
    end_run(&r);
    return answer;
}

/* ---- the type -------------------------------------------------------------------------------- */

static PyObject *listed(const char *(*name)(size_t))
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && name(i) != NULL; i++) {
        PyObject *entry = PyUnicode_FromString(name(i));
        if (entry == NULL || PyList_Append(list, entry) < 0)
            Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

static PyObject *dialects(PyObject *unused, PyObject *none)
{
    (void)unused;
    (void)none;
    return listed(grn_module_dialect);
}

static PyObject *languages(PyObject *unused, PyObject *none)
{
    (void)unused;
    (void)none;
    return listed(grn_module_language);
}

static PyObject *lower_targets(PyObject *unused, PyObject *none)
{
    (void)unused;
    (void)none;
    return listed(grn_module_lower_target);
}

PyMethodDef module_methods[] = {
    {"parse", parse, METH_VARARGS, NULL},
    {"lower_targets", lower_targets, METH_NOARGS, NULL},
    {"dialects", dialects, METH_NOARGS, NULL},
    {"languages", languages, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef methods[] = {
    {"verify", verify, METH_NOARGS, NULL},
    {"print", print, METH_VARARGS, NULL},
    {"functions", functions, METH_NOARGS, NULL},
    {"run", run, METH_VARARGS, NULL},
    {"plan", plan, METH_VARARGS, NULL},
    {"lint", lint, METH_VARARGS, NULL},
    {"convert", convert, METH_VARARGS, NULL},
    {"lower", lower, METH_VARARGS, NULL},
    {"grad", grad, METH_VARARGS, NULL},
    {"batching", batching, METH_VARARGS, NULL},
    {"source", source, METH_VARARGS, NULL},
    {"emit", emit, METH_VARARGS, NULL},
    {"artifact", artifact, METH_VARARGS, NULL},
    {"onnx", onnx, METH_VARARGS, NULL},
    {"equivalent", equivalent, METH_VARARGS, NULL},
    {"shard", shard, METH_VARARGS, NULL},
    {"devices", devices, METH_VARARGS, NULL},
    {"explain", explain, METH_VARARGS, NULL},
    {"draw", draw, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_dealloc, dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};

static PyType_Spec spec = {"garner._garner.Module", sizeof(module), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

bool add_module_type(PyObject *object)
{
    module_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return module_type != NULL && PyModule_AddObjectRef(object, "Module", (PyObject *)module_type) == 0;
}

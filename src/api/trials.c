/* trials.c - one trial: both functions run on the same inputs, and what comes out compared. */
#include <inttypes.h>
#include <stdio.h>

#include "api/equivalence.h"
#include "lower/lower.h"

/* ---- runs ------------------------------------------------------------------------------------ */

/* An `index` has the bits of an i64, which stands for it where a dialect has none. */
static bool same_bits(grn_dtype a, grn_dtype b)
{
    return a == b || ((a == GRN_INDEX || a == GRN_I64) && (b == GRN_INDEX || b == GRN_I64));
}

/* Of one width, and unsigned or not: a lowered program has no integers with a sign of their own. */
static bool differ_in_sign(grn_dtype a, grn_dtype b)
{
    return grn_dtype_is_integer(a) && grn_dtype_is_integer(b) && grn_dtype_bits(a) == grn_dtype_bits(b) &&
           a != GRN_INDEX && b != GRN_INDEX;
}

/* What attribute `name` of argument or result `i` says. */
static const grn_attr *attr_of(const grn_function *f, const char *list, size_t i, const char *name)
{
    const grn_attr *of = grn_op_attr(f->op, list);
    if (!of || i >= of->array.count)
        return NULL;
    const grn_attr *entries = of->array.items[i];
    for (size_t k = 0; k < entries->dict.count; k++)
        if (grn_str_is(entries->dict.items[k].name, name))
            return entries->dict.items[k].value;
    return NULL;
}

/* Result i of the second function is declared as the first's. */
static bool is_declared(const grn_trial *t, size_t i, grn_dtype dtype)
{
    const grn_attr *a = attr_of(&t->b->functions[t->in_b], "res_attrs", i, GRN_LOWER_TYPE);
    return a && a->kind == GRN_ATTR_TYPE && grn_type_element_or_self(a->type_value)->dtype == dtype;
}

/* The inputs' dtypes become those that the function takes. */
static void type_inputs(const grn_trial *t, const grn_function *f)
{
    for (size_t i = 0; i < t->ninputs; i++) {
        const grn_type *type = grn_type_at_run(f->type->members[i]);
        if (grn_type_is_tensor(type) && (same_bits(t->inputs[i].dtype, type->element->dtype) ||
                                         differ_in_sign(t->inputs[i].dtype, type->element->dtype)))
            t->inputs[i].dtype = type->element->dtype;
    }
}

/* An argument that became another integer type holds indices, which are in range
 * (--assume-in-bounds): they fit it. */
static bool is_converted(const grn_trial *t, const grn_tensor *input, const grn_type *type)
{
    return t->options->only_in_range && grn_type_is_tensor(type) && type->element->dtype != input->dtype &&
           grn_dtype_is_integer(type->element->dtype) && grn_dtype_is_integer(input->dtype);
}

/* Input `i` in the type that the function has for it; its memory is the caller's to free. NULL
 * data: refused. */
static grn_tensor converted(const grn_trial *t, const grn_tensor *input, grn_dtype dtype)
{
    grn_tensor out;
    grn_bound_element convert;
    if (grn_tensor_init(&out, NULL, dtype, input->rank, input->shape) != GRN_OK ||
        grn_element_bind(&grn_element_convert, &input->dtype, dtype, &convert) != GRN_OK)
        return (grn_tensor){0};
    out.data = grn_allocate(t->allocator, grn_tensor_bytes(&out) + 1); /* not NULL where it is empty */
    if (out.data)
        grn_element_map(&convert, &out, input);
    return out;
}

/* Runs on copies of those inputs that are to be converted. */
static grn_status run_converted(const grn_trial *t, const grn_module *m, size_t function, const grn_run_options *how,
                                const grn_run_extras *extras, const grn_diag *diag, grn_results **out)
{
    const grn_function *f = &m->functions[function];
    grn_tensor *inputs = grn_allocate(t->allocator, (t->ninputs + 1) * sizeof *inputs);
    grn_status status = inputs ? GRN_OK : GRN_E_MEMORY;
    size_t n = 0;
    for (; status == GRN_OK && n < t->ninputs; n++) {
        const grn_type *type = grn_type_at_run(f->type->members[n]);
        const bool other = is_converted(t, &t->inputs[n], type);
        inputs[n] = other ? converted(t, &t->inputs[n], type->element->dtype) : t->inputs[n];
        status = other && !inputs[n].data ? GRN_E_MEMORY : GRN_OK;
    }
    if (status == GRN_OK)
        status = grn_module_run_with(m, function, t->ninputs, inputs, how, extras, diag, out);
    for (size_t i = 0; i < n; i++)
        if (inputs[i].data != t->inputs[i].data)
            grn_release(t->allocator, inputs[i].data, grn_tensor_bytes(&inputs[i]) + 1);
    grn_release(t->allocator, inputs, (t->ninputs + 1) * sizeof *inputs);
    return status;
}

static bool any_converted(const grn_trial *t, const grn_function *f)
{
    bool any = false;
    for (size_t i = 0; i < t->ninputs; i++)
        any |= is_converted(t, &t->inputs[i], grn_type_at_run(f->type->members[i]));
    return any;
}

grn_status grn_trial_run(const grn_trial *t, const grn_module *m, size_t function, const grn_run_options *how,
                         const grn_observer *observer, const grn_diag *diag, uint64_t *failed_checks, grn_results **out)
{
    grn_run_options options = *how;
    const grn_run_extras extras = {.observers = observer, .failed_checks = failed_checks};
    *failed_checks = 0;
    options.allocator = t->allocator;
    type_inputs(t, &m->functions[function]);
    if (any_converted(t, &m->functions[function]))
        return run_converted(t, m, function, &options, &extras, diag, out);
    return grn_module_run_with(m, function, t->ninputs, t->inputs, &options, &extras, diag, out);
}

/* The last error is the one that ended the run. */
static void keep_message(void *user, const grn_diagnostic *d)
{
    if (d->severity == GRN_SEVERITY_ERROR)
        snprintf(user, GRN_TRIAL_MESSAGE_BYTES, "%s", d->message);
}

/* What a run came to. */
typedef struct outcome {
    grn_results *results; /* NULL: an error, of which there is a message */
    uint64_t failed_checks;
    char message[GRN_TRIAL_MESSAGE_BYTES];
} outcome;

static grn_status run_limited(const grn_trial *t, const grn_module *m, size_t function, bool strict,
                              const grn_observer *observer, outcome *out)
{
    const grn_diag diag = {keep_message, out->message};
    const grn_run_options how = {.strict_bounds = strict,
                                 .check_promises = true,
                                 .max_steps = t->options->max_steps,
                                 .max_memory_bytes = t->options->max_memory_bytes};
    return grn_trial_run(t, m, function, &how, observer, &diag, &out->failed_checks, &out->results);
}

/* ---- comparing ------------------------------------------------------------------------------- */

static bool is_nan(grn_dtype dtype, const void *p)
{
    grn_dtype_class class = grn_dtype_class_of(dtype);
    if (class != GRN_CLASS_FLOAT && class != GRN_CLASS_COMPLEX)
        return false;
    grn_scalar s = grn_scalar_load(dtype, p);
    return class == GRN_CLASS_FLOAT ? s.f != s.f : s.c.re != s.c.re || s.c.im != s.c.im;
}

/* The first element that differs; -1: none does. */
static int64_t first_difference(const grn_tensor *x, const grn_tensor *y)
{
    unsigned char p[16], q[16];
    const uint32_t bits = grn_dtype_bits(x->dtype);
    const bool part = bits < 8 && x->dtype != y->dtype; /* above them a byte may hold copies of the sign */
    for (int64_t i = 0; i < grn_tensor_elements(x); i++) {
        grn_tensor_read(x, i, 1, p);
        grn_tensor_read(y, i, 1, q);
        if (part && ((p[0] ^ q[0]) & ((1u << bits) - 1)) == 0)
            continue;
        if (memcmp(p, q, grn_dtype_bytes(x->dtype)) != 0 && !(is_nan(x->dtype, p) && is_nan(x->dtype, q)))
            return i;
    }
    return -1;
}

static grn_status differ(const grn_trial *t, const char *what)
{
    return grn_fail(t->diag, t->a->functions[t->in_a].op->place, GRN_E_CHECK,
                    "@%s is not the same in both: in trial %" PRIu64 " of seed %" PRIu64 " %s",
                    t->a->functions[t->in_a].name, t->number, t->options->seed, what);
}

/* A lowered function says last whether an index was out of range where that is an error; in a run
 * that gave results none was. */
static bool has_status(const grn_trial *t, const grn_results *x, const grn_results *y)
{
    const size_t n = grn_results_count(x);
    return grn_results_count(y) == n + 1 && attr_of(&t->b->functions[t->in_b], "res_attrs", n, GRN_LOWER_STATUS);
}

static bool same_type(const grn_trial *t, size_t i, const grn_tensor *p, const grn_tensor *q)
{
    return grn_tensor_same_shape(p, q) &&
           (same_bits(p->dtype, q->dtype) || (differ_in_sign(p->dtype, q->dtype) && is_declared(t, i, p->dtype)));
}

static grn_status compare_results(const grn_trial *t, const grn_results *x, const grn_results *y)
{
    const bool status = has_status(t, x, y);
    if (grn_results_count(x) != grn_results_count(y) && !status)
        return differ(t, "the number of results differs");
    for (size_t i = 0; i < grn_results_count(x); i++) {
        const grn_tensor *p = grn_results_tensor(x, i), *q = grn_results_tensor(y, i);
        const bool typed = same_type(t, i, p, q);
        int64_t element = typed ? first_difference(p, q) : 0;
        char what[128];
        snprintf(what, sizeof what, "result %zu differs in element %" PRId64 " in row-major order", i, element);
        if (element >= 0)
            return differ(t, typed ? what : "the type of a result differs");
    }
    const int32_t *said = status ? grn_results_tensor(y, grn_results_count(x))->data : NULL;
    return said && *said ? differ(t, "the second's status is not 0, and no index was out of range") : GRN_OK;
}

/* Of checks that fail, which is no error here, only their number can be compared. */
static grn_status compare(const grn_trial *t, const outcome *x, const outcome *y)
{
    char what[128];
    snprintf(what, sizeof what, "%" PRIu64 " checks fail in the first and %" PRIu64 " in the second", x->failed_checks,
             y->failed_checks);
    grn_status status = compare_results(t, x->results, y->results);
    return status != GRN_OK || x->failed_checks == y->failed_checks ? status : differ(t, what);
}

/* ---- one trial ------------------------------------------------------------------------------- */

/* The second function's error: a limit says nothing of the program. */
static grn_status second_fails(const grn_trial *t, grn_status status, const char *message)
{
    char what[GRN_TRIAL_MESSAGE_BYTES + 64];
    if (status == GRN_E_MEMORY || status == GRN_E_LIMIT)
        return grn_fail(t->diag, t->a->functions[t->in_a].op->place, status, "%s", message);
    snprintf(what, sizeof what, "the second answers with an error: %s", message);
    return differ(t, what);
}

static grn_status compare_second(const grn_trial *t, const outcome *x)
{
    outcome y = {0};
    grn_status status = run_limited(t, t->b, t->in_b, false, NULL, &y);
    status = status == GRN_OK ? compare(t, x, &y) : second_fails(t, status, y.message);
    grn_results_destroy(y.results);
    return status;
}

static grn_status note_promise(void *user, grn_access_view *v)
{
    grn_trials *tried = user;
    const grn_index_rule *rule = v->problem.gather    ? &v->problem.gather->index
                                 : v->problem.scatter ? &v->problem.scatter->index
                                                      : NULL;
    tried->makes_promises |= rule && (rule->indices_are_sorted || rule->unique_indices);
    return GRN_OK;
}

/* GRN_E_INDEX where the function runs, an index out of range being no error, and gives results. */
static grn_status run_loose(grn_trial *t, outcome *out)
{
    grn_status status = run_limited(t, t->a, t->in_a, false, NULL, out);
    t->unknown_fails |= status == GRN_E_INDEX;
    return status == GRN_OK ? GRN_E_INDEX : status;
}

/* The first function's run: GRN_OK where every index is in range, GRN_E_INDEX where one is not. No
 * results: it is an error. */
static grn_status run_first(grn_trial *t, grn_trials *tried, outcome *out)
{
    const grn_observer observer = {.user = tried, .access = note_promise};
    for (;;) {
        const bool wanted = t->style == GRN_TRY_IN_RANGE;
        grn_status status = run_limited(t, t->a, t->in_a, true, &observer, out);
        if (status == GRN_E_INDEX && !wanted)
            status = run_loose(t, out);
        if (status != GRN_E_INDEX || out->results)
            return status;
        if (!grn_inputs_draw_lower(t))
            return wanted && !t->options->only_in_range ? run_loose(t, out) : status;
    }
}

grn_status grn_trial_compare(grn_trial *t, grn_trials *tried)
{
    grn_inputs_draw(t);
    return grn_trial_compare_drawn(t, tried);
}

grn_status grn_trial_compare_drawn(grn_trial *t, grn_trials *tried)
{
    outcome x = {0};
    grn_status ran = run_first(t, tried, &x), status = GRN_OK;
    if (x.results) {
        status = compare_second(t, &x);
        tried->in_range += ran == GRN_OK;
        tried->out_of_range += ran == GRN_E_INDEX;
    } else {
        tried->promise_broken += ran == GRN_E_PROMISE;
        tried->refused += ran != GRN_E_PROMISE;
        if (!t->refusal[0])
            memcpy(t->refusal, x.message, sizeof x.message);
    }
    grn_results_destroy(x.results);
    return status;
}

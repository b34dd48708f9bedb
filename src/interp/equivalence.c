/*
 * equivalence.c - two modules compared by running both.
 *
 * The use of an input is not analysed: integers are drawn from ranges that suit
 * indices, and a run under strict bounds finds whether all of them were in
 * range.
 */
#include <inttypes.h>
#include <stdio.h>

#include "interp/interp.h"

#define TRIALS 100

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* A step of splitmix64. */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static uint64_t below(uint64_t *state, uint64_t n) { return n ? draw(state) % n : 0; }

typedef struct trial {
    const grn_module *a, *b;
    const grn_diag *diag;
    const grn_allocator *allocator;
    size_t in_a, in_b; /* the functions */
    uint64_t number, state;
    int64_t extent; /* integers lie in [0, extent), or around it */
    bool only_in_range;
    size_t max_memory_bytes;
    uint64_t max_steps;
    size_t ninputs;
    grn_tensor *inputs;
    size_t input_bytes;   /* of those made so far */
    uint64_t input_steps; /* their elements */
} trial;

/* Two trials of four within the extent, one around it, one at the edges of the type. */
static int64_t integer(trial *t)
{
    static const int64_t edges[] = {0, 1, -1, INT8_MIN, INT8_MAX, UINT8_MAX, INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX};
    uint64_t style = t->only_in_range ? 0 : t->number % 4;
    if (style == 2)
        return (int64_t)below(&t->state, (uint64_t)t->extent + 4) - 2;
    if (style == 3 && below(&t->state, 4) == 0)
        return edges[below(&t->state, GRN_COUNT(edges))];
    return (int64_t)below(&t->state, (uint64_t)t->extent);
}

static double real(trial *t)
{
    static const double edges[] = {0.0, -0.0, 1.0 / 3.0, 65504.0, 3.0e38};
    uint64_t which = below(&t->state, 40);
    volatile double zero = 0.0; /* no trap while compiling */
    if (which < GRN_COUNT(edges))
        return edges[which];
    if (which == 5 || which == 6)
        return (which == 5 ? 1.0 : -1.0) / zero;
    if (which == 7)
        return zero / zero;
    return ((double)below(&t->state, 4001) - 2000.0) / 64.0;
}

static void put(trial *t, grn_dtype dtype, void *to)
{
    grn_scalar s = {.dtype = dtype};
    grn_dtype_class class = grn_dtype_class_of(dtype);
    if (class == GRN_CLASS_FLOAT) {
        s.f = real(t);
    } else if (class == GRN_CLASS_COMPLEX) {
        s.c.re = real(t);
        s.c.im = real(t);
    } else if (class == GRN_CLASS_BOOL) {
        s.i = (int64_t)below(&t->state, 2);
    } else {
        int64_t v = integer(t);
        unsigned bits = grn_dtype_bits(dtype);
        if (class == GRN_CLASS_UNSIGNED)
            s.u = bits < 64 ? (uint64_t)v & ((UINT64_C(1) << bits) - 1) : (uint64_t)v;
        else
            s.i = bits < 64 ? (int64_t)((uint64_t)v << (64 - bits)) >> (64 - bits) : v;
    }
    grn_scalar_store(&s, dtype, to);
}

/* ---- inputs ------------------------------------------------------------------------------------------------------ */

static const grn_type *input(const trial *t, size_t i) { return grn_type_at_run(t->a->functions[t->in_a].type->members[i]); }

static grn_status input_fails(const trial *t, size_t i)
{
    char text[GRN_TYPE_TEXT_BYTES];
    return grn_fail(t->diag, t->a->functions[t->in_a].op->place, GRN_E_UNSUPPORTED,
                    "@%s cannot be tried: argument %zu has type '%s', not a tensor of static shape and known elements",
                    t->a->functions[t->in_a].name, i, grn_type_text(input(t, i), text, sizeof text));
}

/* Inputs count towards the run's memory limit. */
static grn_status count_input(trial *t, size_t i)
{
    const grn_function *f = &t->a->functions[t->in_a];
    t->input_steps = grn_steps_add(t->input_steps, (uint64_t)grn_tensor_elements(&t->inputs[i]));
    if (!grn_add_size(t->input_bytes, grn_tensor_bytes(&t->inputs[i]), &t->input_bytes))
        t->input_bytes = SIZE_MAX;
    if (t->max_steps && t->input_steps > t->max_steps)
        return grn_fail(t->diag, f->op->place, GRN_E_LIMIT,
                        "@%s cannot be tried: its inputs have %" PRIu64 " elements, a run is allowed %" PRIu64
                        " steps; a larger max_steps (--max-steps) lets it run",
                        f->name, t->input_steps, t->max_steps);
    if (t->max_memory_bytes && t->input_bytes > t->max_memory_bytes)
        return grn_fail(t->diag, f->op->place, GRN_E_MEMORY,
                        "@%s cannot be tried: its inputs take %zu bytes, the limit is %zu", f->name, t->input_bytes,
                        t->max_memory_bytes);
    return GRN_OK;
}

static grn_status new_input(trial *t, size_t i)
{
    const grn_type *type = input(t, i);
    grn_tensor *out = &t->inputs[i];
    if (!grn_type_is_tensor(type) || !grn_type_has_static_shape(type) || type->element->dtype == GRN_NO_DTYPE ||
        grn_tensor_init(out, NULL, type->element->dtype, type->rank, type->shape) != GRN_OK)
        return input_fails(t, i);
    grn_status status = count_input(t, i);
    if (status != GRN_OK)
        return status;
    size_t bytes = grn_dtype_bytes(out->dtype) * (size_t)grn_tensor_elements(out);
    out->data = grn_allocate(t->allocator, bytes ? bytes : 1);
    return out->data ? GRN_OK : grn_fail(t->diag, grn_no_place, GRN_E_MEMORY, "memory refused for a trial's inputs");
}

static void free_inputs(trial *t)
{
    for (size_t i = 0; i < t->ninputs; i++) {
        size_t bytes = grn_dtype_bytes(t->inputs[i].dtype) * (size_t)grn_tensor_elements(&t->inputs[i]);
        if (t->inputs[i].data)
            grn_release(t->allocator, t->inputs[i].data, bytes ? bytes : 1);
    }
    grn_release(t->allocator, t->inputs, (t->ninputs + 1) * sizeof *t->inputs);
}

/* Some extent of some input. */
static int64_t some_extent(trial *t)
{
    uint64_t n = 0;
    int64_t found = 1;
    for (size_t i = 0; i < t->ninputs; i++)
        for (int32_t d = 0; d < t->inputs[i].rank; d++)
            if (t->inputs[i].shape[d] > 0 && below(&t->state, ++n) == 0)
                found = t->inputs[i].shape[d];
    return found;
}

static void fill_inputs(trial *t)
{
    t->extent = some_extent(t);
    for (size_t i = 0; i < t->ninputs; i++)
        for (int64_t e = 0; e < grn_tensor_elements(&t->inputs[i]); e++)
            put(t, t->inputs[i].dtype, grn_tensor_at(&t->inputs[i], e));
}

/* ---- one trial --------------------------------------------------------------------------------------------------- */

static void ignore(void *user, const grn_diagnostic *d) { (void)user, (void)d; }

/* An `index` has the bits of an i64, which stands for it where a dialect has none. */
static bool same_bits(grn_dtype a, grn_dtype b)
{
    return a == b || ((a == GRN_INDEX || a == GRN_I64) && (b == GRN_INDEX || b == GRN_I64));
}

/* The inputs' dtypes become those that the function takes. */
static void type_inputs(const trial *t, const grn_function *f)
{
    for (size_t i = 0; i < t->ninputs; i++) {
        const grn_type *type = grn_type_at_run(f->type->members[i]);
        if (grn_type_is_tensor(type) && same_bits(t->inputs[i].dtype, type->element->dtype))
            t->inputs[i].dtype = type->element->dtype;
    }
}

static grn_status run(const trial *t, const grn_module *m, size_t function, bool strict, const grn_diag *diag, grn_results **out)
{
    const grn_run_options options = {.allocator = t->allocator, .strict_bounds = strict, .max_memory_bytes = t->max_memory_bytes,
                                     .check_promises = m == t->a, /* what is promised of its indices may have been relied on */
                                     .max_steps = t->max_steps};
    type_inputs(t, &m->functions[function]);
    return grn_module_run(m, function, t->ninputs, t->inputs, &options, diag, out);
}

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
    for (int64_t i = 0; i < grn_tensor_elements(x); i++) {
        grn_tensor_read(x, i, 1, p);
        grn_tensor_read(y, i, 1, q);
        if (memcmp(p, q, grn_dtype_bytes(x->dtype)) != 0 && !(is_nan(x->dtype, p) && is_nan(x->dtype, q)))
            return i;
    }
    return -1;
}

static bool same_shape(const grn_tensor *x, const grn_tensor *y)
{
    bool same = same_bits(x->dtype, y->dtype) && x->rank == y->rank;
    for (int32_t d = 0; same && d < x->rank; d++)
        same = x->shape[d] == y->shape[d];
    return same;
}

static grn_status differ(const trial *t, const char *what)
{
    return grn_fail(t->diag, t->a->functions[t->in_a].op->place, GRN_E_CHECK, "@%s is not the same in both: %s of trial %" PRIu64,
                    t->a->functions[t->in_a].name, what, t->number);
}

static grn_status compare(const trial *t, const grn_results *x, const grn_results *y)
{
    if (grn_results_count(x) != grn_results_count(y))
        return differ(t, "the number of results");
    for (size_t i = 0; i < grn_results_count(x); i++) {
        const grn_tensor *p = grn_results_tensor(x, i), *q = grn_results_tensor(y, i);
        int64_t element = same_shape(p, q) ? first_difference(p, q) : 0;
        char what[128];
        snprintf(what, sizeof what, "result %zu, element %" PRId64 " in row-major order,", i, element);
        if (element >= 0)
            return differ(t, what);
    }
    return GRN_OK;
}

static grn_status try_once(trial *t, bool only_in_range, grn_trials *tried)
{
    const grn_diag quiet = {ignore, NULL};
    grn_results *x = NULL, *y = NULL;
    bool in_range = run(t, t->a, t->in_a, true, &quiet, &x) == GRN_OK;
    if (!in_range && (only_in_range || run(t, t->a, t->in_a, false, &quiet, &x) != GRN_OK)) {
        tried->refused++;
        return GRN_OK;
    }
    grn_status status = run(t, t->b, t->in_b, false, t->diag, &y);
    if (status == GRN_OK)
        status = compare(t, x, y);
    else if (status != GRN_E_MEMORY && status != GRN_E_LIMIT)
        status = differ(t, "the second gives an error for the input");
    tried->in_range += in_range;
    tried->out_of_range += !in_range;
    grn_results_destroy(x);
    grn_results_destroy(y);
    return status;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static grn_status try_function(trial *t, const grn_equivalence_options *o, grn_trials *tried)
{
    grn_status status = GRN_OK;
    t->ninputs = t->a->functions[t->in_a].type->inputs;
    t->inputs = grn_allocate(t->allocator, (t->ninputs + 1) * sizeof *t->inputs);
    if (!t->inputs)
        return grn_fail(t->diag, grn_no_place, GRN_E_MEMORY, "memory refused for a trial's inputs");
    memset(t->inputs, 0, (t->ninputs + 1) * sizeof *t->inputs);
    t->input_bytes = 0;
    t->input_steps = 0;
    for (size_t i = 0; status == GRN_OK && i < t->ninputs; i++)
        status = new_input(t, i);
    uint64_t trials = o->trials ? o->trials : TRIALS;
    for (t->number = 0; status == GRN_OK && t->number < trials; t->number++) {
        fill_inputs(t);
        status = try_once(t, o->only_in_range, tried);
    }
    free_inputs(t);
    return status;
}

/* The function that is this op. They are listed in order of the text, and so are ops numbered. */
static size_t number_of(const grn_module *m, const grn_op *op)
{
    size_t low = 0, high = m->nfunctions;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (m->functions[middle].op->order <= op->order)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The function of `m` with f's name and number of inputs. */
static bool find(const grn_module *m, const grn_function *f, size_t *out)
{
    const grn_op *op = grn_ir_find_symbol(m->ir.top, (grn_str){f->name, f->name_bytes});
    *out = op ? number_of(m, op) : m->nfunctions;
    return *out < m->nfunctions && m->functions[*out].op == op && m->functions[*out].type->inputs == f->type->inputs;
}

GRN_API grn_status grn_module_equivalent(const grn_module *a, const grn_module *b, const grn_equivalence_options *options,
                                         const grn_diag *diag, grn_trials *tried)
{
    static const grn_equivalence_options usual = {0};
    const grn_equivalence_options *o = options ? options : &usual;
    if (!a || !b || !tried)
        return grn_fail_null(!a ? "a" : !b ? "b" : "tried", diag);
    trial t = {.a = a, .b = b, .diag = diag, .allocator = a->allocator, .state = o->seed, .only_in_range = o->only_in_range,
               .max_memory_bytes = o->max_memory_bytes, .max_steps = o->max_steps};
    grn_status status = GRN_OK;
    *tried = (grn_trials){0};
    for (t.in_a = 0; status == GRN_OK && t.in_a < a->nfunctions; t.in_a++) {
        const grn_function *f = &a->functions[t.in_a];
        if (!f->is_public || !f->op->regions[0].first)
            continue;
        if (!find(b, f, &t.in_b))
            return grn_fail(diag, f->op->place, GRN_E_ARGUMENT, "the second module has no @%s of %zu inputs", f->name,
                            f->type->inputs);
        status = try_function(&t, o, tried);
    }
    return status;
}

/* exhaustive.c - every value that the elements which are indices may have, one combination after the other. */
#include <inttypes.h>
#include <math.h>

#include "api/equivalence.h"

static const grn_function *function_of(const grn_trial *t) { return &t->a->functions[t->in_a]; }

/* The values of a type go from *low to *high, as far as i64 does. */
static void limits_of(grn_dtype dtype, int64_t *low, int64_t *high)
{
    const int bits = (int)grn_dtype_bits(dtype);
    const bool is_unsigned = grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED;
    *low = is_unsigned ? 0 : bits < 64 ? -(INT64_C(1) << (bits - 1)) : INT64_MIN;
    *high = bits < 63 + !is_unsigned ? (INT64_C(1) << (is_unsigned ? bits : bits - 1)) - 1 : INT64_MAX;
}

/* From two below what is in range to two above it; with only_in_range what is in range alone. */
static void set_range(const grn_trial *t, const grn_index_slot *slot, grn_exhausted *at)
{
    const int64_t beside = t->options->only_in_range ? 0 : 2, period = t->options->only_in_range ? 0 : slot->period;
    int64_t low, high;
    limits_of(t->inputs[at->input].dtype, &low, &high);
    at->low = slot->low - period - beside;
    at->high = slot->high + beside;
    at->low = at->low < low ? low : at->low;
    at->high = at->high > high ? high : at->high;
    at->now = at->low;
}

static size_t count_elements(const grn_trial *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->ranges.ninputs; i++)
        n += t->ranges.inputs[i].found ? (size_t)grn_tensor_elements(&t->inputs[i]) : 0;
    return n;
}

static grn_status too_many(const grn_trial *t)
{
    return grn_fail(t->diag, function_of(t)->op->place, GRN_E_UNSUPPORTED,
                    "@%s has more than %d combinations of indices: it cannot be tried exhaustively for these shapes",
                    function_of(t)->name, GRN_MOST_COMBINATIONS);
}

/* False: the element is no index that has values. */
static bool values_of(const grn_trial *t, size_t input, int64_t element, grn_exhausted *at)
{
    const grn_index_slot *slot = grn_index_slot_of(&t->ranges, input, element);
    if (!slot || !slot->found)
        return false;
    *at = (grn_exhausted){.input = input, .element = element};
    set_range(t, slot, at);
    return at->low <= at->high;
}

static grn_status add_element(const grn_trial *t, grn_exhaustion *x, size_t input, int64_t element)
{
    grn_exhausted *at = &x->at[x->n];
    if (!values_of(t, input, element, at))
        return GRN_OK;
    x->n++;
    x->combinations *= (uint64_t)(at->high - at->low) + 1;
    return x->combinations > GRN_MOST_COMBINATIONS ? too_many(t) : GRN_OK;
}

/* Whether two elements could not be told apart. Narrow inputs share the few marks that they have. */
static bool shares_marks(const grn_trial *t)
{
    for (size_t i = 0; i < t->ranges.ninputs; i++) {
        const grn_index_input *in = &t->ranges.inputs[i];
        if (in->found && (int64_t)in->nslots < grn_tensor_elements(&t->inputs[i]))
            return true;
    }
    return t->ranges.nnarrow > 1;
}

grn_status grn_exhaust_begin(const grn_trial *t, grn_exhaustion *out)
{
    const size_t n = count_elements(t);
    *out = (grn_exhaustion){.combinations = 1, .bytes = (n + 1) * sizeof *out->at};
    out->at = grn_allocate(t->allocator, out->bytes);
    if (!out->at)
        return grn_fail(t->diag, grn_no_place, GRN_E_MEMORY, "memory refused for combinations of indices");
    if (shares_marks(t))
        return grn_fail(t->diag, function_of(t)->op->place, GRN_E_UNSUPPORTED,
                        "@%s has inputs of more elements than their types tell apart: which of them are indices "
                        "is not known, and it cannot be tried exhaustively",
                        function_of(t)->name);
    grn_status status = GRN_OK;
    for (size_t i = 0; i < t->ranges.ninputs; i++)
        for (int64_t e = 0; status == GRN_OK && t->ranges.inputs[i].found && e < grn_tensor_elements(&t->inputs[i]);
             e++)
            status = add_element(t, out, i, e);
    return status;
}

grn_status grn_exhaust_bits(const grn_module *module, size_t function, const grn_equivalence_options *options,
                            const grn_diag *diag, double *bits)
{
    grn_trial t = {.a = module,
                   .b = module,
                   .in_a = function,
                   .in_b = function,
                   .options = options,
                   .diag = diag,
                   .allocator = module->allocator};
    grn_exhausted at;
    *bits = 0;
    const grn_status status = grn_inputs_new(&t);
    if (status == GRN_OK && (grn_has_open_extents(&module->functions[function]) || shares_marks(&t)))
        *bits = HUGE_VAL;
    for (size_t i = 0; status == GRN_OK && i < t.ranges.ninputs; i++)
        for (int64_t e = 0; t.ranges.inputs[i].found && e < grn_tensor_elements(&t.inputs[i]); e++)
            if (values_of(&t, i, e, &at))
                *bits += log2((double)at.high - (double)at.low + 1);
    grn_inputs_free(&t);
    return status;
}

void grn_exhaust_end(const grn_trial *t, grn_exhaustion *x) { grn_release(t->allocator, x->at, x->bytes); }

void grn_exhaust_put(grn_trial *t, const grn_exhaustion *x)
{
    for (size_t i = 0; i < x->n; i++)
        grn_inputs_put_integer(t, x->at[i].input, x->at[i].element, x->at[i].now);
}

bool grn_exhaust_next(grn_exhaustion *x)
{
    for (size_t i = x->n; i-- > 0;) {
        if (x->at[i].now < x->at[i].high) {
            x->at[i].now++;
            return true;
        }
        x->at[i].now = x->at[i].low;
    }
    return false;
}

grn_status grn_try_exhaustively(grn_trial *t, grn_trials *tried)
{
    grn_exhaustion x = {0};
    grn_status status = grn_inputs_new(t);
    if (status == GRN_OK)
        status = grn_exhaust_begin(t, &x);
    for (t->number = 0; status == GRN_OK; t->number++) {
        grn_inputs_draw(t);
        t->style = t->options->only_in_range ? GRN_TRY_IN_RANGE : GRN_TRY_AROUND;
        t->risks_errors = true; /* nothing is drawn again */
        grn_exhaust_put(t, &x);
        status = grn_trial_compare_drawn(t, tried);
        if (!grn_exhaust_next(&x))
            break;
    }
    grn_exhaust_end(t, &x);
    grn_inputs_free(t);
    return status;
}

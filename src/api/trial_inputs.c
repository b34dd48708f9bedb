/* trial_inputs.c - the inputs of a trial: shapes, memory, and what is drawn into them. */
#include <inttypes.h>

#include "api/equivalence.h"

/* ---- numbers --------------------------------------------------------------------------------- */

uint64_t grn_draw(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

uint64_t grn_draw_below(uint64_t *state, uint64_t n) { return n ? grn_draw(state) % n : 0; }

static uint64_t below(grn_trial *t, uint64_t n) { return grn_draw_below(&t->state, n); }

static int64_t edge(grn_trial *t)
{
    static const int64_t edges[] = {0,         1,         -1,        INT8_MIN,  INT8_MAX,
                                    UINT8_MAX, INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX};
    return edges[below(t, GRN_COUNT(edges))];
}

/* An integer of which nothing is known. */
static int64_t some_integer(grn_trial *t)
{
    bool in_range = t->style == GRN_TRY_IN_RANGE || (t->unknown_fails && !t->risks_errors);
    if (!in_range && t->style == GRN_TRY_AROUND)
        return (int64_t)below(t, (uint64_t)t->extent + 4) - 2;
    if (!in_range && below(t, 4) == 0)
        return edge(t);
    return (int64_t)below(t, (uint64_t)t->extent);
}

bool grn_tries_outside(const grn_trial *t, const grn_index_slot *slot)
{
    return t->style != GRN_TRY_IN_RANGE && (!slot->fails || t->risks_errors);
}

static int64_t outside(grn_trial *t, const grn_index_slot *slot)
{
    int64_t by = 1 + (int64_t)below(t, 2);
    if (t->style == GRN_TRY_EDGES)
        return edge(t);
    if (below(t, 2))
        return slot->high + by;
    return below(t, 2) ? slot->low - by : slot->low - slot->period - by;
}

static int64_t inside(grn_trial *t, const grn_index_slot *slot)
{
    bool from_end = slot->period && !t->options->only_in_range && below(t, 4) == 0;
    return slot->low + (int64_t)below(t, (uint64_t)(slot->high - slot->low) + 1) - (from_end ? slot->period : 0);
}

static int64_t index_in(grn_trial *t, const grn_index_slot *slot, bool surely_outside)
{
    bool is_out = grn_tries_outside(t, slot) && (surely_outside || below(t, 8) == 0);
    return is_out || slot->low > slot->high ? outside(t, slot) : inside(t, slot);
}

static double real(grn_trial *t)
{
    static const double edges[] = {0.0, -0.0, 1.0 / 3.0, 65504.0, 3.0e38};
    uint64_t which = below(t, 40);
    volatile double zero = 0.0; /* no trap while compiling */
    if (which < GRN_COUNT(edges))
        return edges[which];
    if (which == 5 || which == 6)
        return (which == 5 ? 1.0 : -1.0) / zero;
    if (which == 7)
        return zero / zero;
    return ((double)below(t, 4001) - 2000.0) / 64.0;
}

void grn_inputs_put_integer(grn_trial *t, size_t input, int64_t element, int64_t value)
{
    grn_dtype dtype = t->inputs[input].dtype;
    grn_scalar s = {.dtype = dtype};
    unsigned bits = grn_dtype_bits(dtype);
    if (grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED)
        s.u = bits < 64 ? (uint64_t)value & ((UINT64_C(1) << bits) - 1) : (uint64_t)value;
    else
        s.i = bits < 64 ? (int64_t)((uint64_t)value << (64 - bits)) >> (64 - bits) : value;
    grn_scalar_store(&s, dtype, grn_tensor_at(&t->inputs[input], element));
}

/* Of an input without integers. */
static void put_other(grn_trial *t, size_t input, int64_t element)
{
    grn_dtype dtype = t->inputs[input].dtype;
    grn_scalar s = {.dtype = dtype};
    grn_dtype_class class = grn_dtype_class_of(dtype);
    if (class == GRN_CLASS_FLOAT) {
        s.f = real(t);
    } else if (class == GRN_CLASS_COMPLEX) {
        s.c.re = real(t);
        s.c.im = real(t);
    } else {
        s.i = (int64_t)below(t, 2);
    }
    grn_scalar_store(&s, dtype, grn_tensor_at(&t->inputs[input], element));
}

/* ---- a whole trial --------------------------------------------------------------------------- */

static bool has_integers(const grn_trial *t, size_t input)
{
    grn_dtype_class class = grn_dtype_class_of(t->inputs[input].dtype);
    return class == GRN_CLASS_SIGNED || class == GRN_CLASS_UNSIGNED;
}

/* Some extent of some input. */
static int64_t some_extent(grn_trial *t)
{
    uint64_t n = 0;
    int64_t found = 1;
    for (size_t i = 0; i < t->ninputs; i++)
        for (int32_t d = 0; d < t->inputs[i].rank; d++)
            if (t->inputs[i].shape[d] > 0 && below(t, ++n) == 0)
                found = t->inputs[i].shape[d];
    return found;
}

static void draw_integers(grn_trial *t, size_t input)
{
    int64_t elements = grn_tensor_elements(&t->inputs[input]), surely = (int64_t)below(t, (uint64_t)elements);
    for (int64_t e = 0; e < elements; e++) {
        const grn_index_slot *slot = grn_index_slot_of(&t->ranges, input, e);
        int64_t value = slot ? index_in(t, slot, e == surely) : some_integer(t);
        grn_inputs_put_integer(t, input, e, value);
    }
}

static void draw_all(grn_trial *t)
{
    for (size_t i = 0; i < t->ninputs; i++)
        if (has_integers(t, i))
            draw_integers(t, i);
        else
            for (int64_t e = 0; e < grn_tensor_elements(&t->inputs[i]); e++)
                put_other(t, i, e);
    grn_promised_draw(t, t->ranges.promised);
}

/* Of four trials two are in range, one is around it, one at the edges of the types. An error that
 * is expected tells little: three in sixteen risk one. */
static void choose_style(grn_trial *t)
{
    static const grn_trial_style styles[] = {GRN_TRY_IN_RANGE, GRN_TRY_IN_RANGE, GRN_TRY_AROUND, GRN_TRY_EDGES};
    t->style = t->options->only_in_range ? GRN_TRY_IN_RANGE : styles[t->number % 4];
    t->risks_errors = t->number % 8 == 2 || t->number % 16 == 7;
}

void grn_inputs_draw(grn_trial *t)
{
    choose_style(t);
    t->extent = some_extent(t);
    draw_all(t);
}

bool grn_inputs_draw_lower(grn_trial *t)
{
    bool unknown = false;
    for (size_t i = 0; i < t->ninputs; i++)
        unknown |= has_integers(t, i) && !(i < t->ranges.ninputs && t->ranges.inputs[i].found);
    if (!unknown || t->extent <= 1 || (t->style != GRN_TRY_IN_RANGE && t->risks_errors))
        return false;
    t->style = GRN_TRY_IN_RANGE;
    t->extent -= (t->extent + 3) / 4;
    draw_all(t);
    return true;
}

static void put_unfound(grn_trial *t, bool marks)
{
    for (size_t i = 0; i < t->ranges.ninputs; i++) {
        const grn_index_input *in = &t->ranges.inputs[i];
        for (int64_t e = 0; in->nslots && !in->found && e < grn_tensor_elements(&t->inputs[i]); e++)
            grn_inputs_put_integer(t, i, e, marks ? in->first_mark + e % (int64_t)in->nslots : 0);
    }
}

void grn_inputs_put_zeros(grn_trial *t) { put_unfound(t, false); }
void grn_inputs_put_marks(grn_trial *t) { put_unfound(t, true); }

/* ---- shapes and memory ----------------------------------------------------------------------- */

static const grn_type *input_type(const grn_trial *t, size_t i)
{
    return grn_type_at_run(t->a->functions[t->in_a].type->members[i]);
}

static grn_status input_fails(const grn_trial *t, size_t i)
{
    char text[GRN_TYPE_TEXT_BYTES];
    return grn_fail(t->diag, t->a->functions[t->in_a].op->place, GRN_E_UNSUPPORTED,
                    "@%s cannot be tried: argument %zu has type '%s', not a tensor of known rank and elements",
                    t->a->functions[t->in_a].name, i, grn_type_text(input_type(t, i), text, sizeof text));
}

/* Inputs count towards the run's limits. */
static grn_status count_input(grn_trial *t, size_t i)
{
    const grn_function *f = &t->a->functions[t->in_a];
    size_t most_bytes = t->options->max_memory_bytes;
    uint64_t most_steps = t->options->max_steps;
    t->input_steps = grn_steps_add(t->input_steps, (uint64_t)grn_tensor_elements(&t->inputs[i]));
    if (!grn_add_size(t->input_bytes, grn_tensor_bytes(&t->inputs[i]), &t->input_bytes))
        t->input_bytes = SIZE_MAX;
    if (most_steps && t->input_steps > most_steps)
        return grn_fail(t->diag, f->op->place, GRN_E_LIMIT,
                        "@%s cannot be tried: its inputs have %" PRIu64 " elements, a run is allowed %" PRIu64
                        " steps; a larger max_steps (--max-steps) lets it run",
                        f->name, t->input_steps, most_steps);
    if (most_bytes && t->input_bytes > most_bytes)
        return grn_fail(t->diag, f->op->place, GRN_E_MEMORY,
                        "@%s cannot be tried: its inputs take %zu bytes, the limit is %zu", f->name, t->input_bytes,
                        most_bytes);
    return GRN_OK;
}

/* An extent that a type leaves open: small, or one that the type of some input has. */
/* No dimension is drawn without elements: a slice of one element of it breaks StableHLO's C12 where
 * other systems give an empty result. */
static int64_t draw_extent(grn_trial *t)
{
    static const int64_t extents[] = {1, 1, 2, 2, 3, 3, 4, 5, 6, 8};
    const grn_type *other = input_type(t, (size_t)below(t, t->ninputs));
    int64_t drawn = extents[below(t, GRN_COUNT(extents))];
    if (!grn_type_is_tensor(other) || other->rank <= 0 || below(t, 4))
        return drawn;
    int64_t known = other->shape[below(t, (uint64_t)other->rank)];
    return known > 0 && known <= 16 ? known : drawn;
}

static void draw_shape(grn_trial *t, const grn_type *type, int64_t common, int64_t *shape)
{
    for (int32_t d = 0; d < type->rank; d++) {
        shape[d] = type->shape[d];
        if (shape[d] == GRN_DYNAMIC)
            shape[d] = common >= 0 ? common : draw_extent(t);
    }
}

static size_t memory_bytes(const grn_tensor *input)
{
    size_t bytes = grn_dtype_bytes(input->dtype) * (size_t)grn_tensor_elements(input);
    return bytes ? bytes : 1;
}

static grn_status new_input(grn_trial *t, size_t i, int64_t common)
{
    const grn_type *type = input_type(t, i);
    grn_tensor *out = &t->inputs[i];
    int64_t shape[GRN_MAX_RANK];
    if (!grn_type_is_tensor(type) || type->rank < 0 || type->rank > GRN_MAX_RANK ||
        type->element->dtype == GRN_NO_DTYPE)
        return input_fails(t, i);
    draw_shape(t, type, common, shape);
    if (grn_tensor_init(out, NULL, type->element->dtype, type->rank, shape) != GRN_OK)
        return input_fails(t, i);
    grn_status status = count_input(t, i);
    if (status != GRN_OK)
        return status;
    out->data = grn_allocate(t->allocator, memory_bytes(out));
    return out->data ? GRN_OK : grn_fail(t->diag, grn_no_place, GRN_E_MEMORY, "memory refused for a trial's inputs");
}

grn_status grn_inputs_new(grn_trial *t)
{
    t->ninputs = t->a->functions[t->in_a].type->inputs;
    t->inputs = grn_allocate(t->allocator, (t->ninputs + 1) * sizeof *t->inputs);
    if (!t->inputs)
        return grn_fail(t->diag, grn_no_place, GRN_E_MEMORY, "memory refused for a trial's inputs");
    memset(t->inputs, 0, (t->ninputs + 1) * sizeof *t->inputs);
    t->input_bytes = 0;
    t->input_steps = 0;
    t->unknown_fails = false;
    grn_status status = GRN_OK;
    /* in three trials of four all open extents are one */
    int64_t common = t->ninputs && below(t, 4) ? draw_extent(t) : -1;
    for (size_t i = 0; status == GRN_OK && i < t->ninputs; i++)
        status = new_input(t, i, common);
    return status == GRN_OK ? grn_index_ranges_find(t) : status;
}

void grn_inputs_free(grn_trial *t)
{
    grn_index_ranges_free(t);
    for (size_t i = 0; t->inputs && i < t->ninputs; i++)
        if (t->inputs[i].data)
            grn_release(t->allocator, t->inputs[i].data, memory_bytes(&t->inputs[i]));
    grn_release(t->allocator, t->inputs, (t->ninputs + 1) * sizeof *t->inputs);
    t->inputs = NULL;
}

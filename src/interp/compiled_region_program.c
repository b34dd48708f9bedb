/*
 * compiled_region_program.c - a region that was compiled to element functions, as
 * a program of src/kernels/program.h.
 *
 * Most combiners are a few steps of arithmetic of one dtype, each of which
 * takes what the one before it gave: that is the accumulator. Any other value
 * that is used later is stored in a slot.
 */
#include "interp/compiled_region.h"

/* ---- element functions as steps -------------------------------------------------------------- */

/* Step and, where the operands are exchanged, step. */
static const struct {
    const grn_element *element;
    grn_program_op op, reversed;
} arithmetic[] = {
    {&grn_element_add, GRN_PROGRAM_add, GRN_PROGRAM_add},
    {&grn_element_subtract, GRN_PROGRAM_subtract, GRN_PROGRAM_reversed_subtract},
    {&grn_element_multiply, GRN_PROGRAM_multiply, GRN_PROGRAM_multiply},
    {&grn_element_divide, GRN_PROGRAM_divide, GRN_PROGRAM_reversed_divide},
    {&grn_element_minimum, GRN_PROGRAM_minimum, GRN_PROGRAM_minimum},
    {&grn_element_maximum, GRN_PROGRAM_maximum, GRN_PROGRAM_maximum},
    {&grn_element_and, GRN_PROGRAM_and, GRN_PROGRAM_and},
    {&grn_element_or, GRN_PROGRAM_or, GRN_PROGRAM_or},
    {&grn_element_xor, GRN_PROGRAM_xor, GRN_PROGRAM_xor},
};

/* Which row of arithmetic[] the function of two arguments is, without a conversion; SIZE_MAX:
 * none. */
static size_t row_of(const grn_bound_element *f)
{
    bool converts = f->widen[0] != NULL || f->widen[1] != NULL || f->narrow != NULL;
    for (size_t k = 0; f->nargs == 2 && !converts && k < GRN_COUNT(arithmetic); k++)
        if (f->element == arithmetic[k].element)
            return k;
    return SIZE_MAX;
}

/* ---- operands -------------------------------------------------------------------------------- */

/* Values of the compiled, by number: the current element, the update, then constants and
 * registers. */
enum { CURRENT, UPDATE };

typedef struct builder {
    const grn_compiled *compiled;
    const grn_element_step *steps;
    grn_program *program;
    uint32_t accumulator;              /* the value that it holds */
    uint32_t value[GRN_PROGRAM_SLOTS]; /* of each slot */
} builder;

/* The slot of a value, a new one if it has none yet. */
static size_t slot_of(builder *b, uint32_t value)
{
    const grn_region_value *v = (const grn_region_value *)b->compiled->values.items + value;
    for (size_t k = 0; k < b->program->nslots; k++)
        if (b->value[k] == value)
            return k;
    size_t slot = grn_program_slot(b->program, v->varies ? NULL : v->block);
    if (slot < GRN_PROGRAM_SLOTS)
        b->value[slot] = value;
    return slot;
}

static bool append(builder *b, grn_program_op op, uint32_t value)
{
    return grn_program_append(b->program, op, slot_of(b, value));
}

static bool takes(const grn_element_step *step, uint32_t value) { return step->in[0] == value || step->in[1] == value; }

/* The accumulator holds a value that steps from `s` on take: it is stored where it will not do to
 * leave it there for the first of them. */
static bool hold(builder *b, uint32_t value, size_t s)
{
    const size_t nsteps = b->compiled->steps.count;
    bool once = s == nsteps || (takes(&b->steps[s], value) && b->steps[s].in[0] != b->steps[s].in[1]);
    bool later = s < nsteps && b->compiled->result[0] == value;
    for (size_t k = s + 1; k < nsteps; k++)
        later = later || takes(&b->steps[k], value);
    bool stored = later || !once;
    b->accumulator = value;
    return !stored || append(b, GRN_PROGRAM_store, value);
}

static bool append_arithmetic(builder *b, size_t s)
{
    const grn_element_step *step = &b->steps[s];
    size_t row = row_of(&step->function);
    if (row == SIZE_MAX)
        return false;
    bool reversed = step->in[0] != b->accumulator && step->in[1] == b->accumulator;
    if (!reversed && step->in[0] != b->accumulator && !append(b, GRN_PROGRAM_load, step->in[0]))
        return false;
    return append(b, reversed ? arithmetic[row].reversed : arithmetic[row].op, reversed ? step->in[0] : step->in[1]) &&
           hold(b, step->out, s + 1);
}

/* ---- the program ----------------------------------------------------------------------------- */

static bool is_of_one_dtype(const grn_compiled *compiled)
{
    const grn_region_value *values = compiled->values.items;
    for (size_t i = 1; i < compiled->values.count; i++)
        if (values[i].dtype != values[0].dtype)
            return false;
    return true;
}

bool grn_compiled_program(const grn_compiled *compiled, grn_program *out)
{
    if (!compiled->elementwise || compiled->narguments != 2 || compiled->nresults != 1 || !is_of_one_dtype(compiled))
        return false;
    const grn_dtype dtype = ((const grn_region_value *)compiled->values.items)[CURRENT].dtype;
    if (!grn_program_init(out, grn_program_set_at(0, dtype), dtype))
        return false;
    builder b = {.compiled = compiled, .steps = compiled->steps.items, .program = out, .value = {UPDATE}};
    bool built = hold(&b, CURRENT, 0);
    for (size_t s = 0; built && s < compiled->steps.count; s++)
        built = append_arithmetic(&b, s);
    uint32_t result = (uint32_t)compiled->result[0];
    return built && (result == b.accumulator || append(&b, GRN_PROGRAM_load, result)) && grn_program_end(out);
}

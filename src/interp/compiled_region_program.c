/*
 * compiled_region_program.c - a region that was compiled to element functions, as
 * a program of src/kernels/program.h.
 *
 * Most combiners are a few steps on elements of one size, each of which takes
 * what the one before it gave: that is the accumulator. Any other value that is
 * used later is stored in a slot. What comparisons give are masks, which are
 * never read from memory nor written to it.
 */
#include "interp/compiled_region.h"

/* ---- element functions as steps -------------------------------------------------------------- */

#define NONE GRN_PROGRAM_OP_COUNT

/* Functions of two: the step, that of exchanged operands, and what is done to its bits. */
typedef struct pair_row {
    const grn_element *element;
    grn_program_op op, reversed; /* NONE: there is none */
    bool of_masks;               /* of i1 as well */
    bool complemented;
} pair_row;

static const pair_row pair_rows[] = {
    {&grn_element_add, GRN_PROGRAM_add, GRN_PROGRAM_add, false, false},
    {&grn_element_subtract, GRN_PROGRAM_subtract, GRN_PROGRAM_reversed_subtract, false, false},
    {&grn_element_multiply, GRN_PROGRAM_multiply, GRN_PROGRAM_multiply, false, false},
    {&grn_element_divide, GRN_PROGRAM_divide, GRN_PROGRAM_reversed_divide, false, false},
    {&grn_element_minimum, GRN_PROGRAM_minimum, GRN_PROGRAM_minimum, false, false},
    {&grn_element_maximum, GRN_PROGRAM_maximum, GRN_PROGRAM_maximum, false, false},
    {&grn_element_and, GRN_PROGRAM_and, GRN_PROGRAM_and, true, false},
    {&grn_element_or, GRN_PROGRAM_or, GRN_PROGRAM_or, true, false},
    {&grn_element_xor, GRN_PROGRAM_xor, GRN_PROGRAM_xor, true, false},
    {&grn_element_compare_lt, GRN_PROGRAM_less, NONE, false, false},
    {&grn_element_compare_gt, NONE, GRN_PROGRAM_less, false, false},
    {&grn_element_compare_le, GRN_PROGRAM_less_equal, NONE, false, false},
    {&grn_element_compare_ge, NONE, GRN_PROGRAM_less_equal, false, false},
    {&grn_element_compare_eq, GRN_PROGRAM_equal, GRN_PROGRAM_equal, false, false},
    {&grn_element_compare_ne, GRN_PROGRAM_equal, GRN_PROGRAM_equal, false, true},
};

/* ---- operands -------------------------------------------------------------------------------- */

/* Values of the compiled, by number: the current element of each input, the update of each, then
 * constants and registers. */
typedef struct builder {
    const grn_compiled *compiled;
    const grn_element_step *steps;
    grn_program *program;
    size_t ninputs;
    grn_dtype dtype;                   /* of the elements that the step is about */
    uint32_t accumulator;              /* the value that it holds */
    uint32_t value[GRN_PROGRAM_SLOTS]; /* of each slot; NO_VALUE: a constant of this file */
} builder;

#define NO_VALUE UINT32_MAX

static const grn_region_value *value_at(const builder *b, uint32_t value)
{
    return (const grn_region_value *)b->compiled->values.items + value;
}

/* The slot of a value, a new one if it has none yet. */
static size_t slot_of(builder *b, uint32_t value)
{
    const grn_region_value *v = value_at(b, value);
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

static bool bring(builder *b, uint32_t value) { return b->accumulator == value || append(b, GRN_PROGRAM_load, value); }

/* ---- constants that steps need --------------------------------------------------------------- */

typedef enum bits { ALL_BITS, NO_BITS, SIGN_BIT, OTHER_BITS } bits;

#define EACH_32(word) word, word, word, word, word, word, word, word, word, word, word, word, word, word, word, word
#define EACH_64(word) word, word, word, word, word, word, word, word
static const uint32_t bits_32[][GRN_PROGRAM_BYTES / 4] = {
    [ALL_BITS] = {EACH_32(UINT32_MAX)},
    [NO_BITS] = {0},
    [SIGN_BIT] = {EACH_32(UINT32_C(1) << 31)},
    [OTHER_BITS] = {EACH_32(UINT32_MAX >> 1)},
};
static const uint64_t bits_64[][GRN_PROGRAM_BYTES / 8] = {
    [ALL_BITS] = {EACH_64(UINT64_MAX)},
    [NO_BITS] = {0},
    [SIGN_BIT] = {EACH_64(UINT64_C(1) << 63)},
    [OTHER_BITS] = {EACH_64(UINT64_MAX >> 1)},
};

static bool append_bits(builder *b, grn_program_op op, bits which)
{
    const void *constant = b->program->element_bytes == 4 ? (const void *)bits_32[which] : bits_64[which];
    size_t slot = 0;
    while (slot < b->program->nslots && b->program->constant[slot] != constant)
        slot++;
    if (slot == b->program->nslots)
        slot = grn_program_slot(b->program, constant);
    if (slot < GRN_PROGRAM_SLOTS)
        b->value[slot] = NO_VALUE;
    return grn_program_append(b->program, op, slot);
}

/* ---- steps of two ---------------------------------------------------------------------------- */

static bool is_float(grn_dtype dtype) { return dtype == GRN_F32 || dtype == GRN_F64; }

static bool takes(const grn_element_step *step, uint32_t value)
{
    for (size_t i = 0; i < step->function.nargs; i++)
        if (step->in[i] == value)
            return true;
    return false;
}

/* NULL: the function is none of the rows'. */
static const pair_row *pair_row_of(const grn_element_step *step)
{
    for (size_t k = 0; k < GRN_COUNT(pair_rows); k++)
        if (step->function.element == pair_rows[k].element)
            return &pair_rows[k];
    return NULL;
}

static bool append_pair(builder *b, const grn_element_step *step)
{
    const pair_row *row = pair_row_of(step);
    const bool masks = value_at(b, step->in[0])->dtype == GRN_I1;
    if (row == NULL || (masks && !row->of_masks))
        return false;
    const bool reversed =
        row->op == NONE || (row->reversed != NONE && step->in[0] != b->accumulator && step->in[1] == b->accumulator);
    return bring(b, step->in[reversed]) && append(b, reversed ? row->reversed : row->op, step->in[!reversed]) &&
           (!row->complemented || append_bits(b, GRN_PROGRAM_xor, ALL_BITS));
}

static bool pair_takes_accumulator(const grn_element_step *step, uint32_t value)
{
    const pair_row *row = pair_row_of(step);
    return row != NULL && step->in[0] != step->in[1] &&
           ((step->in[0] == value && row->op != NONE) || (step->in[1] == value && row->reversed != NONE));
}

/* ---- steps of one and of three --------------------------------------------------------------- */

static bool append_select(builder *b, const grn_element_step *step)
{
    return bring(b, step->in[0]) &&
           grn_program_append_select(b->program, slot_of(b, step->in[1]), slot_of(b, step->in[2]));
}

/* Bounds that are no NaN. */
static bool is_number(const builder *b, uint32_t value)
{
    const grn_region_value *v = value_at(b, value);
    if (v->varies)
        return false;
    const double x = grn_scalar_load(v->dtype, v->block).f;
    return !is_float(v->dtype) || x == x;
}

/* Whether a NaN in it is canonical: arithmetic gave it. */
static bool has_one_nan(const builder *b, uint32_t value)
{
    for (size_t s = 0; s < b->compiled->steps.count; s++)
        if (b->steps[s].out == value) {
            const pair_row *row = pair_row_of(&b->steps[s]);
            return row != NULL && !row->of_masks;
        }
    return false;
}

/* A maximum and a minimum, which make a NaN canonical where clamp leaves it as it is. */
static bool append_clamp(builder *b, const grn_element_step *step)
{
    const uint32_t least = step->in[0], x = step->in[1], most = step->in[2];
    const bool same = !is_float(b->dtype) || (is_number(b, least) && is_number(b, most) && has_one_nan(b, x));
    return same && bring(b, x) && append(b, GRN_PROGRAM_maximum, least) && append(b, GRN_PROGRAM_minimum, most);
}

static bool append_negate(builder *b, const grn_element_step *step)
{
    return bring(b, step->in[0]) && (is_float(b->dtype) ? append_bits(b, GRN_PROGRAM_xor, SIGN_BIT)
                                                        : append_bits(b, GRN_PROGRAM_reversed_subtract, NO_BITS));
}

/* Of an integer the greater of itself, which is stored, and its negative. */
static bool append_abs(builder *b, const grn_element_step *step)
{
    if (is_float(b->dtype))
        return bring(b, step->in[0]) && append_bits(b, GRN_PROGRAM_and, OTHER_BITS);
    return append_negate(b, step) && append(b, GRN_PROGRAM_maximum, step->in[0]);
}

static bool append_not(builder *b, const grn_element_step *step)
{
    return bring(b, step->in[0]) && append_bits(b, GRN_PROGRAM_xor, ALL_BITS);
}

/* Functions of one and of three: the operand that they take from the accumulator, if it is no other one too. */
static const struct row {
    const grn_element *element;
    bool (*append)(builder *b, const grn_element_step *step);
    size_t from_accumulator;
    bool of_masks;
} rows[] = {
    {&grn_element_select, append_select, 0, true},  {&grn_element_clamp, append_clamp, 1, false},
    {&grn_element_negate, append_negate, 0, false}, {&grn_element_abs, append_abs, 0, false},
    {&grn_element_not, append_not, 0, true},
};

static const struct row *row_of(const grn_element_step *step)
{
    for (size_t k = 0; k < GRN_COUNT(rows); k++)
        if (step->function.element == rows[k].element)
            return &rows[k];
    return NULL;
}

static bool converts(const grn_bound_element *f)
{
    return f->widen[0] != NULL || f->widen[1] != NULL || f->widen[2] != NULL || f->narrow != NULL;
}

/* The step is of the dtype of its operands; one of masks alone is of none. */
static bool use_dtype(builder *b, const grn_element_step *step)
{
    for (size_t i = 0; i < step->function.nargs; i++) {
        const grn_dtype dtype = value_at(b, step->in[i])->dtype;
        if (dtype == GRN_I1 || dtype == b->dtype)
            continue;
        b->dtype = dtype;
        return grn_program_use(b->program, grn_program_set_at(0, dtype));
    }
    return true;
}

static bool append_step(builder *b, const grn_element_step *step)
{
    const struct row *row = row_of(step);
    if (converts(&step->function) || !use_dtype(b, step))
        return false;
    if (row == NULL)
        return append_pair(b, step);
    return (row->of_masks || value_at(b, step->out)->dtype == b->dtype) && row->append(b, step);
}

/* ---- what stays in the accumulator ----------------------------------------------------------- */

/* Whether the step takes the value from the accumulator, and from nowhere else. */
static bool takes_accumulator(const builder *b, const grn_element_step *step, uint32_t value)
{
    const struct row *row = row_of(step);
    if (row == NULL)
        return pair_takes_accumulator(step, value);
    bool again = row->append == append_abs && !is_float(value_at(b, value)->dtype);
    for (size_t i = 0; i < step->function.nargs; i++)
        again = again || (i != row->from_accumulator && step->in[i] == value);
    return step->in[row->from_accumulator] == value && !again;
}

/* The accumulator holds a value that steps from `s` on take: it is stored where it will not do to
 * leave it there for the first of them. */
static bool hold(builder *b, uint32_t value, size_t s)
{
    const size_t nsteps = b->compiled->steps.count;
    bool once = s == nsteps || takes_accumulator(b, &b->steps[s], value);
    bool later = s < nsteps && b->compiled->result[0] == value;
    for (size_t i = 1; i < b->ninputs; i++)
        later = later || b->compiled->result[i] == value;
    for (size_t k = s + 1; k < nsteps; k++)
        later = later || takes(&b->steps[k], value);
    b->accumulator = value;
    return (!later && once) || append(b, GRN_PROGRAM_store, value);
}

/* ---- the program ----------------------------------------------------------------------------- */

/* Elements of one size, and i1 that are computed of them. */
static bool is_of_one_size(const grn_compiled *compiled)
{
    const grn_region_value *values = compiled->values.items;
    for (size_t i = 0; i < compiled->values.count; i++) {
        const bool is_mask = values[i].dtype == GRN_I1 && values[i].varies && i >= compiled->narguments;
        if (!is_mask && (values[i].bytes != values[0].bytes || grn_program_set_at(0, values[i].dtype) == NULL))
            return false;
    }
    for (size_t i = 0; i < compiled->nresults; i++)
        if (values[compiled->result[i]].dtype != values[i].dtype)
            return false;
    return true;
}

/* Updates are the first slots. Of several inputs the current elements are the next ones; those of one are in the
 * accumulator, and stored if they are used again. */
static bool begin(builder *b)
{
    b->accumulator = 0;
    for (size_t i = 0; i < b->ninputs; i++) {
        b->value[i] = (uint32_t)(b->ninputs + i);
        if (b->ninputs > 1)
            b->value[b->ninputs + i] = (uint32_t)i;
    }
    return b->ninputs > 1 || hold(b, 0, 0);
}

static bool end(builder *b)
{
    const size_t *result = b->compiled->result;
    for (size_t i = 1; i < b->ninputs; i++) {
        b->program->result[i] = slot_of(b, (uint32_t)result[i]);
        if (b->program->result[i] >= GRN_PROGRAM_SLOTS)
            return false;
    }
    const bool stored = b->program->nsteps > 0 && b->program->last == GRN_PROGRAM_store;
    return (stored ? append(b, GRN_PROGRAM_load, (uint32_t)result[0]) : bring(b, (uint32_t)result[0])) &&
           grn_program_end(b->program);
}

bool grn_compiled_program(const grn_compiled *compiled, grn_program *out)
{
    const size_t n = compiled->nresults;
    if (!compiled->elementwise || n == 0 || compiled->narguments != 2 * n || !is_of_one_size(compiled))
        return false;
    const grn_dtype dtype = ((const grn_region_value *)compiled->values.items)[0].dtype;
    if (!grn_program_init(out, grn_program_set_at(0, dtype), dtype, n))
        return false;
    builder b = {.compiled = compiled, .steps = compiled->steps.items, .program = out, .ninputs = n, .dtype = dtype};
    bool built = begin(&b);
    for (size_t s = 0; built && s < compiled->steps.count; s++)
        built = append_step(&b, &b.steps[s]) && hold(&b, b.steps[s].out, s + 1);
    return built && end(&b);
}

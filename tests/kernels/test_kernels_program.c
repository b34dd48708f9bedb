/*
 * test_kernels_program.c - short programs of arithmetic, every step of every
 * set on every dtype: what the same steps give element by element, window after
 * window, where windows share destinations and where updates lie anywhere.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/program.h"
#include "support/guard.h"

#define PLACES 40
#define WINDOWS 61

static const grn_dtype dtypes[] = {GRN_F32, GRN_F64, GRN_I32, GRN_I64};
static const int64_t widths[] = {1, 2, 3, 5, 8, 11, 16, 23}; /* elements of a window */
static char claim[160];
static grn_guarded current_room, update_room;

static int prepare(void **unused)
{
    (void)unused;
    current_room = grn_guarded_make(4096);
    update_room = grn_guarded_make(1 << 16);
    grn_guarded_claim(claim);
    return 0;
}

/* ---- one element, as the header has it ------------------------------------------------------- */

static bool is_float(grn_dtype d) { return d == GRN_F32 || d == GRN_F64; }

static uint64_t bits_of(grn_dtype d, double x)
{
    float narrow = (float)x;
    uint32_t u;
    uint64_t v;
    memcpy(&u, &narrow, 4);
    memcpy(&v, &x, 8);
    return d == GRN_F32 ? (x != x ? 0x7FC00000 : u) : x != x ? UINT64_C(0x7FF8000000000000) : v;
}

static double number_of(grn_dtype d, uint64_t bits)
{
    uint32_t u = (uint32_t)bits;
    float narrow;
    double wide;
    memcpy(&narrow, &u, 4);
    memcpy(&wide, &bits, 8);
    return d == GRN_F32 ? (double)narrow : wide;
}

/* Of NaNs the canonical one; -0 lies below +0. f32 in f64, rounded once more, is right for these
 * operations. */
static uint64_t of_floats(grn_program_op op, grn_dtype d, uint64_t current, uint64_t other)
{
    double a = number_of(d, current), b = number_of(d, other);
    bool zeros = a == 0 && b == 0, nan = a != a || b != b;
    switch (op) {
    case GRN_PROGRAM_load: return other;
    case GRN_PROGRAM_add: return bits_of(d, a + b);
    case GRN_PROGRAM_subtract: return bits_of(d, a - b);
    case GRN_PROGRAM_reversed_subtract: return bits_of(d, b - a);
    case GRN_PROGRAM_multiply: return bits_of(d, a * b);
    case GRN_PROGRAM_divide: return bits_of(d, a / b);
    case GRN_PROGRAM_reversed_divide: return bits_of(d, b / a);
    case GRN_PROGRAM_minimum: return bits_of(d, nan ? NAN : zeros ? (signbit(a) ? a : b) : a < b ? a : b);
    default: return bits_of(d, nan ? NAN : zeros ? (signbit(a) ? b : a) : a > b ? a : b);
    }
}

static int64_t signed_of(grn_dtype d, uint64_t bits) { return d == GRN_I32 ? (int32_t)(uint32_t)bits : (int64_t)bits; }

static uint64_t of_integers(grn_program_op op, grn_dtype d, uint64_t a, uint64_t b)
{
    uint64_t mask = d == GRN_I32 ? UINT32_MAX : UINT64_MAX;
    switch (op) {
    case GRN_PROGRAM_load: return b;
    case GRN_PROGRAM_add: return (a + b) & mask;
    case GRN_PROGRAM_subtract: return (a - b) & mask;
    case GRN_PROGRAM_reversed_subtract: return (b - a) & mask;
    case GRN_PROGRAM_multiply: return (a * b) & mask;
    case GRN_PROGRAM_minimum: return signed_of(d, a) < signed_of(d, b) ? a : b;
    case GRN_PROGRAM_maximum: return signed_of(d, a) < signed_of(d, b) ? b : a;
    case GRN_PROGRAM_and: return a & b;
    case GRN_PROGRAM_or: return a | b;
    default: return a ^ b;
    }
}

/* All bits of an element, or none. */
static uint64_t mask_of(grn_dtype d, bool holds)
{
    return !holds ? 0 : grn_dtype_bytes(d) == 4 ? UINT32_MAX : UINT64_MAX;
}

static uint64_t of_comparison(grn_program_op op, grn_dtype d, uint64_t current, uint64_t other)
{
    const double a = number_of(d, current), b = number_of(d, other);
    const int64_t i = signed_of(d, current), k = signed_of(d, other);
    switch (op) {
    case GRN_PROGRAM_less: return mask_of(d, is_float(d) ? a < b : i < k);
    case GRN_PROGRAM_less_equal: return mask_of(d, is_float(d) ? a <= b : i <= k);
    default: return mask_of(d, is_float(d) ? a == b : i == k);
    }
}

static bool compares(grn_program_op op)
{
    return op == GRN_PROGRAM_less || op == GRN_PROGRAM_less_equal || op == GRN_PROGRAM_equal;
}

static bool is_of_bits(grn_program_op op)
{
    return op == GRN_PROGRAM_and || op == GRN_PROGRAM_or || op == GRN_PROGRAM_xor;
}

static uint64_t of_elements(grn_program_op op, grn_dtype d, uint64_t current, uint64_t other)
{
    if (compares(op))
        return of_comparison(op, d, current, other);
    if (is_of_bits(op))
        return of_integers(op, d, current, other);
    return is_float(d) ? of_floats(op, d, current, other) : of_integers(op, d, current, other);
}

static bool is_defined(grn_program_op op, grn_dtype d)
{
    bool divides = op == GRN_PROGRAM_divide || op == GRN_PROGRAM_reversed_divide;
    return op != GRN_PROGRAM_store && op != GRN_PROGRAM_multiply_add && op != GRN_PROGRAM_select && !compares(op) &&
           !(divides && !is_float(d));
}

/* ---- programs -------------------------------------------------------------------------------- */

static uint64_t seed = 88172645463325252u;

static uint64_t random_bits(void)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return seed;
}

/* Of floats: zeros, infinities, NaNs of any payload, few digits; of integers: the ends as well. */
static uint64_t draw(grn_dtype d)
{
    static const double special[] = {0.0, -0.0, INFINITY, -INFINITY, 1.0, -3.5, 1e30, 1e-30};
    uint64_t r = random_bits(), kind = r % 16;
    if (!is_float(d))
        return (kind < 2 ? (d == GRN_I32 ? UINT64_C(1) << 31 : UINT64_C(1) << 63) - kind : r >> 9) &
               (d == GRN_I32 ? UINT32_MAX : UINT64_MAX);
    if (kind < 8)
        return bits_of(d, special[kind]);
    if (kind == 8)
        return bits_of(d, NAN) | 1 | (d == GRN_F32 ? UINT64_C(1) << 31 : UINT64_C(1) << 63);
    return bits_of(d, (double)((int64_t)(r >> 40) - (1 << 23)) / 1024);
}

static void put(grn_dtype d, void *at, int64_t i, uint64_t bits)
{
    size_t bytes = grn_dtype_bytes(d);
    memcpy((char *)at + i * (int64_t)bytes, &bits, bytes);
}

static uint64_t get(grn_dtype d, const void *at, int64_t i)
{
    uint64_t bits = 0;
    size_t bytes = grn_dtype_bytes(d);
    memcpy(&bits, (const char *)at + i * (int64_t)bytes, bytes);
    return bits;
}

/* Steps on the updates (slot 0), a constant (1), and what a step has stored (2). */
typedef struct step {
    grn_program_op op;
    size_t slot, second; /* second: of select */
} step;

typedef struct listing {
    grn_dtype dtype;
    const step *steps;
    size_t nsteps;
    uint64_t constant;
} listing;

static uint64_t expected(const listing *l, uint64_t current, uint64_t update)
{
    uint64_t slot[3] = {update, l->constant, 0}, x = current;
    for (size_t i = 0; i < l->nsteps; i++)
        if (l->steps[i].op == GRN_PROGRAM_store)
            slot[l->steps[i].slot] = x;
        else if (l->steps[i].op == GRN_PROGRAM_select)
            x = (x & slot[l->steps[i].slot]) | (~x & slot[l->steps[i].second]);
        else
            x = of_elements(l->steps[i].op, l->dtype, x, slot[l->steps[i].slot]);
    return x;
}

static bool make(const listing *l, const grn_program_set *set, const char *constant, grn_program *p)
{
    if (!grn_program_init(p, set, l->dtype, 1) || grn_program_slot(p, constant) != 1 || grn_program_slot(p, NULL) != 2)
        return false;
    for (size_t i = 0; i < l->nsteps; i++)
        if (l->steps[i].op == GRN_PROGRAM_select)
            assert_true(grn_program_append_select(p, l->steps[i].slot, l->steps[i].second));
        else
            assert_true(grn_program_append(p, l->steps[i].op, l->steps[i].slot));
    return grn_program_end(p);
}

/* Windows of `width` elements at places drawn anew; from: updates lie in another order, else
 * `spacing` apart. */
static void run(const listing *l, const grn_program *p, int64_t width, bool from, int64_t spacing)
{
    const int64_t bytes = (int64_t)grn_dtype_bytes(l->dtype), ncurrent = PLACES + width,
                  nupdates = WINDOWS * spacing + width;
    char *current = grn_guarded_at(&current_room, (size_t)(ncurrent * bytes), 1),
         *update = grn_guarded_at(&update_room, (size_t)(nupdates * bytes), 1);
    uint64_t want[PLACES + 32];
    int64_t offset[WINDOWS], at[WINDOWS];
    for (int64_t i = 0; i < ncurrent; i++)
        put(l->dtype, current, i, want[i] = draw(l->dtype));
    for (int64_t i = 0; i < nupdates; i++)
        put(l->dtype, update, i, draw(l->dtype));
    for (int64_t i = 0; i < WINDOWS; i++) {
        offset[i] = i % 5 == 4 ? offset[i - 1] : (int64_t)(random_bits() >> 20) % (PLACES + 1);
        at[i] = from ? (WINDOWS - 1 - i) * spacing : i * spacing;
        for (int64_t e = 0; e < width; e++)
            want[offset[i] + e] = expected(l, want[offset[i] + e], get(l->dtype, update, at[i] + e));
    }
    grn_program_run(
        p, &(grn_combine_list){WINDOWS, width, current, offset, update, from ? at : NULL, from ? 0 : spacing, NULL});
    for (int64_t i = 0; i < ncurrent; i++)
        if (get(l->dtype, current, i) != want[i])
            fail_msg("%s: windows of %d elements: element %d has the bits %#llx, wanted %#llx", claim, (int)width,
                     (int)i, (unsigned long long)get(l->dtype, current, i), (unsigned long long)want[i]);
}

static void run_everywhere(const char *what, const listing *l)
{
    const grn_program_set *set;
    for (size_t s = 0; s < 4; s++) {
        _Alignas(64) char constant[GRN_PROGRAM_BYTES];
        grn_program p;
        set = grn_program_set_at(s, l->dtype);
        snprintf(claim, sizeof claim, "%s of %s, set %d", what, grn_dtype_text(l->dtype), (int)s);
        for (int64_t i = 0; i * (int64_t)grn_dtype_bytes(l->dtype) < GRN_PROGRAM_BYTES; i++)
            put(l->dtype, constant, i, l->constant);
        if (!make(l, set, constant, &p))
            continue;
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            run(l, &p, widths[w], false, widths[w]);
            run(l, &p, widths[w], false, widths[w] + 3);
            run(l, &p, widths[w], true, widths[w]);
        }
    }
}

static void test_every_step(void **unused)
{
    static const char *const names[] = {
#define NAME(op) #op,
        GRN_PROGRAM_OPS(NAME)
#undef NAME
    };
    (void)unused;
    for (size_t k = 0; k < 4 * GRN_PROGRAM_OP_COUNT; k++)
        for (size_t slot = 0; slot < 2; slot++) {
            const step one = {(grn_program_op)(k / 4), slot, 0};
            const grn_dtype d = dtypes[k % 4];
            if (is_defined(one.op, d))
                run_everywhere(names[one.op], &(listing){d, &one, 1, is_float(d) ? bits_of(d, 2.5) : 12345});
        }
}

/* What a step has stored is still there; a multiplication and the addition after it are rounded
 * each. */
static void test_several_steps(void **unused)
{
    static const step weighted[] = {{GRN_PROGRAM_multiply, 1, 0}, {GRN_PROGRAM_add, 0, 0}};
    static const step stored[] = {{GRN_PROGRAM_store, 2, 0},
                                  {GRN_PROGRAM_multiply, 0, 0},
                                  {GRN_PROGRAM_add, 2, 0},
                                  {GRN_PROGRAM_maximum, 0, 0},
                                  {GRN_PROGRAM_reversed_subtract, 2, 0}};
    static const step loaded[] = {
        {GRN_PROGRAM_store, 2, 0}, {GRN_PROGRAM_load, 0, 0}, {GRN_PROGRAM_multiply, 1, 0}, {GRN_PROGRAM_add, 2, 0}};
    (void)unused;
    for (size_t k = 0; k < 4; k++) {
        uint64_t constant = is_float(dtypes[k]) ? bits_of(dtypes[k], 0.9) : 12345;
        run_everywhere("weighted", &(listing){dtypes[k], weighted, 2, constant});
        run_everywhere("stored", &(listing){dtypes[k], stored, 5, constant});
        run_everywhere("loaded", &(listing){dtypes[k], loaded, 4, constant});
    }
}

/* The current element where a comparison with the update holds, the constant elsewhere; masks of two
 * that are joined. */
static void test_selects(void **unused)
{
    static const grn_program_op comparisons[] = {GRN_PROGRAM_less, GRN_PROGRAM_less_equal, GRN_PROGRAM_equal};
    (void)unused;
    for (size_t k = 0; k < 4; k++)
        for (size_t c = 0; c < 3; c++) {
            const step select[] = {{GRN_PROGRAM_store, 2, 0}, {comparisons[c], 0, 0}, {GRN_PROGRAM_select, 2, 1}};
            const step joined[] = {{comparisons[c], 0, 0}, {GRN_PROGRAM_store, 2, 0}, {GRN_PROGRAM_load, 1, 0},
                                   {comparisons[c], 0, 0}, {GRN_PROGRAM_xor, 2, 0},   {GRN_PROGRAM_select, 0, 1}};
            const uint64_t constant = is_float(dtypes[k]) ? bits_of(dtypes[k], 1.0) : 12345;
            run_everywhere("select", &(listing){dtypes[k], select, 3, constant});
            run_everywhere("joined", &(listing){dtypes[k], joined, 6, constant});
        }
}

/* ---- several inputs -------------------------------------------------------------------------- */

/* Of each of three inputs the greater one by what the first has, and to that of the second the update is added. */
#define INPUTS 3
enum { CURRENTS = INPUTS, MASK = 2 * INPUTS, FIRST_KEPT, SECOND_KEPT, THIRD_KEPT };

static bool make_together(const grn_dtype *dtypes_of, size_t set, grn_program *p)
{
    bool made = grn_program_init(p, grn_program_set_at(set, dtypes_of[0]), dtypes_of[0], INPUTS);
    for (size_t slot = MASK; made && slot <= THIRD_KEPT; slot++)
        made = grn_program_slot(p, NULL) == slot;
    made = made && grn_program_append(p, GRN_PROGRAM_less, 0) && grn_program_append(p, GRN_PROGRAM_store, MASK) &&
           grn_program_append_select(p, 0, CURRENTS) && grn_program_append(p, GRN_PROGRAM_store, FIRST_KEPT) &&
           grn_program_append(p, GRN_PROGRAM_load, MASK) && grn_program_append_select(p, 1, CURRENTS + 1) &&
           grn_program_use(p, grn_program_set_at(set, dtypes_of[1])) && grn_program_append(p, GRN_PROGRAM_add, 1) &&
           grn_program_append(p, GRN_PROGRAM_store, SECOND_KEPT) && grn_program_append(p, GRN_PROGRAM_load, MASK) &&
           grn_program_append_select(p, 2, CURRENTS + 2) && grn_program_append(p, GRN_PROGRAM_store, THIRD_KEPT) &&
           grn_program_append(p, GRN_PROGRAM_load, FIRST_KEPT);
    p->result[1] = SECOND_KEPT;
    p->result[2] = THIRD_KEPT;
    return made && grn_program_end(p);
}

static void combine_together(const grn_dtype *dtypes_of, uint64_t *current, const uint64_t *update)
{
    const bool less = of_comparison(GRN_PROGRAM_less, dtypes_of[0], current[0], update[0]) != 0;
    for (size_t k = 0; k < INPUTS; k++)
        current[k] = less ? update[k] : current[k];
    current[1] = of_elements(GRN_PROGRAM_add, dtypes_of[1], current[1], update[1]);
}

static void run_together(const grn_dtype *dtypes_of, const grn_program *p, int64_t width, bool from)
{
    const int64_t bytes = (int64_t)grn_dtype_bytes(dtypes_of[0]), places = PLACES + width, spacing = width + 1;
    const int64_t nupdates = WINDOWS * spacing + width;
    char *current = grn_guarded_at(&current_room, (size_t)(INPUTS * places * bytes), 1),
         *update = grn_guarded_at(&update_room, (size_t)(INPUTS * nupdates * bytes), 1);
    uint64_t want[PLACES + 32][INPUTS];
    int64_t offset[WINDOWS], at[WINDOWS];
    grn_combine_list lists[INPUTS];
    for (int64_t k = 0; k < INPUTS; k++) {
        for (int64_t i = 0; i < places; i++)
            put(dtypes_of[k], current, k * places + i, want[i][k] = draw(dtypes_of[k]));
        for (int64_t i = 0; i < nupdates; i++)
            put(dtypes_of[k], update, k * nupdates + i, draw(dtypes_of[k]));
        lists[k] = (grn_combine_list){.count = WINDOWS,
                                      .elements = width,
                                      .current = current + k * places * bytes,
                                      .offset = offset,
                                      .update = update + k * nupdates * bytes,
                                      .from = from ? at : NULL,
                                      .step = from ? 0 : spacing,
                                      .next = k + 1 < INPUTS ? &lists[k + 1] : NULL};
    }
    for (int64_t i = 0; i < WINDOWS; i++) {
        offset[i] = i % 5 == 4 ? offset[i - 1] : (int64_t)(random_bits() >> 20) % (PLACES + 1);
        at[i] = from ? (WINDOWS - 1 - i) * spacing : i * spacing;
        for (int64_t e = 0; e < width; e++) {
            uint64_t updates[INPUTS];
            for (int64_t k = 0; k < INPUTS; k++)
                updates[k] = get(dtypes_of[k], update, k * nupdates + at[i] + e);
            combine_together(dtypes_of, want[offset[i] + e], updates);
        }
    }
    grn_program_run(p, lists);
    for (int64_t i = 0; i < places; i++)
        for (int64_t k = 0; k < INPUTS; k++)
            if (get(dtypes_of[k], current, k * places + i) != want[i][k])
                fail_msg("%s: windows of %d elements: element %d of input %d has the bits %#llx, wanted %#llx", claim,
                         (int)width, (int)i, (int)k, (unsigned long long)get(dtypes_of[k], current, k * places + i),
                         (unsigned long long)want[i][k]);
}

static void test_several_inputs(void **unused)
{
    static const grn_dtype mixed[][INPUTS] = {{GRN_F32, GRN_I32, GRN_F32},
                                              {GRN_I32, GRN_F32, GRN_I32},
                                              {GRN_F64, GRN_I64, GRN_I64},
                                              {GRN_I64, GRN_F64, GRN_F64}};
    (void)unused;
    for (size_t m = 0; m < sizeof mixed / sizeof *mixed; m++)
        for (size_t s = 0; s < 4; s++) {
            grn_program p;
            snprintf(claim, sizeof claim, "inputs of %s and %s, set %d", grn_dtype_text(mixed[m][0]),
                     grn_dtype_text(mixed[m][1]), (int)s);
            if (grn_program_set_at(s, mixed[m][0]) == NULL)
                continue;
            assert_true(make_together(mixed[m], s, &p));
            for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
                run_together(mixed[m], &p, widths[w], false);
                run_together(mixed[m], &p, widths[w], true);
            }
        }
}

static void test_limits(void **unused)
{
    grn_program p;
    const grn_program_set *set = grn_program_set_at(0, GRN_F32);
    (void)unused;
    assert_false(grn_program_init(&p, grn_program_set_at(0, GRN_F16), GRN_F16, 1));
    assert_null(grn_program_set_at(99, GRN_F32));
    assert_false(grn_program_init(&p, set, GRN_F32, 0));
    assert_false(grn_program_init(&p, set, GRN_F32, GRN_PROGRAM_INPUTS + 1));
    assert_true(grn_program_init(&p, set, GRN_F32, 1));
    assert_false(grn_program_end(&p));                           /* no steps */
    assert_false(grn_program_append(&p, GRN_PROGRAM_add, 1));    /* no such slot */
    assert_false(grn_program_append(&p, GRN_PROGRAM_select, 0)); /* of two slots */
    assert_false(grn_program_append_select(&p, 0, 1));           /* no such slot */
    assert_true(grn_program_append(&p, GRN_PROGRAM_less, 0));
    assert_false(grn_program_end(&p)); /* it compares, and answers a mask */
    assert_true(grn_program_init(&p, set, GRN_F32, 1));
    for (size_t i = 0; i < GRN_PROGRAM_STEPS; i++)
        assert_true(grn_program_append(&p, GRN_PROGRAM_add, 0));
    assert_false(grn_program_append(&p, GRN_PROGRAM_add, 0));
    assert_false(grn_program_append_select(&p, 0, 0));
    assert_true(grn_program_init(&p, grn_program_set_at(0, GRN_I32), GRN_I32, 1));
    assert_false(grn_program_append(&p, GRN_PROGRAM_divide, 0)); /* no such step of integers */
    assert_true(grn_program_init(&p, set, GRN_F32, 1));
    for (size_t i = 1; i < GRN_PROGRAM_SLOTS; i++)
        assert_int_equal(grn_program_slot(&p, NULL), i);
    assert_int_equal(grn_program_slot(&p, NULL), GRN_PROGRAM_SLOTS);
    assert_true(grn_program_append(&p, GRN_PROGRAM_store, 1));
    assert_false(grn_program_end(&p)); /* it stores and answers nothing */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_step), cmocka_unit_test(test_several_steps),
                                       cmocka_unit_test(test_selects), cmocka_unit_test(test_several_inputs),
                                       cmocka_unit_test(test_limits)};
    return cmocka_run_group_tests(tests, prepare, NULL);
}

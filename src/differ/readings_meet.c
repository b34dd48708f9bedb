/*
 * readings_meet.c - what updates of a scatter do where they meet, in what arithmetic; results that have nothing of it.
 */
#include "differ/readings.h"

/* ---- what meets ------------------------------------------------------------------------------ */

static bool combine(grn_misread *m, grn_combiner from, grn_combiner to)
{
    if (m->scatter.combiner != from || !grn_combiner_takes(to, m->operand.dtype))
        return false;
    m->scatter.combiner = to;
    return true;
}
static bool replaces(grn_misread *m)
{
    return m->scatter.combiner != GRN_COMBINE_REPLACE && combine(m, m->scatter.combiner, GRN_COMBINE_REPLACE);
}
static bool min_for_max(grn_misread *m) { return combine(m, GRN_COMBINE_MAX, GRN_COMBINE_MIN); }
static bool max_for_min(grn_misread *m) { return combine(m, GRN_COMBINE_MIN, GRN_COMBINE_MAX); }
static bool add_for_mul(grn_misread *m) { return combine(m, GRN_COMBINE_MUL, GRN_COMBINE_ADD); }
static bool mul_for_add(grn_misread *m) { return combine(m, GRN_COMBINE_ADD, GRN_COMBINE_MUL); }
static bool add_for_any(grn_misread *m)
{
    return m->scatter.combiner != GRN_COMBINE_ADD && combine(m, m->scatter.combiner, GRN_COMBINE_ADD);
}

static bool operand_lost(grn_misread *m)
{
    memset(m->operand.data, 0, grn_tensor_bytes(&m->operand));
    return true;
}
static bool updates_lost(grn_misread *m)
{
    grn_tensor_copy_flat(m->result.data, &m->operand);
    m->done = true;
    return true;
}
static bool operand_twice(grn_misread *m)
{
    const int64_t n = grn_tensor_elements(&m->operand);
    if (m->scatter.combiner != GRN_COMBINE_ADD && m->scatter.combiner != GRN_COMBINE_MUL)
        return false;
    for (int64_t i = 0; i < n; i++)
        grn_combine_element(m->scatter.combiner, m->operand.dtype, grn_tensor_at(&m->operand, i),
                            grn_tensor_at(&m->operand, i));
    return true;
}

/* ---- updates, one after the other ------------------------------------------------------------ */

/* What an update does at its place: `before` is the operand's element there, `again` says that an update reached it. */
typedef struct meeting {
    grn_combiner combiner;
    grn_dtype dtype;
    void *current;
    const void *update, *before;
    bool again;
} meeting;
typedef void meets_fn(const meeting *at);

static bool each_update(grn_misread *m, meets_fn *meets)
{
    grn_meaning meaning;
    grn_walk w;
    bool *seen = GRN_ARENA_NEW(m->arena, bool, (size_t)grn_tensor_elements(&m->operand) + 1);
    if (!seen || m->scatter.combiner == GRN_COMBINE_REGION)
        return false;
    grn_misread_meaning(m, &meaning);
    grn_tensor_copy_flat(m->result.data, &m->operand);
    for (grn_walk_init(&w, m->dense.rank, m->dense.shape, 0, NULL); w.more; grn_walk_next(&w)) {
        int64_t batch[GRN_MAX_RANK], offset[GRN_MAX_RANK], at[GRN_MAX_RANK];
        grn_split_index(meaning.dims, m->dense.rank, w.index, batch, offset);
        if (!grn_operand_index(&meaning, batch, offset, at))
            continue;
        const int64_t place = grn_offset_in(&m->result, at);
        meets(&(meeting){.combiner = m->scatter.combiner,
                         .dtype = m->operand.dtype,
                         .current = grn_tensor_at(&m->result, place),
                         .update = grn_tensor_at(&m->dense, grn_offset_in(&m->dense, w.index)),
                         .before = grn_tensor_at(&m->operand, grn_offset_in(&m->operand, at)),
                         .again = seen[place]});
        seen[place] = true;
    }
    return m->done = true;
}

static void meet(const meeting *at) { grn_combine_element(at->combiner, at->dtype, at->current, at->update); }

static void meet_operand(const meeting *at)
{
    memcpy(at->current, at->before, grn_dtype_bytes(at->dtype));
    meet(at);
}
static bool stale_read(grn_misread *m)
{
    return m->scatter.combiner != GRN_COMBINE_REPLACE && each_update(m, meet_operand);
}

static void meet_once(const meeting *at)
{
    if (!at->again)
        meet(at);
}
static bool first_counts(grn_misread *m) { return each_update(m, meet_once); }

static bool chooses(const grn_misread *m)
{
    return m->scatter.combiner == GRN_COMBINE_MAX || m->scatter.combiner == GRN_COMBINE_MIN;
}
static grn_dtype_class class_of(const grn_misread *m) { return grn_dtype_class_of(m->operand.dtype); }

static bool is_nan(grn_dtype dtype, const void *p)
{
    const grn_scalar s = grn_scalar_load(dtype, p);
    return grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT && s.f != s.f;
}

/* A minimum or maximum in which a NaN gives way to a number. */
static void meet_numbers(const meeting *at)
{
    if (is_nan(at->dtype, at->current))
        memcpy(at->current, at->update, grn_dtype_bytes(at->dtype));
    else if (!is_nan(at->dtype, at->update))
        meet(at);
}
static bool nan_gives_way(grn_misread *m) { return chooses(m) && each_update(m, meet_numbers); }

/* ---- minima and maxima by another order ------------------------------------------------------ */

/* The bits as another dtype of that width: of the other sign, or integers for floats. GRN_NO_DTYPE: there is none. */
static grn_dtype bits_as(grn_dtype dtype, bool has_sign)
{
    static const grn_dtype signs[][2] = {
        {GRN_UI8, GRN_I8}, {GRN_UI16, GRN_I16}, {GRN_UI32, GRN_I32}, {GRN_UI64, GRN_I64}};
    for (size_t i = 0; i < GRN_COUNT(signs); i++)
        if (grn_dtype_bits(signs[i][0]) == grn_dtype_bits(dtype) && signs[i][has_sign] != dtype)
            return signs[i][has_sign];
    return GRN_NO_DTYPE;
}

static void meet_other_sign(const meeting *at)
{
    const grn_dtype other = bits_as(at->dtype, grn_dtype_class_of(at->dtype) == GRN_CLASS_UNSIGNED);
    grn_combine_element(at->combiner, other, at->current, at->update);
}
static bool sign_otherwise(grn_misread *m)
{
    return chooses(m) && (class_of(m) == GRN_CLASS_SIGNED || class_of(m) == GRN_CLASS_UNSIGNED) &&
           grn_dtype_bits(m->operand.dtype) >= 8 && each_update(m, meet_other_sign);
}

static void meet_signed_bits(const meeting *at)
{
    grn_combine_element(at->combiner, bits_as(at->dtype, true), at->current, at->update);
}
static void meet_unsigned_bits(const meeting *at)
{
    grn_combine_element(at->combiner, bits_as(at->dtype, false), at->current, at->update);
}
static bool floats_by_bits(grn_misread *m, meets_fn *meets)
{
    return chooses(m) && class_of(m) == GRN_CLASS_FLOAT && bits_as(m->operand.dtype, true) != GRN_NO_DTYPE &&
           each_update(m, meets);
}
static bool floats_as_signed(grn_misread *m) { return floats_by_bits(m, meet_signed_bits); }
static bool floats_as_unsigned(grn_misread *m) { return floats_by_bits(m, meet_unsigned_bits); }

/* ---- other arithmetic ------------------------------------------------------------------------ */

/* What the update makes of the operand, less the operand, is added to what updates before it left. */
static void meet_by_difference(const meeting *at)
{
    char made[16];
    memcpy(made, at->before, grn_dtype_bytes(at->dtype));
    grn_combine_element(at->combiner, at->dtype, made, at->update);
    grn_scalar now = grn_scalar_load(at->dtype, made);
    const grn_scalar before = grn_scalar_load(at->dtype, at->before);
    if (grn_dtype_class_of(at->dtype) == GRN_CLASS_FLOAT)
        now.f -= before.f;
    else
        now.u -= before.u;
    grn_scalar_store(&now, at->dtype, made);
    grn_combine_element(GRN_COMBINE_ADD, at->dtype, at->current, made);
}
static bool differences_added(grn_misread *m)
{
    return m->scatter.combiner != GRN_COMBINE_ADD && m->scatter.combiner != GRN_COMBINE_REPLACE &&
           class_of(m) != GRN_CLASS_BOOL && class_of(m) != GRN_CLASS_COMPLEX && each_update(m, meet_by_difference);
}

/* Sums of integers of up to 32 bits that stay at the ends of their range. */
static void meet_at_the_ends(const meeting *at)
{
    const bool has_sign = grn_dtype_class_of(at->dtype) == GRN_CLASS_SIGNED;
    const unsigned bits = grn_dtype_bits(at->dtype);
    const int64_t most = (INT64_C(1) << (has_sign ? bits - 1 : bits)) - 1, least = has_sign ? -most - 1 : 0;
    const int64_t sum = grn_scalar_load(at->dtype, at->current).i + grn_scalar_load(at->dtype, at->update).i;
    const grn_scalar s = {.dtype = at->dtype, .i = sum < least ? least : sum > most ? most : sum};
    grn_scalar_store(&s, at->dtype, at->current);
}
static bool saturating(grn_misread *m)
{
    return m->scatter.combiner == GRN_COMBINE_ADD && grn_dtype_bits(m->operand.dtype) <= 32 &&
           (class_of(m) == GRN_CLASS_SIGNED || class_of(m) == GRN_CLASS_UNSIGNED) && each_update(m, meet_at_the_ends);
}

static void round_to(grn_dtype narrow, grn_dtype dtype, void *element)
{
    char room[16];
    grn_scalar s = grn_scalar_load(dtype, element);
    grn_scalar_store(&s, narrow, room);
    s = grn_scalar_load(narrow, room);
    s.dtype = dtype;
    grn_scalar_store(&s, dtype, element);
}
static void meet_in_bf16(const meeting *at)
{
    meet(at);
    round_to(GRN_BF16, at->dtype, at->current);
}
static void meet_in_f16(const meeting *at)
{
    meet(at);
    round_to(GRN_F16, at->dtype, at->current);
}
/* All elements are of the narrow type, and what comes of them. */
static bool narrow_values(grn_misread *m, grn_dtype narrow, meets_fn *meets)
{
    if (class_of(m) != GRN_CLASS_FLOAT || grn_dtype_bits(m->operand.dtype) <= grn_dtype_bits(narrow))
        return false;
    for (int64_t i = 0; i < grn_tensor_elements(&m->operand); i++)
        round_to(narrow, m->operand.dtype, grn_tensor_at(&m->operand, i));
    for (int64_t i = 0; !m->is_gather && i < grn_tensor_elements(&m->dense); i++)
        round_to(narrow, m->dense.dtype, grn_tensor_at(&m->dense, i));
    return m->is_gather || each_update(m, meets);
}
static bool in_bf16(grn_misread *m) { return narrow_values(m, GRN_BF16, meet_in_bf16); }
static bool in_f16(grn_misread *m) { return narrow_values(m, GRN_F16, meet_in_f16); }

/* ---- fewer updates, and none ----------------------------------------------------------------- */

/* Only some of the index vectors: those from the first on along the first dimension. */
static bool some_vectors(grn_misread *m, int64_t (*count)(int64_t))
{
    const int32_t d = grn_misread_first_vectors(m);
    const grn_dimension_numbers *dims = &m->scatter.dims;
    if (d < 0 || m->indices.shape[d] < 2)
        return false;
    for (int32_t u = 0; u < m->dense.rank; u++)
        if (!grn_dims_has(&dims->offset_dims, u)) {
            m->indices.shape[d] = m->dense.shape[u] = count(m->dense.shape[u]);
            return dims->operand_batching_dims.count == 0;
        }
    return false;
}
static int64_t one(int64_t n)
{
    (void)n;
    return 1;
}
static int64_t all_but_one(int64_t n) { return n - 1; }
static bool first_row_only(grn_misread *m) { return some_vectors(m, one); }
static bool last_row_lost(grn_misread *m) { return some_vectors(m, all_but_one); }

static bool negated_updates(grn_misread *m)
{
    const grn_dtype_class class = grn_dtype_class_of(m->dense.dtype);
    for (int64_t i = 0; i < grn_tensor_elements(&m->dense); i++) {
        grn_scalar s = grn_scalar_load(m->dense.dtype, grn_tensor_at(&m->dense, i));
        if (class == GRN_CLASS_FLOAT)
            s.f = -s.f;
        else if (class == GRN_CLASS_SIGNED)
            s.i = (int64_t)(0 - (uint64_t)s.i);
        else
            return false;
        grn_scalar_store(&s, m->dense.dtype, grn_tensor_at(&m->dense, i));
    }
    return true;
}

static bool result_zero(grn_misread *m)
{
    m->done = true;
    return true;
}
static bool operand_copied(grn_misread *m)
{
    const size_t bytes = grn_tensor_bytes(&m->result);
    if (grn_tensor_bytes(&m->operand) < bytes)
        return false;
    memcpy(m->result.data, m->operand.data, bytes);
    m->done = true;
    return true;
}

const grn_access_reading grn_meet_readings[] = {
    {{"reduction-ignored", "an update replaces what is there"}, GRN_READS_SCATTER, replaces},
    {{"stale-read", "each update is combined with the operand, not with what updates before it left"},
     GRN_READS_SCATTER,
     stale_read},
    {{"duplicates-first-only", "of several updates of one element only the first counts"},
     GRN_READS_SCATTER,
     first_counts},
    {{"nan-left-out", "of NaN and a number the number stays"}, GRN_READS_SCATTER, nan_gives_way},
    {{"operand-lost", "updates go into zeros, not into the operand"}, GRN_READS_SCATTER, operand_lost},
    {{"updates-lost", "the operand comes back as it was"}, GRN_READS_SCATTER, updates_lost},
    {{"operand-twice", "the operand counts twice"}, GRN_READS_SCATTER, operand_twice},
    {{"min-for-max", "minimum instead of maximum"}, GRN_READS_SCATTER, min_for_max},
    {{"max-for-min", "maximum instead of minimum"}, GRN_READS_SCATTER, max_for_min},
    {{"add-for-mul", "sum instead of product"}, GRN_READS_SCATTER, add_for_mul},
    {{"mul-for-add", "product instead of sum"}, GRN_READS_SCATTER, mul_for_add},
    {{"add-for-another", "updates are added, whatever the region says"}, GRN_READS_SCATTER, add_for_any},
    {{"updates-negated", "updates are subtracted"}, GRN_READS_SCATTER, negated_updates},
    {{"first-row-only", "only the first index vectors are scattered"}, GRN_READS_SCATTER, first_row_only},
    {{"last-row-lost", "the last index vectors are not scattered"}, GRN_READS_SCATTER, last_row_lost},
    {{"sign-otherwise", "signed integers are read as unsigned, or unsigned as signed"},
     GRN_READS_SCATTER,
     sign_otherwise},
    {{"compared-by-bits", "the bits of floats are compared, as integers"}, GRN_READS_SCATTER, floats_as_signed},
    {{"compared-by-bits", "the bits of floats are compared, as integers"}, GRN_READS_SCATTER, floats_as_unsigned},
    {{"differences-added", "what each update alone would change is added up"}, GRN_READS_SCATTER, differences_added},
    {{"saturating", "integers stay at the ends of their range"}, GRN_READS_SCATTER, saturating},
    {{"values-in-bf16", "elements are rounded to bf16, and so is what comes of them"}, GRN_READS_BOTH, in_bf16},
    {{"values-in-f16", "elements are rounded to f16, and so is what comes of them"}, GRN_READS_BOTH, in_f16},
    {{"result-zero", "the result is zero throughout"}, GRN_READS_BOTH, result_zero},
    {{"operand-copied", "the result is the operand's memory from its beginning"}, GRN_READS_GATHER, operand_copied},
    {{NULL, NULL}, GRN_READS_BOTH, NULL},
};

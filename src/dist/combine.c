/*
 * combine.c - each rank combines its updates with the identity, and owners combine the results in
 * the order of the ranks, a slice at a time.
 *
 * The order of updates is lost, so this is for combiners whose result does not depend on it: those
 * of integers, and of floats where the caller allows it. Of ranks with copies of the same updates
 * only the first takes part.
 */
#include <math.h>

#include "dist/scatter.h"

/* ---- where it applies ------------------------------------------------------------------------ */

static bool is_ieee(grn_dtype dtype)
{
    return dtype == GRN_F16 || dtype == GRN_BF16 || dtype == GRN_F32 || dtype == GRN_F64;
}

const char *grn_combine_obstacle(const grn_dist_plan *p, bool reassociate)
{
    const grn_combiner f = p->scatter.combiner;
    if (!p->is_scatter)
        return "a gather combines nothing";
    if (f == GRN_COMBINE_REPLACE || f == GRN_COMBINE_REGION)
        return "the order of updates shows in what is replaced and in regions";
    for (size_t i = 0; i < p->ninputs; i++) {
        const grn_dtype dtype = p->operand_local[i].dtype;
        const grn_dtype_class class = grn_dtype_class_of(dtype);
        if (class != GRN_CLASS_FLOAT && class != GRN_CLASS_COMPLEX)
            continue;
        if (!reassociate)
            return "the order of updates shows in floats, and `reassociate` is not given";
        if (class == GRN_CLASS_FLOAT ? !is_ieee(dtype) : f != GRN_COMBINE_ADD)
            return "the combiner has no identity in an input's type";
    }
    return NULL;
}

static int32_t contributor(const grn_dist_plan *p, int32_t shard) { return p->dense.holders[p->dense.first[shard]]; }

bool grn_combine_contributes(const grn_dist_plan *p, int32_t rank)
{
    return contributor(p, p->dense.shard[rank]) == rank;
}

/* The choice, by the bytes that a rank receives: the others' results for its part, or the updates
 * for it. */
bool grn_combine_is_cheaper(const grn_dist_plan *p)
{
    int64_t targets = p->dense.nshards - 1, updates = 1;
    for (int32_t d = 0; d < p->operand.rank; d++)
        targets = grn_mul_at_most(targets, p->operand.shape[d]);
    for (int32_t d = 0; d < p->dense.rank; d++)
        updates = grn_mul_at_most(updates, p->dense.shape[d]);
    return targets < updates;
}

/* ---- identities ------------------------------------------------------------------------------ */

/* f(x, identity) is x, for every x. */
static grn_scalar integer_identity(grn_combiner f, grn_dtype dtype)
{
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    const unsigned bits = grn_dtype_bits(dtype);
    const uint64_t ones = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    const bool is_signed = class == GRN_CLASS_SIGNED;
    const uint64_t all = is_signed ? UINT64_MAX : ones, least = is_signed ? ~(ones >> 1) : 0,
                   most = is_signed ? ones >> 1 : ones;
    const uint64_t of[GRN_COMBINER_COUNT] = {
        [GRN_COMBINE_MUL] = 1, [GRN_COMBINE_MIN] = most, [GRN_COMBINE_MAX] = least, [GRN_COMBINE_AND] = all};
    return (grn_scalar){.dtype = dtype, .u = of[f]};
}

static grn_scalar float_identity(grn_combiner f, grn_dtype dtype)
{
    const double of[GRN_COMBINER_COUNT] = {
        [GRN_COMBINE_ADD] = -0.0, [GRN_COMBINE_MUL] = 1, [GRN_COMBINE_MIN] = INFINITY, [GRN_COMBINE_MAX] = -INFINITY};
    grn_scalar s = {.dtype = dtype, .f = of[f]};
    if (grn_dtype_class_of(dtype) == GRN_CLASS_COMPLEX)
        s.c.re = s.c.im = -0.0;
    return s;
}

static void fill_identity(const grn_dist_plan *p, size_t input)
{
    const grn_dtype dtype = p->moved_local[input].dtype;
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    const bool floats = class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX;
    const grn_scalar s = (floats ? float_identity : integer_identity)(p->scatter.combiner, dtype);
    unsigned char element[16];
    grn_scalar_store(&s, dtype, element);
    grn_tensor_fill(&p->moved_local[input], element);
}

/* ---- the results of all ---------------------------------------------------------------------- */

/*
 * Ranks with copies of one shard divide its elements, by their row-major numbers. Each receives
 * from every contributor the combined values of its range, in slices, folds them in the order of
 * the ranks, and sends its range to the others.
 */
typedef struct combining {
    const grn_dist_plan *p;
    grn_tensor result;  /* what this rank has */
    grn_tensor partial; /* the values combined here, of the whole tensor */
    const grn_accumulate *f;
} combining;

static int32_t me_of(const combining *c) { return c->p->wire.comm->rank; }

/* The range of a rank: *first, and how many. */
static int64_t range_of(const combining *c, int32_t rank, int64_t *first)
{
    const grn_placement *p = &c->p->operand;
    int64_t shape[GRN_MAX_RANK], all = 1;
    const int32_t begin = p->first[p->shard[rank]], copies = p->first[p->shard[rank] + 1] - begin;
    int32_t at = 0, end = copies;
    while (at < end) { /* holders ascend */
        const int32_t middle = at + (end - at) / 2;
        if (p->holders[begin + middle] < rank)
            at = middle + 1;
        else
            end = middle;
    }
    grn_placement_local_shape(p, rank, shape);
    for (int32_t d = 0; d < p->rank; d++)
        all *= shape[d]; /* the rank has them */
    const int64_t each = all / copies, more = all % copies;
    *first = each * at + (at < more ? at : more);
    return each + (at < more);
}

static int64_t combined_elements(void *user, int32_t peer, bool comes_in)
{
    const combining *c = user;
    int64_t first;
    return grn_combine_contributes(c->p, comes_in ? peer : me_of(c)) ? range_of(c, comes_in ? me_of(c) : peer, &first)
                                                                     : 0;
}

static void pack_combined(void *user, int32_t peer, int64_t from, int64_t n, void *to)
{
    const combining *c = user;
    grn_tensor piece;
    int64_t first;
    range_of(c, peer, &first);
    if (grn_shared_piece(&c->p->moved, me_of(c), &c->p->operand, peer, &c->partial, &piece))
        grn_flat_read(&piece, first + from, n, to);
}

/* Slices come rank by rank, and those of all ranks cover the same elements in one round. */
static void fold(void *user, int32_t peer, int64_t from, int64_t n, const void *in)
{
    const combining *c = user;
    int64_t first;
    (void)peer;
    range_of(c, me_of(c), &first);
    grn_flat_combine(&c->result, first + from, n, c->f, in);
}

static int64_t shared_elements(void *user, int32_t peer, bool comes_in)
{
    const combining *c = user;
    int64_t first;
    return peer != me_of(c) && c->p->operand.shard[peer] == c->p->operand.shard[me_of(c)]
               ? range_of(c, comes_in ? peer : me_of(c), &first)
               : 0;
}

static void pack_result(void *user, int32_t peer, int64_t from, int64_t n, void *to)
{
    const combining *c = user;
    int64_t first;
    (void)peer;
    range_of(c, me_of(c), &first);
    grn_flat_read(&c->result, first + from, n, to);
}

static void unpack_result(void *user, int32_t peer, int64_t from, int64_t n, const void *in)
{
    const combining *c = user;
    int64_t first;
    range_of(c, peer, &first);
    grn_flat_write(&c->result, first + from, n, in);
}

static grn_status combine_all(grn_dist_plan *p, size_t input, void *result, const grn_diag *diag)
{
    const grn_dtype dtype = p->operand_local[input].dtype;
    combining c = {.p = p,
                   .result = p->operand_local[input],
                   .partial = p->moved_local[input],
                   .f = grn_kernels_here()->accumulate(p->scatter.combiner, dtype)};
    c.result.data = result;
    grn_cargo cargo = {.rows = combined_elements,
                       .pack = pack_combined,
                       .unpack = fold,
                       .user = &c,
                       .row_bytes = (int64_t)grn_dtype_bytes(dtype),
                       .in_step = true,
                       .most_bytes = p->most_staged_bytes};
    grn_status status = grn_wire_carry(&p->wire, &cargo, p->allocator, diag);
    if (status != GRN_OK || p->operand.nshards == p->operand.ranks)
        return status;
    cargo.rows = shared_elements;
    cargo.pack = pack_result;
    cargo.unpack = unpack_result;
    cargo.in_step = false;
    return grn_wire_carry(&p->wire, &cargo, p->allocator, diag);
}

grn_status grn_combine_move(grn_dist_plan *p, void *const *results, const void *const *updates, const grn_diag *diag)
{
    void *partial[GRN_MAX_INPUTS];
    for (size_t i = 0; i < p->ninputs; i++) {
        fill_identity(p, i);
        partial[i] = p->moved_memory[i].memory;
    }
    grn_status status = grn_scatter_move(p, partial, updates, diag);
    for (size_t i = 0; i < p->ninputs && status == GRN_OK; i++)
        status = combine_all(p, i, results[i], diag);
    return status;
}

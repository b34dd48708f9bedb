/*
 * combine.c - each rank combines its updates with the identity, and owners combine the results in the order of the ranks.
 *
 * The order of updates is lost, so this is for combiners whose result does not show it: those of integers; floats where the
 * caller said so. Of ranks that have copies of the same updates the first alone takes part.
 */
#include <math.h>
#include <string.h>

#include "dist/scatter.h"

/* ---- where it applies ------------------------------------------------------------------------------------------------------ */

static bool is_ieee(grn_dtype dtype) { return dtype == GRN_F16 || dtype == GRN_BF16 || dtype == GRN_F32 || dtype == GRN_F64; }

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

bool grn_combine_contributes(const grn_dist_plan *p, int32_t rank) { return contributor(p, p->dense.shard[rank]) == rank; }

/* By bytes that a rank receives: the others' results for what it has, or the updates of it. */
bool grn_combine_is_cheaper(const grn_dist_plan *p)
{
    int64_t targets = p->dense.nshards - 1, updates = 1;
    for (int32_t d = 0; d < p->operand.rank; d++)
        targets = grn_mul_at_most(targets, p->operand.shape[d]);
    for (int32_t d = 0; d < p->dense.rank; d++)
        updates = grn_mul_at_most(updates, p->dense.shape[d]);
    return targets < updates;
}

/* ---- identities --------------------------------------------------------------------------------------------------------------- */

/* f(x, identity) is x, for every x. */
static grn_scalar integer_identity(grn_combiner f, grn_dtype dtype)
{
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    const unsigned bits = grn_dtype_bits(dtype);
    const uint64_t ones = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    const bool is_signed = class == GRN_CLASS_SIGNED;
    const uint64_t all = is_signed ? UINT64_MAX : ones, least = is_signed ? ~(ones >> 1) : 0, most = is_signed ? ones >> 1 : ones;
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

/* ---- the results of all --------------------------------------------------------------------------------------------------------- */

/* A plan that combines a whole tensor with what this rank has. */
static grn_status plan_fold(grn_dist_plan *p, size_t input, const grn_diag *diag)
{
    grn_scatter_spec spec = {.index = {.bounds = GRN_BOUNDS_PROMISE}, .combiner = p->scatter.combiner};
    const grn_tensor *local = &p->operand_local[input];
    const grn_tensor updates = grn_tensor_over(NULL, local->dtype, local->rank, local->shape);
    const grn_tensor none = grn_tensor_over(NULL, GRN_I64, 1, (const int64_t[]){0});
    grn_dimension_numbers_clear(&spec.dims);
    grn_dims_push_range(&spec.dims.offset_dims, 0, local->rank);
    grn_status status = grn_plan_scatter(&spec, 1, local, &none, &updates, &p->pack_options, p->allocator, diag, &p->c.fold[input]);
    return status == GRN_OK ? grn_dist_scratch(p, grn_plan_scratch_bytes(p->c.fold[input])) : status;
}

static grn_status allocate(grn_dist_plan *p, const grn_diag *diag)
{
    const size_t n = p->ninputs, ranks = (size_t)p->operand.ranks, own = (size_t)grn_tensor_elements(&p->operand_local[0]);
    size_t whole = 0, widest = 1, parts;
    grn_combine_state *c = &p->c;
    if (!grn_block_new(&c->memory, p->allocator, 1, 2 * ranks * sizeof(int64_t) + n * sizeof(grn_plan *)))
        return grn_dist_refused(diag);
    c->list[0] = c->memory.memory;
    c->list[1] = c->list[0] + ranks;
    c->fold = (grn_plan **)(void *)(c->list[1] + ranks);
    for (size_t i = 0; i < n; i++) {
        const size_t bytes = grn_dtype_bytes(p->operand_local[i].dtype);
        c->fold[i] = NULL;
        widest = bytes > widest ? bytes : widest;
    }
    for (int32_t r = 0; r < p->operand.ranks && grn_combine_contributes(p, p->wire.comm->rank); r++) {
        int64_t shape[GRN_MAX_RANK], elements;
        grn_placement_local_shape(&p->operand, r, shape);
        if (!grn_shape_elements(p->operand.rank, shape, &elements) || !grn_add_size(whole, (size_t)elements, &whole))
            return grn_dist_refused(diag);
    }
    if (!grn_mul_size(own, (size_t)p->dense.nshards, &parts) || !grn_block_new(&c->send, p->allocator, whole, widest) ||
        !grn_block_new(&c->receive, p->allocator, parts, widest))
        return grn_dist_refused(diag);
    return GRN_OK;
}

grn_status grn_combine_bind(grn_dist_plan *p, const void *indices, const grn_diag *diag)
{
    grn_status status = grn_scatter_bind(p, indices, diag);
    if (status != GRN_OK)
        return status;
    status = allocate(p, diag);
    for (size_t i = 0; i < p->ninputs && status == GRN_OK && grn_tensor_elements(&p->operand_local[0]) > 0; i++)
        status = plan_fold(p, i, diag);
    return grn_wire_agree(&p->wire, status, diag);
}

void grn_combine_unbind(grn_dist_plan *p)
{
    for (size_t i = 0; p->c.fold && i < p->ninputs; i++)
        grn_plan_destroy(p->c.fold[i]);
    grn_block_end(&p->c.memory, p->allocator);
    grn_block_end(&p->c.send, p->allocator);
    grn_block_end(&p->c.receive, p->allocator);
    p->c = (grn_combine_state){.fold = NULL};
    grn_scatter_unbind(p);
}

/* What this rank combined, to those that have it; what contributors combined of what this rank has. */
static grn_status exchange(grn_dist_plan *p, size_t input, const grn_diag *diag)
{
    grn_combine_state *c = &p->c;
    const int32_t me = p->wire.comm->rank;
    const int64_t own = (int64_t)grn_tensor_bytes(&p->operand_local[input]);
    char *to = c->send.memory;
    for (int32_t r = 0; r < p->operand.ranks; r++) {
        grn_tensor piece;
        c->list[0][r] = 0;
        c->list[1][r] = r != me && grn_combine_contributes(p, r) ? own : 0;
        if (r == me || !grn_combine_contributes(p, me) ||
            !grn_shared_piece(&p->moved, me, &p->operand, r, &p->moved_local[input], &piece))
            continue;
        grn_tensor_copy_flat(to, &piece);
        c->list[0][r] = (int64_t)grn_tensor_bytes(&piece);
        to += c->list[0][r];
    }
    return grn_wire_exchange(&p->wire, c->send.memory, c->list[0], c->receive.memory, c->list[1], diag);
}

static grn_status fold_all(grn_dist_plan *p, size_t input, void *result, const grn_diag *diag)
{
    const int32_t me = p->wire.comm->rank;
    char *from = p->c.receive.memory;
    grn_tensor piece;
    grn_status status = GRN_OK;
    if (!p->c.fold[input])
        return GRN_OK;
    for (int32_t r = 0; r < p->operand.ranks && status == GRN_OK; r++) {
        const void *part = from;
        if (!grn_combine_contributes(p, r))
            continue;
        from += p->c.list[1][r];
        if (r == me && grn_shared_piece(&p->moved, me, &p->operand, me, &p->moved_local[input], &piece)) {
            grn_tensor_copy_flat(p->c.send.memory, &piece); /* what was sent is no longer needed */
            part = p->c.send.memory;
        }
        status = grn_plan_run_scatter(p->c.fold[input], &result, NULL, &part, p->scratch.memory, diag);
    }
    return status;
}

grn_status grn_combine_move(grn_dist_plan *p, void *const *results, const void *const *updates, const grn_diag *diag)
{
    void *partial[GRN_MAX_INPUTS];
    for (size_t i = 0; i < p->ninputs; i++) {
        fill_identity(p, i);
        partial[i] = p->moved_memory[i].memory;
    }
    grn_status status = grn_scatter_move(p, partial, updates, diag);
    for (size_t i = 0; i < p->ninputs && status == GRN_OK; i++) {
        status = exchange(p, i, diag);
        if (status == GRN_OK)
            status = fold_all(p, i, results[i], diag);
    }
    return status;
}

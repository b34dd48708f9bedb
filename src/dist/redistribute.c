/* redistribute.c - a tensor from one placement to another. */
#include "dist/dist.h"

bool grn_shared_piece(const grn_placement *a, int32_t mine, const grn_placement *b, int32_t other,
                      const grn_tensor *local, grn_tensor *out)
{
    int64_t offset = 0;
    grn_view_copy(out, local);
    for (int32_t d = 0; d < a->rank; d++) {
        const grn_dist_span has = grn_rank_span(a, mine, d), both = grn_dist_span_meet(has, grn_rank_span(b, other, d));
        if (both.count == 0)
            return false;
        out->shape[d] = both.count;
        offset += grn_dist_span_index(has, both.first) * local->stride[d];
        out->stride[d] = both.count > 1 ? local->stride[d] * (both.step / has.step) : 0;
    }
    out->data = local->data ? grn_tensor_at(local, offset) : NULL;
    return true;
}

/* What rank `from` sends to rank `to`: whether `from` is the holder that serves `to`. */
static bool serves(const grn_placement *p, int32_t from, int32_t to)
{
    return grn_placement_pick(p, p->shard[from], to) == from;
}

typedef struct moving {
    int32_t me;
    const grn_placement *from, *to;
    const grn_tensor *source, *target;
} moving;

/* The elements that go to a peer, or come from it. */
static bool piece_of(const moving *m, int32_t other, bool comes_in, grn_tensor *out)
{
    return comes_in ? serves(m->from, other, m->me) && grn_shared_piece(m->to, m->me, m->from, other, m->target, out)
                    : serves(m->from, m->me, other) && grn_shared_piece(m->from, m->me, m->to, other, m->source, out);
}

static int64_t elements(void *user, int32_t peer, bool comes_in)
{
    const moving *m = user;
    grn_tensor piece;
    return peer != m->me && piece_of(m, peer, comes_in, &piece) ? grn_tensor_elements(&piece) : 0;
}

static void pack(void *user, int32_t peer, int64_t first, int64_t n, void *to)
{
    grn_tensor piece;
    if (piece_of(user, peer, false, &piece))
        grn_flat_read(&piece, first, n, to);
}

static void unpack(void *user, int32_t peer, int64_t first, int64_t n, const void *from)
{
    grn_tensor piece;
    if (piece_of(user, peer, true, &piece))
        grn_flat_write(&piece, first, n, from);
}

static void copy_own(const moving *m)
{
    grn_tensor mine, there;
    if (grn_shared_piece(m->from, m->me, m->to, m->me, m->source, &mine) &&
        grn_shared_piece(m->to, m->me, m->from, m->me, m->target, &there) &&
        mine.data != there.data) /* a piece of the target itself is there already */
        grn_tensor_copy(&there, &mine);
}

grn_status grn_redistribute(grn_wire *w, const grn_placement *from, const grn_placement *to, const grn_tensor *source,
                            const grn_tensor *target, size_t most_staged_bytes, const grn_allocator *allocator,
                            const grn_diag *diag)
{
    moving m = {w->comm->rank, from, to, source, target};
    const grn_cargo cargo = {.rows = elements,
                             .pack = pack,
                             .unpack = unpack,
                             .user = &m,
                             .row_bytes = (int64_t)grn_dtype_bytes(source->dtype),
                             .most_bytes = most_staged_bytes};
    grn_status status = grn_wire_carry(w, &cargo, allocator, diag);
    if (status == GRN_OK)
        copy_own(&m);
    return status;
}

/* redistribute.c - a tensor from one placement to another. */
#include <string.h>

#include "dist/dist.h"

bool grn_shared_piece(const grn_placement *a, int32_t mine, const grn_placement *b, int32_t other, const grn_tensor *local,
                      grn_tensor *out)
{
    int64_t offset = 0;
    grn_view_copy(out, local);
    for (int32_t d = 0; d < a->rank; d++) {
        const grn_span has = grn_rank_span(a, mine, d), both = grn_span_meet(has, grn_rank_span(b, other, d));
        if (both.count == 0)
            return false;
        out->shape[d] = both.count;
        offset += grn_span_index(has, both.first) * local->stride[d];
        out->stride[d] = both.count > 1 ? local->stride[d] * (both.step / has.step) : 0;
    }
    out->data = local->data ? grn_tensor_at(local, offset) : NULL;
    return true;
}

/* What rank `from` sends to rank `to`: whether it is the one that serves it. */
static bool serves(const grn_placement *p, int32_t from, int32_t to) { return grn_placement_pick(p, p->shard[from], to) == from; }

typedef struct staged {
    grn_block bytes, data[2];
    int64_t *list[2]; /* what is sent, what is received */
} staged;

static bool piece_of(const grn_placement *from, const grn_placement *to, int32_t me, int32_t other, bool receives,
                     const grn_tensor *local, grn_tensor *out)
{
    return receives ? serves(from, other, me) && grn_shared_piece(to, me, from, other, local, out)
                    : serves(from, me, other) && grn_shared_piece(from, me, to, other, local, out);
}

static grn_status stage(const grn_wire *w, const grn_placement *from, const grn_placement *to, const grn_tensor *const *local,
                        const grn_allocator *allocator, staged *s, const grn_diag *diag)
{
    if (!grn_block_new(&s->bytes, allocator, 2 * (size_t)w->comm->size, sizeof(int64_t)))
        return grn_dist_refused(diag);
    for (int i = 0; i < 2; i++) {
        size_t total = 0;
        s->list[i] = (int64_t *)s->bytes.memory + (int64_t)i * w->comm->size;
        for (int32_t r = 0; r < w->comm->size; r++) {
            grn_tensor piece;
            const bool travels = r != w->comm->rank && piece_of(from, to, w->comm->rank, r, i == 1, local[i], &piece);
            s->list[i][r] = travels ? (int64_t)grn_tensor_bytes(&piece) : 0;
            total += (size_t)s->list[i][r];
        }
        if (!grn_block_new(&s->data[i], allocator, total, 1))
            return grn_dist_refused(diag);
    }
    return GRN_OK;
}

static void pack(const grn_wire *w, const grn_placement *from, const grn_placement *to, const grn_tensor *source, staged *s)
{
    char *at = s->data[0].memory;
    for (int32_t r = 0; r < w->comm->size; r++) {
        grn_tensor piece;
        if (s->list[0][r] && piece_of(from, to, w->comm->rank, r, false, source, &piece))
            grn_tensor_copy_flat(at, &piece);
        at += s->list[0][r];
    }
}

static void unpack(const grn_wire *w, const grn_placement *from, const grn_placement *to, const grn_tensor *target, staged *s)
{
    char *at = s->data[1].memory;
    for (int32_t r = 0; r < w->comm->size; r++) {
        grn_tensor piece;
        if (s->list[1][r] && piece_of(from, to, w->comm->rank, r, true, target, &piece)) {
            const grn_tensor flat = grn_tensor_over(at, piece.dtype, piece.rank, piece.shape);
            grn_tensor_copy(&piece, &flat);
        }
        at += s->list[1][r];
    }
}

static void copy_own(const grn_wire *w, const grn_placement *from, const grn_placement *to, const grn_tensor *source,
                     const grn_tensor *target)
{
    grn_tensor mine, there;
    const int32_t me = w->comm->rank;
    if (grn_shared_piece(from, me, to, me, source, &mine) && grn_shared_piece(to, me, from, me, target, &there) &&
        mine.data != there.data) /* a piece of the target itself is there already */
        grn_tensor_copy(&there, &mine);
}

grn_status grn_redistribute(grn_wire *w, const grn_placement *from, const grn_placement *to, const grn_tensor *source,
                            const grn_tensor *target, const grn_allocator *allocator, const grn_diag *diag)
{
    const grn_tensor *const local[] = {source, target};
    staged s = {.list = {NULL, NULL}};
    grn_status status = grn_wire_agree(w, stage(w, from, to, local, allocator, &s, diag), diag);
    if (status == GRN_OK) {
        pack(w, from, to, source, &s);
        status = grn_wire_exchange(w, s.data[0].memory, s.list[0], s.data[1].memory, s.list[1], diag);
    }
    if (status == GRN_OK) {
        unpack(w, from, to, target, &s);
        copy_own(w, from, to, source, target);
    }
    grn_block_end(&s.bytes, allocator);
    grn_block_end(&s.data[0], allocator);
    grn_block_end(&s.data[1], allocator);
    return status;
}

/*
 * reduce.c - elements folded over a group.
 *
 * The elements are divided into a part per member. Each member receives its part from every member,
 * folds it in the order of the members, and sends it to all, or to the root.
 */
#include <string.h>

#include "comm/comm.h"

/* Lists of as many entries as there are members, and the parts that come from them, one behind the
 * other. */
typedef struct rooms {
    const grn_allocator *allocator;
    size_t count, bytes;
    grn_comm_part *give;
    grn_comm_room *take;
    char *parts;
} rooms;

static void rooms_end(rooms *r)
{
    grn_release(r->allocator, r->give, r->count * sizeof *r->give);
    grn_release(r->allocator, r->take, r->count * sizeof *r->take);
    grn_release(r->allocator, r->parts, r->bytes);
}

static grn_status rooms_begin(rooms *r, const grn_allocator *allocator, size_t count, size_t part_bytes)
{
    *r = (rooms){.allocator = allocator, .count = count};
    if (!grn_mul_size(count, part_bytes, &r->bytes))
        return GRN_E_MEMORY;
    r->give = grn_allocate(allocator, count * sizeof *r->give);
    r->take = grn_allocate(allocator, count * sizeof *r->take);
    r->parts = grn_allocate(allocator, r->bytes);
    if (r->give && r->take && r->parts)
        return GRN_OK;
    rooms_end(r);
    return GRN_E_MEMORY;
}

/* Elements [from, to) are member i's to fold; no product overflows. */
static size_t part_begin(size_t n, size_t count, size_t i)
{
    size_t each = n / count, more = n % count;
    return each * i + (i < more ? i : more);
}

/* Sends each rank its part: room->parts then has this rank's part from each, in their order. */
static grn_status scatter(const grn_comm *c, const grn_comm_reduction *r, rooms *room, size_t own)
{
    const size_t bytes = r->fold->element_bytes;
    for (size_t i = 0; i < room->count; i++) {
        const size_t from = part_begin(r->n, room->count, i), to = part_begin(r->n, room->count, i + 1);
        room->give[i] = (grn_comm_part){(const char *)r->from + from * bytes, (to - from) * bytes};
        room->take[i] = (grn_comm_room){room->parts + i * own * bytes, own * bytes};
    }
    return c->exchange(c->user, room->give, room->take);
}

/* Into the first. */
static grn_status fold(const grn_comm_reduction *r, const rooms *room, size_t own)
{
    grn_status status = GRN_OK;
    for (size_t i = 1; own && status == GRN_OK && i < room->count; i++)
        status = r->fold->fold(r->fold->user, own, room->parts, room->parts + i * own * r->fold->element_bytes);
    return status;
}

/* Sends this rank's folded part to the ranks that need it, and puts the parts of others in their
 * places. */
static grn_status gather(const grn_comm *c, const grn_comm_reduction *r, rooms *room, size_t own)
{
    const size_t bytes = r->fold->element_bytes;
    for (size_t i = 0; i < room->count; i++) {
        const size_t from = part_begin(r->n, room->count, i), to = part_begin(r->n, room->count, i + 1);
        const bool gives = r->all || i == r->root, takes = r->all || (size_t)c->rank == r->root;
        room->give[i] = (grn_comm_part){room->parts, gives ? own * bytes : 0};
        room->take[i] = (grn_comm_room){(char *)r->result + from * bytes, takes ? (to - from) * bytes : 0};
    }
    return c->exchange(c->user, room->give, room->take);
}

grn_status grn_comm_reduce(const grn_comm *c, const grn_comm_reduction *r, const grn_allocator *allocator)
{
    const size_t count = (size_t)c->size, mine = (size_t)c->rank;
    const size_t own = part_begin(r->n, count, mine + 1) - part_begin(r->n, count, mine);
    rooms room;
    grn_status status = rooms_begin(&room, allocator, count, own * r->fold->element_bytes);
    if (status != GRN_OK)
        return status;
    status = scatter(c, r, &room, own);
    if (status == GRN_OK)
        status = fold(r, &room, own);
    if (status == GRN_OK)
        status = gather(c, r, &room, own);
    rooms_end(&room);
    return status;
}

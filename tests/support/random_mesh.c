/* random_mesh.c - meshes and shardings as text, made from entropy. */
#include "support/random_mesh.h"

#include <string.h>

random_mesh random_mesh_make(random_source s)
{
    static const int32_t sizes[] = {2, 2, 3, 4, 4, 6, 8, 1};
    random_mesh m = {.naxes = 1 + (int32_t)s.next(s.user, RANDOM_AXES), .ndevices = 1};
    for (int32_t i = 0; i < m.naxes; i++) {
        m.size[i] = sizes[s.next(s.user, sizeof sizes / sizeof *sizes)];
        if (m.ndevices * m.size[i] > 8)
            m.size[i] = 8 / m.ndevices >= 2 ? 2 : 1;
        m.ndevices *= m.size[i];
    }
    for (int32_t i = 0; i < m.ndevices; i++)
        m.device[i] = i;
    if (s.next(s.user, 3) == 0)
        random_shuffle(s, m.device, m.ndevices);
    return m;
}

/* As many devices, along one axis or along those of `m` from behind, in another order. */
random_mesh random_meshes_make(random_source s, random_mesh *other)
{
    random_mesh m = random_mesh_make(s);
    if (m.ndevices == 1 || s.next(s.user, 3))
        return m;
    *other = (random_mesh){.naxes = 1, .ndevices = m.ndevices, .size = {m.ndevices}};
    if (s.next(s.user, 2)) {
        other->naxes = m.naxes;
        for (int32_t i = 0; i < m.naxes; i++)
            other->size[i] = m.size[m.naxes - 1 - i];
    }
    for (int32_t i = 0; i < m.ndevices; i++)
        other->device[i] = m.device[i];
    if (s.next(s.user, 2))
        random_shuffle(s, other->device, m.ndevices);
    m.other = other;
    return m;
}

static void print_mesh(const random_mesh *m, char name, FILE *out)
{
    bool counted = true;
    fprintf(out, "sdy.mesh @%c = <[", name);
    for (int32_t i = 0; i < m->naxes; i++)
        fprintf(out, "%s\"%c\"=%d", i ? ", " : "", 'a' + i, m->size[i]);
    fprintf(out, "]");
    for (int32_t i = 0; i < m->ndevices; i++)
        counted = counted && m->device[i] == i;
    for (int32_t i = 0; !counted && i < m->ndevices; i++)
        fprintf(out, "%s%d", i ? ", " : ", device_ids=[", (int)m->device[i]);
    fprintf(out, "%s>\n", counted ? "" : "]");
}

void random_mesh_print(const random_mesh *m, FILE *out)
{
    print_mesh(m, 'm', out);
    if (m->other)
        print_mesh(m->other, 'n', out);
}

/* Pieces of axes: whole, or the two halves that a product of two numbers has, either of them
 * first. */
typedef struct piece {
    char text[16];
    int32_t axis, dim; /* -1: nowhere */
} piece;

static size_t pieces_of(random_source s, const random_mesh *m, int32_t rank, piece *out)
{
    size_t n = 0;
    for (int32_t a = 0; a < m->naxes; a++) {
        const int32_t of_six = s.next(s.user, 2) ? 3 : 2;
        const int32_t inner = m->size[a] == 4 || m->size[a] == 8 ? 2 : m->size[a] == 6 ? of_six : 1;
        const bool is_cut = inner > 1 && s.next(s.user, 3) == 0;
        for (int32_t half = 0; half < (is_cut ? 2 : 1); half++) {
            piece *p = &out[n++];
            *p = (piece){.axis = a, .dim = (int32_t)s.next(s.user, (uint64_t)rank + 2) - 1};
            p->dim = p->dim >= rank ? -1 : p->dim;
            if (!is_cut)
                snprintf(p->text, sizeof p->text, "\"%c\"", 'a' + a);
            else
                snprintf(p->text, sizeof p->text, "\"%c\":(%d)%d", 'a' + a, half ? m->size[a] / inner : 1,
                         half ? inner : m->size[a] / inner);
        }
    }
    return n;
}

/* The pieces of a dimension; two of one axis next to each other would have to be written as one, so
 * only one is there. */
static size_t print_dim(const piece *pieces, const int64_t *order, size_t n, int32_t dim, FILE *out)
{
    size_t count = 0;
    uint32_t seen = 0;
    for (size_t i = 0; i < n; i++) {
        const piece *p = &pieces[order[i]];
        if (p->dim != dim || seen >> p->axis & 1)
            continue;
        seen |= UINT32_C(1) << p->axis;
        fprintf(out, "%s%s", count++ ? ", " : "", p->text);
    }
    return count;
}

void random_sharding_print(random_source s, const random_mesh *m, int32_t rank, FILE *out)
{
    piece pieces[2 * RANDOM_AXES];
    int64_t order[2 * RANDOM_AXES];
    const bool is_other = m->other && s.next(s.user, 3) == 0;
    const size_t n = pieces_of(s, is_other ? m->other : m, rank, pieces);
    for (size_t i = 0; i < n; i++)
        order[i] = (int64_t)i;
    random_shuffle(s, order, (int32_t)n);
    fprintf(out, "<@%c, [", is_other ? 'n' : 'm');
    for (int32_t d = 0; d < rank; d++) {
        fprintf(out, "%s{", d ? ", " : "");
        const size_t count = print_dim(pieces, order, n, d, out);
        const bool is_open = s.next(s.user, 2) == 0;
        if (is_open)
            fprintf(out, "%s?", count ? ", " : "");
        fprintf(out, "}");
        if ((count || is_open) && s.next(s.user, 6) == 0)
            fprintf(out, "p%d", (int)s.next(s.user, 3));
    }
    fprintf(out, "]>");
}

void random_sharding_attr(random_source s, const random_mesh *m, int32_t rank, FILE *out)
{
    fprintf(out, "sdy.sharding = #sdy.sharding");
    random_sharding_print(s, m, rank, out);
}

/* origins.c - locations of a program's ops by their places, given to what is made of these ops; and
 * the calls that tell them. */
#include <stdlib.h>

#include "interp/interp.h"
#include "api/origins.h"

typedef struct origin {
    grn_place place;
    const grn_attr *location;
} origin;

static int by_place(const void *a, const void *b)
{
    const grn_place x = ((const origin *)a)->place, y = ((const origin *)b)->place;
    return grn_place_before(x, y) ? -1 : grn_place_before(y, x);
}

static bool note(grn_vec *known, const grn_op *op)
{
    if (op->location) {
        origin *o = grn_vec_push(known);
        if (!o)
            return false;
        *o = (origin){op->place, op->location};
    }
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next)
            for (const grn_op *inner = b->first; inner; inner = inner->next)
                if (!note(known, inner))
                    return false;
    return true;
}

grn_status grn_origins_note(const grn_ir *ir, grn_origins *out)
{
    grn_vec_init(&out->known, ir->allocator, sizeof(origin));
    const bool noted = !ir->has_locations || note(&out->known, ir->top);
    if (noted && out->known.count > 1)
        qsort(out->known.items, out->known.count, sizeof(origin), by_place);
    return noted ? GRN_OK : GRN_E_MEMORY;
}

void grn_origins_give(const grn_origins *origins, grn_op *root)
{
    for (grn_op *op = origins->known.count ? root : NULL; op; op = grn_op_next_in(op, root)) {
        const origin wanted = {.place = op->place};
        const origin *found = bsearch(&wanted, origins->known.items, origins->known.count, sizeof wanted, by_place);
        if (found && !op->location && op->place.line)
            op->location = found->location;
    }
}

void grn_origins_destroy(grn_origins *origins) { grn_vec_destroy(&origins->known); }

/* ---- what stands at a place ------------------------------------------------------------------ */

/* The op or argument that a message at a place is about. */
typedef struct nearest {
    grn_place place, at; /* wanted; of what was found, line 0: nothing was */
    const grn_attr *location;
} nearest;

static bool is_same(grn_place a, grn_place b) { return a.line == b.line && a.column == b.column; }

static bool says_more(const grn_attr *location, const grn_attr *known)
{
    return location && (grn_location_file(location) || !known || !grn_location_file(known));
}

/* The last one that begins at or before the place; where none on its line does, the first on its
 * line. Of several at one place, as a function around ops that stand alone, or arguments of an
 * artifact's op, the last one that is known, and rather one that says a file. */
static void consider(nearest *n, grn_place at, const grn_attr *location)
{
    const bool has_line = n->at.line == n->place.line;
    bool better = n->at.line == 0 || grn_place_before(n->place, n->at) || !grn_place_before(at, n->at);
    if (grn_place_before(n->place, at))
        better = at.line == n->place.line && !has_line;
    if (!at.line || !better || (is_same(at, n->at) && !says_more(location, n->location)))
        return;
    n->at = at;
    n->location = location;
}

static void look(nearest *n, const grn_op *op)
{
    consider(n, op->place, op->location);
    for (size_t i = 0; i < op->nresults; i++)
        consider(n, op->results[i].place, op->location);
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next) {
            for (size_t i = 0; i < b->nargs; i++)
                consider(n, b->args[i].place, b->args[i].location);
            for (const grn_op *inner = b->first; inner; inner = inner->next)
                look(n, inner);
        }
}

static const grn_attr *location_at(const grn_module *module, grn_place place)
{
    nearest n = {.place = place};
    if (module && place.line && module->ir.has_locations)
        look(&n, module->ir.top);
    return grn_location_is_known(n.location) ? n.location : NULL;
}

GRN_API bool grn_module_origin(const grn_module *module, grn_place place, grn_origin *out)
{
    if (out)
        *out = (grn_origin){.line = 0};
    const grn_attr *location = out ? location_at(module, place) : NULL;
    const grn_location *file = location ? grn_location_file(location) : NULL,
                       *name = location ? grn_location_name(location) : NULL;
    if (file)
        *out = (grn_origin){file->text.text, file->text.n, file->number[0], file->number[1], NULL, 0};
    if (name) {
        out->name = name->text.text;
        out->name_bytes = name->text.n;
    }
    return location != NULL;
}

GRN_API grn_status grn_module_write_origin(const grn_module *module, grn_place place, const grn_sink *sink)
{
    if (!module || grn_check_sink(sink) != GRN_OK)
        return GRN_E_ARGUMENT;
    const grn_attr *location = location_at(module, place);
    return location ? grn_location_write(location, sink) : GRN_OK;
}

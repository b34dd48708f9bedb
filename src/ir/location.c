/* location.c - origins of ops: MLIR's builtin locations, made, and written for MLIR and for
 * people. */
#include <inttypes.h>
#include <stdio.h>

#include "ir/write.h"

/* ---- made ------------------------------------------------------------------------------------ */

static const grn_attr *make_location(grn_ir *ir, const grn_location *description)
{
    grn_location *l = grn_arena_copy(&ir->arena, description, sizeof *description);
    const grn_attr **of = l ? GRN_ARENA_NEW(&ir->arena, const grn_attr *, l->count) : NULL;
    const char *text = of ? grn_arena_text(&ir->arena, l->text.n ? l->text.text : "", l->text.n) : NULL;
    if (!text)
        return NULL;
    if (l->count)
        memcpy(of, l->of, l->count * sizeof *of);
    l->of = of;
    l->text.text = text;
    return grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_LOCATION, .location = l});
}

static bool same_metadata(const grn_attr *a, const grn_attr *b) { return a && b ? grn_attr_equal(a, b) : a == b; }

/* Whether a location is taken apart within one that is fused with this metadata. */
static bool dissolves(const grn_attr *a, const grn_attr *metadata)
{
    return a->location->form == GRN_LOCATION_FUSED && same_metadata(a->location->metadata, metadata);
}

/* The locations that have been fused so far, and a table of their numbers plus one that finds
 * duplicates. */
typedef struct fusing {
    const grn_attr **of;
    size_t n, room; /* of the table: a power of two */
    uint32_t *table;
} fusing;

static void add_fused(fusing *f, const grn_attr *a)
{
    if (!grn_location_is_known(a))
        return;
    size_t at = (size_t)grn_attr_hash(a) & (f->room - 1);
    for (; f->table[at]; at = (at + 1) & (f->room - 1))
        if (grn_attr_equal(f->of[f->table[at] - 1], a))
            return;
    f->of[f->n++] = a;
    f->table[at] = (uint32_t)f->n;
}

static bool begin_fusing(grn_ir *ir, const grn_location *d, fusing *f)
{
    size_t most = 0;
    for (size_t i = 0; i < d->count; i++)
        most += dissolves(d->of[i], d->metadata) ? d->of[i]->location->count : 1;
    *f = (fusing){.room = 4};
    if (most > GRN_MAX_PARTS)
        return grn_ir_within(ir, &grn_limit_parts, most);
    while (f->room < 2 * most)
        f->room *= 2;
    f->of = GRN_ARENA_NEW(&ir->arena, const grn_attr *, most + 1);
    f->table = GRN_ARENA_NEW(&ir->arena, uint32_t, f->room);
    return f->of && f->table;
}

/* As FusedLoc::get of MLIR has it: flattened, without repetitions and without what is unknown;
 * without metadata, one location is itself and none is unknown. */
static const grn_attr *make_fused(grn_ir *ir, const grn_location *d)
{
    fusing f;
    if (!begin_fusing(ir, d, &f))
        return NULL;
    for (size_t i = 0; i < d->count; i++) {
        const grn_location *inner = d->of[i]->location;
        for (size_t k = 0; dissolves(d->of[i], d->metadata) && k < inner->count; k++)
            add_fused(&f, inner->of[k]);
        if (!dissolves(d->of[i], d->metadata))
            add_fused(&f, d->of[i]);
    }
    if (f.n == 0 && !(f.of[f.n++] = make_location(ir, &(grn_location){.form = GRN_LOCATION_UNKNOWN})))
        return NULL;
    if (f.n == 1 && !d->metadata)
        return f.of[0];
    return make_location(
        ir, &(grn_location){.form = GRN_LOCATION_FUSED, .metadata = d->metadata, .count = f.n, .of = f.of});
}

const grn_attr *grn_attr_location(grn_ir *ir, const grn_location *d)
{
    grn_location plain = *d;
    if (d->form == GRN_LOCATION_FUSED)
        return make_fused(ir, d);
    if (d->form == GRN_LOCATION_NAME && d->count && !grn_location_is_known(d->of[0]))
        plain.count = 0;
    return make_location(ir, &plain);
}

/* ---- as MLIR writes it ----------------------------------------------------------------------- */

static void write_number(grn_writer *w, const char *before, uint32_t n)
{
    grn_write_text(w, before);
    grn_write_u64(w, n);
}

/* "file":1:2 to 3:4, or to :4 on the same line. */
static void write_file(grn_writer *w, const grn_location *l)
{
    static const char *const before[] = {":", ":", " to :", ":"};
    grn_write_quoted(w, l->text);
    for (int i = 0; i < l->nnumbers; i++)
        write_number(w, i == 2 && l->nnumbers == 4 ? " to " : before[i], l->number[i]);
}

static void write_name(grn_writer *w, const grn_location *l, const grn_inner_location *inner)
{
    grn_write_quoted(w, l->text);
    if (!l->count)
        return;
    grn_write_text(w, "(");
    inner->write(inner->user, w, l->of[0]);
    grn_write_text(w, ")");
}

static void write_fused(grn_writer *w, const grn_location *l, const grn_inner_location *inner)
{
    grn_write_text(w, "fused");
    if (l->metadata) {
        grn_write_text(w, "<");
        grn_write_attr(w, l->metadata, GRN_SUFFIX_ALWAYS);
        grn_write_text(w, ">");
    }
    for (size_t i = 0; i < l->count; i++) {
        grn_write_text(w, i ? ", " : "[");
        inner->write(inner->user, w, l->of[i]);
    }
    grn_write_text(w, l->count ? "]" : "[]");
}

static void write_call(grn_writer *w, const grn_location *l, const grn_inner_location *inner)
{
    grn_write_text(w, "callsite(");
    inner->write(inner->user, w, l->of[0]);
    grn_write_text(w, " at ");
    inner->write(inner->user, w, l->of[1]);
    grn_write_text(w, ")");
}

void grn_write_location(grn_writer *w, const grn_attr *a, const grn_inner_location *inner)
{
    const grn_location *l = a->location;
    switch (l->form) {
    case GRN_LOCATION_UNKNOWN: grn_write_text(w, "unknown"); break;
    case GRN_LOCATION_FILE: write_file(w, l); break;
    case GRN_LOCATION_NAME: write_name(w, l, inner); break;
    case GRN_LOCATION_CALL: write_call(w, l, inner); break;
    case GRN_LOCATION_FUSED: write_fused(w, l, inner); break;
    }
}

/* ---- for a person ---------------------------------------------------------------------------- */

static void tell_location(void *user, grn_writer *w, const grn_attr *a);

static void tell_list(grn_writer *w, const grn_location *l, const char *between)
{
    for (size_t i = 0; i < l->count; i++) {
        grn_write_text(w, i ? between : "");
        tell_location(NULL, w, l->of[i]);
    }
}

static void tell_file(grn_writer *w, const grn_location *l)
{
    grn_write_str(w, l->text);
    for (int i = 0; i < l->nnumbers && i < 2; i++)
        write_number(w, ":", l->number[i]);
}

/* Whether the text of a location begins with a name: that of a function, as in a frame of a
 * stack. */
static bool begins_with_name(const grn_attr *a)
{
    while (a->location->form == GRN_LOCATION_CALL || a->location->form == GRN_LOCATION_FUSED)
        a = a->location->of[0];
    return a->location->form == GRN_LOCATION_NAME;
}

static void tell_location(void *user, grn_writer *w, const grn_attr *a)
{
    const grn_location *l = a->location;
    (void)user;
    switch (l->form) {
    case GRN_LOCATION_UNKNOWN: grn_write_text(w, "an unknown place"); break;
    case GRN_LOCATION_FILE: tell_file(w, l); break;
    case GRN_LOCATION_CALL: tell_list(w, l, ", called from "); break;
    case GRN_LOCATION_FUSED: tell_list(w, l, " and "); break;
    case GRN_LOCATION_NAME:
        grn_write_quoted(w, l->text);
        grn_write_text(w, !l->count ? "" : begins_with_name(l->of[0]) ? " in " : " at ");
        tell_list(w, l, "");
        break;
    }
}

grn_status grn_location_write(const grn_attr *a, const grn_sink *sink)
{
    grn_writer w;
    grn_writer_init(&w, sink);
    tell_location(NULL, &w, a);
    return grn_writer_finish(&w);
}

static const grn_location *first_of(const grn_attr *a, grn_location_form form)
{
    const grn_location *l = a->location, *found = l->form == form ? l : NULL;
    for (size_t i = 0; i < l->count && !found; i++)
        found = first_of(l->of[i], form);
    return found;
}

const grn_location *grn_location_file(const grn_attr *a) { return first_of(a, GRN_LOCATION_FILE); }
const grn_location *grn_location_name(const grn_attr *a) { return first_of(a, GRN_LOCATION_NAME); }

/* explain_missed.c - which gathers and scatters of a program a run did not come to, and why: the
 * outermost region around each that did not run, and which region of the same op did. */
#include "api/explain_missed.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- what ran -------------------------------------------------------------------------------- */

/* A loop runs the same few regions again and again, so the last ones are looked at first. */
static grn_entered *find(const grn_vec *entered, const grn_region *region)
{
    grn_entered *items = entered->items;
    for (size_t i = entered->count; i-- > 0;)
        if (items[i].region == region)
            return &items[i];
    return NULL;
}

static bool counts(grn_dtype dtype)
{
    return grn_dtype_class_of(dtype) == GRN_CLASS_BOOL || grn_dtype_is_integer(dtype);
}

void grn_note_entered(grn_vec *entered, const grn_region *region, bool apart, const grn_tensor *first)
{
    grn_entered *e = find(entered, region);
    if (!e)
        e = grn_vec_push(entered);
    if (!e)
        return; /* the report says less then */
    *e = (grn_entered){.region = region, .apart = apart};
    e->has_value = first && first->rank == 0 && first->data && counts(first->dtype);
    if (!e->has_value)
        return;
    e->is_bool = grn_dtype_class_of(first->dtype) == GRN_CLASS_BOOL;
    e->value = grn_index_load(first->dtype, first->data);
}

/* ---- what did not ---------------------------------------------------------------------------- */

typedef struct missed {
    const grn_vec *entered;
    size_t left; /* notes that may still be given */
    const grn_diag *diag;
} missed;

static size_t number_of(const grn_op *op, const grn_region *region) { return (size_t)(region - op->regions); }

/* ", which ran its region #1, as its operand #0 was false": of an op that has several, of which one
 * was taken by what the op says of an operand. Regions that take values are no branches but parts
 * of a loop. */
static void tell_instead(const grn_op *op, const grn_vec *entered, char *out, size_t room)
{
    out[0] = '\0';
    for (size_t r = 0; r < op->nregions; r++) {
        const grn_entered *e = find(entered, &op->regions[r]);
        if (!e)
            continue;
        const int n = snprintf(out, room, ", which ran region #%zu alone", r);
        const bool branches = e->has_value && op->noperands == 1 && op->regions[r].first->nargs == 0;
        if (!branches || n < 0)
            continue;
        if (e->is_bool)
            snprintf(out + n, room - (size_t)n, ", as its operand was %s", e->value ? "true" : "false");
        else
            snprintf(out + n, room - (size_t)n, ", as its operand was %" PRId64, e->value);
    }
}

static void tell(missed *m, const grn_op *access, const grn_op *around, const grn_region *region)
{
    char instead[160], line[32] = "";
    const grn_attr *name = grn_op_attr(around, "sym_name");
    if (m->left == 0)
        return;
    m->left--;
    if (name && name->kind == GRN_ATTR_STRING && around->def && around->def->traits & GRN_TRAIT_SYMBOL) {
        grn_note(m->diag, access->place, "%.*s did not run: it stands in @%.*s, which this run does not call",
                 (int)access->name.n, access->name.text, (int)name->text.n, name->text.text);
        return;
    }
    tell_instead(around, m->entered, instead, sizeof instead);
    if (around->place.line > 0)
        snprintf(line, sizeof line, " in line %" PRIu32, around->place.line);
    grn_note(m->diag, access->place, "%.*s did not run: it stands in region #%zu of %.*s%s%s", (int)access->name.n,
             access->name.text, number_of(around, region), (int)around->name.n, around->name.text, line,
             instead[0]             ? instead
             : around->nregions > 1 ? ", which ran none of its regions"
                                    : ", which did not run it");
}

/* `around`, `region`: the outermost that did not run; NULL: all around it did. */
static void walk(missed *m, const grn_op *op, const grn_op *around, const grn_region *region)
{
    if (around && op->def && (op->def->to_spec || op->def->as_access))
        tell(m, op, around, region);
    for (size_t r = 0; m->left > 0 && r < op->nregions; r++) {
        const grn_region *own = &op->regions[r];
        const grn_entered *e = find(m->entered, own);
        const bool ran = around || e || !op->block || (op->def && op->def->traits & GRN_TRAIT_SYMBOL_TABLE);
        if (e && e->apart)
            continue;
        for (const grn_block *b = own->first; b; b = b->next)
            for (const grn_op *inner = b->first; inner; inner = inner->next)
                walk(m, inner, ran ? around : op, ran ? region : own);
    }
}

void grn_tell_missed(const grn_module *module, const grn_vec *entered, size_t most, const grn_diag *diag)
{
    missed m = {entered, most, diag};
    walk(&m, module->ir.top, NULL, NULL);
}

/* value_label.c - the name of one value, without a table of all (print_names.c says how values are
 * counted). */
#include <inttypes.h>
#include <stdio.h>

#include "text/text.h"

/* What the values of a region of its own count: those of regions within go on from there. */
typedef struct counted {
    uint64_t values, arguments;
} counted;

/* Up to `end`, a value's op or, of an argument, its block; NULL: all. */
static counted count_region(const grn_region *region, const grn_op *op, const grn_block *block)
{
    counted n = {0, 0};
    for (const grn_block *b = region->first; b && (op || b != block); b = b->next) {
        uint64_t *arguments = b == region->first ? &n.arguments : &n.values;
        *arguments += b->nargs;
        for (const grn_op *o = b->first; o; o = o->next) {
            if (o == op)
                return n;
            n.values += o->nresults > 0;
        }
    }
    return n;
}

static bool is_outermost(const grn_region *region)
{
    const grn_op *parent = region->parent;
    return !parent || !parent->block || (parent->def && parent->def->traits & GRN_TRAIT_ISOLATED);
}

const char *grn_value_label(const grn_value *v, char buffer[GRN_VALUE_TEXT_BYTES])
{
    const grn_block *block = v->def ? v->def->block : v->block;
    counted n = count_region(block->region, v->def, v->def ? NULL : block);
    for (const grn_region *r = block->region; !is_outermost(r);) {
        r = r->parent->block->region;
        const counted outer = count_region(r, NULL, NULL);
        n.values += outer.values;
        n.arguments += outer.arguments;
    }
    if (v->def && v->def->nresults > 1)
        snprintf(buffer, GRN_VALUE_TEXT_BYTES, "%%%" PRIu64 "#%" PRIu32, n.values, v->index);
    else if (v->def || block != block->region->first)
        snprintf(buffer, GRN_VALUE_TEXT_BYTES, "%%%" PRIu64, n.values + (v->def ? 0 : v->index));
    else
        snprintf(buffer, GRN_VALUE_TEXT_BYTES, "%%arg%" PRIu64, n.arguments + v->index);
    return buffer;
}

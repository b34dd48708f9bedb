/* lint_forms.c - what an access's form says, whatever its indices are. */
#include <inttypes.h>
#include <stdio.h>

#include "access/map.h"
#include "passes/passes.h"
#include "survey/lint.h"

static grn_status hidden_batching(grn_linting *l, const grn_lint_subject *subject)
{
    grn_dims operand, indices;
    char of_operand[GRN_LIST_BYTES], of_indices[GRN_LIST_BYTES];
    const grn_access_words w = grn_lint_words(l, subject);
    if (!grn_batching_is_hidden(subject->op, &operand, &indices))
        return GRN_OK;
    return grn_lint_say(l, subject, GRN_LINT_HIDDEN_BATCHING,
                        "make them batching dimensions: garner convert --collapse-batching does",
                        "index components for dimensions %s of %s only count along dimensions %s of %s",
                        grn_list_text(operand.v, operand.count, of_operand), w.operand,
                        grn_list_text(indices.v, indices.count, of_indices), w.indices);
}

static const grn_dimension_numbers *numbers_of(const grn_surveyed *s)
{
    return s->access.kind == GRN_ACCESS_GATHER ? &s->access.gather.dims : &s->access.scatter.dims;
}

/* The extent of the window along dim d of the operand, which it walks. */
static int64_t window_extent(const grn_surveyed *s, const grn_access_map *map, int32_t d)
{
    return s->access.kind == GRN_ACCESS_GATHER ? s->access.gather.slice_sizes.v[d]
                                               : grn_access_window(map, s->dense[0].shape, d);
}

/* Of ops whose dimension numbers are the program's to choose. */
static grn_status unit_windows(grn_linting *l, const grn_lint_subject *subject, const grn_surveyed *s)
{
    const grn_access_words w = grn_lint_words(l, subject);
    grn_batching b;
    grn_access_map map;
    grn_status status = GRN_OK;
    if (!s->known || !grn_batching_read(subject->op, &b))
        return GRN_OK;
    grn_access_map_of(numbers_of(s), s->operands[0].rank, s->access.indices.rank, &map);
    for (int32_t d = 0; status == GRN_OK && d < map.operand_rank; d++) {
        if (map.operand[d].dense >= 0 && window_extent(s, &map, d) == 1)
            status = grn_lint_say(
                l, subject, GRN_LINT_UNIT_WINDOW,
                subject->is_scatter ? "list it in inserted_window_dims, and take it out of updates"
                                    : "list it in collapsed_slice_dims, and reshape where it is wanted",
                "the window has one element along dimension %" PRId32 " of %s, and a dimension for it", d, w.operand);
    }
    return status;
}

static grn_status unused(grn_linting *l, const grn_lint_subject *subject)
{
    return grn_op_is_dead(subject->op)
               ? grn_lint_say(l, subject, GRN_LINT_UNUSED, "leave the op out", "nothing uses its result")
               : GRN_OK;
}

enum { MOST_ATTRS = 32 }; /* of an op that is compared */

static bool is_same(const grn_op *a, const grn_op *b)
{
    bool same = a->nattrs <= MOST_ATTRS && a->def == b->def && a->noperands == b->noperands && a->nattrs == b->nattrs &&
                a->nregions == 0;
    for (size_t i = 0; same && i < a->noperands; i++)
        same = a->operands[i] == b->operands[i];
    for (size_t i = 0; same && i < a->nattrs; i++) {
        const grn_attr *other = NULL;
        for (size_t k = 0; !other && k < b->nattrs; k++)
            other = grn_str_equal(a->attrs[i].name, b->attrs[k].name) ? b->attrs[k].value : NULL;
        same = other && grn_attr_equal(a->attrs[i].value, other);
    }
    return same && a->nresults == 1 && b->nresults == 1 && a->results[0].type == b->results[0].type;
}

static grn_status repeated(grn_linting *l, const grn_lint_subject *subject)
{
    const grn_op *op = subject->op;
    if (l->nrecent > 0 && l->recent[0]->block != op->block)
        l->nrecent = 0;
    const size_t n = l->nrecent < GRN_LINT_RECENT ? l->nrecent : GRN_LINT_RECENT;
    for (size_t i = 0; i < n; i++)
        if (grn_op_is_pure(op) && is_same(op, l->recent[i]))
            return grn_lint_say(l, subject, GRN_LINT_REPEATED, "use the result of that one",
                                "it is the same as the one at line %" PRIu32 ", column %" PRIu32,
                                l->recent[i]->place.line, l->recent[i]->place.column);
    l->recent[l->nrecent++ % GRN_LINT_RECENT] = op;
    return GRN_OK;
}

grn_status grn_lint_forms(grn_linting *l, const grn_lint_subject *subject, const grn_surveyed *s)
{
    grn_status status = hidden_batching(l, subject);
    if (status == GRN_OK)
        status = unit_windows(l, subject, s);
    if (status == GRN_OK)
        status = unused(l, subject);
    if (status == GRN_OK)
        status = grn_lint_bags(l, subject, s);
    return status == GRN_OK ? repeated(l, subject) : status;
}

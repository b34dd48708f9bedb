/* lint_bags.c - rows that are gathered only to be summed: a bag. */
#include <inttypes.h>
#include <stdio.h>

#include "interp/chains.h"
#include "survey/lint.h"

grn_status grn_lint_bags(grn_linting *l, const grn_lint_subject *subject, const grn_surveyed *s)
{
    grn_row_sum of;
    int64_t together;
    if (subject->is_scatter || !s->known || !grn_row_sum_find(&l->module->ir, s->op, &of) ||
        !grn_row_sum_is_bag(&of, &s->access.gather, s->operands, s->dense, &together))
        return GRN_OK;
    return grn_lint_say(l, subject, GRN_LINT_BAG,
                        "an embedding bag combines rows without a tensor of them: torch's embedding_bag, grn_bag of "
                        "garner/bags.h, and garner's ONNX Runtime provider for Gather with ReduceSum, ReduceMean, "
                        "ReduceMax or ReduceMin",
                        "its rows are only %s, %" PRId64 " at a time, at line %" PRIu32 ": a bag",
                        grn_row_sum_words(&of), together, of.ops[of.nops - 1]->place.line);
}

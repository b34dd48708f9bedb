/* limits.c - the reason why a constructor answered NULL: a limit, or memory. */
#include <inttypes.h>

#include "ir/ir.h"

const grn_limit grn_limit_parts = {"a type or attribute of", "parts", GRN_MAX_PARTS, GRN_SET_WHEN_BUILT(GRN_MAX_PARTS)};
const grn_limit grn_limit_depth = {"a type or attribute nested", "deep", 2 * GRN_MAX_NESTING,
                                   GRN_SET_WHEN_BUILT(2 * GRN_MAX_NESTING)};
const grn_limit grn_limit_attrs = {"an op with", "attributes", GRN_MAX_ATTRS, GRN_SET_WHEN_BUILT(GRN_MAX_ATTRS)};

bool grn_ir_within(grn_ir *ir, const grn_limit *limit, uint64_t seen)
{
    bool within = seen <= limit->most;
    ir->over = within ? NULL : limit;
    ir->seen = seen;
    return within;
}

grn_status grn_ir_refused(const grn_ir *ir, const grn_diag *diag, grn_place place, const char *doing)
{
    const grn_limit *limit = ir->over;
    if (!limit)
        return grn_fail(diag, place, GRN_E_MEMORY, "memory refused while %s", doing);
    return grn_fail(diag, place, GRN_E_LIMIT, "%s %" PRIu64 " %s is over garner's limit of %" PRIu64 "%s",
                    limit->before, ir->seen, limit->unit, limit->most, limit->set_when_built);
}

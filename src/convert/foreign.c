/* foreign.c - ops left after a conversion that are not the target's and have no counterpart in it:
 * they stay, unless they do not take the types that their values have now. */
#include <stdio.h>

#include "convert/steps.h"
#include "ir/verify.h"

typedef struct search {
    const grn_ir *ir;
    const grn_convert_options *o;
    const grn_diag *diag;
    grn_status status;
} search;

/* A row without the dialect's name in its own. */
static bool is_bare(const grn_dialect *d, const grn_op_def *row)
{
    for (const grn_op_def *const *table = d->ops; d->has_bare_names && *table; table++)
        for (const grn_op_def *r = *table; r->name; r++)
            if (r == row)
                return true;
    return false;
}

static bool is_of(const search *s, const grn_op *op, const char *dialect)
{
    const size_t n = strlen(dialect);
    const grn_str name = op->name;
    const grn_dialect *d = memchr(name.text, '.', name.n) ? NULL : grn_ir_find_dialect(s->ir, (grn_str){dialect, n});
    return (d && is_bare(d, op->def)) || (name.n > n && name.text[n] == '.' && memcmp(name.text, dialect, n) == 0);
}

/* An op of the target's, or one that carries values or states what is expected of them. */
static bool belongs(const search *s, const grn_op *op)
{
    const grn_target *target = s->o->target;
    bool own = grn_is_carrier(op) || is_of(s, op, target->name) || is_of(s, op, "check") || is_of(s, op, "builtin");
    for (const char *const *other = target->others; !own && other && *other; other++)
        own = is_of(s, op, *other);
    return own;
}

static void tell_foreign(search *s, const grn_op *op)
{
    char text[GRN_MESSAGE_BYTES];
    const grn_str from = grn_origin_name(op);
    if (s->o->strict)
        snprintf(text, sizeof text, "cannot be expressed in %s: '%.*s' has no counterpart there", s->o->target->name,
                 (int)from.n, from.text);
    else if (grn_str_equal(from, op->name))
        snprintf(text, sizeof text, "'%.*s' has no counterpart in %s and stays", (int)from.n, from.text,
                 s->o->target->name);
    else
        snprintf(text, sizeof text, "'%.*s' has no counterpart in %s and stays, as '%.*s'", (int)from.n, from.text,
                 s->o->target->name, (int)op->name.n, op->name.text);
    grn_emit(s->diag, s->o->strict ? GRN_SEVERITY_ERROR : GRN_SEVERITY_REMARK, op->place, text);
    if (s->o->strict)
        s->status = GRN_E_UNSUPPORTED;
}

/* An op of a dialect whose types the import has replaced, which its row no longer takes. */
static bool is_stranded(const search *s, const grn_op *op)
{
    const grn_dialect *d = grn_dialect_of(s->ir, op->name);
    const char *tied = d && d->translation ? d->translation->tied_to : NULL;
    const grn_verifier quiet = {.ir = s->ir, .check = {.diag = &grn_quiet}};
    return op->def && tied && strcmp(tied, s->o->target->name) != 0 && grn_verify_types(&quiet, op) != GRN_OK;
}

static void refuse_stranded(search *s, const grn_op *top)
{
    for (const grn_op *op = top; op; op = grn_op_next_in(op, top))
        if (is_stranded(s, op))
            s->status =
                grn_fail(s->diag, op->place, GRN_E_UNSUPPORTED,
                         "cannot be expressed in %s: '%.*s' has no counterpart there, and takes types of %s",
                         s->o->target->name, (int)op->name.n, op->name.text, grn_dialect_of(s->ir, op->name)->name);
}

/* Regions of a foreign op are not searched. The depth of recursion is that of regions, which the
 * parser limits. */
static void look(search *s, const grn_op *op)
{
    if (!belongs(s, op)) {
        tell_foreign(s, op);
        return;
    }
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next)
            for (const grn_op *inner = b->first; inner; inner = inner->next)
                look(s, inner);
}

grn_status grn_pass_foreign(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    search s = {.ir = ir, .o = o, .diag = diag, .status = GRN_OK};
    refuse_stranded(&s, ir->top);
    if (s.status == GRN_OK)
        look(&s, ir->top);
    return s.status;
}

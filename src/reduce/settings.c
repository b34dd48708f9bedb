/* settings.c - attributes that say less: those that may be left out, flags, enumerations, numbers. */
#include "ir/verify.h"
#include "reduce/reduce.h"

/* What makes a function or a constant what it is, or names one. */
static bool is_fixed(const grn_op *op, const grn_named_attr *a)
{
    const char *name;
    grn_tensor t;
    return grn_str_is(a->name, "sym_name") || grn_str_is(a->name, "sym_visibility") ||
           grn_str_is(a->name, "function_type") || (grn_written_constant(op, &name, &t) && grn_str_is(a->name, name));
}

static const grn_attr_def *def_of(const grn_op *op, grn_str name)
{
    for (const grn_attr_def *a = op->def ? op->def->attrs : NULL; a && a->name; a++)
        if (grn_str_is(name, a->name))
            return a;
    return NULL;
}

/* The attribute under a name that need not end in zero. */
static bool drop_attr(grn_op *op, grn_str name)
{
    size_t kept = 0;
    for (size_t i = 0; i < op->nattrs; i++)
        if (!grn_str_equal(op->attrs[i].name, name))
            op->attrs[kept++] = op->attrs[i];
    const bool dropped = kept < op->nattrs;
    op->nattrs = kept;
    return dropped;
}

/* ---- attributes that may go ------------------------------------------------------------------- */

static bool list_attributes(const grn_draft *d, grn_vec *items)
{
    bool ok = true;
    for (grn_op *op = d->ir->top; op && ok; op = grn_op_next_in(op, d->ir->top))
        for (size_t i = 0; i < op->nattrs && ok; i++) {
            const grn_attr_def *def = def_of(op, op->attrs[i].name);
            if (!is_fixed(op, &op->attrs[i]) && (!def || def->need == GRN_OPTIONAL_ATTR))
                ok = grn_add_item(items, (grn_reduce_item){.op = op, .at = i});
        }
    return ok;
}

static grn_status drop_attributes(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    (void)way;
    for (size_t i = n; i-- > 0;)
        d->changed |= drop_attr(items[i].op, items[i].op->attrs[items[i].at].name);
    return GRN_OK;
}

const grn_reduce_step grn_step_attributes = {
    .name = "attributes", .ways = 1, .list = list_attributes, .change = drop_attributes};

/* ---- values of attributes --------------------------------------------------------------------- */

enum { LONGEST_LIST = 64, WHOLE = -1 /* the item is all of the attribute */ };

static bool is_simplest(const grn_attr *a)
{
    return a->kind == GRN_ATTR_BOOL    ? !a->boolean
           : a->kind == GRN_ATTR_ENUM  ? a->enumeration.value == 0
           : a->kind == GRN_ATTR_FLOAT ? a->real == 0
                                       : true;
}

static bool list_settings(const grn_draft *d, grn_vec *items)
{
    bool ok = true;
    for (grn_op *op = grn_draft_next(d, NULL); op && ok; op = grn_draft_next(d, op))
        for (size_t i = 0; i < op->nattrs && ok; i++) {
            const grn_attr *a = op->attrs[i].value;
            const size_t n = grn_numbers_count(a);
            if (is_fixed(op, &op->attrs[i]) || n > LONGEST_LIST)
                continue;
            if (n == 0 && !is_simplest(a))
                ok = grn_add_item(items, (grn_reduce_item){.op = op, .at = i, .number = WHOLE});
            for (size_t k = 0; k < n && ok; k++)
                if (grn_number_at(a, k) != 0)
                    ok = grn_add_item(items, (grn_reduce_item){.op = op, .at = i, .number = (int64_t)k});
        }
    return ok;
}

static const grn_attr *simpler(grn_ir *ir, const grn_attr *a, int64_t number, size_t way)
{
    if (number != WHOLE) {
        const int64_t old = grn_number_at(a, (size_t)number);
        const int64_t to = (int64_t)grn_simpler_number((double)old, way);
        return to == old ? a : grn_number_changed(ir, a, (size_t)number, to);
    }
    if (a->kind == GRN_ATTR_FLOAT)
        return a->real - a->real == 0 ? grn_attr_float(ir, a->type, grn_simpler_number(a->real, way)) : a;
    if (way != GRN_TO_ZERO)
        return a;
    if (a->kind == GRN_ATTR_BOOL)
        return grn_attr_bool(ir, false);
    grn_attr first = *a;
    first.enumeration.value = 0;
    return grn_attr_make(ir, &first);
}

/* Results follow by the rows' inference. */
static grn_status simplify_settings(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    grn_ties ties;
    for (size_t i = 0; i < n; i++) {
        grn_named_attr *attr = &items[i].op->attrs[items[i].at];
        const grn_attr *made = simpler(d->ir, attr->value, items[i].number, way);
        if (!made && d->ir->arena.refused)
            return GRN_E_MEMORY;
        d->changed |= made && !grn_attr_equal(made, attr->value);
        attr->value = made ? made : attr->value;
    }
    if (!d->changed)
        return GRN_OK;
    const bool found = grn_ties_find(d, &d->ir->arena, GRN_TIED_BY_OP, &ties);
    ties.judges_all = true;
    const grn_status status = found ? grn_retype(d, &ties) : GRN_E_MEMORY;
    grn_ties_free(&ties);
    return status;
}

const grn_reduce_step grn_step_settings = {
    .name = "settings", .ways = GRN_NUMBER_WAYS, .list = list_settings, .change = simplify_settings};

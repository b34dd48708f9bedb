/* chain_ops.c - which ops a chain may be made of. A module that is not verified yet may be
 * malformed in any way that parses. */
#include "interp/chains.h"

static bool attr_fits(const grn_op *op, const grn_attr_def *def)
{
    const grn_attr *attr = grn_op_attr(op, def->name);
    return attr ? def->type->matches(attr) : def->need != GRN_REQUIRED;
}

static bool attrs_fit(const grn_op *op)
{
    for (const grn_attr_def *def = op->def->attrs; def && def->name; def++)
        if (!attr_fits(op, def))
            return false;
    return true;
}

static bool is_plain(const grn_type *t)
{
    return t->kind == GRN_TYPE_TENSOR && t->element->kind != GRN_TYPE_QUANT && t->element->dtype;
}

/* Operands of the result's rank, at least one of them; scalars beside them. */
static bool ranks_fit(const grn_op *op)
{
    int32_t rank = op->results[0].type->rank;
    bool any = false;
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_type *t = op->operands[i]->type;
        if (!is_plain(t) || (t->rank != rank && t->rank != 0))
            return false;
        any |= t->rank == rank;
    }
    return any;
}

bool grn_chain_bind(const grn_op *op, grn_bound_element *out)
{
    const grn_element *element = op->def->element_of ? op->def->element_of(op) : op->def->element;
    grn_dtype in[GRN_ELEMENT_ARGS];
    if (!element || element->nargs != op->noperands)
        return false;
    for (size_t i = 0; i < op->noperands; i++)
        in[i] = op->operands[i]->type->element->dtype;
    return grn_element_bind(element, in, op->results[0].type->element->dtype, out) == GRN_OK;
}

bool grn_chain_takes(const grn_op *op)
{
    grn_bound_element unused;
    return op->def && (op->def->element || op->def->element_of) && op->nregions == 0 && op->nresults == 1 &&
           op->noperands >= 1 && op->noperands <= GRN_ELEMENT_ARGS && attrs_fit(op) && is_plain(op->results[0].type) &&
           ranks_fit(op) && grn_chain_bind(op, &unused);
}

/* An iota is computed block by block at its use: it has no operands, so its position does not
 * matter. */
int32_t grn_chain_counts_along(const grn_op *op)
{
    grn_bound_element unused;
    if (!op->def || !op->def->counts_along || op->noperands || op->nresults != 1 || !is_plain(op->results[0].type) ||
        !grn_type_has_static_shape(op->results[0].type) ||
        grn_element_bind(&grn_element_convert, (grn_dtype[]){GRN_I64}, op->results[0].type->element->dtype, &unused) !=
            GRN_OK)
        return -1;
    return op->def->counts_along(op);
}

/* The same number of elements, by the types. */
static bool same_count(const grn_type *a, const grn_type *b)
{
    int64_t n, m;
    return grn_type_has_static_shape(a) && grn_type_has_static_shape(b) && grn_shape_elements(a->rank, a->shape, &n) &&
           grn_shape_elements(b->rank, b->shape, &m) && n == m;
}

/* Blocks of elements in row-major order are the same before and after. */
bool grn_chain_passes_on(const grn_op *op)
{
    return op->def && op->def->traits & GRN_TRAIT_SAME_ORDER && op->noperands == 1 && op->nresults == 1 &&
           op->nregions == 0 && is_plain(op->operands[0]->type) && is_plain(op->results[0].type) &&
           op->operands[0]->type->element == op->results[0].type->element &&
           same_count(op->operands[0]->type, op->results[0].type);
}

static bool same_extents(const grn_type *a, const grn_type *b)
{
    if (a->rank != b->rank)
        return false;
    for (int32_t d = 0; d < a->rank; d++)
        if (a->shape[d] != b->shape[d])
            return false;
    return true;
}

bool grn_chain_same_elements(const grn_type *a, const grn_type *b) { return same_extents(a, b) || same_count(a, b); }

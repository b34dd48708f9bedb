/* make.c - ops of the module that is made, and the types of their results. */
#include "onnx/internal.h"

bool grn_onnx_made(onnx_reader *r, const void *memory)
{
    if (!memory && r->file.status == GRN_OK)
        r->file.status = grn_ir_refused(r->ir, r->file.diag, r->file.place, "reading an ONNX model");
    return memory != NULL;
}

grn_place grn_onnx_place(const onnx_reader *r, size_t at)
{
    return (grn_place){r->number, at < UINT32_MAX ? (uint32_t)at : UINT32_MAX};
}

const grn_attr *grn_onnx_si64(onnx_reader *r, int64_t v)
{
    return grn_attr_integer(r->ir, grn_type_integer(r->ir, 64, GRN_SIGNED), v);
}

bool grn_onnx_set(onnx_reader *r, grn_op *op, const char *name, const grn_attr *value)
{
    return grn_onnx_made(r, value && grn_op_set_attr(r->ir, op, (grn_str){name, strlen(name)}, value) ? op : NULL);
}

/* ---- ops ------------------------------------------------------------------------------------- */

grn_op *grn_onnx_new_op(onnx_reader *r, grn_block *block, const char *name, size_t at, size_t noperands,
                        grn_value *const *operands, size_t nresults)
{
    const grn_str text = {name, strlen(name)};
    r->number++;
    grn_op *op = grn_op_new(r->ir, grn_ir_find_op(r->ir, text), text, grn_onnx_place(r, at), noperands, nresults, 0);
    if (!grn_onnx_made(r, op))
        return NULL;
    for (size_t i = 0; i < noperands; i++) {
        op->operands[i] = operands[i];
        operands[i]->uses++;
    }
    if (block)
        grn_block_append(block, op);
    return op;
}

grn_value *grn_onnx_constant(onnx_reader *r, grn_block *block, size_t at, const grn_attr *elements)
{
    grn_op *op = elements ? grn_onnx_new_op(r, block, "onnx.Constant", at, 0, NULL, 1) : NULL;
    if (!op || !grn_onnx_set(r, op, "value", elements))
        return NULL;
    op->results[0].type = elements->type;
    return &op->results[0];
}

/* One NoValue for all of a function, at its beginning. */
grn_value *grn_onnx_none(onnx_reader *r)
{
    if (r->none)
        return r->none;
    grn_op *op = grn_onnx_new_op(r, NULL, "onnx.NoValue", 0, 0, NULL, 1);
    if (!op || !grn_onnx_set(r, op, "value", grn_attr_unit(r->ir)))
        return NULL;
    op->results[0].type = grn_type_none(r->ir);
    if (!grn_onnx_made(r, op->results[0].type))
        return NULL;
    if (r->entry->first)
        grn_op_insert_before(r->entry->first, op);
    else
        grn_block_append(r->entry, op);
    return r->none = &op->results[0];
}

/* ---- types of results ------------------------------------------------------------------------ */

static bool is_ranked(const grn_type *t) { return grn_type_is_tensor(t); }

/* The type that both agree on; where they contradict each other, the inferred one. */
static const grn_type *merged(onnx_reader *r, const grn_type *inferred, const grn_type *declared)
{
    int64_t shape[GRN_MAX_RANK];
    if (!inferred || !declared || inferred == declared)
        return inferred ? inferred : declared;
    if (inferred->kind == GRN_TYPE_UNRANKED_TENSOR && is_ranked(declared) && inferred->element == declared->element)
        return declared;
    if (!is_ranked(inferred) || !is_ranked(declared) || inferred->element != declared->element ||
        inferred->rank != declared->rank)
        return inferred;
    for (int32_t d = 0; d < inferred->rank; d++)
        shape[d] = inferred->shape[d] == GRN_DYNAMIC ? declared->shape[d] : inferred->shape[d];
    return grn_type_tensor(r->ir, inferred->element, inferred->rank, shape, inferred->encoding);
}

/* Some type for each result, for rows that look at it: of elements that an attribute or operand 0
 * has. */
static bool give_some_types(onnx_reader *r, grn_op *op, int32_t rank)
{
    const grn_attr *to = grn_op_attr(op, "to");
    const grn_type *element = to && to->kind == GRN_ATTR_TYPE ? to->type_value : NULL;
    int64_t open[GRN_MAX_RANK];
    for (size_t i = 0; !element && i < op->noperands; i++)
        element = is_ranked(grn_operand_type(op, i)) ? grn_operand_type(op, i)->element : NULL;
    if (!element)
        element = grn_type_of_dtype(r->ir, GRN_F32);
    for (int32_t d = 0; d < rank; d++)
        open[d] = GRN_DYNAMIC;
    const grn_type *t = element ? grn_type_tensor(r->ir, element, rank, open, NULL) : NULL;
    for (size_t i = 0; i < op->nresults; i++)
        op->results[i].type = t;
    return grn_onnx_made(r, t);
}

typedef enum answer { ANSWER_KNOWN, ANSWER_OPEN, ANSWER_BROKEN } answer;

/* By the row, which is called twice with other types for the results: where the answers differ, the
 * row does not infer the shape. */
static answer ask_row(onnx_reader *r, grn_op *op, grn_inferred *out)
{
    grn_inferred other;
    if (!give_some_types(r, op, 0) || grn_op_infer(r->ir, op, &grn_quiet, &other) != GRN_OK)
        return ANSWER_BROKEN;
    if (!give_some_types(r, op, 3) || grn_op_infer(r->ir, op, &grn_quiet, out) != GRN_OK)
        return ANSWER_BROKEN;
    for (size_t i = 0; i < out->count; i++)
        if (out->types[i] != other.types[i])
            return ANSWER_OPEN;
    return ANSWER_KNOWN;
}

static const grn_type *declared_of(const grn_type *const *declared, size_t i) { return declared ? declared[i] : NULL; }

static bool all_declared(const grn_op *op, const grn_type *const *declared)
{
    bool all = declared != NULL;
    for (size_t i = 0; all && i < op->nresults; i++)
        all = declared[i] && is_ranked(declared[i]);
    return all;
}

/* An op for a node that no row describes. */
static bool make_custom(onnx_reader *r, grn_op *op)
{
    const grn_str prefix = GRN_STR("onnx."), custom = GRN_STR("onnx.Custom");
    const grn_str function = {op->name.text + prefix.n, op->name.n - prefix.n};
    op->def = NULL;
    op->name = custom;
    return grn_onnx_set(r, op, "function_name", grn_attr_string(r->ir, function)) &&
           grn_onnx_set(r, op, "domain_name", grn_attr_string(r->ir, GRN_STR("")));
}

/* By the table of operators without a row, else of operand 0's elements. */
static bool infer_without_row(onnx_reader *r, grn_op *op, const grn_type *const *declared)
{
    for (size_t i = 0; i < op->nresults; i++) {
        const grn_type *t = merged(r, grn_onnx_known_result(r, op, i), declared_of(declared, i));
        if (!t) {
            const grn_type *unknown = grn_type_opaque(r->ir, GRN_STR("!onnx.Unknown"));
            t = unknown;
        }
        op->results[i].type = t;
        if (!grn_onnx_made(r, t))
            return false;
    }
    return true;
}

/* A reduction over as many axes as its list has: without them its rank is known. NULL: it is none. */
static const grn_type *reduced_type(onnx_reader *r, const grn_op *op)
{
    int64_t open[GRN_MAX_RANK];
    const bool is_reduction = op->name.n > 11 && memcmp(op->name.text, "onnx.Reduce", 11) == 0;
    const grn_type *t = is_reduction ? grn_operand_type(op, 0) : NULL,
                   *axes = is_reduction && op->noperands > 1 ? grn_operand_type(op, 1) : NULL;
    if (!axes || !is_ranked(t) || !is_ranked(axes) || axes->rank != 1 || axes->shape[0] < 1 || axes->shape[0] > t->rank)
        return NULL;
    const int32_t rank = t->rank - (grn_op_integer(op, "keepdims", 1) ? 0 : (int32_t)axes->shape[0]);
    for (int32_t d = 0; d < rank; d++)
        open[d] = GRN_DYNAMIC;
    return grn_type_tensor(r->ir, t->element, rank, open, NULL);
}

bool grn_onnx_infer_results(onnx_reader *r, grn_op *op, const grn_type *const *declared)
{
    grn_inferred inferred = {0, NULL};
    const grn_attr *value = grn_str_is(op->name, "onnx.Constant") ? grn_op_attr(op, "value") : NULL;
    if (value && value->kind == GRN_ATTR_ELEMENTS && op->nresults == 1) {
        op->results[0].type = value->type;
        return true;
    }
    const answer a = op->def ? ask_row(r, op, &inferred) : ANSWER_OPEN;
    if (r->ir->arena.refused || r->ir->over)
        return grn_onnx_made(r, NULL);
    if (op->def && a == ANSWER_BROKEN) {
        bool has_declared = all_declared(op, declared);
        for (size_t i = 0; has_declared && i < op->nresults; i++)
            op->results[i].type = declared[i];
        return true; /* the verifier says why */
    }
    if (a == ANSWER_OPEN && op->def && all_declared(op, declared)) {
        for (size_t i = 0; i < op->nresults; i++)
            op->results[i].type = declared[i]->element == inferred.types[i]->element ? declared[i] : inferred.types[i];
        return true;
    }
    const grn_type *reduced = a == ANSWER_OPEN && op->def ? reduced_type(r, op) : NULL;
    if (reduced) {
        op->results[0].type = merged(r, reduced, declared_of(declared, 0));
        return grn_onnx_made(r, op->results[0].type);
    }
    if (a == ANSWER_OPEN)
        return (!op->def || make_custom(r, op)) && infer_without_row(r, op, declared);
    for (size_t i = 0; i < op->nresults; i++)
        if (!grn_onnx_made(r, op->results[i].type = merged(r, inferred.types[i], declared_of(declared, i))))
            return false;
    return true;
}

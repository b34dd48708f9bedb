/*
 * delinearize.c - affine.delinearize_index: one index as several, by a basis of extents of which
 * the first, the outermost, need not be given. `into (%a, %b)` as LLVM 19 has it; of later versions
 * extents may be numbers, `into (%a, 4)`, in `static_basis`. Source: MLIR affine dialect,
 * affine.delinearize_index.
 */
#include <inttypes.h>

#include "dialects/affine/delinearize.h"

bool grn_affine_basis_read(const grn_op *op, grn_affine_basis *out)
{
    size_t dynamic = 0;
    const bool given = grn_op_attr(op, "static_basis") != NULL;
    *out = (grn_affine_basis){.count = op->noperands - 1};
    if (given && !grn_op_dims(op, "static_basis", &out->count, &out->fixed))
        return false;
    for (size_t i = 0; given && i < out->count; i++)
        dynamic += out->fixed[i] == GRN_DYNAMIC;
    return !given || dynamic == op->noperands - 1;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status delinearize_verify(const grn_op *op, grn_check *check)
{
    grn_affine_basis b;
    char text[GRN_TYPE_TEXT_BYTES];
    for (size_t i = 0; i < op->noperands; i++)
        if (!grn_is_index.matches(grn_operand_type(op, i)))
            return grn_op_fail(op, check, "operand #%zu must be index, but got '%s'", i,
                               grn_type_text(grn_operand_type(op, i), text, sizeof text));
    for (size_t i = 0; i < op->nresults; i++)
        if (!grn_is_index.matches(grn_result_type(op, i)))
            return grn_op_fail(op, check, "result #%zu must be variadic of index, but got '%s'", i,
                               grn_type_text(grn_result_type(op, i), text, sizeof text));
    if (!grn_affine_basis_read(op, &b))
        return grn_op_fail(
            op, check,
            "mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry)");
    if (op->nresults != b.count && op->nresults != b.count + 1)
        return grn_op_fail(op, check, "should return an index for each basis element and up to one extra index");
    for (size_t i = 0; b.fixed && i < b.count; i++)
        if (b.fixed[i] != GRN_DYNAMIC && b.fixed[i] < 1)
            return grn_op_fail(op, check, "no basis element may be statically non-positive");
    return GRN_OK;
}

/* ---- running --------------------------------------------------------------------------------- */

/* The extents of all results but the first one. */
static grn_status read_extents(grn_exec *x, const grn_op *op, const grn_affine_basis *b, int64_t *out)
{
    const size_t skipped = b->count + 1 - op->nresults;
    for (size_t i = 0, operand = 1; i < b->count; i++) {
        const bool fixed = b->fixed && b->fixed[i] != GRN_DYNAMIC;
        const int64_t v = fixed ? b->fixed[i] : grn_hlo_integer_value(&x->operands[operand].tensor);
        operand += !fixed;
        if (i < skipped)
            continue;
        if (v < 1)
            return grn_exec_fail(x, op, GRN_E_ARGUMENT,
                                 "element #%zu of its basis is %" PRId64 ", which is not positive", i, v);
        out[i - skipped] = v;
    }
    return GRN_OK;
}

static grn_status delinearize_eval(grn_exec *x, const grn_op *op)
{
    grn_affine_basis b;
    int64_t extent[GRN_MAX_RANK], left = grn_hlo_integer_value(&x->operands[0].tensor);
    if (op->nresults > GRN_MAX_RANK || !grn_affine_basis_read(op, &b))
        return grn_exec_fail(x, op, GRN_E_LIMIT, "gives %zu indices, garner's limit is %d", op->nresults, GRN_MAX_RANK);
    grn_status status = x->calls->charge(x, op->nresults);
    if (status == GRN_OK)
        status = read_extents(x, op, &b, extent);
    for (size_t i = op->nresults; status == GRN_OK && i-- > 0;) {
        int64_t v = left;
        if (i > 0) {
            const int64_t n = extent[i - 1], rest = left % n;
            v = rest < 0 ? rest + n : rest;
            left = left / n - (rest < 0);
        }
        status = grn_affine_number(x, v, &x->results[i]);
    }
    return status;
}

/* ---- text: `%i into (%a, 4) : index, index` -------------------------------------------------- */

static grn_status read_element(grn_parser *p, grn_uses *uses, grn_vec *fixed, bool *any_fixed)
{
    int64_t *v = grn_vec_push(fixed);
    if (!v)
        return GRN_E_MEMORY;
    *v = GRN_DYNAMIC;
    if (grn_parser_at_use(p))
        return grn_uses_read(p, uses);
    *any_fixed = true;
    return grn_parser_i64(p, v);
}

static grn_status read_basis(grn_parser *p, grn_op *op, grn_uses *uses, grn_vec *fixed)
{
    bool any_fixed = false;
    grn_status status = grn_parser_expect(p, "(");
    while (status == GRN_OK && !grn_parser_try(p, ")")) {
        status = fixed->count ? grn_parser_expect(p, ",") : GRN_OK;
        if (status == GRN_OK)
            status = read_element(p, uses, fixed, &any_fixed);
    }
    if (status != GRN_OK || !any_fixed)
        return status;
    return grn_parse_set(p, op, GRN_STR("static_basis"),
                         grn_attr_dense_i64(grn_parser_ir(p), fixed->count, fixed->items));
}

static grn_status read_types(grn_parser *p, grn_op *op, grn_vec *types)
{
    grn_status status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK && grn_parser_try(p, ":"))
        do {
            const grn_type **slot = grn_vec_push(types);
            status = slot ? grn_parser_type(p, slot) : GRN_E_MEMORY;
        } while (status == GRN_OK && grn_parser_try(p, ","));
    return status == GRN_OK ? grn_parser_results(p, op, types->count, types->items) : status;
}

static grn_status parse_with(grn_parser *p, grn_op *op, grn_uses *uses)
{
    grn_vec fixed, types;
    grn_vec_init(&fixed, grn_parser_ir(p)->allocator, sizeof(int64_t));
    grn_vec_init(&types, grn_parser_ir(p)->allocator, sizeof(const grn_type *));
    grn_status status = grn_uses_read(p, uses);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "into");
    if (status == GRN_OK)
        status = read_basis(p, op, uses, &fixed);
    if (status == GRN_OK)
        status = grn_uses_index(p, uses);
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, uses);
    if (status == GRN_OK)
        status = read_types(p, op, &types);
    grn_vec_destroy(&fixed);
    grn_vec_destroy(&types);
    return status;
}

static grn_status delinearize_parse(grn_parser *p, grn_op *op) { return grn_affine_with_uses(p, op, parse_with); }

static grn_status delinearize_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"static_basis", NULL};
    grn_affine_basis b;
    const bool good = grn_affine_basis_read(op, &b);
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    grn_printer_text(p, " into (");
    for (size_t i = 0, operand = 1; good && i < b.count; i++) {
        grn_printer_text(p, i ? ", " : "");
        if (b.fixed && b.fixed[i] != GRN_DYNAMIC)
            grn_printer_i64(p, b.fixed[i]);
        else
            grn_printer_value(p, op->operands[operand++]);
    }
    grn_printer_text(p, ")");
    grn_printer_attr_dict(p, op, skip, " ");
    for (size_t i = 0; i < op->nresults; i++) {
        grn_printer_text(p, i ? ", " : " : ");
        grn_printer_type(p, grn_result_type(op, i));
    }
    return GRN_OK;
}

const grn_op_def grn_affine_index_ops[] = {
    GRN_AFFINE_RUNS("delinearize_index", "turns one index into several, by a basis",
                    GRN_PORTS(GRN_ONE_OF("linear_index"), GRN_ANY_OF("dynamic_basis")),
                    GRN_PORTS(GRN_ANY_OF("multi_index")), GRN_ATTRS(GRN_MAY_HAVE("static_basis", grn_attr_is_dims)),
                    .parse = delinearize_parse, .print = delinearize_print, .verify = delinearize_verify,
                    .eval = delinearize_eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};

/*
 * gather_text.c - tensor.gather and tensor.scatter as text. Read: what
 * upstream writes and what the RFC wrote before it (ML-11),
 *
 *   tensor.gather %a[%i] gather_dims([0, 2]) unique {..} : (A, I) -> R
 *   tensor.gather %a[%i] gather_along_dimension(0, 2) : A[I] -> R
 *   tensor.scatter %s into %d[%i] scatter_dims([1]) unique : (S, D, I) -> D
 *   scatter %s into %d[%i] coordinates = [1] : S into D[I] -> D
 *
 * where the RFC's dims may be left out: the leading ones, as many as an index
 * vector has coordinates. Written: upstream's. What upstream does not have, the
 * RFC's ops of memrefs and its `scatter` without `unique`, is written as the
 * RFC does.
 */
#include "dialects/tensor/gather.h"

typedef struct names {
    const char *dims; /* "gather_dims" */
    bool has_dest;    /* %s into %d[%i], else %a[%i] */
} names;
static const names gather_names = {"gather_dims", false}, scatter_names = {"scatter_dims", true};

/* ---- reading --------------------------------------------------------------------------------- */

static grn_status read_operands(grn_parser *p, const names *w, grn_uses *uses)
{
    grn_status status = grn_uses_read(p, uses);
    if (status == GRN_OK && w->has_dest)
        status = grn_parser_expect(p, "into");
    if (status == GRN_OK && w->has_dest)
        status = grn_uses_read(p, uses);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "[");
    if (status == GRN_OK)
        status = grn_uses_read(p, uses);
    return status == GRN_OK ? grn_parser_expect(p, "]") : status;
}

static grn_status set_dims(grn_parser *p, grn_op *op, const names *w, size_t count, const int64_t *v)
{
    return grn_parse_set(p, op, (grn_str){w->dims, strlen(w->dims)}, grn_attr_dense_i64(grn_parser_ir(p), count, v));
}

/* [1, 2], and behind it a parenthesis where one was opened. */
static grn_status bracketed(grn_parser *p, grn_op *op, const names *w, bool in_parentheses)
{
    size_t count;
    int64_t *v;
    grn_status status = grn_parser_dims(p, &count, &v);
    if (status == GRN_OK)
        status = set_dims(p, op, w, count, v);
    return status == GRN_OK && in_parentheses ? grn_parser_expect(p, ")") : status;
}

/* 1, 2) of gather_along_dimension(1, 2) */
static grn_status listed(grn_parser *p, grn_op *op, const names *w)
{
    int64_t v[GRN_MAX_RANK];
    size_t count = 0;
    grn_place place = grn_parser_place(p);
    grn_status status = GRN_OK;
    do {
        if (count == GRN_MAX_RANK)
            return grn_parser_fail(p, place, "expected at most %d dimensions", GRN_MAX_RANK);
        status = grn_parser_i64(p, &v[count++]);
    } while (status == GRN_OK && grn_parser_try(p, ","));
    if (status == GRN_OK)
        status = grn_parser_expect(p, ")");
    return status == GRN_OK ? set_dims(p, op, w, count, v) : status;
}

/* Any of the spellings, or none. */
static grn_status read_dims(grn_parser *p, grn_op *op, const names *w)
{
    grn_status status = GRN_OK;
    if (grn_parser_try(p, w->dims)) {
        status = grn_parser_expect(p, "(");
        return status == GRN_OK ? bracketed(p, op, w, true) : status;
    }
    if (grn_parser_try(p, "coordinates")) {
        status = grn_parser_expect(p, "=");
        return status == GRN_OK ? bracketed(p, op, w, false) : status;
    }
    if (!grn_parser_try(p, "gather_along_dimension") && !grn_parser_try(p, "scatter_along_dimension"))
        return GRN_OK;
    grn_parser_try(p, "=");
    status = grn_parser_expect(p, "(");
    return status == GRN_OK ? listed(p, op, w) : status;
}

static grn_status read_type(grn_parser *p, grn_uses *uses)
{
    const grn_type *type;
    grn_status status = grn_parser_type(p, &type);
    return status == GRN_OK ? grn_uses_type(uses, type) : status;
}

/* S into D[I] -> R, or A[I] -> R */
static grn_status access_types(grn_parser *p, grn_op *op, const names *w, grn_uses *uses)
{
    const grn_type *result;
    grn_status status = read_type(p, uses);
    if (status == GRN_OK && w->has_dest)
        status = grn_parser_expect(p, "into");
    if (status == GRN_OK && w->has_dest)
        status = read_type(p, uses);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "[");
    if (status == GRN_OK)
        status = read_type(p, uses);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "]");
    if (status == GRN_OK)
        status = grn_parser_expect(p, "->");
    if (status == GRN_OK)
        status = grn_parser_type(p, &result);
    return status == GRN_OK ? grn_uses_finish(p, op, uses, result) : status;
}

/* The RFC's default: dims 0 to k - 1, for index vectors of k coordinates. */
static grn_status default_dims(grn_parser *p, grn_op *op, const names *w, const grn_uses *uses, grn_place place)
{
    int64_t v[GRN_MAX_RANK];
    const grn_type *indices = ((const grn_type *const *)uses->type.items)[uses->type.count - 1];
    int64_t count = grn_type_is_shaped(indices) && indices->rank ? indices->shape[indices->rank - 1] : GRN_DYNAMIC;
    if (grn_op_attr(op, w->dims))
        return GRN_OK;
    if (count < 0 || count > GRN_MAX_RANK)
        return grn_parser_fail(
            p, place, "expected '%s': the last dimension of indices does not tell how many there are", w->dims);
    for (int64_t d = 0; d < count; d++)
        v[d] = d;
    return set_dims(p, op, w, (size_t)count, v);
}

static grn_status parse_with(grn_parser *p, grn_op *op, const names *w, grn_uses *uses)
{
    grn_status status = read_operands(p, w, uses);
    grn_place place = grn_parser_place(p);
    if (status == GRN_OK)
        status = read_dims(p, op, w);
    if (status == GRN_OK && grn_parser_at_word(p) && !grn_parser_at(p, "unique") && !grn_op_attr(op, w->dims))
        return grn_parser_expect(p, w->dims); /* some other word */
    if (status == GRN_OK && grn_parser_try(p, "unique"))
        status = grn_parse_set(p, op, GRN_STR("unique"), grn_attr_unit(grn_parser_ir(p)));
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_at(p, "(") ? grn_uses_signature(p, op, uses) : access_types(p, op, w, uses);
    return status == GRN_OK ? default_dims(p, op, w, uses, place) : status;
}

static grn_status parse(grn_parser *p, grn_op *op, const names *w)
{
    grn_uses uses;
    grn_uses_init(p, &uses);
    grn_status status = parse_with(p, op, w, &uses);
    grn_uses_end(&uses);
    return status;
}

grn_status grn_tensor_gather_parse(grn_parser *p, grn_op *op) { return parse(p, op, &gather_names); }
grn_status grn_tensor_scatter_parse(grn_parser *p, grn_op *op) { return parse(p, op, &scatter_names); }

/* The op becomes upstream's one of that name, which it is the RFC's spelling of. */
static grn_status as_upstream(grn_parser *p, grn_op *op, grn_str name)
{
    const grn_op_def *upstream = grn_ir_find_op(grn_parser_ir(p), name);
    if (!upstream)
        return GRN_OK;
    op->def = upstream;
    op->name = (grn_str){upstream->name, strlen(upstream->name)};
    return GRN_OK;
}

grn_status grn_tensor_rfc_gather_parse(grn_parser *p, grn_op *op)
{
    grn_status status = parse(p, op, &gather_names);
    bool buffers = status == GRN_OK && grn_type_is_memref(grn_result_type(op, 0));
    return status == GRN_OK && !buffers ? as_upstream(p, op, GRN_STR("tensor.gather")) : status;
}

grn_status grn_tensor_rfc_scatter_parse(grn_parser *p, grn_op *op)
{
    grn_status status = parse(p, op, &scatter_names);
    bool buffers = status == GRN_OK && grn_type_is_memref(grn_result_type(op, 0));
    if (status != GRN_OK || buffers || !grn_op_flag(op, "unique", false))
        return status;
    return as_upstream(p, op, GRN_STR("tensor.scatter"));
}

/* ---- writing --------------------------------------------------------------------------------- */

/* %a[%i], or %s into %d[%i] */
static void print_operands(grn_printer *p, const grn_op *op, const names *w)
{
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    if (w->has_dest) {
        grn_printer_text(p, " into ");
        grn_printer_value(p, op->operands[1]);
    }
    grn_printer_text(p, "[");
    grn_printer_value(p, op->operands[op->noperands - 1]);
    grn_printer_text(p, "]");
}

/* Between the brackets; nothing where the attribute is no list. */
static void print_dims(grn_printer *p, const grn_op *op, const char *name, const char *before, const char *after)
{
    size_t count = 0;
    const int64_t *v = NULL;
    grn_op_dims(op, name, &count, &v);
    grn_printer_text(p, before);
    grn_printer_dims(p, count, v);
    grn_printer_text(p, after);
    grn_printer_text(p, grn_op_flag(op, "unique", false) ? " unique" : "");
}

static grn_status print(grn_printer *p, const grn_op *op, const names *w)
{
    const char *const skip[] = {w->dims, "unique", NULL};
    print_operands(p, op, w);
    grn_printer_text(p, " ");
    grn_printer_text(p, w->dims);
    print_dims(p, op, w->dims, "(", ")");
    grn_hlo_print_tail(p, op, skip);
    return GRN_OK;
}

grn_status grn_tensor_gather_print(grn_printer *p, const grn_op *op) { return print(p, op, &gather_names); }
grn_status grn_tensor_scatter_print(grn_printer *p, const grn_op *op) { return print(p, op, &scatter_names); }

/* `coordinates = [1] unique {..} : A[I] -> R`, or `: S into D[I] -> R` */
static grn_status rfc_print(grn_printer *p, const grn_op *op, const names *w)
{
    const char *const skip[] = {w->dims, "unique", NULL};
    print_operands(p, op, w);
    print_dims(p, op, w->dims, " coordinates = ", "");
    grn_printer_attr_dict(p, op, skip, " ");
    grn_printer_text(p, " : ");
    grn_printer_type(p, grn_operand_type(op, 0));
    if (w->has_dest) {
        grn_printer_text(p, " into ");
        grn_printer_type(p, grn_operand_type(op, 1));
    }
    grn_printer_text(p, "[");
    grn_printer_type(p, grn_operand_type(op, op->noperands - 1));
    grn_printer_text(p, "] -> ");
    grn_printer_type(p, grn_result_type(op, 0));
    return GRN_OK;
}

grn_status grn_tensor_rfc_gather_print(grn_printer *p, const grn_op *op) { return rfc_print(p, op, &gather_names); }
grn_status grn_tensor_rfc_scatter_print(grn_printer *p, const grn_op *op) { return rfc_print(p, op, &scatter_names); }

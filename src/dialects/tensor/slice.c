/*
 * slice.c - extract_slice and insert_slice: a rectangular part of a
 * tensor, its offsets, sizes and strides each a list of numbers and operands;
 * dimensions of size 1 may be missing from the part (MLIR tensor dialect,
 * the sections of those names).
 */
#include <inttypes.h>

#include "dialects/tensor/tensor.h"

static const char *const lists[] = {"static_offsets", "static_sizes", "static_strides"};
static const char *const words[] = {"offset", "size", "stride"};
enum { OFFSETS, SIZES, STRIDES, LISTS };

/* An op that has a whole and a part of it, and then operands for the lists. */
typedef struct subject {
    const grn_op *op;
    const grn_check *check;
    const grn_type *whole, *part;
    size_t first; /* operand of the lists */
    const int64_t *v[LISTS];
} subject;

/* ---- rules ----------------------------------------------------------------------------------------------------------------- */

/* As long as the rank, and an operand for each entry that is none. */
static grn_status lists_are_whole(subject *s)
{
    const int64_t *segments;
    char text[GRN_TYPE_TEXT_BYTES];
    grn_status status = grn_tensor_segments(s->op, s->check, s->first + LISTS, &segments);
    for (size_t k = 0; status == GRN_OK && k < s->first; k++)
        if (segments[k] != 1)
            status = grn_op_fail(s->op, s->check, "operand group starting at #%zu requires 1 element, but found %" PRId64, k,
                                 segments[k]);
    for (size_t i = s->first; status == GRN_OK && i < s->op->noperands; i++)
        if (!grn_is_index.matches(grn_operand_type(s->op, i)))
            status = grn_op_fail(s->op, s->check, "operand #%zu must be variadic of index, but got '%s'", i,
                                 grn_type_text(grn_operand_type(s->op, i), text, sizeof text));
    for (size_t k = 0; status == GRN_OK && k < LISTS; k++) {
        size_t count = 0, dynamic = 0;
        grn_op_dims(s->op, lists[k], &count, &s->v[k]);
        if (count != (size_t)s->whole->rank)
            return grn_op_fail_plain(s->op, s->check, "expected %" PRId32 " %s values, got %zu", s->whole->rank, words[k],
                                     count);
        for (size_t d = 0; d < count; d++)
            dynamic += s->v[k][d] == GRN_DYNAMIC;
        if (dynamic != (size_t)segments[s->first + k])
            return grn_op_fail_plain(s->op, s->check, "expected %zu dynamic %s values", dynamic, words[k]);
    }
    return status;
}

static bool is_known(int64_t v) { return v != GRN_DYNAMIC; }

/* LLVM 20 and later: a slice that is known to leave the whole does not verify. */
static grn_status stays_inside(const subject *s)
{
    for (int32_t d = 0; d < s->whole->rank; d++) {
        int64_t offset = s->v[OFFSETS][d], size = s->v[SIZES][d], stride = s->v[STRIDES][d], extent = s->whole->shape[d];
        if (is_known(size) && size < 0)
            return grn_op_fail_plain(s->op, s->check, "expected sizes to be non-negative, but got %" PRId64, size);
        if (is_known(stride) && stride < 1)
            return grn_op_fail(s->op, s->check, "expected stride values to be positive, got %" PRId64, stride);
        if (is_known(offset) && offset < 0)
            return grn_op_fail_plain(s->op, s->check, "expected offsets to be non-negative, but got %" PRId64, offset);
        if (!is_known(offset) || size == 0)
            continue;
        if (is_known(extent) && offset >= extent)
            return grn_op_fail_plain(s->op, s->check, "offset %" PRId32 " is out-of-bounds: %" PRId64 " >= %" PRId64, d,
                                     offset, extent);
        int64_t span, last;
        if (!is_known(extent) || !is_known(size) || !is_known(stride))
            continue;
        if (!grn_mul_i64(size - 1, stride, &span) || !grn_add_i64(offset, span, &last))
            last = INT64_MAX;
        if (last >= extent)
            return grn_op_fail_plain(s->op, s->check,
                                     "slice along dimension %" PRId32 " runs out-of-bounds: %" PRId64 " >= %" PRId64, d, last,
                                     extent);
    }
    return GRN_OK;
}

/* Whether `part` is `sizes` with some of its ones left out, in order. Greedy matching is right: a one that can match may
 * always be matched. */
static bool is_reduced(const grn_type *part, int32_t rank, const int64_t *sizes)
{
    int32_t at = 0;
    for (int32_t d = 0; d < rank; d++)
        if (at < part->rank && part->shape[at] == sizes[d])
            at++;
        else if (sizes[d] != 1)
            return false;
    return at == part->rank;
}

static grn_status part_is_right(const subject *s)
{
    char text[GRN_TYPE_TEXT_BYTES];
    if (s->part->rank > s->whole->rank)
        return grn_op_fail_plain(s->op, s->check, "expected rank to be smaller or equal to the other rank. ");
    const grn_type *want =
        grn_type_tensor(s->check->scratch, s->whole->element, s->whole->rank, s->v[SIZES], s->whole->encoding);
    if (!want)
        return GRN_E_MEMORY;
    if (!is_reduced(s->part, s->whole->rank, s->v[SIZES]))
        return grn_op_fail_plain(s->op, s->check, "expected type to be '%s' or a rank-reduced version. (size mismatch) ",
                                 grn_type_text(want, text, sizeof text));
    if (s->part->element != s->whole->element)
        return grn_op_fail_plain(s->op, s->check, "expected element type to be '%s'",
                                 grn_type_text(s->whole->element, text, sizeof text));
    return GRN_OK;
}

static grn_status verify(subject *s)
{
    grn_status status = lists_are_whole(s);
    if (status == GRN_OK)
        status = stays_inside(s);
    return status == GRN_OK ? part_is_right(s) : status;
}

static grn_status extract_verify(const grn_op *op, grn_check *check)
{
    subject s = {.op = op, .check = check, .whole = grn_operand_type(op, 0), .part = grn_result_type(op, 0), .first = 1};
    return verify(&s);
}

static grn_status insert_verify(const grn_op *op, grn_check *check)
{
    subject s = {.op = op, .check = check, .whole = grn_operand_type(op, 1), .part = grn_operand_type(op, 0), .first = 2};
    if (grn_result_type(op, 0) != grn_operand_type(op, 1))
        return grn_op_fail(op, check, "failed to verify that expected result type to match dest type");
    return verify(&s);
}

/* ---- running ----------------------------------------------------------------------------------------------------------------- */

/* The shape of the part: that of its type, whose unknown extents are the sizes in order. */
static void reduced_shape(const grn_type *part, int32_t rank, const int64_t *sizes, const grn_attr *written, int64_t *shape)
{
    int32_t at = 0;
    for (int32_t d = 0; d < rank; d++)
        if (at < part->rank && part->shape[at] == written->dims[d])
            shape[at++] = sizes[d];
}

/* A view of the part of `whole`, in the part's own shape. */
static grn_status part_of(grn_exec *x, const grn_op *op, const grn_tensor *whole, const grn_type *type, size_t first,
                          grn_tensor *out)
{
    int64_t v[LISTS][GRN_MAX_RANK], shape[GRN_MAX_RANK];
    grn_tensor part;
    grn_status status = GRN_OK;
    for (size_t k = 0; status == GRN_OK && k < LISTS; k++)
        status = grn_read_mixed(x, op, lists[k], &first, whole->rank, v[k]);
    if (status == GRN_OK)
        status = grn_take_part(x, op, whole, v[OFFSETS], v[SIZES], v[STRIDES], &part);
    if (status != GRN_OK)
        return status;
    reduced_shape(type, whole->rank, v[SIZES], grn_op_attr(op, "static_sizes"), shape);
    if (!grn_view_reshape(&part, type->rank, shape, out)) /* dropping ones always goes */
        return grn_exec_fail(x, op, GRN_E_SHAPE, "the slice has not the shape its type says");
    return GRN_OK;
}

static grn_status extract_eval(grn_exec *x, const grn_op *op)
{
    grn_tensor view;
    grn_status status = part_of(x, op, &x->operands[0].tensor, grn_result_type(op, 0), 1, &view);
    return status == GRN_OK ? grn_hlo_share_result(x, 0, 0, &view) : status;
}

static grn_status own_dest(grn_exec *x, const grn_op *op)
{
    const grn_tensor *dest = &x->operands[1].tensor;
    if (x->may_donate(x, op, 1))
        return x->donate(x, 1, &x->results[0]);
    grn_status status = grn_hlo_new_result(x, op, 0, dest->rank, dest->shape);
    if (status == GRN_OK)
        grn_tensor_copy(&x->results[0].tensor, dest);
    return status;
}

static grn_status insert_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *source = &x->operands[0].tensor;
    grn_tensor view;
    grn_status status = part_of(x, op, &x->operands[1].tensor, grn_operand_type(op, 0), 2, &view); /* checks, before all */
    for (int32_t d = 0; status == GRN_OK && d < view.rank; d++)
        if (view.shape[d] != source->shape[d])
            status = grn_exec_fail(x, op, GRN_E_SHAPE, "source has %" PRId64 " elements along dimension %" PRId32
                                   ", the slice has %" PRId64, source->shape[d], d, view.shape[d]);
    if (status == GRN_OK)
        status = own_dest(x, op);
    if (status == GRN_OK)
        status = part_of(x, op, &x->results[0].tensor, grn_operand_type(op, 0), 2, &view);
    if (status == GRN_OK)
        grn_tensor_copy(&view, source);
    return status;
}

/* ---- text --------------------------------------------------------------------------------------------------------------------- */

static grn_status read_lists(grn_parser *p, grn_op *op, grn_uses *uses, size_t first)
{
    size_t segments[2 + LISTS] = {1, 1};
    grn_status status = GRN_OK;
    for (size_t k = 0; status == GRN_OK && k < LISTS; k++)
        status = grn_parse_mixed(p, op, (grn_str){lists[k], strlen(lists[k])}, uses, &segments[first + k]);
    return status == GRN_OK ? grn_set_segments(p, op, first + LISTS, segments) : status;
}

/* `: A to B` or `: A into B`: the one operand and the result, or the two operands, the second being the result's. */
static grn_status read_types(grn_parser *p, grn_op *op, grn_uses *uses, bool inserts)
{
    const grn_type *a, *b;
    grn_status status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_type(p, &a);
    if (status == GRN_OK)
        status = grn_parser_expect(p, inserts ? "into" : "to");
    if (status == GRN_OK)
        status = grn_parser_type(p, &b);
    if (status == GRN_OK)
        status = grn_uses_type(uses, a);
    if (status == GRN_OK && inserts)
        status = grn_uses_type(uses, b);
    if (status == GRN_OK)
        status = grn_uses_index(p, uses);
    return status == GRN_OK ? grn_uses_finish(p, op, uses, b) : status;
}

static grn_status parse_with(grn_parser *p, grn_op *op, grn_uses *uses, bool inserts)
{
    grn_status status = grn_uses_read(p, uses);
    if (status == GRN_OK && inserts)
        status = grn_parser_expect(p, "into");
    if (status == GRN_OK && inserts)
        status = grn_uses_read(p, uses);
    if (status == GRN_OK)
        status = read_lists(p, op, uses, inserts ? 2 : 1);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    return status == GRN_OK ? read_types(p, op, uses, inserts) : status;
}

static grn_status parse(grn_parser *p, grn_op *op, bool inserts)
{
    grn_uses uses;
    grn_uses_init(p, &uses);
    grn_status status = parse_with(p, op, &uses, inserts);
    grn_uses_end(&uses);
    return status;
}

static grn_status extract_parse(grn_parser *p, grn_op *op) { return parse(p, op, false); }
static grn_status insert_parse(grn_parser *p, grn_op *op) { return parse(p, op, true); }

static grn_status print(grn_printer *p, const grn_op *op, bool inserts)
{
    static const char *const skip[] = {"static_offsets", "static_sizes", "static_strides", "operandSegmentSizes", NULL};
    size_t operand = inserts ? 2 : 1;
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    if (inserts) {
        grn_printer_text(p, " into ");
        grn_printer_value(p, op->operands[1]);
    }
    for (size_t k = 0; k < LISTS; k++) {
        grn_printer_text(p, k ? " " : "");
        grn_print_mixed(p, op, lists[k], &operand);
    }
    grn_printer_attr_dict(p, op, skip, " ");
    grn_printer_text(p, " : ");
    grn_printer_type(p, grn_operand_type(op, 0));
    grn_printer_text(p, inserts ? " into " : " to ");
    grn_printer_type(p, inserts ? grn_operand_type(op, 1) : grn_result_type(op, 0));
    return GRN_OK;
}

static grn_status extract_print(grn_printer *p, const grn_op *op) { return print(p, op, false); }
static grn_status insert_print(grn_printer *p, const grn_op *op) { return print(p, op, true); }

/* ---- rows ------------------------------------------------------------------------------------------------------------------------ */

#define LIST_PORTS                                                                                                        \
    {"offsets", &grn_is_index, GRN_VARIADIC}, {"sizes", &grn_is_index, GRN_VARIADIC}, {"strides", &grn_is_index, GRN_VARIADIC}
static const grn_port extract_operands[] = {{"source", &grn_is_ranked_tensor, GRN_ONE}, LIST_PORTS, GRN_HLO_PORTS_END};
static const grn_port insert_operands[] = {
    {"source", &grn_is_ranked_tensor, GRN_ONE}, {"dest", &grn_is_ranked_tensor, GRN_ONE}, LIST_PORTS, GRN_HLO_PORTS_END};
static const grn_port result[] = {{"result", &grn_is_ranked_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_attr_def attrs[] = {
    GRN_HLO_ATTR("static_offsets", grn_attr_is_dims), GRN_HLO_ATTR("static_sizes", grn_attr_is_dims),
    GRN_HLO_ATTR("static_strides", grn_attr_is_dims), GRN_HLO_ATTR("operandSegmentSizes", grn_is_segment_sizes),
    GRN_HLO_ATTRS_END};

static const char *const where[] = {"static_offsets", "static_sizes", "static_strides", NULL};

const grn_op_def grn_tensor_slice_ops[] = {
    {.name = "tensor.extract_slice", .source = "MLIR tensor dialect, tensor.extract_slice", .operands = extract_operands,
     .results = result, .attrs = attrs, .traits = GRN_TRAIT_PURE, .parse = extract_parse, .print = extract_print,
     .verify = extract_verify, .subset = {.access = GRN_SUBSET_READS, .container = 0, .place = 1, .where = where},
     .eval = extract_eval, .work = GRN_WORK_OWN},
    {.name = "tensor.insert_slice", .source = "MLIR tensor dialect, tensor.insert_slice", .operands = insert_operands,
     .results = result, .attrs = attrs, .traits = GRN_TRAIT_PURE, .parse = insert_parse, .print = insert_print,
     .verify = insert_verify,
     .subset = {.access = GRN_SUBSET_WRITES, .container = 1, .written = 0, .place = 2, .where = where}, .eval = insert_eval},
    {.name = NULL},
};

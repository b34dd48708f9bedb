/*
 * row_bitcast.c - the same bits as another type: one element as one, as several
 * or as a part, the piece at 0 being the lowest. Sources: StableHLO spec,
 * bitcast_convert; MLIR tensor dialect, tensor.bitcast.
 */
#include "lower/numbers.h"

static uint32_t bits_of(const grn_type *element) { return (uint32_t)grn_dtype_bits(element->dtype); }

/* Bits of v, of the lowered type or of integers as wide, as another such type. */
static grn_value *renamed(grn_lower *l, grn_value *v, const grn_type *as)
{
    return !v || v->type == as ? v : grn_lo_cast(l, "arith.bitcast", v, as);
}

/* How far up piece `k` of `width` bits lies in an integer of type `whole`. */
static grn_value *place_of(grn_lower *l, grn_value *k, uint32_t width, const grn_type *whole)
{
    grn_value *bits = grn_lo_mul(l, k, grn_lo_index(l, width));
    return grn_lo_cast(l, "arith.index_cast", bits, whole);
}

static grn_value *split(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    const grn_type *from = grn_lo_operand_element(op, 0), *to = grn_result_type(op, 0)->element;
    const grn_type *whole = grn_lo_integer_type(l, bits_of(from)), *piece = grn_lo_integer_type(l, bits_of(to));
    grn_value *v = renamed(l, grn_lo_read(l, op->operands[0], index), whole);
    grn_value *at = place_of(l, index[grn_operand_type(op, 0)->rank], bits_of(to), whole);
    return renamed(l, grn_lo_cast(l, "arith.trunci", grn_lo_binary(l, "arith.shrui", v, at), piece),
                   grn_lo_element(l, to));
}

static grn_value *joined(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    const grn_type *from = grn_lo_operand_element(op, 0), *to = grn_result_type(op, 0)->element;
    const grn_type *whole = grn_lo_integer_type(l, bits_of(to)), *piece = grn_lo_integer_type(l, bits_of(from));
    const int32_t rank = grn_result_type(op, 0)->rank;
    grn_value *at[GRN_MAX_RANK];
    grn_lo_carry made = {.n = 1, .v = {grn_lo_integer(l, whole, 0)}};
    for (int32_t d = 0; d < rank; d++)
        at[d] = index[d];
    at[rank] = grn_lo_for(l, grn_lo_index(l, bits_of(to) / bits_of(from)), &made);
    grn_value *v = grn_lo_cast(l, "arith.extui", renamed(l, grn_lo_read(l, op->operands[0], at), piece), whole);
    v = grn_lo_binary(l, "arith.shli", v, place_of(l, at[rank], bits_of(from), whole));
    made.v[0] = grn_lo_binary(l, "arith.ori", made.v[0], v);
    grn_lo_end_for(l, &made);
    return renamed(l, made.v[0], grn_lo_element(l, to));
}

static grn_value *bitcast(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    const grn_type *from = grn_lo_operand_element(op, 0), *to = grn_result_type(op, 0)->element;
    if (from == to)
        return grn_lo_read(l, op->operands[0], index);
    if (from->kind == GRN_TYPE_COMPLEX || to->kind == GRN_TYPE_COMPLEX)
        return grn_lo_refuse(l, "splits or joins complex numbers, which is not lowered");
    if (bits_of(from) != bits_of(to))
        return bits_of(from) > bits_of(to) ? split(l, op, index) : joined(l, op, index);
    return renamed(l, grn_lo_read(l, op->operands[0], index), grn_lo_element(l, to));
}

/* Those that both have, then the pieces of one element. */
static void extents(grn_lower *l, const grn_op *op, grn_value **out)
{
    const int32_t rank = grn_operand_type(op, 0)->rank;
    grn_value *own[GRN_MAX_RANK];
    grn_lo_extents(l, op->operands[0], own);
    for (int32_t d = 0; d < grn_result_type(op, 0)->rank; d++)
        out[d] =
            d < rank
                ? own[d]
                : grn_lo_index(l, bits_of(grn_lo_operand_element(op, 0)) / bits_of(grn_result_type(op, 0)->element));
}

GRN_LOWER(stablehlo, bitcast_convert) = {.element = bitcast, .extents = extents, .flags = GRN_LO_POINTWISE};
GRN_LOWER(tensor, bitcast) = {.element = bitcast, .flags = GRN_LO_POINTWISE};

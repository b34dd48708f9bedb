/*
 * rules.c - how a broken rule of the StableHLO spec is reported, and
 * the small checks that several ops' rules share.
 */
#include <stdio.h>

#include "dialects/stablehlo/stablehlo.h"

grn_status grn_stablehlo_broken(const grn_op *op, const grn_check *check, const char *rule, const char *format, ...)
{
    char message[GRN_MESSAGE_BYTES];
    GRN_FORMAT(message, format);
    grn_status status = grn_op_fail_plain(op, check, "%s", message);
    grn_op_rule(op, check, rule);
    return status;
}

/* Leaves room for what follows in `tail` bytes, ", ..." and a zero; every number is tried first,
 * and dropped when they would not fit. */
static size_t put_list(size_t count, const int64_t *v, char *buffer, size_t buffer_bytes)
{
    const size_t tail = 8;
    size_t n = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        char number[24];
        const char *comma = i ? ", " : "";
        size_t m = (size_t)snprintf(number, sizeof number, "%s%lld", comma, (long long)v[i]);
        if (n + m + tail > buffer_bytes)
            return n + (size_t)snprintf(buffer + n, buffer_bytes - n, ", ...");
        memcpy(buffer + n, number, m + 1);
        n += m;
    }
    return n;
}

const char *grn_stablehlo_list_text(size_t count, const int64_t *v, char *buffer, size_t buffer_bytes)
{
    put_list(count, v, buffer, buffer_bytes);
    return buffer;
}

const char *grn_stablehlo_dims_text(size_t count, const int64_t *v, char *buffer, size_t buffer_bytes)
{
    buffer[0] = '[';
    size_t n = 1 + put_list(count, v, buffer + 1, buffer_bytes - 1);
    snprintf(buffer + n, buffer_bytes - n, "]");
    return buffer;
}

static bool both(const grn_type *a, const grn_type *b, grn_type_kind kind)
{
    return a->kind == kind && b->kind == kind;
}

bool grn_stablehlo_promotable(const grn_type *from, const grn_type *to)
{
    if (both(from, to, GRN_TYPE_FLOAT))
        return true;
    if (both(from, to, GRN_TYPE_INTEGER))
        return from->width <= to->width;
    if (both(from, to, GRN_TYPE_QUANT))
        return from->quant.expressed == to->quant.expressed && from->quant.storage->width <= to->quant.storage->width;
    return both(from, to, GRN_TYPE_COMPLEX) && grn_dtype_bits(from->dtype) <= grn_dtype_bits(to->dtype);
}

grn_status grn_stablehlo_same_quantization(const grn_op *op, const grn_check *check, const char *rule, size_t i,
                                           const grn_type *element)
{
    const grn_type *have = i < op->nresults ? grn_type_element_or_self(grn_result_type(op, i)) : element;
    char is[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    if (element->kind != GRN_TYPE_QUANT || have->kind != GRN_TYPE_QUANT || have == element)
        return GRN_OK;
    return grn_stablehlo_broken(op, check, rule, "expects result %zu to have elements of type '%s', but got '%s'", i,
                                grn_type_text(element, want, sizeof want), grn_type_text(have, is, sizeof is));
}

bool grn_stablehlo_infer_count(grn_check *check, grn_inferred *out, size_t count)
{
    out->count = count;
    out->types = GRN_ARENA_NEW(&check->scratch->arena, const grn_type *, count ? count : 1);
    return out->types != NULL;
}

grn_status grn_stablehlo_infer_one(grn_check *check, grn_inferred *out, const grn_type *type)
{
    if (!type || !grn_stablehlo_infer_count(check, out, 1))
        return GRN_E_MEMORY;
    out->types[0] = type;
    return GRN_OK;
}

/*
 * bag_columns.h - up to GRN_BAG_LANES columns of a bag, in plain C. The includer defines REAL and
 * ORDINAL, the wide type and the integer as wide; FN(name), the function for it; and FMA(a, b, c),
 * C's function of REAL. bag_element.h says what an entry is.
 */

/* Number c of a row, scaled; of a kind without a bias. */
KERNEL_INLINE REAL FN(bag_plain)(grn_bag_rows_kind kind, const grn_bag_rows *rows, int64_t row, int64_t c)
{
    const char *p = rows->data + row * rows->row_bytes;
    if (kind == GRN_BAG_KIND_f64)
        return (REAL)bag_load_f64(p + 8 * c);
    return bag_has_blocks(kind) ? (REAL)(bag_block_scale(rows, row, c) * bag_number(kind, p, c))
                                : (REAL)bag_number(kind, p, c);
}

/* Number c of a row. */
KERNEL_INLINE REAL FN(bag_value)(grn_bag_rows_kind kind, bool fused, const grn_bag_rows *rows, int64_t row, int64_t c,
                                 bag_scale s)
{
    if (!bag_has_bias(kind))
        return FN(bag_plain)(kind, rows, row, c);
    const REAL q = (REAL)bag_number(kind, rows->data + row * rows->row_bytes, c), scale = (REAL)s.scale;
    return fused ? FMA(scale, q, (REAL)s.bias) : scale * q + (REAL)s.bias;
}

KERNEL_INLINE REAL FN(bag_added)(grn_bag_rows_kind kind, bool fused, const grn_bag_rows *rows, int64_t row, int64_t c,
                                 bag_scale s, REAL w, REAL sum)
{
    if (bag_has_bias(kind)) {
        const REAL m = w * (REAL)s.scale, b = w * (REAL)s.bias;
        const REAL q = (REAL)bag_number(kind, rows->data + row * rows->row_bytes, c);
        return fused ? FMA(m, q, sum + b) : (sum + b) + m * q;
    }
    const REAL x = FN(bag_plain)(kind, rows, row, c);
    return fused ? FMA(w, x, sum) : sum + w * x;
}

/* Whether x takes the place of `best`, which is none while `arg` is below 0. */
KERNEL_INLINE bool FN(bag_is_greater)(const grn_bag_entries *list, REAL x, REAL best, ORDINAL arg)
{
    if (arg < 0)
        return x == x || list->nan_begins;
    return x > best || (list->nan_wins && x != x && best == best);
}

/* The weight of entry e; 1 where there are none. */
KERNEL_INLINE REAL FN(bag_weight_at)(const grn_bag_entries *list, int64_t e)
{
    REAL w = 1;
    if (list->weight != NULL)
        memcpy(&w, (const char *)list->weight + e * list->weight_step * (int64_t)sizeof w, sizeof w);
    return w;
}

/* Columns [c, c + n) of the batch, of bag b. */
KERNEL_INLINE void FN(bag_columns)(grn_bag_rows_kind kind, bag_act act, bool fused, const grn_bag_rows *rows,
                                   const grn_bag_entries *list, const grn_bag_batch *batch, int64_t b, int64_t c,
                                   int64_t n)
{
    const int64_t column = batch->column + c, from = batch->start[b];
    const int64_t at = bag_column_at(kind, column), bytes = bag_column_at(kind, column + n - 1) - at + 1;
    const REAL sign = act == BAG_EXTREME && list->is_min ? -1 : 1;
    REAL value[GRN_BAG_LANES] = {0}, *out = (REAL *)batch->out + b * batch->out_step + c;
    ORDINAL which[GRN_BAG_LANES];
    for (int64_t k = 0; k < n; k++) {
        which[k] = batch->arg_before != NULL ? ((const ORDINAL *)batch->arg_before)[c + k]
                   : batch->before != NULL   ? 0
                                             : -1;
        if (batch->before != NULL)
            value[k] = sign * ((const REAL *)batch->before)[c + k];
    }
    for (int64_t e = from; e < batch->start[b + 1]; e++) {
        const int64_t row = bag_row_at(list->row, e);
        if (list->ahead > 0 && e < list->entries - list->ahead)
            bag_prefetch(kind, rows, bag_row_at(list->row, e + list->ahead), rows->data + at, bytes);
        const bag_scale s = bag_has_bias(kind) ? bag_scale_of(rows, row) : (bag_scale){1, 0};
        const REAL w = sign * FN(bag_weight_at)(list, e);
        for (int64_t k = 0; k < n; k++) {
            if (act == BAG_SUM) {
                value[k] = FN(bag_added)(kind, fused, rows, row, column + k, s, w, value[k]);
                continue;
            }
            const REAL x = w * FN(bag_value)(kind, fused, rows, row, column + k, s);
            if (FN(bag_is_greater)(list, x, value[k], which[k])) {
                value[k] = x;
                which[k] = (ORDINAL)(list->place != NULL ? list->place[e] : e - from);
            }
        }
    }
    for (int64_t k = 0; k < n; k++) {
        out[k] = FN(canonical)(sign * value[k]);
        if (act == BAG_EXTREME && batch->arg != NULL)
            ((ORDINAL *)batch->arg)[c + k] = which[k];
    }
}

KERNEL_INLINE void FN(bag_dot_columns)(grn_bag_rows_kind kind, const grn_bag_rows *rows, int64_t row, int64_t column,
                                       int64_t from, int64_t to, const void *grad, REAL *lanes)
{
    const bag_scale s = bag_has_bias(kind) ? bag_scale_of(rows, row) : (bag_scale){1, 0};
    for (int64_t i = from; i < to; i++) {
        REAL *lane = &lanes[i % GRN_BAG_LANES], by;
        memcpy(&by, (const char *)grad + i * (int64_t)sizeof by, sizeof by);
        *lane = FMA(FN(bag_value)(kind, true, rows, row, column + i, s), by, *lane);
    }
}

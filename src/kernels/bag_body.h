/*
 * bag_body.h - bags on vectors. The includer defines REAL, ORDINAL, FN and FMA as bag_columns.h
 * wants them; WIDTH, the bytes of a vector; VEC, ORDINALS and LOAD, the names of a vector of REAL,
 * of one of ORDINAL, and of the function that loads numbers of a row; VFMA(a, b, c) of vectors;
 * and BLOCK_16, where there are registers for so many vectors of sums.
 *
 * Columns that fill no vector are taken again with those before them: a column's value does not
 * depend on what is beside it. Where that cannot be, the set below takes them.
 */
#define LANES ((int64_t)(WIDTH / sizeof(REAL)))

KERNEL_INLINE VEC FN(every)(REAL x) { return x - (VEC){0}; }

KERNEL_INLINE VEC FN(choose)(ORDINALS which, VEC yes, VEC no)
{
    return (VEC)((which & (ORDINALS)yes) | (~which & (ORDINALS)no));
}

/* Numbers of LANES columns from c on, which lie at p, as bag_plain has them; of a kind with a bias,
 * without it. All of them are of one block, where there are blocks. They are vector v of `vectors`
 * that lie side by side. */
KERNEL_INLINE VEC FN(numbers)(grn_bag_rows_kind kind, const grn_bag_rows *rows, int64_t row, int64_t c, const char *p,
                              int v, int vectors)
{
    const VEC x = LOAD(kind, p, v, vectors);
    return bag_has_blocks(kind) ? (REAL)bag_block_scale(rows, row, c) * x : x;
}

/* `vectors` of columns of a bag. */
KERNEL_INLINE int64_t FN(bag_block)(grn_bag_rows_kind kind, bag_act act, bool fused, int vectors,
                                    const grn_bag_rows *rows, const grn_bag_list *list, int64_t from, int64_t to,
                                    int64_t column, REAL *out, ORDINAL *arg)
{
    const int64_t at = bag_column_at(kind, column), bytes = bag_column_at(kind, vectors * LANES);
    const ORDINALS begins = (ORDINALS){0} - (list->nan_begins ? 1 : 0), wins = (ORDINALS){0} - (list->nan_wins ? 1 : 0);
    VEC value[16];
    ORDINALS which[16];
    int64_t taken = 0;
    /* unrolled, as all loops over them, so that they are registers */
    BAG_UNROLL
    for (int v = 0; v < vectors; v++) {
        value[v] = (VEC){0};
        which[v] = (ORDINALS){0} - 1;
    }
    for (int64_t e = from; e < to; e++) {
        const int64_t row = bag_row_of(list, e);
        bag_prefetch(kind, rows, list, e, at, bytes);
        if (!bag_takes(rows, list, row))
            continue;
        const bag_scale s = bag_has_bias(kind) ? bag_scale_of(rows, row) : (bag_scale){1, 0};
        const REAL weight = act == BAG_ADD ? 1 : FN(bag_weight)(list, e);
        const char *p = rows->data + row * rows->row_bytes + at;
        const VEC w = FN(every)(weight), scale = FN(every)((REAL)s.scale), bias = FN(every)((REAL)s.bias);
        const VEC m = w * scale, b = w * bias;
        taken++;
        if (act > BAG_SUM && arg == NULL && !bag_has_bias(kind)) {
            const ORDINALS is_first = (ORDINALS){0} - (taken == 1 ? 1 : 0);
            BAG_UNROLL
            for (int v = 0; v < vectors; v++) {
                const VEC x = w * FN(numbers)(kind, rows, row, column + v * LANES, p + bag_column_at(kind, v * LANES),
                                              v, vectors);
                const ORDINALS better = (ORDINALS)(act == BAG_MAX ? x > value[v] : x < value[v]);
                value[v] = FN(choose)(better | is_first, x, value[v]);
            }
            continue;
        }
        BAG_UNROLL
        for (int v = 0; v < vectors; v++) {
            VEC x = FN(numbers)(kind, rows, row, column + v * LANES, p + bag_column_at(kind, v * LANES), v, vectors);
            if (act == BAG_ADD) {
                value[v] += x;
            } else if (act == BAG_SUM && bag_has_bias(kind)) {
                const VEC sum = value[v] + b;
                value[v] = fused ? VFMA(m, x, sum) : sum + m * x;
            } else if (act == BAG_SUM) {
                value[v] = fused ? VFMA(w, x, value[v]) : value[v] + w * x;
            } else {
                if (bag_has_bias(kind))
                    x = fused ? VFMA(scale, x, bias) : scale * x + bias;
                x = w * x;
                const VEC best = value[v];
                const ORDINALS none = which[v] < 0;
                const ORDINALS better = (ORDINALS)(act == BAG_MAX ? x > best : x < best) & ~none;
                const ORDINALS first = none & ((ORDINALS)(x == x) | begins),
                               nan = (ORDINALS)(x != x) & (ORDINALS)(best == best);
                const ORDINALS takes = better | first | (nan & wins & ~none);
                value[v] = FN(choose)(takes, x, best);
                which[v] = (takes & ((ORDINALS){0} + (ORDINAL)(e - from))) | (~takes & which[v]);
            }
        }
    }
    const VEC canonical = FN(every)(FN(canonical)((REAL)NAN));
    BAG_UNROLL
    for (int v = 0; v < vectors; v++) {
        const VEC x = FN(choose)((ORDINALS)(value[v] == value[v]), value[v], canonical);
        memcpy(out + v * LANES, &x, sizeof x);
        if (act > BAG_SUM && arg != NULL)
            memcpy(arg + v * LANES, &which[v], sizeof which[v]);
    }
    return taken;
}

/* Whether vectors may begin at a column. */
KERNEL_INLINE bool FN(is_aligned)(grn_bag_rows_kind kind, int64_t column)
{
    return column % (bag_has_blocks(kind) ? LANES : bag_per_byte(kind)) == 0;
}

/* Where the next n of ncolumns columns are taken, of which `done` are: behind those, or so that
 * they end the row where more than half of them are left; -1: they are not. */
KERNEL_INLINE int64_t FN(next_columns)(int64_t done, int64_t n, int64_t ncolumns, bool ends_aligned)
{
    const int64_t left = ncolumns - done;
    if (left >= n)
        return done;
    return left > (n == LANES ? 0 : n / 2) && ncolumns >= n && ends_aligned ? ncolumns - n : -1;
}

/* Takes so many vectors while they fit. */
#define BAG_TAKE(vectors)                                                                             \
    for (int64_t at; (at = FN(next_columns)(c, (vectors)*LANES, ncolumns, ends_aligned)) >= 0;        \
         c = at + (vectors)*LANES)                                                                    \
        taken = FN(bag_block)(kind, act, fused, vectors, rows, list, from, to, column + at, out + at, \
                              arg == NULL ? NULL : arg + at);

KERNEL_INLINE int64_t FN(bag_row)(grn_bag_rows_kind kind, bag_act act, bool fused, const grn_bag_rows *rows,
                                  const grn_bag_list *list, int64_t from, int64_t to, int64_t column, int64_t ncolumns,
                                  REAL *out, ORDINAL *arg, grn_bag_fn narrower)
{
    int64_t taken = 0, c = 0;
    if (FN(is_aligned)(kind, column)) {
        const bool ends_aligned = FN(is_aligned)(kind, column + ncolumns);
        if (act <= BAG_SUM) {
#ifdef BLOCK_16
            BAG_TAKE(16)
#endif
            BAG_TAKE(8)
        }
        BAG_TAKE(4)
        BAG_TAKE(2)
        BAG_TAKE(1)
    }
    if (c < ncolumns)
        taken = narrower(rows, list, from, to, column + c, ncolumns - c, out + c, arg == NULL ? NULL : arg + c);
    return taken;
}

KERNEL_INLINE void FN(bag_dot)(grn_bag_rows_kind kind, const grn_bag_rows *rows, int64_t row, int64_t column,
                               int64_t ncolumns, const REAL *grad, REAL *lanes)
{
    const bag_scale s = bag_has_bias(kind) ? bag_scale_of(rows, row) : (bag_scale){1, 0};
    const VEC scale = FN(every)((REAL)s.scale), bias = FN(every)((REAL)s.bias);
    int64_t c = 0;
    if (FN(is_aligned)(kind, column))
        for (; c + GRN_BAG_LANES <= ncolumns; c += GRN_BAG_LANES)
            for (int64_t k = 0; k < GRN_BAG_LANES; k += LANES) {
                VEC x = FN(numbers)(kind, rows, row, column + c + k,
                                    rows->data + row * rows->row_bytes + bag_column_at(kind, column + c + k), 0, 1);
                VEC g, lane;
                memcpy(&g, grad + c + k, sizeof g);
                memcpy(&lane, lanes + k, sizeof lane);
                if (bag_has_bias(kind))
                    x = VFMA(scale, x, bias);
                lane = VFMA(x, g, lane);
                memcpy(lanes + k, &lane, sizeof lane);
            }
    FN(bag_dot_columns)(kind, rows, row, column, c, ncolumns, grad, lanes);
}

#undef BAG_TAKE
#undef LANES

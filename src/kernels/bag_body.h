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
#ifdef BLOCK_16
#define MOST_VECTORS 16
#else
#define MOST_VECTORS 8
#endif

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

typedef REAL FN(real_at) __attribute__((aligned(1), may_alias));

/* A register of each, for all columns of a block. */
typedef struct FN(bag_sums) {
    VEC value[16];
    ORDINALS which[16];
} FN(bag_sums);

/* x is taken where it is greater than what is there, or there is nothing; `place` says where it is from. */
KERNEL_INLINE void FN(bag_take)(const grn_bag_entries *list, VEC x, ORDINAL place, VEC *value, ORDINALS *which)
{
    const ORDINALS begins = (ORDINALS){0} - (list->nan_begins ? 1 : 0), wins = (ORDINALS){0} - (list->nan_wins ? 1 : 0);
    const VEC best = *value;
    const ORDINALS none = *which < 0, greater = (ORDINALS)(x > best) & ~none;
    const ORDINALS first = none & ((ORDINALS)(x == x) | begins), nan = (ORDINALS)(x != x) & (ORDINALS)(best == best);
    const ORDINALS takes = greater | first | (nan & wins & ~none);
    *value = FN(choose)(takes, x, best);
    *which = (takes & ((ORDINALS){0} + place)) | (~takes & *which);
}

/* What one entry is multiplied by, and what is added. */
typedef struct FN(bag_factors) {
    VEC weight, scale, bias;
} FN(bag_factors);

/* The numbers of one entry at p, over `vectors` of columns. `place`: of the entry; is_first: nothing was taken
 * before it, which counts where `which` is not kept. */
KERNEL_INLINE void FN(bag_entry)(grn_bag_rows_kind kind, bag_act act, bool fused, bool tells, int vectors,
                                 const grn_bag_rows *rows, const grn_bag_entries *list, int64_t row, int64_t column,
                                 const char *p, const FN(bag_factors) * by, ORDINAL place, ORDINALS is_first,
                                 FN(bag_sums) * sums)
{
    const VEC w = by->weight, m = w * by->scale, b = w * by->bias;
    BAG_UNROLL
    for (int v = 0; v < vectors; v++) {
        VEC *const value = &sums->value[v];
        VEC x = FN(numbers)(kind, rows, row, column + v * LANES, p + bag_column_at(kind, v * LANES), v, vectors);
        if (act == BAG_SUM && bag_has_bias(kind)) {
            const VEC sum = *value + b;
            *value = fused ? VFMA(m, x, sum) : sum + m * x;
        } else if (act == BAG_SUM) {
            *value = fused ? VFMA(w, x, *value) : *value + w * x;
        } else {
            if (bag_has_bias(kind))
                x = fused ? VFMA(by->scale, x, by->bias) : by->scale * x + by->bias;
            x = w * x;
            if (tells)
                FN(bag_take)(list, x, place, value, &sums->which[v]);
            else
                *value = FN(choose)((ORDINALS)(x > *value) | is_first, x, *value);
        }
    }
}

/* Entries [from, to) over `vectors` of columns; `none`: nothing was taken before. */
KERNEL_INLINE void FN(bag_entries)(grn_bag_rows_kind kind, bag_act act, bool tells, int vectors,
                                   const grn_bag_rows *rows, const grn_bag_entries *list, int64_t from, int64_t to,
                                   int64_t column, bool none, FN(bag_sums) * sums)
{
    const char *data = from < to ? rows->data + bag_column_at(kind, column) : NULL; /* a table may have none */
    const int64_t bytes = bag_column_at(kind, vectors * LANES);
    const int64_t ahead = list->ahead, last = ahead > 0 ? list->entries - ahead : 0;
    const int64_t weight_bytes = list->weight != NULL ? list->weight_step * (int64_t)sizeof(REAL) : 0;
    const bool fused = list->fused || !bag_has_products(kind, list);
    const REAL one = 1, sign = act == BAG_EXTREME && list->is_min ? -1 : 1;
    const char *weight = list->weight != NULL ? (const char *)list->weight + from * weight_bytes : (const char *)&one;
    for (int64_t e = from; e < to; e++, weight += weight_bytes) {
        const int64_t row = bag_row_at(list->row, e);
        const bag_scale s = bag_has_bias(kind) ? bag_scale_of(rows, row) : (bag_scale){1, 0};
        const char *p = data + row * rows->row_bytes;
        const FN(bag_factors)
            by = {FN(every)(sign * *(const FN(real_at) *)weight), FN(every)((REAL)s.scale), FN(every)((REAL)s.bias)};
        const ORDINALS is_first = (ORDINALS){0} - (none && e == from ? 1 : 0);
        const ORDINAL place = (ORDINAL)(tells && list->place != NULL ? list->place[e] : e - from);
        if (e < last)
            bag_prefetch(kind, rows, bag_row_at(list->row, e + ahead), data, bytes);
        if (fused || (act == BAG_EXTREME && !bag_has_bias(kind)))
            FN(bag_entry)(kind, act, true, tells, vectors, rows, list, row, column, p, &by, place, is_first, sums);
        else
            FN(bag_entry)(kind, act, false, tells, vectors, rows, list, row, column, p, &by, place, is_first, sums);
    }
}

/* `vectors` of columns, `done` behind the batch's first, of bags [first, end). */
KERNEL_INLINE void FN(bag_block)(grn_bag_rows_kind kind, bag_act act, bool tells, int vectors,
                                 const grn_bag_rows *given_rows, const grn_bag_entries *given_list,
                                 const grn_bag_batch *given, int64_t first, int64_t end, int64_t done)
{
    /* copies of its own, which what is stored to `out` cannot change for all that the compiler knows */
    const grn_bag_rows rows_here = *given_rows, *const rows = &rows_here;
    const grn_bag_entries list_here = *given_list, *const list = &list_here;
    const grn_bag_batch batch_here = *given, *const batch = &batch_here;
    const VEC canonical = FN(every)(FN(canonical)((REAL)NAN));
    const VEC sign = FN(every)(act == BAG_EXTREME && list->is_min ? -1 : 1);
    const int64_t column = batch->column + done, *start = batch->start, step = batch->out_step;
    for (int64_t b = first; b < end; b++) {
        REAL *out = (REAL *)batch->out + b * step + done;
        FN(bag_sums) sums;
        /* unrolled, as all loops over them, so that they are registers */
        BAG_UNROLL
        for (int v = 0; v < vectors; v++) {
            sums.value[v] = (VEC){0};
            sums.which[v] = (ORDINALS){0} - 1;
        }
        if (batch->before != NULL) {
            BAG_UNROLL
            for (int v = 0; v < vectors; v++) {
                memcpy(&sums.value[v], (const REAL *)batch->before + done + v * LANES, sizeof(VEC));
                sums.value[v] *= sign;
                if (tells)
                    memcpy(&sums.which[v], (const ORDINAL *)batch->arg_before + done + v * LANES, sizeof(ORDINALS));
            }
        }
        FN(bag_entries)
        (kind, act, tells, vectors, rows, list, start[b], start[b + 1], column, batch->before == NULL, &sums);
        BAG_UNROLL
        for (int v = 0; v < vectors; v++) {
            const VEC y = act == BAG_EXTREME ? sums.value[v] * sign : sums.value[v];
            const VEC x = FN(choose)((ORDINALS)(y == y), y, canonical);
            memcpy(out + v * LANES, &x, sizeof x);
            if (tells)
                memcpy((ORDINAL *)batch->arg + done + v * LANES, &sums.which[v], sizeof(ORDINALS));
        }
    }
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

/* The vectors of the largest block. Numbers that take long to load have none of 16: it would be much code for
 * little. */
KERNEL_INLINE int64_t FN(most_vectors)(grn_bag_rows_kind kind, bag_act act)
{
    const bool loads_at_once = !bag_has_blocks(kind) && bag_per_byte(kind) == 1;
    return act == BAG_EXTREME ? 4 : loads_at_once ? MOST_VECTORS : 8;
}

/* Takes so many vectors while they fit. */
#define BAG_TAKE(tells, vectors)                                                                      \
    for (int64_t at; (at = FN(next_columns)(c, (vectors)*LANES, batch->ncolumns, ends_aligned)) >= 0; \
         c = at + (vectors)*LANES)                                                                    \
        FN(bag_block)(kind, act, tells, vectors, rows, list, batch, first, end, at);

/* Bags [first, end). Answers how many columns are taken. */
KERNEL_INLINE int64_t FN(bag_some)(grn_bag_rows_kind kind, bag_act act, const grn_bag_rows *rows,
                                   const grn_bag_entries *list, const grn_bag_batch *batch, int64_t first, int64_t end)
{
    const bool ends_aligned = FN(is_aligned)(kind, batch->column + batch->ncolumns);
    int64_t c = 0;
    if (act == BAG_EXTREME && batch->arg != NULL) {
        BAG_TAKE(true, 4)
        BAG_TAKE(true, 1)
        return c;
    }
#ifdef BLOCK_16
    if (FN(most_vectors)(kind, act) == 16)
        BAG_TAKE(false, 16)
#endif
    if (act == BAG_SUM)
        BAG_TAKE(false, 8)
    BAG_TAKE(false, 4)
    if (act == BAG_SUM)
        BAG_TAKE(false, 2)
    BAG_TAKE(false, 1)
    return c;
}

/* Bags whose columns are one block are taken one after the other there; of others each by itself, so that a row
 * is read at one time. */
KERNEL_INLINE void FN(bag_all)(grn_bag_rows_kind kind, bag_act act, const grn_bag_rows *rows,
                               const grn_bag_entries *list, const grn_bag_batch *batch, grn_bag_fn narrower)
{
    const int64_t vectors = batch->ncolumns / LANES, most = FN(most_vectors)(kind, act);
    const bool is_block = batch->ncolumns % LANES == 0 && (vectors & (vectors - 1)) == 0 && vectors <= most;
    const int64_t together = is_block ? batch->bags : 1;
    if (!FN(is_aligned)(kind, batch->column)) {
        narrower(rows, list, batch);
        return;
    }
    for (int64_t b = 0; b < batch->bags; b += together) {
        const int64_t c = FN(bag_some)(kind, act, rows, list, batch, b, b + together);
        if (c < batch->ncolumns) {
            grn_bag_batch rest = *batch;
            rest.start += b;
            rest.bags = together;
            rest.column += c;
            rest.ncolumns -= c;
            rest.out = (REAL *)batch->out + b * batch->out_step + c;
            rest.arg = batch->arg == NULL ? NULL : (ORDINAL *)batch->arg + c;
            rest.before = batch->before == NULL ? NULL : (const REAL *)batch->before + c;
            rest.arg_before = batch->arg_before == NULL ? NULL : (const ORDINAL *)batch->arg_before + c;
            narrower(rows, list, &rest);
        }
    }
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
#undef MOST_VECTORS

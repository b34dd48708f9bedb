/*
 * segment_batch_body.h - many segments in one call, with accumulators in registers. The includer,
 * segment_batch_set.h, defines T and DTYPE, the dtype; stored, the type of elements where they lie; and
 * REAL, what they are folded in, with ORDINAL, the integer as wide, BITS, its bits, and its extremes
 * ORDINAL_MIN and ORDINAL_MAX. Where IS_INTEGER is defined, elements are integers, and REAL is unsigned.
 *
 * Rows that fill a vector are folded column beside column. Segments of one column are folded with a
 * segment in each lane: their entries are loaded as they lie and transposed. Either way each element
 * of the result takes its entries in their order.
 */
#define JOINED_2(a, b) a##_##b
#define JOINED_1(a, b) JOINED_2(a, b)
#define FN(name) JOINED_1(name, T)
#define LOAD JOINED_1(LOAD, T)
#define STORE JOINED_1(store, T)
#define VECTOR JOINED_1(VECTOR, T)
#define STORE_ALL JOINED_1(store_all, T)
#define KEY JOINED_1(key, BITS)
#define NUMBER JOINED_1(number, BITS)
#define ELEMENT JOINED_1(stored, at)
#define LANES ((int)(WIDTH / sizeof(REAL)))
/* NaN alone is another than itself. */
#ifdef IS_INTEGER
#define NOT_SAME(x) ((x) ^ (x))
#else
#define NOT_SAME(x) ((x) != (x))
#endif

typedef REAL FN(vec) __attribute__((vector_size(WIDTH)));
typedef ORDINAL FN(ints) __attribute__((vector_size(WIDTH)));

INLINE FN(vec) FN(every)(REAL x) { return x - (FN(vec)){0}; }
INLINE FN(ints) FN(every_int)(ORDINAL x) { return x - (FN(ints)){0}; }
INLINE FN(vec) FN(choose)(FN(ints) which, FN(vec) yes, FN(vec) no)
{
    return (FN(vec))((which & (FN(ints))yes) | (~which & (FN(ints))no));
}
INLINE FN(ints) FN(choose_int)(FN(ints) which, FN(ints) yes, FN(ints) no) { return (which & yes) | (~which & no); }
INLINE FN(vec) FN(load_vector)(const ELEMENT *at)
{
    FN(vec) x;
    VECTOR(x, at, LANES);
    return x;
}

/* ---- the steps of all acts ---- */

/* What is before another is greater: of a minimum numbers are turned round. */
INLINE ORDINAL FN(flip)(const grn_segment_batch *b) { return b->is_min ? -1 : 0; }
INLINE REAL FN(sign)(const grn_segment_batch *b) { return (REAL)(b->is_min ? -1 : 1); }
#ifdef IS_INTEGER
/* What turns an integer to its place in the order, and back. */
INLINE ORDINAL FN(turn)(const grn_segment_batch *b) { return (b->is_unsigned ? ORDINAL_MIN : 0) ^ FN(flip)(b); }
INLINE ORDINAL FN(key)(const grn_segment_batch *b, REAL x) { return (ORDINAL)x ^ FN(turn)(b); }
INLINE FN(ints) FN(keys)(const grn_segment_batch *b, FN(vec) x) { return (FN(ints))x ^ FN(turn)(b); }
INLINE REAL FN(number)(const grn_segment_batch *b, ORDINAL key) { return (REAL)(key ^ FN(turn)(b)); }
INLINE FN(vec) FN(numbers)(const grn_segment_batch *b, FN(ints) key) { return (FN(vec))(key ^ FN(turn)(b)); }
#else
INLINE ORDINAL FN(key)(const grn_segment_batch *b, REAL x) { return KEY(x, ORDINAL_MAX ^ FN(flip)(b)) ^ FN(flip)(b); }
INLINE REAL FN(number)(const grn_segment_batch *b, ORDINAL key) { return NUMBER(key ^ FN(flip)(b)); }
INLINE FN(vec) FN(numbers)(const grn_segment_batch *b, FN(ints) key)
{
    key ^= FN(flip)(b);
    return (FN(vec))(key ^ ((key >> (BITS - 1)) & ORDINAL_MAX));
}
INLINE FN(ints) FN(keys)(const grn_segment_batch *b, FN(vec) x)
{
    const FN(ints) bits = (FN(ints))x, order = bits ^ ((bits >> (BITS - 1)) & ORDINAL_MAX);
    return FN(choose_int)((FN(ints))(x != x), FN(every_int)(ORDINAL_MAX), order ^ FN(flip)(b));
}
#endif

/* The accumulator of one element of the result: `value` of sums and of values, `key` of keys; `at`
 * is the place in the segment that an extreme is from. */
typedef struct FN(chain) {
    REAL value;
    ORDINAL key;
    int64_t at;
} FN(chain);

/* The same of LANES elements. */
typedef struct FN(chains) {
    FN(vec) value;
    FN(ints) key, at;
} FN(chains);

INLINE FN(chains) FN(begin)(batch_act act, const grn_segment_batch *b)
{
    return (FN(chains)){FN(every)(act == BATCH_SUMS ? (REAL)b->start : 0), FN(every_int)(ORDINAL_MIN), (FN(ints)){0}};
}

/* x, which is entry `at` of its segment, where `counts` says so. */
INLINE void FN(fold)(batch_act act, bool tells, const grn_segment_batch *b, FN(chains) * c, FN(vec) x, ORDINAL at,
                     FN(ints) counts)
{
    if (act == BATCH_SUMS) { /* a sum with -0 is what it was */
        c->value += FN(choose)(counts, x, FN(every)((REAL)-0.0));
    } else if (act == BATCH_KEYS) {
        const FN(ints) key = FN(choose_int)(counts, FN(keys)(b, x), FN(every_int)(ORDINAL_MIN)),
                       takes = (FN(ints))(key > c->key);
        c->key = FN(choose_int)(takes, key, c->key);
        if (tells)
            c->at = FN(choose_int)(takes, FN(every_int)(at), c->at);
    } else {
        const FN(vec) y = x * FN(sign)(b), v = c->value;
        const FN(ints) numbers =
            (FN(ints))NOT_SAME(v) & ~(FN(ints))NOT_SAME(y) & FN(every_int)(b->ignores_nan ? -1 : 0);
        const FN(ints) takes = ((FN(ints))(y > v) | numbers | FN(every_int)(at == 0 ? -1 : 0)) & counts;
        c->value = FN(choose)(takes, y, v);
        if (tells)
            c->at = FN(choose_int)(takes, FN(every_int)(at), c->at);
    }
}

INLINE FN(vec) FN(value_of)(batch_act act, const grn_segment_batch *b, FN(chains) c)
{
    if (act == BATCH_SUMS)
        return c.value;
    if (act == BATCH_VALUES)
        return c.value * FN(sign)(b);
    return FN(numbers)(b, c.key);
}

/* ---- one element of the result --------------------------------------------------------------- */

/* Column k of entries [from, to) of the list, which are place `at` of the segment and those behind it. */
INLINE void FN(follow)(batch_act act, bool tells, const grn_segment_rows *r, const grn_segment_batch *b, int64_t k,
                       int64_t from, int64_t to, int64_t at, FN(chain) * out)
{
    const ELEMENT *data = (const ELEMENT *)r->data + k, *weights = r->weights;
    FN(chain) c = *out;
    int64_t j = from;
    if (act == BATCH_KEYS && !tells && r->order == NULL && r->entry_step == 1) { /* in any order */
        FN(ints) best = FN(every_int)(c.key);
        for (; j + LANES <= to; j += LANES) {
            const FN(ints) key = FN(keys)(b, FN(load_vector)(data + j));
            best = FN(choose_int)((FN(ints))(key > best), key, best);
        }
        for (int l = 0; l < LANES; l++)
            c.key = best[l] > c.key ? best[l] : c.key;
    }
    for (; j < to; j++) {
        const int64_t e = entry_of(r, j);
        const REAL x = LOAD(data[e * r->entry_step]);
        if (act == BATCH_SUMS) {
            c.value = c.value + (weights != NULL ? LOAD(weights[e * r->weight_step]) * x : x);
        } else if (act == BATCH_KEYS) {
            const ORDINAL key = FN(key)(b, x);
            if (tells)
                c.at = key > c.key ? at + (j - from) : c.at;
            c.key = key > c.key ? key : c.key;
        } else {
            const REAL y = x * FN(sign)(b);
            const bool is_first = at + (j - from) == 0;
            const bool takes = (y > c.value) | (NOT_SAME(c.value) & !NOT_SAME(y) & b->ignores_nan) | is_first;
            c.value = takes ? y : c.value;
            if (tells)
                c.at = takes ? at + (j - from) : c.at;
        }
    }
    *out = c;
}

INLINE void FN(store_empty)(bool tells, const grn_segment_batch *b, int64_t s, int64_t k)
{
    if (b->empty != NULL)
        ((ELEMENT *)b->result)[s * b->result_step + k] = *(const ELEMENT *)b->empty;
    if (tells)
        batch_store_arg(b, s, k, b->arg_of_empty);
}

INLINE void FN(store_one)(batch_act act, bool tells, const grn_segment_rows *r, const grn_segment_batch *b, int64_t s,
                          int64_t k, const FN(chain) * c)
{
    ELEMENT *to = (ELEMENT *)b->result + s * b->result_step + k;
    const int64_t from = b->offset[s], count = b->offset[s + 1] - from;
    const REAL x = act == BATCH_KEYS   ? FN(number)(b, c->key)
                   : act != BATCH_SUMS ? c->value * FN(sign)(b)
                   : b->is_mean        ? c->value / (REAL)count
                                       : c->value;
    if (count == 0 || (act == BATCH_VALUES && b->ignores_nan && NOT_SAME(x))) {
        FN(store_empty)(tells, b, s, k);
        return;
    }
    *to = STORE(x);
    if (tells)
        batch_store_arg(b, s, k, entry_of(r, from + c->at));
}

/* Column k of segment s. */
INLINE void FN(one)(batch_act act, bool tells, const grn_segment_rows *r, const grn_segment_batch *b, int64_t s,
                    int64_t k)
{
    FN(chain) c = {act == BATCH_SUMS ? (REAL)b->start : 0, ORDINAL_MIN, 0};
    if (b->from_result) {
        c.value = LOAD(((const ELEMENT *)b->result)[s * b->result_step + k]);
        c.key = FN(key)(b, c.value);
    }
    FN(follow)(act, tells, r, b, k, b->offset[s], b->offset[s + 1], 0, &c);
    FN(store_one)(act, tells, r, b, s, k, &c);
}

/* ---- a segment in each lane ------------------------------------------------------------------ */

#ifdef SHUFFLE
/* Lanes of the first of two rows, and of the second, once the blocks of h columns that are on the
 * other side of the diagonal have changed places. */
#define FROM_LOW(l, h) ((l) & (h) ? LANES + (l) - (h) : (l))
#define FROM_HIGH(l, h) ((l) & (h) ? LANES + (l) : (l) + (h))
#if WIDTH * 8 / BITS == 2
#define LANE_LIST(F, h) F(0, h), F(1, h)
#elif WIDTH * 8 / BITS == 4
#define LANE_LIST(F, h) F(0, h), F(1, h), F(2, h), F(3, h)
#elif WIDTH * 8 / BITS == 8
#define LANE_LIST(F, h) F(0, h), F(1, h), F(2, h), F(3, h), F(4, h), F(5, h), F(6, h), F(7, h)
#else
#define LANE_LIST(F, h)                                                                                           \
    F(0, h), F(1, h), F(2, h), F(3, h), F(4, h), F(5, h), F(6, h), F(7, h), F(8, h), F(9, h), F(10, h), F(11, h), \
        F(12, h), F(13, h), F(14, h), F(15, h)
#endif
#define EXCHANGE(h)                                                             \
    BATCH_UNROLL                                                                \
    for (int i = 0; i < LANES; i++)                                             \
        if ((i & (h)) == 0) {                                                   \
            const FN(vec) low = x[i], high = x[i + (h)];                        \
            x[i] = SHUFFLE(FN(ints), low, high, LANE_LIST(FROM_LOW, h));        \
            x[i + (h)] = SHUFFLE(FN(ints), low, high, LANE_LIST(FROM_HIGH, h)); \
        }

/* Entries `done` to done + LANES of LANES segments: x[j] has entry j of each. Of a segment that has
 * not so many, something. */
static void FN(load_lanes)(const ELEMENT *data, const int64_t *offset, ORDINAL done, FN(vec) * out)
{
    FN(vec) x[LANES];
    BATCH_UNROLL
    for (int l = 0; l < LANES; l++)
        x[l] = FN(load_vector)(data + (offset[l + 1] - offset[l] > done ? offset[l] + done : offset[0]));
#if WIDTH * 8 / BITS > 8
    EXCHANGE(8)
#endif
#if WIDTH * 8 / BITS > 4
    EXCHANGE(4)
#endif
#if WIDTH * 8 / BITS > 2
    EXCHANGE(2)
#endif
    EXCHANGE(1)
    BATCH_UNROLL
    for (int l = 0; l < LANES; l++)
        out[l] = x[l];
}

/* Segments s to s + LANES. Those that are much longer than the others end by themselves. */
INLINE void FN(lanes)(batch_act act, bool tells, const grn_segment_rows *r, const grn_segment_batch *b, int64_t s)
{
    const ELEMENT *data = r->data;
    const int64_t *offset = b->offset + s;
    FN(chains) c = FN(begin)(act, b);
    FN(ints) length;
    ORDINAL done = 0;
    int left, none = 0;
    BATCH_UNROLL
    for (int l = 0; l < LANES; l++) {
        length[l] = (ORDINAL)(offset[l + 1] - offset[l]);
        none += length[l] == 0;
    }
    do {
        FN(vec) x[LANES];
        FN(load_lanes)(data, offset, done, x);
        for (int j = 0; j < LANES; j++)
            FN(fold)(act, tells, b, &c, x[j], done + j, (FN(ints))(length > done + j));
        done += LANES;
        left = 0;
        BATCH_UNROLL
        for (int l = 0; l < LANES; l++)
            left += length[l] > done;
    } while (left > LANES / 4);
    for (int l = 0; left > 0 && l < LANES; l++)
        if (length[l] > done) {
            FN(chain) one = {c.value[l], c.key[l], c.at[l]};
            FN(follow)(act, tells, r, b, 0, offset[l] + done, offset[l + 1], done, &one);
            c.value[l] = one.value;
            c.key[l] = one.key;
            c.at[l] = (ORDINAL)one.at;
        }
    if (tells || b->result_step != 1 || (act == BATCH_VALUES && b->ignores_nan) || (none > 0 && b->empty == NULL)) {
        for (int l = 0; l < LANES; l++) {
            const FN(chain) one = {c.value[l], c.key[l], c.at[l]};
            FN(store_one)(act, tells, r, b, s + l, 0, &one);
        }
        return;
    }
    ELEMENT *to = (ELEMENT *)b->result + s;
    FN(vec) x = FN(value_of)(act, b, c);
    if (act == BATCH_SUMS && b->is_mean)
        x /= __builtin_convertvector(length, FN(vec));
    STORE_ALL(x, to);
    for (int l = 0; none > 0 && l < LANES; l++)
        if (length[l] == 0)
            to[l] = *(const ELEMENT *)b->empty;
}

/* Answers the first segment that is left: the last entries are not loaded as vectors. */
INLINE int64_t FN(lines)(batch_act act, bool tells, const grn_segment_rows *r, const grn_segment_batch *b)
{
    int64_t s = b->first;
    for (; !b->from_result && s + LANES <= b->end && b->offset[s + LANES] + LANES <= r->norder; s += LANES)
        FN(lanes)(act, tells, r, b, s);
    return s;
}
#endif

/* ---- columns in vectors ---------------------------------------------------------------------- */

/* Accumulators of columns that lie side by side. */
typedef struct FN(row) {
    FN(vec) value[4];
    FN(ints) key[4], at[4];
} FN(row);

/* `vectors` of columns from k on of one segment. */
INLINE void FN(block)(batch_act act, bool tells, int vectors, const grn_segment_rows *r, const grn_segment_batch *b,
                      const ELEMENT *weights, int64_t s, int64_t k, FN(row) * out)
{
    const int64_t from = b->offset[s], to = b->offset[s + 1];
    const FN(chains) begin = FN(begin)(act, b);
    FN(vec) value[4];
    FN(ints) key[4], at[4];
    BATCH_UNROLL
    for (int v = 0; v < vectors; v++) {
        value[v] = begin.value;
        key[v] = begin.key;
        at[v] = begin.at;
        if (b->from_result) {
            value[v] = FN(load_vector)((const ELEMENT *)b->result + s * b->result_step + k + v * LANES);
            key[v] = FN(keys)(b, value[v]);
        }
    }
    for (int64_t j = from; j < to; j++) {
        const int64_t e = entry_of(r, j);
        const ELEMENT *row = (const ELEMENT *)r->data + e * r->entry_step + k;
        prefetch_later(r, j, k, (int64_t)sizeof(stored) * LANES * vectors, (int64_t)sizeof(stored));
        const REAL w = weights != NULL ? LOAD(weights[e * r->weight_step]) : 1;
        BATCH_UNROLL
        for (int v = 0; v < vectors; v++) {
            const FN(vec) x = FN(load_vector)(row + v * LANES);
            if (act == BATCH_SUMS) {
                value[v] += weights != NULL ? x * w : x;
                continue;
            }
            FN(chains) c = {value[v], key[v], at[v]};
            FN(fold)(act, tells, b, &c, x, (ORDINAL)(j - from), FN(every_int)(-1));
            value[v] = c.value;
            key[v] = c.key;
            at[v] = c.at;
        }
    }
    BATCH_UNROLL
    for (int v = 0; v < vectors; v++) {
        out->value[v] = value[v];
        out->key[v] = key[v];
        out->at[v] = at[v];
    }
}

/* What the accumulators of columns from k on have come to. */
INLINE void FN(finish)(batch_act act, bool tells, int vectors, const grn_segment_rows *r, const grn_segment_batch *b,
                       int64_t s, int64_t k, const FN(row) * row)
{
    ELEMENT *result = (ELEMENT *)b->result + s * b->result_step + k;
    const int64_t from = b->offset[s], count = b->offset[s + 1] - from;
    for (int v = 0; v < vectors; v++, k += LANES, result += LANES) {
        const FN(chains) c = {row->value[v], row->key[v], row->at[v]};
        FN(vec) x = FN(value_of)(act, b, c);
        if (act == BATCH_SUMS && b->is_mean)
            x /= (REAL)count;
        if (act == BATCH_VALUES && b->ignores_nan) {
            for (int l = 0; l < LANES; l++)
                FN(store_one)(act, tells, r, b, s, k + l, &(FN(chain)){c.value[l], c.key[l], c.at[l]});
            continue;
        }
        STORE_ALL(x, result);
        for (int l = 0; tells && l < LANES; l++)
            batch_store_arg(b, s, k + l, entry_of(r, from + c.at[l]));
    }
}

/* Columns that fill no vector are taken again with those before them, unless these hold what they begin with. */
INLINE void FN(columns)(batch_act act, bool tells, const grn_segment_rows *r, const grn_segment_batch *b,
                        const ELEMENT *weights)
{
    FN(row) row;
    for (int64_t s = b->first; s < b->end; s++) {
        const bool is_empty = b->offset[s] == b->offset[s + 1];
        for (int64_t k = 0; is_empty && k < r->columns; k++)
            FN(store_empty)(tells, b, s, k);
        for (int64_t k = 0, left; !is_empty && (left = r->columns - k) > 0;) {
            const int vectors = left >= 4 * LANES ? 4 : left >= 2 * LANES ? 2 : 1;
            if (b->from_result && left < LANES) {
                FN(one)(act, tells, r, b, s, k++);
                continue;
            }
            const int64_t at = left >= LANES ? k : r->columns - LANES;
            if (vectors == 4)
                FN(block)(act, tells, 4, r, b, weights, s, at, &row);
            else if (vectors == 2)
                FN(block)(act, tells, 2, r, b, weights, s, at, &row);
            else
                FN(block)(act, tells, 1, r, b, weights, s, at, &row);
            FN(finish)(act, tells, vectors, r, b, s, at, &row);
            k = at + vectors * LANES;
        }
    }
}

/* ---- entries wherever their accumulators lie --------------------------------------------------- */

INLINE void FN(add_columns)(const ELEMENT *data, int64_t entry_step, const int64_t *offset, int64_t n, int64_t columns,
                            REAL *acc)
{
    for (int64_t i = 0; i < n; i++) {
        const ELEMENT *row = data + i * entry_step;
        REAL *to = acc + offset[i];
        int64_t k = 0;
        for (; k + LANES <= columns; k += LANES) {
            FN(vec) sum;
            memcpy(&sum, to + k, sizeof sum);
            sum += FN(load_vector)(row + k);
            memcpy(to + k, &sum, sizeof sum);
        }
        for (; k < columns; k++)
            to[k] += LOAD(row[k]);
    }
}

/* Numbers of columns that are common are constants, so that their loops are unrolled. */
INLINE void FN(add)(const void *data, int64_t entry_step, const int64_t *offset, int64_t n, int64_t columns, void *acc,
                    grn_segment_add_fn below)
{
    if (columns > 1 && columns < LANES && below != NULL) {
        below(data, entry_step, offset, n, columns, acc);
        return;
    }
    switch (columns) {
    case 1: FN(add_columns)(data, entry_step, offset, n, 1, acc); break;
    case 2: FN(add_columns)(data, entry_step, offset, n, 2, acc); break;
    case 4: FN(add_columns)(data, entry_step, offset, n, 4, acc); break;
    case 8: FN(add_columns)(data, entry_step, offset, n, 8, acc); break;
    case 16: FN(add_columns)(data, entry_step, offset, n, 16, acc); break;
    case 32: FN(add_columns)(data, entry_step, offset, n, 32, acc); break;
    case 64: FN(add_columns)(data, entry_step, offset, n, 64, acc); break;
    default: FN(add_columns)(data, entry_step, offset, n, columns, acc);
    }
}

/* ---- all of them ----------------------------------------------------------------------------- */

INLINE void FN(batch)(batch_act act, bool tells, const grn_segment_rows *r, const grn_segment_batch *b,
                      grn_segment_batch_fn below)
{
    int64_t s = b->first;
    if (r->columns >= LANES) {
        FN(columns)(act, tells, r, b, act == BATCH_SUMS ? r->weights : NULL);
        return;
    }
#ifdef SHUFFLE
    if (r->columns == 1 && r->order == NULL && r->weights == NULL && r->entry_step == 1 && r->norder <= INT32_MAX)
        s = FN(lines)(act, tells, r, b);
    else
#endif
        if (below != NULL) {
        below(r, b);
        return;
    }
    for (; s < b->end; s++)
        for (int64_t k = 0; k < r->columns; k++)
            FN(one)(act, tells, r, b, s, k);
}

#ifdef BELOW
#define BELOW_AS(field) (BELOW(DTYPE) == NULL ? NULL : BELOW(DTYPE)->field)
#else
#define BELOW_AS(field) NULL
#endif
#define BATCH(name, act, tells, field)                                          \
    static void FN(name)(const grn_segment_rows *r, const grn_segment_batch *b) \
    {                                                                           \
        FN(batch)(act, tells, r, b, BELOW_AS(field));                           \
    }
static void FN(batch_add)(const void *data, int64_t entry_step, const int64_t *offset, int64_t n, int64_t columns,
                          void *acc)
{
    FN(add)(data, entry_step, offset, n, columns, acc, BELOW_AS(add));
}
BATCH(batch_sums, BATCH_SUMS, false, sums)
BATCH(batch_keys, BATCH_KEYS, false, extremes[0][0])
BATCH(batch_keys_arg, BATCH_KEYS, true, extremes[0][1])

#ifdef IS_INTEGER
static const grn_segment_batches FN(batches) = {
    FN(batch_sums), FN(batch_add), {{FN(batch_keys), FN(batch_keys_arg)}, {FN(batch_keys), FN(batch_keys_arg)}}};
#else
BATCH(batch_values, BATCH_VALUES, false, extremes[1][0])
BATCH(batch_values_arg, BATCH_VALUES, true, extremes[1][1])

static const grn_segment_batches FN(batches) = {
    FN(batch_sums), FN(batch_add), {{FN(batch_keys), FN(batch_keys_arg)}, {FN(batch_values), FN(batch_values_arg)}}};
#endif

#undef JOINED_1
#undef JOINED_2
#undef FN
#undef LOAD
#undef STORE
#undef VECTOR
#undef STORE_ALL
#undef KEY
#undef NUMBER
#undef ELEMENT
#undef BATCH
#undef BELOW_AS
#undef LANES
#undef NOT_SAME
#undef LANE_LIST
#undef EXCHANGE
#undef FROM_LOW
#undef FROM_HIGH

/* top_k.c - the few largest elements of each line, by one pass: those that are larger than the least
 * of them are put in their place. Equal ones keep their order. */
#include "eval/element.h"

/* With more, elements that come in rising order cost more than a sort. */
#define MOST GRN_TOP_K_MOST

/* Elements that are held against the least at once. */
#define BLOCK 32

/* The order of elements as that of integers. */
static inline e_i32 key_i32(e_i32 x) { return x; }
static inline e_i64 key_i64(e_i64 x) { return x; }
static inline e_i32 key_u32(e_u32 x)
{
    uint32_t bits = x ^ UINT32_C(0x80000000);
    return load_i32(&bits, 0);
}
static inline e_i64 key_u64(e_u64 x)
{
    uint64_t bits = x ^ UINT64_C(0x8000000000000000);
    return load_i64(&bits, 0);
}
static inline e_i32 key_f32(e_f32 x) { return total_key_f32(x); }
static inline e_i64 key_f64(e_f64 x) { return total_key_f64(x); }

/* n elements, `step` apart, of which the k largest are put into `values`, their numbers into
 * `places`. */
#define TOP(T, K)                                                                                            \
    static void put_##T(e_##K key, int32_t at, int64_t *count, int64_t k, e_##K *keys, int32_t *places)      \
    {                                                                                                        \
        int64_t i = *count < k ? (*count)++ : k - 1;                                                         \
        for (; i > 0 && keys[i - 1] < key; i--) {                                                            \
            keys[i] = keys[i - 1];                                                                           \
            places[i] = places[i - 1];                                                                       \
        }                                                                                                    \
        keys[i] = key;                                                                                       \
        places[i] = at;                                                                                      \
    }                                                                                                        \
    static void top_##T(const char *line, int64_t n, int64_t step, int64_t k, char *values, int32_t *places) \
    {                                                                                                        \
        e_##K keys[MOST], block[BLOCK];                                                                      \
        int64_t count = 0;                                                                                   \
        for (int64_t from = 0; from < n; from += BLOCK) {                                                    \
            int64_t m = n - from < BLOCK ? n - from : BLOCK;                                                 \
            bool any = count < k;                                                                            \
            for (int64_t i = 0; i < m; i++)                                                                  \
                block[i] = key_##T(load_##T(line + (from + i) * step * (int64_t)sizeof(e_##T), 0));          \
            for (int64_t i = 0; count == k && i < m; i++)                                                    \
                any |= block[i] > keys[k - 1];                                                               \
            for (int64_t i = 0; any && i < m; i++)                                                           \
                if (count < k || block[i] > keys[k - 1])                                                     \
                    put_##T(block[i], (int32_t)(from + i), &count, k, keys, places);                         \
        }                                                                                                    \
        for (int64_t i = 0; i < k; i++)                                                                      \
            store_##T(values, (size_t)i, load_##T(line + places[i] * step * (int64_t)sizeof(e_##T), 0));     \
    }
TOP(i32, i32)
TOP(i64, i64)
TOP(u32, i32)
TOP(u64, i64)
TOP(f32, i32)
TOP(f64, i64)

typedef void (*top_fn)(const char *line, int64_t n, int64_t step, int64_t k, char *values, int32_t *places);

static top_fn top_of(grn_dtype dtype)
{
    switch (dtype) {
    case GRN_I32: return top_i32;
    case GRN_I64:
    case GRN_INDEX: return top_i64;
    case GRN_UI32: return top_u32;
    case GRN_UI64: return top_u64;
    case GRN_F32: return top_f32;
    case GRN_F64: return top_f64;
    default: return NULL;
    }
}

typedef struct job {
    const grn_tensor *values, *places, *in;
    top_fn top;
    int64_t lines, k;
    int32_t parts;
} job;

static int64_t offset_of(const grn_tensor *t, int64_t line)
{
    int64_t offset = 0;
    for (int32_t d = t->rank - 2; d >= 0; d--) {
        offset += line % t->shape[d] * t->stride[d];
        line /= t->shape[d];
    }
    return offset;
}

static void run_part(void *user, int32_t part)
{
    const job *j = user;
    const int32_t last = j->in->rank - 1;
    for (int64_t l = j->lines * part / j->parts; l < j->lines * (part + 1) / j->parts; l++)
        j->top(grn_tensor_at(j->in, offset_of(j->in, l)), j->in->shape[last], j->in->stride[last], j->k,
               grn_tensor_at(j->values, l * j->k), grn_tensor_at(j->places, l * j->k));
}

/* Elements that make a part worth a thread. */
#define PART_ELEMENTS 16384

bool grn_eval_top_k(const grn_tensor *values, const grn_tensor *places, const grn_tensor *in,
                    const grn_parallel *parallel)
{
    const int64_t k = values->shape[values->rank - 1], elements = grn_tensor_elements(in);
    job j = {.values = values, .places = places, .in = in, .top = top_of(in->dtype), .k = k, .parts = 1};
    if (!j.top || k > MOST || in->shape[in->rank - 1] > INT32_MAX)
        return false;
    if (k == 0 || elements == 0)
        return true;
    j.lines = elements / in->shape[in->rank - 1];
    int64_t parts = elements / PART_ELEMENTS < j.lines ? elements / PART_ELEMENTS : j.lines;
    if (parallel && parts > 1)
        j.parts = parts < parallel->threads ? (int32_t)parts : parallel->threads;
    if (j.parts > 1)
        parallel->for_each(parallel->user, j.parts, run_part, &j);
    else
        run_part(&j, 0);
    return true;
}

/*
 * program_body.h - the steps of program.h and the loops over windows. The
 * includer defines PROGRAM_SET, the function that answers them by dtype,
 * WIDTH, the bytes of a vector, and ANY(mask), whether a bit of one is set.
 */
#include <string.h>

#include "kernels/hints.h"
#include "kernels/program.h"

/* ---- steps ----------------------------------------------------------------------------------- */

#define SELDOM(condition) __builtin_expect((condition), 0)
#define VECTOR(T, name) typedef T name __attribute__((vector_size(WIDTH)))

/* The bits of elements of any dtype, which steps pass on. */
VECTOR(uint64_t, vector);
typedef vector (*step_fn)(const grn_program_step *p, char *slots, vector x);

KERNEL_INLINE vector slot_of(const char *slots, size_t at)
{
    vector y;
    memcpy(&y, slots + at, sizeof y);
    return y;
}

/* Two functions: one that calls the next step, one that is the last. */
#define INNER(id, body)                                                        \
    static vector inner_##id(const grn_program_step *p, char *slots, vector x) \
    {                                                                          \
        x = body;                                                              \
        return ((step_fn)p[1].fn)(p + 1, slots, x);                            \
    }
#define STEP(id, body) \
    INNER(id, body)    \
    static vector last_##id(const grn_program_step *p, char *slots, vector x) { return body; }
/* f on all lanes of V. */
#define STEP_OF(op, V, f) STEP(op##_##V, (vector)f((V)x, (V)slot_of(slots, p->at)))

KERNEL_INLINE vector second(vector x, vector y)
{
    (void)x;
    return y;
}
STEP(load, second(x, slot_of(slots, p->at)))
KERNEL_INLINE vector stored(char *slot, vector x)
{
    memcpy(slot, &x, sizeof x);
    return x;
}
INNER(store, stored(slots + p->at, x))

/* Comparisons answer masks, all ones where they hold, in integers of an element's size. */
#define SELECT(mask, a, b) (((mask) & (a)) | (~(mask) & (b)))

/* NaNs and zeros as in floats.h. NaNs are rare: the branch is predicted, so the next step does not
 * wait for the select. */
#define FLOATS(id, T, I, NAN_BITS, SIGN)                                                     \
    VECTOR(T, id);                                                                           \
    VECTOR(I, bits_##id);                                                                    \
    KERNEL_INLINE id one_nan_##id(id x)                                                      \
    {                                                                                        \
        if (SELDOM(ANY((vector)(x != x))))                                                   \
            x = (id)SELECT(x == x, (bits_##id)x, (I)NAN_BITS);                               \
        return x;                                                                            \
    }                                                                                        \
    KERNEL_INLINE id add_##id(id a, id b) { return one_nan_##id(a + b); }                    \
    KERNEL_INLINE id subtract_##id(id a, id b) { return one_nan_##id(a - b); }               \
    KERNEL_INLINE id reversed_subtract_##id(id a, id b) { return one_nan_##id(b - a); }      \
    KERNEL_INLINE id multiply_##id(id a, id b) { return one_nan_##id(a * b); }               \
    KERNEL_INLINE id divide_##id(id a, id b) { return one_nan_##id(a / b); }                 \
    KERNEL_INLINE id reversed_divide_##id(id a, id b) { return one_nan_##id(b / a); }        \
    KERNEL_INLINE id lesser_##id(id a, id b)                                                 \
    {                                                                                        \
        bits_##id x = (bits_##id)a, y = (bits_##id)b;                                        \
        return (id)(SELECT(a < b, x, y) | SELECT(b < a, y, x));                              \
    }                                                                                        \
    KERNEL_INLINE id negated_##id(id x) { return (id)((bits_##id)x ^ (I)SIGN); }             \
    KERNEL_INLINE id minimum_##id(id a, id b) { return one_nan_##id(lesser_##id(a, b)); }    \
    KERNEL_INLINE id maximum_##id(id a, id b)                                                \
    {                                                                                        \
        return one_nan_##id(negated_##id(lesser_##id(negated_##id(a), negated_##id(b))));    \
    }                                                                                        \
    KERNEL_INLINE id multiply_add_##id(id a, id b, id c) { return one_nan_##id(a * b + c); } \
    STEPS(id, id)                                                                            \
    STEP_OF(divide, id, divide_##id)                                                         \
    STEP_OF(reversed_divide, id, reversed_divide_##id)

/* Unsigned, so that they wrap; compared as I. */
#define INTEGERS(id, T, I)                                                                      \
    VECTOR(T, id);                                                                              \
    VECTOR(I, signed_##id);                                                                     \
    KERNEL_INLINE id add_##id(id a, id b) { return a + b; }                                     \
    KERNEL_INLINE id subtract_##id(id a, id b) { return a - b; }                                \
    KERNEL_INLINE id reversed_subtract_##id(id a, id b) { return b - a; }                       \
    KERNEL_INLINE id multiply_##id(id a, id b) { return a * b; }                                \
    KERNEL_INLINE id multiply_add_##id(id a, id b, id c) { return a * b + c; }                  \
    KERNEL_INLINE id is_less_##id(id a, id b) { return (id)((signed_##id)a < (signed_##id)b); } \
    KERNEL_INLINE id minimum_##id(id a, id b) { return SELECT(is_less_##id(a, b), a, b); }      \
    KERNEL_INLINE id maximum_##id(id a, id b) { return SELECT(is_less_##id(a, b), b, a); }      \
    STEPS(id, signed_##id)

/* `compared`: as what elements are compared. */
#define STEPS(id, compared)                                                                          \
    STEP_OF(add, id, add_##id)                                                                       \
    STEP_OF(subtract, id, subtract_##id)                                                             \
    STEP_OF(reversed_subtract, id, reversed_subtract_##id)                                           \
    STEP_OF(multiply, id, multiply_##id)                                                             \
    STEP(multiply_add_##id,                                                                          \
         (vector)multiply_add_##id((id)x, (id)slot_of(slots, p->at), (id)slot_of(slots, p->second))) \
    STEP_OF(minimum, id, minimum_##id)                                                               \
    STEP_OF(maximum, id, maximum_##id)                                                               \
    INNER(less_##id, (vector)((compared)x < (compared)slot_of(slots, p->at)))                        \
    INNER(less_equal_##id, (vector)((compared)x <= (compared)slot_of(slots, p->at)))                 \
    INNER(equal_##id, (vector)((compared)x == (compared)slot_of(slots, p->at)))

FLOATS(f32, float, int32_t, INT32_C(0x7FC00000), INT32_MIN)
FLOATS(f64, double, int64_t, INT64_C(0x7FF8000000000000), INT64_MIN)
INTEGERS(i32, uint32_t, int32_t)
INTEGERS(i64, uint64_t, int64_t)

STEP(and_bits, x &slot_of(slots, p->at))
STEP(or_bits, x | slot_of(slots, p->at))
STEP(xor_bits, x ^ slot_of(slots, p->at))
STEP(select, SELECT(x, slot_of(slots, p->at), slot_of(slots, p->second)))

/* ---- windows of elements of one size --------------------------------------------------------- */

/* `first` on x, with updates y. */
KERNEL_INLINE vector apply(const grn_program_step *first, char *slots, vector x, vector y)
{
    memcpy(slots, &y, sizeof y);
    return ((step_fn)first->fn)(first, slots, x);
}

/* Where update i stands, in elements. */
KERNEL_INLINE int64_t update_at(const grn_combine_list *list, int64_t i)
{
    return list->from != NULL ? list->from[i] : i * list->step;
}

/* ---- single elements ------------------------------------------------------------------------- */

/* Elements that go together: four, or as many as a vector has. */
#define GROUP(T) ((int)(WIDTH / sizeof(T)) < 4 ? 2 : 4)

KERNEL_INLINE bool differ(const int64_t *offset, int count)
{
    bool differ = offset[0] != offset[1];
    return count < 4 ? differ
                     : differ && offset[0] != offset[2] && offset[1] != offset[2] && offset[0] != offset[3] &&
                           offset[1] != offset[3] && offset[2] != offset[3];
}

/* Elements of one size: one; two, in order where they are the same; `count` that share no
 * destination. */
#define ELEMENTS(T, name)                                                                                             \
    VECTOR(T, vector_##name);                                                                                         \
    KERNEL_INLINE T load_##name(const char *from)                                                                     \
    {                                                                                                                 \
        T element;                                                                                                    \
        memcpy(&element, from, sizeof element);                                                                       \
        return element;                                                                                               \
    }                                                                                                                 \
    KERNEL_SHARED static void one_##name(const grn_program_step *first, char *slots, char *current,                   \
                                         const char *update)                                                          \
    {                                                                                                                 \
        vector_##name x = {load_##name(current)}, y = {load_##name(update)};                                          \
        x = (vector_##name)apply(first, slots, (vector)x, (vector)y);                                                 \
        memcpy(current, &(T){x[0]}, sizeof(T));                                                                       \
    }                                                                                                                 \
    KERNEL_SHARED static void two_##name(const grn_program_step *first, char *slots, char *const current[2],          \
                                         const char *const update[2])                                                 \
    {                                                                                                                 \
        if (current[0] == current[1]) {                                                                               \
            one_##name(first, slots, current[0], update[0]);                                                          \
            one_##name(first, slots, current[1], update[1]);                                                          \
            return;                                                                                                   \
        }                                                                                                             \
        vector_##name x = {load_##name(current[0]), load_##name(current[1])};                                         \
        vector_##name y = {load_##name(update[0]), load_##name(update[1])};                                           \
        x = (vector_##name)apply(first, slots, (vector)x, (vector)y);                                                 \
        memcpy(current[0], &(T){x[0]}, sizeof(T));                                                                    \
        memcpy(current[1], &(T){x[1]}, sizeof(T));                                                                    \
    }                                                                                                                 \
    KERNEL_INLINE void group_##name(const grn_program_step *first, char *slots, char *current, const int64_t *offset, \
                                    const char *update, const int64_t *from, int64_t step)                            \
    {                                                                                                                 \
        const int64_t size = (int64_t)sizeof(T);                                                                      \
        vector_##name x = {0}, y = {0};                                                                               \
        for (int k = 0; k < GROUP(T); k++) {                                                                          \
            x[k] = load_##name(current + offset[k] * size);                                                           \
            y[k] = load_##name(update + (from != NULL ? from[k] : k * step) * size);                                  \
        }                                                                                                             \
        x = (vector_##name)apply(first, slots, (vector)x, (vector)y);                                                 \
        for (int k = 0; k < GROUP(T); k++)                                                                            \
            memcpy(current + offset[k] * size, &(T){x[k]}, sizeof(T));                                                \
    }                                                                                                                 \
    static void run_##name(const grn_program_step *first, char *slots, const grn_combine_list *list)                  \
    {                                                                                                                 \
        const int64_t size = (int64_t)sizeof(T), *from = list->from, step = list->step, n = list->count;              \
        char *current = list->current;                                                                                \
        const char *update = list->update;                                                                            \
        int64_t i = 0;                                                                                                \
        for (; i + GROUP(T) <= n; i += GROUP(T)) {                                                                    \
            const int64_t *offset = list->offset + i;                                                                 \
            if (!differ(offset, GROUP(T)))                                                                            \
                for (int k = 0; k < GROUP(T); k += 2)                                                                 \
                    two_##name(first, slots,                                                                          \
                               (char *const[]){current + offset[k] * size, current + offset[k + 1] * size},           \
                               (const char *const[]){update + update_at(list, i + k) * size,                          \
                                                     update + update_at(list, i + k + 1) * size});                    \
            else if (from != NULL)                                                                                    \
                group_##name(first, slots, current, offset, update, from + i, 0);                                     \
            else                                                                                                      \
                group_##name(first, slots, current, offset, update + i * step * size, NULL, step);                    \
        }                                                                                                             \
        for (; i < n; i++)                                                                                            \
            one_##name(first, slots, current + list->offset[i] * size, update + update_at(list, i) * size);           \
    }

ELEMENTS(uint32_t, 4)
ELEMENTS(uint64_t, 8)

/* ---- rows ------------------------------------------------------------------------------------ */

/* What is left of a row goes as elements of 8 bytes and one of 4, whatever their dtype. */
static void run_rows(const grn_program_step *first, char *slots, const grn_combine_list *list, int64_t size)
{
    const int64_t row = list->elements * size;
    for (int64_t i = 0; i < list->count; i++) {
        char *current = (char *)list->current + list->offset[i] * size, *end = current + row;
        const char *update = (const char *)list->update + update_at(list, i) * size;
        for (; end - current >= WIDTH; current += WIDTH, update += WIDTH) {
            vector x, y;
            memcpy(&x, current, sizeof x);
            memcpy(&y, update, sizeof y);
            x = apply(first, slots, x, y);
            memcpy(current, &x, sizeof x);
        }
        for (; end - current >= 16; current += 16, update += 16)
            two_8(first, slots, (char *const[]){current, current + 8}, (const char *const[]){update, update + 8});
        for (; end - current >= 8; current += 8, update += 8)
            one_8(first, slots, current, update);
        if (end > current)
            one_4(first, slots, current, update);
    }
}

/* ---- several inputs -------------------------------------------------------------------------- */

typedef struct inputs {
    const grn_program *p;
    char *slots;
    size_t n;
    char *current[GRN_PROGRAM_INPUTS];
    const char *update[GRN_PROGRAM_INPUTS];
} inputs;

/* The program on what is in the slots. The results of the first input are its answer. */
KERNEL_INLINE vector apply_to_all(const inputs *in)
{
    return ((step_fn)in->p->step->fn)(in->p->step, in->slots, slot_of(in->slots, in->n * WIDTH));
}
/* Slots are written as vectors, as they are read: a load of several stores waits for them. */
KERNEL_INLINE void fill_slot(const inputs *in, size_t k, vector x) { memcpy(in->slots + k * WIDTH, &x, sizeof x); }

KERNEL_INLINE void vectors_of_all(const inputs *in, int64_t current, int64_t update)
{
    for (size_t k = 0; k < in->n; k++) {
        fill_slot(in, k, slot_of(in->update[k] + update, 0));
        fill_slot(in, in->n + k, slot_of(in->current[k] + current, 0));
    }
    vector x = apply_to_all(in);
    for (size_t k = 0; k < in->n; k++) {
        if (k > 0)
            x = slot_of(in->slots, in->p->result[k] * WIDTH);
        memcpy(in->current[k] + current, &x, sizeof x);
    }
}

/* Elements of one size: `count` of them, which share no destination; all of a list. */
#define ELEMENTS_OF_ALL(T, name)                                                                                      \
    KERNEL_INLINE void some_of_all_##name(const inputs *in, const int64_t *current, const int64_t *update, int count) \
    {                                                                                                                 \
        for (size_t k = 0; k < in->n; k++) {                                                                          \
            vector_##name x = {0}, y = {0};                                                                           \
            for (int g = 0; g < count; g++) {                                                                         \
                x[g] = load_##name(in->current[k] + current[g] * (int64_t)sizeof(T));                                 \
                y[g] = load_##name(in->update[k] + update[g] * (int64_t)sizeof(T));                                   \
            }                                                                                                         \
            fill_slot(in, in->n + k, (vector)x);                                                                      \
            fill_slot(in, k, (vector)y);                                                                              \
        }                                                                                                             \
        vector_##name x = (vector_##name)apply_to_all(in);                                                            \
        for (size_t k = 0; k < in->n; k++) {                                                                          \
            if (k > 0)                                                                                                \
                x = (vector_##name)slot_of(in->slots, in->p->result[k] * WIDTH);                                      \
            for (int g = 0; g < count; g++)                                                                           \
                memcpy(in->current[k] + current[g] * (int64_t)sizeof(T), &(T){x[g]}, sizeof(T));                      \
        }                                                                                                             \
    }                                                                                                                 \
    KERNEL_SHARED static void one_of_all_##name(const inputs *in, int64_t current, int64_t update)                    \
    {                                                                                                                 \
        some_of_all_##name(in, &current, &update, 1);                                                                 \
    }                                                                                                                 \
    static void run_all_##name(const inputs *in, const grn_combine_list *list)                                        \
    {                                                                                                                 \
        int64_t i = 0;                                                                                                \
        for (; i + GROUP(T) <= list->count; i += GROUP(T)) {                                                          \
            int64_t update[GROUP(T)];                                                                                 \
            for (int g = 0; g < GROUP(T); g++)                                                                        \
                update[g] = update_at(list, i + g);                                                                   \
            if (differ(list->offset + i, GROUP(T)))                                                                   \
                some_of_all_##name(in, list->offset + i, update, GROUP(T));                                           \
            else                                                                                                      \
                for (int g = 0; g < GROUP(T); g++)                                                                    \
                    one_of_all_##name(in, list->offset[i + g], update[g]);                                            \
        }                                                                                                             \
        for (; i < list->count; i++)                                                                                  \
            one_of_all_##name(in, list->offset[i], update_at(list, i));                                               \
    }
ELEMENTS_OF_ALL(uint32_t, 4)
ELEMENTS_OF_ALL(uint64_t, 8)

static void run_rows_of_all(const inputs *in, const grn_combine_list *list)
{
    const int64_t size = in->p->element_bytes, lanes = WIDTH / size;
    for (int64_t i = 0; i < list->count; i++) {
        const int64_t current = list->offset[i], update = update_at(list, i);
        int64_t e = 0;
        for (; e + lanes <= list->elements; e += lanes)
            vectors_of_all(in, (current + e) * size, (update + e) * size);
        for (; e < list->elements; e++)
            if (size == 4)
                one_of_all_4(in, current + e, update + e);
            else
                one_of_all_8(in, current + e, update + e);
    }
}

static void run_all(const grn_program *p, char *slots, const grn_combine_list *list)
{
    inputs in = {.p = p, .slots = slots};
    for (const grn_combine_list *l = list; in.n < p->ninputs; l = l->next, in.n++) {
        in.current[in.n] = l->current;
        in.update[in.n] = l->update;
    }
    if (list->elements > 1)
        run_rows_of_all(&in, list);
    else if (p->element_bytes == 4)
        run_all_4(&in, list);
    else
        run_all_8(&in, list);
}

static void run(const grn_program *p, const grn_combine_list *list)
{
    _Alignas(GRN_PROGRAM_BYTES) char slots[GRN_PROGRAM_SLOTS * WIDTH];
    for (size_t k = 0; k < p->nslots; k++)
        if (p->constant[k] != NULL)
            memcpy(slots + k * WIDTH, p->constant[k], WIDTH);
    if (p->ninputs > 1)
        run_all(p, slots, list);
    else if (list->elements > 1)
        run_rows(p->step, slots, list, p->element_bytes);
    else if (p->element_bytes == 4)
        run_4(p->step, slots, list);
    else
        run_8(p->step, slots, list);
}

/* ---- dtypes ---------------------------------------------------------------------------------- */

#define ENTRY(op, id) [GRN_PROGRAM_##op] = {(grn_program_fn)inner_##id, (grn_program_fn)last_##id}
#define INNER_ENTRY(op, id) [GRN_PROGRAM_##op] = {(grn_program_fn)inner_##id, NULL}
#define ENTRIES(id)                                                                                         \
    ENTRY(load, load), INNER_ENTRY(store, store), ENTRY(add, add_##id), ENTRY(subtract, subtract_##id),     \
        ENTRY(reversed_subtract, reversed_subtract_##id), ENTRY(multiply, multiply_##id),                   \
        ENTRY(multiply_add, multiply_add_##id), ENTRY(minimum, minimum_##id), ENTRY(maximum, maximum_##id), \
        ENTRY(and, and_bits), ENTRY(or, or_bits), ENTRY(xor, xor_bits), INNER_ENTRY(less, less_##id),       \
        INNER_ENTRY(less_equal, less_equal_##id), INNER_ENTRY(equal, equal_##id), ENTRY(select, select)
#define FLOAT_ENTRIES(id) ENTRIES(id), ENTRY(divide, divide_##id), ENTRY(reversed_divide, reversed_divide_##id)

const grn_program_set *PROGRAM_SET(grn_dtype dtype)
{
    static const grn_program_set of_f32 = {WIDTH, run, {FLOAT_ENTRIES(f32)}},
                                 of_f64 = {WIDTH, run, {FLOAT_ENTRIES(f64)}}, of_i32 = {WIDTH, run, {ENTRIES(i32)}},
                                 of_i64 = {WIDTH, run, {ENTRIES(i64)}};
    switch (dtype) {
    case GRN_F32: return &of_f32;
    case GRN_F64: return &of_f64;
    case GRN_I32: return &of_i32;
    case GRN_I64: return &of_i64;
    default: return NULL;
    }
}

/* combine.h - what a scatter does with a row of updates. */
#ifndef BENCH_COMBINE_H
#define BENCH_COMBINE_H

#include "loops/vectors.h"

typedef enum change { CHANGE_SET, CHANGE_ADD_F32, CHANGE_ADD_F64, CHANGE_ADD_I32, CHANGE_MAX_F32 } change;

static inline change change_of(const problem *p)
{
    const bench_case *c = p->c;
    if (c->op[0] == 's')
        return CHANGE_SET;
    if (c->op[0] == 'm')
        return CHANGE_MAX_F32;
    if (c->element_bytes == 8)
        return CHANGE_ADD_F64;
    return strcmp(c->dtype, "i32") == 0 ? CHANGE_ADD_I32 : CHANGE_ADD_F32;
}

#define COMBINE_ROW(type, value)                                        \
    do {                                                                \
        type *restrict to = (type *)(void *)row;                        \
        const type *restrict from = (const type *)(const void *)update; \
        for (size_t k = 0; k < n / sizeof(type); k++)                   \
            to[k] = (value);                                            \
    } while (0)

/* `n` bytes of a row and of its update. */
ALWAYS_INLINE void combine(char *restrict row, const char *restrict update, size_t n, change what)
{
    if (what == CHANGE_SET && n < VECTOR_BYTES)
        memcpy(row, update, n);
    else if (what == CHANGE_SET)
        copy_vectors(row, update, n);
    else if (what == CHANGE_ADD_F32)
        COMBINE_ROW(float, to[k] + from[k]);
    else if (what == CHANGE_ADD_F64)
        COMBINE_ROW(double, to[k] + from[k]);
    else if (what == CHANGE_ADD_I32)
        COMBINE_ROW(uint32_t, to[k] + from[k]);
    else
        COMBINE_ROW(float, from[k] > to[k] ? from[k] : to[k]);
}

/* `run(change, bytes)` with both as constants where rows are of a usual length. */
#define BY_CHANGE(p, run)                               \
    switch (change_of(p)) {                             \
    case CHANGE_SET: BY_ROW(p, run, CHANGE_SET)         \
    case CHANGE_ADD_F32: BY_ROW(p, run, CHANGE_ADD_F32) \
    case CHANGE_ADD_F64: BY_ROW(p, run, CHANGE_ADD_F64) \
    case CHANGE_ADD_I32: BY_ROW(p, run, CHANGE_ADD_I32) \
    default: BY_ROW(p, run, CHANGE_MAX_F32)             \
    }
#define BY_ROW(p, run, what)                              \
    switch ((p)->c->row_bytes) {                          \
    case 4: run(what, 4); break;                          \
    case 8: run(what, 8); break;                          \
    case 64: run(what, 64); break;                        \
    case 128: run(what, 128); break;                      \
    case 256: run(what, 256); break;                      \
    default: run(what, (size_t)(p)->c->row_bytes); break; \
    }                                                     \
    break;

#endif

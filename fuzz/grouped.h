/*
 * grouped.h - tensors for calls that group elements, and what holds of every such call.
 *
 * They mostly fit their call. Half of the calls are wild: now and then an extent or a stride is near the ends of
 * int64_t, a view is none, data or a tensor is NULL, or two are in the same memory.
 */
#ifndef FUZZ_GROUPED_H
#define FUZZ_GROUPED_H

#include "calls.h"
#include "garner/experts.h"
#include "garner/segment_calls.h"

#define MOST_ARGUMENTS 8
/* Bytes that a call may take from its allocator. */
#define GROUPED_BYTES ((size_t)8 << 20)

/* What calls take besides tensors, of each family. */
typedef struct words {
    int64_t dim, count;
    const char *reduce;
    bool flag;
} words;

typedef struct arguments {
    entropy *e;
    bool wild; /* some of what no call may take is among them */
    destination at[MOST_ARGUMENTS];
    const grn_tensor *given[MOST_ARGUMENTS]; /* `at` as it is now, or NULL */
    rations allocator;
    grn_segment_spec segment;
    grn_bag_spec bag;
    grn_experts_spec experts;
    words words;
} arguments;

/* What a tensor of integers holds. */
typedef enum content { VALUES, INDICES, STEPS, OFFSETS, OFFSETS_AND_END, LENGTHS } content;

/* A number near one of the ends, or another that few calls take. */
int64_t wild_number(entropy *e);
/* An extent: small, or wild where that is allowed. */
int64_t extent(const arguments *a);
bool is_small(int64_t n);
grn_dtype any_dtype(entropy *e);
grn_dtype index_dtype(entropy *e);

/* Argument i: a tensor of a shape whose integers are up to `most`, or of any values. */
void put(arguments *a, size_t i, grn_dtype dtype, int32_t rank, const int64_t *shape, content content, int64_t most);
/* An argument that the rest of the call takes, or does not: mostly NULL where it does not. */
void optional(arguments *a, size_t i, bool taken);

typedef grn_status (*call_fn)(arguments *a);

typedef struct way {
    const char *name;
    call_fn run, reference; /* NULL: none */
} way;

/* Makes the call. Aborts where an error has written something, where memory was not handed back, and where a call
 * that is not wild gives other bytes than its reference. */
void run_grouped(arguments *a, const way *w);
void arguments_release(arguments *a);

#endif

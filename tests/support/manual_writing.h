/*
 * manual_writing.h - what the writer of random manual computations shares: values in scope, and ops
 * on them.
 */
#ifndef TESTS_MANUAL_WRITING_H
#define TESTS_MANUAL_WRITING_H

#include "support/random_manual.h"

enum { MOST_VALUES = 64, MOST_RANK = 4 };

/* A value in scope: its extents as they are whole, and which manual axes cut each dimension, outer
 * ones first. */
typedef struct manual_value {
    int32_t number, rank;
    int64_t shape[MOST_RANK];
    int32_t ncuts[MOST_RANK];
    int32_t cut[MOST_RANK][RANDOM_AXES];
} manual_value;

typedef struct manual_scope {
    manual_value v[MOST_VALUES];
    size_t count;
    uint32_t manual; /* axes that are not free */
    int32_t depth;   /* computations and control flow around */
    bool in_body;
} manual_scope;

typedef struct manual_writing {
    random_source s;
    random_mesh mesh;
    bool one_device;
    FILE *out;
    int32_t next; /* value */
    random_manual *about;
} manual_writing;

static inline uint64_t manual_pick(const manual_writing *w, uint64_t bound) { return w->s.next(w->s.user, bound); }
void manual_put_type(const manual_writing *w, const manual_value *v);
/* Axes of `of` that cut v, of dimension d from number first[d] on (NULL: none), then free ones at
 * random. */
void manual_put_sharding(const manual_writing *w, const manual_value *v, uint32_t manual, uint32_t of,
                         const int32_t *first);
const manual_value *manual_any_of(const manual_writing *w, const manual_scope *in);
/* One more in scope, of a number of its own. */
manual_value *manual_add_value(manual_writing *w, manual_scope *in, const manual_value *like);
bool manual_same_layout(const manual_value *a, const manual_value *b);
/* An op on values in scope, which gives another. */
void manual_put_op(manual_writing *w, manual_scope *in);

#endif

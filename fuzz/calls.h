/*
 * calls.h - arguments of a framework's gather or scatter, and the tensor it writes to.
 *
 * Shapes are small and mostly such that a call takes them; an index is mostly
 * in range. Every tensor lies in an allocation of exactly its span.
 */
#ifndef FUZZ_CALLS_H
#define FUZZ_CALLS_H

#include "common.h"
#include "entropy.h"

/* What calls are given: each takes what it needs. */
typedef struct call {
    random_buffer input, index, source;
    int64_t dim, batch_dims;
    const int64_t *maybe_dim; /* &dim, or NULL */
    const char *reduce;       /* NULL, or a word that some call knows */
    bool flag;
    unsigned char value[16]; /* an element of input's dtype */
    rations allocator;
} call;

/* How index's shape follows from input's. */
typedef enum index_form { INDEX_BESIDE, INDEX_FREE, INDEX_VECTORS, INDEX_FORMS } index_form;

/* Everything but source. False when memory is refused. Release in every case. */
bool call_make(entropy *e, index_form form, call *c);
/* source: of a shape, sometimes of one a little larger or of another dtype. */
bool call_make_source(entropy *e, call *c, int32_t rank, const int64_t *shape);
void call_release(call *c);

/* A small shape, sometimes with an empty extent. */
int32_t small_shape(entropy *e, int32_t most_rank, int64_t *shape);
/* Integers mostly in [0, most), else near that range or anywhere. */
void fill_index(entropy *e, random_buffer *b, int64_t most);

/* A destination and how it was before the call. */
typedef struct destination {
    random_buffer now, before;
} destination;
/* False when memory is refused. */
bool destination_make(entropy *e, grn_dtype dtype, int32_t rank, const int64_t *shape, destination *d);
/* One that holds what `from` does. */
bool destination_copy(const random_buffer *from, destination *d);
void destination_release(destination *d);
/* Aborts where a call that answered an error wrote all the same, and where an answer is none a call
 * gives. */
void check_answer(const char *name, grn_status status, const destination *d);
/* Aborts where two destinations made alike are not the same bytes. */
void check_same(const char *name, const destination *a, const destination *b);

/* A tensor of rank 0 as [1]. */
grn_tensor at_least_rank_1(const grn_tensor *t);

#endif

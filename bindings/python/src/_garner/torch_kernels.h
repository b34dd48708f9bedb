/*
 * torch_kernels.h - gathers and scatters inside torch.
 *
 * torch_kernels.c has the kernels that torch's dispatcher calls, and a table of aten's overloads;
 * torch_ways.c one of the ways in which garner serves their reductions. torch_places.c reads lists of index tensors. torch_moves.c
 * knows the specs, torch_plans.c keeps plans by the layouts of tensors. torch_bags.c and
 * torch_segments.c do so for bags and segments. torch_threads.c finds torch's thread pool by its C
 * interface. None of them needs torch to be compiled. All of it is called with the GIL held, but for
 * running.
 *
 * What the library refuses (an index out of range, shapes that do not agree) is answered with false,
 * and exceptions are cleared: torch's own kernel then says what is wrong.
 */
#ifndef GARNER_PYTHON_TORCH_KERNELS_H
#define GARNER_PYTHON_TORCH_KERNELS_H

#include "glue.h"

/* torch's threads, as many as torch.get_num_threads() says at this moment; NULL: one. Where torch
 * has no C interface to its pool (before 2.10) always NULL. */
const grn_parallel *torch_parallel(void);

/* A tensor of torch's, or None, which is NULL. false: neither, perhaps with an exception. */
bool maybe_borrow_torch(PyObject *object, const char *name, grn_tensor *room, const grn_tensor **out);

/* A tensor of the class and dtype of `like`; its elements are not set. NULL with an exception. */
PyObject *new_torch_tensor(PyObject *like, int32_t rank, const int64_t *shape, grn_tensor *view);

/* ---- one gather or scatter (torch_moves.c, torch_plans.c) ------------------------------------ */

typedef enum torch_move {
    TORCH_GATHER,
    TORCH_INDEX_SELECT,
    TORCH_TAKE,
    TORCH_INDEX, /* number: the dimension of the one index tensor, whose vectors have one coordinate */
    TORCH_SCATTER,
    TORCH_SCATTER_REDUCE,
    TORCH_INDEX_ADD,
    TORCH_INDEX_COPY,
    TORCH_INDEX_PUT /* number: as of TORCH_INDEX; word: NULL, or anything that accumulates */
} torch_move;

/* Of a scatter `operand` is written, and `out` has no dtype; of a gather `updates` has none. */
typedef struct torch_problem {
    torch_move move;
    int64_t number;   /* what distinguishes specs for tensors of one layout, */
    const char *word; /* in static storage, or NULL */
    grn_tensor operand, indices, updates, out;
} torch_problem;

typedef struct torch_spec {
    bool is_gather;
    union {
        grn_gather_spec gather;
        grn_scatter_spec scatter;
    } of;
} torch_spec;

grn_status torch_spec_of(const torch_problem *p, torch_spec *out);

/* Runs the problem by the plan that is kept for it; where there is none it is made and kept. The GIL
 * is released while it runs. */
grn_status run_torch_plan(const torch_problem *p);

/* And first cuts updates to what the indices are for; false too where memory that is written overlaps
 * what is read. */
bool run_torch_move(torch_problem *p);

/* Memory from one call to the next. *bytes becomes how many there are. */
void *take_torch_scratch(size_t *bytes);
void give_torch_scratch(void *scratch, size_t bytes);

/* ---- slices (torch_segments.c) --------------------------------------------------------------- */

/* Slice i of data along axis into slice ids[i] of result, by "sum", "mean", "prod", "amax" or "amin",
 * rounded once. A mean is over the slices of data alone. */
bool reduce_torch_slices(const char *reduce, const grn_tensor *data, const grn_tensor *ids, int32_t axis,
                         bool include_self, const grn_tensor *result);

/* ---- lists of index tensors (torch_places.c) ------------------------------------------------- */

/* x[:, i, j] and x[i, :, j]: index tensors, broadcast together. */
typedef struct torch_places {
    int32_t count, dim[GRN_MAX_RANK]; /* the dimensions that are indexed, ascending */
    grn_tensor index[GRN_MAX_RANK];
    bool is_apart; /* whole dimensions are between them: the shape that they have together comes first */
    int32_t rank;
    int64_t shape[GRN_MAX_RANK]; /* that they have together */
    bool has_mask;               /* the list was not read: it has a mask of booleans */
    uint64_t *flat;              /* see torch_places_merge */
    size_t flat_bytes;
} torch_places;

bool read_torch_places(PyObject *list, const grn_tensor *self, torch_places *out);
/* The shape of self[list]. false: of too many dimensions. */
bool torch_places_shape(const torch_places *t, const grn_tensor *self, int32_t *rank, int64_t *shape);
/* Indexing the merged dimensions of a compact tensor, by one index tensor: the operand, the
 * index vectors of one coordinate, and the number of a TORCH_INDEX or TORCH_INDEX_PUT. Numbers of
 * several tensors are merged in memory that torch_places_release gives back. The elements of an
 * operand of dimensions that are apart overlap. */
bool torch_places_merge(torch_places *t, const grn_tensor *given, torch_problem *p);
void torch_places_release(torch_places *t);

/* ---- a call of one of aten's overloads (torch_kernels.c, torch_ways.c) ------------------------ */

typedef enum torch_group {
    COMPOSED, /* by Python alone */
    BAGS,     /* and of embedding_bag */
    GATHERS,
    READ_PLACES, /* x[:, i] */
    ALONG,       /* scatters, by an index for each element */
    SLICES,      /* by an index for each slice along dim */
    SUMS,        /* index_add, which aten makes a scatter_add where it may */
    SCALED_SUMS, /* and by an alpha that is not 1 */
    WRITE_PLACES
} torch_group;

/* What is at one place is replaced, or reduced. */
typedef enum torch_reduction { REPLACE, SUM, PROD, AMAX, AMIN, MEAN, BY_WORD } torch_reduction;

/*
 * arguments: a letter each, of those by position. s self, d dim, x index, l list of indices, u source,
 * v a number in the place of a source, r the name of the reduction, a whether it accumulates, m the
 * number of a bag's mode, p its padding index; of others '.'.
 */
typedef struct aten_overload {
    const char *name, *arguments;
    torch_group group;
    torch_move move; /* of gathers */
    torch_reduction reduction;
    bool copies; /* self is left as it is */
} aten_overload;

typedef struct torch_call {
    const aten_overload *overload;
    PyObject *self, *index, *source, *alpha; /* borrowed; index: a tensor or a list */
    int64_t dim;
    torch_reduction reduction;
    bool include_self;
    long long mode, padding;
    torch_problem p; /* its tensors, once they are read */
} torch_call;

/* What the call gives. NULL: aten's, perhaps with an exception, or *in_python, composed of other
 * functions. */
PyObject *serve_torch_call(torch_call *c, bool *in_python);
/* A compact copy of self, which has been read, in whose place it then is in c->p. NULL as above. */
PyObject *copy_of_torch_self(torch_call *c);

#endif

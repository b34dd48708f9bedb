/*
 * segments.h - reductions over segments: every entry of a tensor along one axis belongs to one
 * segment or to none, and each segment becomes one entry of the result.
 *
 * One spec says all of it: how entries are assigned to segments, what is done with them, and what
 * systems do differently: ids out of range, empty segments, NaN, ties, rounding. The calls take
 * these tensors (grn_segment_tensors):
 *
 *   data      [.., n, ..]  n entries along spec->axis; the dimensions before and behind it are kept
 *   segments  how the n entries are assigned, as spec->form says: integers of any dtype. Of rank 1
 *             it holds for all positions of the dimensions before the axis; else it has these
 *             dimensions too, with data's extents, and its own last. NULL for GRN_SEGMENT_CONSTANT.
 *   weights   a factor for each entry, of data's dtype; NULL: 1. Its dimensions are data's, up to
 *             the axis at least; it is constant along those that it lacks ([n], [n, heads]). Along
 *             others a stride of 0 does the same.
 *   result    data's dtype; data's shape with the number of segments in the place of n, or data's
 *             shape where the op has a result for each entry (softmax, log_softmax)
 *   arg       of min and max, the entry that each element of the result is from: result's shape,
 *             i32 or i64; NULL: not asked for
 *
 * Any strides, which count elements; any alignment. dtypes: f16, bf16, f32, f64; i8 to i64, index,
 * ui8 to ui64 and i1 where the op says so. Entries of one segment are taken in ascending order, so
 * that every plan, instruction set and number of threads gives the bits of grn_segment_reference.
 * A NaN in a result
 * is its dtype's quiet NaN. exp and log are the library's own: the same bits on every machine.
 *
 * Errors: GRN_E_INDEX where an id is out of range under GRN_SEGMENT_IDS_ERROR, ids that are to be
 * sorted descend, or offsets or lengths are not what their form says; the message names the first.
 * GRN_E_SHAPE, GRN_E_DTYPE, GRN_E_ARGUMENT and GRN_E_LIMIT as the views and the spec are wrong;
 * GRN_E_UNSUPPORTED where a field does not go with the op; GRN_E_ALIAS where result or arg overlap
 * anything else. Then result and arg are untouched. All calls are thread-safe while what they write
 * does not overlap; none keeps a pointer to data. diag, options and an allocator may be NULL.
 */
#ifndef GARNER_SEGMENTS_H
#define GARNER_SEGMENTS_H

#include "garner/embed.h"
#include "garner/memory.h"
#include "garner/plan.h"
#include "garner/threads.h"

GRN_BEGIN_DECLS

/*
 * What becomes of a segment. Of integers sums and products wrap, and a mean is rounded down. Of i1
 * sum and max are "or", product and min "and". In the last four m is the segment's largest entry, f
 * a sum over its entries, and the dtypes are floats.
 */
#define GRN_SEGMENT_OPS(S)                                                                     \
    S(SUM, "sum")                 /* of weight * entry */                                      \
    S(MEAN, "mean")               /* that sum, divided as `divisor` says; no i1 */             \
    S(PRODUCT, "product")         /* */                                                        \
    S(MIN, "min")                 /* */                                                        \
    S(MAX, "max")                 /* */                                                        \
    S(SOFTMAX, "softmax")         /* exp(x - m) / (f(exp(x - m)) + eps), for each entry */     \
    S(LOG_SOFTMAX, "log_softmax") /* (x - m) - log(f(exp(x - m)) + eps), for each entry */     \
    S(LOGSUMEXP, "logsumexp")     /* log(f(exp(x - m)) + eps) + m; m where that is infinite */ \
    S(STD, "std")                 /* sqrt(f((x - mean)^2) / (max(n - correction, 1) + eps)) of n entries */

typedef enum grn_segment_op {
#define GRN_SEGMENT_OP_ENUM(name, text) GRN_SEGMENT_##name,
    GRN_SEGMENT_OPS(GRN_SEGMENT_OP_ENUM)
#undef GRN_SEGMENT_OP_ENUM
        GRN_SEGMENT_OP_COUNT
} grn_segment_op;

/* What `segments` holds; s is the number of segments. Entries of no segment take no part: before
 * the first offset, from the last one on, or dropped by their id. */
#define GRN_SEGMENT_FORMS(F)                                                               \
    F(IDS, "ids")               /* [n]: the segment of each entry, in any order */         \
    F(SORTED_IDS, "sorted_ids") /* [n]: the same, ascending, which is checked */           \
    F(OFFSETS, "offsets")       /* [s + 1]: ascending, in [0, n]; segment i is [i, i+1) */ \
    F(STARTS, "starts")         /* [s]: offsets without the last one, which is n */        \
    F(LENGTHS, "lengths")       /* [s]: not negative; they add up to n */                  \
    F(CONSTANT, "constant")     /* none: spec->length entries each, and n is s * length */

typedef enum grn_segment_form {
#define GRN_SEGMENT_FORM_ENUM(name, text) GRN_SEGMENT_##name,
    GRN_SEGMENT_FORMS(GRN_SEGMENT_FORM_ENUM)
#undef GRN_SEGMENT_FORM_ENUM
        GRN_SEGMENT_FORM_COUNT
} grn_segment_form;

/* An id that is no segment's number. */
typedef enum grn_segment_ids_rule {
    GRN_SEGMENT_IDS_ERROR,         /* GRN_E_INDEX */
    GRN_SEGMENT_IDS_DROP_NEGATIVE, /* below 0: its entry is dropped; above: GRN_E_INDEX */
    GRN_SEGMENT_IDS_DROP,          /* its entry is dropped */
    GRN_SEGMENT_IDS_CLIP,          /* moved to the nearest segment; dropped where there is none */
    GRN_SEGMENT_IDS_RULE_COUNT
} grn_segment_ids_rule;

/* What a sum, mean, product, min or max begins with. Other ops begin with nothing: IDENTITY. */
typedef enum grn_segment_start {
    GRN_SEGMENT_START_IDENTITY, /* 0, 1, and what no entry is beyond: an infinity, an integer's extreme */
    GRN_SEGMENT_START_RESULT,   /* what the result holds on entry */
    GRN_SEGMENT_START_INITIAL,  /* spec->initial */
    GRN_SEGMENT_START_COUNT
} grn_segment_start;

/* The value of a segment without entries. Of softmax and log_softmax there is none. */
typedef enum grn_segment_empty {
    GRN_SEGMENT_EMPTY_START, /* what the op begins with, not divided; of logsumexp -inf, of std 0 */
    GRN_SEGMENT_EMPTY_ZERO,
    GRN_SEGMENT_EMPTY_NAN,  /* floats */
    GRN_SEGMENT_EMPTY_KEEP, /* what the result holds on entry */
    GRN_SEGMENT_EMPTY_COUNT
} grn_segment_empty;

/* What a mean divides by. */
typedef enum grn_segment_divisor {
    GRN_SEGMENT_BY_COUNT,        /* the number of entries */
    GRN_SEGMENT_BY_WEIGHTS,      /* the sum of their weights; weights are given */
    GRN_SEGMENT_BY_ROOT_SQUARES, /* the root of the sum of their squares; weights are given */
    GRN_SEGMENT_DIVISOR_COUNT
} grn_segment_divisor;

/* NaN, and zeros of both signs, in min and max. */
typedef enum grn_segment_nan {
    GRN_SEGMENT_NAN_PROPAGATES, /* the first NaN is the result; -0 is below +0 (as in a scatter) */
    GRN_SEGMENT_NAN_IGNORED,    /* a NaN is no entry, as if dropped; of equal values, zeros too, the first */
    GRN_SEGMENT_NAN_IF_FIRST,   /* nothing is beyond a NaN that comes first, others are passed over; of
                                 * equal values, zeros too, the first */
    GRN_SEGMENT_NAN_COUNT
} grn_segment_nan;

/* Rounding of sum, mean and product of floats. Inside, f16 and bf16 are f32, others themselves. */
typedef enum grn_segment_rounding {
    GRN_SEGMENT_ROUND_ONCE,      /* at the end */
    GRN_SEGMENT_ROUND_SUM,       /* the sum to the dtype, and after the division again */
    GRN_SEGMENT_ROUND_EACH_STEP, /* each product, each sum, each divisor, to the dtype */
    GRN_SEGMENT_ROUNDING_COUNT
} grn_segment_rounding;

/* All zero: the sum of entries along the first axis by ids, an id out of range an error. */
typedef struct grn_segment_spec {
    grn_segment_op op;
    grn_segment_form form;
    int32_t axis;      /* of the entries; below 0: from the end */
    int64_t nsegments; /* of ids for grn_segment_shape; else it is read from shapes */
    int64_t length;    /* GRN_SEGMENT_CONSTANT: entries of each segment, over 0 */
    grn_segment_ids_rule ids;
    grn_segment_start start;
    unsigned char initial[16]; /* GRN_SEGMENT_START_INITIAL: an element of data's dtype */
    grn_segment_empty empty;
    grn_segment_divisor divisor;
    grn_segment_nan nan;
    int64_t arg_of_empty; /* arg of an empty segment, and where what the op begins with is the result */
    grn_segment_rounding rounding;
    double eps;         /* of the last four ops; not negative */
    int64_t correction; /* std: 0, or 1 for the unbiased estimate; not negative */
} grn_segment_spec;

typedef struct grn_segment_tensors {
    const grn_tensor *data, *segments, *weights, *result, *arg;
} grn_segment_tensors;

/* Static storage, "unknown" for a value outside the list. */
GRN_API const char *grn_segment_op_text(grn_segment_op op);
GRN_API const char *grn_segment_form_text(grn_segment_form form);

/* Holds a spec against the tensors' shapes, strides and dtypes. Data is not read and may be NULL. */
GRN_API GRN_MUST_USE grn_status grn_segment_check(const grn_segment_spec *spec, const grn_segment_tensors *tensors,
                                                  const grn_diag *diag);

/* The shape of the result; `tensors` needs data and segments. shape has room for GRN_MAX_RANK. */
GRN_API GRN_MUST_USE grn_status grn_segment_shape(const grn_segment_spec *spec, const grn_segment_tensors *tensors,
                                                  const grn_diag *diag, int32_t *rank, int64_t *shape);

/* The largest of ids and one, which is how many segments most systems make of them; 0 of none, and
 * where all are negative. ids have any shape. An id of INT64_MAX: GRN_E_LIMIT. */
GRN_API GRN_MUST_USE grn_status grn_segment_count(const grn_tensor *ids, const grn_diag *diag, int64_t *nsegments);

/* The meaning, element by element: for each element of the result all entries are looked at, so
 * that it is for tests. Allocates nothing. */
GRN_API GRN_MUST_USE grn_status grn_segment_reference(const grn_segment_spec *spec, const grn_segment_tensors *tensors,
                                                      const grn_diag *diag);

/* ---- plans ---- */

typedef struct grn_segment_plan grn_segment_plan;

typedef struct grn_segment_plan_options {
    size_t size_bytes;            /* 0, or sizeof(grn_segment_plan_options): garner.h */
    int32_t threads;              /* parts that may run at once; 0: as many as `parallel` runs */
    const grn_parallel *parallel; /* who runs the parts; the plan keeps the pointer. NULL: the caller */
    const char *cpu;              /* "scalar", "avx2", "avx512", "neon"; NULL: the best there is */
    const char *way;              /* the name of a way to run, whatever it costs (below); NULL: chosen by cost */
    grn_race_mode race;           /* whether ways that costs cannot tell apart are settled by running them */
    const grn_machine *machine;   /* figures to choose by, not kept; NULL: grn_machine_here */
} grn_segment_plan_options;

/*
 * There are several ways to compute a reduction, all of which give the same bits: by lists of each
 * segment's entries, by lists whose columns are shared among threads, by a scatter, by accumulators in
 * scratch. What each is for is in docs/segments.md. A plan that is expected to take 50 microseconds or
 * more, and for which no way is named, holds those that costs cannot tell apart: its first runs are
 * each by one of them, timed, from then on the fastest runs, until its pace falls off (grn_race_mode).
 */

/*
 * Makes a plan for a spec and the layouts of its tensors, whose data is not read. It may be run
 * many times, by several threads at once, and is the caller's to destroy (NULL is fine).
 * GRN_E_UNSUPPORTED: the machine or the build has no such cpu, or the way does not serve.
 * GRN_E_ARGUMENT: no way has this name.
 */
GRN_API GRN_MUST_USE grn_status grn_segment_plan_create(const grn_segment_spec *spec,
                                                        const grn_segment_tensors *tensors,
                                                        const grn_segment_plan_options *options,
                                                        const grn_allocator *allocator, const grn_diag *diag,
                                                        grn_segment_plan **out);
GRN_API void grn_segment_plan_destroy(grn_segment_plan *plan);
/* Bytes of scratch that a run needs, of the neediest way that may run: 8 for each segment, and 8 for
 * each entry where ids are in any order; what a plan of a scatter needs; or an accumulator for each
 * element of the result, of at most the last cache, and 16 for each segment. 0 for NULL. */
GRN_API size_t grn_segment_scratch_bytes(const grn_segment_plan *plan);

/* The name of way i; NULL after the last. Static storage. */
GRN_API const char *grn_segment_way_text(size_t i);
/* The way that runs: the leader where several race. NULL for NULL. Static storage. */
GRN_API const char *grn_segment_plan_way(const grn_segment_plan *plan);

/* What has raced in a plan, with its least time so far. */
typedef struct grn_segment_contender {
    const char *way; /* static storage */
    double least_ns; /* of a run; below 0: it has not run since the race began */
    bool leads;
} grn_segment_contender;
/* Up to `room` of what races in the plan; answers how many there are. 0 for NULL, where nothing races,
 * and while another thread times a run of the plan. */
GRN_API size_t grn_segment_contenders(const grn_segment_plan *plan, size_t room, grn_segment_contender *out);

/* The data of a run, laid out as the tensors the plan was made for; NULL as there. */
typedef struct grn_segment_data {
    const void *data, *segments, *weights;
    void *result, *arg;
} grn_segment_data;
/* Allocates nothing. scratch: of grn_segment_scratch_bytes(), aligned to 64 bytes; NULL when that
 * is 0. */
GRN_API GRN_MUST_USE grn_status grn_segment_run(const grn_segment_plan *plan, const grn_segment_data *data,
                                                void *scratch, const grn_diag *diag);

/* One call on the calling thread. Scratch is from `allocator`: GRN_E_MEMORY. */
GRN_API GRN_MUST_USE grn_status grn_segment_reduce(const grn_segment_spec *spec, const grn_segment_tensors *tensors,
                                                   const grn_allocator *allocator, const grn_diag *diag);

/* ---- gradients ---- */

/* Who gets the gradient of a min or max. */
typedef enum grn_segment_ties {
    GRN_SEGMENT_TIES_FIRST,  /* the entry that arg names */
    GRN_SEGMENT_TIES_SHARED, /* all entries that equal the result, evenly */
    GRN_SEGMENT_TIES_COUNT
} grn_segment_ties;

typedef struct grn_segment_gradients {
    const grn_tensor *grad;         /* of the result: its shape, data's dtype */
    const grn_tensor *data_grad;    /* data's shape and dtype; NULL: not asked for */
    const grn_tensor *weights_grad; /* weights' shape and dtype; NULL: not asked for */
    grn_segment_ties ties;
} grn_segment_gradients;

/*
 * The gradients of a reduction, of `tensors` its data, segments and weights; result and arg are not
 * used. Floats; computed in f64 from data and rounded once. An entry of no segment gets 0. The
 * start is IDENTITY or INITIAL, a constant; else GRN_E_UNSUPPORTED. In the formulas g is grad:
 *
 *   sum, mean    weight * g / divisor; of weights what the quotient's derivative is
 *   product      g times the product of the initial value and all other entries, exact with zeros
 *   min, max     g to those that `ties` says; under FIRST to none where the initial value is the result
 *   softmax      y * (g - f(g * y))             m counts as a constant here and in the next two
 *   log_softmax  g - p * f(g)                   p = exp(x - m) / (f(exp(x - m)) + eps)
 *   logsumexp    g * p; 0 where m is -inf
 *   std          g * (x - mean) / ((max(n - correction, 1) + eps) * std), 0 where std is 0
 *
 * From `allocator`: up to 48 bytes for each entry along the axis, 8 for each segment and weight.
 */
GRN_API GRN_MUST_USE grn_status grn_segment_adjoint(const grn_segment_spec *spec, const grn_segment_tensors *tensors,
                                                    const grn_segment_gradients *gradients,
                                                    const grn_allocator *allocator, const grn_diag *diag);

GRN_END_DECLS

#endif

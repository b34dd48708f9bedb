/*
 * convert.h - programs of one dialect into programs of another.
 *
 * Knows: what the ops of each dialect are called, and how each is expressed by
 * the ops of the hub. Must not know: plans, kernels, how anything is run.
 *
 * Five passes, each a module to a module:
 *
 *   import  every op that has an import pattern, and every gather and scatter, becomes ops of the hub
 *   raise   the hub's ops become simpler ones that mean the same
 *   split   a scatter whose combiner the target lacks becomes a gather, the combination, a scatter that replaces
 *   fit     every gather and scatter becomes one that the target can express, with ops of the hub around it
 *   export  every op of the hub becomes the target's; then broadcasts that its ops do by themselves go, values get its own
 *           types, where it has any, and constants that repeat are said once
 *
 * The hub is StableHLO's ops: constant, iota, reshape, transpose,
 * broadcast_in_dim, slice, concatenate, add, subtract, multiply, divide,
 * minimum, maximum, compare, select, convert, and, or, xor, pad, gather,
 * scatter. A gather or scatter there carries its index rule in the attribute
 * `garner.rule` where it is not StableHLO's own. So N dialects need N lists of
 * import patterns and N of export patterns, and no file knows two dialects.
 *
 * What stays as it is: an op that has neither an import pattern nor a spec; one
 * with quantized values; one with values of `index`, where the target's ops
 * take no such indices; and every StableHLO op, where that is the target.
 *
 * Words: the hub is the common set of ops between all dialects; an import
 * pattern builds hub ops from one op of a dialect, an export pattern the other
 * way around; to fit is to bring an access into a form that the target has.
 */
#ifndef GRN_CONVERT_H
#define GRN_CONVERT_H

#include "passes/passes.h"

/* ---- rewriting --------------------------------------------------------------------------------------------------- */

/* Where new ops go, and what was decided for the whole conversion. */
typedef struct grn_rewrite {
    grn_ir *ir;
    grn_op *at; /* new ops are put right before this one, which is the op being rewritten */
    const grn_diag *diag;
    const struct grn_target *target;
    bool assume_in_bounds; /* every index is taken to be in range: nothing is inserted for one that is not */
    bool allow_nonunique_scatter;
    int64_t evaluate_left; /* elements that the pass may still work out, over all ops */
    int64_t count_left;    /* elements of grn_counted's constants that it may still make */
} grn_rewrite;

/* Reports why `at` cannot be converted: GRN_E_UNSUPPORTED. "onnx: 'stablehlo.scatter' ...". */
grn_status grn_refuse(const grn_rewrite *w, const char *format, ...) GRN_PRINTF(2, 3);
/* Reports refused memory: GRN_E_MEMORY. */
grn_status grn_no_memory(const grn_rewrite *w);

/*
 * An op by its name with one result of type `type`: what it answers. `attrs` are `nattrs` names and values. NULL when
 * memory is refused, which includes a NULL given as an operand, a type or a value: calls can be chained and asked once
 * at the end. An op that is not registered is a mistake in the caller and answers NULL too.
 */
grn_value *grn_new(grn_rewrite *w, const char *op, size_t noperands, grn_value *const *operands, const grn_type *type,
                   size_t nattrs, const grn_new_attr *attrs);

/* The result of `w->at` is `by` from now on; the op goes away once the pass is over. GRN_E_MEMORY: `by` is NULL. */
grn_status grn_replace(grn_rewrite *w, grn_value *by);

/* The same for an op of as many results. */
grn_status grn_replace_op(grn_rewrite *w, grn_op *by);

/* ---- op builders of the hub (build.c): each makes an op before w->at; NULL as for grn_new ------------------------ */

const grn_type *grn_tensor_like(grn_rewrite *w, const grn_type *element, int32_t rank, const int64_t *shape);
/* `count` int64s, wrapped into the integer element type; count 1 is a splat. */
grn_value *grn_build_integers(grn_rewrite *w, const grn_type *element, int32_t rank, const int64_t *shape, size_t count,
                              const int64_t *v);
/* A tensor of which every element is the one given by its bytes. */
grn_value *grn_build_splat(grn_rewrite *w, const grn_type *element, int32_t rank, const int64_t *shape, const void *bytes);
grn_value *grn_build_iota(grn_rewrite *w, const grn_type *element, int32_t rank, const int64_t *shape, int64_t dim);
/* These four answer `v` itself where they would change nothing. */
grn_value *grn_build_reshape(grn_rewrite *w, grn_value *v, int32_t rank, const int64_t *shape);
grn_value *grn_build_transpose(grn_rewrite *w, grn_value *v, const int64_t *permutation);
/* dims[i] is the result's dim of v's dim i, as in broadcast_in_dim. */
grn_value *grn_build_broadcast(grn_rewrite *w, grn_value *v, const int64_t *dims, int32_t rank, const int64_t *shape);
grn_value *grn_build_slice(grn_rewrite *w, grn_value *v, const int64_t *start, const int64_t *limit);
grn_value *grn_build_concatenate(grn_rewrite *w, size_t n, grn_value *const *v, int64_t dim);
/* "stablehlo.add" and its like: two values of one type. */
grn_value *grn_build_binary(grn_rewrite *w, const char *op, grn_value *a, grn_value *b);
/* direction "LT", "GE", ...: signed or unsigned by the element type. */
grn_value *grn_build_compare(grn_rewrite *w, const char *direction, grn_value *a, grn_value *b);
grn_value *grn_build_select(grn_rewrite *w, grn_value *predicate, grn_value *on_true, grn_value *on_false);
grn_value *grn_build_convert(grn_rewrite *w, grn_value *v, const grn_type *element);

/* ---- gathers and scatters of the hub (hub.c) --------------------------------------------------------------------- */

/* The parts of one of them. */
typedef struct grn_hub {
    bool is_scatter;
    grn_dimension_numbers dims;
    grn_dims slice_sizes; /* gather */
    grn_index_rule rule;
    unsigned char fill[16];  /* gather, under GRN_BOUNDS_FILL */
    grn_combiner combiner;   /* scatter; REGION: that of `region` */
    const grn_region *region;
    size_t ninputs;          /* gather: 1 */
    grn_value *const *operands; /* ninputs, gather: 1: what is gathered from or scattered into */
    grn_value *indices;
    grn_value *const *updates;  /* scatter: ninputs */
    const grn_type *result;     /* gather: its type */
    grn_str from;               /* the op of the source, for messages; empty: StableHLO's own */
} grn_hub;

/* False: `op` is none of the hub's gathers and scatters. Lists live with the op. */
bool grn_hub_read(const grn_op *op, grn_hub *out);
/* Whether there is known to be a single index vector, which conflicts with no other. */
bool grn_hub_is_one_vector(const grn_hub *hub);
/* The op before w->at, with `garner.rule` unless the rule is StableHLO's own. NULL as for grn_new. The region of a
 * scatter is made by its combiner; REGION takes that of w->at, which is left without. */
grn_op *grn_hub_make(grn_rewrite *w, const grn_hub *hub);

/* ---- dialects ---------------------------------------------------------------------------------------------------- */

/*
 * How an op becomes the hub's. Gathers and scatters need no pattern: their rows' to_spec is called. `op` is w->at; `import`
 * builds hub ops of the same meaning, then calls grn_replace. Where it cannot, it answers GRN_E_UNSUPPORTED, reported by
 * grn_refuse, and the op stays as it is, which is fine for an op that is not tied to its dialect's types.
 */
typedef struct grn_import_pattern {
    const char *op;   /* "onnx.Add" */
    const char *same; /* the op of the hub that means the same with the same operands: "stablehlo.add" */
    grn_status (*import)(grn_rewrite *w, const grn_op *op); /* where none does */
} grn_import_pattern;

/* How an op of the hub becomes the target's. Gathers and scatters arrive as `fit` left them. */
typedef struct grn_export_pattern {
    const char *op;   /* "stablehlo.add" */
    const char *same; /* "onnx.Add" */
    grn_status (*export)(grn_rewrite *w, const grn_op *op);
} grn_export_pattern;

/* Which forms of one access a target can express; forms are those of dialects/index_forms.h. */
enum {
    GRN_CAN_ELEMENTS = 1 << 0, /* dense[i] = full[i with i[axis] = indices[i]]: all dims but the axis are batching dims */
    GRN_CAN_SLICES = 1 << 1,   /* index_vector_dim = rank; one collapsed, indexed dim, in whose place the indices' dims are */
    GRN_CAN_VECTORS = 1 << 2,  /* index_vector_dim last; the first dims of full indexed in order; window dims last, whole */
    GRN_CAN_SPREAD = 1 << 3,   /* with VECTORS: the dims indexed may be any, in ascending order */
    GRN_CAN_BATCH = 1 << 4,    /* with VECTORS: leading dims of full and indices may be batching dims */
    GRN_CAN_ANY = 1 << 5,      /* every form of StableHLO's */
    GRN_CAN_PREFIX = 1 << 6    /* with ELEMENTS: indices may be shorter than full along a batching dim */
};

typedef struct grn_abilities {
    unsigned forms;       /* 0: the op does not exist */
    grn_bounds bounds;    /* what the target's op does with an index out of range */
    bool wraps_negative;  /* a negative one counts from the end */
    bool wraps_slices;    /* gather: it does so in the form GRN_CAN_SLICES alone, where the access has the rule wrap_negative */
    unsigned combiners;   /* scatter: bit 1 << GRN_COMBINE_x, for some element type */
    bool needs_unique;    /* scatter: no two updates may go to the same place */
} grn_abilities;

typedef struct grn_target {
    const char *name; /* of --to= */
    bool is_hub;      /* the hub's own ops stay as they are */
    grn_abilities gather, scatter;
    bool (*takes_index)(const grn_type *element); /* index types its ops take */
    grn_dtype index;                              /* what others become */
    bool (*takes_element)(const grn_type *element); /* of what is gathered; NULL: any */
    /* Which of scatter.combiners it has for which elements; NULL: every one for any. */
    bool (*combines)(grn_combiner combiner, const grn_type *element);
    const grn_export_pattern *export_patterns; /* ends with op NULL; NULL: none */
    /* v with dims of one element grown to `shape`, for elements that the target takes; NULL hook: it has no op of its own. */
    grn_value *(*grow)(grn_rewrite *w, grn_value *v, const int64_t *shape);
    /* Names of its ops that broadcast their operands by themselves, aligned at the last dim; ends with NULL. Before these its ops
     * `expand`, which broadcasts operand 0 as they do, and `reshape` are left out. NULL: there are none. */
    const char *const *broadcasting;
    const char *expand, *reshape;
    /* The type that stands for a ranked tensor in this dialect (torch's vtensor); NULL hook: the tensor itself. A NULL
     * answer: there is none, or memory was refused. Ops that stay as they are get conversions `to_own`, `to_builtin`
     * around them. */
    const grn_type *(*own_type)(grn_ir *ir, const grn_type *tensor);
    const char *to_own, *to_builtin;
} grn_target;

/* What a dialect's row in the registry says about translation (grn_dialect.translation). */
struct grn_translation {
    const grn_import_pattern *imports; /* ends with op NULL; NULL: its gathers and scatters have a to_spec, nothing else */
    const grn_target *target;          /* NULL: programs are not converted to it */
    /* An encoding that says where a tensor lies and not what it is: dropped. NULL: none does. */
    bool (*is_placement)(const grn_attr *encoding);
};

/* The target of this name among `dialects`; the i-th of them. NULL: there is none. */
const grn_target *grn_target_named(const grn_dialect *const *dialects, const char *name);
const grn_target *grn_target_at(const grn_dialect *const *dialects, size_t i);

/* ---- the passes -------------------------------------------------------------------------------------------------- */

typedef struct grn_convert_options {
    const grn_target *target;
    bool assume_in_bounds, raise, allow_nonunique_scatter;
} grn_convert_options;

grn_status grn_pass_import(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);
grn_status grn_pass_raise(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);
/* Where the target demands unique indices, a scatter with a combiner it lacks becomes a gather, the combination, and a scatter
 * that replaces. One whose indices do not promise to be unique, and are not a single vector, is left for fit to refuse. */
grn_status grn_pass_split_combiners(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);
grn_status grn_pass_fit(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);
grn_status grn_pass_export(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);
/* All of them. GRN_E_UNSUPPORTED, reported at each op that cannot be expressed in the target. */
grn_status grn_pass_convert(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);

#endif

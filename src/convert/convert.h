/*
 * convert.h - programs of one dialect into programs of another.
 *
 * Knows: what the ops of each dialect are called, and how each is expressed by the ops of the hub.
 * Must not know: plans, kernels, how anything is run.
 *
 * Passes, each a module to a module:
 *
 *   fold    a read of what was just written at the same place becomes what was written
 *   index   tensors of `index` become i64's, for a target with its own types for tensors and none
 *           of `index`, or with no elements of 64 bits
 *   import  every op that has an import pattern, and every gather and scatter, becomes ops of the
 *           hub
 *   expand  ops that the target lacks become smaller ones of the hub's (expand.h)
 *   raise   the hub's ops become simpler ones that mean the same
 *   split   a scatter whose combiner the target lacks becomes a gather, the combination, a scatter
 *           that replaces
 *   narrow  64-bit integers become 32-bit ones, for a target without wider elements; once more
 *           after legalize
 *   fit     every gather and scatter becomes one that the target can express, with ops of the hub
 *           around it
 *   legalize  broadcasts and iotas become such as the target has, and what its own ops do not do
 *             others that do
 *   export  every op of the hub becomes the target's; then broadcasts that its ops do by themselves
 *           go, values get its own types, where it has any, and constants that repeat are said once
 *   version functions name the version of the target's ops, where it has several
 *
 * The hub is garner.gather and garner.scatter, under any index rule, and StableHLO's other ops:
 * constant, iota, reshape, transpose, broadcast_in_dim, slice, concatenate, add, subtract,
 * multiply, divide, minimum, maximum, compare, select, convert, and, or, xor, pad. So N dialects
 * need N lists of import patterns and N of export patterns, and no file knows two dialects.
 *
 * What stays as it is: an op that has neither an import pattern nor a spec; one with quantized
 * values; one with values of `index`, where the target's ops take no such indices and it has no
 * pass `index`; and what the target keeps.
 *
 * Words: the hub is the common set of ops between all dialects; an import pattern builds hub ops
 * from one op of a dialect, an export pattern the other way around; to fit is to bring an access
 * into a form that the target has.
 */
#ifndef GRN_CONVERT_H
#define GRN_CONVERT_H

#include "access/map.h"
#include "dialects/common/ops.h"
#include "passes/passes.h"

/* ---- rewriting ------------------------------------------------------------------------------- */

/* The place of new ops, and the decisions for the whole conversion. */
typedef struct grn_rewrite {
    grn_ir *ir;
    grn_op *at; /* new ops are put right before this one, which is the op being rewritten */
    const grn_diag *diag;
    const struct grn_target *target;
    /* every index is assumed to be in range: no ops are inserted for indices that are not */
    bool assume_in_bounds;
    int64_t evaluate_left;                /* elements that the pass may still work out, over all ops */
    const struct grn_import_pattern *row; /* while an op is imported: the row that is followed */
    int64_t count_left;                   /* elements of grn_counted's constants that it may still make */
} grn_rewrite;

/* Reports why `at` cannot be converted: GRN_E_UNSUPPORTED. "onnx: 'stablehlo.scatter' ...". */
grn_status grn_refuse(const grn_rewrite *w, const char *format, ...) GRN_PRINTF(2, 3);
/* The name of the source's op that `op` replaces, for messages. */
static inline grn_str grn_origin_name(const grn_op *op) { return op->from.n ? op->from : op->name; }
/* Reports refused memory: GRN_E_MEMORY. */
grn_status grn_no_memory(const grn_rewrite *w);

/*
 * Makes an op by its name with one result of type `type` and answers the result. `attrs` are
 * `nattrs` names and values. NULL when memory is refused, which includes a NULL given as an
 * operand, a type or a value: calls can be chained and checked once at the end. An op that is not
 * registered is a mistake in the caller and answers NULL too.
 */
grn_value *grn_new(grn_rewrite *w, const char *op, size_t noperands, grn_value *const *operands, const grn_type *type,
                   size_t nattrs, const grn_new_attr *attrs);

/* The result of `w->at` is `by` from now on; the op goes away once the pass is over. GRN_E_MEMORY:
 * `by` is NULL. */
grn_status grn_replace(grn_rewrite *w, grn_value *by);

/* The same for all of its results, of which `by` has one each, and for an op of as many. */
grn_status grn_replace_all(grn_rewrite *w, grn_value *const *by);
grn_status grn_replace_op(grn_rewrite *w, grn_op *by);
void grn_resolve_all(grn_op *root); /* ops in root, and itself, use what now stands for their operands */
/* The same for one without results, which the ops before it now replace. */
grn_status grn_replaced(grn_rewrite *w);

/* ---- op builders of the hub (build.c): each makes an op before w->at; NULL as for grn_new ---- */

const grn_type *grn_tensor_like(grn_rewrite *w, const grn_type *element, int32_t rank, const int64_t *shape);
/* `count` int64s, wrapped into the integer element type; count 1 is a splat. */
grn_value *grn_build_integers(grn_rewrite *w, const grn_type *element, int32_t rank, const int64_t *shape, size_t count,
                              const int64_t *v);
/* A tensor of which every element is the one given by its bytes. */
grn_value *grn_build_splat(grn_rewrite *w, const grn_type *element, int32_t rank, const int64_t *shape,
                           const void *bytes);
grn_value *grn_build_iota(grn_rewrite *w, const grn_type *element, int32_t rank, const int64_t *shape, int64_t dim);
/* These four answer `v` itself where they would change nothing. */
/* Where an extent is not known only dims of one element may differ. */
grn_value *grn_build_reshape(grn_rewrite *w, grn_value *v, int32_t rank, const int64_t *shape);
grn_value *grn_build_transpose(grn_rewrite *w, grn_value *v, const int64_t *permutation);
/* dims[i] is the result's dim of v's dim i, as in broadcast_in_dim. */
grn_value *grn_build_broadcast(grn_rewrite *w, grn_value *v, const int64_t *dims, int32_t rank, const int64_t *shape);
/* A limit that is not known, GRN_DYNAMIC, is the extent. */
grn_value *grn_build_slice(grn_rewrite *w, grn_value *v, const int64_t *start, const int64_t *limit);
/* So many zeros before and behind; negative: so many elements less. Extents need not be known. */
grn_value *grn_build_pad(grn_rewrite *w, grn_value *v, const int64_t *low, const int64_t *high);
grn_value *grn_build_concatenate(grn_rewrite *w, size_t n, grn_value *const *v, int64_t dim);

/* The differences between two shapes that are equal but for dims of one element. */
typedef struct grn_ones {
    grn_dims gone, added;         /* dims of `from` and of `to` */
    grn_dims kept;                /* extents of the dims that both have */
    int32_t source[GRN_MAX_RANK]; /* of a dim of `to` that was not added, the dim of `from` */
} grn_ones;
/* False: they differ otherwise. */
bool grn_ones_between(const grn_type *from, const grn_type *to, grn_ones *out);

/* "stablehlo.add" and its like: two values of one type. */
grn_value *grn_build_binary(grn_rewrite *w, const char *op, grn_value *a, grn_value *b);
/* direction "LT", "GE", ...: signed or unsigned by the element type. */
grn_value *grn_build_compare(grn_rewrite *w, const char *direction, grn_value *a, grn_value *b);
grn_value *grn_build_select(grn_rewrite *w, grn_value *predicate, grn_value *on_true, grn_value *on_false);

/* How a comparator orders floats: as `<` does, which says nothing of a NaN; by their total order; as
 * numbers, where zeros are equal and any NaN is the greatest (JAX's sorts, torch's and ONNX's TopK). */
typedef enum grn_float_order { GRN_ORDER_PARTIAL, GRN_ORDER_TOTAL, GRN_ORDER_NUMBERS } grn_float_order;
/* A stable sort along `dim` of keys by `direction` ("GT": the largest first), with `values` moved
 * as they are (build_sort.c). NULL: keys or values are NULL, or memory was refused. */
grn_op *grn_build_sort(grn_rewrite *w, grn_value *keys, grn_value *values, int64_t dim, const char *direction,
                       grn_float_order order);
/* The operand of a sort that alone decides, and how: "GT" or "LT". NULL: another comparator. */
const char *grn_sort_direction(const grn_op *sort, size_t *key, grn_float_order *order);
grn_value *grn_build_convert(grn_rewrite *w, grn_value *v, const grn_type *element);
/* v without the dims whose bits are set, along which `combine` ("stablehlo.add") folds it from init,
 * of rank 0, in ascending order (build_reduce.c). */
grn_value *grn_build_fold(grn_rewrite *w, const char *combine, grn_value *init, grn_value *v, uint64_t dims);

/* ---- gathers and scatters of the hub (hub.c) ------------------------------------------------- */

/* The parts of one of them. */
typedef struct grn_hub {
    bool is_scatter;
    grn_dimension_numbers dims;
    grn_access_map map;   /* of `dims`, as grn_hub_read fills it; ignored where ops are made */
    grn_dims slice_sizes; /* gather; GRN_DYNAMIC: all of an extent that is not known */
    grn_index_rule rule;
    unsigned char fill[16]; /* gather, under GRN_BOUNDS_FILL */
    grn_combiner combiner;  /* scatter; REGION: that of `region` */
    const grn_region *region;
    size_t ninputs;             /* gather: 1 */
    grn_value *const *operands; /* ninputs, gather: 1: what is gathered from or scattered into */
    grn_value *indices;
    grn_value *const *updates; /* scatter: ninputs */
    const grn_type *result;    /* gather: its type */
    /* of the op that was read: its operand numbers, the first of each; ignored where ops are made */
    struct {
        size_t operands, indices, updates;
    } at;
} grn_hub;

/* False: `op` is no garner.gather or garner.scatter on tensors, or has more dimensions than a spec
 * takes. Lists live with the op. */
bool grn_hub_read(const grn_op *op, grn_hub *out);
/* For readers of other ops: fills `map`, and `combiner` where there is a region. False as above. */
bool grn_hub_complete(const grn_op *op, grn_hub *hub);
/* The gather's result, the scatter's updates. */
static inline const grn_type *grn_hub_dense(const grn_hub *h)
{
    return h->is_scatter ? h->updates[0]->type : h->result;
}
/* The extent of a window along dimension d of the operand; GRN_DYNAMIC: not known, of a gather all
 * there is. */
static inline int64_t grn_hub_window(const grn_hub *h, int32_t d)
{
    return h->is_scatter ? grn_access_window(&h->map, h->updates[0]->type->shape, d) : h->slice_sizes.v[d];
}
/* All of them. */
grn_dims grn_hub_windows(const grn_hub *hub);
/* Whether there is known to be a single index vector, which conflicts with no other. */
bool grn_hub_is_one_vector(const grn_hub *hub);
/* The rule for an index out of range, in words: `to`. */
#define GRN_RULE_TEXT_BYTES 160
const char *grn_hub_rule_text(const grn_hub *hub, char to[GRN_RULE_TEXT_BYTES]);
/* Whether every extent of what it takes and gives is known. */
bool grn_hub_is_static(const grn_hub *hub);
/* The op before w->at. NULL as for grn_new. A scatter's combiner REGION takes the region of w->at,
 * which is left without. */
grn_op *grn_hub_make(grn_rewrite *w, const grn_hub *hub);
/* Makes the region that a named combiner is, for op's first: `{ ^bb0(%a, %b): %c = op %a, %b; end %c }`
 * for each input. False: memory refused. */
bool grn_hub_fill_region(grn_rewrite *w, grn_op *op, const grn_hub *hub, const char *terminator);
/* A scatter with a named combiner gets its region instead, for who has the ops of regions alone. */
bool grn_hub_name_no_combiner(grn_rewrite *w, grn_op *op);
/* The region of w->at becomes op's first, with a terminator of this name. False: memory refused. */
bool grn_hub_move_region(grn_rewrite *w, grn_op *op, const char *terminator);

/* ---- the same as StableHLO writes them (stablehlo.c) ----------------------------------------- */

/* The parts of a stablehlo.gather or stablehlo.scatter, as grn_hub_read has those of the hub's. */
bool grn_hub_read_stablehlo(const grn_op *op, grn_hub *out);
/* Whether the rule is that of stablehlo.gather, or stablehlo.scatter; promises are not looked at. */
bool grn_hub_has_stablehlo_rule(const grn_hub *hub);
/* Both replace w->at, which is `op`, and keep its attributes that no row names. An op with more
 * dimensions than a spec takes stays. */
grn_status grn_hub_of_stablehlo(grn_rewrite *w, const grn_op *op);
grn_status grn_hub_as_stablehlo(grn_rewrite *w, const grn_op *op);

/* ---- dialects -------------------------------------------------------------------------------- */

/*
 * A part of an op that is made: an operand or, where it has a name, an attribute. Rows of parts map
 * the operands and attributes of one op to another's; each list ends with GRN_PART_END.
 */
typedef enum grn_part_kind {
    GRN_PART_END,
    GRN_PART_OPERAND, /* operand `number`; -1: all of them */
    GRN_PART_LIST,    /* all operands as one value that is a list */
    GRN_PART_NUMBER,  /* `number`; with `from`: that attribute's plus `number` */
    GRN_PART_NUMBERS, /* the list that attribute `from` is, `number` added to each */
    GRN_PART_SHAPE,   /* the result's extents */
    GRN_PART_AXES,    /* 0, 1, ..., a number for each dim of operand 0 */
    GRN_PART_FLAG,    /* whether `number` is not 0 */
    GRN_PART_TEXT,    /* `from` */
    GRN_PART_NONE,    /* nothing, where an operand could be */
    GRN_PART_ELEMENT, /* the result's element type */
    GRN_PART_ATTR,    /* attribute `from` as it is */
    GRN_PART_OWN      /* made from the op by the target's hook; `number` tells several apart */
} grn_part_kind;

typedef struct grn_part {
    const char *name; /* NULL: an operand */
    grn_part_kind kind;
    const char *from;
    int64_t number;
} grn_part;

#define GRN_PARTS(...)                               \
    (const grn_part[])                               \
    {                                                \
        __VA_ARGS__, { NULL, GRN_PART_END, NULL, 0 } \
    }

/* A part with its value looked up in the op: a number or a list as v[0..count). */
typedef struct grn_given {
    const grn_op *op;
    size_t count;
    const int64_t *v;
} grn_given;

/*
 * The import of an op into the hub. Gathers and scatters need no row: their ops' to_spec is called.
 * A row either describes the hub's op: its operands are broadcast to the result's shape where the
 * dialect does so (aligned at the last dimension), `as` is made of them and of `parts`; or has a
 * function. `op` is w->at; a function builds hub ops of the same meaning, then calls grn_replace.
 * Where it cannot it answers grn_not_imported.
 */
typedef struct grn_import_pattern {
    const char *op;                                         /* "onnx.Add" */
    const char *as;                                         /* the op of the hub: "stablehlo.add" */
    grn_status (*import)(grn_rewrite *w, const grn_op *op); /* where parts cannot describe it; the row is w->row */
    /* the hub's op where elements are i1 and it is another one */
    const char *of_bools;
    const char *direction; /* of a comparison: `as` is left out */
    const grn_part *parts; /* attributes of the hub's op; NULL: none */
    bool takes_index;      /* tensors of `index` too */
    bool any_encoding;     /* ... and encodings are kept */
    /* for the functions below: the attribute with the dimensions, */
    const char *list;
    int64_t base;     /* and what its dimensions count from */
    bool makes_loops; /* the ops that it makes are loops and accesses of memory: only for targets that take memory */
} grn_import_pattern;

/* For an op that has no counterpart in the hub, or none that is known before the run: it stays, or
 * is refused for `why` where the dialect's ops cannot stay among others'. */
grn_status grn_not_imported(const grn_rewrite *w, const char *why);

/* What the pass does with one op, which is w->at: by its row or its to_spec, where it has one and the
 * target does not keep it. */
grn_status grn_import_op(grn_rewrite *w, grn_op *op);
/* A gather or scatter by its to_spec, as one without a row is. */
grn_status grn_import_access(grn_rewrite *w, const grn_op *op);

/* ---- import functions of rows (import_steps.c) ----------------------------------------------- */

/* view, Reshape, Squeeze, expand_shape: the result's type decides all. */
grn_status grn_import_reshape(grn_rewrite *w, const grn_op *op);
/* Its operand as it is, where the types are the same. */
grn_status grn_import_identity(grn_rewrite *w, const grn_op *op);
/* A constant whose elements are attribute `list`, by default `value` or else `values`, under the
 * result's type. */
grn_status grn_import_constant(grn_rewrite *w, const grn_op *op);
/* The elements converted to the result's. */
grn_status grn_import_convert(grn_rewrite *w, const grn_op *op);
/* Broadcast to the result's shape, aligned at the last dimension. */
grn_status grn_import_expand(grn_rewrite *w, const grn_op *op);
/* Dims in the order of `list`; all the other way around without it. */
grn_status grn_import_transpose(grn_rewrite *w, const grn_op *op);
/* All operands along the dimension `list` names; a negative one counts from the end. */
grn_status grn_import_concatenate(grn_rewrite *w, const grn_op *op);
/* v at the last dims of a shape. NULL as for grn_new. */
grn_value *grn_spread(grn_rewrite *w, grn_value *v, int32_t rank, const int64_t *shape);

/*
 * The export of an op of the hub to the target; of several patterns for one op the first that applies
 * is used, and where none does the op stays. Gathers and scatters arrive in the form that `fit`
 * made, broadcasts and iotas in that of `legalize`.
 */
typedef struct grn_export_pattern {
    const char *as;                                         /* "onnx.Add" */
    grn_status (*export)(grn_rewrite *w, const grn_op *op); /* where no row says it */
    unsigned kinds;                 /* elements of the first operand, or of the result: bits 1 << GRN_KIND_x; 0: any */
    const char *direction;          /* of a comparison: "EQ" */
    const grn_part *parts;          /* NULL: the operands as they are */
    const char *then;               /* an op upon the result */
    bool any_shape;                 /* extents need not be known */
    bool any_encoding;              /* encodings are kept */
    bool any_results;               /* any number of results, of any types */
    bool (*when)(const grn_op *op); /* more that has to hold; NULL: nothing */
} grn_export_pattern;

/* In a target's table by the op's number: its patterns, behind which one is empty. */
#define GRN_EXPORTS(number, ...)            \
    [number] = (const grn_export_pattern[]) \
    {                                       \
        __VA_ARGS__, { .as = NULL }         \
    }

/* Whether dynamic_reshape or real_dynamic_slice may run: false where constants show that it fails
 * (dynamic.c). */
bool grn_reshape_may_run(const grn_op *op);
bool grn_slice_may_run(const grn_op *op);
/* The dims that a dynamic_broadcast_in_dim puts in. False: it has the operand's in another order,
 * or fails as above. */
bool grn_broadcast_adds(const grn_op *op, grn_dims *added);
/* Whether a comparison is by the total order of floats; has this direction; has it by no total order. */
bool grn_is_total(const grn_op *compare);
bool grn_is_directed(const grn_op *compare, const char *direction);
bool grn_has_direction(const grn_op *compare, const char *direction);

/* Operand 0 of a broadcast that the target's element-wise ops do by themselves. */
grn_status grn_export_operand(grn_rewrite *w, const grn_op *op);
/* Operand 0 has no encoding: for rows that leave alone what has one. */
bool grn_has_plain_operand(const grn_op *op);

/* The target's value for `v`, the result of an op builder's latest op: that op is exported at once.
 * NULL as for grn_new. */
grn_value *grn_exported(grn_rewrite *w, grn_value *v);

/* Which forms of one access a target can express; forms are those of dialects/index_forms.h. */
enum {
    /* dense[i] = full[i with i[axis] = indices[i]]: all dims but the axis are batching dims */
    GRN_CAN_ELEMENTS = 1 << 0,
    /* index_vector_dim = rank; one collapsed, indexed dim, in whose place the indices' dims are */
    GRN_CAN_SLICES = 1 << 1,
    /* index_vector_dim last; the first dims of full indexed in order; window dims last, whole */
    GRN_CAN_VECTORS = 1 << 2,
    GRN_CAN_SPREAD = 1 << 3, /* with VECTORS: the dims indexed may be any, in ascending order */
    GRN_CAN_BATCH = 1 << 4,  /* with VECTORS: leading dims of full and indices may be batching dims */
    GRN_CAN_ANY = 1 << 5,    /* every form of StableHLO's */
    GRN_CAN_PREFIX = 1 << 6, /* with ELEMENTS: indices may be shorter than full along a batching dim */
    /* with SPREAD: of indexed dims that are neighbours, the indices' dims stand in their place */
    GRN_CAN_PLACED = 1 << 7
};

typedef struct grn_abilities {
    unsigned forms;    /* 0: the op does not exist */
    grn_bounds bounds; /* the policy of the target's op for an index out of range */
    /* the forms in which a negative index can count from the end, and does where the access has the
     * rule wrap_negative */
    unsigned wraps;
    unsigned combiners;        /* scatter: bit 1 << GRN_COMBINE_x, for some element type */
    unsigned vector_combiners; /* those of them that the form VECTORS has; 0: all */
    /* scatter: what is promised to be unique stays so, and a combiner that it lacks is split
     * there */
    bool keeps_unique;
} grn_abilities;

typedef struct grn_target {
    const char *name; /* of --to= */
    bool static_only; /* every extent is known */
    /* its export reads GRN_BROADCASTS_ITSELF, which fit puts on broadcasts (steps.h) */
    bool reads_broadcasts;
    /* a shape that only the run knows is computed, by the hub's dynamic ops and upstream's
     * tensor: else an op that needs one stays */
    bool computes_shapes;
    bool takes_memory; /* gathers and scatters of memrefs are imported too: the hub's, on memrefs */
    /* dialects whose ops are its own too (arith beside tensor), NULL-terminated; NULL: none */
    const char *const *others;
    grn_abilities gather, scatter;
    bool (*takes_index)(const grn_type *element); /* index types its ops take */
    /* Those that its ops of the forms SLICES and VECTORS take, whose components are operands of
     * their own; NULL: they are the same, and lie along a dim. */
    bool (*takes_list_index)(const grn_type *element);
    grn_dtype index; /* what others become */
    /* bits of its widest elements, 32: integers of more become such, and other values are refused;
     * 0: 64 bits are taken */
    int widest;
    bool (*takes_element)(const grn_type *element); /* of what is gathered; NULL: any */
    /* Which of scatter.combiners it has for which elements; NULL: every one for any. */
    bool (*combines)(grn_combiner combiner, const grn_type *element);
    const grn_export_pattern *const *export_patterns; /* by the op's number, GRN_OPS of them; NULL: none */
    /* what a row's operands and result may be; NULL: what the op's ports say */
    bool (*takes)(const grn_type *tensor);
    /* Which broadcasts and iotas it has: others are made of these (legalize.c). */
    enum { GRN_BROADCASTS_ANY, GRN_BROADCASTS_GROW /* of one rank; dims of one element grow */ } broadcasts;
    enum {
        GRN_COUNTS_ANY,
        GRN_COUNTS_VECTOR /* of one dim */,
        GRN_COUNTS_CONSTANT /* as a constant of one dim */
    } counts;
    /* Ops of the hub that the target replaces by others of the hub, in the pass `legalize`. NULL
     * hook: none. */
    grn_status (*legalize)(grn_rewrite *w, const grn_op *op);
    /* Parts in another form than MLIR's own dialects have: an operand, an attribute. NULL hook:
     * there are none. *own false: this one has the usual form. */
    grn_value *(*operand)(grn_rewrite *w, const grn_part *part, const grn_given *given, bool *own);
    const grn_attr *(*attr)(grn_rewrite *w, const grn_part *part, const grn_given *given, bool *own);
    /* v with dims of one element grown to `shape`, for elements that the target takes; NULL hook:
     * it has no op of its own. */
    grn_value *(*grow)(grn_rewrite *w, grn_value *v, const int64_t *shape);
    /* A discardable attribute of functions with the version of the target's ops, si64; NULL: there
     * are no versions. */
    const char *version_attr;
    int64_t version;
    /* The least version that a function's ops need, where some need a later one; NULL: none do. */
    int64_t (*least_version)(const grn_op *function);
    /* Names of its ops that broadcast their operands by themselves, aligned at the last dim; ends
     * with NULL. Before these its ops `expand`, which broadcasts operand 0 as they do, and
     * `reshape` are left out. NULL: there are none. */
    const char *const *broadcasting;
    const char *expand, *reshape;
    /* The type that stands for a ranked tensor in this dialect (torch's vtensor); NULL hook: the
     * tensor itself. A NULL answer: there is none, or memory was refused. Ops that stay as they are
     * get conversions `to_own`, `to_builtin` around them. */
    const grn_type *(*own_type)(grn_ir *ir, const grn_type *tensor);
    const char *to_own, *to_builtin;
    /* Ops of the hub that the target has no counterpart for, and that smaller ones stand for (expand.h);
     * NULL: none are expanded. */
    bool (*lacks)(const grn_op *op);
    /* Ops that the import keeps: of StableHLO's, or the target's own; NULL: none. */
    bool (*keeps)(const grn_op *op);
} grn_target;

/* A dialect's ops that gathered rows may go through on their way to a sum; a name may be NULL. */
typedef struct grn_row_ops {
    const char *sums, *scales, *converts;
    /* The dims of operand 0 that the op `sums` adds up, a bit for each; 0: not known, or it is no
     * sum. */
    uint64_t (*summed)(const grn_op *op);
    /* The operand that sums begin with, one after the other, as the op's region adds; 0: the op is
     * without one. */
    size_t begins_with;
    /* The dims of operand 0 that an op takes the mean, the maximum or the minimum of; 0: it does not. NULL: no op
     * is known to. */
    uint64_t (*reduced)(const grn_op *op);
} grn_row_ops;
/* One bit for each of `count` dims of operand 0, which may be counted from the end. */
uint64_t grn_dim_bits(const grn_op *op, size_t count, const int64_t *v);

/* The translation part of a dialect's row in the registry (grn_dialect.translation). */
struct grn_translation {
    /* Of the dialect's own ops; ends with op NULL. NULL: its gathers and scatters have a to_spec,
     * nothing else. */
    const grn_import_pattern *imports;
    const grn_target *target; /* NULL: programs are not converted to it */
    bool broadcasts;          /* operands of its element-wise ops are broadcast to the result's shape */
    /* its ops are tied to types that this target alone has: one that is not imported is refused
     *                                        for any other; NULL: they are not */
    const char *tied_to;
    bool (*knows)(const grn_op *op); /* more that has to hold of an op so that a row applies; NULL: nothing */
    /* An encoding that describes a tensor's placement, not its value: dropped. NULL: none does. */
    bool (*is_placement)(const grn_attr *encoding);
    const grn_row_ops *row_ops; /* NULL: none */
};

/* The target of this name among `dialects`; the i-th of them. NULL: there is none. */
const grn_target *grn_target_named(const grn_dialect *const *dialects, const char *name);
const grn_target *grn_target_at(const grn_dialect *const *dialects, size_t i);

/* ---- the passes ------------------------------------------------------------------------------ */

typedef struct grn_convert_options {
    const grn_target *target;
    bool assume_in_bounds, raise;
    bool strict;    /* an op that is not the target's is an error instead of a remark */
    grn_op *within; /* import and fit only what is in this op; NULL: the whole module */
} grn_convert_options;

grn_status grn_pass_import(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);
grn_status grn_pass_raise(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);
/* Where the target demands unique indices, a scatter with a combiner it lacks becomes a gather, the
 * combination, and a scatter that replaces. One whose indices do not promise to be unique, and are
 * not a single vector, is left for fit to refuse. */
grn_status grn_pass_split_combiners(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);
grn_status grn_pass_fit(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);
/* Broadcasts in the target's form, iotas of one dim or constants, where it has no others; then the
 * ops of the target's hook. */
grn_status grn_pass_legalize(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);
/* Reports every op that is none of the target's: remarks, or under `strict` errors and
 * GRN_E_UNSUPPORTED. */
grn_status grn_pass_foreign(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);
grn_status grn_pass_export(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);
/* Its first part: the rows alone. */
grn_status grn_pass_export_ops(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);
/* Functions get the version of the target's ops, and lose that of any other target. */
grn_status grn_pass_version(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);
/* All of them. GRN_E_UNSUPPORTED, reported at each op that cannot be expressed in the target. */
grn_status grn_pass_convert(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);

#endif

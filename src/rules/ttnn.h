/*
 * ttnn.h - what TTNN's calls take, the rules they keep, and what they mean.
 *
 *   TT-1   gather: one rank; index at most as long as input beside dim; output has index's shape
 *   TT-2   gather: input bf16, f32, ui16, ui32 or i32 (documented, and not validated by TTNN;
 *          garner does); index ui16 or ui32
 *   TT-3   gather: tensors are in tiles, on the device, interleaved
 *   TT-4   rank 0 counts as [1]. TTNN leaves early for it, and answers the index tensor for an
 *          index of shape {}
 *   TT-11  cores are those of the grid row by row, or of sub_core_grids in their order
 *   TT-13  scatter: one rank; index at most as long as source, and beside dim as input; dtypes;
 *          reduce; output has input's shape
 *   TT-14  its messages. TTNN's limits on tiled f32 and on long i32 rows are not kept
 *   TT-17  gather has no sparse gradient
 *   TT-18  embedding: ids of at most two dimensions; a weight of two, or of more that are 1 in
 *          front; the result's shape is that of the ids and the weight's last extent (tt-mlir,
 *          EmbeddingOp::verify)
 *   TT-19  embedding: ids ui32; weight bf16, here any that gather takes (tt-metal,
 *          EmbeddingsDeviceOperation::validate)
 *   TT-20  embedding: tensors are on the device, interleaved (the same)
 *
 * Each broken rule has a message in TTNN's words, with a note: argument, seen, right. TT-10, TT-15 and
 * TT-16 are about meaning, the others about tiles (src/tile).
 */
#ifndef GRN_RULES_TTNN_H
#define GRN_RULES_TTNN_H

#include "garner/ttnn.h"
#include "rules/forms.h"

/* The arguments of a call beside its tensors, and the memory that `options` points into. */
typedef struct grn_tile_arguments {
    grn_ttnn_options options;
    grn_ttnn_core_range range[GRN_TTNN_MAX_CORES];
} grn_tile_arguments;

/* `options` with the defaults for what is 0. */
grn_ttnn_options grn_ttnn_with_defaults(const grn_ttnn_options *options);

/* ---- rules ----------------------------------------------------------------------------------- */

/* A call as its rules see it. */
typedef struct grn_ttnn_question {
    bool is_scatter, has_output;
    /* source: scatter's; output: the preallocated result, where there is one */
    grn_shaped input, index, source, output;
    int64_t dim;
    const grn_ttnn_options *options; /* with defaults; its output, allocator, parallel and strategy are not read */
} grn_ttnn_question;

typedef struct grn_ttnn_cores {
    int32_t n;
    struct {
        int32_t x, y;
    } at[GRN_TTNN_MAX_CORES];
} grn_ttnn_cores;

/* Of a call that keeps the rules. */
typedef struct grn_ttnn_answer {
    int32_t dim;           /* in [0, rank) */
    grn_combiner combiner; /* scatter: REPLACE, ADD or MUL */
    grn_ttnn_cores cores;
} grn_ttnn_answer;

grn_status grn_ttnn_check(const grn_rule_report *to, const grn_ttnn_question *q, grn_ttnn_answer *out);

/* The same of an embedding. tt-mlir's op requires TT-18 alone; the device's op, and so the call,
 * requires all of it. */
typedef struct grn_ttnn_embedding_question {
    grn_shaped ids, weight, output;
    bool has_output;                 /* the result is declared, or preallocated */
    const grn_ttnn_options *options; /* of the call, with defaults */
} grn_ttnn_embedding_question;

grn_status grn_ttnn_check_embedding_shapes(const grn_rule_report *to, const grn_ttnn_embedding_question *q);
/* All the rules; the cores that the call may use. */
grn_status grn_ttnn_check_embedding(const grn_rule_report *to, const grn_ttnn_embedding_question *q,
                                    grn_ttnn_cores *out);
/* The result's shape and dtype, of ids and a weight that keep TT-18. */
void grn_ttnn_embedding_shape(const grn_shaped *ids, const grn_shaped *weight, grn_shaped *out);
/* TT-19: an integer, which garner takes whatever its width is. */
grn_status grn_ttnn_check_ids(const grn_rule_report *to, grn_dtype dtype);

/* TTNN's name of an element type, "DataType::UINT32"; MLIR's of one that it lacks. Whether gather
 * and embedding take it. */
const char *grn_ttnn_dtype_text(grn_dtype dtype);
bool grn_ttnn_is_input_dtype(grn_dtype dtype);

/* The parts of the rules that are also checked alone. TT-4: rank 0 becomes [1]. */
void grn_ttnn_at_least_1d(grn_shaped *s);
/* -rank <= dim < rank; *out counts from the front. */
grn_status grn_ttnn_check_dim(const grn_rule_report *to, bool is_scatter, int32_t rank, int64_t dim, int32_t *out);
grn_status grn_ttnn_check_reduce(const grn_rule_report *to, const char *reduce, grn_combiner *out);
/* The cores of the grid and sub_core_grids; `rule`: the number to report (ttnn_cores.c). */
grn_status grn_ttnn_choose_cores(const grn_rule_report *to, const char *rule, const grn_ttnn_options *options,
                                 grn_ttnn_cores *out);

/* ---- meaning (ttnn_spec.c) ------------------------------------------------------------------- */

/* As grn_ttnn_gather_spec and grn_ttnn_scatter_spec (garner/ttnn.h) have it. Only dim and reduce
 * are checked. */
grn_status grn_ttnn_spec_of_gather(const grn_rule_report *to, const grn_shaped *input, int64_t dim,
                                   grn_gather_spec *out);
grn_status grn_ttnn_spec_of_scatter(const grn_rule_report *to, const grn_shaped *input, int64_t dim, const char *reduce,
                                    grn_scatter_spec *out);
/* An embedding that keeps TT-18, of extents that are known: rows of the weight. */
void grn_ttnn_embedding_meaning(const grn_shaped *ids, const grn_shaped *weight, grn_gather_spec *out);
/* The same of a call that keeps the rules. */
void grn_ttnn_scatter_meaning(const grn_shaped *input, int32_t dim, grn_combiner combiner, grn_scatter_spec *out);

#endif

/*
 * explain.h - one gather or scatter, step by step and as a picture.
 *
 * Knows: a spec over actual tensors, the steps of the StableHLO specification
 * by their names, tiles and cores of TTNN's ops; text, JSON, SVG and box
 * characters. Must not know: IR, programs, dialects, how an op is run: it gets
 * the tensors as they were when the op ran.
 *
 * Glossary: the dense tensor is a gather's result and a scatter's updates. A
 * trace is one element of the dense tensor whose way is shown.
 */
#ifndef GRN_EXPLAIN_INTERNAL_H
#define GRN_EXPLAIN_INTERNAL_H

#include "garner/draw.h"
#include "garner/explain.h"
#include "garner/ttnn.h"
#include "core/access_words.h"
#include "core/owned.h"
#include "access/meaning.h"
#include "access/problem.h"
#include "access/spec.h"

/* Where a program is divided over devices: how the tensors of the op lie on them. */
typedef struct grn_owners {
    int64_t ndevices;
    const char *unknown; /* the reason why nothing is known of any tensor; NULL: what follows is set */
    const grn_owned *indices;
    const grn_owned *operands, *dense, *results; /* [ninputs], as in grn_scene */
} grn_owners;

/* What an op did, or was about to do: what is explained and drawn. */
typedef struct grn_scene {
    const char *op;       /* "onnx.GatherElements" */
    const char *function; /* its name, of any bytes */
    size_t function_bytes;
    grn_place place;
    /* a region is given with its user; a scatter's inputs as they were before it; data of a gather's
     * result may be NULL: it failed */
    grn_problem problem;
    const grn_tensor *results; /* a scatter's [npairs]; NULL: it failed */
    /* a scatter that accumulates in a wider dtype rounds once to this one; else GRN_NO_DTYPE */
    grn_dtype rounded_to;
    bool is_part;                  /* where an op consists of several accesses */
    const grn_access_words *words; /* of the op's own system; NULL: those of the specification */
    const grn_ttnn_account *tiles; /* of an op of TTNN's; else NULL */
    const grn_owners *owners;      /* NULL: the program is not divided */
    const grn_allocator *allocator;
} grn_scene;

static inline const grn_dimension_numbers *grn_scene_dims(const grn_scene *s)
{
    return s->problem.gather ? &s->problem.gather->dims : &s->problem.scatter->dims;
}
static inline const grn_index_rule *grn_scene_rule(const grn_scene *s)
{
    return s->problem.gather ? &s->problem.gather->index : &s->problem.scatter->index;
}
void grn_scene_meaning(const grn_scene *s, grn_meaning *out);
/* The names that the specification has for tensors, steps and attributes of a gather or a
 * scatter. */
typedef struct grn_step_names {
    const char *operand, *indices, *dense;
    const char *dense_index, *batch_index, *batch_dims, *offset_index, *full_offset_index, *operand_index;
    const char *offset_dims, *collapsed_dims, *batching_dims, *indices_batching_dims, *index_map;
} grn_step_names;
const grn_step_names *grn_names_of(bool is_scatter);
/* The names that the op's own system uses, or else the specification's. Only `along` and `batch`
 * may be NULL; a gather's `updates` is its result. */
grn_access_words grn_scene_words(const grn_scene *s);
/* The dims of the dense tensor that are not offset_dims. */
void grn_batch_dims(const grn_dimension_numbers *dims, int32_t dense_rank, grn_dims *out);
/* The position in indices where the vector of an element begins, index_vector_dim at 0. */
void grn_vector_position(const grn_meaning *m, const int64_t *batch_index, int64_t *position);

/* The steps of the element of the dense tensor at dense_index, which is in range. */
void grn_explain_steps(const grn_meaning *m, bool is_scatter, int32_t dense_rank, const int64_t *dense_index,
                       grn_explained *out);

/* The elements of the dense tensor that are traced by default: the first, the last, and between
 * them the first of each different kind (clamped, wrapped, left out). Answers how many, at most
 * `most`. */
size_t grn_choose_traces(const grn_scene *s, size_t most, int64_t (*at)[GRN_MAX_RANK]);

/* GRN_E_ARGUMENT with a message: `at` is not the index of an element of the tensor `name`. */
grn_status grn_check_at(grn_place place, const char *name, const grn_tensor *t, size_t nat, const int64_t *at,
                        const grn_diag *diag);

/* ---- pages (page.c) -------------------------------------------------------------------------- */

/* Formatted text to a sink. The first status other than GRN_OK stays. */
typedef struct grn_page {
    const grn_sink *sink;
    grn_status status;
} grn_page;
void grn_page_put(grn_page *page, const char *format, ...) GRN_PRINTF(2, 3);
/* "[1, 0, 2]", and "1,0,2". */
void grn_page_list(grn_page *page, const int64_t *v, int32_t count);
void grn_page_at(grn_page *page, const int64_t *v, int32_t count);
/* "tensor<2x3xi32>" */
void grn_page_type(grn_page *page, const grn_tensor *t);
/* Text from outside: control characters and bytes that are not ASCII as \XX. With `xml`, <, >, &
 * and quotes as entities. */
void grn_page_name(grn_page *page, const char *text, size_t n, bool xml);
/* The element at p as a person reads it: numbers shortly, "1.5", "-0.0", "nan", "(1.0, 2.0)".
 * Buffer of GRN_NUMBER_BYTES * 2. */
size_t grn_value_text(grn_dtype dtype, const void *p, char *buffer);
void grn_page_value(grn_page *page, grn_dtype dtype, const void *p);

/* ---- writing --------------------------------------------------------------------------------- */

/* The steps of one element, or of `count` chosen ones (print.c, json.c). at_update: as in
 * grn_module_explain_options. */
typedef struct grn_question {
    size_t count;
    const int64_t (*at)[GRN_MAX_RANK];
    bool at_update;
    size_t only_input; /* of a scatter with several inputs: 1 for the first, ..; 0: all are shown */
} grn_question;
/* How many inputs are shown, from *first on; 1 of a gather. */
size_t grn_shown_inputs(const grn_scene *s, const grn_question *q, size_t *first);
/* "updates", or "updates 1" where there are several. Buffer of GRN_PART_BYTES. */
#define GRN_PART_BYTES 64
const char *grn_part_name(const grn_scene *s, const char *name, size_t input, char *buffer);
grn_status grn_explain_print(const grn_scene *s, const grn_question *q, const grn_sink *sink);
grn_status grn_explain_print_json(const grn_scene *s, const grn_question *q, const grn_sink *sink);
/* A sentence and a line of numpy (words.c, numpy.c). */
grn_status grn_explain_words(const grn_scene *s, bool json, const grn_sink *sink);
void grn_page_numpy(grn_page *page, const grn_scene *s);

/* The picture (picture.c and what is named after it). `columns`: of text. GRN_E_MEMORY. */
grn_status grn_draw_svg(const grn_scene *s, const grn_question *q, const grn_diag *diag, const grn_sink *sink);
grn_status grn_draw_text(const grn_scene *s, const grn_question *q, int32_t columns, const grn_diag *diag,
                         const grn_sink *sink);

/* Whether a start out of range is moved, or promised not to be there (print.c). */
bool grn_rule_moves_starts(const grn_index_rule *rule);

#endif

/*
 * ttnn.c - what a gather or scatter of any dialect would cost as TTNN's.
 *
 * An access is TTNN's when it takes single elements along one dimension and every other dimension
 * is the same in input and index: then the tile layer's account is reported; when it takes whole
 * slices across one dimension it is TTNN's embedding; else the reason why there is none. What TTNN
 * does differently where indices are out of range is reported beside the account.
 */
#include <inttypes.h>
#include <stdio.h>

#include "convert/convert.h"
#include "api/ttnn.h"
#include "rules/ttnn.h"
#include "tile/tile.h"

typedef struct subject {
    const grn_ir *ir;
    const grn_access *access;
    const grn_dimension_numbers *dims;
    const grn_index_rule *rule;
    bool is_scatter, is_rows;
    grn_tensor input, index, source;
    int64_t dim;
    char why[GRN_MESSAGE_BYTES]; /* not, where there is no account; else what is taken for granted */
} subject;

#define NOT(s, ...) (snprintf((s)->why, sizeof(s)->why, __VA_ARGS__), false)

/* ---- the form -------------------------------------------------------------------------------- */

/* Index vectors of one component may lie along a dimension of their own, of extent 1: it goes. */
static void drop_vector_dim(const grn_dimension_numbers *dims, grn_tensor *index)
{
    if (dims->index_vector_dim >= index->rank)
        return;
    for (int32_t d = (int32_t)dims->index_vector_dim; d + 1 < index->rank; d++) {
        index->shape[d] = index->shape[d + 1];
        index->stride[d] = index->stride[d + 1];
    }
    index->rank--;
}

/* Operand dim `b` of the batch is dim `n` of the indices: where that is, once the vectors'
 * dimension is gone. */
static int64_t without_vector_dim(const grn_dimension_numbers *dims, int64_t n)
{
    return n > dims->index_vector_dim ? n - 1 : n;
}

/* Whole slices across one dimension, none of them batching: an embedding's rows. */
static bool takes_rows(const subject *s)
{
    const grn_dimension_numbers *d = s->dims;
    if (s->is_scatter || d->start_index_map.count != 1 || d->operand_batching_dims.count > 0 || s->input.rank < 2)
        return false;
    for (int32_t k = 0; k < s->input.rank; k++)
        if (s->access->gather.slice_sizes.v[k] != (k == d->start_index_map.v[0] ? 1 : s->input.shape[k]))
            return false;
    return true;
}

/* What lies before the dimension that is chosen; a table of its rows; ids of one or two
 * dimensions. */
static bool as_table(subject *s, int64_t *before)
{
    int64_t row = 1, shape[2] = {s->input.shape[s->dims->start_index_map.v[0]], 1};
    s->dim = s->dims->start_index_map.v[0];
    for (int32_t k = 0; k < s->input.rank; k++) {
        *before = k == s->dim ? row : *before;
        if (k != s->dim && !grn_mul_i64(row, s->input.shape[k], &row))
            return NOT(s, "a slice has more elements than can be counted");
    }
    shape[1] = row;
    drop_vector_dim(s->dims, &s->index);
    int64_t ids = grn_tensor_elements(&s->index);
    bool good = grn_tensor_init(&s->input, NULL, s->input.dtype, 2, shape) == GRN_OK;
    if (good && (s->index.rank < 1 || s->index.rank > 2))
        good = grn_tensor_init(&s->index, NULL, s->index.dtype, 1, &ids) == GRN_OK;
    return good || NOT(s, "the table has more bytes than can be counted");
}

static bool takes_elements(subject *s)
{
    const grn_dimension_numbers *d = s->dims;
    if (d->start_index_map.count != 1)
        return NOT(s, "indices choose along %" PRId32 " dimensions at once, TTNN's along one",
                   d->start_index_map.count);
    if (d->offset_dims.count > 0 || d->collapsed_slice_dims.count != 1)
        return NOT(s, "whole windows are moved, TTNN moves single elements: every dimension but one must be a batching "
                      "dimension");
    if (d->operand_batching_dims.count != s->input.rank - 1)
        return NOT(s, "index has another rank than input");
    return true;
}

static bool batch_lies_alike(subject *s)
{
    const grn_dimension_numbers *d = s->dims;
    for (int32_t i = 0; i < d->operand_batching_dims.count; i++)
        if (without_vector_dim(d, d->start_indices_batching_dims.v[i]) != d->operand_batching_dims.v[i])
            return NOT(s, "batching dimension %" PRId64 " of input is %" PRId64 " of index, TTNN wants them alike",
                       d->operand_batching_dims.v[i], without_vector_dim(d, d->start_indices_batching_dims.v[i]));
    drop_vector_dim(d, &s->index);
    if (s->index.rank != s->input.rank)
        return NOT(s, "index has another rank than input");
    s->dim = d->start_index_map.v[0];
    return true;
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* TTNN's index types; others are taken as the one that holds their values. */
static grn_dtype index_dtype(const subject *s)
{
    const grn_dtype dtype = s->index.dtype;
    if (s->is_rows)
        return GRN_UI32;
    if (dtype == GRN_UI16 || dtype == GRN_UI32 || (s->is_scatter && (dtype == GRN_UI8 || dtype == GRN_I32)))
        return dtype;
    return s->is_scatter && grn_dtype_class_of(dtype) == GRN_CLASS_SIGNED ? GRN_I32 : GRN_UI32;
}

static void add_note(subject *s, const char *format, ...) GRN_PRINTF(2, 3);
static void add_note(subject *s, const char *format, ...)
{
    size_t n = strlen(s->why);
    va_list args;
    va_start(args, format);
    if (n > 0 && n + 2 < sizeof s->why)
        memcpy(s->why + n, "; ", 3), n += 2;
    vsnprintf(s->why + n, sizeof s->why - n, format, args);
    va_end(args);
}

static void note_differences(subject *s)
{
    const grn_dtype dtype = index_dtype(s);
    const grn_bounds own = s->is_scatter ? GRN_BOUNDS_SKIP : GRN_BOUNDS_ERROR;
    if (dtype != s->index.dtype)
        add_note(s, "index %s as %s", grn_dtype_text(s->index.dtype), grn_dtype_text(dtype));
    s->index.dtype = dtype;
    if (s->rule->base != 0)
        add_note(s, "indices count from %" PRId64 " here, from 0 there", s->rule->base);
    if (s->rule->wrap_negative)
        add_note(s, "indices not negative: they would count from the end here");
    if (s->rule->bounds != own && s->rule->bounds != GRN_BOUNDS_PROMISE)
        add_note(s, "indices in range: the rule here is %s", grn_bounds_text(s->rule->bounds));
}

/* By what `convert --to=ttnn` writes: the reductions of the device's op, which has more of them
 * than the call. */
static bool has_reduction(subject *s)
{
    const grn_combiner combiner = s->access->scatter.combiner;
    const grn_target *ttnn = grn_target_named(grn_dialects, "ttnn");
    if (ttnn && ttnn->scatter.combiners >> combiner & 1)
        return true;
    return combiner == GRN_COMBINE_REGION
               ? NOT(s, "updates meet by a region of the program's, ttnn.scatter has sum, prod, max and min")
               : NOT(s, "updates meet by %s, ttnn.scatter has sum, prod, max and min", grn_combiner_text(combiner));
}

bool grn_op_is_tiled(const grn_ir *ir, const grn_op *op)
{
    const grn_dialect *dialect = grn_dialect_of(ir, op->name);
    return dialect && dialect->tile_arguments;
}

/* The op's own arguments over the caller's machine. */
static bool options_of(subject *s, const grn_op *op, const grn_ttnn_options *machine, grn_tile_arguments *out)
{
    const grn_dialect *dialect = grn_dialect_of(s->ir, op->name);
    *out = (grn_tile_arguments){.options = {.grid_x = 0}};
    if (dialect && dialect->tile_arguments)
        dialect->tile_arguments(op, out);
    if (machine) {
        out->options.grid_x = machine->grid_x;
        out->options.grid_y = machine->grid_y;
        out->options.l1_bytes = machine->l1_bytes;
        out->options.strategy = machine->strategy;
    }
    return !s->is_scatter || has_reduction(s);
}

/* Rows of a table, with what has to be done to have one. */
static bool table_of(subject *s)
{
    int64_t before = 1;
    if (!as_table(s, &before))
        return false;
    if (before != 1)
        add_note(s, "dimension %" PRId64 " of the operand moved to the front, and back in the result", s->dim);
    if (s->input.dtype != GRN_BF16)
        add_note(s, "weight %s as it is, which TTNN takes as bf16", grn_dtype_text(s->input.dtype));
    return true;
}

/* ---- reporting ------------------------------------------------------------------------------- */

/* The first message is the reason. */
static void keep_reason(void *user, const grn_diagnostic *d)
{
    subject *s = user;
    if (d->severity == GRN_SEVERITY_ERROR)
        snprintf(s->why, sizeof s->why, "%s", d->message);
}

static grn_status account_of(subject *s, const grn_ttnn_options *options, grn_ttnn_account *account)
{
    grn_diag diag = {keep_reason, s};
    if (s->is_rows)
        return grn_ttnn_embedding_account(&s->index, &s->input, options, &diag, account);
    return s->is_scatter ? grn_tile_scatter_account(&s->input, s->dim, &s->index, &s->source,
                                                    s->access->scatter.combiner, options, &diag, account)
                         : grn_ttnn_gather_account(&s->input, s->dim, &s->index, options, &diag, account);
}

static subject subject_of(const grn_access *a, const grn_tensor *operands)
{
    const bool is_scatter = a->kind == GRN_ACCESS_SCATTER;
    subject s = {.access = a, .is_scatter = is_scatter, .input = operands[a->operand], .index = a->indices};
    s.dims = is_scatter ? &a->scatter.dims : &a->gather.dims;
    s.rule = is_scatter ? &a->scatter.index : &a->gather.index;
    if (is_scatter)
        s.source = operands[a->updates];
    return s;
}

/* The program names cores that the caller's machine does not have: one of the two is wrong. */
static bool asks_for_other_cores(const grn_ttnn_options *options, grn_status answer)
{
    return answer == GRN_E_ARGUMENT && options->sub_core_grids != NULL;
}

grn_status grn_report_ttnn(const grn_ir *ir, const grn_ttnn_planner *planner, const grn_op *op,
                           const grn_access *access, const grn_tensor *operands, const grn_diag *diag)
{
    grn_tile_arguments arguments;
    grn_ttnn_account account;
    subject s = subject_of(access, operands);
    s.ir = ir;
    bool good = !s.is_scatter || access->ninputs == 1 || NOT(&s, "it has %zu inputs, TTNN's have one", access->ninputs);
    s.is_rows = takes_rows(&s);
    good = good && (s.is_rows ? table_of(&s) : takes_elements(&s) && batch_lies_alike(&s)) &&
           options_of(&s, op, planner->options, &arguments);
    if (good)
        note_differences(&s);
    grn_status status = good ? account_of(&s, &arguments.options, &account) : GRN_OK;
    if (good && asks_for_other_cores(&arguments.options, status))
        return grn_fail(diag, op->place, status, "%s: %s", op->def->name, s.why);
    good = good && status == GRN_OK;
    planner->report(
        planner->user,
        &(grn_ttnn_report){
            .place = op->place, .op = op->def->name, .dim = s.dim, .account = good ? &account : NULL, .note = s.why});
    return GRN_OK;
}

grn_status grn_ttnn_see(void *user, grn_access_view *view)
{
    const grn_ttnn_watch *w = user;
    return view->moment == GRN_MOMENT_MEANT
               ? grn_report_ttnn(w->ir, w->planner, view->op, view->access, view->given, w->diag)
               : GRN_OK;
}

/* random_spec_print.c - a random case as MLIR, to be run, or pasted into a file when it fails. */
#include <inttypes.h>
#include <string.h>

#include "random_spec.h"

static grn_status to_file(void *user, const char *text, size_t bytes)
{
    return fwrite(text, 1, bytes, user) == bytes ? GRN_OK : GRN_E_SINK;
}

static void put_type(const grn_tensor *t, FILE *out)
{
    fprintf(out, "tensor<");
    for (int32_t d = 0; d < t->rank; d++)
        fprintf(out, "%" PRId64 "x", t->shape[d]);
    fprintf(out, "%s>", grn_dtype_text(t->dtype));
}

static void put_list(const char *key, const int64_t *v, int32_t count, FILE *out)
{
    fprintf(out, "%s = [", key);
    for (int32_t i = 0; i < count; i++)
        fprintf(out, "%s%" PRId64, i > 0 ? ", " : "", v[i]);
    fprintf(out, "], ");
}

static void put_constant(const char *name, size_t i, const grn_tensor *t, FILE *out)
{
    grn_literal_options options = {0};
    grn_sink sink = {to_file, out};
    fprintf(out, "  %%%s%zu = stablehlo.constant ", name, i);
    if (grn_tensor_write_literal(t, &options, &sink) != GRN_OK)
        fprintf(out, "/* not written */");
    fprintf(out, " : ");
    put_type(t, out);
    fprintf(out, "\n");
}

static void put_strides(const char *name, const grn_tensor *t, FILE *out)
{
    fprintf(out, "  // ");
    put_list(name, t->stride, t->rank, out);
    fprintf(out, "strides in elements%s\n", grn_tensor_is_compact(t) ? " (compact)" : "");
}

/* What the text below it cannot express. */
static void put_comments(const random_case *c, FILE *out)
{
    const grn_index_rule *r = &c->gather.index;
    char fill[GRN_NUMBER_BYTES];
    r = c->is_scatter ? &c->scatter.index : r;
    fprintf(out, "  // base %" PRId64 ", wrap %d, bounds %s, grain %s, batch %s, sorted %d, unique %d\n", r->base,
            r->wrap_negative, grn_bounds_text(r->bounds), r->grain == GRN_GRAIN_WINDOW ? "window" : "element",
            r->batch_rule == GRN_BATCH_PREFIX ? "prefix" : "equal", r->indices_are_sorted, r->unique_indices);
    put_strides("operand", &c->operand[0].view, out);
    put_strides("indices", &c->indices.view, out);
    put_strides(c->is_scatter ? "updates" : "result", &c->dense[0].view, out);
    if (c->is_scatter) {
        fprintf(out, "  // combiner %s\n", grn_combiner_text(c->scatter.combiner));
    } else {
        size_t n = grn_element_text(c->operand[0].view.dtype, c->gather.fill, fill);
        fprintf(out, "  // fill %.*s\n", (int)n, fill);
    }
}

static void put_numbers(const random_case *c, FILE *out)
{
    const grn_dimension_numbers *d = &c->gather.dims;
    const bool s = c->is_scatter;
    fprintf(out, "%s = #stablehlo.%s<", s ? "scatter_dimension_numbers" : "dimension_numbers",
            s ? "scatter" : "gather");
    put_list(s ? "update_window_dims" : "offset_dims", d->offset_dims.v, d->offset_dims.count, out);
    put_list(s ? "inserted_window_dims" : "collapsed_slice_dims", d->collapsed_slice_dims.v,
             d->collapsed_slice_dims.count, out);
    put_list(s ? "input_batching_dims" : "operand_batching_dims", d->operand_batching_dims.v,
             d->operand_batching_dims.count, out);
    put_list(s ? "scatter_indices_batching_dims" : "start_indices_batching_dims", d->start_indices_batching_dims.v,
             d->start_indices_batching_dims.count, out);
    put_list(s ? "scatter_dims_to_operand_dims" : "start_index_map", d->start_index_map.v, d->start_index_map.count,
             out);
    fprintf(out, "index_vector_dim = %" PRId64 ">", d->index_vector_dim);
}

static void put_types(const random_case *c, const random_buffer *b, FILE *out)
{
    for (size_t i = 0; i < c->ninputs; i++) {
        fprintf(out, "%s", i > 0 ? ", " : "");
        put_type(&b[i].view, out);
    }
}

static void put_gather(const random_case *c, const random_names *n, FILE *out)
{
    const grn_dims *sizes = &c->gather.slice_sizes;
    fprintf(out, "  %%%s = \"stablehlo.gather\"(%%%s, %%%s) <{", n->result, n->operand[0], n->indices);
    put_numbers(c, out);
    fprintf(out, ", indices_are_sorted = %s, slice_sizes = array<i64",
            c->gather.index.indices_are_sorted ? "true" : "false");
    for (int32_t d = 0; d < sizes->count; d++)
        fprintf(out, "%s%" PRId64, d > 0 ? ", " : ": ", sizes->v[d]);
    fprintf(out, ">}> : (");
    put_type(&c->operand[0].view, out);
    fprintf(out, ", ");
    put_type(&c->indices.view, out);
    fprintf(out, ") -> ");
    put_types(c, c->dense, out);
    fprintf(out, "\n");
}

/* The named combiners as ops; replace and the test's own region return the updates. */
static const char *combiner_op(grn_combiner combiner)
{
    static const char *const ops[GRN_COMBINER_COUNT] = {
        [GRN_COMBINE_ADD] = "add",     [GRN_COMBINE_MUL] = "multiply", [GRN_COMBINE_MIN] = "minimum",
        [GRN_COMBINE_MAX] = "maximum", [GRN_COMBINE_AND] = "and",      [GRN_COMBINE_OR] = "or",
        [GRN_COMBINE_XOR] = "xor",
    };
    return ops[combiner];
}

static void put_block(const random_case *c, const char *terminator, FILE *out)
{
    const char *op = combiner_op(c->scatter.combiner);
    fprintf(out, "{\n  ^bb0(");
    for (size_t i = 0; i < 2 * c->ninputs; i++)
        fprintf(out, "%s%%%s%zu: tensor<%s>", i > 0 ? ", " : "", i < c->ninputs ? "a" : "b", i % c->ninputs,
                grn_dtype_text(c->operand[i % c->ninputs].view.dtype));
    fprintf(out, "):\n");
    for (size_t i = 0; op != NULL && i < c->ninputs; i++)
        fprintf(out, "    %%c%zu = stablehlo.%s %%a%zu, %%b%zu : tensor<%s>\n", i, op, i, i,
                grn_dtype_text(c->operand[i].view.dtype));
    fprintf(out, "    %s ", terminator);
    for (size_t i = 0; i < c->ninputs; i++)
        fprintf(out, "%s%%%s%zu", i > 0 ? ", " : "", op != NULL ? "c" : "b", i);
    fprintf(out, " : ");
    for (size_t i = 0; i < c->ninputs; i++)
        fprintf(out, "%stensor<%s>", i > 0 ? ", " : "", grn_dtype_text(c->operand[i].view.dtype));
    fprintf(out, "\n  }");
}

static void put_scatter(const random_case *c, const random_names *n, FILE *out)
{
    fprintf(out, "  %%%s:%zu = \"stablehlo.scatter\"(", n->result, c->ninputs);
    for (size_t i = 0; i < c->ninputs; i++)
        fprintf(out, "%%%s, ", n->operand[i]);
    fprintf(out, "%%%s", n->indices);
    for (size_t i = 0; i < c->ninputs; i++)
        fprintf(out, ", %%%s", n->dense[i]);
    fprintf(out, ") <{indices_are_sorted = %s, ", c->scatter.index.indices_are_sorted ? "true" : "false");
    put_numbers(c, out);
    fprintf(out, ", unique_indices = %s}> ", c->scatter.index.unique_indices ? "true" : "false");
    fprintf(out, "(");
    put_block(c, "stablehlo.return", out);
    fprintf(out, ") : (");
    put_types(c, c->operand, out);
    fprintf(out, ", ");
    put_type(&c->indices.view, out);
    fprintf(out, ", ");
    put_types(c, c->dense, out);
    fprintf(out, ") -> (");
    put_types(c, c->operand, out);
    fprintf(out, ")\n");
}

/* ---- garner's -------------------------------------------------------------------------------- */

static void put_rule(const grn_index_rule *r, FILE *out)
{
    if (r->base)
        fprintf(out, "base = %" PRId64 ", ", r->base);
    fprintf(out, "%sbounds = %s", r->wrap_negative ? "wrap_negative, " : "", grn_bounds_text(r->bounds));
    fprintf(out, "%s%s%s%s", r->grain == GRN_GRAIN_WINDOW ? ", grain = window" : "",
            r->batch_rule == GRN_BATCH_PREFIX ? ", batch_rule = prefix" : "",
            r->indices_are_sorted ? ", indices_are_sorted" : "", r->unique_indices ? ", unique_indices" : "");
}

static void put_fill(const random_case *c, FILE *out)
{
    grn_literal_options options = {0};
    grn_sink sink = {to_file, out};
    grn_tensor fill;
    unsigned char bytes[16];
    memcpy(bytes, c->gather.fill, sizeof bytes);
    if (c->gather.index.bounds != GRN_BOUNDS_FILL ||
        grn_tensor_init(&fill, bytes, c->operand[0].view.dtype, 0, NULL) != GRN_OK)
        return;
    fprintf(out, ", fill = ");
    if (grn_tensor_write_literal(&fill, &options, &sink) != GRN_OK)
        fprintf(out, "/* not written */");
    fprintf(out, " : ");
    put_type(&fill, out);
}

static void put_garner_group(const char *word, size_t n, const char *const *names, const random_buffer *b, FILE *out)
{
    fprintf(out, " %s(", word);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s%%%s", i > 0 ? ", " : "", names[i]);
    for (size_t i = 0; i < n; i++) {
        fprintf(out, i > 0 ? ", " : " : ");
        put_type(&b[i].view, out);
    }
    fprintf(out, ")");
}

static void put_garner_op(const random_case *c, const random_names *n, FILE *out)
{
    const grn_dimension_numbers *d = &c->gather.dims;
    random_buffer ins[RANDOM_INPUTS + 1] = {c->is_scatter ? c->indices : c->operand[0], c->indices};
    const char *names[RANDOM_INPUTS + 1] = {c->is_scatter ? n->indices : n->operand[0], n->indices};
    for (size_t i = 0; c->is_scatter && i < c->ninputs; i++) {
        ins[1 + i] = c->dense[i];
        names[1 + i] = n->dense[i];
    }
    fprintf(out, "  %%%s", n->result);
    if (c->is_scatter)
        fprintf(out, ":%zu", c->ninputs);
    fprintf(out, " = garner.%s", c->is_scatter ? "scatter" : "gather");
    put_garner_group("ins", 1 + c->ninputs, names, ins, out);
    if (c->is_scatter)
        put_garner_group("outs", c->ninputs, n->operand, c->operand, out);
    fprintf(out, " ");
    put_list("offset_dims", d->offset_dims.v, d->offset_dims.count, out);
    put_list("collapsed_slice_dims", d->collapsed_slice_dims.v, d->collapsed_slice_dims.count, out);
    put_list("operand_batching_dims", d->operand_batching_dims.v, d->operand_batching_dims.count, out);
    put_list("start_indices_batching_dims", d->start_indices_batching_dims.v, d->start_indices_batching_dims.count,
             out);
    put_list("start_index_map", d->start_index_map.v, d->start_index_map.count, out);
    fprintf(out, "index_vector_dim = %" PRId64 ", ", d->index_vector_dim);
    if (!c->is_scatter)
        put_list("slice_sizes", c->gather.slice_sizes.v, c->gather.slice_sizes.count, out);
    put_rule(c->is_scatter ? &c->scatter.index : &c->gather.index, out);
    if (c->is_scatter)
        fprintf(out, ", combiner = %s", grn_combiner_text(c->scatter.combiner));
    else
        put_fill(c, out);
    if (c->is_scatter && c->scatter.combiner == GRN_COMBINE_REGION)
        put_block(c, "garner.yield", out);
    fprintf(out, " -> ");
    put_types(c, c->is_scatter ? c->operand : c->dense, out);
    fprintf(out, "\n");
}

/* ---- both ------------------------------------------------------------------------------------ */

void random_spec_print_op(const random_case *c, const random_names *names, FILE *out)
{
    (names->is_ruled ? put_garner_op : c->is_scatter ? put_scatter : put_gather)(c, names, out);
}

static void put_op_and_return(const random_case *c, bool is_ruled, FILE *out)
{
    const random_names names = {
        "r", {"operand0", "operand1", "operand2"}, "indices0", {"dense0", "dense1", "dense2"}, is_ruled};
    random_spec_print_op(c, &names, out);
    fprintf(out, "  return ");
    for (size_t i = 0; c->is_scatter && i < c->ninputs; i++)
        fprintf(out, "%s%%r#%zu", i > 0 ? ", " : "", i);
    fprintf(out, c->is_scatter ? " : " : "%%r : ");
    put_types(c, c->is_scatter ? c->operand : c->dense, out);
    fprintf(out, "\n");
}

static void put_argument(const char *name, size_t i, const grn_tensor *t, FILE *out)
{
    fprintf(out, "%%%s%zu: ", name, i);
    put_type(t, out);
}

static void put_function(const random_case *c, bool is_ruled, FILE *out)
{
    fprintf(out, "func.func @main(");
    for (size_t i = 0; i < c->ninputs; i++) {
        put_argument("operand", i, &c->operand[i].view, out);
        fprintf(out, ", ");
    }
    put_argument("indices", 0, &c->indices.view, out);
    for (size_t i = 0; c->is_scatter && i < c->ninputs; i++) {
        fprintf(out, ", ");
        put_argument("dense", i, &c->dense[i].view, out);
    }
    fprintf(out, ") -> (");
    put_types(c, c->is_scatter ? c->operand : c->dense, out);
    fprintf(out, ") {\n");
    put_op_and_return(c, is_ruled, out);
    fprintf(out, "}\n");
}

void random_spec_print_function(const random_case *c, FILE *out) { put_function(c, false, out); }
void random_spec_print_ruled_function(const random_case *c, FILE *out) { put_function(c, true, out); }

static void put_program(const random_case *c, bool is_ruled, FILE *out)
{
    fprintf(out, "func.func @main() -> (");
    put_types(c, c->is_scatter ? c->operand : c->dense, out);
    fprintf(out, ") {\n");
    put_comments(c, out);
    for (size_t i = 0; i < c->ninputs; i++)
        put_constant("operand", i, &c->operand[i].view, out);
    put_constant("indices", 0, &c->indices.view, out);
    for (size_t i = 0; c->is_scatter && i < c->ninputs; i++)
        put_constant("dense", i, &c->dense[i].view, out);
    put_op_and_return(c, is_ruled, out);
    fprintf(out, "}\n");
}

void random_spec_print(const random_case *c, FILE *out) { put_program(c, false, out); }
void random_spec_print_ruled(const random_case *c, FILE *out) { put_program(c, true, out); }

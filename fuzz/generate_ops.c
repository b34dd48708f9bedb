/* generate_ops.c - ops without regions: element-wise, shapes, slices, gathers and scatters. */
#include <inttypes.h>
#include <string.h>

#include "core/core.h"
#include "generate.h"
#include "support/random_spec.h"

/* ---- element-wise ---------------------------------------------------------------------------- */

typedef struct op_row {
    const char *name;
    unsigned classes;
} op_row;

static const op_row unary[] = {
    {"negate", NUMBERS},
    {"not", INTEGERS | CLASS(BOOL)},
    {"abs", CLASS(SIGNED) | CLASS(FLOAT)},
    {"sign", CLASS(SIGNED) | CLASS(FLOAT)},
    {"ceil", CLASS(FLOAT)},
    {"floor", CLASS(FLOAT)},
    {"round_nearest_even", CLASS(FLOAT)},
    {"round_nearest_afz", CLASS(FLOAT)},
    {"sqrt", CLASS(FLOAT) | CLASS(COMPLEX)},
    {"rsqrt", CLASS(FLOAT) | CLASS(COMPLEX)},
    {"cbrt", CLASS(FLOAT)},
    {"exponential", CLASS(FLOAT) | CLASS(COMPLEX)},
    {"exponential_minus_one", CLASS(FLOAT)},
    {"log", CLASS(FLOAT) | CLASS(COMPLEX)},
    {"log_plus_one", CLASS(FLOAT)},
    {"logistic", CLASS(FLOAT)},
    {"tanh", CLASS(FLOAT) | CLASS(COMPLEX)},
    {"sine", CLASS(FLOAT)},
    {"cosine", CLASS(FLOAT)},
    {"popcnt", INTEGERS},
    {"count_leading_zeros", INTEGERS},
};
static const op_row binary[] = {
    {"add", ALL_CLASSES},
    {"subtract", NUMBERS},
    {"multiply", ALL_CLASSES},
    {"divide", NUMBERS},
    {"maximum", ALL_CLASSES},
    {"minimum", ALL_CLASSES},
    {"remainder", INTEGERS | CLASS(FLOAT)},
    {"power", INTEGERS | CLASS(FLOAT)},
    {"atan2", CLASS(FLOAT)},
    {"and", INTEGERS | CLASS(BOOL)},
    {"or", INTEGERS | CLASS(BOOL)},
    {"xor", INTEGERS | CLASS(BOOL)},
    {"shift_left", INTEGERS},
    {"shift_right_arithmetic", INTEGERS},
    {"shift_right_logical", INTEGERS},
};

static void emit_unary(generator *g)
{
    const op_row *row = &PICK_OF(g->e, unary);
    generated_value x = any_value(g, row->classes);
    int id = begin_op(g);
    put(g, "stablehlo.%s ", row->name);
    put_value(g, &x);
    put(g, " : ");
    put_type(g, &x.type);
    put(g, "\n");
    define(g, id, &x.type);
}

static void emit_binary(generator *g)
{
    const op_row *row = &PICK_OF(g->e, binary);
    generated_value x = any_value(g, row->classes), y = value_of(g, &x.type);
    int id = begin_op(g);
    put(g, "stablehlo.%s ", row->name);
    put_value(g, &x);
    put(g, ", ");
    put_value(g, &y);
    put(g, " : ");
    put_type(g, &x.type);
    put(g, "\n");
    define(g, id, &x.type);
}

static void put_signature_1(generator *g, const generated_type *from, const generated_type *to)
{
    put(g, " : (");
    put_type(g, from);
    put(g, ") -> ");
    put_type(g, to);
    put(g, "\n");
}

static void emit_compare(generator *g)
{
    static const char *const directions[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
    generated_value x = any_value(g, ALL_CLASSES), y = value_of(g, &x.type);
    bool ordered = grn_dtype_class_of(x.type.dtype) != GRN_CLASS_COMPLEX;
    generated_type result = x.type;
    int id = begin_op(g);
    put(g, "stablehlo.compare %s, ", directions[pick(g->e, ordered ? 6 : 2)]);
    put_value(g, &x);
    put(g, ", ");
    put_value(g, &y);
    put(g, " : (");
    put_type(g, &x.type);
    put(g, ", ");
    put_type(g, &x.type);
    put(g, ") -> ");
    result.dtype = GRN_I1;
    put_type(g, &result);
    put(g, "\n");
    define(g, id, &result);
}

static void emit_select(generator *g)
{
    generated_value x = any_value(g, ALL_CLASSES), y = value_of(g, &x.type);
    generated_type chooser = x.type;
    chooser.dtype = GRN_I1;
    chooser.rank = one_in(g->e, 3) ? 0 : chooser.rank;
    generated_value p = value_of(g, &chooser);
    int id = begin_op(g);
    put(g, "\"stablehlo.select\"(");
    put_value(g, &p);
    put(g, ", ");
    put_value(g, &x);
    put(g, ", ");
    put_value(g, &y);
    put(g, ") : (");
    put_type(g, &chooser);
    put(g, ", ");
    put_type(g, &x.type);
    put(g, ", ");
    put_type(g, &x.type);
    put(g, ") -> ");
    put_type(g, &x.type);
    put(g, "\n");
    define(g, id, &x.type);
}

static void emit_clamp(generator *g)
{
    generated_value x = any_value(g, INTEGERS | CLASS(FLOAT));
    generated_type bound = x.type;
    bound.rank = one_in(g->e, 2) ? 0 : bound.rank;
    generated_value low = value_of(g, &bound), high = value_of(g, &bound);
    int id = begin_op(g);
    put(g, "\"stablehlo.clamp\"(");
    put_value(g, &low);
    put(g, ", ");
    put_value(g, &x);
    put(g, ", ");
    put_value(g, &high);
    put(g, ") : (");
    put_type(g, &bound);
    put(g, ", ");
    put_type(g, &x.type);
    put(g, ", ");
    put_type(g, &bound);
    put(g, ") -> ");
    put_type(g, &x.type);
    put(g, "\n");
    define(g, id, &x.type);
}

static void emit_convert(generator *g)
{
    static const grn_dtype to[] = {GRN_I1,   GRN_I8,  GRN_I32, GRN_I64, GRN_UI8, GRN_UI32,
                                   GRN_BF16, GRN_F16, GRN_F32, GRN_F64, GRN_C64};
    generated_value x = any_value(g, ALL_CLASSES);
    generated_type result = x.type;
    result.dtype = PICK_OF(g->e, to);
    int id = begin_op(g);
    put(g, "stablehlo.convert ");
    put_value(g, &x);
    put_signature_1(g, &x.type, &result);
    define(g, id, &result);
}

static void emit_bitcast(generator *g)
{
    static const grn_dtype pairs[][2] = {{GRN_F32, GRN_I32}, {GRN_I32, GRN_F32},  {GRN_F64, GRN_I64},
                                         {GRN_I64, GRN_F64}, {GRN_F16, GRN_BF16}, {GRN_UI32, GRN_I32},
                                         {GRN_I8, GRN_UI8}};
    const grn_dtype *pair = PICK_OF(g->e, pairs);
    generated_value x = any_value(g, 1u << grn_dtype_class_of(pair[0]));
    if (x.type.dtype != pair[0])
        return;
    generated_type result = x.type;
    result.dtype = pair[1];
    int id = begin_op(g);
    put(g, "stablehlo.bitcast_convert ");
    put_value(g, &x);
    put_signature_1(g, &x.type, &result);
    define(g, id, &result);
}

void emit_element(generator *g)
{
    static const emitter rows[] = {emit_unary,   emit_unary,  emit_binary, emit_binary,  emit_binary,
                                   emit_compare, emit_select, emit_clamp,  emit_convert, emit_bitcast};
    PICK_OF(g->e, rows)(g);
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static void emit_reshape(generator *g)
{
    generated_value x = any_value(g, ALL_CLASSES);
    generated_type result = {.dtype = x.type.dtype};
    int64_t left = type_elements(&x.type);
    while (result.rank < 4 && (left != 1 || one_in(g->e, 4))) {
        int64_t factor = left == 0 ? pick_between(g->e, 0, 3) : pick_between(g->e, 1, left < 8 ? left : 8);
        while (left > 0 && left % factor != 0)
            factor--;
        bool last = result.rank == 3 || one_in(g->e, 3);
        result.shape[result.rank++] = last ? left : factor;
        left = last ? 1 : left == 0 ? 0 : left / factor;
        if (last)
            break;
    }
    if (type_elements(&result) != type_elements(&x.type))
        return;
    int id = begin_op(g);
    put(g, "stablehlo.reshape ");
    put_value(g, &x);
    put_signature_1(g, &x.type, &result);
    define(g, id, &result);
}

static void emit_transpose(generator *g)
{
    generated_value x = any_value(g, ALL_CLASSES);
    generated_type result = x.type;
    int64_t order[GENERATED_RANK];
    for (int32_t d = 0; d < x.type.rank; d++)
        order[d] = d;
    random_shuffle(entropy_source(g->e), order, x.type.rank);
    for (int32_t d = 0; d < x.type.rank; d++)
        result.shape[d] = x.type.shape[order[d]];
    int id = begin_op(g);
    put(g, "stablehlo.transpose ");
    put_value(g, &x);
    put(g, ", dims = [");
    put_list(g, order, x.type.rank);
    put(g, "]");
    put_signature_1(g, &x.type, &result);
    define(g, id, &result);
}

static void emit_reverse(generator *g)
{
    generated_value x = any_array(g, ALL_CLASSES);
    int64_t dims[GENERATED_RANK];
    int32_t count = 0;
    for (int32_t d = 0; d < x.type.rank; d++)
        if (one_in(g->e, 2))
            dims[count++] = d;
    int id = begin_op(g);
    put(g, "stablehlo.reverse ");
    put_value(g, &x);
    put(g, ", dims = [");
    put_list(g, dims, count);
    put(g, "] : ");
    put_type(g, &x.type);
    put(g, "\n");
    define(g, id, &x.type);
}

static void emit_broadcast(generator *g)
{
    generated_value x = any_value(g, ALL_CLASSES);
    generated_type result = {.dtype = x.type.dtype};
    int64_t dims[GENERATED_RANK];
    int32_t extra = (int32_t)pick(g->e, 3), taken = 0;
    if (x.type.rank + extra > GENERATED_RANK || type_elements(&x.type) > 4096)
        return;
    for (int32_t d = 0; d < x.type.rank + extra; d++) {
        bool own = taken < x.type.rank && (d - taken >= extra || one_in(g->e, 2));
        int64_t extent = own ? x.type.shape[taken] : pick_between(g->e, 1, 4);
        if (own && extent == 1 && one_in(g->e, 2))
            extent = pick_between(g->e, 1, 4);
        if (own)
            dims[taken++] = d;
        result.shape[result.rank++] = extent;
    }
    int id = begin_op(g);
    put(g, "stablehlo.broadcast_in_dim ");
    put_value(g, &x);
    put(g, ", dims = [");
    put_list(g, dims, x.type.rank);
    put(g, "]");
    put_signature_1(g, &x.type, &result);
    define(g, id, &result);
}

static void emit_slice(generator *g)
{
    generated_value x = any_value(g, ALL_CLASSES);
    generated_type result = x.type;
    int64_t start[GENERATED_RANK], limit[GENERATED_RANK], step[GENERATED_RANK];
    for (int32_t d = 0; d < x.type.rank; d++) {
        start[d] = pick_between(g->e, 0, x.type.shape[d]);
        limit[d] = pick_between(g->e, start[d], x.type.shape[d]);
        step[d] = one_in(g->e, 2) ? 1 : pick_between(g->e, 1, 3);
        result.shape[d] = (limit[d] - start[d] + step[d] - 1) / step[d];
    }
    int id = begin_op(g);
    put(g, "\"stablehlo.slice\"(");
    put_value(g, &x);
    put(g, ") <{");
    put_array(g, "start_indices", start, x.type.rank);
    put(g, ", ");
    put_array(g, "limit_indices", limit, x.type.rank);
    put(g, ", ");
    put_array(g, "strides", step, x.type.rank);
    put(g, "}>");
    put_signature_1(g, &x.type, &result);
    define(g, id, &result);
}

static void emit_pad(generator *g)
{
    generated_value x = any_value(g, ALL_CLASSES), with = scalar_of(g, x.type.dtype);
    generated_type result = x.type;
    int64_t low[GENERATED_RANK], high[GENERATED_RANK], inner[GENERATED_RANK];
    for (int32_t d = 0; d < x.type.rank; d++) {
        int64_t extent = x.type.shape[d];
        inner[d] = one_in(g->e, 2) ? 0 : pick_between(g->e, 0, 2);
        int64_t spread = extent + (extent > 1 ? (extent - 1) * inner[d] : 0);
        low[d] = pick_between(g->e, -2, 3);
        high[d] = pick_between(g->e, -2, 3);
        if (spread + low[d] + high[d] < 0)
            low[d] = high[d] = 0;
        result.shape[d] = spread + low[d] + high[d];
    }
    int id = begin_op(g);
    put(g, "stablehlo.pad ");
    put_value(g, &x);
    put(g, ", ");
    put_value(g, &with);
    put(g, ", low = [");
    put_list(g, low, x.type.rank);
    put(g, "], high = [");
    put_list(g, high, x.type.rank);
    put(g, "], interior = [");
    put_list(g, inner, x.type.rank);
    put(g, "] : (");
    put_type(g, &x.type);
    put(g, ", ");
    put_type(g, &with.type);
    put(g, ") -> ");
    put_type(g, &result);
    put(g, "\n");
    define(g, id, &result);
}

static void emit_concatenate(generator *g)
{
    generated_value x = any_array(g, ALL_CLASSES);
    int32_t dim = (int32_t)pick(g->e, (uint64_t)x.type.rank);
    size_t count = 1 + (size_t)pick(g->e, 3);
    generated_value parts[3] = {x, x, x};
    generated_type result = x.type;
    for (size_t i = 1; i < count; i++) {
        generated_type other = x.type;
        if (one_in(g->e, 3))
            other.shape[dim] = pick_between(g->e, 0, 4);
        parts[i] = value_of(g, &other);
        result.shape[dim] += other.shape[dim];
    }
    int id = begin_op(g);
    put(g, "stablehlo.concatenate ");
    for (size_t i = 0; i < count; i++) {
        put(g, i ? ", " : "");
        put_value(g, &parts[i]);
    }
    put(g, ", dim = %d : (", (int)dim);
    for (size_t i = 0; i < count; i++) {
        put(g, i ? ", " : "");
        put_type(g, &parts[i].type);
    }
    put(g, ") -> ");
    put_type(g, &result);
    put(g, "\n");
    define(g, id, &result);
}

static void put_starts(generator *g, const generated_value *starts, int32_t count)
{
    for (int32_t d = 0; d < count; d++) {
        put(g, ", ");
        put_value(g, &starts[d]);
    }
}

static void put_start_types(generator *g, const generated_value *starts, int32_t count)
{
    for (int32_t d = 0; d < count; d++) {
        put(g, ", ");
        put_type(g, &starts[d].type);
    }
}

static void emit_dynamic_slice(generator *g)
{
    generated_value x = any_array(g, ALL_CLASSES), starts[GENERATED_RANK];
    generated_type result = x.type;
    grn_dtype dtype = one_in(g->e, 2) ? GRN_I32 : GRN_I64;
    bool update = one_in(g->e, 2);
    for (int32_t d = 0; d < x.type.rank; d++) {
        starts[d] = scalar_of(g, dtype);
        result.shape[d] = pick_between(g->e, 0, x.type.shape[d]);
    }
    generated_value with = update ? value_of(g, &result) : x;
    int id = begin_op(g);
    put(g, update ? "\"stablehlo.dynamic_update_slice\"(" : "\"stablehlo.dynamic_slice\"(");
    put_value(g, &x);
    if (update) {
        put(g, ", ");
        put_value(g, &with);
    }
    put_starts(g, starts, x.type.rank);
    put(g, ")");
    if (!update) {
        put(g, " <{");
        put_array(g, "slice_sizes", result.shape, x.type.rank);
        put(g, "}>");
    }
    put(g, " : (");
    put_type(g, &x.type);
    if (update) {
        put(g, ", ");
        put_type(g, &with.type);
    }
    put_start_types(g, starts, x.type.rank);
    put(g, ") -> ");
    put_type(g, update ? &x.type : &result);
    put(g, "\n");
    define(g, id, update ? &x.type : &result);
}

/* ---- gathers and scatters: the cases of random_spec.h that StableHLO can express ------------- */

static bool is_known(grn_dtype dtype) { return dtype != GRN_INDEX && grn_dtype_bits(dtype) >= 8; }

static bool is_stablehlo(const random_case *c)
{
    const grn_index_rule *r = c->is_scatter ? &c->scatter.index : &c->gather.index;
    bool fine = r->batch_rule == GRN_BATCH_EQUAL && c->indices.view.dtype != GRN_I1 &&
                c->indices.view.dtype != GRN_INDEX && c->indices.view.rank <= GENERATED_RANK &&
                c->dense[0].view.rank <= GENERATED_RANK;
    for (size_t i = 0; fine && i < c->ninputs; i++)
        fine = is_known(c->operand[i].view.dtype) && grn_tensor_elements(&c->operand[i].view) < 2000;
    return fine && !(c->is_scatter && c->scatter.combiner == GRN_COMBINE_REPLACE && c->ninputs > 1) &&
           grn_dtype_bits(c->indices.view.dtype) >= 8 && grn_tensor_elements(&c->dense[0].view) < 2000;
}

static const char *value_for(generator *g, const grn_tensor *t, char name[32])
{
    generated_type type = type_of(t->dtype, t->rank, t->shape);
    generated_value v = value_of(g, &type);
    snprintf(name, 32, "%s%d", v.is_input ? "in" : "v", v.id);
    return name;
}

static void put_case(generator *g, random_case *c)
{
    char text[2 * RANDOM_INPUTS + 1][32], result[32];
    random_names names = {.result = result};
    c->gather.index.indices_are_sorted = c->scatter.index.indices_are_sorted = false; /* the values are others */
    c->gather.index.unique_indices = c->scatter.index.unique_indices = false;
    for (size_t i = 0; i < c->ninputs; i++) {
        names.operand[i] = value_for(g, &c->operand[i].view, text[2 * i]);
        if (c->is_scatter)
            names.dense[i] = value_for(g, &c->dense[i].view, text[2 * i + 1]);
    }
    names.indices = value_for(g, &c->indices.view, text[2 * RANDOM_INPUTS]);
    int id = g->next_id++;
    snprintf(result, sizeof result, "v%d", id);
    random_spec_print_op(c, &names, g->out);
    const grn_tensor *out = c->is_scatter ? &c->operand[0].view : &c->dense[0].view;
    generated_type type = type_of(out->dtype, out->rank, out->shape);
    if (!c->is_scatter || c->ninputs == 1)
        define(g, id, &type);
}

void emit_gather_or_scatter(generator *g)
{
    random_case *c = random_case_create(entropy_source(g->e), one_in(g->e, 2));
    if (c && is_stablehlo(c))
        put_case(g, c);
    random_case_destroy(c);
}

/* ---- any ------------------------------------------------------------------------------------- */

void emit_any(generator *g)
{
    static const emitter rows[] = {emit_element,
                                   emit_element,
                                   emit_element,
                                   emit_element,
                                   emit_element,
                                   emit_element,
                                   emit_reshape,
                                   emit_transpose,
                                   emit_reverse,
                                   emit_broadcast,
                                   emit_slice,
                                   emit_pad,
                                   emit_concatenate,
                                   emit_dynamic_slice,
                                   emit_gather_or_scatter,
                                   emit_gather_or_scatter,
                                   emit_gather_or_scatter,
                                   emit_reduce,
                                   emit_reduce_window,
                                   emit_sort,
                                   emit_map,
                                   emit_select_and_scatter,
                                   emit_while,
                                   emit_if,
                                   emit_case,
                                   emit_call};
    PICK_OF(g->e, rows)(g);
}

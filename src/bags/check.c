/* check.c - specs of bags held against tensors: the problem they make. */
#include <inttypes.h>

#include "access/spec.h"
#include "bags/bags.h"

typedef enum scale_place { NONE, BEHIND, FRONT, APART } scale_place;

static const struct {
    const char *text;
    int bits;
    scale_place place;
    grn_dtype scale;
} formats[] = {
#define FORMAT_ROW(name, text, bits, place, dtype) {text, bits, place, GRN_##dtype},
    GRN_BAG_FORMATS(FORMAT_ROW)
#undef FORMAT_ROW
};

int64_t grn_bag_row_bytes(grn_bag_format format, int64_t columns)
{
    if ((unsigned)format >= GRN_BAG_FORMAT_COUNT || format == GRN_BAG_ROWS_PLAIN || columns < 0 ||
        columns > INT64_MAX - 16)
        return 0;
    const int64_t per_byte = 8 / formats[format].bits, bytes = columns / per_byte + (columns % per_byte != 0);
    return formats[format].place == APART ? bytes : bytes + 2 * (int64_t)grn_dtype_bytes(formats[format].scale);
}

/* ---- single tensors ---- */

grn_status grn_bag_check_compact(const grn_tensor *t, const char *name, const grn_diag *diag)
{
    if (grn_tensor_is_compact(t))
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED,
                    "elements of %s do not lie next to each other in row-major order, they must", name);
}

grn_status grn_bag_check_unit_rows(const grn_tensor *t, const char *name, const grn_diag *diag)
{
    if (t->stride[1] == 1 || t->shape[1] <= 1 || t->shape[0] == 0)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED,
                    "elements of a row of %s lie %" PRId64 " elements apart, they must lie next to each other", name,
                    t->stride[1]);
}

static grn_status check_matrix(const grn_tensor *t, const char *name, const grn_diag *diag)
{
    if (t->rank == 2)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_SHAPE, "%s has rank %" PRId32 ", it must be 2", name, t->rank);
}

grn_status grn_bag_check_rows_of(const grn_tensor *t, const char *name, int64_t nrows, int64_t columns,
                                 const grn_diag *diag)
{
    grn_status status = check_matrix(t, name, diag);
    if (status != GRN_OK || (t->shape[0] == nrows && t->shape[1] == columns))
        return status;
    return grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                    "%s has shape [%" PRId64 ", %" PRId64 "], it must be [%" PRId64 ", %" PRId64 "]", name, t->shape[0],
                    t->shape[1], nrows, columns);
}

grn_status grn_bag_check_float(const grn_tensor *t, const char *name, bool is_wide, const grn_diag *diag)
{
    if (is_wide ? t->dtype == GRN_F64 : t->dtype == GRN_F32 || t->dtype == GRN_F16 || t->dtype == GRN_BF16)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "%s has dtype %s, it must be %s", name, grn_dtype_text(t->dtype),
                    is_wide ? "f64, as the table" : "f32, f16 or bf16");
}

grn_status grn_bag_check_integer(const grn_tensor *t, const char *name, const grn_diag *diag)
{
    if (t->dtype == GRN_I32 || t->dtype == GRN_I64)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "%s has dtype %s, it must be i32 or i64", name,
                    grn_dtype_text(t->dtype));
}

/* ---- the spec alone ---- */

static grn_status check_choice(unsigned value, unsigned count, const char *field, const grn_diag *diag)
{
    if (value < count)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s is %u, it must be below %u", field, value, count);
}

static grn_status check_spec(const grn_bag_spec *s, const grn_diag *diag)
{
    grn_status status = check_choice((unsigned)s->combiner, GRN_BAG_COMBINER_COUNT, "combiner", diag);
    if (status == GRN_OK)
        status = check_choice((unsigned)s->format, GRN_BAG_FORMAT_COUNT, "format", diag);
    if (status == GRN_OK)
        status = check_choice((unsigned)s->lists, GRN_BAG_LISTS_COUNT, "lists", diag);
    if (status == GRN_OK)
        status = check_choice((unsigned)s->index, GRN_BAG_INDEX_RULE_COUNT, "index", diag);
    if (status == GRN_OK)
        status = check_choice((unsigned)s->divisor, GRN_BAG_DIVISOR_COUNT, "divisor", diag);
    return status == GRN_OK ? check_choice((unsigned)s->nan, GRN_BAG_NAN_COUNT, "nan", diag) : status;
}

static grn_status check_views(const grn_bag_tensors *t, const grn_diag *diag)
{
    const struct {
        const grn_tensor *view;
        const char *name;
        bool needed;
    } views[] = {{t->table, "table", true},      {t->scales, "scales", false},   {t->indices, "indices", true},
                 {t->offsets, "offsets", false}, {t->weights, "weights", false}, {t->result, "result", true},
                 {t->arg, "arg", false}};
    for (size_t i = 0; i < GRN_COUNT(views); i++)
        if (views[i].view != NULL || views[i].needed) {
            grn_status status = grn_check_view(views[i].view, views[i].name, diag);
            if (status != GRN_OK)
                return status;
        }
    return GRN_OK;
}

/* A tensor that the spec needs or does not take. */
static grn_status check_presence(const grn_tensor *t, const char *name, bool needed, bool taken, const char *why,
                                 const grn_diag *diag)
{
    if (t == NULL && needed)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s is NULL, %s needs it", name, why);
    if (t != NULL && !taken)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s is given, it must be NULL with %s", name, why);
    return GRN_OK;
}

/* ---- the table ---- */

static grn_status take_plain_table(const grn_tensor *table, const grn_diag *diag, grn_bag_problem *p)
{
    static const struct {
        grn_dtype dtype;
        grn_bag_rows_kind kind;
    } kinds[] = {{GRN_F32, GRN_BAG_KIND_f32},
                 {GRN_F16, GRN_BAG_KIND_f16},
                 {GRN_BF16, GRN_BAG_KIND_bf16},
                 {GRN_F64, GRN_BAG_KIND_f64}};
    for (size_t i = 0; i < GRN_COUNT(kinds); i++)
        if (kinds[i].dtype == table->dtype) {
            p->kind = kinds[i].kind;
            return GRN_OK;
        }
    return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "table has dtype %s, plain rows are f16, bf16, f32 or f64",
                    grn_dtype_text(table->dtype));
}

static grn_status take_scaled_table(const grn_tensor *table, grn_bag_format format, const grn_diag *diag,
                                    grn_bag_problem *p)
{
    const int64_t scale_bytes = 2 * (int64_t)grn_dtype_bytes(formats[format].scale);
    const bool in_front = formats[format].place == FRONT;
    if (table->dtype != GRN_UI8)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "table has dtype %s, rows of \"%s\" are bytes, ui8",
                        grn_dtype_text(table->dtype), formats[format].text);
    p->kind = formats[format].bits == 8   ? GRN_BAG_KIND_ui8
              : formats[format].bits == 4 ? GRN_BAG_KIND_ui4
                                          : GRN_BAG_KIND_ui2;
    p->rows.half_scale = formats[format].scale == GRN_F16;
    p->rows.scale = table->data;
    p->rows.scale_bytes = p->rows.row_bytes;
    if (table->data != NULL && in_front)
        p->rows.data += scale_bytes;
    else if (table->data != NULL)
        p->rows.scale += grn_bag_row_bytes(format, p->columns) - scale_bytes;
    return GRN_OK;
}

static grn_status take_blocks(const grn_tensor *table, const grn_tensor *scales, const grn_diag *diag,
                              grn_bag_problem *p)
{
    if (table->dtype != GRN_F8E4M3FN && table->dtype != GRN_F8E5M2)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE,
                        "table has dtype %s, rows with a scale for 32 numbers are f8E4M3FN or f8E5M2",
                        grn_dtype_text(table->dtype));
    if (scales->dtype != GRN_F8E8M0FNU)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "scales has dtype %s, it must be f8E8M0FNU",
                        grn_dtype_text(scales->dtype));
    p->kind = table->dtype == GRN_F8E4M3FN ? GRN_BAG_KIND_e4m3 : GRN_BAG_KIND_e5m2;
    p->rows.scale = scales->data;
    p->rows.scale_bytes = scales->rank == 2 && p->rows.count > 1 ? scales->stride[0] : 0;
    return grn_bag_check_rows_of(scales, "scales", p->rows.count,
                                 p->columns / GRN_BAG_BLOCK + (p->columns % GRN_BAG_BLOCK != 0), diag);
}

static grn_status take_table(const grn_bag_spec *spec, const grn_bag_tensors *t, const grn_diag *diag,
                             grn_bag_problem *p)
{
    const grn_tensor *table = t->table;
    grn_status status = check_presence(t->scales, "scales", formats[spec->format].place == APART,
                                       formats[spec->format].place == APART, "this format of rows", diag);
    if (status == GRN_OK)
        status = check_matrix(table, "table", diag);
    if (status != GRN_OK)
        return status;
    const int64_t want = formats[spec->format].place == BEHIND || formats[spec->format].place == FRONT
                             ? grn_bag_row_bytes(spec->format, p->columns)
                             : p->columns;
    if (table->shape[1] != want)
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                        "table has %" PRId64 " elements in a row, it must be %" PRId64 " for %" PRId64
                        " columns of result",
                        table->shape[1], want, p->columns);
    p->rows.count = table->shape[0];
    p->rows.data = table->data;
    /* along one row, or none, nothing is stepped */
    p->rows.row_bytes = table->shape[0] > 1 && want > 0 ? table->stride[0] * (int64_t)grn_dtype_bytes(table->dtype) : 0;
    if (formats[spec->format].place == NONE)
        return take_plain_table(table, diag, p);
    if (formats[spec->format].place == APART)
        return take_blocks(table, t->scales, diag, p);
    return take_scaled_table(table, spec->format, diag, p);
}

/* ---- lists and weights ---- */

static grn_status take_indices(const grn_bag_spec *spec, const grn_tensor *indices, const grn_diag *diag,
                               grn_bag_problem *p)
{
    const int32_t rank = spec->lists == GRN_BAG_CONSTANT ? 2 : 1;
    grn_status status = grn_bag_check_integer(indices, "indices", diag);
    if (status == GRN_OK && indices->rank != rank)
        status = grn_fail(diag, grn_no_place, GRN_E_SHAPE, "indices has rank %" PRId32 ", it must be %" PRId32,
                          indices->rank, rank);
    if (status != GRN_OK)
        return status;
    p->entries = grn_tensor_elements(indices);
    p->length = rank == 2 ? indices->shape[1] : 0;
    p->list.index = indices->data;
    p->list.index_is_wide = indices->dtype == GRN_I64;
    p->list.entries = p->entries;
    if (rank == 2 && indices->shape[0] != p->bags)
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE, "indices has %" PRId64 " rows, result has %" PRId64 " bags",
                        indices->shape[0], p->bags);
    if (p->entries > INT32_MAX && (spec->combiner == GRN_BAG_MAX || spec->combiner == GRN_BAG_MIN))
        return grn_fail(diag, grn_no_place, GRN_E_LIMIT,
                        "indices has %" PRId64 " elements, a maximum or minimum takes at most 2147483647", p->entries);
    return GRN_OK;
}

static grn_status check_offsets(const grn_bag_spec *spec, const grn_tensor *offsets, const grn_diag *diag,
                                const grn_bag_problem *p)
{
    const bool constant = spec->lists == GRN_BAG_CONSTANT;
    grn_status status =
        check_presence(offsets, "offsets", !constant, !constant, constant ? "bags of constant length" : "lists", diag);
    if (status != GRN_OK || constant)
        return status;
    const bool has_end = spec->lists == GRN_BAG_OFFSETS_AND_END;
    if (offsets->rank != 1 || offsets->shape[0] - has_end != p->bags)
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                        "offsets has rank %" PRId32 " and %" PRId64
                        " elements, it must be 1 and one for each of %" PRId64 " bags of result%s",
                        offsets->rank, grn_tensor_elements(offsets), p->bags, has_end ? ", and the end" : "");
    return grn_bag_check_integer(offsets, "offsets", diag);
}

/* [E], [B, L] as the indices are, or a row of H for each entry. */
static grn_status take_weights(const grn_tensor *weights, const grn_tensor *indices, const grn_diag *diag,
                               grn_bag_problem *p)
{
    p->heads = 1;
    p->list.weight_step = 1;
    if (weights == NULL)
        return GRN_OK;
    grn_status status = grn_bag_check_float(weights, "weights", p->is_wide, diag);
    if (status != GRN_OK)
        return status;
    const bool as_indices = weights->rank == indices->rank && weights->shape[0] == indices->shape[0] &&
                            (weights->rank == 1 || weights->shape[1] == indices->shape[1]);
    const bool by_head = weights->rank == 2 && weights->shape[0] == p->entries;
    if (!as_indices && !by_head)
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                        "weights of rank %" PRId32 " has not the shape of indices, and no row for each of %" PRId64
                        " entries",
                        weights->rank, p->entries);
    if (!as_indices)
        p->heads = weights->shape[1];
    if (p->heads < 1 || p->columns % p->heads != 0)
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                        "weights has %" PRId64 " for an entry, which does not divide the %" PRId64 " columns of result",
                        p->heads, p->columns);
    p->list.weight = weights->data;
    p->list.weight_dtype = weights->dtype;
    p->list.weight_step = p->heads;
    return GRN_OK;
}

static grn_status take_padding(const grn_bag_spec *spec, const grn_diag *diag, grn_bag_problem *p)
{
    p->list.padding = -1;
    if (!spec->has_padding)
        return GRN_OK;
    const int64_t n = p->rows.count;
    if (spec->padding_index < -n || spec->padding_index >= n)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                        "padding_index is %" PRId64 ", of a table of %" PRId64 " rows it must be in [%" PRId64
                        ", %" PRId64 ")",
                        spec->padding_index, n, -n, n);
    p->list.padding = spec->padding_index < 0 ? spec->padding_index + n : spec->padding_index;
    return GRN_OK;
}

static grn_status check_arg(const grn_bag_spec *spec, const grn_tensor *arg, const grn_diag *diag,
                            const grn_bag_problem *p)
{
    const bool extreme = spec->combiner == GRN_BAG_MAX || spec->combiner == GRN_BAG_MIN;
    grn_status status = check_presence(arg, "arg", false, extreme, "a sum or mean", diag);
    if (status != GRN_OK || arg == NULL)
        return status;
    if (arg->dtype != GRN_I64)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "arg has dtype %s, it must be i64",
                        grn_dtype_text(arg->dtype));
    return grn_bag_check_rows_of(arg, "arg", p->bags, p->columns, diag);
}

/* ---- all of it ---- */

grn_status grn_bag_make_problem(const grn_bag_spec *spec, const grn_bag_tensors *tensors, const grn_diag *diag,
                                grn_bag_problem *out)
{
    grn_bag_problem p = {.spec = spec, .tensors = tensors};
    grn_status status = grn_check_given(spec, "spec", diag);
    if (status == GRN_OK)
        status = grn_check_given(tensors, "tensors", diag);
    if (status == GRN_OK)
        status = check_spec(spec, diag);
    if (status == GRN_OK)
        status = check_views(tensors, diag);
    if (status == GRN_OK)
        status = check_matrix(tensors->result, "result", diag);
    if (status != GRN_OK)
        return status;
    p.bags = tensors->result->shape[0];
    p.columns = tensors->result->shape[1];
    status = take_table(spec, tensors, diag, &p);
    p.is_wide = p.kind == GRN_BAG_KIND_f64;
    if (status == GRN_OK)
        status = grn_bag_check_float(tensors->result, "result", p.is_wide, diag);
    if (status == GRN_OK)
        status = take_indices(spec, tensors->indices, diag, &p);
    if (status == GRN_OK)
        status = check_offsets(spec, tensors->offsets, diag, &p);
    if (status == GRN_OK)
        status = take_weights(tensors->weights, tensors->indices, diag, &p);
    if (status == GRN_OK)
        status = take_padding(spec, diag, &p);
    if (status == GRN_OK)
        status = check_arg(spec, tensors->arg, diag, &p);
    if (status == GRN_OK)
        *out = p;
    return status;
}

#define TENSORS(t)                                                                                            \
    {                                                                                                         \
        {(t)->table, "table"}, {(t)->scales, "scales"}, {(t)->indices, "indices"}, {(t)->offsets, "offsets"}, \
            {(t)->weights, "weights"}, {(t)->result, "result"}, {(t)->arg, "arg"},                            \
    }

grn_status grn_bag_check_layout(const grn_bag_tensors *t, const grn_diag *diag)
{
    const struct {
        const grn_tensor *view;
        const char *name;
        grn_status (*check)(const grn_tensor *t, const char *name, const grn_diag *diag);
    } views[] = {{t->table, "table", grn_bag_check_unit_rows},   {t->scales, "scales", grn_bag_check_unit_rows},
                 {t->result, "result", grn_bag_check_unit_rows}, {t->arg, "arg", grn_bag_check_unit_rows},
                 {t->indices, "indices", grn_bag_check_compact}, {t->offsets, "offsets", grn_bag_check_compact},
                 {t->weights, "weights", grn_bag_check_compact}};
    for (size_t i = 0; i < GRN_COUNT(views); i++) {
        grn_status status = views[i].view == NULL ? GRN_OK : views[i].check(views[i].view, views[i].name, diag);
        if (status != GRN_OK)
            return status;
    }
    return GRN_OK;
}

grn_status grn_bag_check(const grn_bag_spec *spec, const grn_bag_tensors *tensors, const grn_diag *diag)
{
    grn_bag_problem problem;
    grn_status status = grn_bag_make_problem(spec, tensors, diag, &problem);
    return status == GRN_OK ? grn_bag_check_layout(tensors, diag) : status;
}

grn_status grn_bag_check_data(const grn_bag_tensors *t, const grn_diag *diag)
{
    const struct {
        const grn_tensor *view;
        const char *name;
    } views[] = TENSORS(t);
    for (size_t i = 0; i < GRN_COUNT(views); i++) {
        grn_status status = views[i].view == NULL ? GRN_OK : grn_check_data(views[i].view, views[i].name, diag);
        if (status != GRN_OK)
            return status;
    }
    return GRN_OK;
}

grn_status grn_bag_check_apart(const grn_tensor *destination, const grn_bag_tensors *t, const grn_diag *diag)
{
    const struct {
        const grn_tensor *view;
        const char *name;
    } views[] = TENSORS(t);
    for (size_t i = 0; destination != NULL && i < GRN_COUNT(views); i++) {
        const grn_tensor *view = views[i].view;
        grn_status status =
            view == NULL || view == destination ? GRN_OK : grn_check_alias(destination, view, views[i].name, diag);
        if (status != GRN_OK)
            return status;
    }
    return GRN_OK;
}

grn_status grn_bag_check_memory(const grn_bag_problem *p, const grn_diag *diag)
{
    const grn_bag_tensors *t = p->tensors;
    grn_status status = grn_bag_check_data(t, diag);
    if (status == GRN_OK)
        status = grn_check_places(t->result, "result", diag);
    if (status == GRN_OK && t->arg != NULL)
        status = grn_check_places(t->arg, "arg", diag);
    if (status == GRN_OK)
        status = grn_bag_check_layout(t, diag);
    if (status == GRN_OK)
        status = grn_bag_check_apart(t->result, t, diag);
    return status == GRN_OK ? grn_bag_check_apart(t->arg, t, diag) : status;
}

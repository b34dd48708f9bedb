/* batching.c - the lists of gather, dynamic_gather and scatter that batching dims touch, read and
 * written back. */
#include "dialects/stablehlo/stablehlo.h"
#include "passes/passes.h"

static const grn_batching_names rows[] = {
    {"stablehlo.gather", "dimension_numbers", &grn_stablehlo_gather_dims, "collapsed_slice_dims",
     "operand_batching_dims", "start_indices_batching_dims", "start_index_map", "gather op has start indices", false},
    {"stablehlo.dynamic_gather", "dimension_numbers", &grn_stablehlo_gather_dims, "collapsed_slice_dims",
     "operand_batching_dims", "start_indices_batching_dims", "start_index_map", "dynamic_gather op has start indices",
     false},
    {"stablehlo.scatter", "scatter_dimension_numbers", &grn_stablehlo_scatter_dims, "inserted_window_dims",
     "input_batching_dims", "scatter_indices_batching_dims", "scatter_dims_to_operand_dims",
     "scatter op has scatter indices", true},
};

static bool read_field(const grn_attr *record, const char *name, grn_dims *out)
{
    grn_field f = grn_attr_field(record, name);
    return grn_dims_read(f.count, f.v, out);
}

static bool read_row(const grn_op *op, const grn_batching_names *w, grn_batching *out)
{
    const grn_attr *record = grn_op_attr(op, w->attr);
    grn_field vector = grn_attr_field(record, "index_vector_dim");
    *out = (grn_batching){.names = w,
                          .vector_dim = vector.count ? vector.v[0] : 0,
                          .indices = w->is_scatter ? (op->noperands - 1) / 2 : 1,
                          .ninputs = w->is_scatter ? (op->noperands - 1) / 2 : 1};
    return read_field(record, w->collapsed, &out->collapsed) && read_field(record, w->batching, &out->batching) &&
           read_field(record, w->indices_batching, &out->indices_batching) && read_field(record, w->map, &out->map);
}

bool grn_batching_read(const grn_op *op, grn_batching *out)
{
    for (size_t i = 0; op->def && i < GRN_COUNT(rows); i++)
        if (grn_str_is(op->name, rows[i].op))
            return read_row(op, &rows[i], out);
    return false;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void put_list(const grn_struct_def *def, grn_field *fields, const char *name, const grn_dims *list)
{
    for (size_t i = 0; def->fields[i].name; i++)
        if (strcmp(def->fields[i].name, name) == 0)
            fields[i] = (grn_field){.present = true, .count = (size_t)list->count, .v = list->v};
}

static const grn_attr *new_record(grn_ir *ir, const grn_op *op, const grn_batching *b)
{
    enum { MOST = 16 };
    const grn_batching_names *w = b->names;
    const grn_attr *old = grn_op_attr(op, w->attr);
    grn_field fields[MOST] = {{0}};
    for (size_t i = 0; i < MOST && w->record->fields[i].name; i++)
        fields[i] = old->record.fields[i];
    put_list(w->record, fields, w->collapsed, &b->collapsed);
    put_list(w->record, fields, w->batching, &b->batching);
    put_list(w->record, fields, w->indices_batching, &b->indices_batching);
    put_list(w->record, fields, w->map, &b->map);
    return grn_attr_struct(ir, w->record, fields);
}

bool grn_batching_write(grn_ir *ir, grn_op *op, const grn_batching *b, bool keep_sorted)
{
    if (!grn_op_set_attr(ir, op, (grn_str){b->names->attr, strlen(b->names->attr)}, new_record(ir, op, b)))
        return false;
    return keep_sorted || !grn_op_attr(op, "indices_are_sorted") ||
           grn_op_set_attr(ir, op, GRN_STR("indices_are_sorted"), grn_attr_bool(ir, false));
}

/* ---- the index type -------------------------------------------------------------------------- */

bool grn_index_type_holds(const grn_type *integer, int64_t value)
{
    uint32_t bits = integer->signedness == GRN_UNSIGNED ? integer->width : integer->width - 1;
    return bits >= 63 || value >> bits == 0;
}

const grn_type *grn_batching_promote(grn_ir *ir, const grn_type *indices, const grn_dims *dims)
{
    const grn_type *element = indices->element;
    for (int32_t i = 0; element && i < dims->count; i++) {
        int64_t extent = indices->shape[dims->v[i]];
        const grn_type *i32 = grn_type_integer(ir, 32, GRN_SIGNLESS);
        if (!i32 || (element->width > 1 && grn_index_type_holds(element, extent))) /* there is no iota of i1 */
            element = i32 ? element : NULL;
        else
            element = grn_index_type_holds(i32, extent) ? i32 : grn_type_integer(ir, 64, GRN_SIGNLESS);
    }
    return element;
}

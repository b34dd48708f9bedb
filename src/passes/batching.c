/* batching.c - the lists of gathers and scatters that batching dims touch, read and written back. */
#include "dialects/stablehlo/stablehlo.h"
#include "passes/passes.h"

static const grn_batching_names rows[] = {
    {"garner.gather", NULL, NULL, "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims",
     "start_index_map", "gather op has start indices", false, false},
    {"garner.scatter", NULL, NULL, "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims",
     "start_index_map", "scatter op has scatter indices", true, true},
    {"stablehlo.gather", "dimension_numbers", &grn_stablehlo_gather_dims, "collapsed_slice_dims",
     "operand_batching_dims", "start_indices_batching_dims", "start_index_map", "gather op has start indices", false,
     false},
    {"stablehlo.dynamic_gather", "dimension_numbers", &grn_stablehlo_gather_dims, "collapsed_slice_dims",
     "operand_batching_dims", "start_indices_batching_dims", "start_index_map", "dynamic_gather op has start indices",
     false, false},
    {"stablehlo.scatter", "scatter_dimension_numbers", &grn_stablehlo_scatter_dims, "inserted_window_dims",
     "input_batching_dims", "scatter_indices_batching_dims", "scatter_dims_to_operand_dims",
     "scatter op has scatter indices", true, false},
};

/* A list or number of the struct attribute or, where the op has none, an attribute of its own. */
static grn_field field_of(const grn_op *op, const grn_batching_names *w, const char *name)
{
    if (w->attr)
        return grn_attr_field(grn_op_attr(op, w->attr), name);
    grn_field f = {.present = grn_op_attr(op, name) != NULL};
    grn_op_dims(op, name, &f.count, &f.v);
    return f;
}

static bool read_dims(const grn_op *op, const grn_batching_names *w, const char *name, grn_dims *out)
{
    const grn_field f = field_of(op, w, name);
    return grn_dims_read(f.count, f.v, out);
}

static int64_t vector_dim_of(const grn_op *op, const grn_batching_names *w)
{
    if (!w->attr)
        return grn_op_integer(op, "index_vector_dim", 0);
    const grn_field vector = field_of(op, w, "index_vector_dim");
    return vector.count ? vector.v[0] : 0;
}

/* An iota is no index that counts from 1. */
static bool read_row(const grn_op *op, const grn_batching_names *w, grn_batching *out)
{
    const size_t n = w->is_scatter ? (op->noperands - 1) / 2 : 1;
    *out = (grn_batching){.names = w,
                          .vector_dim = vector_dim_of(op, w),
                          .indices = w->indices_first ? 0 : n,
                          .inputs = w->indices_first ? 1 + n : 0,
                          .ninputs = n};
    return (w->attr || grn_op_integer(op, "base", 0) == 0) && read_dims(op, w, w->collapsed, &out->collapsed) &&
           read_dims(op, w, w->batching, &out->batching) &&
           read_dims(op, w, w->indices_batching, &out->indices_batching) && read_dims(op, w, w->map, &out->map);
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

static bool set_attribute(grn_ir *ir, grn_op *op, const char *name, const grn_attr *value)
{
    return value && grn_op_set_attr(ir, op, (grn_str){name, strlen(name)}, value);
}

static bool write_lists(grn_ir *ir, grn_op *op, const grn_batching *b)
{
    const grn_batching_names *w = b->names;
    const struct {
        const char *name;
        const grn_dims *list;
    } lists[] = {{w->collapsed, &b->collapsed},
                 {w->batching, &b->batching},
                 {w->indices_batching, &b->indices_batching},
                 {w->map, &b->map}};
    bool ok = true;
    if (w->attr)
        return set_attribute(ir, op, w->attr, new_record(ir, op, b));
    for (size_t i = 0; i < GRN_COUNT(lists); i++)
        ok = ok && set_attribute(ir, op, lists[i].name,
                                 grn_attr_dense_i64(ir, (size_t)lists[i].list->count, lists[i].list->v));
    return ok;
}

bool grn_batching_write(grn_ir *ir, grn_op *op, const grn_batching *b, bool keep_sorted)
{
    if (!write_lists(ir, op, b))
        return false;
    if (keep_sorted || !grn_op_attr(op, "indices_are_sorted"))
        return true;
    if (b->names->attr)
        return set_attribute(ir, op, "indices_are_sorted", grn_attr_bool(ir, false));
    grn_op_drop_attr(op, "indices_are_sorted");
    return true;
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

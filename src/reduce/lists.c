/* lists.c - lists of integers among attributes: attributes that are lists, and fields of records. */
#include "reduce/reduce.h"

static void add_list(size_t *count, grn_attr_list *out, grn_attr_list list, const int64_t *v)
{
    if (*count == GRN_MOST_LISTS || list.count > GRN_MAX_RANK || list.count == 0)
        return;
    memcpy(list.v, v, list.count * sizeof *v);
    out[(*count)++] = list;
}

static bool is_list(const grn_attr *a)
{
    return a->is_dims && (a->kind != GRN_ATTR_ELEMENTS || a->elements->tensor.rank == 1);
}

size_t grn_lists_find(const grn_op *op, grn_attr_list out[GRN_MOST_LISTS])
{
    size_t n = 0;
    for (size_t i = 0; i < op->nattrs; i++) {
        const grn_attr *a = op->attrs[i].value;
        if (is_list(a))
            add_list(&n, out, (grn_attr_list){.attr = i, .field = SIZE_MAX, .count = a->ndims}, a->dims);
        else if (a->kind == GRN_ATTR_INTEGER)
            add_list(&n, out, (grn_attr_list){.attr = i, .field = SIZE_MAX, .count = 1, .is_single = true},
                     &a->integer);
        for (size_t k = 0; a->kind == GRN_ATTR_STRUCT && a->record.def->fields[k].name; k++)
            if (a->record.fields[k].present && a->record.fields[k].v)
                add_list(&n, out,
                         (grn_attr_list){.attr = i,
                                         .field = k,
                                         .count = a->record.fields[k].count,
                                         .is_single = a->record.def->fields[k].kind == GRN_FIELD_DIM},
                         a->record.fields[k].v);
    }
    return n;
}

static const grn_attr *list_attr(grn_ir *ir, const grn_attr *like, size_t n, const int64_t *v)
{
    const grn_type *type = like->kind == GRN_ATTR_ARRAY && like->array.count ? like->array.items[0]->type : like->type;
    const grn_attr *items[GRN_MAX_RANK];
    const int64_t shape[] = {(int64_t)n};
    if (like->kind == GRN_ATTR_DENSE_ARRAY)
        return type->dtype == GRN_I64 ? grn_attr_dense_i64(ir, n, v) : NULL;
    if (like->kind == GRN_ATTR_INTEGER)
        return n == 1 ? grn_attr_integer(ir, type, v[0]) : NULL;
    if (like->kind == GRN_ATTR_ELEMENTS) {
        unsigned char data[GRN_MAX_RANK * 8];
        grn_tensor t;
        const grn_dtype dtype = like->elements->tensor.dtype;
        for (size_t i = 0; i < n; i++)
            grn_put_number(dtype, (double)v[i], data + i * grn_dtype_bytes(dtype));
        const grn_type *of = grn_type_tensor(ir, type->element, 1, shape, NULL);
        return grn_tensor_init(&t, data, dtype, 1, shape) == GRN_OK ? grn_elements_attr(ir, of, &t) : NULL;
    }
    bool ok = like->kind == GRN_ATTR_ARRAY;
    for (size_t i = 0; i < n && ok; i++)
        ok = (items[i] = grn_attr_integer(ir, type, v[i])) != NULL;
    return ok ? grn_attr_array(ir, n, items) : NULL;
}

static const grn_attr *field_attr(grn_ir *ir, const grn_attr *record, size_t field, size_t n, const int64_t *v)
{
    grn_field fields[64];
    size_t nfields = 0;
    while (record->record.def->fields[nfields].name)
        nfields++;
    if (nfields > GRN_COUNT(fields))
        return NULL;
    memcpy(fields, record->record.fields, nfields * sizeof *fields);
    fields[field].count = n;
    fields[field].v = v;
    return grn_attr_struct(ir, record->record.def, fields);
}

const grn_attr *grn_list_changed(grn_ir *ir, const grn_op *op, const grn_attr_list *list, size_t n, const int64_t *v)
{
    const grn_attr *a = op->attrs[list->attr].value;
    return list->field == SIZE_MAX ? list_attr(ir, a, n, v) : field_attr(ir, a, list->field, n, v);
}

/* ffi_attributes.c - the attributes of a call, read by a table. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ffi_handlers.h"

void ffi_say(ffi_message *out, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(out->text, sizeof out->text, format, values);
    va_end(values);
}

/* ---- one attribute --------------------------------------------------------------------------- */

/* Each reads an attribute of XLA's kind `type` into a field; false: it is another kind or value. */

static bool read_dims(int type, const void *item, void *field)
{
    const ffi_array *given = item;
    grn_dims *out = field;
    if (type != FFI_ARRAY || given->dtype != FFI_S64 || given->size > GRN_MAX_RANK)
        return false;
    out->count = (int32_t)given->size;
    if (given->size > 0)
        memcpy(out->v, given->data, given->size * sizeof *out->v);
    return true;
}

static bool read_dim(int type, const void *item, void *field)
{
    const ffi_scalar *given = item;
    if (type != FFI_SCALAR || given->dtype != FFI_S64)
        return false;
    memcpy(field, given->value, sizeof(int64_t));
    return true;
}

static bool read_flag(int type, const void *item, void *field)
{
    const ffi_scalar *given = item;
    if (type != FFI_SCALAR || given->dtype != FFI_PRED)
        return false;
    *(bool *)field = *(const unsigned char *)given->value != 0;
    return true;
}

static bool read_fill(int type, const void *item, void *field)
{
    const ffi_array *given = item;
    if (type != FFI_ARRAY || given->dtype != FFI_U8 || given->size > 16)
        return false;
    if (given->size > 0)
        memcpy(field, given->data, given->size);
    return true;
}

/* The number of a name in a list that `name_of` gives from 0 on; -1: it is not there. */
static int number_of(int type, const void *item, int count, const char *(*name_of)(int))
{
    const ffi_span *given = item;
    for (int i = 0; type == FFI_STRING && i < count; i++)
        if (strlen(name_of(i)) == given->bytes && memcmp(name_of(i), given->text, given->bytes) == 0)
            return i;
    return -1;
}

static const char *name_of_bounds(int i) { return grn_bounds_text((grn_bounds)i); }
static const char *name_of_combiner(int i) { return grn_combiner_text((grn_combiner)i); }
static const char *name_of_grain(int i) { return i == GRN_GRAIN_ELEMENT ? "element" : "window"; }

static bool read_mode(int type, const void *item, void *field)
{
    const int found = number_of(type, item, GRN_BOUNDS_COUNT, name_of_bounds);
    if (found >= 0)
        *(grn_bounds *)field = (grn_bounds)found;
    return found >= 0;
}

static bool read_grain(int type, const void *item, void *field)
{
    const int found = number_of(type, item, GRN_GRAIN_WINDOW + 1, name_of_grain);
    if (found >= 0)
        *(grn_grain *)field = (grn_grain)found;
    return found >= 0;
}

/* A region has no name here. */
static bool read_combiner(int type, const void *item, void *field)
{
    const int found = number_of(type, item, GRN_COMBINE_REGION, name_of_combiner);
    if (found >= 0)
        *(grn_combiner *)field = (grn_combiner)found;
    return found >= 0;
}

/* ---- all of them ----------------------------------------------------------------------------- */

typedef struct row {
    const char *name;
    size_t at; /* the field of ffi_request */
    bool (*read)(int type, const void *item, void *field);
    const char *right;
} row;

#define LIST "a list of i64, at most as long as the largest rank"
#define AT(field) offsetof(ffi_request, field)
/* clang-format off */
#define SHARED_ROWS \
    {"grain", AT(index.grain), read_grain, "\"element\" or \"window\""}, \
    {"index_vector_dim", AT(dims.index_vector_dim), read_dim, "an i64"}, \
    {"indices_are_sorted", AT(index.indices_are_sorted), read_flag, "a flag"}, \
    {"mode", AT(index.bounds), read_mode, "\"clamp\", \"fill\", \"skip\", \"error\" or \"promise\""}, \
    {"unique_indices", AT(index.unique_indices), read_flag, "a flag"}, \
    {"wrap_negative", AT(index.wrap_negative), read_flag, "a flag"}
/* clang-format on */

static const row gather_rows[] = {
    {"collapsed_slice_dims", AT(dims.collapsed_slice_dims), read_dims, LIST},
    {"fill", AT(fill), read_fill, "the bytes of an element, as a list of at most 16 ui8"},
    {"offset_dims", AT(dims.offset_dims), read_dims, LIST},
    {"operand_batching_dims", AT(dims.operand_batching_dims), read_dims, LIST},
    {"slice_sizes", AT(slice_sizes), read_dims, LIST},
    {"start_index_map", AT(dims.start_index_map), read_dims, LIST},
    {"start_indices_batching_dims", AT(dims.start_indices_batching_dims), read_dims, LIST},
    SHARED_ROWS,
    {NULL, 0, NULL, NULL},
};

static const row scatter_rows[] = {
    {"combiner", AT(combiner), read_combiner, "the name of a combiner, as \"add\""},
    {"input_batching_dims", AT(dims.operand_batching_dims), read_dims, LIST},
    {"inserted_window_dims", AT(dims.collapsed_slice_dims), read_dims, LIST},
    {"scatter_dims_to_operand_dims", AT(dims.start_index_map), read_dims, LIST},
    {"scatter_indices_batching_dims", AT(dims.start_indices_batching_dims), read_dims, LIST},
    {"update_window_dims", AT(dims.offset_dims), read_dims, LIST},
    SHARED_ROWS,
    {NULL, 0, NULL, NULL},
};

static const row *row_of(const row *rows, const ffi_span *name)
{
    for (; rows->name != NULL; rows++)
        if (strlen(rows->name) == name->bytes && memcmp(rows->name, name->text, name->bytes) == 0)
            return rows;
    return NULL;
}

static bool is_given(const ffi_attributes *given, const char *name)
{
    for (int64_t i = 0; i < given->size; i++)
        if (strlen(name) == given->names[i]->bytes && memcmp(name, given->names[i]->text, given->names[i]->bytes) == 0)
            return true;
    return false;
}

static bool read_one(const row *rows, const ffi_attributes *given, int64_t i, ffi_request *out, ffi_message *message)
{
    const ffi_span *name = given->names[i];
    const row *r = row_of(rows, name);
    if (r == NULL)
        ffi_say(message, "there is no attribute '%.*s'", (int)(name->bytes > 64 ? 64 : name->bytes), name->text);
    else if (!r->read(given->types[i], given->items[i], (char *)out + r->at))
        ffi_say(message, "attribute %s is of another type or value; right: %s", r->name, r->right);
    else
        return true;
    return false;
}

bool ffi_read_attributes(const ffi_attributes *given, bool is_scatter, ffi_request *out, ffi_message *message)
{
    const row *rows = is_scatter ? scatter_rows : gather_rows;
    memset(out, 0, sizeof *out);
    out->is_scatter = is_scatter;
    for (int64_t i = 0; i < given->size; i++)
        if (!read_one(rows, given, i, out, message))
            return false;
    for (const row *r = rows; r->name != NULL; r++)
        if (!is_given(given, r->name)) {
            ffi_say(message, "attribute %s is missing; right: %s", r->name, r->right);
            return false;
        }
    return true;
}

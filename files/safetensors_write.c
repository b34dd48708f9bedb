/* safetensors_write.c - tensors as a safetensors file. */
#include "files/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const safetensor_type *type_of(grn_dtype dtype)
{
    static const struct {
        grn_dtype dtype, as;
    } held[] = {{GRN_I2, GRN_I8}, {GRN_I4, GRN_I8}, {GRN_UI2, GRN_UI8}, {GRN_UI4, GRN_UI8}, {GRN_INDEX, GRN_I64}};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++)
        if (held[i].dtype == dtype)
            dtype = held[i].as;
    for (size_t i = 0; i < nsafetensor_types; i++)
        if (safetensor_types[i].dtype == dtype)
            return &safetensor_types[i];
    return NULL;
}

bool safetensors_has(grn_dtype dtype) { return type_of(dtype) != NULL; }

static uint64_t stored_bytes(const grn_tensor *t)
{
    const unsigned bits = type_of(t->dtype)->bits;
    return bits < 8 ? (uint64_t)grn_tensor_elements(t) * bits / 8 : grn_tensor_bytes(t);
}

static grn_status check(const named_tensor *tensors, size_t count, const grn_diag *diag)
{
    for (size_t i = 0; i < count; i++) {
        const grn_tensor *t = tensors[i].tensor;
        const safetensor_type *type = type_of(t->dtype);
        if (!type)
            return file_fail(diag, GRN_E_DTYPE,
                             "safetensors: there is no name for %s, of which '%.*s' is; .npz holds it",
                             grn_dtype_text(t->dtype), SHOWN_NAME, tensors[i].name);
        if (type->bits < 8 && (uint64_t)grn_tensor_elements(t) * type->bits % 8 != 0)
            return file_fail(diag, GRN_E_SHAPE,
                             "safetensors: '%.*s' has %" PRId64
                             " elements of %u bits, which fill no whole number of bytes",
                             SHOWN_NAME, tensors[i].name, grn_tensor_elements(t), type->bits);
    }
    return GRN_OK;
}

/* ---- the header ---------------------------------------------------------------------- */

static grn_status count_bytes(void *user, const char *text, size_t n)
{
    (void)text;
    *(size_t *)user += n;
    return GRN_OK;
}

static grn_status put(const grn_sink *sink, const char *text) { return sink->write(sink->user, text, strlen(text)); }

static grn_status put_name(const grn_sink *sink, const char *name)
{
    grn_status status = put(sink, "\"");
    for (; status == GRN_OK && *name; name++) {
        char escaped[8] = {*name};
        if (*name == '"' || *name == '\\')
            snprintf(escaped, sizeof escaped, "\\%c", *name);
        else if ((unsigned char)*name < 0x20)
            snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)(unsigned char)*name);
        status = put(sink, escaped);
    }
    return status == GRN_OK ? put(sink, "\"") : status;
}

static grn_status put_row(const grn_sink *sink, const named_tensor *n, uint64_t begin, bool first)
{
    char text[128];
    grn_status status = put(sink, first ? "" : ",");
    if (status == GRN_OK)
        status = put_name(sink, n->name);
    snprintf(text, sizeof text, ":{\"dtype\":\"%s\",\"shape\":[", type_of(n->tensor->dtype)->name);
    if (status == GRN_OK)
        status = put(sink, text);
    for (int32_t d = 0; status == GRN_OK && d < n->tensor->rank; d++) {
        snprintf(text, sizeof text, "%s%" PRId64, d ? "," : "", n->tensor->shape[d]);
        status = put(sink, text);
    }
    snprintf(text, sizeof text, "],\"data_offsets\":[%" PRIu64 ",%" PRIu64 "]}", begin,
             begin + stored_bytes(n->tensor));
    return status == GRN_OK ? put(sink, text) : status;
}

/* The sizes of elements, the largest first; within one, tensors stand in the order given. */
static const size_t sizes[] = {8, 4, 2, 1};
#define SIZES (sizeof sizes / sizeof *sizes)

static grn_status put_header(const named_tensor *tensors, size_t count, const grn_sink *sink)
{
    uint64_t begin = 0;
    bool first = true;
    grn_status status = put(sink, "{");
    for (size_t s = 0; s < SIZES; s++)
        for (size_t i = 0; status == GRN_OK && i < count; i++) {
            if (grn_dtype_bytes(tensors[i].tensor->dtype) != sizes[s])
                continue;
            status = put_row(sink, &tensors[i], begin, first);
            begin += stored_bytes(tensors[i].tensor);
            first = false;
        }
    return status == GRN_OK ? put(sink, "}") : status;
}

static grn_status put_data(const named_tensor *tensors, size_t count, const grn_sink *sink)
{
    grn_status status = GRN_OK;
    for (size_t s = 0; s < SIZES; s++)
        for (size_t i = 0; status == GRN_OK && i < count; i++) {
            const grn_tensor *t = tensors[i].tensor;
            const unsigned bits = type_of(t->dtype)->bits;
            if (grn_dtype_bytes(t->dtype) == sizes[s])
                status = bits < 8 ? write_packed(t, bits, sink) : write_elements(t, sink);
        }
    return status;
}

grn_status safetensors_write(const named_tensor *tensors, size_t count, const grn_diag *diag, const grn_sink *sink)
{
    size_t header = 0;
    unsigned char length[8];
    const grn_sink counter = {count_bytes, &header};
    if ((!tensors && count) || !sink || !sink->write)
        return file_fail(diag, GRN_E_ARGUMENT, "safetensors: `tensors` or `sink` is NULL");
    grn_status status = check(tensors, count, diag);
    if (status == GRN_OK)
        status = put_header(tensors, count, &counter);
    const size_t spaces = (8 - header % 8) % 8;
    store_le(length, header + spaces, sizeof length);
    if (status == GRN_OK)
        status = sink->write(sink->user, (const char *)length, sizeof length);
    if (status == GRN_OK)
        status = put_header(tensors, count, sink);
    if (status == GRN_OK)
        status = sink->write(sink->user, "        ", spaces);
    return status == GRN_OK ? put_data(tensors, count, sink) : status;
}

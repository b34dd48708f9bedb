/* file.c - an open file of tensors, whatever its format. */
#include "files/internal.h"

#include <string.h>

struct tensor_file {
    bytes_view bytes;
    tensor_format format;
    const grn_allocator *allocator;
    zip_member *members;
    size_t nmembers, room; /* room of the members, as they were allocated */
    safetensors_header header;
    size_t *by_name; /* numbers of tensors, in the order of their names */
    size_t count;
};

static const struct {
    tensor_format format;
    const char *text, *ending;
} formats[] = {
    {TENSOR_FORMAT_NPY, "npy", ".npy"},
    {TENSOR_FORMAT_NPZ, "npz", ".npz"},
    {TENSOR_FORMAT_SAFETENSORS, "safetensors", ".safetensors"},
};
#define FORMATS (sizeof formats / sizeof *formats)

tensor_format tensor_format_of_name(const char *name, size_t name_bytes)
{
    for (size_t i = 0; name && i < FORMATS; i++) {
        size_t n = strlen(formats[i].ending);
        if (name_bytes >= n && memcmp(name + name_bytes - n, formats[i].ending, n) == 0)
            return formats[i].format;
    }
    return TENSOR_FORMAT_NONE;
}

tensor_format tensor_format_of_bytes(const void *bytes, size_t size_bytes)
{
    const unsigned char *b = bytes;
    if (!b || size_bytes < 6)
        return TENSOR_FORMAT_NONE;
    if (memcmp(b, "\x93NUMPY", 6) == 0)
        return TENSOR_FORMAT_NPY;
    if (memcmp(b, "PK\3\4", 4) == 0 || memcmp(b, "PK\5\6", 4) == 0)
        return TENSOR_FORMAT_NPZ;
    bool headed = size_bytes > 9 && load_le(b, 8) <= size_bytes - 8 && load_le(b, 8) > 1 && b[8] == '{' &&
                  (b[9] == '"' || b[9] == '}');
    return headed ? TENSOR_FORMAT_SAFETENSORS : TENSOR_FORMAT_NONE;
}

const char *tensor_format_text(tensor_format format)
{
    for (size_t i = 0; i < FORMATS; i++)
        if (formats[i].format == format)
            return formats[i].text;
    return "none";
}

/* ---- names ---------------------------------------------------------------------- */

static void name_of(const tensor_file *file, size_t i, const char **name, size_t *n)
{
    *name = "";
    *n = 0;
    if (file->format == TENSOR_FORMAT_NPZ) {
        *name = file->members[i].name;
        *n = file->members[i].name_bytes;
    } else if (file->format == TENSOR_FORMAT_SAFETENSORS) {
        *name = file->header.items[i].name;
        *n = file->header.items[i].name_bytes;
    }
}

static bool is_named_before(const void *of, size_t a, size_t b)
{
    const char *x, *y;
    size_t nx, ny;
    name_of(of, a, &x, &nx);
    name_of(of, b, &y, &ny);
    return compare_texts(x, nx, y, ny) < 0;
}

bool tensor_file_find(const tensor_file *file, const char *name, size_t name_bytes, size_t *i)
{
    size_t low = 0, high = file && name && i ? file->count : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2, n;
        const char *here;
        name_of(file, file->by_name[middle], &here, &n);
        int order = compare_texts(name, name_bytes, here, n);
        if (order == 0) {
            *i = file->by_name[middle];
            return true;
        }
        low = order > 0 ? middle + 1 : low;
        high = order < 0 ? middle : high;
    }
    return false;
}

/* ---- opening ---------------------------------------------------------------------- */

static grn_status read_contents(tensor_file *file, const grn_diag *diag)
{
    grn_status status = GRN_OK;
    file->count = 1;
    if (file->format == TENSOR_FORMAT_NPZ) {
        status = zip_open(file->bytes, file->allocator, diag, &file->members, &file->nmembers, &file->room);
        file->count = file->nmembers;
    } else if (file->format == TENSOR_FORMAT_SAFETENSORS) {
        status = safetensors_open(file->bytes, file->allocator, diag, &file->header);
        file->count = file->header.count;
    }
    if (status != GRN_OK)
        return status;
    file->by_name = file_allocate(file->allocator, file->count * sizeof *file->by_name);
    if (!file->by_name)
        return file_fail(diag, GRN_E_MEMORY, "%s: memory refused for %zu names", tensor_format_text(file->format),
                         file->count);
    sort_numbers(file->by_name, file->count, is_named_before, file);
    return GRN_OK;
}

grn_status tensor_file_open(const void *bytes, size_t size_bytes, tensor_format format, const grn_allocator *allocator,
                            const grn_diag *diag, tensor_file **out)
{
    static const unsigned char none[1] = {0};
    if (!out)
        return file_fail(diag, GRN_E_ARGUMENT, "`out` is NULL");
    *out = NULL;
    if ((!bytes && size_bytes) || format <= TENSOR_FORMAT_NONE || format > TENSOR_FORMAT_SAFETENSORS)
        return file_fail(diag, GRN_E_ARGUMENT, bytes ? "`format` is none" : "`bytes` is NULL");
    if (allocator && (!allocator->allocate || !allocator->release))
        return file_fail(diag, GRN_E_ARGUMENT, "`allocator` has no functions");
    tensor_file *file = file_allocate(allocator, sizeof *file);
    if (!file)
        return file_fail(diag, GRN_E_MEMORY, "%s: memory refused for %zu bytes", tensor_format_text(format),
                         sizeof *file);
    *file = (tensor_file){.bytes = {bytes ? bytes : none, size_bytes}, .format = format, .allocator = allocator};
    grn_status status = read_contents(file, diag);
    if (status == GRN_OK)
        *out = file;
    else
        tensor_file_close(file);
    return status;
}

void tensor_file_close(tensor_file *file)
{
    if (!file)
        return;
    file_release(file->allocator, file->members, file->room * sizeof *file->members);
    safetensors_close(&file->header, file->allocator);
    file_release(file->allocator, file->by_name, file->count * sizeof *file->by_name);
    file_release(file->allocator, file, sizeof *file);
}

/* ---- what is in it ---------------------------------------------------------------------- */

size_t tensor_file_count(const tensor_file *file) { return file ? file->count : 0; }

static void describe(const tensor_file *file, const safetensor *t, tensor_entry *out)
{
    out->has_type = true;
    out->dtype = safetensor_types[t->type].dtype;
    out->data_bytes = t->end - t->begin;
    out->rank = t->rank;
    safetensor_shape(file->bytes, t, out->shape);
}

bool tensor_file_entry(const tensor_file *file, size_t i, tensor_entry *out)
{
    if (!out || i >= tensor_file_count(file))
        return false;
    *out = (tensor_entry){.data_bytes = file->bytes.n};
    name_of(file, i, &out->name, &out->name_bytes);
    if (file->format == TENSOR_FORMAT_NPZ)
        out->data_bytes = file->members[i].bytes;
    else if (file->format == TENSOR_FORMAT_SAFETENSORS)
        describe(file, &file->header.items[i], out);
    return true;
}

grn_status tensor_file_read(const tensor_file *file, size_t i, grn_dtype declared, const grn_allocator *allocator,
                            const grn_diag *diag, read_tensor *out)
{
    if (!out || i >= tensor_file_count(file))
        return file_fail(diag, GRN_E_ARGUMENT, out ? "there is no tensor %zu" : "`out` is NULL", i);
    *out = (read_tensor){.allocator = allocator};
    if (allocator && (!allocator->allocate || !allocator->release))
        return file_fail(diag, GRN_E_ARGUMENT, "`allocator` has no functions");
    grn_status status = file->format == TENSOR_FORMAT_NPZ
                            ? zip_read(file->bytes, &file->members[i], declared, allocator, diag, out)
                        : file->format == TENSOR_FORMAT_NPY
                            ? npy_read(file->bytes, declared, allocator, diag, out)
                            : safetensors_read(file->bytes, &file->header, i, declared, allocator, diag, out);
    if (status != GRN_OK)
        *out = (read_tensor){.memory = NULL};
    return status;
}

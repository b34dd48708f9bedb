/* tensor_bytes.c - any bytes as a file of tensors. */
#include "tensor_bytes.h"

#include <stdlib.h>
#include <string.h>

#include "core/core.h"

#define MEMORY_BYTES ((size_t)8 << 20)
#define MOST_TENSORS 64

static void check_place(const read_tensor *t, const char *bytes, size_t size)
{
    const char *from = t->memory ? t->memory : bytes, *data = t->tensor.data;
    const size_t n = t->memory ? t->memory_bytes : size, need = grn_tensor_bytes(&t->tensor);
    if (need > 0 && (data < from || need > n || (size_t)(data - from) > n - need))
        broken("elements lie in the file, or in memory of their own", NULL, NULL);
}

/* Written in its format and read back: the same bits. */
static void check_return(const grn_tensor *t, tensor_format format)
{
    text out;
    tensor_file *file;
    read_tensor back;
    const grn_sink sink = fuzz_text_sink(&out);
    const named_tensor one = {"t", t};
    const unsigned bits = grn_dtype_bits(t->dtype);
    const bool packed = bits < 8 && grn_dtype_class_of(t->dtype) == GRN_CLASS_FLOAT;
    if (format == TENSOR_FORMAT_SAFETENSORS &&
        (!safetensors_has(t->dtype) || (packed && grn_tensor_elements(t) * bits % 8)))
        return;
    grn_status status =
        format == TENSOR_FORMAT_NPZ ? npz_write(&one, 1, NULL, &sink) : safetensors_write(&one, 1, NULL, &sink);
    if (status == GRN_OK) {
        if (tensor_file_open(out.bytes, out.size, format, NULL, NULL, &file) != GRN_OK ||
            tensor_file_read(file, 0, t->dtype, NULL, NULL, &back) != GRN_OK)
            broken("what was written is read", grn_dtype_text(t->dtype), NULL);
        grn_tensor_difference d;
        if (grn_tensor_compare(t, &back.tensor, 0, NULL, &d) != GRN_OK || d.count)
            broken("what was written comes back", grn_dtype_text(t->dtype), NULL);
        tensor_release(&back);
        tensor_file_close(file);
    } else if (status != GRN_E_SINK)
        broken("what was read is written", grn_status_name(status), NULL);
    fuzz_text_free(&out);
}

static void read_one(const tensor_file *file, size_t i, grn_dtype declared, const char *bytes, size_t size,
                     tensor_format format, const grn_allocator *allocator)
{
    tensor_entry e;
    read_tensor t;
    size_t found;
    if (!tensor_file_entry(file, i, &e) || !tensor_file_find(file, e.name, e.name_bytes, &found) || found != i)
        broken("a tensor is found by its name", NULL, NULL);
    if (tensor_file_read(file, i, declared, allocator, NULL, &t) != GRN_OK)
        return;
    if (declared != GRN_NO_DTYPE && t.tensor.dtype != declared)
        broken("what is read has the declared type", NULL, NULL);
    check_place(&t, bytes, size);
    check_return(&t.tensor, format);
    tensor_release(&t);
}

void fuzz_tensor_file(const uint8_t *data, size_t size, tensor_format format)
{
    unsigned sum = 0; /* chooses the place and a type */
    for (size_t i = 0; i < size; i++)
        sum += data[i];
    const size_t shift = sum % 4 == 0 ? sum % 15 : 0;
    char *memory = malloc(size + shift + (size + shift == 0)), *bytes = memory ? memory + shift : NULL;
    grn_budget budget;
    tensor_file *file;
    if (!memory)
        return;
    if (size)
        memcpy(bytes, data, size);
    grn_budget_init(&budget, NULL, MEMORY_BYTES);
    if (tensor_file_open(bytes, size, format, &budget.allocator, NULL, &file) == GRN_OK) {
        for (size_t i = 0; i < tensor_file_count(file) && i < MOST_TENSORS; i++) {
            read_one(file, i, GRN_NO_DTYPE, bytes, size, format, &budget.allocator);
            read_one(file, i, (grn_dtype)(sum % GRN_DTYPE_COUNT), bytes, size, format, &budget.allocator);
        }
        tensor_file_close(file);
    } else if (file)
        broken("what does not open is nothing", NULL, NULL);
    if (budget.peak_bytes > MEMORY_BYTES || budget.used_bytes != 0)
        broken("memory is within its limit and given back", NULL, NULL);
    free(memory);
}

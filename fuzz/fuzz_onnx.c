/*
 * fuzz_onnx.c - any bytes as an ONNX model, and as a tensor of ONNX's.
 *
 * Reading ends within a fixed memory, whatever functions call each other. What is read and keeps to
 * the rules can be printed and read as text; and what can be written as a model reads back and can
 * be written again.
 */
#include "common.h"

#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "garner/onnx_model.h"

#define MOST_MEMORY ((size_t)512 << 20)

static grn_status open_beside(void *user, const char *path, const void **bytes, size_t *n)
{
    static const char weights[256] = {1, 2, 3};
    (void)user;
    if (strstr(path, "..") || path[0] == '/')
        broken("paths of external data stay beside the model", path, NULL);
    *bytes = weights;
    *n = sizeof weights;
    return path[0] == 'x' ? GRN_E_FORMAT : GRN_OK;
}

static const grn_external_files files = {open_beside, NULL};

static bool write(const grn_module *m, text *to)
{
    grn_sink sink = fuzz_text_sink(to);
    return grn_module_write_onnx(m, NULL, NULL, &sink) == GRN_OK;
}

static void check_written(const grn_module *m)
{
    text first, second;
    grn_module *back;
    if (write(m, &first)) {
        if (grn_module_parse(first.bytes, first.size, NULL, NULL, &back) != GRN_OK)
            broken("what was written can be read", NULL, NULL);
        if (grn_module_verify(back, NULL) == GRN_OK) {
            if (!write(back, &second))
                broken("what was written and read can be written", NULL, NULL);
            fuzz_text_free(&second);
        }
        grn_module_destroy(back);
    }
    fuzz_text_free(&first);
}

static void check_tensor(const uint8_t *data, size_t size)
{
    grn_tensor t;
    if (grn_onnx_tensor_parse(data, size, NULL, NULL, &t) != GRN_OK)
        return;
    if (grn_tensor_bytes(&t) > 16 * size)
        broken("a tensor's bytes are in the file", NULL, NULL);
    grn_tensor_free(&t, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    grn_module *m;
    rations r;
    check_tensor(data, size);
    if (!grn_file_is_onnx(data, size))
        return 0;
    rations_init(&r, MOST_MEMORY, SIZE_MAX);
    const grn_module_options options = {.allocator = &r.allocator, .external = &files, .keeps_bytes = size % 2};
    grn_status status = grn_module_parse((const char *)data, size, &options, NULL, &m);
    if (status == GRN_E_MEMORY)
        broken("a short file takes little memory", NULL, NULL);
    if (status == GRN_OK && grn_module_verify(m, NULL) == GRN_OK) {
        text printed;
        text_of(m, false, &printed);
        fuzz_text_free(&printed);
        check_written(m);
    }
    grn_module_destroy(m);
    return 0;
}

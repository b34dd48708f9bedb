/*
 * fuzz_artifact.c - any bytes as a portable artifact.
 *
 * Reading takes memory in proportion to the bytes. What is read and keeps to the rules can be
 * printed; and what a version can say of it reads back as the same program, the present version as
 * the first choice of the bytes' length.
 */
#include "common.h"

#include <stdlib.h>
#include <string.h>

#include "core/core.h"

/* Of memory for each byte of a file, and for a module without any: its tables, its arena's first
 * pieces. */
#define MEMORY_PER_BYTE 4096
#define MEMORY_OF_NOTHING (1 << 20)

static void check_return(const grn_module *m, const char *version)
{
    text bytes, before, after;
    grn_sink sink = fuzz_text_sink(&bytes);
    grn_module *back;
    if (grn_module_write_artifact(m, &(grn_module_artifact_options){.target = version}, NULL, &sink) == GRN_OK) {
        if (grn_module_parse(bytes.bytes, bytes.size, NULL, NULL, &back) != GRN_OK)
            broken("what was written can be read", version, NULL);
        if (grn_module_verify(back, NULL) != GRN_OK)
            broken("what was written keeps to the rules", version, NULL);
        bool both = text_of(m, false, &before);
        both = text_of(back, false, &after) && both;
        if (both && strcmp(before.bytes, after.bytes) != 0)
            broken("what was written reads back the same", before.bytes, after.bytes);
        fuzz_text_free(&before);
        fuzz_text_free(&after);
        grn_module_destroy(back);
    }
    fuzz_text_free(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const versions[] = {"1.20.0", "1.1.0", "0.15.0", "0.14.0", "0.13.0", "0.9.0"};
    grn_module *m;
    rations r;
    if (!grn_file_is_bytecode(data, size))
        return 0;
    rations_init(&r, MEMORY_OF_NOTHING + MEMORY_PER_BYTE * size, SIZE_MAX);
    const grn_module_options options = {.allocator = &r.allocator};
    grn_status status = grn_module_parse((const char *)data, size, &options, NULL, &m);
    if (status == GRN_E_MEMORY)
        broken("reading takes memory in proportion to the bytes", NULL, NULL);
    if (status == GRN_OK && grn_module_verify(m, NULL) == GRN_OK)
        check_return(m, versions[size % 6]);
    grn_module_destroy(m);
    return 0;
}

/*
 * fuzz_expect.c - any bytes as a file under --split-input-file, with and without
 * --verify-diagnostics.
 *
 * Each part lies within the file, one after the other; its expectations meet the messages of its
 * own parse and verification, or these are printed.
 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "common.h"
#include "quiet.h"
#include "text_mutator.h"

FUZZ_TEXT_MUTATOR

#define MEMORY_BYTES ((size_t)16 << 20)
#define MEMORY_CALLS 200000

static void check_part(reporter *report, const chunk *c)
{
    rations r;
    grn_module *module;
    grn_diag diag = reporter_diag(report);
    rations_init(&r, MEMORY_BYTES, MEMORY_CALLS);
    grn_module_options options = {.allocator = &r.allocator, .first_line = c->first_line};
    grn_status status = grn_module_parse(c->text, c->bytes, &options, &diag, &module);
    if (status == GRN_OK)
        status = grn_module_verify(module, &diag);
    if (status == GRN_OK && report->errors)
        broken("what verifies tells no error", NULL, NULL);
    grn_module_destroy(module);
}

static void run_part(source *file, const chunk *c, bool verify)
{
    error_tally tally = {.limit = 20};
    reporter report = {.source = file, .tally = &tally};
    if (verify && !(report.expected = expectations_read(file, c)))
        return;
    check_part(&report, c);
    if (verify)
        expectations_end(report.expected, file);
    if (!verify && report.errors != tally.printed + tally.hidden)
        broken("every error is printed or counted", NULL, NULL);
}

static void run_parts(source *file, bool split, bool verify)
{
    size_t at = 0;
    uint32_t line = 1;
    const char *end = file->text;
    chunk c;
    while (source_next_chunk(file, split, &at, &line, &c)) {
        if (c.text < end || c.bytes > file->bytes || (size_t)(c.text - file->text) > file->bytes - c.bytes)
            broken("parts lie one after the other within the file", NULL, NULL);
        end = c.text + c.bytes;
        run_part(file, &c, verify);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    source file = {.name = "input", .bytes = size};
    char *copy = malloc(size ? size : 1);
    if (!copy)
        return 0;
    if (size)
        memcpy(copy, data, size);
    file.text = copy;
    quiet_begin();
    run_parts(&file, true, true);
    run_parts(&file, size % 2, false);
    source_close(&file);
    return 0;
}

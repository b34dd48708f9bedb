/* common.c - texts, rations, and the end of a run. */
#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXT_LIMIT ((size_t)64 << 20)

/* Not through stderr, which may go nowhere (quiet.h). */
static void report(const char *title, const char *words)
{
    if (words)
        dprintf(STDERR_FILENO, "%s%s\n", title, words);
}

void broken(const char *claim, const char *a, const char *b)
{
    report("does not hold: ", claim);
    report("----- one\n", a);
    report("----- other\n", b);
    abort();
}

static grn_status text_write(void *user, const char *bytes, size_t size)
{
    text *t = user;
    if (size >= TEXT_LIMIT - t->size)
        return GRN_E_SINK;
    if (t->size + size + 1 > t->capacity) {
        size_t capacity = (t->size + size + 1) * 2;
        char *grown = realloc(t->bytes, capacity);
        if (!grown)
            return GRN_E_SINK;
        t->bytes = grown;
        t->capacity = capacity;
    }
    if (size)
        memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    t->bytes[t->size] = 0;
    return GRN_OK;
}

grn_sink fuzz_text_sink(text *t)
{
    *t = (text){.bytes = calloc(1, 1), .capacity = 1};
    if (!t->bytes)
        abort();
    return (grn_sink){text_write, t};
}

void fuzz_text_free(text *t)
{
    free(t->bytes);
    *t = (text){0};
}

bool text_of(const grn_module *module, bool generic, text *out)
{
    grn_module_print_options options = {.generic = generic};
    grn_sink sink = fuzz_text_sink(out);
    grn_status status = grn_module_print(module, &options, &sink);
    if (status != GRN_OK && status != GRN_E_SINK && status != GRN_E_MEMORY)
        broken("a module prints", grn_status_name(status), out->bytes);
    return status == GRN_OK;
}

static void *rations_allocate(void *user, size_t bytes, size_t alignment)
{
    rations *r = user;
    if (bytes == 0 || alignment == 0 || alignment > 64 || (alignment & (alignment - 1)))
        broken("an allocator is asked for at least one byte, at an alignment that memory.h allows", NULL, NULL);
    if (r->calls == 0 || bytes > r->bytes)
        return NULL;
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!memory)
        return NULL;
    r->calls--;
    r->bytes -= bytes;
    r->outstanding += bytes;
    return memory;
}

static void rations_release(void *user, void *memory, size_t bytes)
{
    rations *r = user;
    if (!memory || bytes > r->outstanding)
        broken("an allocator gets back what it gave", NULL, NULL);
    r->outstanding -= bytes;
    free(memory);
}

void rations_init(rations *r, size_t bytes, size_t calls)
{
    *r = (rations){.bytes = bytes, .calls = calls, .allocator = {rations_allocate, rations_release, r}};
}

void check_text_of(const grn_module *made, bool generic, size_t bytes, size_t calls)
{
    text first = {0}, again = {0};
    rations r;
    grn_module *module = NULL;
    rations_init(&r, bytes, calls);
    const grn_module_options options = {.allocator = &r.allocator, .allow_nonunique_scatter = true};
    const bool printed = text_of(made, generic, &first);
    const grn_status status =
        printed ? grn_module_parse(first.bytes, first.size, &options, NULL, &module) : GRN_E_MEMORY;
    if (status != GRN_OK && status != GRN_E_MEMORY)
        broken("what was made parses", first.bytes, grn_status_name(status));
    if (module && grn_module_verify(module, NULL) == GRN_E_VERIFY)
        broken("what was made verifies when read again", first.bytes, NULL);
    if (module && text_of(module, generic, &again) && strcmp(first.bytes, again.bytes) != 0)
        broken("what was made prints the same when read again", first.bytes, again.bytes);
    fuzz_text_free(&first);
    fuzz_text_free(&again);
    grn_module_destroy(module);
}

bool fuzz_has_other_digits(const char *program)
{
    static const char *const functions[] = {"cbrt", "log_plus_one", "exponential_minus_one", "atan"};
    bool has = false;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        has |= strstr(program, functions[i]) != NULL;
    return has && strstr(program, "f64") != NULL;
}

/*
 * fuzz_literal.c - bytes as the text of a tensor, or as the choices behind one that is written.
 *
 * What parses is written and parses back to the same bits, in every form that
 * can be read; so does any view, whatever its strides and dtype.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "core/core.h"
#include "entropy.h"
#include "json.h"

#define MEMORY_BYTES ((size_t)16 << 20)
#define MEMORY_CALLS 100000

static bool same_elements(const grn_tensor *a, const grn_tensor *b)
{
    size_t element = grn_dtype_bytes(a->dtype);
    bool same = a->dtype == b->dtype && a->rank == b->rank && grn_tensor_elements(a) == grn_tensor_elements(b);
    for (int32_t d = 0; same && d < a->rank; d++)
        same = a->shape[d] == b->shape[d];
    for (int64_t i = 0; same && i < grn_tensor_elements(a); i++) {
        unsigned char x[16], y[16];
        grn_tensor_read(a, i, 1, x);
        grn_tensor_read(b, i, 1, y);
        same = memcmp(x, y, element) == 0;
    }
    return same;
}

/* "2x3xi32=" and what stands between "dense<" and ">". */
static void put_type(const grn_tensor *t, char *to, size_t room)
{
    size_t at = 0;
    for (int32_t d = 0; d < t->rank; d++)
        at += (size_t)snprintf(to + at, room - at, "%lldx", (long long)t->shape[d]);
    snprintf(to + at, room - at, "%s=", grn_dtype_text(t->dtype));
}

static void check_written(const grn_tensor *t, int64_t hex_over)
{
    rations r;
    text literal, whole;
    grn_tensor back;
    char type[1024];
    grn_literal_options options = {.hex_over = hex_over};
    grn_sink to_literal = fuzz_text_sink(&literal), to_whole = fuzz_text_sink(&whole);
    if (grn_tensor_write_literal(t, &options, &to_literal) != GRN_OK)
        broken("a tensor is written", NULL, NULL);
    if (literal.size < 7 || memcmp(literal.bytes, "dense<", 6) != 0 || literal.bytes[literal.size - 1] != '>')
        broken("a literal is dense<...>", literal.bytes, NULL);
    put_type(t, type, sizeof type);
    if (to_whole.write(to_whole.user, type, strlen(type)) != GRN_OK ||
        to_whole.write(to_whole.user, literal.bytes + 6, literal.size - 7) != GRN_OK)
        broken("there is memory for a text", NULL, NULL);
    rations_init(&r, MEMORY_BYTES, MEMORY_CALLS);
    grn_status status = grn_tensor_parse(whole.bytes, whole.size, &r.allocator, NULL, &back);
    if (status != GRN_OK)
        broken("what was written parses", whole.bytes, grn_status_name(status));
    if (!same_elements(t, &back))
        broken("what was written parses back to the same bits", whole.bytes, NULL);
    grn_tensor_free(&back, &r.allocator);
    if (r.outstanding)
        broken("a freed tensor gives back all memory", NULL, NULL);
    fuzz_text_free(&literal);
    fuzz_text_free(&whole);
}

static void check_elided(const grn_tensor *t)
{
    text literal;
    grn_sink sink = fuzz_text_sink(&literal);
    if (grn_tensor_write_literal(t, &(grn_literal_options){.elide_over = 4}, &sink) != GRN_OK)
        broken("a tensor is written short", NULL, NULL);
    fuzz_text_free(&literal);
}

static void check_json(const grn_tensor *t)
{
    text written;
    const grn_sink sink = fuzz_text_sink(&written);
    if (grn_tensor_write_json(t, &sink) != GRN_OK || !json_is_valid(written.bytes, written.size))
        broken("a tensor's values are JSON", written.bytes, NULL);
    fuzz_text_free(&written);
}

/* NaNs are written as their bits, so every element comes back. */
static void check_tensor(const grn_tensor *t)
{
    if (grn_tensor_bytes(t) > (size_t)1 << 16)
        return;
    check_written(t, 0);
    check_written(t, 1);
    check_elided(t);
    check_json(t);
}

static void parse(const char *bytes, size_t size)
{
    rations r;
    grn_tensor t;
    rations_init(&r, MEMORY_BYTES, MEMORY_CALLS);
    grn_status status = grn_tensor_parse(bytes, size, &r.allocator, NULL, &t);
    if (status == GRN_OK)
        check_tensor(&t);
    else if (t.data)
        broken("a tensor comes with GRN_OK and only then", grn_status_name(status), NULL);
    grn_tensor_free(&t, &r.allocator);
    if (r.outstanding)
        broken("a parse gives back all memory", grn_status_name(status), NULL);
}

static void write(entropy *e)
{
    random_source s = entropy_source(e);
    random_buffer b = {0};
    int64_t shape[GRN_MAX_RANK], left = 300;
    int32_t rank = one_in(e, 16) ? (int32_t)pick(e, GRN_MAX_RANK + 1) : (int32_t)pick(e, 5);
    for (int32_t d = 0; d < rank; d++) {
        shape[d] = one_in(e, 24) ? 0 : pick_between(e, 1, left < 12 ? left : 12);
        left /= shape[d] ? shape[d] : 1;
    }
    if (random_buffer_make(s, (grn_dtype)pick_between(e, 1, GRN_DTYPE_COUNT - 1), rank, shape, true, 0, &b)) {
        random_buffer_fill(s, &b);
        check_tensor(&b.view);
    }
    random_buffer_release(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    entropy e;
    if (size == 0)
        return 0;
    entropy_init(&e, data, size - 1);
    if (data[size - 1] == 0)
        write(&e);
    else
        parse((const char *)data, size);
    return 0;
}

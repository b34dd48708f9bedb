/* trace.c - --trace: each op of a run as it ends, with what it gave. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "run.h"

/* FNV-1a over what a .npy of the tensor holds: its type, shape and elements in order. */
static grn_status digest_bytes(void *user, const char *bytes, size_t n)
{
    uint64_t *digest = user;
    for (size_t i = 0; i < n; i++)
        *digest = (*digest ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return GRN_OK;
}

/* In 16 hexadecimal digits; "" of what no .npy can hold. */
static const char *digest_text(const grn_tensor *t, char out[17])
{
    uint64_t digest = UINT64_C(0xcbf29ce484222325);
    const grn_sink sink = {digest_bytes, &digest};
    const bool written = grn_npy_write(t, &sink) == GRN_OK;
    out[0] = '\0';
    if (written)
        snprintf(out, 17, "%016" PRIx64, digest);
    return out;
}

static void show_tensor(const grn_tensor *t)
{
    char digest[17];
    fputs(" tensor<", stderr);
    for (int32_t d = 0; d < t->rank; d++)
        fprintf(stderr, "%" PRId64 "x", t->shape[d]);
    fprintf(stderr, "%s>", grn_dtype_text(t->dtype));
    if (*digest_text(t, digest))
        fprintf(stderr, " %s", digest);
}

void trace_op(const entry *e, const grn_traced_op *op)
{
    char place[PLACE_BYTES];
    const grn_tensor *t;
    show(stderr, e->file->name, strlen(e->file->name));
    fprintf(stderr, ":%s: %*s%.*s", place_text(e->file->is_binary, e->module, op->place, place), (int)(2 * op->depth),
            "", (int)op->op_bytes, op->op);
    for (size_t i = 0; (t = grn_traced_result(op, i)) != NULL; i++) {
        fputs(i ? "," : ":", stderr);
        show_tensor(t);
    }
    fputc('\n', stderr);
}

void trace_json(json *j, const entry *e, const grn_traced_op *op)
{
    char digest[17];
    const grn_tensor *t;
    json_open(j, '{');
    json_place(j, e->file->name, e->file->is_binary, e->module, op->place);
    json_count_at(j, "depth", op->depth);
    json_text_at(j, "op", op->op, op->op_bytes);
    json_open_at(j, "results", '[');
    for (size_t i = 0; (t = grn_traced_result(op, i)) != NULL; i++) {
        json_open(j, '{');
        json_tensor_type(j, "type", t);
        json_word_at(j, "digest", *digest_text(t, digest) ? digest : NULL);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

/* trace.c - --trace: each op of a run as it ends, with what it gave. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "follow.h"

/* FNV-1a over what a .npy of the tensor holds: its type, shape and elements in order. */
static grn_status digest_bytes(void *user, const char *bytes, size_t n)
{
    uint64_t *digest = user;
    for (size_t i = 0; i < n; i++)
        *digest = (*digest ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return GRN_OK;
}

static void show_tensor(const grn_tensor *t)
{
    uint64_t digest = UINT64_C(0xcbf29ce484222325);
    const grn_sink sink = {digest_bytes, &digest};
    const grn_status status = grn_npy_write(t, &sink);
    fputs(" tensor<", stderr);
    for (int32_t d = 0; d < t->rank; d++)
        fprintf(stderr, "%" PRId64 "x", t->shape[d]);
    fprintf(stderr, "%s>", grn_dtype_text(t->dtype));
    if (status == GRN_OK)
        fprintf(stderr, " %016" PRIx64, digest);
}

void trace_op(const entry *e, const grn_traced_op *op)
{
    char place[PLACE_BYTES];
    const grn_tensor *t;
    show(stderr, e->file->name, strlen(e->file->name));
    fprintf(stderr, ":%s: %*s%.*s", place_text(e->file->is_binary, e->module, op->place, place), (int)(2 * op->depth), "",
            (int)op->op_bytes, op->op);
    for (size_t i = 0; (t = grn_traced_result(op, i)) != NULL; i++) {
        fputs(i ? "," : ":", stderr);
        show_tensor(t);
    }
    fputc('\n', stderr);
}

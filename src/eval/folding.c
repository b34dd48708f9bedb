/* folding.c - the arrays of accumulators and elements of a batch, and a body applied to them. */
#include "eval/folding.h"

#include <string.h>

void grn_copy_element(void *to, const void *from, size_t bytes)
{
    switch (bytes) {
    case 1: memcpy(to, from, 1); break;
    case 2: memcpy(to, from, 2); break;
    case 4: memcpy(to, from, 4); break;
    case 8: memcpy(to, from, 8); break;
    default: memcpy(to, from, 16); break;
    }
}

void grn_fill_elements(void *to, const void *from, size_t bytes, size_t m)
{
    char *at = to;
    size_t done = bytes, total = m * bytes;
    if (m == 0)
        return;
    memcpy(at, from, bytes);
    while (done < total) { /* by doubling */
        size_t n = done < total - done ? done : total - done;
        memcpy(at + done, at, n);
        done += n;
    }
}

static bool new_buffers(grn_arena *arena, void **buffer, const grn_folding *f)
{
    for (size_t i = 0; i < f->n; i++) {
        buffer[i] = grn_arena_alloc_raw(arena, f->batch * f->bytes[i]);
        if (!buffer[i])
            return false;
    }
    return true;
}

bool grn_folding_init(grn_folding *f, grn_arena *arena, size_t n, const grn_tensor *types, size_t batch)
{
    *f = (grn_folding){.n = n, .batch = batch};
    f->bytes = GRN_ARENA_NEW(arena, size_t, n);
    f->acc = GRN_ARENA_NEW(arena, void *, n);
    f->next = GRN_ARENA_NEW(arena, void *, n);
    f->element = GRN_ARENA_NEW(arena, void *, n);
    f->args = GRN_ARENA_NEW(arena, const void *, 2 * n);
    if (!f->bytes || !f->acc || !f->next || !f->element || !f->args)
        return false;
    for (size_t i = 0; i < n; i++)
        f->bytes[i] = grn_dtype_bytes(types[i].dtype);
    return new_buffers(arena, f->acc, f) && new_buffers(arena, f->next, f) && new_buffers(arena, f->element, f);
}

void grn_folding_start(grn_folding *f, const grn_tensor *inits, size_t m)
{
    for (size_t i = 0; i < f->n; i++)
        grn_fill_elements(f->acc[i], inits[i].data, f->bytes[i], m);
}

grn_status grn_folding_step(grn_folding *f, grn_region_fn body, size_t m)
{
    void **last = f->acc;
    for (size_t i = 0; i < f->n; i++)
        f->args[i] = f->acc[i];
    grn_status status = body.run(body.user, m, f->args, f->next);
    f->acc = f->next;
    f->next = last;
    return status;
}

void grn_folding_finish(const grn_folding *f, const grn_tensor *out, int64_t at, size_t m)
{
    for (size_t i = 0; i < f->n; i++)
        memcpy(grn_tensor_at(&out[i], at), f->acc[i], m * f->bytes[i]);
}

grn_status grn_folding_check(size_t n, const grn_tensor *out, const grn_tensor *in, const grn_tensor *inits)
{
    for (size_t i = 0; i < n; i++)
        if (out[i].dtype != in[i].dtype || out[i].dtype != inits[i].dtype)
            return GRN_E_DTYPE;
    return GRN_OK;
}

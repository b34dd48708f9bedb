/* pipeline.c - steps that gather's and scatter's pipelines share: tiles in memory, the program, the
 * result. */
#include <float.h>
#include <string.h>

#include "tile/tile.h"

grn_status grn_tile_alloc(const grn_tile_call *call, const grn_tensor *rows, const char *name, grn_tile_tensor *out)
{
    grn_ttnn_tiling t;
    *out = (grn_tile_tensor){.rows = *rows};
    grn_status status = grn_ttnn_tiling_of(rows->rank, rows->shape, grn_dtype_bytes(rows->dtype), &t);
    if (status != GRN_OK)
        return grn_fail(call->diag, grn_no_place, status, "%s takes more bytes in tiles than can be addressed", name);
    out->bytes = t.bytes;
    out->tiles = grn_allocate(grn_allocator_or_default(call->options.allocator), t.bytes);
    if (out->tiles == NULL)
        return grn_fail(call->diag, grn_no_place, GRN_E_MEMORY, "%zu bytes for the tiles of %s were refused", t.bytes,
                        name);
    return GRN_OK;
}

grn_status grn_tile_load(const grn_tile_call *call, const grn_tensor *rows, const char *name, const void *padding,
                         grn_tile_tensor *out)
{
    grn_status status = grn_tile_alloc(call, rows, name, out);
    return status == GRN_OK ? grn_ttnn_tilize(rows, padding, out->tiles, out->bytes, call->diag) : status;
}

void grn_tile_free(const grn_tile_call *call, grn_tile_tensor *t)
{
    grn_release(grn_allocator_or_default(call->options.allocator), t->tiles, t->bytes);
    t->tiles = NULL;
}

grn_tile_dram grn_tile_dram_of(const grn_tile_tensor *t)
{
    return (grn_tile_dram){t->tiles, GRN_TTNN_TILE_ELEMENTS * grn_dtype_bytes(t->rows.dtype)};
}

grn_status grn_tile_run_on(const grn_tile_call *call, const grn_tile_problem *p, const grn_tile_strategy *s,
                           grn_tile_program *program, grn_ttnn_account *account)
{
    program->problem = p;
    program->strategy = s;
    program->cores = account->taken.cores;
    program->per_item = s->item_cost(p);
    s->buffer_tiles(p, program->buffer_tiles);
    return grn_tile_run(program, call->options.parallel, call->options.allocator, call->diag, &account->counted);
}

grn_status grn_tile_result(const grn_tile_call *call, const grn_tensor *shaped_as, grn_tensor *out)
{
    if (call->options.output != NULL) {
        *out = *call->options.output;
        return GRN_OK;
    }
    grn_status status = grn_tensor_init(out, NULL, call->input.dtype, shaped_as->rank, shaped_as->shape);
    if (status != GRN_OK)
        return grn_fail(call->diag, grn_no_place, status, "the result takes more bytes than can be addressed");
    out->data = grn_allocate(grn_allocator_or_default(call->options.allocator), grn_tensor_bytes(out));
    if (out->data == NULL)
        return grn_fail(call->diag, grn_no_place, GRN_E_MEMORY, "%zu bytes for the result were refused",
                        grn_tensor_bytes(out));
    return GRN_OK;
}

void grn_ttnn_release(grn_tensor *out, const grn_allocator *allocator)
{
    if (out == NULL)
        return;
    grn_release(grn_allocator_or_default(allocator), out->data, grn_tensor_bytes(out));
    *out = (grn_tensor){0};
}

/* An integer's is 0, as a conversion from float gives; a bf16 is an f32's upper half, and FLT_MIN's
 * lower half is 0. */
void grn_tile_input_padding(grn_dtype dtype, unsigned char *out)
{
    const float least = FLT_MIN;
    uint16_t half = grn_f32_to_bf16(least);
    memset(out, 0, 8);
    if (dtype == GRN_F32)
        memcpy(out, &least, sizeof least);
    if (dtype == GRN_BF16)
        memcpy(out, &half, sizeof half);
}

/* frame.c - the values of one running function, by number. */
#include "interp/interp.h"

grn_status grn_frame_init(grn_runtime *run, grn_frame *frame, size_t nslots)
{
    size_t bytes;
    *frame = (grn_frame){0};
    if (!grn_mul_size(nslots, sizeof *frame->slot, &bytes))
        return grn_run_no_memory(run, SIZE_MAX);
    frame->slot = grn_allocate(run->allocator, bytes);
    if (!frame->slot)
        return grn_run_no_memory(run, bytes);
    memset(frame->slot, 0, bytes);
    frame->nslots = nslots;
    return GRN_OK;
}

static void drop_slot(grn_runtime *run, grn_rt **slot)
{
    if (*slot)
        grn_rt_free(run, 1, *slot);
    *slot = NULL;
}

void grn_frame_destroy(grn_runtime *run, grn_frame *frame)
{
    if (!frame->slot)
        return;
    for (size_t i = 0; i < frame->nslots; i++)
        drop_slot(run, &frame->slot[i]);
    grn_release(run->allocator, frame->slot, frame->nslots * sizeof *frame->slot);
    frame->slot = NULL;
}

grn_status grn_frame_define(grn_runtime *run, grn_frame *frame, const grn_value *v, grn_rt *value)
{
    drop_slot(run, &frame->slot[v->slot]); /* a region that runs again defines its values again */
    grn_rt *home = grn_rt_new(run, 1);
    if (!home)
        return GRN_E_MEMORY;
    *home = *value;
    *value = (grn_rt){0};
    frame->slot[v->slot] = home;
    return GRN_OK;
}

void grn_frame_drop(grn_runtime *run, grn_frame *frame, const grn_value *v)
{
    drop_slot(run, &frame->slot[v->slot]);
}

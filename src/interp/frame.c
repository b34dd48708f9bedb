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

/* ---- homes ----------------------------------------------------------------------------------- */

/* The storage of a value while it is alive. A loop makes thousands of values, so homes are
 * reused. */
typedef struct grn_home {
    grn_rt value; /* first: a slot points to it */
    struct grn_home *next;
} grn_home;

static grn_rt *take_home(grn_runtime *run)
{
    grn_home *home = run->homes;
    if (!home)
        home = grn_allocate(run->allocator, sizeof *home);
    else
        run->homes = home->next;
    if (!home)
        grn_run_no_memory(run, sizeof *home);
    return (grn_rt *)home;
}

static void leave_home(grn_runtime *run, grn_rt *value)
{
    grn_home *home = (grn_home *)value;
    home->next = run->homes;
    run->homes = home;
}

void grn_frame_clear_homes(grn_runtime *run)
{
    while (run->homes) {
        grn_home *home = run->homes;
        run->homes = home->next;
        grn_release(run->allocator, home, sizeof *home);
    }
}

static void drop_slot(grn_runtime *run, grn_rt **slot)
{
    if (!*slot)
        return;
    grn_rt_release(run, *slot);
    leave_home(run, *slot);
    *slot = NULL;
}

/* ---- frames ---------------------------------------------------------------------------------- */

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
    grn_rt *home = take_home(run);
    if (!home)
        return GRN_E_MEMORY;
    grn_rt_assign(home, value);
    grn_rt_clear(value);
    frame->slot[v->slot] = home;
    return GRN_OK;
}

void grn_frame_drop(grn_runtime *run, grn_frame *frame, const grn_value *v) { drop_slot(run, &frame->slot[v->slot]); }

/* event.c - events: set once, with an error or without; waited for, or heard of. */
#include <stdlib.h>

#include "plugin.h"

typedef struct listener {
    struct listener *next;
    PJRT_Event_OnReadyCallback callback;
    void *user;
} listener;

struct PJRT_Event {
    atomic_size_t references;
    atomic_bool is_set;
    PJRT_Error *error; /* once it is set */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    listener *listeners;
};

PJRT_Event *grn_pjrt_event_new(void)
{
    PJRT_Event *e = malloc(sizeof *e);
    if (e == NULL)
        return NULL;
    *e = (PJRT_Event){.error = NULL};
    atomic_init(&e->references, 1);
    atomic_init(&e->is_set, false);
    pthread_mutex_init(&e->lock, NULL);
    pthread_cond_init(&e->changed, NULL);
    return e;
}

PJRT_Event *grn_pjrt_event_done(PJRT_Error *error)
{
    PJRT_Event *e = grn_pjrt_event_new();
    if (e == NULL) {
        grn_pjrt_error_free(error);
        return NULL;
    }
    e->error = error;
    atomic_store(&e->is_set, true);
    return e;
}

PJRT_Event *grn_pjrt_event_share(PJRT_Event *event)
{
    atomic_fetch_add(&event->references, 1);
    return event;
}

void grn_pjrt_event_release(PJRT_Event *event)
{
    if (event == NULL || atomic_fetch_sub(&event->references, 1) > 1)
        return;
    for (listener *l = event->listeners, *next; l != NULL; l = next) {
        next = l->next;
        free(l);
    }
    grn_pjrt_error_free(event->error);
    pthread_cond_destroy(&event->changed);
    pthread_mutex_destroy(&event->lock);
    free(event);
}

void grn_pjrt_event_set(PJRT_Event *event, PJRT_Error *error)
{
    pthread_mutex_lock(&event->lock);
    event->error = error;
    atomic_store(&event->is_set, true);
    listener *l = event->listeners;
    event->listeners = NULL;
    pthread_cond_broadcast(&event->changed);
    pthread_mutex_unlock(&event->lock);
    for (listener *next; l != NULL; l = next) {
        next = l->next;
        l->callback(grn_pjrt_error_copy(error), l->user);
        free(l);
    }
}

bool grn_pjrt_event_is_set(PJRT_Event *event) { return atomic_load(&event->is_set); }

const PJRT_Error *grn_pjrt_event_wait(PJRT_Event *event)
{
    if (!atomic_load(&event->is_set)) {
        pthread_mutex_lock(&event->lock);
        while (!atomic_load(&event->is_set))
            pthread_cond_wait(&event->changed, &event->lock);
        pthread_mutex_unlock(&event->lock);
    }
    return event->error;
}

/* ---- PJRT's calls ---------------------------------------------------------------------------- */

static PJRT_Error *no_event(const char *call)
{
    return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "%s: event is NULL", call);
}

PJRT_Error *grn_pjrt_Event_Destroy(PJRT_Event_Destroy_Args *args)
{
    grn_pjrt_event_release(args->event);
    return NULL;
}

PJRT_Error *grn_pjrt_Event_IsReady(PJRT_Event_IsReady_Args *args)
{
    if (args->event == NULL)
        return no_event("PJRT_Event_IsReady");
    args->is_ready = grn_pjrt_event_is_set(args->event);
    return NULL;
}

PJRT_Error *grn_pjrt_Event_Error(PJRT_Event_Error_Args *args)
{
    if (args->event == NULL)
        return no_event("PJRT_Event_Error");
    if (!grn_pjrt_event_is_set(args->event))
        return grn_pjrt_error(PJRT_Error_Code_FAILED_PRECONDITION, "PJRT_Event_Error: the event is not ready yet");
    return grn_pjrt_error_copy(args->event->error);
}

PJRT_Error *grn_pjrt_Event_Await(PJRT_Event_Await_Args *args)
{
    if (args->event == NULL)
        return no_event("PJRT_Event_Await");
    return grn_pjrt_error_copy(grn_pjrt_event_wait(args->event));
}

PJRT_Error *grn_pjrt_Event_OnReady(PJRT_Event_OnReady_Args *args)
{
    PJRT_Event *e = args->event;
    if (e == NULL || args->callback == NULL)
        return e == NULL ? no_event("PJRT_Event_OnReady")
                         : grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "PJRT_Event_OnReady: callback is NULL");
    listener *l = malloc(sizeof *l);
    if (l == NULL)
        return grn_pjrt_no_memory();
    pthread_mutex_lock(&e->lock);
    const bool waits = !atomic_load(&e->is_set);
    if (waits) {
        *l = (listener){e->listeners, args->callback, args->user_arg};
        e->listeners = l;
    }
    pthread_mutex_unlock(&e->lock);
    if (!waits) {
        free(l);
        args->callback(grn_pjrt_error_copy(e->error), args->user_arg);
    }
    return NULL;
}

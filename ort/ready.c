/* ready.c - accesses that were made ready for shapes of a node's inputs, between its runs. */
#include <stdlib.h>
#include <string.h>

#include "plugin.h"

/* The most that a node keeps. A plan takes some KiB, and its scratch. */
#define MOST_KEPT 8

static bool same_layout(const grn_tensor *a, const grn_tensor *b)
{
    return a->dtype == b->dtype && a->rank == b->rank &&
           memcmp(a->shape, b->shape, (size_t)a->rank * sizeof *a->shape) == 0;
}

static bool is_for(const grn_ort_ready *ready, const grn_tensor *inputs, int64_t key)
{
    bool same = ready->key == key;
    for (size_t i = 0; same && i < GRN_ORT_INPUTS; i++)
        same = same_layout(&ready->inputs[i], &inputs[i]);
    return same;
}

grn_ort_ready *grn_ort_shelf_take(grn_ort_shelf *shelf, const grn_tensor *inputs, int64_t key)
{
    pthread_mutex_lock(&shelf->lock);
    grn_ort_ready **at = &shelf->first;
    while (*at != NULL && !is_for(*at, inputs, key))
        at = &(*at)->next;
    grn_ort_ready *found = *at;
    if (found != NULL)
        *at = found->next;
    pthread_mutex_unlock(&shelf->lock);
    return found;
}

void grn_ort_shelf_put(grn_ort_shelf *shelf, grn_ort_ready *ready)
{
    pthread_mutex_lock(&shelf->lock);
    ready->next = shelf->first;
    shelf->first = ready;
    grn_ort_ready *last = ready;
    for (int i = 1; i < MOST_KEPT && last != NULL; i++)
        last = last->next;
    grn_ort_ready *extra = NULL;
    if (last != NULL) {
        extra = last->next;
        last->next = NULL;
    }
    pthread_mutex_unlock(&shelf->lock);
    grn_ort_ready_destroy(extra);
}

void grn_ort_shelf_clear(grn_ort_shelf *shelf)
{
    while (shelf->first != NULL) {
        grn_ort_ready *next = shelf->first->next;
        grn_ort_ready_destroy(shelf->first);
        shelf->first = next;
    }
}

void grn_ort_ready_destroy(grn_ort_ready *ready)
{
    if (ready == NULL)
        return;
    grn_ort_ready_destroy(ready->rows);
    grn_plan_destroy(ready->plan);
    free(ready->scratch);
    free(ready->starts);
    free(ready);
}

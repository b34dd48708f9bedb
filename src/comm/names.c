/* names.c - the names of processes in messages. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "comm/comm.h"

typedef struct words {
    const char *one, *many;
    bool is_of_grid; /* its number is a pair */
} words;

static const words all[] = {[GRN_PROCESS_OF_GRID] = {"process", "processes", true},
                            [GRN_PROCESS_DEVICE] = {"device", "devices", false},
                            [GRN_PROCESS_RANK] = {"rank", "ranks", false}};

const char *grn_process_word(grn_process_kind kind, bool many) { return many ? all[kind].many : all[kind].one; }

const char *grn_process_name(const grn_grid_shape *grid, int64_t process, char text[GRN_PROCESS_BYTES])
{
    const words *w = &all[grid->kind];
    if (w->is_of_grid)
        snprintf(text, GRN_PROCESS_BYTES, "%s (%" PRId64 ", %" PRId64 ")", w->one, process / grid->partitions,
                 process % grid->partitions);
    else
        snprintf(text, GRN_PROCESS_BYTES, "%s %" PRId64, w->one, process);
    return text;
}

const char *grn_process_number(const grn_grid_shape *grid, int64_t process, char text[GRN_PROCESS_BYTES])
{
    grn_process_name(grid, process, text);
    return all[grid->kind].is_of_grid ? strchr(text, '(') : text;
}

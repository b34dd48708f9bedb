/* names.c - how messages name a process. */
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

const char *grn_process_name(int64_t partitions, grn_process_kind kind, int64_t process, char text[GRN_PROCESS_BYTES])
{
    if (all[kind].is_of_grid)
        snprintf(text, GRN_PROCESS_BYTES, "%s (%" PRId64 ", %" PRId64 ")", all[kind].one, process / partitions,
                 process % partitions);
    else
        snprintf(text, GRN_PROCESS_BYTES, "%s %" PRId64, all[kind].one, process);
    return text;
}

const char *grn_process_number(int64_t partitions, grn_process_kind kind, int64_t process, char text[GRN_PROCESS_BYTES])
{
    grn_process_name(partitions, kind, process, text);
    return all[kind].is_of_grid ? text + strlen(all[kind].one) + 1 : text;
}

/* names.c - how messages name a process. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "comm/comm.h"

const char *grn_process_name(int64_t partitions, bool are_devices, int64_t process, char text[GRN_PROCESS_BYTES])
{
    const int n = snprintf(text, GRN_PROCESS_BYTES, "%s ", are_devices ? "device" : "process");
    if (are_devices)
        snprintf(text + n, (size_t)(GRN_PROCESS_BYTES - n), "%" PRId64, process);
    else
        snprintf(text + n, (size_t)(GRN_PROCESS_BYTES - n), "(%" PRId64 ", %" PRId64 ")", process / partitions,
                 process % partitions);
    return text;
}

const char *grn_process_number(int64_t partitions, bool are_devices, int64_t process, char text[GRN_PROCESS_BYTES])
{
    return strchr(grn_process_name(partitions, are_devices, process, text), ' ') + 1;
}

/* machine.c - prints this machine's figures, measured: machine [SECONDS [CPU]]. */
#include <stdio.h>
#include <stdlib.h>

#include "garner/garner.h"

static grn_status to_stdout(void *user, const char *text, size_t bytes)
{
    (void)user;
    return fwrite(text, 1, bytes, stdout) == bytes ? GRN_OK : GRN_E_SINK;
}

int main(int argc, char **argv)
{
    grn_machine m = {.size_bytes = sizeof m};
    grn_machine_options o = {.seconds = argc > 1 ? atof(argv[1]) : 0, .cpu = argc > 2 ? argv[2] : NULL};
    grn_status status = grn_machine_measure(&o, NULL, NULL, &m);
    if (status == GRN_OK)
        status = grn_machine_write(&m, &(grn_sink){to_stdout, NULL});
    return status != GRN_OK;
}

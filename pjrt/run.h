/*
 * run.h - one run of a program, from the call to its end: what execute.c and its neighbours share.
 */
#ifndef GRN_PJRT_RUN_H
#define GRN_PJRT_RUN_H

#include "plugin.h"

typedef struct grn_pjrt_run {
    PJRT_Client *client;
    const PJRT_LoadedExecutable *loaded; /* for the call only */
    PJRT_Executable *executable;         /* a reference of its own */
    PJRT_Device *device;                 /* that it was asked to run on; NULL: those that it was loaded for */
    unsigned interrupts;                 /* that there had been when it was called */
    size_t ndevices, nargs, noutputs;
    grn_pjrt_storage **args; /* [ndevices, nargs], held */
    grn_pjrt_shape *shapes;  /* of the same */
    bool *donated;
    grn_pjrt_storage **outputs; /* [ndevices, noutputs] */
    PJRT_Event **done;          /* [ndevices]; NULL: nobody wants them */
} grn_pjrt_run;

/* Runs the program once, on whole inputs; the results are the caller's. */
PJRT_Error *grn_pjrt_run_program(const grn_pjrt_run *run, const grn_tensor *inputs, const bool *donated,
                                 grn_results **out);
/* Fills the outputs of all devices (several.c). */
PJRT_Error *grn_pjrt_run_on_several(grn_pjrt_run *run);

#endif

/* exit.c - exit statuses. */
#include "cli.h"

/* One row per status that is not simply "input rejected". */
int exit_of_status(grn_status status)
{
    static const struct {
        grn_status status;
        int exit;
    } rows[] = {{GRN_OK, EXIT_FINE},
                {GRN_E_CHECK, EXIT_NO},
                {GRN_E_ARGUMENT, EXIT_USAGE},
                {GRN_E_INDEX, EXIT_OUTSIDE},
                {GRN_E_PROMISE, EXIT_OUTSIDE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].status == status)
            return rows[i].exit;
    return EXIT_REJECTED;
}

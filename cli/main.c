/* main.c - the command by itself; mpi/main.c is the one of ranks. */
#include "cli.h"

int main(int argc, char **argv)
{
    setvbuf(stderr, NULL, _IOLBF, 1 << 12); /* a message at a time, not a character */
    int exit = command_dispatch(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        complain("standard output could not be written");
        return exit == EXIT_FINE ? EXIT_REJECTED : exit;
    }
    return exit;
}

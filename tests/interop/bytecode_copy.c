/* bytecode_copy.c - reads a file of MLIR's bytecode from standard input into records, and writes
 * the same from them. */
#include <stdio.h>
#include <stdlib.h>

#include "bytecode/bytecode.h"

static void tell(void *user, const grn_diagnostic *d)
{
    (void)user;
    fprintf(stderr, "%s\n", d->message);
}

static grn_status put(void *user, const char *bytes, size_t n)
{
    return fwrite(bytes, 1, n, user) == n ? GRN_OK : GRN_E_SINK;
}

int main(void)
{
    static char bytes[1 << 22];
    const size_t n = fread(bytes, 1, sizeof bytes, stdin);
    const grn_diag diag = {tell, NULL};
    const grn_sink sink = {put, stdout};
    grn_arena arena;
    grn_bytecode file;
    grn_arena_init(&arena, NULL);
    grn_status status = grn_bytecode_read(&arena, bytes, n, &diag, &file);
    if (status == GRN_OK)
        status = grn_bytecode_write(&file, NULL, &sink);
    grn_arena_destroy(&arena);
    return status == GRN_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

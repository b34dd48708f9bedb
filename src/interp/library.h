/*
 * library.h - libraries that are loaded when an op first asks for them.
 *
 * Knows: how a library is opened and a function of it found. Must not know:
 * which libraries there are (a row's eval says that by a grn_library), or what
 * their functions take.
 *
 * A module keeps what its runs have opened, and closes it when it is destroyed.
 */
#ifndef GRN_INTERP_LIBRARY_H
#define GRN_INTERP_LIBRARY_H

#include <stdatomic.h>

#include "dialects/common/exec.h"

/* Zeroed: nothing is opened. */
typedef struct grn_libraries {
    const grn_allocator *allocator; /* the module's */
    _Atomic(struct grn_opened_library *) first;
} grn_libraries;

/*
 * The address of the function in the library, which is opened if this is the first request for it;
 * what could not be opened is not tried again. NULL: no file of the library can be opened, the one
 * that was opened lacks the function, or memory was refused. Several threads may ask at once. (C
 * lets no object pointer become a function's; POSIX, dlsym, does, by memcpy here.)
 */
void *grn_libraries_find(grn_libraries *libraries, const grn_library *library, const char *function);
/* Nothing found in them may be called afterwards. */
void grn_libraries_close(grn_libraries *libraries);

#endif

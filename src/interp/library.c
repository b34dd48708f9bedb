/* library.c - libraries that are loaded when an op first asks for them, by POSIX's dlopen. Where a
 * platform has none, no library can be opened. */
#include "interp/library.h"

#if defined(__unix__) || defined(__APPLE__)
#if !defined(__EMSCRIPTEN__) && !defined(GARNER_NO_LIBRARIES)
#define HAS_DLOPEN 1
#endif
#endif

#if HAS_DLOPEN
#include <dlfcn.h>

/* Its symbols are its own: they replace no function of the process. */
static void *open_file(const char *file) { return dlopen(file, RTLD_NOW | RTLD_LOCAL); }
static void *find(void *handle, const char *function) { return dlsym(handle, function); }
static void close_file(void *handle) { (void)dlclose(handle); }
#else
static void *open_file(const char *file) { return (void)file, NULL; }
static void *find(void *handle, const char *function) { return (void)handle, (void)function, NULL; }
static void close_file(void *handle) { (void)handle; }
#endif

typedef struct grn_opened_library {
    const grn_library *library;
    void *handle; /* NULL: it cannot be opened */
    struct grn_opened_library *next;
} opened;

static opened *known(const grn_libraries *libraries, const grn_library *library)
{
    opened *o = atomic_load(&libraries->first);
    while (o && o->library != library)
        o = o->next;
    return o;
}

/* Two threads that open the same library both keep it: a second entry is never found, and closed
 * with the first. */
static opened *add(grn_libraries *libraries, const grn_library *library)
{
    opened *o = grn_allocate(libraries->allocator, sizeof *o);
    if (!o)
        return NULL;
    *o = (opened){.library = library, .next = atomic_load(&libraries->first)};
    for (size_t i = 0; !o->handle && library->files[i]; i++)
        o->handle = open_file(library->files[i]);
    while (!atomic_compare_exchange_weak(&libraries->first, &o->next, o))
        ;
    return o;
}

void *grn_libraries_find(grn_libraries *libraries, const grn_library *library, const char *function)
{
    opened *o = known(libraries, library);
    if (!o)
        o = add(libraries, library);
    return o && o->handle ? find(o->handle, function) : NULL;
}

void grn_libraries_close(grn_libraries *libraries)
{
    for (opened *o = atomic_load(&libraries->first), *next; o; o = next) {
        next = o->next;
        if (o->handle)
            close_file(o->handle);
        grn_release(libraries->allocator, o, sizeof *o);
    }
    atomic_store(&libraries->first, NULL);
}

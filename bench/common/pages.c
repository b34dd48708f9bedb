/* pages.c - memory whose page size is known, and files as memory. */
#define _DEFAULT_SOURCE /* madvise and anonymous mappings, which POSIX 2008 lacks */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/measure.h"

#define LARGE_PAGE ((size_t)2 << 20)

/* The mapping is a page longer than asked for, so that a large page can start it. */
static size_t mapped_bytes(size_t bytes) { return (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE + LARGE_PAGE; }

void *bench_allocate(size_t bytes, bool large_pages)
{
    size_t room = mapped_bytes(bytes);
    char *mapped = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        bench_give_up("not enough memory");
    size_t skip = (LARGE_PAGE - (uintptr_t)mapped % LARGE_PAGE) % LARGE_PAGE;
    char *memory = mapped + skip;
    if (skip > 0)
        munmap(mapped, skip);
    if (skip < LARGE_PAGE)
        munmap(memory + room - LARGE_PAGE, LARGE_PAGE - skip);
#ifdef MADV_HUGEPAGE
    madvise(memory, room - LARGE_PAGE, large_pages ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
#else
    (void)large_pages;
#endif
    memset(memory, 0, bytes);
    return memory;
}

void bench_release(void *memory, size_t bytes)
{
    if (memory != NULL)
        munmap(memory, mapped_bytes(bytes) - LARGE_PAGE);
}

const void *bench_map_file(const char *path, size_t *bytes)
{
    struct stat facts;
    int file = open(path, O_RDONLY);
    if (file < 0 || fstat(file, &facts) != 0 || facts.st_size <= 0)
        bench_give_up(path);
    *bytes = (size_t)facts.st_size;
    void *mapped = mmap(NULL, *bytes, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (mapped == MAP_FAILED)
        bench_give_up(path);
    return mapped;
}

void bench_unmap_file(const void *bytes, size_t size) { munmap((void *)bytes, size); }

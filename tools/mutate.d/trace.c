/* trace.c - notes which basic blocks ran: a byte of the file GARNER_TRACE for each address of the library's code. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern const char __ehdr_start[] __attribute__((visibility("hidden")));
static unsigned char *ran;
static unsigned long bytes;

__attribute__((constructor)) static void begin(void)
{
    const char *name = getenv("GARNER_TRACE"), *size = getenv("GARNER_TRACE_BYTES");
    int file = name && size ? open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (file < 0)
        return;
    unsigned long n = strtoul(size, NULL, 10);
    void *at = ftruncate(file, (off_t)n) == 0 ? mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    close(file);
    if (at == MAP_FAILED)
        return;
    bytes = n;
    ran = at;
}

__attribute__((visibility("hidden"))) void __sanitizer_cov_trace_pc(void)
{
    unsigned long at = (unsigned long)((const char *)__builtin_return_address(0) - __ehdr_start);
    if (ran && at < bytes)
        ran[at] = 1;
}

/* guard.c - see guard.h. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/guard.h"

static const char *claim_now;

grn_guarded grn_guarded_make(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), inner = (bytes + page - 1) / page * page;
    unsigned char *base = mmap(NULL, inner + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED || mprotect(base + page, inner, PROT_READ | PROT_WRITE) != 0)
        fail_msg("no %zu bytes between guard pages", bytes);
    return (grn_guarded){base + page, inner};
}

void *grn_guarded_at(const grn_guarded *g, size_t n, int at_end)
{
    assert_true(n <= g->bytes);
    return at_end ? g->first + (g->bytes - n) : g->first;
}

static void report_signal(int signal_number)
{
    static const char message[] = ": touches memory beyond what it is given\n";
    (void)signal_number;
    (void)!write(STDERR_FILENO, claim_now, strlen(claim_now));
    (void)!write(STDERR_FILENO, message, sizeof message - 1);
    _exit(1);
}

void grn_guarded_claim(const char *claim)
{
    struct sigaction act = {.sa_handler = report_signal};
    claim_now = claim;
    sigaction(SIGSEGV, &act, NULL);
    sigaction(SIGBUS, &act, NULL);
}

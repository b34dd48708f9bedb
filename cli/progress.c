/* progress.c - where a long run is, on a terminal. */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "run.h"

#define QUIET_NS UINT64_C(2000000000)  /* before the first line */
#define BETWEEN_NS UINT64_C(200000000) /* two of them */

uint64_t clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

void progress_begin(progress *p, bool wanted)
{
    *p = (progress){.is_shown = wanted && isatty(STDERR_FILENO)};
    if (p->is_shown)
        p->begin_ns = p->shown_ns = clock_ns();
}

void progress_op(progress *p, const entry *e, const grn_traced_op *op)
{
    char place[PLACE_BYTES];
    if (!p->is_shown || (++p->ops & 15) != 1) /* the clock takes longer than some ops */
        return;
    const uint64_t now = clock_ns();
    if (now - p->begin_ns < QUIET_NS || now - p->shown_ns < BETWEEN_NS)
        return;
    fprintf(stderr, "\r%.1f s, %" PRIu64 " ops, at %s: %.*s\033[K", (double)(now - p->begin_ns) / 1e9, p->ops,
            place_text(e->file->is_binary, e->module, op->place, place), (int)(op->op_bytes < 40 ? op->op_bytes : 40),
            op->op);
    fflush(stderr); /* which is written by lines */
    p->shown_ns = now;
    p->is_there = true;
}

void progress_end(progress *p)
{
    if (p->is_there)
        fputs("\r\033[K", stderr);
    p->is_there = false;
}

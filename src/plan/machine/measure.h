/*
 * measure.h - what the files that time a machine share: the memory
 * they may touch, the time they may take, and how a figure is timed.
 */
#ifndef GRN_PLAN_MACHINE_MEASURE_H
#define GRN_PLAN_MACHINE_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/core.h"
#include "kernels/filter.h"
#include "kernels/take.h"
#include "plan/machine/machine.h"

/* Line numbers below 2^16, so that a footprint's mask makes them lines of it. */
#define GRN_MEASURE_LIST 1024

/* The probes of one footprint (loops.c); the second of lines that are read, and of those that are
 * updated, prefetches. */
enum { GRN_READ_SLICE, GRN_WRITE_SLICE, GRN_READ_LINES, GRN_UPDATE_LINES = 4, GRN_READ_ROWS = 6, GRN_MEASURE_PROBES };

/* What has a timing, in this order: kernels (kernels.c), panels that are packed, each probe of each
 * footprint. */
#define GRN_MEASURE_KERNELS 20
#define GRN_MEASURE_PACK GRN_MEASURE_KERNELS
#define GRN_MEASURE_POINT(i) (GRN_MEASURE_PACK + 1 + (i)*GRN_MEASURE_PROBES)
#define GRN_MEASURE_TIMINGS GRN_MEASURE_POINT(GRN_MACHINE_POINTS)

/*
 * The two least of the visits to one probe: nanoseconds of a call, 0 where there was none. Another
 * program on the machine makes a visit longer, never shorter, and seldom two of them alike: where
 * two agree, the least is what this build takes on this machine, however slow it is.
 */
typedef struct grn_timing {
    double least, next;
    size_t figure; /* that it makes: its offset in grn_machine */
    int alone;     /* visits after which the two did not agree */
    bool doubted;  /* it agrees with itself, but not with others: it is visited once more */
} grn_timing;

typedef struct grn_measure {
    const grn_allocator *allocator;
    const grn_kernels *kernels;
    grn_machine *out;
    unsigned char from[GRN_MACHINE_VALUES]; /* grn_figure_source of each value of out */
    char *memory; /* `bytes` of it, a power of two and at least GRN_MEASURE_LEAST_BYTES; aligned to 64 */
    size_t bytes;
    size_t touched;            /* of them: what has pages */
    uint32_t *list;            /* [GRN_MEASURE_LIST] random numbers, in a cache of its own */
    double begin, begin_spent; /* on the clocks of grn_measure_now and grn_measure_spent */
    double time;               /* nanoseconds that this thread may spend on a processor */
    double slot;               /* nanoseconds that one visit may take */
    uint64_t sum;              /* takes what was read, so that it is read */
    bool missing;              /* set by a probe: the instruction set has no such kernel */
    int round;                 /* 0: everything is visited; later: what does not agree, or is doubted */
    grn_timing timing[GRN_MEASURE_TIMINGS];
} grn_measure;

#define GRN_MEASURE_LEAST_BYTES 65536

/* Nanoseconds on a clock that never goes back. */
double grn_measure_now(void);
/* Those that this thread was on a processor. */
double grn_measure_spent(void);
/*
 * The part of the time that has passed, 1 and more when all has. It is this thread's own: on a
 * machine that others use it lasts longer, and as much is measured.
 */
double grn_measure_passed(const grn_measure *m);

/*
 * Nanoseconds that one call takes: the lower quartile of as many as the slot has time for, after
 * one that warms the caches. Somebody else's work on the same core makes calls longer and never
 * shorter. Below 0 when no time is left at all.
 */
typedef void (*grn_measure_probe)(grn_measure *m, void *context);
double grn_measure_call(grn_measure *m, grn_measure_probe probe, void *context);
/* Visits a probe where that is due. The least of all visits, but for one that no other agrees with;
 * below 0: there was none. */
double grn_measure_visit(grn_measure *m, grn_timing *t, grn_measure_probe probe, void *context);
void grn_timing_note(grn_timing *t, double took);
/* What is against the figures so far: by the others (grn_machine_doubts), else by their own
 * timings. */
grn_machine_doubt grn_measure_doubt(const grn_measure *m);

/* value to 4 significant digits, into *figure, where it is a figure: finite and not negative. Whether it was. */
bool grn_measure_round(double *figure, double value);
/* The same of a figure of m->out, and where it is from. */
void grn_measure_set(grn_measure *m, double *figure, double value, grn_figure_source from);
/* The figure at an offset of the struct as so many times what it usually is. */
void grn_measure_grow(grn_measure *m, size_t offset, double ratio, grn_figure_source from);

/* The subjects. Each keeps to `until`, a part of the time; what it has no time for stays as it
 * is. */
void grn_measure_kernels(grn_measure *m, double until); /* kernels.c */
/* curves.c. In a later round also the points that `doubted` has bits of (grn_machine_doubts). */
void grn_measure_curves(grn_measure *m, double until, uint32_t doubted);
grn_status grn_measure_threads(grn_measure *m); /* threads.c; GRN_E_MEMORY */

/* ---- what is timed (loops.c) ----------------------------------------------------------------- */

#define GRN_LINE 64
#define GRN_LINES_OF_ROW 4
#define GRN_SLICE ((size_t)1 << 21) /* of a sequential pass, per call */

/* Where a probe, whose context it is, goes on. */
typedef struct grn_timed_pass {
    size_t bytes; /* the footprint, a power of two */
    uint64_t turn;
    int64_t ahead; /* vectors ahead that lines are prefetched; 0: not */
    size_t at;     /* where the next slice begins */
} grn_timed_pass;

/* A random distance that differs from call to call, in lines. */
static inline uint32_t grn_measure_hop(uint64_t turn) { return (uint32_t)(turn * UINT64_C(0x9E3779B97F4A7C15) >> 32); }

static inline size_t grn_pass_step(const grn_timed_pass *w) { return w->bytes < GRN_SLICE ? w->bytes : GRN_SLICE; }

/* The next slice of the footprint, round and round. */
static inline char *grn_pass_slice(const grn_measure *m, grn_timed_pass *w)
{
    char *at = m->memory + w->at;
    w->at = (w->at + grn_pass_step(w)) & (w->bytes - 1);
    return at;
}

typedef struct grn_measure_way {
    grn_measure_probe probe;
    int64_t ahead;
    size_t curve; /* its offset in grn_machine */
} grn_measure_way;
extern const grn_measure_way grn_measure_ways[GRN_MEASURE_PROBES];
void grn_measure_update_lines(grn_measure *m, void *context);
void grn_measure_write_bytes(char *to, size_t bytes, uint64_t value);
/* What threads.c times on several threads, too: n random lines of the memory touched, and a pass
 * over some bytes. */
uint64_t grn_measure_read_lines(const grn_measure *m, uint64_t seed, int64_t n);
uint64_t grn_measure_read_bytes(const char *from, size_t bytes);

#endif

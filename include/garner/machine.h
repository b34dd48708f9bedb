/*
 * machine.h - the figures of a machine, by which plans are chosen.
 *
 * What a plan chooses follows from its problem, its options and one
 * grn_machine, and from nothing else: the same three give the same choice on
 * any machine, so that a choice can be asked for, and tested, elsewhere.
 * Figures never change a result, only the time it takes.
 *
 * They come from one of four places: grn_machine_default (what is safe where
 * nothing is known), grn_machine_here (the same, with the caches that this
 * processor reports), grn_machine_measure (timed), or the caller.
 * A grn_machine is a plain value: copy it, change a figure, pass it on. Its
 * size_bytes is set before a call, of `out` too: garner.h has the rule. Figures
 * of a later library that the caller's struct lacks are not written, and have
 * their defaults where they are read. All calls here are thread-safe. NULL may
 * be options, allocator and diag.
 */
#ifndef GARNER_MACHINE_H
#define GARNER_MACHINE_H

#include "garner/memory.h"
#include "garner/status.h"
#include "garner/tensor.h" /* grn_sink */

GRN_BEGIN_DECLS

/*
 * Curves are given at these footprints: 32 KiB, 128 KiB, 512 KiB, 2 MiB, 8 MiB, 32 MiB, 128 MiB,
 * 512 MiB. Between two of them a curve is linear in the logarithm of the footprint; before the
 * first and after the last it is flat.
 */
#define GRN_MACHINE_POINTS 8

/*
 * All times are nanoseconds on one thread. A figure must be finite and not negative; those that are
 * scales, sizes or distances are at least 1 and at most 1e15. "Random" means independent accesses,
 * as many under way at once as the processor manages; a line has 64 bytes.
 */
typedef struct grn_machine {
    size_t size_bytes; /* 0, or sizeof(grn_machine): garner.h */

    /* Bytes of the caches that one core can really use: a virtual machine may report the whole
     * host's last-level cache. */
    double l1_bytes, l2_bytes, last_bytes;

    /* One random line of so many bytes: read; read, changed and written. */
    double read_line[GRN_MACHINE_POINTS], update_line[GRN_MACHINE_POINTS];
    /* A line that follows the one before it in memory, where the first was random. */
    double next_line[GRN_MACHINE_POINTS];
    /* One byte of a sequential pass over so many bytes: read; written through the caches. */
    double read_byte[GRN_MACHINE_POINTS], write_byte[GRN_MACHINE_POINTS];
    /* One byte written in whole lines that pass the caches by. */
    double stream_byte;
    /* ... by a kernel of single elements, beyond its own time: lines leave while it works. */
    double stream_cell_byte;
    /* One byte packed from rows that lie apart into a panel, or back. */
    double pack_byte;
    /* How many threads' worth of random lines, and of sequential bytes of memory, all threads get
     * together. */
    double line_scaling, byte_scaling;
    /* How many times as long a random line takes where it and the lines around it are in few sets
     * of the near caches, as in a column of rows of 4 KiB: they evict each other. */
    double shared_sets;
    /* To have another thread begin, which still watches for work, and to wait for the last to
     * end. */
    double handover;
    /* A line that another thread has just written, to be written by this one. */
    double passed_line;

    /* How far ahead random elements are worth prefetching (vectors), and rows (bytes). */
    double prefetch_vectors, prefetch_bytes;

    /* Kernels on what lies in the nearest cache. */
    double call;          /* one kernel call from a plan's loop */
    double run;           /* one run of index vectors: its place found, its kernel begun */
    double block;         /* one block of offsets: cut, its kernels begun */
    double index32;       /* one component resolved to an offset of 32 bits */
    double index64;       /* ... of 64 bits */
    double joined_run;    /* one run of several in a block */
    double joined_vector; /* ... and one vector of it */
    double checked;       /* one index whose bounds are checked in passing, and which is an offset as it lies */
    double fused_cell;    /* one element straight from its index */
    double fused_pair;    /* ... from two of them */
    double short_run;     /* one run in the kernel of short runs */
    double short_cell;    /* ... and one element of it */
    double long_cell;     /* ... of a run with a call of its own */
    double cell32;        /* one element by an offset of 32 bits */
    double cell64;        /* ... of 64 bits */
    double gapped_cell;   /* ... to a result that does not lie together */
    double put_cell;      /* one element accumulated or replaced by an offset */
    double waiting_cell;  /* ... where targets are so few that it waits for another to be written */
    double compact_cell;  /* one by a kernel that takes one element at a time, as for integers' minima */
    double row_cell;      /* ... of a row of a few elements, by such a kernel */
    double strided_cell;  /* one element along strides */
    double strip;         /* one strip of a window */
    double strip_cell;    /* ... and one element of it */
    double far_cell;      /* ... more where it is not beside the one before it in the result */
    double row;           /* one row through a kernel of rows */
    double batched_row;   /* ... of a block of windows */
    double byte;          /* one byte of an element or a row */
    double owner;         /* one vector asked for its owner, by a thread that keeps its own */
    double bin;           /* one vector written to its owner's bin, and read again by another thread */
    double bin_owner;     /* ... and for each owner there is */
    double radix;         /* one vector partitioned by radix, once */
    double batches;       /* blocks of a scatter's vectors that go over several runs: to begin with them */
    double panel_run;     /* one run of vectors in a panel of a scatter, more than `run` */
    double region_call;   /* one call of a caller's combiner */
    double region_cell;   /* ... and one element collected for it and stored */
} grn_machine;

/* Figures that are safe where nothing is known. Never fails; changes nothing where out is NULL or of a size that
 * garner.h does not allow. */
GRN_API void grn_machine_default(grn_machine *out);
/* The same with this machine's caches, as far as its processor reports what one core of it can use.
 * Never fails either. */
GRN_API void grn_machine_here(grn_machine *out);

/* What a measurement may use. Zeros mean the defaults. */
typedef struct grn_machine_options {
    size_t size_bytes;   /* 0, or sizeof(grn_machine_options): garner.h */
    double seconds;      /* about how long it may have a processor: 0.3 */
    size_t memory_bytes; /* the largest footprint it may touch: 256 MiB; curves are flat beyond */
    const char *cpu;     /* the instruction set to measure, as grn_plan_options has it; NULL: the best */
    /* NULL, or where the figures are written, as grn_machine_write does it, each with a comment on where it comes
     * from: "# measured"; "# guessed", from another that was measured; "# kept", as grn_machine_here has it. It
     * gets nothing where the answer is not GRN_OK. Read only where size_bytes is set. */
    const grn_sink *text;
} grn_machine_options;

/*
 * Times this machine on the calling thread. What cannot be measured within the bounds keeps its
 * value of grn_machine_here. Every time is measured until two measurements of it agree, and then
 * believed, however slow the build or the machine is. What grn_machine_judge doubts is measured
 * again as well. Both take up to two seconds more where another program disturbs them. options,
 * allocator and diag may be NULL. GRN_E_MEMORY; GRN_E_ARGUMENT: out is NULL or an option is
 * negative; GRN_E_UNSUPPORTED: no such cpu here; GRN_E_SINK; GRN_E_CHECK: a doubt stays, and the message names
 * the figure. `out` is changed only where the figures could be measured: GRN_OK, GRN_E_SINK.
 */
GRN_API GRN_MUST_USE grn_status grn_machine_measure(const grn_machine_options *options, const grn_allocator *allocator,
                                                    const grn_diag *diag, grn_machine *out);

/*
 * As text: a line per figure, "name value" or "name value value ...", in the order above, comments
 * from # on. What is read may leave figures out: they keep what *out has. GRN_E_PARSE: no such
 * figure, a value that is none, too many or too few of them; the message has the line. `out` is
 * changed only where all of the text is right.
 */
GRN_API GRN_MUST_USE grn_status grn_machine_write(const grn_machine *machine, const grn_sink *sink);
GRN_API GRN_MUST_USE grn_status grn_machine_read(const char *text, size_t bytes, const grn_diag *diag,
                                                 grn_machine *out);

/* Whether every figure is one that costs can be worked out by; else which is not.
 * GRN_E_ARGUMENT. */
GRN_API GRN_MUST_USE grn_status grn_machine_check(const grn_machine *machine, const grn_diag *diag);
/*
 * The same, and whether its curves can be those of one machine that nothing disturbed: a larger
 * footprint costs no less than a smaller one, a following line not much more than a random one, and
 * no curve rises alone. They are held against each other and never against defaults: a slow machine
 * passes, if it is slow in all its footprints. Bounds are wide (src/plan/machine/judge.c), and what
 * a measurement answers passes. GRN_E_ARGUMENT; GRN_E_CHECK: they cannot; the message names the
 * first.
 */
GRN_API GRN_MUST_USE grn_status grn_machine_judge(const grn_machine *machine, const grn_diag *diag);

GRN_END_DECLS

#endif

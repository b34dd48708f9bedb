/*
 * comm.h - processes that run programs together: the name of each, and bytes from one to another.
 *
 * Knows: grn_comm (garner/comm.h), the process grid, groups of its processes, channels, bytes. Must
 * not know: tensors, ops, regions, how an op divides its work. A process does everything with
 * others through its grn_comm. Its functions are those of threads of one program (threads.c), of
 * ranks of a caller's communicator (processes.c), or of a process alone (alone.c); callers do not
 * depend on which.
 *
 * Processes are numbered by replica * partitions + partition, which is their rank. The data that
 * they exchange does not depend on their order of arrival: a program that names its peers gives the
 * same bits in every run.
 */
#ifndef GRN_COMM_H
#define GRN_COMM_H

#include "core/core.h"
#include "garner/comm.h"

/* The size of a grn_comm before it had an exchange: one of a caller may be as short
 * (GRN_CHECK_GROWN_OPTIONS). */
#define GRN_COMM_FIRST_BYTES offsetof(grn_comm, exchange)

/* ---- grids (names.c) ------------------------------------------------------------------------- */

/* What messages call the processes of a grid: processes of replicas and partitions, devices of a
 * mesh, ranks of a communicator. */
typedef enum grn_process_kind { GRN_PROCESS_OF_GRID, GRN_PROCESS_DEVICE, GRN_PROCESS_RANK } grn_process_kind;

typedef struct grn_grid_shape {
    int64_t replicas, partitions;
    grn_process_kind kind; /* how messages name processes */
} grn_grid_shape;

static inline int64_t grn_grid_count(const grn_grid_shape *g) { return g->replicas * g->partitions; }

/* The grid that a process runs in. */
typedef struct grn_own_grid {
    const grn_comm *comm; /* of all processes, this one by its number; it has exchange and group */
    grn_grid_shape shape;
    bool own_program; /* no other process runs the program that this one runs */
} grn_own_grid;

static inline int64_t grn_own_replica(const grn_own_grid *g) { return g->comm->rank / g->shape.partitions; }
static inline int64_t grn_own_partition(const grn_own_grid *g) { return g->comm->rank % g->shape.partitions; }

enum { GRN_PROCESS_BYTES = 64 };
/* "process (1, 0)", "device 2", "rank 2". */
const char *grn_process_name(const grn_grid_shape *grid, int64_t process, char text[GRN_PROCESS_BYTES]);
/* For the second of two: "(1, 0)"; one that has one number, with its word. */
const char *grn_process_number(const grn_grid_shape *grid, int64_t process, char text[GRN_PROCESS_BYTES]);
/* "process", "processes". */
const char *grn_process_word(grn_process_kind kind, bool many);

/* ---- one process (alone.c) ------------------------------------------------------------------- */

/* A grid of one: the process meets itself, and has no channels. Without state: any thread may use
 * it. */
extern const grn_own_grid grn_grid_alone;

/* ---- reductions (reduce.c) ------------------------------------------------------------------- */

/* acc[i] = f(acc[i], in[i]) for n elements. */
typedef struct grn_comm_fold {
    grn_status (*fold)(void *user, size_t n, void *acc, const void *in);
    void *user;
    size_t element_bytes;
} grn_comm_fold;

/*
 * result = f(.. f(f(x0, x1), x2) .., xk), element by element, where xi is what rank i brings: `n`
 * elements, without gaps, as `result`. This one order holds on any number of threads. Each rank
 * folds a part and gives it to the others. `all` false: only rank `root` gets the result, that of
 * the others is not touched.
 */
typedef struct grn_comm_reduction {
    const grn_comm_fold *fold;
    size_t n;
    const void *from;
    void *result;
    bool all;
    size_t root;
} grn_comm_reduction;
/* Collective; the communicator has an exchange. Memory for the parts of others comes from
 * `allocator`, and where it is refused GRN_E_MEMORY is not reported. */
grn_status grn_comm_reduce(const grn_comm *comm, const grn_comm_reduction *r, const grn_allocator *allocator);

/* ---- memory that several threads ask for (shared_memory.c) ----------------------------------- */

/* An allocator, one thread at a time. NULL: memory refused. `base` outlives it, as it does what is
 * allocated by it. */
typedef struct grn_shared_memory grn_shared_memory;
grn_shared_memory *grn_shared_memory_new(const grn_allocator *base);
const grn_allocator *grn_shared_memory_allocator(const grn_shared_memory *memory);
void grn_shared_memory_destroy(grn_shared_memory *memory);

/* ---- how processes end (stuck.c) ------------------------------------------------------------- */

/*
 * How a process ended. A call of its communicator that fails has reported the reason to the step's
 * diag; or it answers GRN_E_STUCK without a report: the process waited for something that can never
 * come, as others have ended or wait as well, and has to end then.
 */
typedef struct grn_process_end {
    grn_status status;
    bool is_stuck;
    grn_place stuck_at;
    char waits[256]; /* "stablehlo.all_reduce: process (0, 0) waits for (1, 0)" */
} grn_process_end;

/*
 * The result of a grid whose processes ended so. GRN_OK: all of them answered it. Otherwise the
 * status of the first process, by number, that failed by itself (GRN_E_PEER is none), and *failed
 * is its number; its message is the caller's to report. Where none did and some were stuck,
 * GRN_E_STUCK: a report of which process waits for which, and where, and *failed is -1.
 */
grn_status grn_processes_ended(const grn_grid_shape *grid, const grn_process_end *ends, const grn_diag *diag,
                               int64_t *failed);

/* ---- processes as threads of one program (threads.c) ----------------------------------------- */

/* The most processes of one grid; callers check it. */
#ifndef GRN_MAX_PROCESSES
#define GRN_MAX_PROCESSES 1024
#endif

/* The function of each process, on a thread of its own. Its answer is the process's status. Once it
 * has answered, processes that wait for it cannot go on. */
typedef struct grn_grid_work {
    grn_rank_fn run; /* `comm` has no alltoallv and no least */
    void *user;
    /* The allocator for messages that a process sends, from sending until the process uses its comm
     * again after they were received: used on the process's own thread alone, and after the end of
     * all of them on the caller's. NULL: the grid's allocator. */
    const grn_allocator *(*memory_of)(void *user, int64_t process);
} grn_grid_work;

/*
 * Runs the processes of a grid, and waits until all have ended; `allocator` may be used by all
 * threads at once. Answers as grn_processes_ended does, or, where the grid could not be started,
 * GRN_E_MEMORY, reported, with *failed -1. A process that fails ends only those that wait for it,
 * so the answer is the same in every run.
 */
grn_status grn_grid_run(const grn_grid_shape *grid, const grn_grid_work *work, const grn_allocator *allocator,
                        const grn_diag *diag, grn_place place, int64_t *failed);

#endif

/*
 * comm.h - processes that run programs together: who each of them is, and
 * bytes from one to another.
 *
 * Knows: the process grid, groups of its processes, channels, bytes. Must not
 * know: tensors, ops, regions, which op divides its work how. Each process has
 * a grn_grid_comm, through which it does everything with others; what lies behind
 * it (threads of one program, MPI) is a set of functions.
 *
 * Processes are numbered by replica * partitions + partition. What they give
 * each other does not depend on when each of them comes: a program that names
 * its peers gives the same bits in every run.
 */
#ifndef GRN_COMM_H
#define GRN_COMM_H

#include "core/core.h"
#include "garner/comm.h"

/* What the processes of a grid are to who reads a message: of replicas and partitions, of a mesh, of a communicator. */
typedef enum grn_process_kind { GRN_PROCESS_OF_GRID, GRN_PROCESS_DEVICE, GRN_PROCESS_RANK } grn_process_kind;

typedef struct grn_grid_comm grn_grid_comm;

/* What one process gives another, and where it puts what it gets. `n` may be 0; the two numbers agree. */
typedef struct grn_comm_part {
    const void *bytes;
    size_t n;
} grn_comm_part;
typedef struct grn_comm_room {
    void *bytes;
    size_t n;
} grn_comm_room;

/*
 * A step that the processes of a group take together: it is one step where all
 * say the same of `what`, `channel` and `members`.
 */
typedef struct grn_meeting {
    const char *what; /* the op's name, ends in a zero */
    grn_place place;  /* of the op, for messages */
    int64_t channel;
    size_t count;
    const int64_t *members; /* process numbers, each once; the calling process is one */
} grn_meeting;

/* One end of a channel. Channels that programs name and those within an op are apart. */
#define GRN_ANY_PROCESS INT64_C(-1)
typedef struct grn_channel_end {
    const char *what;
    grn_place place;
    bool within_op;
    int64_t channel;
    int64_t peer;   /* who is at the other end; GRN_ANY_PROCESS: whoever is */
    uint64_t group; /* a channel is one of a group; 0: of the whole grid. Of threads alone */
} grn_channel_end;

/*
 * Every function that can fail answers GRN_OK or, reported, what went wrong;
 * or, not reported, GRN_E_STUCK: this process waits for what can never come,
 * as others have ended or wait as well. It has to end then.
 */
struct grn_grid_comm {
    int64_t replicas, partitions, process;
    grn_process_kind kind; /* how messages name processes */
    bool own_program;      /* no other process runs the program that this one runs; false until the one who runs it says so */
    /*
     * Meets the others of the group. members[i] gets give[i], and what it gives goes to take[i]. Either list may be
     * NULL: nothing; so two NULLs are a barrier. Nothing given is read, and nothing taken is written, after the call.
     */
    grn_status (*exchange)(grn_grid_comm *c, const grn_meeting *m, const grn_comm_part *give, const grn_comm_room *take,
                           const grn_diag *diag);
    /* Leaves a copy for the peer, and waits for nobody. Messages of one sender over one channel come in their order. The copy
     * counts for the sender where processes are threads (grn_grid_work), and for the receiver where they are ranks (processes.h). */
    grn_status (*send)(grn_grid_comm *c, const grn_channel_end *to, const grn_comm_part *message, const grn_diag *diag);
    /* Waits for a message of just `message->n` bytes. Of those that have come from any process, the first of the lowest number;
     * of processes that are ranks, the first that came. */
    grn_status (*receive)(grn_grid_comm *c, const grn_channel_end *from, const grn_comm_room *message, const grn_diag *diag);
};

static inline int64_t grn_comm_processes(const grn_grid_comm *c) { return c->replicas * c->partitions; }
static inline int64_t grn_comm_replica(const grn_grid_comm *c) { return c->process / c->partitions; }
static inline int64_t grn_comm_partition(const grn_grid_comm *c) { return c->process % c->partitions; }

/* ---- names (names.c) -------------------------------------------------------------------------------------------------- */

enum { GRN_PROCESS_BYTES = 64 };
/* "process (1, 0)", "device 2", "rank 2". */
const char *grn_process_name(int64_t partitions, grn_process_kind kind, int64_t process, char text[GRN_PROCESS_BYTES]);
/* For the second of two: "(1, 0)"; one that has one number, with its word. */
const char *grn_process_number(int64_t partitions, grn_process_kind kind, int64_t process, char text[GRN_PROCESS_BYTES]);

/* "process", "processes". */
const char *grn_process_word(grn_process_kind kind, bool many);

/* ---- one process (alone.c) -------------------------------------------------------------------------------------------- */

/* Of a grid of one: it meets itself. Channels to others are refused. Without state: any thread may use it. */
extern grn_grid_comm *const grn_comm_alone;

/* ---- reductions (reduce.c) -------------------------------------------------------------------------------------------- */

/* acc[i] = f(acc[i], in[i]) for n elements. */
typedef struct grn_comm_fold {
    grn_status (*fold)(void *user, size_t n, void *acc, const void *in);
    void *user;
    size_t element_bytes;
} grn_comm_fold;

/*
 * result = f(.. f(f(x0, x1), x2) .., xk), element by element, where xi is what members[i] brings: `n` elements, without gaps, as
 * `result`. This one order holds on any number of threads. Each member folds a part and gives it to the others. `all`
 * false: only members[root] gets the result, that of the others is not touched. Memory for the parts of
 * others comes from `allocator`, and where it is refused GRN_E_MEMORY is not reported.
 */
typedef struct grn_comm_reduction {
    const grn_meeting *meeting;
    const grn_comm_fold *fold;
    size_t n;
    const void *from;
    void *result;
    bool all;
    size_t root;
} grn_comm_reduction;
grn_status grn_comm_reduce(grn_grid_comm *c, const grn_comm_reduction *r, const grn_allocator *allocator, const grn_diag *diag);

/* The position of this process among the members; the members' count where it is none of them. */
size_t grn_comm_position(const grn_grid_comm *c, const grn_meeting *m);

/* ---- memory that several threads ask for (shared_memory.c) ------------------------------------------------------------ */

/* An allocator, one thread at a time. NULL: memory refused. `base` outlives it, as it does what is allocated by it. */
typedef struct grn_shared_memory grn_shared_memory;
grn_shared_memory *grn_shared_memory_new(const grn_allocator *base);
const grn_allocator *grn_shared_memory_allocator(const grn_shared_memory *memory);
void grn_shared_memory_destroy(grn_shared_memory *memory);

/* ---- processes as threads of one program (threads.c) ------------------------------------------------------------------ */

/* Processes that one grid may have: the caller's to see to. */
#ifndef GRN_MAX_PROCESSES
#define GRN_MAX_PROCESSES 1024
#endif

/* What each process does, on a thread of its own. What it answers is how it ends: once it has, who waits for it can not go on. */
typedef struct grn_grid_work {
    grn_status (*run)(void *user, grn_grid_comm *comm);
    void *user;
    grn_process_kind kind;
    /* What pays for the messages that a process sends, from sending until the process uses its comm again after they were
     * received: used on its own thread alone, and behind the end of all of them on the caller's. NULL: the grid's allocator. */
    const grn_allocator *(*memory_of)(void *user, int64_t process);
} grn_grid_work;

/*
 * Runs replicas * partitions processes, and waits until all have ended; `allocator` may be used by all threads at once. GRN_OK: all of them answered so. Otherwise the status of
 * the first process, by number, that failed by itself (GRN_E_PEER is none), and *failed is its number; its message is the caller's to
 * report.
 * Where none did and still none can go on, GRN_E_STUCK: who waits for whom and where is reported, and *failed is -1, as it is
 * where the grid could not be started (GRN_E_MEMORY, reported).
 * A process that fails ends none but those that wait for it: so what is answered is the same in every run.
 */
grn_status grn_grid_run(int64_t replicas, int64_t partitions, const grn_grid_work *work, const grn_allocator *allocator,
                        const grn_diag *diag, grn_place place, int64_t *failed);

#endif

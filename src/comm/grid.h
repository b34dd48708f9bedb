/* grid.h - what threads.c and stuck.c share: the processes of a grid that are threads. */
#ifndef GRN_COMM_GRID_H
#define GRN_COMM_GRID_H

#include <pthread.h>

#include "comm/comm.h"

typedef struct grn_grid grn_grid;
typedef struct grn_member grn_member;

typedef struct grn_thread_comm {
    grn_grid_comm comm; /* first: one pointer serves both */
    grn_member *member;
} grn_thread_comm;

/* A message on its way. */
typedef struct grn_letter {
    struct grn_letter *next; /* of `from` is its memory */
    int64_t from, to, channel;
    uint64_t group;
    bool within_op;
    size_t n;
    char bytes[];
} grn_letter;

typedef enum grn_member_state {
    GRN_MEMBER_RUNS,
    GRN_MEMBER_WAITS,
    GRN_MEMBER_STUCK, /* it waited when none could go on */
    GRN_MEMBER_ENDED
} grn_member_state;

/* One process. All but what is said otherwise is under the grid's lock. */
struct grn_member {
    grn_thread_comm comm; /* never changes */
    grn_grid *grid;
    pthread_t thread;
    pthread_cond_t wake;
    bool started;
    grn_member_state state;
    grn_status status; /* how it ended */
    /* Where it meets others: set from before it comes until it leaves, and read by those it meets. */
    const grn_meeting *meeting;
    uint64_t hash; /* of its members */
    const grn_comm_part *give;
    size_t inside; /* of the meeting whose first member this is: who has not left yet */
    bool may_leave;
    const grn_channel_end *from;    /* the message it waits for */
    grn_letter *letter;             /* the one it got; its own */
    const grn_allocator *allocator; /* of the letters that it sends; never changes */
    grn_letter *received;           /* of those, what others have received: for it alone to release */
    /* What it waited for, when it was stuck: copies, as the process goes on to its end. */
    const char *stuck_in;
    grn_place stuck_at;
    int64_t stuck_for; /* a process, or GRN_ANY_PROCESS: a channel */
    int64_t stuck_channel;
};

struct grn_grid {
    const grn_allocator *allocator; /* which all threads may use at once */
    const grn_grid_work *work;
    int64_t count, partitions, running;
    bool stuck;
    grn_letter *letters, **last; /* that nobody has asked for yet */
    pthread_mutex_t lock;
    grn_member members[];
};

/* "process (1, 0)" */
const char *grn_member_name(const grn_grid *g, int64_t process, char text[GRN_PROCESS_BYTES]);
/* Whether two processes mean one step. */
bool grn_meetings_agree(const grn_meeting *a, const grn_meeting *b);
/* Notes what a member that waits is waiting for. */
void grn_member_note_stuck(grn_member *m);
/* An error at the first process that waited, a note for each other. GRN_E_STUCK. */
grn_status grn_grid_tell_stuck(const grn_grid *g, const grn_diag *diag);

#endif

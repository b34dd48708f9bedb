/* threads.h - declarations that threads.c and stuck.c share: the processes of a grid that are
 * threads. */
#ifndef GRN_COMM_THREADS_H
#define GRN_COMM_THREADS_H

#include <pthread.h>

#include "comm/group.h"

typedef struct grn_thread_grid grn_thread_grid;
typedef struct grn_member grn_member;

/* A message on its way. */
typedef struct grn_letter {
    struct grn_letter *next; /* of `from` is its memory */
    int64_t from, to, channel;
    uint64_t group;
    size_t n;
    char bytes[];
} grn_letter;

typedef enum grn_member_state { GRN_MEMBER_RUNS, GRN_MEMBER_WAITS, GRN_MEMBER_ENDED } grn_member_state;

/* One process. All but what is said otherwise is under the grid's lock. */
struct grn_member {
    grn_group all;      /* its communicator of all processes; never changes */
    grn_comm_step step; /* its own */
    grn_thread_grid *grid;
    pthread_t thread;
    pthread_cond_t wake;
    bool started;
    grn_member_state state;
    bool waits_in_vain; /* its wait has ended, because no process could go on */
    /* Its current meeting: set from before it arrives until it leaves, and read by the other
     * members. */
    const grn_comm_call *meeting;
    const grn_comm_part *give;
    size_t inside; /* of the meeting whose first member this is: how many have not left yet */
    bool may_leave;
    const grn_comm_call *from;      /* the message it waits for */
    grn_letter *letter;             /* the one it got; its own */
    const grn_allocator *allocator; /* of the letters that it sends; never changes */
    grn_letter *received;           /* of those, what others have received: for it alone to release */
    grn_process_end *end;           /* and what it waited for when it was first stuck */
};

struct grn_thread_grid {
    const grn_allocator *allocator; /* which all threads may use at once */
    const grn_grid_work *work;
    grn_grid_shape shape;
    int64_t count, running;
    grn_letter *letters, **last; /* messages that have not been received */
    pthread_mutex_t lock;
    size_t bytes; /* of this and the lists behind it */
    grn_process_end *ends;
    int32_t *everyone; /* the numbers of all */
    grn_member members[];
};

/* Whether two processes mean one step. */
bool grn_meetings_agree(const grn_comm_call *a, const grn_comm_call *b);
/* Notes what a waiting member waits for. */
void grn_member_note_stuck(grn_member *m);

#endif

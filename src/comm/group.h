/*
 * group.h - the communicator of a process in threads.c and processes.c, and the messages that both
 * have about a call.
 *
 * Knows: the members of a group, the step that a process is in. Must not know: how bytes get from
 * one to another.
 */
#ifndef GRN_COMM_GROUP_H
#define GRN_COMM_GROUP_H

#include "comm/comm.h"

#define GRN_ANY_PROCESS INT64_C(-1)

/* Of one process. A group is another one, which shares what is the process's; it is made without a
 * message. */
typedef struct grn_group {
    grn_comm comm;                  /* as its user has it; `user` is this */
    void *process;                  /* a grn_member, a grn_rank_grid */
    const grn_grid_shape *grid;     /* for messages */
    grn_comm_step *step;            /* the process's */
    const grn_allocator *allocator; /* of groups */
    uint64_t key;                   /* 0: all processes; else that of its members and of what it was made of */
    const int32_t *members;         /* process numbers by rank */
    size_t list_bytes;              /* for each member, in `lists`, which collective calls use */
    void *lists;                    /* NULL where list_bytes is 0 */
    size_t bytes;                   /* of all this, where it was allocated */
} grn_group;

/* As `of`, with room for `size` members and its lists, which are not filled. NULL: memory
 * refused. */
grn_group *grn_group_new(const grn_group *of, size_t size);
/* The `group`, `release` and `step` of a grn_comm whose user is a grn_group. */
grn_status grn_group_make(void *user, int32_t count, const int32_t *ranks, grn_comm *out);
void grn_group_release(void *user);
void grn_group_step(void *user, const grn_comm_step *step);
static inline bool grn_group_has(const grn_group *g, int64_t rank) { return rank >= 0 && rank < g->comm.size; }
static inline int32_t grn_group_self(const grn_group *g) { return g->members[g->comm.rank]; }

/* A call of a process, in its step. */
typedef struct grn_comm_call {
    const grn_group *group;
    grn_comm_step step; /* with a name */
    int64_t channel;    /* of a message */
    int64_t peer;       /* the process at the other end; GRN_ANY_PROCESS: any */
} grn_comm_call;
/* `name`: of the function. */
grn_comm_call grn_meeting_of(const grn_group *g, const char *name);
grn_comm_call grn_message_of(const grn_group *g, const char *name, int64_t channel, int32_t peer_rank);
/* Two numbers of bytes do not agree: "stablehlo.recv: process (0, 1) sends 8 bytes, 4 are expected
 * of it". */
grn_status grn_comm_call_fails_bytes(const grn_comm_call *call, int64_t giver, const char *gives, int64_t given,
                                     size_t taken);
/* Sets *end to what the call waits for: a process, or GRN_ANY_PROCESS: a message on its channel.
 * Answers GRN_E_STUCK. */
grn_status grn_comm_call_is_stuck(const grn_comm_call *call, int64_t waits_for, grn_process_end *end);

#endif

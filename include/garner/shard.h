/*
 * shard.h - programs divided over the devices of a mesh.
 *
 * The meshes and shardings of a program are Shardy's (dialect sdy): a dimension is cut along axes
 * of a mesh. Calls may run on several threads at once, on one module too; they keep no pointer
 * beyond the module they make. diag may be NULL, and so may options; nothing else.
 */
#ifndef GARNER_SHARD_H
#define GARNER_SHARD_H

#include "garner/dist.h"
#include "garner/module.h"

GRN_BEGIN_DECLS

/*
 * How far a program is taken. Each stage begins with what the one before it gives.
 */
#define GRN_SHARD_STAGES(S)                                                                                            \
    S(RULES, "rules") /* every op has its rule as sdy.sharding_rule: which dimensions of its values go together */     \
    S(PROPAGATED, "propagated") /* values have the shardings that Shardy propagates, as sdy.sharding */                \
    S(RESHARDED, "resharded")   /* operands and results of an op agree by its rule; sdy's collectives stand between */ \
    S(LOCAL, "local")           /* what one device runs: local shapes, and StableHLO's collectives */
typedef enum grn_shard_stage {
#define GRN_SHARD_STAGE_ENUM(name, text) GRN_SHARD_##name,
    GRN_SHARD_STAGES(GRN_SHARD_STAGE_ENUM)
#undef GRN_SHARD_STAGE_ENUM
        GRN_SHARD_STAGE_COUNT
} grn_shard_stage;
/* Static storage; "unknown" outside the list. */
GRN_API const char *grn_shard_stage_text(grn_shard_stage stage);

/*
 * What a device does for an op beside its own part of it: it exchanges with others, or it runs the
 * op whole. Bytes are those of one time; pointers live during the call that gets them.
 */
typedef struct grn_shard_move {
    grn_place place;
    const char *op; /* "stablehlo.gather", of op_bytes bytes */
    size_t op_bytes;
    const char *function; /* that it is divided in, without @; calls stand there as what they call */
    size_t function_bytes;
    const char *collective; /* "all_gather", "all_to_all", "collective_permute", "all_reduce", "all_reduce of bits",
                             * "reduce_scatter of bits"; NULL: none, every device runs the op whole */
    const char *axes;       /* of the mesh that it goes along: {"x", "y":(1)2}; NULL where the op runs whole */
    const char *why;        /* as "operand #0 of 'stablehlo.add'"; of an op that runs whole why it cannot be cut */
    int64_t most_bytes;     /* that come to a device */
    int64_t least_bytes;    /* that have to come: what the device needs and does not have */
    /* that it runs each time that the function does: the product of the trip counts of the loops
     * around it; -1: that is not known, or too large */
    int64_t times;
    int32_t loops;       /* around it */
    bool is_conditional; /* it is in a branch: `times` if that is always taken */
} grn_shard_move;

/* A move as a sentence, in pieces: "'stablehlo.add': all_gather along {"x"}, operand #0 ..".
 * GRN_E_ARGUMENT: the move, its op or why is NULL, or the sink is or has no function; else what the
 * sink answers. */
GRN_API GRN_MUST_USE grn_status grn_shard_move_write(const grn_shard_move *move, const grn_sink *sink);

/* Who is told of moves: on the calling thread, in an order that is the same each time. It must not
 * call back into the same module. */
typedef struct grn_shard_reporter {
    void (*moved)(void *user, const grn_shard_move *move);
    void *user;
} grn_shard_reporter;

typedef struct grn_module_shard_options {
    size_t size_bytes; /* 0, or sizeof(grn_module_shard_options): garner.h */
    grn_shard_stage stage;
    bool reassociate;               /* sums of floats may be divided: other bits than one process gives */
    bool keep_recipes;              /* iotas that index stay components: they are not made batching dims before */
    const grn_shard_reporter *told; /* of each move, at the stage `local`; NULL, or one without `moved`: nobody */
} grn_module_shard_options;

/*
 * A new module of the given one's allocator and options, verified, the caller's to destroy; *out is
 * NULL on failure.
 *   GRN_E_VERIFY       the module given breaks a rule
 *   GRN_E_UNSUPPORTED  what cannot be divided, reported at each such op with the reason
 *   GRN_E_MEMORY, GRN_E_LIMIT
 * Source of the semantics: Shardy, its dialect and its registry of sharding rules; docs/shard.md.
 */
GRN_API GRN_MUST_USE grn_status grn_module_shard(const grn_module *module, const grn_module_shard_options *options,
                                                 const grn_diag *diag, grn_module **out);

/* Whether the program has a mesh, or says anything else of Shardy's: without that it is divided
 * into nothing. NULL: false. */
GRN_API bool grn_module_shard_has_mesh(const grn_module *module);

/* How many devices the mesh of a function's shardings has: 1 where there are none. GRN_E_ARGUMENT:
 * no such function. Errors as of grn_module_shard. */
GRN_API GRN_MUST_USE grn_status grn_module_shard_devices(const grn_module *module, size_t function,
                                                         const grn_diag *diag, int64_t *count);

/*
 * How argument or result `i` of a function lies on the devices, of a module that says it: one at
 * the stage `propagated` or `resharded`. What says nothing is whole on every device. part_of, to
 * which the layout then points, has room for devices times rank.
 *   GRN_E_ARGUMENT     no such function, argument or result; one that is no tensor of known shape
 */
GRN_API GRN_MUST_USE grn_status grn_module_shard_layout(const grn_module *module, size_t function, bool is_result,
                                                        size_t i, int32_t *part_of, const grn_diag *diag,
                                                        grn_layout *layout);

/*
 * Runs a function of a program that has not been divided on the devices of its mesh, each a process
 * on a thread: divides it to the stage `local`, whatever how->stage says, gives each device its
 * parts of the whole inputs, and puts the whole results together. They have the bits that
 * grn_module_run gives. Arguments and errors as there, and as of grn_module_shard; how and options
 * may be NULL; options->replicas and partitions over 1 are GRN_E_ARGUMENT, and parallel, tuning,
 * ttnn, tracer and probe are not used. GRN_E_UNSUPPORTED of strict_bounds and check_promises, which
 * look at a program's indices. GRN_E_CHECK where copies that devices hold of one part differ.
 *
 * With options->comm the devices are its ranks, as many as the mesh has, each of its number: the
 * call is collective. `inputs` are views of the whole tensors, of which a rank reads its own parts
 * alone, so that files that are mapped will do; and the results are the rank's own parts, without
 * padding, which grn_results_layout says the places of.
 */
GRN_API GRN_MUST_USE grn_status grn_module_shard_run(const grn_module *module, size_t index, size_t ninputs,
                                                     const grn_tensor *inputs, const grn_module_shard_options *how,
                                                     const grn_run_options *options, const grn_diag *diag,
                                                     grn_results **out);

/*
 * How result `i`, or input `i` where is_result is false, lay on the devices of the run that gave
 * `results`, device by device as grn_layout has ranks; with its part_of it lives with `results`.
 * NULL: `results` is NULL or not grn_module_shard_run's; out of range; a value whose shape the
 * program does not say, or a result of a function that gives tuples. Any thread.
 */
GRN_API const grn_layout *grn_results_layout(const grn_results *results, bool is_result, size_t i);

GRN_END_DECLS

#endif

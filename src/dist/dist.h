/*
 * dist.h - gathers and scatters of tensors that ranks share.
 *
 * Knows: layouts, which rank holds which position, rows on their way, rounds, the order in which
 * updates meet. Must not know: programs, meshes with names, MPI, dialects.
 *
 * Glossary. A placement is a layout worked out for all ranks of a communicator. A shard is the part
 * of a tensor that a rank has; its holders are the ranks that have it. The dense tensor is a
 * gather's result or a scatter's updates. A row is what travels in one piece; its coordinates say
 * where in a shard it begins. An entry is one row that is needed; entries that need the same row
 * share it.
 */
#ifndef GRN_DIST_INTERNAL_H
#define GRN_DIST_INTERNAL_H

#include "comm/comm.h"
#include "garner/dist.h"
#include "kernels/kernels.h"
#include "access/map.h"
#include "access/spec.h"

/* Memory, and how much. */
typedef struct grn_dist_memory {
    void *memory;
    size_t bytes;
} grn_dist_memory;
bool grn_dist_memory_new(grn_dist_memory *b, const grn_allocator *allocator, size_t count, size_t item_bytes);
void grn_dist_memory_end(grn_dist_memory *b, const grn_allocator *allocator);
/* GRN_E_MEMORY, reported. */
grn_status grn_dist_refused(const grn_diag *diag);

/* ---- placements (layout.c, placement.c) ------------------------------------------------------ */

/* Positions of a dimension: first, first + step, ..., `count` of them. */
typedef struct grn_dist_span {
    int64_t first, step, count;
} grn_dist_span;
/* The positions that both have. */
grn_dist_span grn_dist_span_meet(grn_dist_span a, grn_dist_span b);
/* Which of the span's positions k is; k is one. */
static inline int64_t grn_dist_span_index(grn_dist_span s, int64_t k) { return (k - s.first) / s.step; }

typedef struct grn_placement {
    int32_t ranks, rank; /* of the communicator; of the tensor */
    int64_t shape[GRN_MAX_RANK];
    int32_t parts[GRN_MAX_RANK];
    grn_owner owner[GRN_MAX_RANK];
    int32_t weight[GRN_MAX_RANK]; /* of a dimension's part in the number of a shard */
    int32_t nshards;
    int32_t *part;    /* [ranks * rank] */
    int32_t *shard;   /* [ranks] */
    int32_t *first;   /* [nshards + 1]: where a shard's holders begin in the next */
    int32_t *holders; /* [ranks], ascending for each shard */
    const grn_allocator *allocator;
    size_t bytes;
} grn_placement;

/* A layout that comes from outside. GRN_E_ARGUMENT, GRN_E_LIMIT, GRN_E_SHAPE; `name` for
 * messages. */
grn_status grn_layout_check(const grn_layout *layout, int32_t ranks, const char *name, const grn_diag *diag);
/* Of a layout that was checked. GRN_E_ARGUMENT: a shard has no holder. GRN_E_MEMORY is reported
 * too. */
grn_status grn_placement_of(const grn_layout *layout, int32_t ranks, const char *name, const grn_allocator *allocator,
                            const grn_diag *diag, grn_placement *out);
/* The placement of a tensor whose dimension d lies as dimension dim[d] of `like`, and is whole on
 * each rank where that is -1. */
grn_status grn_placement_like(const grn_placement *like, int32_t rank, const int64_t *shape, const int32_t *dim,
                              const grn_allocator *allocator, const grn_diag *diag, grn_placement *out);
/* Zeroed is fine. */
void grn_placement_end(grn_placement *p);
/* The positions that a part has, and those that a rank has. */
grn_dist_span grn_part_span(const grn_placement *p, int32_t d, int32_t part);
static inline int32_t grn_part_of(const grn_placement *p, int32_t rank, int32_t d)
{
    return p->part[(int64_t)rank * p->rank + d];
}
static inline grn_dist_span grn_rank_span(const grn_placement *p, int32_t rank, int32_t d)
{
    return grn_part_span(p, d, grn_part_of(p, rank, d));
}
/* Which part has position k. */
int32_t grn_part_with(const grn_placement *p, int32_t d, int64_t k);
/* The holder of a shard that serves a rank: the rank itself if it holds the shard, else one of the
 * holders in turn. */
int32_t grn_placement_pick(const grn_placement *p, int32_t shard, int32_t rank);
void grn_placement_local_shape(const grn_placement *p, int32_t rank, int64_t *shape);
/* Whether dimensions lie alike on all ranks. */
bool grn_placed_alike(const grn_placement *a, int32_t da, const grn_placement *b, int32_t db);

/* ---- the wire (wire.c) ----------------------------------------------------------------------- */

/* A communicator, and the traffic over it. */
typedef struct grn_wire {
    const grn_comm *comm;
    int64_t messages_sent, messages_received, bytes_sent, bytes_received; /* to and from others */
} grn_wire;
/* The status of the transport, reported. */
grn_status grn_wire_exchange(grn_wire *w, const void *send, const int64_t *send_bytes, void *receive,
                             const int64_t *receive_bytes, const grn_diag *diag);
/* Collective: number r of `sent` goes to rank r, what rank r sends comes to number r of `received`.
 * `bytes`: as many, written over. */
grn_status grn_wire_exchange_counts(grn_wire *w, const int64_t *sent, int64_t *received, int64_t *bytes,
                                    const grn_diag *diag);
grn_status grn_wire_least(grn_wire *w, int64_t mine, int64_t *out, const grn_diag *diag);
grn_status grn_wire_most(grn_wire *w, int64_t mine, int64_t *out, const grn_diag *diag);
/* Collective: all ranks exchange their statuses. GRN_OK where all are; `mine` where it is not; else
 * GRN_E_PEER, reported. */
grn_status grn_wire_agree(grn_wire *w, grn_status mine, const grn_diag *diag);
/* Whether all ranks gave the same number. */
grn_status grn_wire_same(grn_wire *w, uint64_t mine, bool *out, const grn_diag *diag);

/* ---- rounds (rounds.c) ----------------------------------------------------------------------- */

/* The bytes that a rank sends and receives in all, without rounds, and its widest row. */
typedef struct grn_load {
    int64_t out_bytes, in_bytes, row_bytes;
} grn_load;

/* The schedule of sends: rounds 0 .. count - 1. */
typedef struct grn_rounds {
    int32_t ranks, rank;
    int32_t together;   /* how many others a rank sends to in one round */
    int64_t pair_bytes; /* of one pair in one round, but one row at least; INT64_MAX: all at once */
    int64_t turns;      /* rounds of each set of pairs */
    int64_t count;
} grn_rounds;

/* Rows from this rank to another, or from that one to this. */
typedef struct grn_dist_pair {
    int32_t peer;
    bool comes_in;
    int64_t rows, row_bytes;
} grn_dist_pair;

/*
 * Collective: begin, then, not collective, need for all rows that this rank sends to one and gets
 * from one, then end. Then a round sends at most `most_bytes` from each rank and to each, or one
 * row. `in_step`: pairs whose rows are as many send the same of them in each round; then there is
 * room for a row of each rank at least.
 */
grn_status grn_rounds_begin(grn_rounds *r, grn_wire *w, const grn_load *mine, bool in_step, size_t most_bytes,
                            const grn_diag *diag);
void grn_rounds_need(grn_rounds *r, int64_t rows, int64_t row_bytes);
grn_status grn_rounds_end(grn_rounds *r, grn_wire *w, const grn_diag *diag);
/* How many rows of a pair go in a round; the first is *from. */
int64_t grn_rounds_rows(const grn_rounds *r, int64_t round, const grn_dist_pair *p, int64_t *from);
/* The most bytes of `count` pairs that go in one round. */
int64_t grn_rounds_staged(const grn_rounds *r, void *user, grn_dist_pair (*pair)(void *user, int32_t i), int32_t count);

/* Rows of one width, from the sender's memory to the receiver's. */
typedef struct grn_cargo {
    /* How many rows go to a peer, or come from it. The peer's own count is how many come. */
    int64_t (*rows)(void *user, int32_t peer, bool comes_in);
    /* Rows from number `first` on, for a peer and from it; by ascending peers in each round. */
    void (*pack)(void *user, int32_t peer, int64_t first, int64_t rows, void *to);
    void (*unpack)(void *user, int32_t peer, int64_t first, int64_t rows, const void *from);
    void *user;
    int64_t row_bytes;
    bool in_step; /* as of rounds */
    size_t most_bytes;
} grn_cargo;
/* Collective. Staging is allocated for the call. */
grn_status grn_wire_carry(grn_wire *w, const grn_cargo *c, const grn_allocator *allocator, const grn_diag *diag);

/* ---- elements by their row-major numbers (flat.c) -------------------------------------------- */

/* The view that begins at element `first` and has up to `most` elements, which follow it; answers
 * how many. */
int64_t grn_flat_box(const grn_tensor *t, int64_t first, int64_t most, grn_tensor *box);
/* n elements from `first` on, to and from a list without gaps. */
void grn_flat_read(const grn_tensor *t, int64_t first, int64_t n, void *to);
void grn_flat_write(const grn_tensor *t, int64_t first, int64_t n, const void *from);
/* The same, each element combined with that of the list. */
void grn_flat_combine(const grn_tensor *t, int64_t first, int64_t n, const grn_accumulate *f, const void *from);

/* ---- tensors from one placement to another (redistribute.c) ---------------------------------- */

/* The view of the part that rank `mine` has under `a` and rank `other` has under `b`. `local` is
 * mine's tensor under a. False: they share nothing. */
bool grn_shared_piece(const grn_placement *a, int32_t mine, const grn_placement *b, int32_t other,
                      const grn_tensor *local, grn_tensor *out);
/* Collective. Each rank takes each shard from the holder that costs least: itself first. */
grn_status grn_redistribute(grn_wire *w, const grn_placement *from, const grn_placement *to, const grn_tensor *source,
                            const grn_tensor *target, size_t most_staged_bytes, const grn_allocator *allocator,
                            const grn_diag *diag);

/* ---- entries (form.c, entries.c) ------------------------------------------------------------- */

/* A coordinate of a row: its position along one dimension of the operand. */
typedef struct grn_dist_coord {
    int32_t dim;
    int32_t component; /* of the index vector that it starts from; -1: from 0 */
    int32_t walk;      /* the walked dim whose position is added; -1: none */
    int32_t windowed;  /* the dense dim that walks the window along it, which travels with the row; -1: none */
    grn_coordinate start;
} grn_dist_coord;

/* A dimension of the operand that travels whole, or as far as it is needed. */
typedef struct grn_dist_row_dim {
    int32_t dim;
    int32_t dense; /* the dense dim that walks it; -1: only position 0 is needed */
} grn_dist_row_dim;

/*
 * How a gather or scatter is taken apart: dimensions of the operand are coordinates or travel with
 * the row (a coordinate with a window both), those of the dense tensor are walked, an entry for
 * each position, or travel with the row.
 */
typedef struct grn_dist_form {
    grn_index_rule rule;
    bool element_wise; /* elements outside are left out one by one */
    int32_t operand_rank, dense_rank;
    int32_t ncoords, nrows, nwalks;
    grn_dist_coord coord[GRN_MAX_RANK];
    grn_dist_row_dim row[GRN_MAX_RANK];
    int32_t walk_dense[GRN_MAX_RANK], walk_indices[GRN_MAX_RANK]; /* of each walked dim; -1: no dim of indices */
    int64_t vector_dim;                                           /* of indices; rank(indices): none */
} grn_dist_form;

/* `window`: extent along each operand dim. Window dims may travel with the row where the order of
 * entries does not matter. */
void grn_dist_form_of(const grn_access_map *map, const grn_index_rule *rule, const int64_t *window,
                      const grn_placement *operand, const grn_placement *dense, bool keep_order, grn_dist_form *out);

/* One entry. `coord` are positions in the whole operand; not set where the entry has none. */
typedef struct grn_dist_entry {
    int64_t number; /* of the entry, in the order of this rank */
    int64_t key;    /* its place in the order of all entries of all ranks */
    bool reaches;   /* false: the policy drops it */
    int64_t coord[GRN_MAX_RANK];
    const int64_t *at; /* its index along each walked dim, in the rank's part */
} grn_dist_entry;
typedef grn_status (*grn_entry_fn)(void *user, const grn_dist_entry *entry);

/* How many this rank has. */
int64_t grn_dist_entry_count(const grn_dist_form *form, const grn_placement *dense, int32_t rank);
/* In order. `indices` has the vectors of this rank's part of the dense tensor. Ends at the first
 * that answers not GRN_OK. */
grn_status grn_dist_each_entry(const grn_dist_form *form, const grn_placement *operand, const grn_placement *dense,
                               int32_t rank, const grn_tensor *indices, grn_entry_fn f, void *user);

/* ---- indices under GRN_BOUNDS_ERROR (bounds.c) ----------------------------------------------- */

/* Collective: finds the first of all index vectors that is out of range; all ranks report it in the
 * same words. */
grn_status grn_dist_check_bounds(grn_wire *w, const grn_nest *nest, const grn_placement *placement, int64_t vector_dim,
                                 const grn_tensor *indices, const grn_diag *diag);

/* ---- rows on their way (piece.c, haul.c) ----------------------------------------------------- */

/* Rows for one rank, or from one. */
typedef struct grn_parcel {
    int32_t peer;
    int64_t rows, row_elements;
    /* The sender's: */
    int64_t first;                  /* of its coordinates */
    grn_dist_span at[GRN_MAX_RANK]; /* the part of the sender's tensor that rows are of, by its own positions */
    int64_t slice[GRN_MAX_RANK];    /* what a row has of each dimension */
    /* The receiver's: */
    int64_t offset;  /* of the view, in elements */
    grn_tensor view; /* [rows, what a row keeps] of the table, without data */
} grn_parcel;
/* The view of a parcel's part of a tensor, without data; it begins *offset elements behind the
 * tensor. */
void grn_parcel_view(const grn_parcel *p, const grn_tensor *local, int64_t *offset, grn_tensor *view);

/* The part of a row that rank `holder` of the operand and rank `user` of the dense tensor share, by
 * dimensions of the operand. False: they share nothing. */
bool grn_row_piece(const grn_dist_form *form, const grn_placement *operand, int32_t holder, const grn_placement *dense,
                   int32_t user, grn_dist_span *both);
/* The place of that piece in the holder's part, in the user's part, and in a table of whole rows of
 * the user's. */
void grn_operand_piece(const grn_dist_form *form, const grn_placement *operand, int32_t holder,
                       const grn_dist_span *both, grn_parcel *out);
void grn_dense_piece(const grn_dist_form *form, const grn_placement *dense, int32_t user, const grn_dist_span *both,
                     grn_parcel *out);
void grn_table_piece(const grn_dist_form *form, const grn_placement *dense, int32_t user, const grn_dist_span *both,
                     int64_t first_row, int64_t rows, grn_dtype dtype, grn_parcel *out);
/* The elements of a whole row of the user's, and its extents along the dimensions that it keeps;
 * answers how many those are. */
int32_t grn_row_shape(const grn_dist_form *form, const grn_placement *dense, int32_t user, int64_t *shape,
                      int64_t *elements);
/* A rank's shard, by the dimensions that are coordinates alone. */
int32_t grn_coord_shard(const grn_dist_form *form, const grn_placement *operand, int32_t rank);
/* The place of a row's coordinates: the shard, and the number of the row in it. */
int32_t grn_coord_place(const grn_dist_form *form, const grn_placement *operand, const int64_t *coord, int64_t *number);
/* The coordinates within a shard of a row's number; false: there is no such row. */
bool grn_coord_of_number(const grn_dist_form *form, const grn_placement *operand, int32_t rank, int64_t number,
                         int64_t *coord);

/* How rows are taken from a tensor. */
typedef struct grn_row_form {
    int32_t ncoords;
    int32_t coord[GRN_MAX_RANK]; /* its dims that are coordinates */
    uint32_t dropped;            /* its dims that a row does not keep, by bits */
} grn_row_form;

/* A plan, and the place of its data: elements behind the start of each. */
typedef struct grn_dist_step {
    grn_plan *plan;
    const int64_t *indices;
    int64_t from, to;
    int64_t round;
} grn_dist_step;

/* The traffic of one rank in a run, and how it is packed. An array per input where dtypes may
 * differ. */
typedef struct grn_haul {
    int32_t ranks, ncoords;
    const grn_allocator *allocator;
    int32_t nout, nin;
    grn_parcel *out, *in; /* of others, ascending */
    grn_vec outs, ins;    /* which have them */
    grn_parcel own_out, own_in;
    grn_dist_memory memory, coords; /* of the lists here; of all rows that go out, and those of its own */
    size_t ninputs;
    size_t element_bytes; /* the widest */
    grn_vec *packs;       /* [ninputs] of grn_dist_step, by rounds */
    grn_plan **own;       /* [ninputs]; NULL: none */
    int64_t *own_from;    /* [ninputs] where they begin, in elements */
    grn_rounds rounds;
    bool direct;                         /* rows are received directly into the table's beginning */
    grn_dist_memory send, receive;       /* staging */
    int64_t *send_bytes, *receive_bytes; /* [ranks] */
    size_t scratch_bytes;
} grn_haul;

grn_status grn_haul_begin(grn_haul *h, int32_t ranks, size_t ninputs, const grn_allocator *allocator);
/* A parcel more, zeroed; NULL: memory refused. */
grn_parcel *grn_haul_add_out(grn_haul *h);
grn_parcel *grn_haul_add_in(grn_haul *h);
void grn_haul_end(grn_haul *h);
int64_t grn_haul_bytes(const grn_parcel *parcels, int32_t count, size_t element_bytes);
/* Collective: the number of rounds. Then, not collective, plans and staging; the rows of each input
 * on this rank. */
grn_status grn_haul_rounds(grn_haul *h, grn_wire *w, int64_t element_bytes, size_t most_staged_bytes,
                           const grn_diag *diag);
grn_status grn_haul_prepare(grn_haul *h, const grn_row_form *form, const grn_tensor *local,
                            const grn_plan_options *options, const grn_diag *diag);
/* Collective: rows of one input, from the tensor at `from` to the table. */
grn_status grn_haul_run(grn_haul *h, grn_wire *w, size_t input, grn_dtype dtype, const void *from, void *table,
                        void *scratch, const grn_diag *diag);

/* ---- numbers of rows (numbers.c) ------------------------------------------------------------- */

/* Distinct numbers, each with the order in which it first came. */
typedef struct grn_number_set {
    const grn_allocator *allocator;
    int64_t *key, *value; /* value -1: free */
    size_t capacity, count;
} grn_number_set;
grn_status grn_number_set_begin(grn_number_set *s, const grn_allocator *allocator, int64_t most);
int64_t grn_number_set_add(grn_number_set *s, int64_t key);
void grn_number_set_end(grn_number_set *s);

/* ---- the two operations (gather.c, scatter.c, local.c) --------------------------------------- */

typedef struct grn_gather_state {
    grn_haul haul;
    grn_dist_memory indices, slots, table;
    grn_plan *place;
    int64_t rows_needed, rows_distinct, rows_remote, row_elements;
} grn_gather_state;

/* Rows of updates of one form, from several ranks. */
typedef struct grn_scatter_group {
    int64_t rows, row_elements;
    int64_t table; /* where its rows lie in the tables: elements */
    int32_t from;  /* one of the ranks that send them */
    bool in_order;
    grn_dist_memory coords, order, inputs;
    int64_t *offset; /* [ninputs] of what they reach, in what this rank has */
    grn_plan *place;
    grn_plan **permute; /* [ninputs]; NULL: they come in their order */
} grn_scatter_group;

typedef struct grn_scatter_state {
    grn_haul haul;
    grn_dist_memory indices;
    int32_t ngroups;
    grn_scatter_group *group;
    int64_t elements;                /* of each table */
    grn_dist_memory *table, *sorted; /* [ninputs] */
    grn_dist_memory groups_memory, inputs_memory;
} grn_scatter_state;

struct grn_dist_plan {
    grn_wire wire;
    grn_allocator allocator_of;
    const grn_allocator *allocator;
    bool is_scatter, bound;
    bool divides_copies; /* copies of results have pieces of them, while updates are taken */
    grn_dist_way way;
    grn_gather_spec gather;
    grn_scatter_spec scatter;
    grn_access_map map; /* of the one that it is */
    size_t ninputs;
    size_t most_staged_bytes;
    grn_plan_options plan_options, pack_options;
    grn_placement operand, indices, dense; /* as the caller has them */
    grn_placement
        /* `everywhere`: the placement of the operand or the updates after they are brought to all;
         * `combine`: of what is combined here; `routed` among copies: of their pieces */
        moved;
    grn_placement needed;                    /* indices as each rank's part of the dense tensor needs them */
    grn_tensor *operand_local, *dense_local; /* [ninputs] */
    grn_tensor *moved_local;                 /* [ninputs], with data of its own */
    grn_tensor indices_local;
    int64_t *moved_offset;         /* [ninputs] elements: `routed` among copies */
    grn_dist_memory *moved_memory; /* [ninputs] */
    grn_dist_memory tensors;       /* of the lists above */
    grn_dist_form form;
    grn_nest nest; /* of the whole tensors */
    grn_dtype index_dtype;
    grn_gather_state g;
    grn_scatter_state s;
    grn_plan *local;
    const void *local_indices;
    grn_dist_memory scratch;
    grn_traffic traffic;
};

static inline bool grn_dist_moves_operand(const grn_dist_plan *p)
{
    return (p->way == GRN_DIST_EVERYWHERE && !p->is_scatter) || p->way == GRN_DIST_COMBINE || p->divides_copies;
}
/* The placement and the views that rows are routed by. */
static inline const grn_placement *grn_dist_operand(const grn_dist_plan *p)
{
    return grn_dist_moves_operand(p) ? &p->moved : &p->operand;
}
static inline const grn_placement *grn_dist_dense(const grn_dist_plan *p)
{
    return p->way == GRN_DIST_EVERYWHERE && p->is_scatter ? &p->moved : &p->dense;
}
static inline const grn_tensor *grn_dist_operand_local(const grn_dist_plan *p)
{
    return grn_dist_moves_operand(p) ? p->moved_local : p->operand_local;
}
static inline const grn_tensor *grn_dist_dense_local(const grn_dist_plan *p)
{
    return p->way == GRN_DIST_EVERYWHERE && p->is_scatter ? p->moved_local : p->dense_local;
}

/* What binding made. */
void grn_dist_unbind(grn_dist_plan *p);
/* Whether a plan can run on the ranks' parts without communication; else the reason, as text. */
const char *grn_local_obstacle(const grn_dist_plan *p);
grn_status grn_local_plan(grn_dist_plan *p, const grn_diag *diag);

grn_status grn_gather_bind(grn_dist_plan *p, const void *indices, const grn_diag *diag);
grn_status grn_gather_move(grn_dist_plan *p, const void *operand, void *result, const grn_diag *diag);
void grn_gather_unbind(grn_dist_plan *p);
grn_status grn_scatter_bind(grn_dist_plan *p, const void *indices, const grn_diag *diag);
grn_status grn_scatter_move(grn_dist_plan *p, void *const *results, const void *const *updates, const grn_diag *diag);
void grn_scatter_unbind(grn_dist_plan *p);
/* replicas.c: whether copies of results divide the updates, and how. */
grn_status grn_replicas_divide(grn_dist_plan *p, const grn_diag *diag);
grn_status grn_replicas_move(grn_dist_plan *p, void *const *results, const void *const *updates, const grn_diag *diag);

/* combine.c */
const char *grn_combine_obstacle(const grn_dist_plan *p, bool reassociate);
bool grn_combine_is_cheaper(const grn_dist_plan *p);
/* Whether a rank's updates count, rather than those of another rank with the same ones. */
bool grn_combine_contributes(const grn_dist_plan *p, int32_t rank);
grn_status grn_combine_move(grn_dist_plan *p, void *const *results, const void *const *updates, const grn_diag *diag);
/* Indices placed as the dense tensor needs them, into memory of `out`. */
grn_status grn_dist_bring_indices(grn_dist_plan *p, const void *indices, grn_dist_memory *memory, grn_tensor *out,
                                  const grn_diag *diag);
/* Room for the largest need of the plan. */
grn_status grn_dist_scratch(grn_dist_plan *p, size_t bytes);

#endif

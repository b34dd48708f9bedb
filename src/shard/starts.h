/*
 * starts.h - start indices of a gather or scatter as global positions of 64 bits, a component at a
 * time.
 *
 * Knows: rows.h.
 */
#ifndef GRN_SHARD_STARTS_H
#define GRN_SHARD_STARTS_H

#include "shard/rows.h"

typedef struct grn_part_starts {
    const grn_type *element; /* i64 */
    int32_t rank, count;     /* of the indices without the vector's dimension; components */
    int64_t shape[GRN_MAX_RANK];
    grn_value *v[GRN_MAX_RANK];
} grn_part_starts;

/* Each component by itself; unsigned ones over the largest i64, which are out of every range,
 * become that. False: memory refused, and NULL is, too. */
bool grn_part_starts_read(grn_sharder *s, const grn_hub *a, grn_part_starts *out);
/* Integers as i64, unsigned ones as above. */
grn_value *grn_part_widen(grn_sharder *s, grn_value *v, const grn_type *i64);
/* The components as indices of the same form, as i64. */
grn_value *grn_part_starts_join(grn_sharder *s, const grn_hub *a, const grn_part_starts *starts);
/* 0 <= v <= last; v - number * extent; 0 <= v < extent. */
grn_value *grn_part_clamp(grn_sharder *s, grn_value *v, int64_t last);
grn_value *grn_part_minus(grn_sharder *s, grn_value *v, grn_value *number, int64_t extent);
grn_value *grn_part_within(grn_sharder *s, grn_value *v, int64_t extent);
/* `number` in the shape of the starts. */
grn_value *grn_part_start(grn_sharder *s, const grn_part_starts *starts, int64_t number);
/* Out of the range of every dimension, wherever in a window an element lies. */
#define GRN_PART_MISSES (-(INT64_C(1) << 62))
/* Local indices v as i64, divided as d says, with `number` where there is padding. */
grn_value *grn_part_without_padding(grn_sharder *s, grn_value *v, const grn_division *d, int64_t number);

/* ---- index rules (index_rule.c) -------------------------------------------------------------- */

/* Whether an index out of range is an error, or has been promised away. */
bool grn_part_is_checked(const grn_hub *access);
/* An access of another rule than StableHLO's whose operand is cut along what its indices name, as
 * one of StableHLO's before s->w.at, which is op: its results forward to what stands for them.
 * *made: the access; NULL: op stays as it is. */
grn_status grn_part_own_rule(grn_sharder *s, grn_op *op, grn_op **made);

/* ---- dynamic slices (slices.c) --------------------------------------------------------------- */

/* Bytes of a tensor of this type; INT64_MAX: more than can be counted. 0: its elements have none of
 * their own. */
int64_t grn_part_type_bytes(const grn_type *t);
/* A dynamic slice or update that is cut across, and is small, as a gather or scatter before
 * s->w.at; *made NULL: it stays as it is. */
grn_status grn_part_slice_access(grn_sharder *s, grn_op *op, grn_op **made);

#endif

/*
 * operations.h - the operations that garner reads, as its tables have them.
 *
 * An operation is asked for by its number, from 0 on, dialect after dialect. All texts are static
 * storage. A pointer may be NULL where a call says so. The calls read tables that never change:
 * they are thread-safe, and need no module.
 */
#ifndef GARNER_OPERATIONS_H
#define GARNER_OPERATIONS_H

#include "garner/portability.h"
#include "garner/sink.h"
#include "garner/status.h"

GRN_BEGIN_DECLS

typedef struct grn_operation {
    const char *name;    /* "stablehlo.gather" */
    const char *dialect; /* "stablehlo"; the RFC's `gather` is tensor's, without its name */
    const char *summary; /* what it does, in a line: "sum of two tensors, element by element" */
    const char *source;  /* what says how it behaves: document, section, rules; as "StableHLO spec, gather, C1-C23" */
    size_t source_bytes; /* of it, without the rules: as notes of messages name it */
    const char *not_run; /* why a run does not execute it; NULL: it does */
    int32_t nregions;    /* -1: any number */
    bool is_access;      /* it is, or runs as, a gather or scatter that is planned */
    bool is_elementwise; /* a function of one element */
    bool is_hub;         /* StableHLO's: what programs of other dialects are translated through */
    bool is_imported;    /* grn_module_convert makes StableHLO's ops of it */
    bool is_lowered;     /* grn_module_lower takes it, or the StableHLO that it becomes where it is imported */
    bool
        /* grn_module_grad differentiates it, in some direction; of an op that is not StableHLO's
         * see is_imported */
        has_derivative;
    bool has_syntax;     /* beside the generic form: one that grn_operation_write_syntax writes */
    bool has_own_syntax; /* one that a function of its own reads */
    /* it reads or writes a subset of a tensor or buffer: slices, slices at coordinates, or an
     * element */
    bool is_subset;
    /* "extraction" or "insertion", as MLIR's SubsetOpInterface has the two; NULL: not is_subset */
    const char *subset_kind;
} grn_operation;

/* What it is made of. */
typedef enum grn_operation_list {
    GRN_OPERATION_OPERANDS,
    GRN_OPERATION_ATTRIBUTES,
    GRN_OPERATION_RESULTS,
    GRN_OPERATION_RELATIONS, /* what several of them have in common: "lhs, rhs", "have the same element type" */
    GRN_OPERATION_TRAITS     /* by the names that MLIR has for them */
} grn_operation_list;
typedef enum grn_operation_count { GRN_OPERATION_ONE, GRN_OPERATION_MAYBE, GRN_OPERATION_ANY } grn_operation_count;
typedef struct grn_operation_part {
    const char *name;
    const char *is;            /* what it must be: "ranked tensor of bool values"; NULL: anything */
    grn_operation_count count; /* one, one or none, any number */
    /* of an attribute written in a form of its own, its name: "stablehlo.gather"; else NULL */
    const char *form;
    /* grn_operation_word gives what it may be; else, where it has a form, the form's fields */
    bool is_enumeration;
} grn_operation_part;

/* False: there is no such operation, or `out` is NULL; *out is untouched. */
GRN_API bool grn_operation_at(size_t operation, grn_operation *out);
/* The number of the operation of this name, or of one that it is another spelling of, as mhlo.add
 * is of stablehlo.add. SIZE_MAX: none has it, or it is NULL. */
GRN_API size_t grn_operation_named(const char *name);
/* Part `i` of a list. False: there is none, or `out` is NULL; *out is untouched. */
GRN_API bool grn_operation_part_at(size_t operation, grn_operation_list list, size_t i, grn_operation_part *out);
/* Word `word` of part `i`: of an enumeration what it may be, of a form its fields. NULL: there is
 * none. */
GRN_API const char *grn_operation_word(size_t operation, grn_operation_list list, size_t i, size_t word);
/*
 * The short form: "stablehlo.transpose %operand, dims = $permutation {..} : (type, ..) -> type". %x
 * stands for operands, $x for attributes, {..} for the attributes that are not named, (..)? for
 * what may be missing. Nothing is written of one without has_syntax. GRN_E_ARGUMENT: there is no
 * such operation, or the sink is NULL; else what the sink answers.
 */
GRN_API GRN_MUST_USE grn_status grn_operation_write_syntax(size_t operation, const grn_sink *sink);

/*
 * The one of a list of words, such as names of operations, that `meant` may be a slip of: with the
 * fewest letters wrong, missing, too many or exchanged with the next; at most one letter in three,
 * and never all. `word` gives the i-th, NULL behind the last, and gets `words` as it is. NULL: none
 * is near, `meant` or `word` is NULL, or `meant` has over 60 letters. The answer is the list's own.
 */
GRN_API const char *grn_nearest_word(const char *meant, const char *(*word)(const void *words, size_t i),
                                     const void *words);

GRN_END_DECLS

#endif

/*
 * status.h - what a call answers, and how it says why.
 *
 * Every fallible call returns a grn_status. Calls that can say more take a
 * `const grn_diag *`: a callback of the caller's that receives each message
 * with its place. NULL means "the status is enough". The library keeps no
 * error state of its own and never prints.
 *
 * What a caller gives is checked before it is used, in every call of these
 * headers. A pointer may be NULL where its header says so; everywhere else
 * NULL is GRN_E_ARGUMENT in a call that answers a status, and a harmless value
 * (0, NULL, false, nothing done) in one that answers none. The same goes for
 * functions in a struct: an allocator needs both of its functions, a sink its
 * write, a grn_parallel its for_each, a grn_ttnn_planner its report. Values
 * outside an enum's list and negative counts are GRN_E_ARGUMENT, views are
 * checked as tensor.h says. On an error no byte of a destination has changed,
 * unless the call says otherwise. What cannot be checked is the caller's to
 * keep: that a pointer points to as much memory as its view or count says.
 *
 * The calls of this header are thread-safe and take no pointer.
 */
#ifndef GARNER_STATUS_H
#define GARNER_STATUS_H

#include <stdint.h>

#include "garner/portability.h"

GRN_BEGIN_DECLS

/* The closed list of answers: enum name, text. */
#define GRN_STATUSES(S)                                                \
    S(GRN_OK, "ok")                                                    \
    S(GRN_E_ARGUMENT, "argument not valid here")                       \
    S(GRN_E_MEMORY, "memory refused")                                  \
    S(GRN_E_LIMIT, "a limit of this library is exceeded")              \
    S(GRN_E_SHAPE, "shapes do not agree")                              \
    S(GRN_E_DTYPE, "element types do not agree")                       \
    S(GRN_E_INDEX, "index outside the tensor")                         \
    S(GRN_E_PROMISE, "a promise about the indices is false")           \
    S(GRN_E_ALIAS, "memory overlaps where it must not")                \
    S(GRN_E_PARSE, "text could not be parsed")                         \
    S(GRN_E_VERIFY, "module breaks a rule of its dialect")             \
    S(GRN_E_CHECK, "a check in the program failed")                    \
    S(GRN_E_FORMAT, "file format not understood")                      \
    S(GRN_E_UNSUPPORTED, "not expressible or not runnable here")       \
    S(GRN_E_SINK, "the caller's output function refused")              \
    S(GRN_E_STUCK, "processes wait for each other and none can go on") \
    S(GRN_E_PEER, "another rank failed")

typedef enum grn_status {
#define GRN_STATUS_ENUM(name, text) name,
    GRN_STATUSES(GRN_STATUS_ENUM)
#undef GRN_STATUS_ENUM
        GRN_STATUS_COUNT
} grn_status;

/* The text of a status, "unknown status" for a value outside the list. Static storage. */
GRN_API const char *grn_status_text(grn_status status);

/* The enumerator's own name, such as "GRN_E_SHAPE". Static storage. */
GRN_API const char *grn_status_name(grn_status status);

/* How grave a message is: enumerator, text. */
#define GRN_SEVERITIES(S) \
    S(ERROR, "error")     \
    S(WARNING, "warning") \
    S(REMARK, "remark")   \
    S(NOTE, "note") /* of the message before it */

typedef enum grn_severity {
#define GRN_SEVERITY_ENUM(name, text) GRN_SEVERITY_##name,
    GRN_SEVERITIES(GRN_SEVERITY_ENUM)
#undef GRN_SEVERITY_ENUM
        GRN_SEVERITY_COUNT
} grn_severity;

/* The text of a severity, "unknown" for a value outside the list. Static storage. */
GRN_API const char *grn_severity_text(grn_severity severity);

/* A place in a text: line and column count from 1; 0 means "no place". */
typedef struct grn_place {
    uint32_t line;
    uint32_t column;
} grn_place;

/*
 * One message. Pointers live only during the callback; copy what you keep. What programs would
 * otherwise have to read from the message stands beside it:
 *   rule       of a note that names the rule which the error before it breaks, the rule's number in
 *              its specification: "C21"
 *   bad_index  of an error about an index out of range, that index, where the caller gave it in a
 *              tensor (tensor.h)
 * Each is NULL elsewhere.
 */
struct grn_bad_index;
typedef struct grn_diagnostic {
    grn_severity severity;
    grn_place place;
    const char *message;
    const char *rule;
    const struct grn_bad_index *bad_index;
} grn_diagnostic;

/*
 * Where messages go. `emit` is called in order, on the calling thread; a note
 * follows the error it explains. It must not call back into the same module.
 * A diag without `emit` is as good as NULL.
 */
typedef struct grn_diag {
    void (*emit)(void *user, const grn_diagnostic *diagnostic);
    void *user;
} grn_diag;

GRN_END_DECLS

#endif

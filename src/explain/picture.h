/*
 * picture.h - what a picture shows of an op: the elements of each tensor that are drawn, the role
 * of each dimension, the state of each cell. It does not say how they are drawn.
 */
#ifndef GRN_EXPLAIN_PICTURE_H
#define GRN_EXPLAIN_PICTURE_H

#include "explain/explain.h"

/* The role of a dimension, by the attribute that refers to it: enumerator, word for people. */
#define GRN_ROLES(R)                                                                                  \
    R(WINDOW, "window")       /* offset_dims, and the operand's dimensions that they walk */          \
    R(INDEXED, "indexed")     /* start_index_map: the operand's dimensions that a component places */ \
    R(VECTOR, "vector")       /* index_vector_dim */                                                  \
    R(BATCHING, "batching")   /* operand_batching_dims, and what goes with them */                    \
    R(BATCH, "batch")         /* dimensions of indices and the dense tensor alone */                  \
    R(COLLAPSED, "collapsed") /* collapsed_slice_dims */

typedef enum grn_role {
#define GRN_ROLE_ENUM(name, word) GRN_ROLE_##name,
    GRN_ROLES(GRN_ROLE_ENUM)
#undef GRN_ROLE_ENUM
        GRN_ROLE_COUNT
} grn_role;

/* Dimensions that are drawn; those in front of them stand still. */
#define GRN_DRAWN_RANK 6
/* Positions of one dimension that are drawn. */
#define GRN_DRAWN_POSITIONS 24

/* One dimension: the positions that are drawn, ascending. An ellipsis stands between two that are
 * not neighbours. */
typedef struct grn_drawn_dim {
    int32_t dim;
    int64_t extent;
    int32_t n;
    int64_t at[GRN_DRAWN_POSITIONS];
    unsigned roles; /* bits, 1 << grn_role */
    bool across;
} grn_drawn_dim;

typedef enum grn_picture_panel_kind {
    GRN_PANEL_OPERAND,
    GRN_PANEL_INDICES,
    GRN_PANEL_DENSE,
    GRN_PANEL_RESULT
} grn_picture_panel_kind;

/* One tensor. Its last dimension runs across, the one before it down, the third last across, and so
 * on; a dimension takes the other direction where that has more room. */
typedef struct grn_picture_panel {
    grn_picture_panel_kind kind;
    size_t input;              /* which of a scatter's; 0 of indices */
    char name[GRN_PART_BYTES]; /* the name in the op's own system, with the input's number where there are several */
    const char *data;          /* "operand", "indices", "updates", "result" */
    const grn_tensor *t;
    int32_t ndims;
    grn_drawn_dim dim[GRN_DRAWN_RANK]; /* the outermost first */
    int64_t fixed[GRN_MAX_RANK];       /* of the dimensions in front of them */
    int64_t ncells;                    /* that are drawn */
    uint32_t *hits;                    /* [ncells] elements that read or update each; NULL: not counted */
    /* how it lies on devices; NULL: it is not known, or the program is not divided */
    const grn_owned *owned;
    size_t tail; /* characters of a value's end that stay where it is cut */
} grn_picture_panel;

/* Inputs of a scatter that one picture shows. */
#define GRN_DRAWN_INPUTS 4
enum { GRN_PANELS = 3 * GRN_DRAWN_INPUTS + 1 };

typedef struct grn_picture {
    const grn_scene *scene;
    const grn_step_names *names; /* of steps and attributes */
    grn_access_words words;      /* of tensors and dimensions */
    size_t first_input, ninputs; /* that are shown */
    grn_meaning meaning;
    int npanels;
    /* in the order in which they stand: the operand first, the dense tensor last */
    grn_picture_panel panel[GRN_PANELS];
    size_t ntraces;
    grn_explained trace[GRN_DRAW_TRACES];
} grn_picture;

/* The columns and rows of cells that one tensor should take at most; and the characters and rows
 * that it must not pass. */
typedef struct grn_picture_limits {
    int32_t columns, rows, most_characters, most_rows;
} grn_picture_limits;

/* GRN_E_MEMORY. */
grn_status grn_picture_init(grn_picture *p, const grn_scene *s, const grn_question *q,
                            const grn_picture_limits *limits);
void grn_picture_destroy(grn_picture *p);

/* Signs in the text of a cell: for a value that is cut, and for a start that was moved. */
#define GRN_SIGN_CUT '\1'
#define GRN_SIGN_MOVED '\2'

/* What is shown of one cell. */
typedef struct grn_cell {
    int64_t at[GRN_MAX_RANK];
    char text[40];      /* the value, shortened; "" where there is none */
    unsigned traced;    /* bits: it is the element, or of the index vector, of a trace */
    unsigned in_window; /* bits: it is in the window of a trace, and the operand's or the result's */
    bool moved;         /* indices: the start is not where the value says; `to` is */
    int64_t to;
    bool clamped;  /* indices: because it was out of range */
    bool partly;   /* indices: a part of the window that starts there is outside, and only that is dropped */
    bool left_out; /* indices: out of range; the dense tensor: filled, dropped, or an error */
    uint32_t hits;
} grn_cell;

/* Fills panel->tail. */
void grn_picture_panel_choose_tail(const grn_picture *p, grn_picture_panel *panel);
/* Cell `number` of those drawn, in row-major order. */
void grn_picture_cell(const grn_picture *p, const grn_picture_panel *panel, int64_t number, grn_cell *out);
/* Where an index is drawn: the positions along each drawn dimension. False: it is not drawn. */
bool grn_picture_panel_find(const grn_picture_panel *panel, const int64_t *at, int32_t *position);
/* The positions of cell `number`. */
void grn_picture_panel_positions(const grn_picture_panel *panel, int64_t number, int32_t *position);
/* Whether dimension i of those drawn runs across. */
static inline bool grn_runs_across(const grn_picture_panel *panel, int32_t i) { return panel->dim[i].across; }
int grn_dims_along(const grn_picture_panel *panel, bool across); /* how many do, or do not */
/* How many drawn dimensions with more than one position are inside dimension i and run in its
 * direction. */
int32_t grn_dim_level(const grn_picture_panel *panel, int32_t i);
/* Whether there is an ellipsis in front of position i. */
static inline bool grn_skips(const grn_drawn_dim *d, int32_t i)
{
    return i == 0 ? d->n > 0 && d->at[0] != 0 : d->at[i] != d->at[i - 1] + 1;
}
/* How much longer labels are in the op's own system than "d1", in characters, over all labels
 * beside one grid. */
int32_t grn_longer_labels(const grn_scene *s);
/* "d1", or in the words of the op's own system "axis 1". Buffer of GRN_PART_BYTES. */
const char *grn_dim_label(const grn_picture *p, const grn_drawn_dim *d, char *buffer);
/* "A", "B", ... */
static inline char grn_trace_letter(size_t i) { return (char)('A' + i); }
/* Text of the longest cell of a panel, in characters. */
int32_t grn_panel_text_width(const grn_picture *p, const grn_picture_panel *panel);

/* ---- devices (owners.c) ---------------------------------------------------------------------- */

/* Whether devices have parts of dimension i of those drawn. */
bool grn_owned_divides(const grn_picture_panel *panel, int32_t i);
/* The part of drawn position k of dimension i, whether it differs from the part of the position
 * before it, and the last position of the same part. */
int32_t grn_owned_part(const grn_picture_panel *panel, int32_t i, int32_t k);
bool grn_owned_begins(const grn_picture_panel *panel, int32_t i, int32_t k);
int32_t grn_owned_last(const grn_picture_panel *panel, int32_t i, int32_t k);
/* The numbers of the devices that have position k and the fixed positions of the dimensions that
 * are not drawn: "0,2" or "4-7". */
#define GRN_OWNER_BYTES 48
const char *grn_owned_text(const grn_picture *p, const grn_picture_panel *panel, int32_t i, int32_t k, char *buffer);
/* The same of all that have an element. */
const char *grn_owned_text_at(const grn_picture *p, const grn_picture_panel *panel, const int64_t *at, char *buffer);
/* The most characters of those of one dimension; and the width that values need, so that those that
 * stand above columns fit. */
int32_t grn_owned_characters(const grn_picture *p, const grn_picture_panel *panel, int32_t i);
int32_t grn_owned_text_width(const grn_picture *p, const grn_picture_panel *panel);
/* Line `number` of the description of owners. In front is a tensor, or "mesh", on the first line
 * about it, else "". False: there are no more lines. */
#define GRN_OWNER_LINE_BYTES 320
bool grn_owned_line(const grn_picture *p, int number, char name[GRN_PART_BYTES], char text[GRN_OWNER_LINE_BYTES]);

/* The explanation of an attribute: its name, its value and what it says here. */
typedef struct grn_attribute_note {
    grn_role role;
    const char *name; /* of the specification */
    const char *own;  /* what says the same in the op's own system; NULL: nothing does */
    char value[GRN_LIST_BYTES];
    char text[200];
} grn_attribute_note;
enum { GRN_NOTES = 9 };
int grn_picture_notes(const grn_picture *p, grn_attribute_note *out);

/* The tensor whose cells are reached: a gather's operand, a scatter's result, or its input where
 * there is no result (picture.c). */
grn_picture_panel_kind grn_reached_kind(const grn_picture *p);

#endif

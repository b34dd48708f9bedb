/* shapes.h - inputs that grow: each a text of n parts. */
#ifndef GROWTH_SHAPES_H
#define GROWTH_SHAPES_H

#include <stddef.h>

typedef struct text {
    char *bytes;
    size_t n, room;
} text;

void text_add(text *t, const char *bytes, size_t n);
/* Once, with the decimal digits of i for {i} and of i + 1 for {j}; in the pieces of a shape, of n +
 * 1 for {n}. */
void text_part(text *t, const char *part, size_t i);

/* How far the module gets. Each is reached at every size, or the shape does not test what it
 * says. */
typedef enum reach {
    REFUSED_BY_PARSER,
    REFUSED_BY_VERIFIER,
    VERIFIED,
    RUNS,   /* every function without inputs */
    TENSOR, /* no module: a text for grn_tensor_parse */
} reach;

typedef struct shape {
    const char *name;
    reach reach;
    /* The text: pieces in order, those that begin with '*' n times each, i from 0; in the others i
     * is n. */
    const char *pieces[7];
    void (*write)(text *t, size_t n); /* or this */
    size_t most;                      /* parts that there is room for under a limit of the library; 0: any number */
    /* work that a budget of the library's allows besides, whatever the text; 0: none */
    double budget;
    size_t start; /* the fewest parts that are measured; 0: any */
} shape;

extern const shape shapes[];
extern const size_t nshapes;

/* The text of n parts; the caller's to free. */
text shape_text(const shape *s, size_t n);

#endif

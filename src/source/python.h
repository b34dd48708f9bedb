/*
 * python.h - what the languages of Python share: rows' functions (python.c), gathers and scatters
 * (python_access.c).
 *
 * Knows: Python, and that a module of arrays stands behind a language's phrases. Must not know:
 * which.
 */
#ifndef GRN_SOURCE_PYTHON_H
#define GRN_SOURCE_PYTHON_H

#include "source/source.h"

extern const char *const grn_python_reserved[];
const char *grn_python_list(grn_source *s, size_t count, const char *const *items);
const char *grn_python_several(grn_source *s, size_t count, const char *const *names);
void grn_python_call(grn_source *s, const grn_op *op);

void grn_python_constant(grn_source *s, const grn_op *op);
void grn_python_iota(grn_source *s, const grn_op *op);
void grn_python_broadcast(grn_source *s, const grn_op *op);
void grn_python_slice(grn_source *s, const grn_op *op);
void grn_python_compare(grn_source *s, const grn_op *op);
void grn_python_convert(grn_source *s, const grn_op *op);
void grn_python_dynamic_slice(grn_source *s, const grn_op *op);
void grn_python_dynamic_update_slice(grn_source *s, const grn_op *op);
void grn_python_reduce(grn_source *s, const grn_op *op);
void grn_python_dot(grn_source *s, const grn_op *op);

/* A function of two arrays; NULL, after a refusal, where the combiner has none. */
const char *grn_python_combiner(grn_source *s, grn_combiner combiner, const grn_type *element);
/* One dim of text, and `behind` dims of extent 1: "text[:, None]". */
const char *grn_python_before(grn_source *s, const char *text, int32_t behind);

/* Whether what is out of range is left out (filled, skipped), and anything can be; whether by whole
 * windows. */
bool grn_python_leaves_out(const grn_hub *a);
bool grn_python_by_window(const grn_hub *a);
/* Whether what is out of range is moved into it. */
bool grn_python_moves(const grn_hub *a);
/* Indices `text` as numbers that count from 0, of the type that places are counted in. */
const char *grn_python_index(grn_source *s, const grn_hub *a, const char *text);
/* The starts along dim d, which is indexed: counted from 0, negative ones from the end where the
 * rule says so, as they are else. */
const char *grn_python_start(grn_source *s, const grn_hub *a, int32_t d);
/* Lines that work out the starts: names by dim of full, NULL where nothing is indexed. Held to the
 * range under a policy that moves them, checked under one that refuses. */
void grn_python_starts(grn_source *s, const grn_hub *a, const char **start);
/* Text of the batch's shape with the window's dims as well, of extent 1: "text[:, None]". */
const char *grn_python_spread(grn_source *s, const grn_hub *a, const char *text);
/* Where along each dim of full the dense tensor's elements are, of its rank. */
void grn_python_places(grn_source *s, const grn_hub *a, const char *const *start, const char **place);
/* "(start0 >= 0) & (start0 <= 3)", of the batch's shape. */
const char *grn_python_windows_in_range(grn_source *s, const grn_hub *a, const char *const *start);
/* The same of single elements, of the dense tensor's rank; the places get names first. */
const char *grn_python_elements_in_range(grn_source *s, const grn_hub *a, const char **place);
/* What a scatter keeps, of the dense tensor's rank; NULL: all. */
const char *grn_python_kept(grn_source *s, const grn_hub *a, const char *const *start, const char **place);

/* Whether an index of places has every dim of the dense tensor: only a start walks a batch dim that
 * is no batching dim. */
bool grn_python_places_have_all(const grn_hub *a);
/* Whether the operand or the dense tensor has no elements: then no place is one that an index of an array may name. */
bool grn_python_has_nothing(const grn_hub *a);
/* The operands as they are: there is nothing to write, or nowhere to write it. */
void grn_python_scatter_nothing(grn_source *s, const grn_op *op, const grn_hub *a);
/* Whether no two updates of a scatter meet in one place. */
bool grn_python_alone(const grn_hub *a);
/* Whether the order of updates that meet shows in sums and products of such elements: those of
 * floats. */
bool grn_python_shows_order(const grn_hub *a, unsigned elements);

void grn_python_gather(grn_source *s, const grn_op *op);
/* By the helper `scatter` of the language. */
void grn_python_scatter(grn_source *s, const grn_op *op);

/* How scatters of a library combine elements: the name of its function. `before` is made of operand and updates, `after`
 * of the result, of which {1} is the element type. */
enum { GRN_PYTHON_JAX, GRN_PYTHON_PYTORCH, GRN_PYTHON_LIBRARIES };
typedef struct grn_python_method {
    grn_combiner combiner;
    unsigned elements;
    const char *name[GRN_PYTHON_LIBRARIES], *before, *after; /* name NULL: it has none for them */
} grn_python_method;
/* Of input i; of every input. NULL, false: there is none. */
const grn_python_method *grn_python_method_of(const grn_hub *a, size_t i, int library);
bool grn_python_has_methods(const grn_hub *a, int library);
bool grn_python_shows_order_of(const grn_hub *a, size_t i); /* for input i */
/* Whether of updates of one place the last has to stay. */
bool grn_python_keeps_last(const grn_hub *a);
/* What the program needs beyond what the devices and the library promise, as comments. */
void grn_python_promise(grn_source *s, const grn_hub *a, const char *devices, const char *library);

/* Those of JAX (jax_access.c) and PyTorch (pytorch_scatter.c). */
void grn_python_jax_gather(grn_source *s, const grn_op *op);
void grn_python_jax_scatter(grn_source *s, const grn_op *op);
void grn_python_pytorch_scatter(grn_source *s, const grn_op *op);

/* Tables of rows that languages share (grn_source_language.rows): that of all three, and that of
 * numpy and JAX, whose functions have the same names. */
extern const grn_source_row *const grn_python_rows[], *const grn_numpy_rows[];

#endif

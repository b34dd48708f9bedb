/* test_misuse_adjoint.c - the misuse table of adjoint.h. */
#include "misuse.h"

/* result[i] = operand[indices[i]] */
static const grn_gather_spec taking = {
    .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
    .index = {.bounds = GRN_BOUNDS_CLAMP},
    .slice_sizes = {1, {1}},
};
static const grn_gather_spec skipping = {
    .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
    .index = {.bounds = GRN_BOUNDS_SKIP},
    .slice_sizes = {1, {1}},
};
static const grn_scatter_spec putting = {
    .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
    .index = {.bounds = GRN_BOUNDS_SKIP},
};
static const grn_scatter_spec filling = {
    .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
    .index = {.bounds = GRN_BOUNDS_FILL},
};
static const int present = 1;

static const misuse_pointer pointers[] = {{"spec", &taking}, {"forward", &present}, {NULL, NULL}};

#define GATHER \
    "indices|start_indices|scatter_indices:i64[3]r grad|updates|result:f32[3]r operand_grad|operand|inputs:f32[4]w"
#define SCATTER                                                                                                 \
    "indices|scatter_indices:i64[3]r grad|inputs|operand:f32[4]r updates:f32[3]r input:f32[4]r result:f32[4]r " \
    "input_grad|updates_grad:f32[4]wo updates_grad|input_grad:f32[3]wo"

static grn_status adjoint(world *w, const grn_scatter_spec *spec, int kind, bool out)
{
    const grn_scatter_forward f = {
        .kind = (grn_scatter_kind)kind, .leaves_input_out = out, .updates = T(2), .input = T(3), .result = T(4)};
    return grn_scatter_adjoint(spec, Q("forward") ? &f : NULL, T(0), T(1), AL, T(5), T(6), D);
}

/* What moves only, and reads neither values nor memory of its own. */
static grn_status moving(world *w, grn_scatter_kind kind)
{
    const grn_scatter_forward f = {.kind = kind, .updates = T(2)};
    return grn_scatter_adjoint(&putting, &f, T(0), T(1), AL, T(3), T(4), D);
}

#define MOVED                                                                                   \
    "indices|scatter_indices:i64[3]r grad|inputs|operand:i16[4]r updates|updates_grad:i16[3]s " \
    "input_grad|updates_grad:i16[4]wo updates_grad|input_grad:i16[3]wo"

#define ROWS(R)                                                                                \
    R(gather, grn_gather_adjoint, GATHER, grn_gather_adjoint(Q("spec"), T(0), T(1), T(2), D))  \
    R(scatter_min, grn_scatter_adjoint, SCATTER, adjoint(w, &putting, GRN_SCATTER_MIN, false)) \
    R(scatter_replace, grn_scatter_adjoint, MOVED, moving(w, GRN_SCATTER_REPLACE))             \
    R(scatter_sub, grn_scatter_adjoint, MOVED, moving(w, GRN_SCATTER_SUB))

#define CASES(C)                                                                                                      \
    C(skips, grn_gather_adjoint, "a gather that skips", GATHER, GRN_E_ARGUMENT, "bounds",                             \
      grn_gather_adjoint(&skipping, T(0), T(1), T(2), D))                                                             \
    C(no_spec, grn_scatter_adjoint, "no spec", SCATTER, GRN_E_ARGUMENT, "spec",                                       \
      adjoint(w, NULL, GRN_SCATTER_MUL, false))                                                                       \
    C(fills, grn_scatter_adjoint, "a scatter that fills", SCATTER, GRN_E_ARGUMENT, "bounds",                          \
      adjoint(w, &filling, GRN_SCATTER_MUL, false))                                                                   \
    C(kind_far, grn_scatter_adjoint, "kind 77", SCATTER, GRN_E_ARGUMENT, "kind is 77",                                \
      adjoint(w, &putting, 77, false))                                                                                \
    C(kind_below, grn_scatter_adjoint, "kind -1", SCATTER, GRN_E_ARGUMENT, "kind is -1",                              \
      adjoint(w, &putting, -1, true))                                                                                 \
    C(none, grn_scatter_adjoint, "no gradient is asked for", "indices:i64[3]r grad:f32[4]r updates:f32[3]s", GRN_OK,  \
      NULL,                                                                                                           \
      grn_scatter_adjoint(&putting, &(grn_scatter_forward){.kind = GRN_SCATTER_ADD, .updates = T(2)}, T(0), T(1), AL, \
                          NULL, NULL, D))

MISUSE_TABLES
MISUSE_MAIN

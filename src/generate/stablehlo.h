/* stablehlo.h - what writes ops of StableHLO and CHLO, for the tables of its dialects. */
#ifndef GRN_GENERATE_STABLEHLO_H
#define GRN_GENERATE_STABLEHLO_H

#include "generate/generate.h"

typedef bool grn_gen_writer(grn_gen *g, const grn_gen_op *op);

/* stablehlo_elements.c */
extern grn_gen_writer grn_write_shlo_compare, grn_write_shlo_select, grn_write_shlo_clamp, grn_write_shlo_convert,
    grn_write_shlo_bitcast_convert, grn_write_shlo_is_finite, grn_write_shlo_broadcast_function, grn_write_shlo_complex,
    grn_write_shlo_part, grn_write_shlo_reduce_precision, grn_write_shlo_barrier;
/* stablehlo_shapes.c */
extern grn_gen_writer grn_write_shlo_reshape, grn_write_shlo_transpose, grn_write_shlo_broadcast_in_dim,
    grn_write_shlo_slice, grn_write_shlo_pad, grn_write_shlo_concatenate, grn_write_shlo_reverse, grn_write_shlo_iota;
/* stablehlo_dynamic.c */
extern grn_gen_writer grn_write_shlo_dynamic_reshape, grn_write_shlo_dynamic_broadcast_in_dim,
    grn_write_shlo_dynamic_iota, grn_write_shlo_dynamic_pad, grn_write_shlo_real_dynamic_slice,
    grn_write_shlo_get_dimension_size;
/* stablehlo_access.c */
extern grn_gen_writer grn_write_shlo_gather, grn_write_shlo_dynamic_gather, grn_write_shlo_scatter,
    grn_write_shlo_dynamic_slice, grn_write_shlo_dynamic_update_slice, grn_write_shlo_torch_index_select;
/* stablehlo_reductions.c */
extern grn_gen_writer grn_write_shlo_reduce, grn_write_shlo_reduce_place, grn_write_shlo_reduce_window,
    grn_write_shlo_select_and_scatter, grn_write_shlo_sort, grn_write_shlo_map, grn_write_shlo_top_k;
/* stablehlo_products.c */
extern grn_gen_writer grn_write_shlo_dot, grn_write_shlo_dot_general, grn_write_shlo_convolution;
/* stablehlo_control.c */
extern grn_gen_writer grn_write_shlo_while, grn_write_shlo_if, grn_write_shlo_case, grn_write_shlo_call;

void grn_gen_put_shlo_constant(grn_gen *g, const grn_gen_value *v, const grn_tensor *data);

#endif

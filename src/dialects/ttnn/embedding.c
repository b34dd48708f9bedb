/*
 * embedding.c - ttnn.embedding, as tt-mlir has it: rows of a weight by ids (rules/ttnn.h, TT-18).
 *
 *   embedding  input (the ids), weight
 *
 * tt-mlir's verifier looks at shapes alone, and so does the check here; a run wants ids that are
 * integers (TT-19), and takes weights of any element type.
 */
#include "dialects/common/dims_rules.h"
#include "dialects/common/rule_report.h"
#include "dialects/ttnn/ttnn.h"

enum { IDS, WEIGHT };

static grn_status embedding_verify(const grn_op *op, grn_check *check)
{
    grn_op_report to;
    grn_shaped operands[2];
    grn_check_report_init(&to, op->def->name, op, check);
    grn_shaped_operand_types(op, GRN_COUNT(operands), operands);
    const grn_ttnn_embedding_question q = {.ids = operands[IDS],
                                           .weight = operands[WEIGHT],
                                           .has_output = true,
                                           .output = grn_shaped_of_type(grn_result_type(op, 0))};
    return grn_ttnn_check_embedding_shapes(&to.report, &q);
}

static grn_status embedding_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *weight = grn_operand_type(op, WEIGHT);
    const grn_shaped ids = grn_shaped_of_type(grn_operand_type(op, IDS)), rows = grn_shaped_of_type(weight);
    grn_shaped made;
    grn_ttnn_embedding_shape(&ids, &rows, &made);
    return grn_hlo_infer_tensor(check, out, weight->element, made.rank, made.shape);
}

/* The same of a run, as what types left open may be wrong. */
static grn_status check_run(const grn_op *op, const grn_shaped *operands, const grn_diag *diag)
{
    grn_op_report to;
    const grn_ttnn_embedding_question q = {.ids = operands[IDS], .weight = operands[WEIGHT]};
    grn_run_report_init(&to, op->def->name, op, diag);
    grn_status status = grn_ttnn_check_embedding_shapes(&to.report, &q);
    return status == GRN_OK ? grn_ttnn_check_ids(&to.report, operands[IDS].dtype) : status;
}

static grn_status embedding_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_shaped shaped[2];
    grn_op_diag placed;
    grn_shaped_operands(op, operands, GRN_COUNT(shaped), shaped);
    grn_status status = check_run(op, shaped, diag);
    if (status != GRN_OK)
        return status;
    const int64_t rows = shaped[WEIGHT].shape[shaped[WEIGHT].rank - 2];
    if (rows == 0 && grn_tensor_elements(&operands[IDS]) > 0)
        return grn_fail(diag, op->place, GRN_E_INDEX,
                        "ttnn.embedding: the weight has no rows, so every id is out of range");
    *out = (grn_access){.kind = GRN_ACCESS_GATHER, .operand = WEIGHT, .indices = operands[IDS], .indices_operand = IDS};
    grn_ttnn_embedding_meaning(&shaped[IDS], &shaped[WEIGHT], &out->gather);
    grn_op_diag_init(&placed, op, diag);
    return grn_gather_shape(&out->gather, &operands[WEIGHT], &out->indices, &placed.diag, &out->result_rank,
                            out->result_shape);
}

#define TENSOR(name) GRN_PORT(name, grn_is_ranked_tensor)
static const grn_port operands[] = {TENSOR("input"), TENSOR("weight"), GRN_PORTS_END};

const grn_op_def grn_ttnn_embedding_ops[] = {
    GRN_ROW("ttnn.embedding", "takes rows of a table", "tt-mlir TTNN dialect, embedding, TT-18 and TT-19", operands,
            GRN_PORTS(TENSOR("result")), GRN_ATTRS(GRN_TTNN_PLACE_ATTRS), .traits = GRN_TRAIT_PURE,
            .verify = embedding_verify, .infer = embedding_infer, .to_spec = embedding_to_spec),
    {.name = NULL},
};

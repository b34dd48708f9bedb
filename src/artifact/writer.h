/* writer.h - declarations that the files of the artifact's writer share. */
#ifndef GRN_ARTIFACT_WRITER_H
#define GRN_ARTIFACT_WRITER_H

#include "artifact/internal.h"

typedef struct artifact_writer {
    const grn_ir *ir;
    grn_ir scratch; /* of attributes in VHLO's form */
    grn_bytecode_builder builder;
    grn_artifact_version version;
    grn_bytecode out;
    const grn_diag *diag;
    grn_status status;
    const grn_op *op;       /* that is written */
    uint32_t builtin, vhlo; /* dialects */
    uint32_t unknown;       /* location */
    bool op_refused;        /* a message about `op` was given */
} artifact_writer;

/* Reports that this version cannot express the op: `what` exists from version `since` on (0: in
 * none). Answers false. */
bool grn_artifact_cannot(artifact_writer *w, grn_artifact_version since, const char *what, ...) GRN_PRINTF(3, 4);
bool grn_artifact_no_memory(artifact_writer *w); /* reports it; answers false */

/* Numbers of VHLO's types and attributes; false: reported (types_write.c, attrs_write.c). */
bool grn_vhlo_write_type(artifact_writer *w, const grn_type *t, uint32_t *out);
bool grn_vhlo_write_attr(artifact_writer *w, const grn_attr *a, uint32_t *out);
/* The same of a string; and one of builtin's, a dictionary of builtin's, and an attribute as its
 * text (builtin_write.c). */
bool grn_vhlo_write_string(artifact_writer *w, grn_str text, uint32_t *out);
bool grn_builtin_write_string(artifact_writer *w, grn_str text, uint32_t *out);
bool grn_builtin_write_dict(artifact_writer *w, size_t count, const uint32_t *pairs, uint32_t *out);
bool grn_builtin_write_text(artifact_writer *w, const grn_attr *a, uint32_t *out);
bool grn_builtin_write_location(artifact_writer *w, const grn_attr *a, uint32_t *out); /* `unknown` is there */

bool grn_artifact_put_bits(grn_vec *to, uint32_t width, uint64_t bits);

/* An attribute of a row, in VHLO's form; false: reported (forms_write.c). */
bool grn_vhlo_form(artifact_writer *w, const vhlo_op *row, const vhlo_attr *a, const grn_attr **out);
/* Whether the row keeps everything that the op has; false: reported. */
bool grn_vhlo_row_suffices(artifact_writer *w, const vhlo_op *row);
/* Whether StableHLO's attribute of that name is one of the row's. */
bool grn_vhlo_row_takes(const vhlo_op *row, grn_str name);

/* Whether the version allows the op's form, where its row does not decide that; false: reported
 * (constraints.c). */
bool grn_vhlo_constraints_hold(artifact_writer *w);

#endif

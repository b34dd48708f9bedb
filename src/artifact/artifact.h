/*
 * artifact.h - portable artifacts: StableHLO programs as VHLO in MLIR's bytecode.
 *
 * Knows: VHLO's operations, attributes and types by the versions that have them, how each is
 * encoded, and which operation and attribute of StableHLO's each stands for. Must not know: how an
 * operation is verified, run or rewritten; files; where the bytes come from.
 *
 * An op of VHLO is a row (ops.c): its name, its first and last version, the op it stands for, and
 * its attributes, each with the form in which StableHLO has it and the value that StableHLO leaves
 * out. Reading goes by the row of the file's name, whichever version that is, and so upgrades.
 * Writing takes the row that the version asked for has; what an op says and that row cannot say is
 * refused, with the version that can.
 *
 * Attributes with a syntax of their own (#stablehlo.conv<..>) are made of their text when read, and
 * written by their fields.
 */
#ifndef GRN_ARTIFACT_H
#define GRN_ARTIFACT_H

#include "bytecode/bytecode.h"
#include "ir/ir.h"

/* major, minor and patch in a byte each: 1.20.0 is 0x011400. */
typedef uint32_t grn_artifact_version;
#define GRN_VHLO(major, minor, patch) ((grn_artifact_version)((major) << 16 | (minor) << 8 | (patch)))
#define GRN_VHLO_MINIMUM GRN_VHLO(0, 9, 0)
#define GRN_VHLO_CURRENT GRN_VHLO(1, 20, 0)
#define GRN_VHLO_BATCHING GRN_VHLO(1, 1, 0) /* gather and scatter with batching dims */

/* "1.0.0", "minimum" or "current". False: it is none of these, or a version that is not known. */
bool grn_artifact_version_read(const char *text, size_t n, grn_artifact_version *out);
#define GRN_VERSION_BYTES 16
const char *grn_artifact_version_text(grn_artifact_version v, char text[GRN_VERSION_BYTES]);

typedef struct grn_artifact_options {
    bool allow_unregistered; /* ops without a row are kept, as they cannot be verified */
} grn_artifact_options;

/*
 * Reads a file of `n` bytes into `ir` (initialised, empty), which keeps nothing of it. An op's
 * place is its number in the file, from 1, as the line, and the offset of its first byte as the
 * column (UINT32_MAX: farther); its `location` is the file's. GRN_E_FORMAT for bytes that are no
 * artifact, GRN_E_UNSUPPORTED for what garner has no row for, GRN_E_LIMIT, GRN_E_MEMORY; one
 * message. Any bytes at all are safe input, and memory is at most a multiple of `n`.
 */
grn_status grn_artifact_read(grn_ir *ir, const void *bytes, size_t n, const grn_artifact_options *options,
                             const grn_diag *diag);

/* Whether an op has batching dims that the version lacks, and that grn_pass_expand_batching can
 * remove. */
bool grn_artifact_needs_expanding(const grn_ir *ir, grn_artifact_version version);

/*
 * Writes a verified module as an artifact of `version`. GRN_E_UNSUPPORTED, reported at each op that
 * the version cannot express, with the version that can, and nothing is written; GRN_E_MEMORY,
 * GRN_E_SINK.
 */
grn_status grn_artifact_write(const grn_ir *ir, grn_artifact_version version, const grn_diag *diag,
                              const grn_sink *sink);

#endif

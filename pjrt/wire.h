/*
 * wire.h - fields of protocol buffers, as they are written: the few messages of XLA's that a client
 * of PJRT reads.
 */
#ifndef GRN_PJRT_WIRE_H
#define GRN_PJRT_WIRE_H

#include "plugin.h"

void grn_pjrt_put_varint(grn_pjrt_text *to, uint64_t value);
/* A field of a number, of a text, and of another message, whose text is freed. */
void grn_pjrt_put_number(grn_pjrt_text *to, unsigned field, uint64_t value);
void grn_pjrt_put_text(grn_pjrt_text *to, unsigned field, const char *text);
void grn_pjrt_put_message(grn_pjrt_text *to, unsigned field, grn_pjrt_text *message);
/* A list of numbers, packed. */
void grn_pjrt_put_numbers(grn_pjrt_text *to, unsigned field, size_t count, const int64_t *numbers);

/* The executable as an HloModuleProto: parameters, and one call that gives the results, with how
 * each lies on the devices (hlo.c). */
void grn_pjrt_write_hlo(grn_pjrt_text *to, const PJRT_Executable *executable);

#endif

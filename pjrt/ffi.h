/*
 * ffi.h - foreign functions that programs call.
 */
#ifndef GRN_PJRT_FFI_H
#define GRN_PJRT_FFI_H

#include "plugin.h"

/* For a run's options; the client outlives the run. */
grn_foreign grn_pjrt_foreign(PJRT_Client *client);
PJRT_Extension_Base *grn_pjrt_ffi_extension(void);
/* PrimitiveType of xla_data.proto, which XLA's FFI has as well (hlo.c). */
uint64_t grn_pjrt_primitive(PJRT_Buffer_Type type);

#endif

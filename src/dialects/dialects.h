/*
 * dialects.h - the dialects that garner reads, and those among them that it
 * writes. Each is a folder here and a row of registry.c.
 */
#ifndef GRN_DIALECTS_H
#define GRN_DIALECTS_H

#include "dialects/common/rows.h"

/* Every dialect garner reads, NULL-terminated. */
extern const grn_dialect *const grn_dialects[];

#endif

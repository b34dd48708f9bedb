/* symbols.h - the table of one symbol table's names, shared by lookup and verifier. */
#ifndef GRN_IR_SYMBOLS_H
#define GRN_IR_SYMBOLS_H

#include "ir/ir.h"

typedef struct grn_symbol_index {
    grn_op **op; /* open addressing by symbol name */
    size_t room; /* a power of two */
} grn_symbol_index;

/* Text NULL: not a symbol. */
grn_str grn_op_symbol_name(const grn_op *op);
/* Empty, with room for every op of the table's first block. False: memory refused. */
bool grn_symbol_index_init(grn_symbol_index *index, grn_arena *arena, const grn_op *table);
/* Enters `op` if it is a symbol; answers the op that already has its name, or NULL. */
grn_op *grn_symbol_index_enter(grn_symbol_index *index, grn_op *op);

#endif

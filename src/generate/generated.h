/* generated.h - a program that was made, for the files of the public calls. */
#ifndef GRN_GENERATE_GENERATED_H
#define GRN_GENERATE_GENERATED_H

#include "generate/generate.h"

struct grn_generated {
    const grn_allocator *allocator;
    grn_gen_settings settings;
    uint64_t state;
    bool made;     /* gen is to be destroyed */
    grn_gen gen;   /* what it was made of: inputs, and what is known of results */
    grn_vec about; /* const grn_gen_op * */
    grn_vec text;  /* bytes, and a zero */
    size_t head_bytes;
    grn_module *module;
    grn_results *results;
};

#endif

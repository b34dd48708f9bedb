/*
 * common.h - what the fuzz targets share.
 *
 * A target turns bytes into calls and aborts where a claim does not hold;
 * crashes, leaks and undefined behaviour are the sanitizers' to find.
 */
#ifndef FUZZ_COMMON_H
#define FUZZ_COMMON_H

#include "garner/garner.h"

/* What a run may take (garner/module.h, max_steps): enough for every op to work on some thousand
 * elements, and some milliseconds under the sanitizers. A service allows GRN_STEPS_UNTRUSTED; an
 * input of a fuzzer is one of a million. */
#define FUZZ_STEPS UINT64_C(100000)

/* libFuzzer's entry. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Prints the claim that does not hold and each text that bears on it, then aborts. */
void broken(const char *claim, const char *a, const char *b);

/* Text that grows; ends with a NUL. Anything over its limit is refused with GRN_E_SINK. */
typedef struct text {
    char *bytes;
    size_t size, capacity;
} text;
grn_sink fuzz_text_sink(text *t);
void fuzz_text_free(text *t);
/* The module as text; false where memory or the text's limit does not allow it. Aborts where it
 * does not print. */
bool text_of(const grn_module *module, bool generic, text *out);

/*
 * An allocator that gives out so much in all, freed or not, in so many calls:
 * a program that never ends asks for memory for ever, so this ends it.
 */
typedef struct rations {
    size_t bytes, calls;
    size_t outstanding;
    grn_allocator allocator;
} rations;
void rations_init(rations *r, size_t bytes, size_t calls);

/* That the module's text is that module again: it parses, verifies and prints the same. Reading it
 * takes at most so much memory, in so many calls; nothing is said of a text that takes more. */
void check_text_of(const grn_module *made, bool generic, size_t bytes, size_t calls);

/* Whether a program in ONNX may differ from `program` in the last bits of f64: ONNX has none of some functions. */
bool fuzz_has_other_digits(const char *program);

#endif

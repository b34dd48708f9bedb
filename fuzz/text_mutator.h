/*
 * text_mutator.h - programs changed as a person changes them: by lines and by words.
 *
 * Half of the changes are libFuzzer's own, by bytes. The others delete, repeat,
 * exchange and move lines, put another word of the text in the place of one of
 * its kind (a name, a number, a type's part), or set a number to one that
 * matters. A target asks for it with FUZZ_TEXT_MUTATOR; fuzz/run.sh then gives
 * it the dictionary and programs to start from.
 */
#ifndef FUZZ_TEXT_MUTATOR_H
#define FUZZ_TEXT_MUTATOR_H

#include <stddef.h>
#include <stdint.h>

/* libFuzzer's. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out,
                                 size_t most, unsigned seed);

size_t text_mutate(uint8_t *data, size_t size, size_t most, unsigned seed);
/* Lines of a, then some of b, then the rest of a. */
size_t text_cross(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out, size_t most,
                  unsigned seed);

#define FUZZ_TEXT_MUTATOR                                                                                            \
    size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)                           \
    {                                                                                                                \
        return seed % 2 ? LLVMFuzzerMutate(data, size, most) : text_mutate(data, size, most, seed);                  \
    }                                                                                                                \
    size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out, \
                                     size_t most, unsigned seed)                                                     \
    {                                                                                                                \
        return text_cross(a, a_size, b, b_size, out, most, seed);                                                    \
    }

#endif

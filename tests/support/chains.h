/*
 * chains.h - random programs of several gathers and scatters on the same few tensors: one after the
 * other, in functions that are called, in loops that carry tensors, in branches and in while loops,
 * under every index rule.
 */
#ifndef TESTS_CHAINS_H
#define TESTS_CHAINS_H

#include <stdint.h>

/*
 * @main takes tensor<5x3xf32>, tensor<4x1xi64> and tensor<4x3xf32>, the second with numbers from 0
 * to 4 if no index is to be out of range, and gives one of the first and one of the third.
 * malloc'd.
 */
char *chain_program(uint64_t seed);

#endif

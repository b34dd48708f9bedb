/*
 * share.h - how much of its work a test does.
 *
 * All of it, in a usual build. Under a sanitizer, where a second becomes ten to thirty, a share:
 * random cases are fewer, and of a list of programs or calls some are left out. The environment
 * asks for more, or fewer, by the names that tests give.
 */
#ifndef TESTS_SHARE_H
#define TESTS_SHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One case in so many is done: 1 in a usual build. */
#ifdef GARNER_SANITIZED
#define TEST_ONE_IN 8
#else
#define TEST_ONE_IN 1
#endif

/* A number from the environment. */
uint64_t test_setting(const char *name, uint64_t otherwise);
/* How many cases: the number in the environment, else the share of `usual`, at least 1. */
uint64_t test_count(const char *setting, uint64_t usual);
/* That one case in so many is done: the number in the environment, else `usual`, more under a
 * sanitizer. */
uint64_t test_one_in(const char *setting, uint64_t usual);
/* Whether case i is among those. Cases are drawn, so that no pattern in a list is left out. */
bool test_takes(uint64_t i, uint64_t one_in);

#endif

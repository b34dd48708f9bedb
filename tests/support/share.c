/* share.c - how much of its work a test does. */
#include <stdlib.h>

#include "support/share.h"

uint64_t test_setting(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 0) : otherwise;
}

uint64_t test_count(const char *setting, uint64_t usual)
{
    uint64_t share = usual / TEST_ONE_IN;
    return test_setting(setting, share ? share : usual > 0);
}

uint64_t test_one_in(const char *setting, uint64_t usual) { return test_setting(setting, usual * TEST_ONE_IN); }

bool test_takes(uint64_t i, uint64_t one_in)
{
    uint64_t x = (i + 1) * UINT64_C(0x9E3779B97F4A7C15);
    return one_in <= 1 || (x ^ x >> 29) % one_in == 0;
}

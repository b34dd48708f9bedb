/*
 * bag_range.h - whether indices are in range, a vector at a time. The includer defines WIDTH, the bytes of a
 * vector.
 */

/* The sign of the difference to the last row, and of the index itself (plus 1, where -1 is right), of all of
 * them: no branch but the loop's. Of an index below 0 the difference may wrap; its own sign tells. */
#define BAG_ANY_BEYOND(name, T, U)                                         \
    static bool name(const char *index, int64_t n, T last, bool minus_one) \
    {                                                                      \
        typedef U vec __attribute__((vector_size(WIDTH)));                 \
        const int64_t lanes = WIDTH / (int64_t)sizeof(T);                  \
        const U more = minus_one;                                          \
        vec all = {0};                                                     \
        U signs = 0;                                                       \
        int64_t i = 0;                                                     \
        for (; i + lanes <= n; i += lanes) {                               \
            vec at;                                                        \
            memcpy(&at, index + i * (int64_t)sizeof(T), sizeof at);        \
            all |= ((U)last - at) | (at + more);                           \
        }                                                                  \
        for (int l = 0; l < (int)lanes; l++)                               \
            signs |= all[l];                                               \
        for (U at; i < n; i++) {                                           \
            memcpy(&at, index + i * (int64_t)sizeof(T), sizeof at);        \
            signs |= ((U)last - at) | (at + more);                         \
        }                                                                  \
        return signs >> (8 * sizeof(T) - 1) != 0;                          \
    }
BAG_ANY_BEYOND(bag_any_beyond_64, int64_t, uint64_t)
BAG_ANY_BEYOND(bag_any_beyond_32, int32_t, uint32_t)
#undef BAG_ANY_BEYOND

static bool any_beyond(const void *index, bool is_wide, int64_t n, int64_t last, bool minus_one)
{
    if (is_wide)
        return bag_any_beyond_64(index, n, last, minus_one);
    return bag_any_beyond_32(index, n, last < INT32_MAX ? (int32_t)last : INT32_MAX, minus_one);
}

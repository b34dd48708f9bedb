/*
 * stream.c - stores that pass the cache by, for results that it cannot hold: what is written so is
 * not read from memory before.
 *
 * Such stores are ordered by a fence alone, which stands at the end of the function. A region of
 * threads has none, so there are no such stores in it.
 */
#include "emit/state.h"

/* Results that are no larger are still in a cache when the caller reads them. */
#define LEAST_BYTES (2 << 20)

bool grn_c_may_stream(const grn_c *s, const grn_value *memref)
{
    const grn_value *root = grn_c_root(s, memref);
    return !s->in_parallel && !s->known[root->slot].reads && grn_c_bytes_of(root->type) > LEAST_BYTES;
}

const char *grn_c_stream(grn_c *s)
{
    s->streams = true;
    return grn_c_helper(s, "stream_lines");
}

void grn_c_end_streams(grn_c *s)
{
    if (s->streams)
        grn_c_line(s, "%s();", grn_c_helper(s, "stream_end"));
    s->streams = false;
}

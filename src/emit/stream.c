/*
 * stream.c - stores that bypass the cache, for results larger than it that are not read before they
 * leave memory. Such stores need a fence, which stands at the end of the function. A parallel
 * region has no fence, so none of these stores stands in one.
 */
#include "emit/state.h"

/* A result up to this size is still in a cache when the caller reads it. */
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

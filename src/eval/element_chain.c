/* element_chain.c - element functions one after another, a block at a time, so that what is between
 * them stays in the first-level cache. */
#include "eval/element.h"
#include "eval/stream.h"

void grn_element_steps_run(size_t nsteps, const grn_element_step *steps, size_t n, void *const *at)
{
    for (size_t s = 0; s < nsteps; s++) {
        const void *in[GRN_ELEMENT_ARGS];
        for (size_t i = 0; i < steps[s].function.nargs; i++)
            in[i] = at[steps[s].in[i]];
        grn_element_run(&steps[s].function, n, at[steps[s].out], in);
    }
}

/* ---- room ------------------------------------------------------------------------------------ */

/* How a chain reads an input in blocks: in place, as one element spread over a block once, by a
 * stream through a block, or as an iota that is computed there. */
typedef enum access { ACCESS_COMPACT, ACCESS_SCALAR, ACCESS_STREAM, ACCESS_IOTA } access;

static access access_of(const grn_element_chain *c, const grn_tensor *in, size_t i)
{
    const grn_tensor *t = &in[i];
    if (c->along && c->along[i] >= 0)
        return ACCESS_IOTA;
    if (grn_tensor_is_compact(t))
        return ACCESS_COMPACT;
    for (int32_t d = 0; d < t->rank; d++)
        if (t->stride[d] != 0 && t->shape[d] != 1)
            return ACCESS_STREAM;
    return ACCESS_SCALAR;
}

static size_t padded(size_t bytes) { return (bytes + 63) / 64 * 64; }

static size_t block_elements(size_t n) { return n < GRN_ELEMENT_BLOCK ? n : GRN_ELEMENT_BLOCK; }

/* Small multiples of at most GRN_CHAIN_VALUES: nothing overflows. */
size_t grn_element_chain_scratch(const grn_element_chain *c, const grn_tensor *out, const grn_tensor *in)
{
    size_t m = block_elements((size_t)grn_tensor_elements(out)), bytes = c->nregisters * padded(m * c->register_bytes);
    for (size_t i = 0; i < c->ninputs; i++) {
        access w = access_of(c, in, i);
        bytes += w == ACCESS_COMPACT ? 0 : padded(m * grn_dtype_bytes(in[i].dtype));
        bytes += w == ACCESS_STREAM ? padded(sizeof(grn_stream)) : w == ACCESS_IOTA ? padded(sizeof(grn_counting)) : 0;
    }
    return bytes;
}

/* ---- running --------------------------------------------------------------------------------- */

typedef struct input {
    access access;
    size_t bytes; /* per element */
    const char *data;
    void *block;
    grn_stream *stream;
    grn_counting *counting;
} input;

static void *take_scratch(char **scratch, size_t bytes)
{
    char *at = *scratch;
    *scratch = at + padded(bytes);
    return at;
}

static void spread(void *to, const void *from, size_t bytes, size_t m)
{
    for (size_t i = 0; i < m; i++)
        memcpy((char *)to + i * bytes, from, bytes);
}

/* `along`: the dimension that is counted along. */
static void open_input(input *in, access how, const grn_tensor *t, int32_t along, int64_t from, size_t m,
                       char **scratch)
{
    *in = (input){.access = how, .bytes = grn_dtype_bytes(t->dtype), .data = t->data};
    if (in->access != ACCESS_COMPACT)
        in->block = take_scratch(scratch, m * in->bytes);
    if (in->access == ACCESS_SCALAR)
        spread(in->block, t->data, in->bytes, m);
    if (in->access == ACCESS_IOTA) {
        in->counting = take_scratch(scratch, sizeof *in->counting);
        (void)grn_counting_init(in->counting, t, along); /* the dtypes of a chain all count */
    }
    if (in->access != ACCESS_STREAM)
        return;
    in->stream = take_scratch(scratch, sizeof *in->stream);
    grn_stream_init(in->stream, t);
    grn_stream_seek(in->stream, t->data, from);
}

static void *next_block(input *in, int64_t at, size_t n)
{
    if (in->access == ACCESS_SCALAR)
        return in->block;
    if (in->access == ACCESS_COMPACT)
        return (char *)(uintptr_t)in->data + at * (int64_t)in->bytes;
    if (in->access == ACCESS_IOTA) {
        grn_counting_take(in->counting, at, n, in->block);
        return in->block;
    }
    return (void *)(uintptr_t)grn_stream_take(in->stream, n, in->block);
}

void grn_element_chain_run(const grn_element_chain *c, const grn_tensor *out, const grn_tensor *in, int64_t from,
                           int64_t to, void *scratch)
{
    input inputs[GRN_CHAIN_VALUES];
    void *at[GRN_CHAIN_VALUES + 1];
    char *room = scratch;
    size_t m = block_elements((size_t)grn_tensor_elements(out)), result = c->ninputs + c->nregisters;
    for (size_t i = 0; i < c->ninputs; i++)
        open_input(&inputs[i], access_of(c, in, i), &in[i], c->along ? c->along[i] : -1, from, m, &room);
    for (size_t r = 0; r < c->nregisters; r++)
        at[c->ninputs + r] = take_scratch(&room, m * c->register_bytes);
    for (size_t n; from < to; from += (int64_t)n) {
        n = block_elements((size_t)(to - from));
        for (size_t i = 0; i < c->ninputs; i++)
            at[i] = next_block(&inputs[i], from, n);
        at[result] = grn_tensor_at(out, from);
        grn_element_steps_run(c->nsteps, c->steps, n, at);
    }
}

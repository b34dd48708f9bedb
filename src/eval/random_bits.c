/*
 * random_bits.c - tensors of random bits, equal to those of XLA's expansion of rng_bit_generator:
 * which counter gives which element, and the state afterwards.
 */
#include "eval/random.h"

/* ---- the generators -------------------------------------------------------------------------- */

static grn_random_words philox_round(grn_random_words x, const uint32_t *key)
{
    uint64_t a = (uint64_t)x.w[0] * UINT32_C(0xD2511F53), b = (uint64_t)x.w[2] * UINT32_C(0xCD9E8D57);
    return (grn_random_words){
        {(uint32_t)(b >> 32) ^ x.w[1] ^ key[0], (uint32_t)b, (uint32_t)(a >> 32) ^ x.w[3] ^ key[1], (uint32_t)a}};
}

grn_random_words grn_philox(uint64_t key, uint64_t low, uint64_t high)
{
    grn_random_words x = {{(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)}};
    uint32_t k[2] = {(uint32_t)key, (uint32_t)(key >> 32)};
    for (int round = 0; round < 10; round++) {
        x = philox_round(x, k);
        k[0] += UINT32_C(0x9E3779B9);
        k[1] += UINT32_C(0xBB67AE85);
    }
    return x;
}

grn_random_words grn_threefry(uint64_t key, uint64_t counter)
{
    static const unsigned char rotation[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
    uint32_t k[3] = {(uint32_t)key, (uint32_t)(key >> 32), 0};
    k[2] = k[0] ^ k[1] ^ UINT32_C(0x1BD11BDA);
    grn_random_words x = {{(uint32_t)counter + k[0], (uint32_t)(counter >> 32) + k[1], 0, 0}};
    for (uint32_t group = 0; group < 5; group++) {
        for (int i = 0; i < 4; i++) {
            unsigned by = rotation[group % 2][i];
            x.w[0] += x.w[1];
            x.w[1] = (x.w[1] << by | x.w[1] >> (32 - by)) ^ x.w[0];
        }
        x.w[0] += k[(group + 1) % 3];
        x.w[1] += k[(group + 2) % 3] + group + 1;
    }
    return x;
}

/* ---- elements -------------------------------------------------------------------------------- */

/* As many of the low bits as the dtype has; a narrow integer's byte is extended by its sign. */
static void put_element(const grn_tensor *out, int64_t at, uint64_t bits)
{
    unsigned width = grn_dtype_bits(out->dtype);
    uint64_t sign = UINT64_C(1) << (width - 1), low = width < 64 ? bits & ((UINT64_C(1) << width) - 1) : bits;
    void *to = grn_tensor_at(out, at);
    if (width < 8 && grn_dtype_class_of(out->dtype) == GRN_CLASS_SIGNED)
        low = (low ^ sign) - sign;
    switch (grn_dtype_bytes(out->dtype)) {
    case 1: store_u8(to, 0, (uint8_t)low); break;
    case 2: store_u16(to, 0, (uint16_t)low); break;
    case 4: store_u32(to, 0, (uint32_t)low); break;
    default: store_u64(to, 0, low); break;
    }
}

/* ---- Threefry -------------------------------------------------------------------------------- */

/* The dimension whose even and odd positions are the two words of one counter: the first even one,
 * else the first largest. */
static int32_t split_dim(const grn_tensor *out)
{
    int32_t largest = 0;
    for (int32_t d = 0; d < out->rank; d++)
        if (out->shape[d] % 2 == 0)
            return d;
    for (int32_t d = 1; d < out->rank; d++)
        if (out->shape[d] > out->shape[largest])
            largest = d;
    return largest;
}

static int64_t product(const int64_t *shape, int32_t from, int32_t to)
{
    int64_t elements = 0;
    (void)grn_shape_elements(to - from, shape + from, &elements); /* of a tensor that exists */
    return elements;
}

static uint64_t threefry_32(const grn_tensor *out, uint64_t key, uint64_t counter)
{
    int32_t dim = split_dim(out);
    int64_t n = out->rank ? out->shape[dim] : 1, inner = out->rank ? product(out->shape, dim + 1, out->rank) : 1;
    int64_t half = n / 2 + n % 2, outer = out->rank ? product(out->shape, 0, dim) : 1;
    for (int64_t o = 0; o < outer; o++)
        for (int64_t h = 0; h < half; h++)
            for (int64_t i = 0; i < inner; i++) {
                grn_random_words x = grn_threefry(key, counter++);
                int64_t at = (o * n + 2 * h) * inner + i;
                put_element(out, at, x.w[0]);
                if (2 * h + 1 < n)
                    put_element(out, at + inner, x.w[1]);
            }
    return counter;
}

static uint64_t threefry_64(const grn_tensor *out, uint64_t key, uint64_t counter)
{
    int64_t n = grn_tensor_elements(out);
    for (int64_t i = 0; i < n; i++) {
        grn_random_words x = grn_threefry(key, counter++);
        put_element(out, i, grn_random_pair(&x, 0));
    }
    return counter;
}

/* ---- Philox ---------------------------------------------------------------------------------- */

/* Four words of one counter are four elements, or two. */
static void philox(const grn_tensor *out, uint64_t key, uint64_t *low, uint64_t *high)
{
    int64_t n = grn_tensor_elements(out), each = grn_dtype_bits(out->dtype) == 64 ? 2 : 4;
    for (int64_t at = 0; at < n; at += each) {
        grn_random_words x = grn_philox(key, *low, *high);
        for (int64_t i = 0; i < each && at + i < n; i++)
            put_element(out, at + i, each == 4 ? x.w[i] : grn_random_pair(&x, (int)(2 * i)));
        *high += ++*low == 0;
    }
}

/* ---- both ------------------------------------------------------------------------------------ */

void grn_eval_random_bits(const grn_tensor *out, grn_bit_generator generator, size_t nstate, uint64_t *state)
{
    uint64_t high = nstate > 2 ? state[2] : state[0];
    if (generator == GRN_BITS_PHILOX) {
        philox(out, state[0], &state[1], &high);
        if (nstate > 2)
            state[2] = high;
    } else if (grn_dtype_bits(out->dtype) == 64) {
        state[1] = threefry_64(out, state[0], state[1]);
    } else {
        state[1] = threefry_32(out, state[0], state[1]);
    }
}

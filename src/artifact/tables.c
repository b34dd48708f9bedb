/* tables.c - VHLO's types without parts, and its enumerations. */
#include "artifact/internal.h"

/* Since which version there is a type: VHLO's version log. */
#define MIN GRN_VHLO_MINIMUM
const vhlo_leaf grn_vhlo_leaves[] = {
    {0, MIN, "i1"},
    {2, MIN, "bf16"},
    {3, MIN, "f16"},
    {4, MIN, "f32"},
    {5, MIN, "f64"},
    {6, MIN, "f8E4M3FN"},
    {7, MIN, "f8E5M2"},
    {9, MIN, "index"},
    {10, MIN, "i4"},
    {11, MIN, "i8"},
    {12, MIN, "i16"},
    {13, MIN, "i32"},
    {14, MIN, "i64"},
    {15, MIN, "ui4"},
    {16, MIN, "ui8"},
    {17, MIN, "ui16"},
    {18, MIN, "ui32"},
    {19, MIN, "ui64"},
    {22, MIN, "!stablehlo.token"},
    {26, MIN, "!shape.witness"},
    {27, GRN_VHLO(0, 10, 0), "f8E4M3FNUZ"},
    {28, GRN_VHLO(0, 10, 0), "f8E5M2FNUZ"},
    {29, GRN_VHLO(0, 11, 0), "f8E4M3B11FNUZ"},
    {31, GRN_VHLO(1, 2, 0), "i2"},
    {32, GRN_VHLO(1, 2, 0), "ui2"},
    {33, GRN_VHLO(1, 6, 0), "none"},
    {34, GRN_VHLO(1, 6, 0), "tf32"},
    {35, GRN_VHLO(1, 7, 0), "f8E4M3"},
    {36, GRN_VHLO(1, 7, 0), "f8E3M4"},
    {37, GRN_VHLO(1, 8, 0), "f4E2M1FN"},
    {38, GRN_VHLO(1, 8, 0), "f6E2M3FN"},
    {39, GRN_VHLO(1, 8, 0), "f6E3M2FN"},
    {40, GRN_VHLO(1, 8, 0), "f8E8M0FNU"},
    {0, 0, NULL},
};

const vhlo_leaf *grn_vhlo_leaf_of_code(uint64_t code)
{
    for (const vhlo_leaf *leaf = grn_vhlo_leaves; leaf->text; leaf++)
        if (leaf->code == code)
            return leaf;
    return NULL;
}

const vhlo_leaf *grn_vhlo_leaf_of_text(grn_str text)
{
    for (const vhlo_leaf *leaf = grn_vhlo_leaves; leaf->text; leaf++)
        if (grn_str_is(text, leaf->text))
            return leaf;
    return NULL;
}

/* ---- enumerations ---------------------------------------------------------------------------- */

static const char *const direction[] = {"EQ", "NE", "GE", "GT", "LE", "LT", NULL};
static const char *const type[] = {"NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED", NULL};
static const char *const api[] = {"API_VERSION_UNSPECIFIED",      "API_VERSION_ORIGINAL",
                                  "API_VERSION_STATUS_RETURNING", "API_VERSION_STATUS_RETURNING_UNIFIED",
                                  "API_VERSION_TYPED_FFI",        NULL};
static const char *const fft[] = {"FFT", "IFFT", "RFFT", "IRFFT", NULL};
static const char *const precision[] = {"DEFAULT", "HIGH", "HIGHEST", NULL};
static const char *const algorithm[] = {"DEFAULT", "THREE_FRY", "PHILOX", NULL};
static const char *const distribution[] = {"", "UNIFORM", "NORMAL", NULL};
static const char *const transpose[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT", NULL};
static const char *const accuracy[] = {"DEFAULT", "HIGHEST", "TOLERANCE", NULL};

const vhlo_enum grn_vhlo_enums[] = {
    {3, "comparison_direction", direction, false}, {4, "comparison_type", type, false},
    {5, "custom_call_api_version", api, false},    {7, "fft_type", fft, false},
    {11, "precision", precision, false},           {12, "rng_algorithm", algorithm, false},
    {13, "rng_distribution", distribution, false}, {16, "transpose", transpose, false},
    {19, "result_accuracy_mode", accuracy, true},  {0, NULL, NULL, false},
};

/* types.c - PJRT's element types and garner's. */
#include "plugin.h"

static const struct {
    PJRT_Buffer_Type type;
    grn_dtype dtype;
} types[] = {
    {PJRT_Buffer_Type_PRED, GRN_I1},
    {PJRT_Buffer_Type_S2, GRN_I2},
    {PJRT_Buffer_Type_S4, GRN_I4},
    {PJRT_Buffer_Type_S8, GRN_I8},
    {PJRT_Buffer_Type_S16, GRN_I16},
    {PJRT_Buffer_Type_S32, GRN_I32},
    {PJRT_Buffer_Type_S64, GRN_I64},
    {PJRT_Buffer_Type_U2, GRN_UI2},
    {PJRT_Buffer_Type_U4, GRN_UI4},
    {PJRT_Buffer_Type_U8, GRN_UI8},
    {PJRT_Buffer_Type_U16, GRN_UI16},
    {PJRT_Buffer_Type_U32, GRN_UI32},
    {PJRT_Buffer_Type_U64, GRN_UI64},
    {PJRT_Buffer_Type_F4E2M1FN, GRN_F4E2M1FN},
    {PJRT_Buffer_Type_F8E3M4, GRN_F8E3M4},
    {PJRT_Buffer_Type_F8E4M3, GRN_F8E4M3},
    {PJRT_Buffer_Type_F8E4M3FN, GRN_F8E4M3FN},
    {PJRT_Buffer_Type_F8E4M3FNUZ, GRN_F8E4M3FNUZ},
    {PJRT_Buffer_Type_F8E4M3B11FNUZ, GRN_F8E4M3B11FNUZ},
    {PJRT_Buffer_Type_F8E5M2, GRN_F8E5M2},
    {PJRT_Buffer_Type_F8E5M2FNUZ, GRN_F8E5M2FNUZ},
    {PJRT_Buffer_Type_F8E8M0FNU, GRN_F8E8M0FNU},
    {PJRT_Buffer_Type_BF16, GRN_BF16},
    {PJRT_Buffer_Type_F16, GRN_F16},
    {PJRT_Buffer_Type_F32, GRN_F32},
    {PJRT_Buffer_Type_F64, GRN_F64},
    {PJRT_Buffer_Type_C64, GRN_C64},
    {PJRT_Buffer_Type_C128, GRN_C128},
};

grn_dtype grn_pjrt_dtype(PJRT_Buffer_Type type)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].type == type)
            return types[i].dtype;
    return GRN_NO_DTYPE;
}

PJRT_Buffer_Type grn_pjrt_type(grn_dtype dtype)
{
    if (dtype == GRN_INDEX)
        return PJRT_Buffer_Type_S64;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].dtype == dtype)
            return types[i].type;
    return PJRT_Buffer_Type_INVALID;
}

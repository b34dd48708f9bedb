/* elementary_coefficients.h - made by tools/fit_polynomials.py. The constant term is first. */

/* expm1(x) / x, |x| <= log(2) / 2: relative error 2^-49.2 */
#define EXPM1_COEFFICIENTS                                                                                        \
    0x1.0000000000006p+0, 0x1.0000000000001p-1, 0x1.5555555550d67p-3, 0x1.5555555553d5dp-5, 0x1.11111123c56a9p-7, \
        0x1.6c16c1788e279p-10, 0x1.a01994afaf720p-13, 0x1.a019b90435244p-16, 0x1.72e1250970caep-19,               \
        0x1.289190088364dp-22

/* (2 atanh(s) / s - 2) / z, z = s^2, s <= 3 - 2 sqrt(2): relative error 2^-54.0 */
#define LOG_COEFFICIENTS                                                                                          \
    0x1.5555555555555p-1, 0x1.9999999999a3ap-2, 0x1.249249247670ap-2, 0x1.c71c7201fc0e6p-3, 0x1.745cf8c09a9d4p-3, \
        0x1.3b1c43c68eb6dp-3, 0x1.0fbd140544b63p-3, 0x1.0c135adcf3011p-3

/* (sin(x) / x - 1) / z, z = x^2, |x| <= pi / 4: relative error 2^-52.2 */
#define SIN_COEFFICIENTS                                                                        \
    -0x1.5555555555555p-3, 0x1.1111111110bb1p-7, -0x1.a01a019e83460p-13, 0x1.71de379607474p-19, \
        -0x1.ae600a7a70c62p-26, 0x1.5e0ae8e372075p-33

/* (cos(x) - 1) / z, z = x^2, |x| <= pi / 4: relative error 2^-50.4 */
#define COS_COEFFICIENTS                                                                        \
    -0x1.ffffffffffffap-2, 0x1.5555555554130p-5, -0x1.6c16c1691ccdcp-10, 0x1.a019fc7a56acfp-16, \
        -0x1.27e0f4f9017e3p-22, 0x1.1c061a0b1bd70p-29

/* erf(x) / x, in x^2, |x| <= 1: relative error 2^-45.5 */
#define ERF_COEFFICIENTS                                                                                            \
    0x1.20dd750429b19p+0, -0x1.812746b0271ecp-2, 0x1.ce2f2197bc2efp-4, -0x1.b82ce15c3b7f8p-6, 0x1.565ba0406c001p-8, \
        -0x1.c0286cad68e02p-11, 0x1.f941bed7e7847p-14, -0x1.f0705a1dde9aap-17, 0x1.9ae0986f9de4fp-20,               \
        -0x1.c1a515de8637ap-24

/* erfc(x) exp(x^2), in (x - 3) / (x + 3), 1 <= x <= 4: relative error 2^-50.7 */
#define ERFC_COEFFICIENTS                                                                                           \
    0x1.6e9827d229d30p-3, -0x1.4e102b9cf8506p-2, 0x1.f6ff204104acep-3, -0x1.336ffbef0cbeap-3, 0x1.258b13b161adfp-4, \
        -0x1.8fa58e98abcb9p-6, 0x1.17c834c4d1672p-8, 0x1.730f000d716b5p-11, -0x1.39082f82bd914p-11,                 \
        0x1.7d32a8d9525c1p-15, 0x1.0f930b8e5013dp-14, -0x1.944d1679bca8dp-17, -0x1.1f419c8ce3638p-17

/* erf_inv(x) / x, in w - 3.25, w = -log(1 - x^2) <= 6.5: relative error 2^-46.6 */
#define ERF_INV_COEFFICIENTS                                                                                          \
    0x1.aeff02cbbb1f6p+0, 0x1.e8afc29b9c353p-3, -0x1.9c7f37c13615cp-8, -0x1.548db560ad3b0p-11, 0x1.74cd69f4b0169p-13, \
        -0x1.efa1a76b10af7p-17, -0x1.0ea774d1aaa7bp-20, 0x1.a5448061a5070p-22, -0x1.1b44e77767bd1p-25,                \
        -0x1.87af6a2002c22p-29, 0x1.093510b968267p-30, -0x1.36814dc9c04e8p-34, -0x1.3735ae736ba74p-37,                \
        0x1.599a3beca5bfcp-39, -0x1.4697a8901e897p-43, -0x1.11f17e625062dp-45, 0x1.ca70b76abda55p-48,                 \
        -0x1.5eeaf9b067a9dp-56, -0x1.d10f732122051p-54, 0x1.2d66988f9914ap-58, 0x1.90cb1ddf330e1p-61

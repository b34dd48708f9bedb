/*
 * portability.h - the one place that knows compilers.
 *
 * Everything outside src/kernels and this header is plain C11. Each macro has
 * a plain fallback, so a compiler this header has not met still builds. It has
 * no calls: nothing is NULL here, and nothing is for one thread.
 */
#ifndef GARNER_PORTABILITY_H
#define GARNER_PORTABILITY_H

#if defined(__GNUC__) || defined(__clang__)
#define GRN_API __attribute__((visibility("default")))
#define GRN_PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#define GRN_MUST_USE __attribute__((warn_unused_result))
#define GRN_COLD __attribute__((cold)) /* seldom called: kept out of the common path */
#else
#define GRN_API
#define GRN_PRINTF(format_at, first_at)
#define GRN_MUST_USE
#define GRN_COLD
#endif

#ifdef __cplusplus
#define GRN_BEGIN_DECLS extern "C" {
#define GRN_END_DECLS }
#else
#define GRN_BEGIN_DECLS
#define GRN_END_DECLS
#endif

#endif

/* pause.h - waiting for a word to change: processors have an instruction for it, C has none. */
#ifndef GRN_KERNELS_PAUSE_H
#define GRN_KERNELS_PAUSE_H

/* Lets the processor's other thread and its clock rest meanwhile. */
static inline void grn_pause(void)
{
#if defined(__GNUC__) && defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__GNUC__) && defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

#endif

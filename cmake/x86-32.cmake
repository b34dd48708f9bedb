# For 32-bit x86, by the compiler that is here: cmake --toolchain cmake/x86-32.cmake. Floats are SSE's, rounded at each step. The kernel's
# headers are those of both sizes: Debian's package that links them for -m32 does not go with cross compilers, so they are named.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_COMPILER cc)
set(CMAKE_C_FLAGS_INIT "-m32 -msse2 -mfpmath=sse -idirafter /usr/include/x86_64-linux-gnu")

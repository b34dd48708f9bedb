/*
 * wanted.h - the build includes it in front of every file of an instruction set, and says in
 * GRN_WANTED what a compiler defines that may use the set (src/CMakeLists.txt). Without that the
 * file would be empty, and the set would never run.
 */
#if !(GRN_WANTED)
#error "this instruction set is wanted, and the compiler may not use it: its flags stand in src/CMakeLists.txt"
#endif

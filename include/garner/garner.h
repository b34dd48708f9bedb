/*
 * garner.h - all of libgarner's public interface.
 *
 * What holds everywhere:
 *
 *   NULL     A pointer may be NULL where its header says so, and nowhere else; status.h says what
 *            happens then. Every call that destroys, frees or releases takes NULL and does nothing.
 *   Threads  The library has no state of its own. Calls on different objects may run at once; each
 *            header says what may happen to one object at once.
 *   Options  A struct of options that is all zero asks for the defaults. Each begins with `size_t
 *            size_bytes`: set to the sizeof of the struct, it says that all fields of the caller's
 *            header count; 0 stands for those of 0.2.0. So a struct can get fields at its end, and
 *            a program compiled before them runs with their defaults. Another size: fewer bytes
 *            than 0.2.0 has, or more than 4096, are GRN_E_ARGUMENT; fields of a later header that
 *            this library does not have are GRN_E_UNSUPPORTED, unless they are zero.
 *   Growth   Within one soname (version.h) functions are added and none is taken away, enumerators
 *            come at the end of their lists, and no struct changes but for that.
 */
#ifndef GARNER_GARNER_H
#define GARNER_GARNER_H

#include "garner/adjoint.h"
#include "garner/bags.h"
#include "garner/comm.h"
#include "garner/differ.h"
#include "garner/dist.h"
#include "garner/dist_model.h"
#include "garner/draw.h"
#include "garner/embed.h"
#include "garner/emit.h"
#include "garner/experts.h"
#include "garner/explain.h"
#include "garner/foreign.h"
#include "garner/frameworks.h"
#include "garner/generate.h"
#include "garner/gradient.h"
#include "garner/lint.h"
#include "garner/lower.h"
#include "garner/machine.h"
#include "garner/memory.h"
#include "garner/module.h"
#include "garner/module_plan.h"
#include "garner/nvl.h"
#include "garner/onnx_model.h"
#include "garner/opened.h"
#include "garner/operations.h"
#include "garner/plan.h"
#include "garner/portability.h"
#include "garner/reduce.h"
#include "garner/random_inputs.h"
#include "garner/segment_calls.h"
#include "garner/sink.h"
#include "garner/segments.h"
#include "garner/shard.h"
#include "garner/spec.h"
#include "garner/status.h"
#include "garner/systems.h"
#include "garner/tensor.h"
#include "garner/threads.h"
#include "garner/ttnn.h"
#include "garner/tuning.h"
#include "garner/version.h"

#endif

/* garner.h - all of libgarner's public interface. */
#ifndef GARNER_GARNER_H
#define GARNER_GARNER_H

#include "garner/adjoint.h"
#include "garner/draw.h"
#include "garner/emit.h"
#include "garner/explain.h"
#include "garner/frameworks.h"
#include "garner/gradient.h"
#include "garner/lint.h"
#include "garner/lower.h"
#include "garner/machine.h"
#include "garner/memory.h"
#include "garner/module.h"
#include "garner/module_plan.h"
#include "garner/nvl.h"
#include "garner/onnx_model.h"
#include "garner/plan.h"
#include "garner/portability.h"
#include "garner/spec.h"
#include "garner/status.h"
#include "garner/tensor.h"
#include "garner/threads.h"
#include "garner/ttnn.h"
#include "garner/tuning.h"

#endif

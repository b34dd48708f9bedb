/* module.c - garner._garner, made of what the other files have. */
#include "glue.h"

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "garner._garner",
    "The calls of libgarner. `garner` has them under their own names.",
    -1,
    NULL,
    NULL,
    NULL,
    NULL,
    NULL,
};

static bool add_methods(PyObject *module)
{
    return PyModule_AddFunctions(module, array_methods) == 0 && PyModule_AddFunctions(module, plan_methods) == 0 &&
           PyModule_AddFunctions(module, module_methods) == 0 && PyModule_AddFunctions(module, ttnn_methods) == 0 &&
           PyModule_AddFunctions(module, operation_methods) == 0 &&
           PyModule_AddFunctions(module, jax_ffi_methods) == 0 &&
           PyModule_AddFunctions(module, torch_kernel_methods) == 0 &&
           PyModule_AddFunctions(module, torch_bag_methods) == 0 &&
           PyModule_AddFunctions(module, torch_segment_methods) == 0 &&
           PyModule_AddFunctions(module, generate_methods) == 0 && PyModule_AddFunctions(module, differ_methods) == 0 &&
           PyModule_AddFunctions(module, reduce_methods) == 0;
}

PyMODINIT_FUNC PyInit__garner(void);

PyMODINIT_FUNC PyInit__garner(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL &&
        (!add_array_type(module) || !add_plan_type(module) || !add_module_type(module) || !add_calls(module) ||
         !add_methods(module) || PyModule_AddStringConstant(module, "version", grn_version()) < 0))
        Py_CLEAR(module);
    return module;
}

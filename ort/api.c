/* api.c - the two functions that the library shows, and the functions that it calls. */
#include <stdlib.h>

#include "plugin.h"

/* The version from which on CreateStatus is there: the first. */
#define FIRST_VERSION 1

bool grn_ort_api_take(const OrtApiBase *base, grn_ort_api *out)
{
    const OrtApi *ort = base->GetApi(ORT_API_VERSION);
    if (ort == NULL)
        return false;
    const OrtEpApi *ep = ((const OrtEpApi *(*)(void))ort->place[317])();
    if (ep == NULL)
        return false;
#define ORT_FUNCTION(at, result, name, parameters) out->name = (result(*) parameters)ort->place[at];
#define EP_FUNCTION(at, result, name, parameters) out->name = (result(*) parameters)ep->place[at];
#include "functions.def"
#undef ORT_FUNCTION
#undef EP_FUNCTION
    return true;
}

static OrtStatus *fail(const OrtApiBase *base, OrtErrorCode code, const char *message)
{
    const OrtApi *ort = base->GetApi(FIRST_VERSION);
    return ((OrtStatus * (*)(OrtErrorCode, const char *)) ort->place[0])(code, message);
}

GRN_API OrtStatus *CreateEpFactories(const char *registered_name, const OrtApiBase *base, const OrtLogger *logger,
                                     OrtEpFactory **factories, size_t room, size_t *count);
GRN_API OrtStatus *ReleaseEpFactory(OrtEpFactory *factory);

/* The name that a program registers the library by is its own affair: providers have one name. */
GRN_API OrtStatus *CreateEpFactories(const char *registered_name, const OrtApiBase *base, const OrtLogger *logger,
                                     OrtEpFactory **factories, size_t room, size_t *count)
{
    grn_ort_api api;
    (void)registered_name;
    (void)logger;
    if (!grn_ort_api_take(base, &api))
        return fail(base, ORT_NOT_IMPLEMENTED,
                    "garner " GRN_VERSION " is for ONNX Runtime 1.24 and newer; this one is older");
    if (count == NULL || factories == NULL || room < 1)
        return fail(base, ORT_INVALID_ARGUMENT, "CreateEpFactories: there is no room for a factory");
    OrtStatus *status = grn_ort_factory_make(&api, factories);
    *count = status == NULL ? 1 : 0;
    return status;
}

GRN_API OrtStatus *ReleaseEpFactory(OrtEpFactory *factory)
{
    free(factory);
    return NULL;
}

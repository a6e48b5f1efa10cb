/* Regions that may overlap. */
#include "vt/event.h"

int VT_scopedef(const char *scopename, int classhandle, int scl1, int scl2, int *scopehandle)
{
    (void)scopename, (void)classhandle, (void)scl1, (void)scl2, (void)scopehandle;
    return VT_ERR_NOTIMPLEMENTED;
}

int VT_scopebegin(int scopehandle, int scl, int *seqnr)
{
    (void)scopehandle, (void)scl, (void)seqnr;
    return VT_ERR_NOTIMPLEMENTED;
}

int VT_scopeend(int scopehandle, int seqnr, int scl)
{
    (void)scopehandle, (void)seqnr, (void)scl;
    return VT_ERR_NOTIMPLEMENTED;
}

/* location.c - source locations. */
#include "vt/event.h"

#include "core/stacks/location.h"
#include "core/log/state.h"

int VT_scldef(const char *file, int line_nr, int *sclhandle)
{
    bool good = file && line_nr >= 1;
    int handle = good ? qp_location_line(file, line_nr) : VT_NOSCL;
    vt_store(sclhandle, handle);
    return !good ? VT_ERR_BADARG : handle == VT_NOSCL ? VT_ERR_NOMEMORY : VT_OK;
}

int VT_sclstack(void *pc, void *stackframe, int skip, int trace, int *sclhandle)
{
    const struct qp_location_stack stack = {pc, stackframe, __builtin_return_address(0), skip, trace, 0};
    bool good = skip >= -1 && trace >= -1;
    if (sclhandle)
        *sclhandle = good ? (int)qp_location_here(&stack) : VT_NOSCL;
    return good ? VT_OK : VT_ERR_BADARG;
}

int VT_thisloc(int sclhandle)
{
    if (sclhandle != VT_NOSCL && !qp_location_is_known(sclhandle))
        return VT_ERR_BADSCLID;
    return qp_state_locate_next(qp_tstate_take(QP_VT), &VT_CALL("VT_thisloc"), (uint32_t)sclhandle);
}

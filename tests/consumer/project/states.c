/* states.c - a C program that enters a state. If it is linked with libVTnull, it gets no handle and no time. */
#include <VT.h>

#include <string.h>

int main(int argc, char **argv)
{
    int records = argc > 1 && strcmp(argv[1], "records") == 0;
    int state = -1;
    int truncated = 0;
    int by_name = 0;
    int place = -1;
    int region = -1;
    if (VT_version() != VT_VERSION || VT_initialize(&argc, &argv) != VT_OK)
        return 1;
    if ((VT_timestamp() > 0) != records || (VT_timestart() > 0) != records || (VT_timeofday() > 0) != records)
        return 1;
    if (VT_funcdef("Work:step", VT_NOCLASS, &state) != VT_OK || (state != 0) != records)
        return 1;
    if (VT_enter(state, VT_NOSCL) != VT_OK || VT_leave(VT_NOSCL) != VT_OK)
        return 1;
    if (VT_scldef("states.c", 1, &place) != VT_OK || VT_funcdef("Work:region", VT_NOCLASS, &region) != VT_OK)
        return 1;
    if (VT_beginl(region, place) != VT_OK || VT_end(region) != VT_OK)
        return 1;
    if (!records && VT_enterstate("Work:by name", &by_name, &truncated) == 0)
        return 1; /* the state was entered, so it would have to be left */
    return VT_finalize() != VT_OK;
}

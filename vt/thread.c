/* Threads by number and name. */
#include "vt/event.h"
#include "vt/thread.h"

int VT_registerthread(int thindex)
{
    return VT_registernamed(NULL, thindex);
}

int VT_registernamed(const char *threadname, int thindex)
{
    (void)threadname;
    (void)thindex;
    return VT_OK;
}

int VT_getthrank(int *thindex)
{
    if (thindex != NULL)
        *thindex = 0;
    return VT_OK;
}

int vt_thread_index(void)
{
    return -1;
}

/* Another tool, which prints that it was started. */
#include <stdint.h>
#include <stdio.h>

static int initialize(void *look_up, int device, void *data)
{
    (void)look_up, (void)device, (void)data;
    puts("other tool");
    return 1;
}

static void finalize(void *data)
{
    (void)data;
}

void *ompt_start_tool(unsigned version, const char *runtime)
{
    static struct {
        int (*initialize)(void *look_up, int device, void *data);
        void (*finalize)(void *data);
        uint64_t data;
    } result = {initialize, finalize, 0};
    (void)version, (void)runtime;
    return &result;
}

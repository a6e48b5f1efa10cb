/* no_memory.c - preloaded library that makes allocations of the binding fail, but not those of the program.
 *
 * Allocation number QII_FAIL_AT fails, where the first is 1. With QII_FAIL_ON, all later allocations fail too. When the
 * first allocation fails, the file QII_FAIL_FILE is created. An allocation belongs to the binding if a function of the
 * binding is on the stack. (The binding's wrapper of the state's allocator does not count: it is also on the stack when
 * the program allocates.) */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FRAMES 24

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static long fail_at;
static int fail_on;
static long count;
static int busy; /* true while our own code runs, whose allocations must not fail: the first call of backtrace()
                  * allocates memory */

__attribute__((constructor)) static void begin(void)
{
    void *frames[1];
    const char *at = getenv("QII_FAIL_AT");
    busy = 1;
    backtrace(frames, 1);
    busy = 0;
    fail_on = getenv("QII_FAIL_ON") != NULL;
    fail_at = at ? atol(at) : 0;
}

static int is_binding(const void *address)
{
    static const char *lowest;
    static const char *highest;
    const char *at = address;
    if (highest && at >= lowest && at < highest)
        return 1;
    Dl_info info;
    if (!dladdr(address, &info) || !info.dli_fname || !strstr(info.dli_fname, "/qii.so"))
        return 0;
    if (!highest || at < lowest)
        lowest = at;
    if (!highest || at >= highest)
        highest = at + 1;
    return 1;
}

/* Return whether the current allocation must fail. Our replacements of the C library's functions call this, so frame 2
 * of the stack is the caller of malloc. */
__attribute__((noinline)) static int is_to_fail(void)
{
    if (!fail_at || busy)
        return 0;
    busy = 1;
    void *frames[FRAMES + 1] = {0};
    int depth = backtrace(frames, FRAMES);
    int ours = 0;
    for (int i = 2; i < depth && !ours; i++)
        ours = is_binding(frames[i]) && (i > 3 || is_binding(frames[i + 1]));
    busy = 0;
    if (!ours || (++count != fail_at && !(fail_on && count > fail_at)))
        return 0;
    if (count == fail_at && getenv("QII_FAIL_FILE"))
        close(open(getenv("QII_FAIL_FILE"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return is_to_fail() ? NULL : __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    return is_to_fail() ? NULL : __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size)
{
    return is_to_fail() ? NULL : __libc_realloc(memory, size);
}

/* no_memory.c - preloaded library that makes allocations of a binding fail, but not those of the program.
 *
 * Allocation number QII_FAIL_AT fails, where the first is 1. With QII_FAIL_ON, all later allocations fail too. When the
 * first allocation fails, the file QII_FAIL_FILE is created. A program may instead call no_memory_at. An allocation
 * belongs to the binding if a function of the binding is on the stack. QII_FAIL_LIBRARY is the end of the binding's
 * file name; the default is that of Lua. (The Lua binding's wrapper of the state's allocator does not count: it is also
 * on the stack when the program allocates.) CPython compiles the source of the start; what it allocates then does not
 * count, either. */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FRAMES 24

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static const char *library;
static int wraps; /* the binding has a wrapper of the program's allocator */
static long fail_at;
static int fail_on;
static long count;
static int busy; /* true while our own code runs, whose allocations must not fail: the first call of backtrace()
                  * allocates memory */

__attribute__((constructor)) static void begin(void)
{
    void *frames[1];
    const char *at = getenv("QII_FAIL_AT");
    library = getenv("QII_FAIL_LIBRARY");
    wraps = !library;
    library = library ? library : "/qii.so";
    busy = 1;
    backtrace(frames, 1);
    busy = 0;
    fail_on = getenv("QII_FAIL_ON") != NULL;
    fail_at = at ? atol(at) : 0;
}

/* Make a later allocation fail, where the next one is 1, and with `on` also all after it; 0 = none. Return the number
 * of allocations of the binding since the last call. */
long no_memory_at(long at, int on) __attribute__((visibility("default")));

long no_memory_at(long at, int on)
{
    long before = count;
    count = 0;
    fail_on = on;
    fail_at = at;
    return before;
}

static int is_binding(const void *address)
{
    static const void *start;
    static const void *end;
    struct dl_find_object found;
    if (end)
        return address >= start && address < end;
    if (_dl_find_object((void *)address, &found) != 0 || !strstr(found.dlfo_link_map->l_name, library))
        return 0;
    start = found.dlfo_map_start;
    end = found.dlfo_map_end;
    return 1;
}

/* Return whether an address is in CPython's compiler of source text, which version 3.13 leaves by a crash if memory
 * fails. */
static int is_compiler(const char *address)
{
    static const char *start, *end;
    static int searched;
    Dl_info info;
    const ElfW(Sym) * symbol;
    void *found = searched ? NULL : dlsym(RTLD_DEFAULT, "Py_CompileStringExFlags");
    searched = 1;
    if (found && dladdr1(found, &info, (void **)&symbol, RTLD_DL_SYMENT)) {
        start = found;
        end = start + symbol->st_size;
    }
    return address >= start && address < end;
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
    for (int i = 2; i < depth && !ours && !is_compiler(frames[i]); i++)
        ours = is_binding(frames[i]) && (!wraps || i > 3 || is_binding(frames[i + 1]));
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

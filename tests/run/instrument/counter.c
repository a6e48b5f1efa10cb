/* A counter of calls that is compiled into a program. It counts the events of -finstrument-functions by address, before
 * it passes them on to the recorder, and writes "CALLS ADDRESS" for each function to the file that $COUNTS names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WITHOUT __attribute__((no_instrument_function))
#define ROOM    65536

typedef void hook(void *function, void *site);

static struct {
    void *function;
    unsigned long calls;
} counts[ROOM];
static const char *file;
static hook *next_enter, *next_exit;

WITHOUT static hook *find(const char *name)
{
    hook *found;
    void *address = dlsym(RTLD_NEXT, name);
    memcpy(&found, &address, sizeof found);
    return found;
}

/* First constructor: no function of the program has been called. */
WITHOUT __attribute__((constructor(101))) static void begin(void)
{
    file = getenv("COUNTS");
    next_enter = find("__cyg_profile_func_enter");
    next_exit = find("__cyg_profile_func_exit");
}

WITHOUT static int print(struct dl_phdr_info *program, size_t size, void *data)
{
    (void)size;
    for (int i = 0; i < ROOM; i++)
        if (counts[i].calls)
            fprintf(data, "%lu %lx\n", counts[i].calls, (unsigned long)counts[i].function - program->dlpi_addr);
    return 1;
}

/* Last destructor. */
WITHOUT __attribute__((destructor(101))) static void end(void)
{
    FILE *out = file ? fopen(file, "w") : NULL;
    if (!out)
        return;
    dl_iterate_phdr(print, out);
    fclose(out);
}

WITHOUT void __cyg_profile_func_enter(void *function, void *site)
{
    size_t at = ((size_t)function >> 2) % ROOM;
    while (counts[at].function && counts[at].function != function)
        at = (at + 1) % ROOM;
    counts[at].function = function;
    counts[at].calls++;
    next_enter(function, site);
}

WITHOUT void __cyg_profile_func_exit(void *function, void *site)
{
    next_exit(function, site);
}

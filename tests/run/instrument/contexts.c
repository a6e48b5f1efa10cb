/* contexts.c - sets contexts. The first one is set before the first event: main is not instrumented. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) static void both(void)
{
    __asm__ volatile("");
}

__attribute__((noinline)) static void second(void)
{
    both();
}

#ifdef LINKED
int qprof_context(const char *name);

__attribute__((no_instrument_function)) static int set(const char *name)
{
    return qprof_context(name);
}
#else
__attribute__((no_instrument_function)) static int set(const char *name)
{
    int (*context)(const char *name);
    void *address = dlsym(RTLD_DEFAULT, "qprof_context");
    memcpy(&context, &address, sizeof context);
    return address ? context(name) : 0;
}
#endif

__attribute__((no_instrument_function)) int main(void)
{
    set("first");
    both();
    both();
    set("second");
    both();
    both();
    second();
    set(NULL);
    both();
    return 0;
}

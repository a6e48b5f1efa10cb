/* jump.c - functions that are left without an exit: by longjmp, or by an exception in a program of clang++, which
 * inserts exits only before returns. These functions precede those of the C and C++ libraries. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/instrument/stack.h"
#include "bindings/native/start.h"

#define EXPORTED __attribute__((visibility("default")))

/* Control continues in a function of this thread with this stack pointer. */
static void unwind_to(uintptr_t stack)
{
    if (__atomic_load_n(&native_state, __ATOMIC_ACQUIRE) != NATIVE_RECORDS)
        return;
    const struct instrument_stack *own = instrument_stack_own();
    if (stack >= own->low && stack < own->high)
        kit_library.qii.unwind_to((const void *)stack, (const void *)own->high);
}

/* ---- longjmp ---------------------------------------------------------------------------------------------------- */

/* Return the stack pointer that setjmp saved, 0 = unknown. The C library stores it encrypted (PTR_MANGLE). */
static uintptr_t saved_stack(const uintptr_t *saved)
{
#ifdef __x86_64__
    uintptr_t stack = saved[6];
    __asm__("rorq $17, %0\n\txorq %%fs:0x30, %0" : "+r"(stack) : : "cc");
    return stack;
#else
    (void)saved;
    return 0;
#endif
}

typedef void jump(const uintptr_t *, int);

static const char *const names[] = {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"};
static jump *jumps[sizeof names / sizeof *names];

/* Find the functions before the program starts, since a signal handler may call them, but not dlsym. Constructors of
 * other libraries may call them earlier. */
__attribute__((constructor)) static void find(void)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *address = dlsym(RTLD_NEXT, names[i]);
        memcpy(&jumps[i], &address, sizeof address);
    }
}

/* Define one of these functions. The declarations of the C library would rename some. */
#define JUMP(function, name, i)                                                                                        \
    EXPORTED jump function __asm__(#name);                                                                             \
    void function(const uintptr_t *saved, int value)                                                                   \
    {                                                                                                                  \
        if (!jumps[i])                                                                                                 \
            find();                                                                                                    \
        unwind_to(saved_stack(saved));                                                                                 \
        jumps[i](saved, value);                                                                                        \
    }

JUMP(jump_long, longjmp, 0)
JUMP(jump_long_simple, _longjmp, 1)
JUMP(jump_long_signal, siglongjmp, 2)
JUMP(jump_long_checked, __longjmp_chk, 3)

/* ---- exceptions ------------------------------------------------------------------------------------------------- */

/* Return a C++ library's function for the code at this address. Code in a library that was loaded with RTLD_LOCAL may
 * have a C++ library of its own. */
static void *find_for(const void *code, const char *name)
{
    Dl_info file;
    void *function = dlsym(RTLD_NEXT, name);
    void *library = !function && dladdr(code, &file) ? dlopen(file.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    if (library) {
        function = dlsym(library, name);
        dlclose(library); /* it stays loaded, since it called */
    }
    return function;
}

EXPORTED void *__cxa_begin_catch(void *exception);

/* Called at the begin of a catch block, which has left the functions below its own. */
void *__cxa_begin_catch(void *exception)
{
    void *(*next)(void *);
    void *function = find_for(__builtin_return_address(0), "__cxa_begin_catch");
    memcpy(&next, &function, sizeof function);
    unwind_to((uintptr_t)__builtin_dwarf_cfa());
    return next(exception);
}

/* jump.c - functions that are left without an exit: by longjmp, or by an exception in a program of clang++, which
 * inserts exits only before returns. These functions precede those of the C and C++ libraries. */
#include <stdlib.h>

#include "bindings/instrument/stack.h"
#include "bindings/native/next.h"
#include "bindings/native/start.h"
#include "bindings/native/unload.h"

/* Jumps over more bytes than this, to a stack that is not the thread's own, are taken for switches to another fiber. */
#define MOST_OF_OTHER_STACK (1 << 20)

/* Control jumps from here to a function with this stack pointer. */
static void unwind_to(uintptr_t to, uintptr_t here)
{
    if (__atomic_load_n(&native_state, __ATOMIC_ACQUIRE) != NATIVE_RECORDS)
        return;
    const struct instrument_stack *own = instrument_stack_own();
    if (to >= own->low && to < own->high) /* also from a handler on another stack, whose functions end as well */
        kit_library.qii.unwind((const void *)own->high, (const void *)to);
    else if (to > here && to - here < MOST_OF_OTHER_STACK)
        kit_library.qii.unwind((const void *)here, (const void *)to);
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

/* Find the functions before the program starts, since a signal handler may call them. Constructors of
 * other libraries may call them earlier. */
__attribute__((constructor)) static void find(void)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        native_find_next(&jumps[i], names[i]);
}

/* Define one of these functions. The declarations of the C library would rename some. */
#define JUMP(function, name, i)                                                                                        \
    NATIVE_EXPORTED jump function __asm__(#name);                                                                      \
    void function(const uintptr_t *saved, int value)                                                                   \
    {                                                                                                                  \
        if (!jumps[i])                                                                                                 \
            find();                                                                                                    \
        unwind_to(saved_stack(saved), (uintptr_t)__builtin_dwarf_cfa());                                               \
        jumps[i](saved, value);                                                                                        \
    }

JUMP(jump_long, longjmp, 0)
JUMP(jump_long_simple, _longjmp, 1)
JUMP(jump_long_signal, siglongjmp, 2)
JUMP(jump_long_checked, __longjmp_chk, 3)

/* ---- exceptions ------------------------------------------------------------------------------------------------- */

struct _Unwind_Context;

/* A function of the library that unwinds the stack, or of a C++ library. */
typedef int personality(int, int, uint64_t, void *, struct _Unwind_Context *);
typedef uintptr_t query(struct _Unwind_Context *);

static const char personality_name[] = "__gxx_personality_v0";

#define CLEANUP_PHASE   2 /* of the actions: the frame is left, or control is passed to it */
#define INSTALL_CONTEXT 7 /* result: control is passed to the frame */
#define FATAL_ERROR     3

/* Return a function that code at this address finds: its library may have been loaded with RTLD_LOCAL. */
static void *find_for(uintptr_t code, const char *name)
{
    Dl_info file;
    void *library = dladdr((void *)code, &file) ? dlopen(file.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    void *function = library ? dlsym(library, name) : NULL;
    if (library)
        native_dlclose(library); /* it stays loaded, since it runs */
    return function;
}

static query *find_query(uintptr_t code, const char *name)
{
    query *function;
    void *address = find_for(code, name);
    memcpy(&function, &address, sizeof function);
    return function;
}

/* Return the C++ library's function for this frame. A library that was loaded with RTLD_LOCAL depends on its own C++
 * library, or contains it and the unwinder. */
static personality *find_local_personality(uintptr_t unwinder, struct _Unwind_Context *context)
{
    personality *next;
    query *position = find_query(unwinder, "_Unwind_GetIP");
    void *address = position ? find_for(position(context), personality_name) : NULL;
    if (!address)
        address = find_for(unwinder, personality_name);
    memcpy(&next, &address, sizeof next);
    return next;
}

/* The functions that a thread found last. A search for each frame takes 2 us, twice as long as the unwinder itself. */
struct found {
    uintptr_t unwinder; /* address of its code; 0 = nothing was found yet */
    unsigned unloads;   /* number of calls of dlclose before the search */
    personality *next;  /* NULL = not in the global scope */
    query *stack;       /* NULL = unknown */
};

static const struct found *find_functions(uintptr_t unwinder)
{
    static __attribute__((tls_model("initial-exec"))) _Thread_local struct found found;
    unsigned unloads = __atomic_load_n(&native_unloads, __ATOMIC_ACQUIRE);
    if (found.unwinder != unwinder || found.unloads != unloads) {
        native_find_next(&found.next, personality_name);
        found.stack = find_query(unwinder, "_Unwind_GetCFA");
        found.unwinder = unwinder;
        found.unloads = unloads;
    }
    return &found;
}

NATIVE_EXPORTED personality __gxx_personality_v0;

/* The unwinder calls this for each function that an exception reaches and that has destructors or catch blocks. */
int __gxx_personality_v0(int version, int actions, uint64_t class, void *exception, struct _Unwind_Context *context)
{
    uintptr_t unwinder = (uintptr_t)__builtin_return_address(0);
    const struct found *found = find_functions(unwinder);
    personality *next = found->next ? found->next : find_local_personality(unwinder, context);
    int result = next ? next(version, actions, class, exception, context) : FATAL_ERROR;
    if (actions & CLEANUP_PHASE && result == INSTALL_CONTEXT && found->stack)
        unwind_to(found->stack(context), (uintptr_t)__builtin_dwarf_cfa());
    return result;
}

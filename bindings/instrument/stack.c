#include "bindings/instrument/stack.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <unistd.h>

static __attribute__((tls_model("initial-exec"))) _Thread_local struct instrument_stack own;
static __attribute__((tls_model("initial-exec"))) _Thread_local bool known;

extern void *__libc_stack_end; /* of the dynamic loader: the stack pointer at the start of the program */

/* Read characters one by one. */
struct reader {
    int descriptor;
    ssize_t size;
    ssize_t at;
    char block[1024];
};

static int next(struct reader *reader)
{
    if (reader->at == reader->size) {
        reader->at = 0;
        reader->size = read(reader->descriptor, reader->block, sizeof reader->block);
    }
    return reader->size > 0 ? reader->block[reader->at++] : -1;
}

/* Read a hexadecimal number and the character after it. */
static uintptr_t next_number(struct reader *reader)
{
    uintptr_t number = 0;
    for (int c = next(reader); (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); c = next(reader))
        number = number * 16 + (uintptr_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    return number;
}

/* Return the first address of the mapping that contains this one, 0 = unknown. */
static uintptr_t begin_of_mapping(uintptr_t address)
{
    struct reader reader = {.descriptor = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)};
    uintptr_t low = 0, high = 0;
    while (reader.descriptor >= 0 && reader.size >= 0 && high <= address) {
        low = next_number(&reader);
        high = next_number(&reader);
        int c;
        while ((c = next(&reader)) != '\n' && c >= 0)
            continue;
        if (c < 0)
            break;
    }
    if (reader.descriptor >= 0)
        close(reader.descriptor);
    return address >= low && address < high ? low : 0;
}

/* In a forked child this is still the thread whose stack the system made, or another thread that forked. */
static pthread_t main_thread;

__attribute__((constructor)) static void keep_main_thread(void)
{
    main_thread = pthread_self();
}

/* The main thread's stack grows up to its limit. The stack of another thread is a mapping that ends with the thread's
 * control block. Memory that pthread_attr_setstack has named may be a part of a mapping. */
const struct instrument_stack *instrument_stack_own(void)
{
    if (known)
        return &own;
    int before = errno;
    struct rlimit limit;
    if (!pthread_equal(pthread_self(), main_thread)) {
        own.high = (uintptr_t)pthread_self();
        own.low = begin_of_mapping(own.high);
    } else if (getrlimit(RLIMIT_STACK, &limit) == 0) {
        own.high = (uintptr_t)__libc_stack_end;
        own.low = limit.rlim_cur < own.high ? own.high - limit.rlim_cur : own.high / 2;
    }
    known = true;
    errno = before;
    return &own;
}

#include "bindings/kokkos/open.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "bindings/kit/library.h"
#include "bindings/kit/strings.h"

struct frame {
    uint64_t key;
    qprof_MethodID method;
};

static __thread struct frame *frames;
static __thread size_t count;
static pthread_key_t thread_end; /* frees the frames of a thread */
static uint64_t unmatched;

__attribute__((constructor)) static void create_key(void)
{
    pthread_key_create(&thread_end, free);
}

static bool more(void)
{
    struct frame *grown = kit_array_more(frames, count, sizeof *frames);
    if (grown && grown != frames && pthread_setspecific(thread_end, grown) != 0 && !frames) {
        free(grown);
        return false;
    }
    if (grown)
        frames = grown;
    return grown;
}

void kokkos_open(const struct kokkos_named *named, uint64_t key)
{
    if (!named || !named->method || !more())
        return;
    frames[count++] = (struct frame){key, named->method};
    kit_library.qii.enter_method(named->method);
}

static bool is_section(uint64_t key)
{
    return (key & 15) == KOKKOS_SECTION;
}

/* End a frame, and enter the frames again that stay open: they were above it. */
static void close_at(size_t at)
{
    bool all_stay = is_section(frames[at].key);
    size_t left = at;
    kit_library.qii.leave_method(frames[at].method);
    for (size_t i = at + 1; i < count; i++) {
        if (!all_stay && !is_section(frames[i].key))
            continue;
        kit_library.qii.follow_method(frames[i].method);
        frames[left++] = frames[i];
    }
    count = left;
}

void kokkos_close(uint64_t key)
{
    for (size_t at = count; at-- > 0;) {
        if (frames[at].key == key) {
            close_at(at);
            return;
        }
    }
    __atomic_add_fetch(&unmatched, 1, __ATOMIC_RELAXED);
}

uint64_t kokkos_unmatched(void)
{
    return __atomic_load_n(&unmatched, __ATOMIC_RELAXED);
}

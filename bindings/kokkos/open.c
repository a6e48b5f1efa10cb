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
static uint64_t unmatched, lost;

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

/* Return whether a method that is open above frames[at] stays open when this frame ends. Functions of the program
 * (instrument.c), whose ids are addresses, end by themselves. */
static bool stays(size_t at, qprof_MethodID method)
{
    if (is_section(frames[at].key) || method < (qprof_MethodID)1 << 63)
        return true;
    for (size_t i = at + 1; i < count; i++)
        if (frames[i].method == method && is_section(frames[i].key))
            return true;
    return false;
}

/* Leave the method of frames[at], and enter those above it again that stay open. */
static void leave_below(size_t at)
{
    int depth = kit_library.qii.open_methods(NULL, 0);
    qprof_MethodID *open = depth > 0 ? malloc((size_t)depth * sizeof *open) : NULL;
    int above = open ? kit_library.qii.open_methods(open, depth) : 0;
    while (above > 0 && open[above - 1] != frames[at].method)
        above--;
    if (above > 0) {
        kit_library.qii.leave_method(frames[at].method);
        for (int i = above; i < depth; i++)
            if (stays(at, open[i]))
                kit_library.qii.follow_method(open[i]);
    } else {
        __atomic_add_fetch(&lost, 1, __ATOMIC_RELAXED);
    }
    free(open);
}

/* End a frame with those above it that do not stay open. */
static void close_at(size_t at)
{
    bool all_stay = is_section(frames[at].key);
    size_t left = at;
    if (kit_library.qii.current_method_id() == frames[at].method)
        kit_library.qii.leave_method(frames[at].method);
    else
        leave_below(at);
    for (size_t i = at + 1; i < count; i++)
        if (all_stay || is_section(frames[i].key))
            frames[left++] = frames[i];
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

uint64_t kokkos_lost(void)
{
    return __atomic_load_n(&lost, __ATOMIC_RELAXED);
}

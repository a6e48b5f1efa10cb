/* kokkos.c - programs that use Kokkos, recorded without a change. Kokkos loads the library that KOKKOS_TOOLS_LIBS names
 * (environment.c). Mistakes of the program, such as a second end, are counted. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"
#include "bindings/kokkos/named.h"
#include "bindings/kokkos/tools.h"
#include "bindings/kokkos/totals.h"
#include "bindings/native/fork.h"
#include "bindings/native/method.h"
#include "bindings/native/open.h"
#include "bindings/native/start.h"

static const char *text_of(const char *name)
{
    return name ? name : "";
}

static uint64_t new_number(void)
{
    static uint64_t last;
    return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

static uint64_t unmatched; /* number of ends without a begin; written atomically */

/* ---- begin and end ----------------------------------------------------------------------------------------------- */

/* Add a note with this number, unless it has been written. */
static void write_number(const char *text, uint64_t number, uint64_t *written)
{
    native_annotate(number == *written ? NULL : kit_format("Kokkos: %" PRIu64 " %s", number, text));
    *written = number;
}

static void write_end(void)
{
    static uint64_t written;
    kokkos_totals_write();
    write_number("ends without a begin on their thread were ignored", __atomic_load_n(&unmatched, __ATOMIC_RELAXED),
                 &written);
}

void kokkosp_init_library(int sequence, uint64_t version, uint32_t device_count, const void *devices)
{
    (void)sequence;
    (void)version;
    (void)device_count;
    (void)devices;
    native_records();
}

void kokkosp_finalize_library(void)
{
    if (native_records())
        write_end();
}

/* The program may end without Kokkos::finalize. */
__attribute__((destructor)) static void unloaded(void)
{
    if (__atomic_load_n(&native_state, __ATOMIC_ACQUIRE) == NATIVE_RECORDS)
        write_end();
}

void kokkosp_parse_args(int count, char **words)
{
    (void)count;
    (void)words;
}

void kokkosp_print_help(char *program)
{
    (void)program;
    puts("qii run records this program; its options are those of qii run");
}

void kokkosp_declare_metadata(const char *key, const char *value)
{
    /* Kokkos lists the switches of its own build, too. */
    bool listed = strncmp(text_of(key), "KOKKOS_ENABLE_", 14) != 0 && native_records();
    native_annotate(listed ? kit_format("Kokkos: %s = %s", text_of(key), text_of(value)) : NULL);
}

/* ---- calls --------------------------------------------------------------------------------------------------- */

/* Begin a call on the calling thread. `named` may be NULL after a failed allocation. */
static void open_call(const struct kokkos_named *named, uint64_t number)
{
    if (named && named->method)
        native_open(NATIVE_KOKKOS + named->kind, number, named->method, named->kind == KOKKOS_SECTION);
}

static void end(enum kokkos_kind kind, uint64_t number)
{
    if (native_records() && !native_close(NATIVE_KOKKOS + kind, number))
        __atomic_add_fetch(&unmatched, 1, __ATOMIC_RELAXED);
}

/* ---- frames that end by their number ----------------------------------------------------------------------------- */

static void begin(enum kokkos_kind kind, const char *name, uint64_t *number)
{
    uint64_t own = new_number();
    if (number)
        *number = own;
    if (native_records())
        open_call(kokkos_named(kind, text_of(name)), own);
}

#define BEGIN_AND_END(name, kind)                                                                                      \
    void kokkosp_begin_##name(const char *label, uint32_t device, uint64_t *number)                                    \
    {                                                                                                                  \
        (void)device;                                                                                                  \
        begin(kind, label, number);                                                                                    \
    }                                                                                                                  \
    void kokkosp_end_##name(uint64_t number)                                                                           \
    {                                                                                                                  \
        end(kind, number);                                                                                             \
    }

BEGIN_AND_END(parallel_for, KOKKOS_FOR)
BEGIN_AND_END(parallel_reduce, KOKKOS_REDUCE)
BEGIN_AND_END(parallel_scan, KOKKOS_SCAN)

/* A fence of the program, which waits for kernels. Kokkos itself fences before each event, since this library wants
 * the whole time of kernels that run beside the program: such a fence, with the fences in it, belongs to the kernel. */
static const char tool_fence_label[] = "Kokkos Profile Tool Fence";
static const uint64_t tool_fence = UINT64_MAX; /* number of all these fences */
static __thread unsigned tool_fences;          /* open ones of this thread */

void kokkosp_begin_fence(const char *label, uint32_t device, uint64_t *number)
{
    (void)device;
    if (!tool_fences && !strstr(text_of(label), tool_fence_label)) {
        begin(KOKKOS_FENCE, label, number);
        return;
    }
    tool_fences++;
    if (number)
        *number = tool_fence;
}

void kokkosp_end_fence(uint64_t number)
{
    if (number == tool_fence)
        tool_fences -= tool_fences > 0;
    else
        end(KOKKOS_FENCE, number);
}

/* ---- frames that end in order ------------------------------------------------------------------------------------ */

void kokkosp_push_profile_region(const char *name)
{
    if (native_records())
        open_call(kokkos_named(KOKKOS_REGION, text_of(name)), 0);
}

void kokkosp_pop_profile_region(void)
{
    end(KOKKOS_REGION, 0);
}

void kokkosp_begin_deep_copy(struct kokkosp_space to, const char *to_label, const void *to_address,
                             struct kokkosp_space from, const char *from_label, const void *from_address, uint64_t size)
{
    (void)to_address;
    (void)from_address;
    if (!native_records())
        return;
    char *text = kit_format("%.64s %s = %.64s %s", to.name, text_of(to_label), from.name, text_of(from_label));
    struct kokkos_named *copy = text ? kokkos_named(KOKKOS_COPY, text) : NULL;
    free(text);
    kokkos_copied(copy, size);
    open_call(copy, 0);
}

void kokkosp_end_deep_copy(void)
{
    end(KOKKOS_COPY, 0);
}

/* ---- sections ---------------------------------------------------------------------------------------------------- */

static pthread_mutex_t sections_lock = PTHREAD_MUTEX_INITIALIZER;
static struct kit_hashmap sections; /* by number */

__attribute__((constructor)) static void protect_lock(void)
{
    native_fork_protect(&sections_lock, NATIVE_ORDER_INTERFACE);
}

static struct kokkos_named *section_of(uint32_t number)
{
    pthread_mutex_lock(&sections_lock);
    struct kokkos_named *section = kit_hashmap_get(&sections, number);
    pthread_mutex_unlock(&sections_lock);
    return section;
}

void kokkosp_create_profile_section(const char *name, uint32_t *number)
{
    uint32_t own = (uint32_t)new_number();
    struct kokkos_named *section = native_records() ? kokkos_named(KOKKOS_SECTION, text_of(name)) : NULL;
    if (section) {
        pthread_mutex_lock(&sections_lock);
        kit_hashmap_put(&sections, own, section);
        pthread_mutex_unlock(&sections_lock);
    }
    if (number)
        *number = own;
}

void kokkosp_destroy_profile_section(uint32_t number)
{
    if (!native_records()) /* an unrecorded child may have inherited the lock from a thread that held it */
        return;
    pthread_mutex_lock(&sections_lock);
    if (kit_hashmap_get(&sections, number))
        kit_hashmap_remove(&sections, number);
    pthread_mutex_unlock(&sections_lock);
}

void kokkosp_start_profile_section(uint32_t number)
{
    if (native_records())
        open_call(section_of(number), number);
}

void kokkosp_stop_profile_section(uint32_t number)
{
    end(KOKKOS_SECTION, number);
}

/* ---- single events ----------------------------------------------------------------------------------------------- */

void kokkosp_profile_event(const char *name)
{
    const struct kokkos_named *event = native_records() ? kokkos_named(KOKKOS_EVENT, text_of(name)) : NULL;
    if (event)
        native_method_mark(event->method);
}

static void count_data(const struct kokkosp_space *space, const char *label, uint64_t size,
                       void (*count)(const char *space, const char *label, uint64_t size))
{
    char name[sizeof space->name + 1];
    snprintf(name, sizeof name, "%.64s", space->name);
    if (native_records())
        count(name, text_of(label), size);
}

void kokkosp_allocate_data(struct kokkosp_space space, const char *label, const void *address, uint64_t size)
{
    (void)address;
    count_data(&space, label, size, kokkos_allocated);
}

void kokkosp_deallocate_data(struct kokkosp_space space, const char *label, const void *address, uint64_t size)
{
    (void)address;
    count_data(&space, label, size, kokkos_deallocated);
}

#include "tests/fail/failing.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST 2000 /* maximum number of allocations; a whole run has far fewer */

typedef int setter(pthread_key_t key, const void *value);

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static uint64_t fail_at; /* 0 = never */
static int and_after;
static uint64_t places;
int failing_keys;

/* Return true if the allocation that is requested by the code at this address must fail. */
static int is_to_fail(const void *caller)
{
    Dl_info info;
    if (fail_at == 0 || dladdr(caller, &info) == 0 ||
        (strstr(info.dli_fname, "/libq") == NULL && strstr(info.dli_fname, "/libvt") == NULL))
        return 0;
    uint64_t place = ++places;
    return place == fail_at || (and_after && place > fail_at);
}

void *malloc(size_t size)
{
    return is_to_fail(__builtin_return_address(0)) ? (errno = ENOMEM, NULL) : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return is_to_fail(__builtin_return_address(0)) ? (errno = ENOMEM, NULL) : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    return is_to_fail(__builtin_return_address(0)) ? (errno = ENOMEM, NULL) : __libc_realloc(memory, size);
}

char *strdup(const char *text)
{
    if (is_to_fail(__builtin_return_address(0)))
        return errno = ENOMEM, NULL;
    char *copy = __libc_malloc(strlen(text) + 1);
    return copy == NULL ? NULL : strcpy(copy, text);
}

void *mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset)
{
    if (is_to_fail(__builtin_return_address(0)))
        return errno = ENOMEM, MAP_FAILED;
    return (void *)syscall(SYS_mmap, address, size, protection, flags, fd, offset);
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    setter *set = (setter *)(uintptr_t)dlsym(RTLD_NEXT, "pthread_setspecific");
    return failing_keys || is_to_fail(__builtin_return_address(0)) ? ENOMEM : set(key, value);
}

/* ---- each allocation ------------------------------------------------------------------------------------------ */

/* Set qp_memory_slab (base/memory.h) to 0 in the library and in this program, which has its own copy of the
 * variable. */
static void make_each_allocation_map(void)
{
    size_t *slab = dlsym(dlopen("libqpcore.so.0", RTLD_NOLOAD | RTLD_NOW), "qp_memory_slab");
    STAGE_CHECK(slab);
    *slab = 0;
}

void failing_begin(struct stage *stage)
{
    make_each_allocation_map();
    stage_await(&stage->numbers[FAILING_GO], 1);
    fail_at = stage->numbers[FAILING_AT];
    and_after = stage->numbers[FAILING_AFTER] != 0;
}

int failing_was_met(void)
{
    return places >= fail_at;
}

void failing_end(struct stage *stage)
{
    stage->numbers[FAILING_PLACES] = places;
    fail_at = 0;
}

void failing_at_each_place(void (*scene)(struct stage *stage), failing_check *check, int after)
{
    int whole = 0;
    uint64_t known = 0;
    for (uint64_t place = 1; !whole && place < MOST; place++) {
        struct stage stage;
        stage_begin(&stage, scene);
        stage.numbers[FAILING_AT] = place;
        stage.numbers[FAILING_AFTER] = (uint64_t)after;
        stage_add(&stage.numbers[FAILING_GO], 1);
        int status = stage_wait(&stage);
        if (status != 0)
            fail_msg("place %d: status %#x", (int)place, (unsigned)status);
        known += check(&stage, place);
        whole = stage.numbers[FAILING_PLACES] < place;
        stage_close(&stage);
    }
    assert_true(whole && known > 10);
}

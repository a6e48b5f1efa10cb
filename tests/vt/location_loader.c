/* The lock of the dynamic loader, which libunwind takes when it steps from a frame to the caller's frame. Code that
 * must not wait for this lock unwinds without libunwind. */
#include "tests/support/stage.h"

#include "VT.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int walk(int (*callback)(struct dl_phdr_info *info, size_t size, void *data), void *data);

static int stops; /* 1 = each caller of dl_iterate_phdr must wait inside the function; 2 = a caller is waiting */
static pid_t parent;
static int in_handler;
static uint64_t walks_in_handler;

/* Replaces the function of the C library, which holds the loader's lock. */
__attribute__((visibility("default"))) int
dl_iterate_phdr(int (*callback)(struct dl_phdr_info *info, size_t size, void *data), void *data)
{
    walk *real = (walk *)(uintptr_t)dlsym(RTLD_NEXT, "dl_iterate_phdr");
    walks_in_handler += (uint64_t)in_handler;
    if (__atomic_load_n(&stops, __ATOMIC_ACQUIRE) == 0)
        return real(callback, data);
    if (parent != getpid())
        _Exit(98);
    __atomic_store_n(&stops, 2, __ATOMIC_RELEASE);
    for (;;)
        pause();
}

static __attribute__((noinline)) int locate(void)
{
    int handle = VT_NOSCL;
    STAGE_CHECK(VT_sclstack(NULL, NULL, 0, 5, &handle) == VT_OK);
    return handle;
}

static void *locate_on_thread(void *data)
{
    (void)data;
    locate();
    return NULL;
}

/* ---- in a forked child ------------------------------------------------------------------------------------------- */

/* Fork while a thread holds the loader's lock, which stays locked in the child. The child unwinds code that libunwind
 * has not seen. */
static void fork_amid_a_step(struct stage *stage)
{
    int status;
    pthread_t thread;
    (void)stage;
    parent = getpid();
    stops = 1;
    STAGE_CHECK(pthread_create(&thread, NULL, locate_on_thread, NULL) == 0);
    while (__atomic_load_n(&stops, __ATOMIC_ACQUIRE) != 2)
        usleep(100);
    pid_t child = fork();
    if (child == 0)
        _Exit(locate() == VT_NOSCL ? 97 : 0);
    STAGE_CHECK(child > 0 && waitpid(child, &status, 0) == child);
    STAGE_CHECK(status == 0);
}

TEST(forked_child_does_not_wait_for_the_loader_that_its_parent_was_in)
{
    struct stage stage;
    stage_play(&stage, fork_amid_a_step);
    stage_close(&stage);
}

/* ---- in a handler during a definition: the owner of the loader's lock may wait for the definitions' lock
 * ----------- */

static int interrupts; /* 1 = interrupt the library's next mmap, during which it holds a lock */

__attribute__((visibility("default"))) void *mmap(void *address, size_t size, int protection, int flags, int fd,
                                                  off_t offset)
{
    if (interrupts) {
        interrupts = 0;
        raise(SIGUSR1);
    }
    return (void *)syscall(SYS_mmap, address, size, protection, flags, fd, offset);
}

static void handle(int signal)
{
    int handle;
    (void)signal;
    in_handler = 1;
    STAGE_CHECK(VT_sclstack(NULL, __builtin_frame_address(0), 0, 5, &handle) == VT_OK);
    in_handler = 0;
}

/* Interrupt a definition by a signal handler that records its stack. numbers[0] counts the handler's calls of
 * dl_iterate_phdr. */
static void interrupt_a_definition(struct stage *stage)
{
    int state;
    locate(); /* after this, the thread is prepared and libunwind loaded */
    const struct sigaction action = {.sa_handler = handle};
    STAGE_CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
    interrupts = 1;
    STAGE_CHECK(VT_funcdef("first", VT_NOCLASS, &state) == VT_OK);
    STAGE_CHECK(interrupts == 0);
    stage->numbers[0] = walks_in_handler;
}

TEST(handler_during_a_definition_does_not_wait_for_the_loader)
{
    struct stage stage;
    stage_play(&stage, interrupt_a_definition);
    assert_int_equal(stage.numbers[0], 0);
    stage_close(&stage);
}

/* Stacks located by signal handlers: of the interrupted code, at any moment, and on an alternate stack. */
#include "tests/support/interrupt.h"
#include "tests/vt/levels.h"
#include "tests/vt/stacks.h"

#include "VT.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__x86_64__)
#define PC_OF(context)    ((void *)(context)->uc_mcontext.gregs[REG_RIP])
#define FRAME_OF(context) ((void *)(context)->uc_mcontext.gregs[REG_RBP])
#define TRAP              "int3"
#elif defined(__aarch64__)
/* The saved pc is the address of the trap instruction itself, which has 4 bytes. */
#define PC_OF(context)    ((void *)((context)->uc_mcontext.pc + 4))
#define FRAME_OF(context) ((void *)(context)->uc_mcontext.regs[29])
#define TRAP              "brk #0"
#endif

extern const char after_trap[];
static struct stage *playing;

/* ---- at the interrupted code ----------------------------------------------------------------------------------- */

static void on_trap(int number, siginfo_t *info, void *context_)
{
    const ucontext_t *context = context_;
    (void)number, (void)info;
    for (int skip = 0; skip < 4; skip++) {
        int handle = -1;
        errno = 4242;
        STAGE_CHECK(VT_sclstack(PC_OF(context), FRAME_OF(context), skip, 3 - skip, &handle) == VT_OK);
        STAGE_CHECK(errno == 4242);
        playing->numbers[16 + skip] = (uint64_t)handle;
    }
}

static void trap(struct levels *levels)
{
    (void)levels;
    playing->numbers[1] = (uint64_t)(uintptr_t)__builtin_return_address(0);
    __asm__ volatile(TRAP "\n"
                          ".globl after_trap\n"
                          "after_trap:\n"
                     :
                     :
                     : "memory");
}

static void hit(struct stage *stage, int flags)
{
    struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO | flags};
    struct levels levels = {.before = trap, .trace = 0};
    playing = stage;
    picture_start("");
    STAGE_CHECK(sigaction(SIGTRAP, &action, NULL) == 0);
    levels_with_frames(&levels);
    stage->numbers[0] = (uint64_t)(uintptr_t)after_trap;
    stage->numbers[2] = (uint64_t)(uintptr_t)levels.returns[0];
    stage->numbers[3] = (uint64_t)(uintptr_t)levels.returns[1];
    VT_finalize();
}

static void hit_here(struct stage *stage)
{
    hit(stage, 0);
}

/* Run the handler on a stack of the system's minimum size, between inaccessible pages. */
static void hit_elsewhere(struct stage *stage)
{
    size_t size = (size_t)sysconf(_SC_SIGSTKSZ);
    size_t whole = (size + 4095) / 4096 * 4096 + 8192;
    char *memory = mmap(NULL, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    STAGE_CHECK(memory != MAP_FAILED && mprotect(memory + 4096, whole - 8192, PROT_READ | PROT_WRITE) == 0);
    const stack_t other = {.ss_sp = memory + 4096, .ss_size = whole - 8192};
    STAGE_CHECK(sigaltstack(&other, NULL) == 0);
    hit(stage, SA_ONSTACK);
}

static void expect_hit(void (*scene)(struct stage *stage))
{
    struct stage stage;
    stage_play(&stage, scene);
    for (int skip = 0; skip < 4; skip++) {
        uint64_t addresses[4] = {stage.numbers[0]};
        memcpy(addresses + 1, &stage.numbers[1 + skip], (size_t)(3 - skip) * sizeof *addresses);
        stacks_expect(&stage, stage.numbers[16 + skip], 1, addresses, (size_t)(4 - skip));
    }
    picture_close();
    stage_close(&stage);
}

TEST(handler_records_the_interrupted_code)
{
    expect_hit(hit_here);
}

TEST(handler_on_an_alternate_stack_records_the_interrupted_code)
{
    expect_hit(hit_elsewhere);
}

/* ---- at any moment ---------------------------------------------------------------------------------------------- */

#define KEPT 8192 /* number of handles that are stored with their pc */

static void locate(const void *interrupted)
{
    const ucontext_t *context = interrupted;
    uint64_t hits = playing->numbers[0];
    void *pc = PC_OF(context);
    int handle = -1;
    int again = -1;
    STAGE_CHECK(VT_sclstack(pc, FRAME_OF(context), 0, 4, &handle) == VT_OK && handle > 0);
    /* In code without frames, the frame pointer has any value, but the pc is exact. */
    int alone[2];
    for (int i = 0; i < 2; i++)
        STAGE_CHECK(VT_sclstack(pc, FRAME_OF(context), 0, 0, &alone[i]) == VT_OK && alone[i] > 0);
    STAGE_CHECK(alone[0] == alone[1]);
    VT_sclstack(pc, NULL, 0, 3, &again); /* a call without a frame is not allowed in a signal handler, but must do no
                                          * harm */
    VT_sclstack(NULL, FRAME_OF(context), 0, 3, &again);
    playing->numbers[16 + hits % KEPT * 2] = (uint64_t)handle;
    playing->numbers[17 + hits % KEPT * 2] = (uint64_t)(uintptr_t)pc;
    if (VT_thisloc(handle) == VT_OK && VT_enter(1, handle) == VT_OK)
        VT_leave(VT_NOSCL);
}

static void do_everything(int round)
{
    char name[64];
    int handle = 0;
    int place = 0;
    INT64 value = round;
    snprintf(name, sizeof name, "Class%d:state%d", round % 7, round);
    VT_funcdef(name, VT_NOCLASS, &handle);
    VT_scldef(name, 1 + round, &place);
    VT_enter(handle, place);
    VT_sclstack(NULL, NULL, 0, 5, &place);
    VT_thisloc(place);
    VT_begin(handle);
    VT_log_sendmsg(1, round, round % 10, VT_COMM_WORLD, place);
    VT_end(handle);
    VT_leave(VT_NOSCL);
    handle = 0;
    VT_countdef(name, VT_NOCLASS, VT_COUNT_INTEGER64, VT_ME, NULL, "", &handle);
    VT_countval(1, &handle, &value);
}

static void storm(struct stage *stage)
{
    int first = 0;
    playing = stage;
    picture_start("");
    VT_symdef(1, "Handler:hit", NULL);
    VT_sclstack(NULL, NULL, 0, 1, &first); /* record the first stack before any signal handler does, as the manual
                                            * recommends */
    VT_enter(1, first);
    VT_leave(VT_NOSCL);
    interrupt_begin(300, locate, &stage->numbers[0]);
    for (int round = 0; interrupt_continues((uint64_t)round, 3000); round++)
        do_everything(round);
    interrupt_end();
    STAGE_CHECK(VT_finalize() == VT_OK);
}

TEST(handlers_may_locate_at_any_moment)
{
    struct stage stage;
    stage_play(&stage, storm);
    assert_true(stage.numbers[0] >= INTERRUPTIONS);
    uint64_t kept = stage.numbers[0] < KEPT ? stage.numbers[0] : KEPT;
    for (uint64_t i = 0; i < kept; i++) {
        const struct qp_location *place = stacks_place(&stage, stage.numbers[16 + i * 2]);
        assert_true(place->exact && place->count >= 1 && place->count <= 5);
        assert_int_equal(place->addresses[0], stage.numbers[17 + i * 2]);
    }
    assert_int_equal(stage_diagnostic(picture_profile(&stage), QP_VT, QP_DIAGNOSTIC_NO_LOCATION), 0);
    picture_close();
    stage_close(&stage);
}

/* ---- records of a handler outlive the process ---------------------------------------------------------------- */

/* Locate 30 new stacks of 3 addresses in the handler, and wait to be killed. */
static void on_user(int number, siginfo_t *info, void *context_)
{
    const ucontext_t *context = context_;
    (void)number, (void)info;
    for (uintptr_t i = 0; i < 30; i++) {
        int handle = -1;
        VT_sclstack((void *)(0x10000 + i), FRAME_OF(context), 0, 2, &handle);
        playing->numbers[2 + i] = (uint64_t)handle;
    }
    stage_add(&playing->numbers[0], 1);
    for (;;)
        pause();
}

static void be_killed(struct stage *stage)
{
    struct sigaction action = {.sa_sigaction = on_user, .sa_flags = SA_SIGINFO};
    playing = stage;
    picture_start("");
    STAGE_CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
    raise(SIGUSR1);
}

TEST(locations_of_a_handler_are_in_the_file_of_a_killed_process)
{
    struct stage stage;
    stage_begin(&stage, be_killed);
    stage_await(&stage.numbers[0], 1);
    stage_kill(&stage);
    for (uint64_t i = 0; i < 30; i++)
        assert_int_equal(stacks_place(&stage, stage.numbers[2 + i])->addresses[0], 0x10000 + i);
    picture_close();
    stage_close(&stage);
}

/* More locations than the signal-safe reserve has records for. The next call outside of a handler writes the rest. */
#define MANY 3000

static void on_many(int number, siginfo_t *info, void *context_)
{
    const ucontext_t *context = context_;
    (void)number, (void)info;
    for (uintptr_t i = 0; i < MANY; i++) {
        int handle = -1;
        VT_sclstack((void *)(0x10000 + i), FRAME_OF(context), 0, 2, &handle);
        playing->numbers[2 + i] = (uint64_t)handle;
    }
}

static void locate_many(struct stage *stage, int state_comes_first)
{
    struct sigaction action = {.sa_sigaction = on_many, .sa_flags = SA_SIGINFO};
    int state;
    int handle;
    playing = stage;
    picture_start("");
    VT_funcdef("f", VT_NOCLASS, &state);
    STAGE_CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
    raise(SIGUSR1);
    if (state_comes_first)
        VT_enter(state, (int)stage->numbers[2 + MANY - 1]);
    else
        VT_scldef("toy.c", 1, &handle);
    stage_add(&stage->numbers[0], 1);
    for (;;)
        pause();
}

static void locate_many_then_define(struct stage *stage)
{
    locate_many(stage, 0);
}

static void locate_many_then_enter(struct stage *stage)
{
    locate_many(stage, 1);
}

static void expect_many(void (*scene)(struct stage *stage))
{
    struct stage stage;
    stage_begin(&stage, scene);
    stage_await(&stage.numbers[0], 1);
    stage_kill(&stage);
    for (uint64_t i = 0; i < MANY; i++)
        assert_int_equal(stacks_place(&stage, stage.numbers[2 + i])->addresses[0], 0x10000 + i);
    picture_close();
    stage_close(&stage);
}

TEST(locations_without_room_in_a_handler_are_written_later)
{
    expect_many(locate_many_then_define);
    expect_many(locate_many_then_enter);
}

/* Stacks that cannot be unwound: garbage as frames, overwritten frame pointers, code without unwind data. The result is
 * a location or VT_NOSCL, never a fault. */
#include "tests/vt/levels.h"
#include "tests/vt/stacks.h"

#include "VT.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define PC ((void *)0x123456)

/* ---- stackframe pointing anywhere ------------------------------------------------------------------------------- */

static int with_frame(void *pc, const void *frame, int trace)
{
    int handle = -1;
    STAGE_CHECK(VT_sclstack(pc, (void *)frame, 0, trace, &handle) == VT_OK && handle >= 0);
    return handle;
}

static void ask_unreadable(const void *frame)
{
    int pc_alone = with_frame(PC, NULL, 0);
    STAGE_CHECK(with_frame(NULL, frame, 5) == VT_NOSCL);
    STAGE_CHECK(with_frame(PC, frame, 5) == pc_alone);
}

static void anywhere(struct stage *stage)
{
    (void)stage;
    picture_start("");
    char *pages = mmap(NULL, 12288, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    STAGE_CHECK(pages != MAP_FAILED && munmap(pages + 4096, 4096) == 0 && mprotect(pages + 8192, 4096, PROT_NONE) == 0);
    uint64_t local[64];
    memset(local, 0, sizeof local);
    uint64_t *heap = calloc(64, sizeof *heap);
    STAGE_CHECK(heap != NULL);
    heap[1] = local[1] = (uint64_t)(uintptr_t)pages; /* an address of code without unwind data */
    const void *bad[] = {(void *)1,  (void *)8,    (void *)INTPTR_MAX, (void *)UINTPTR_MAX, (void *)-16,
                         (void *)-8, pages + 4088, pages + 4096,       pages + 8192,        pages + 12280,
                         heap,       anywhere,     (char *)local + 1,  (char *)local + 4,   (void *)0x800000000000};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        STAGE_CHECK(with_frame(PC, bad[i], 5) !=
                    VT_NOSCL); /* as in a handler that runs before any other call of the thread */
    with_frame(NULL, NULL, 2); /* from now on the bounds of the thread's stack are known */
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ask_unreadable(bad[i]);
    local[0] = (uint64_t)(uintptr_t)local; /* frames that point to themselves, below, misaligned, and far up */
    STAGE_CHECK(with_frame(NULL, local, 1) != VT_NOSCL && with_frame(NULL, local, 1) == with_frame(NULL, local, 9));
    const uint64_t ways[] = {(uint64_t)(uintptr_t)local - 64, 3, (uint64_t)(uintptr_t)heap, UINT64_MAX - 7,
                             (uint64_t)(uintptr_t)&local[2]};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        local[0] = ways[i];
        STAGE_CHECK(with_frame(NULL, local, 9) == with_frame(NULL, local, 1));
    }
    uint64_t seed = 88172645463325252u;
    for (int round = 0; round < 20000; round++) {
        for (int i = 0; i < 64; i++) {
            seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
            local[i] = seed % 3 == 0   ? seed
                       : seed % 3 == 1 ? (uint64_t)(uintptr_t)local + seed % 1024
                                       : (uint64_t)(uintptr_t)anywhere + seed % 256;
        }
        with_frame(NULL, &local[seed % 64], (int)(seed >> 8 & 63));
        with_frame(PC, (void *)(uintptr_t)local[seed >> 16 & 63], (int)(seed >> 8 & 63));
    }
    free(heap);
    VT_finalize();
}

static void *walk_from_a_thread(void *others)
{
    const uint64_t *elsewhere = others;
    uint64_t local[64] = {(uint64_t)(uintptr_t)elsewhere, elsewhere[1]};
    with_frame(NULL, NULL, 2);
    ask_unreadable(elsewhere);
    STAGE_CHECK(with_frame(NULL, local, 1) != VT_NOSCL && with_frame(NULL, local, 9) == with_frame(NULL, local, 1));
    return NULL;
}

/* Pass a valid frame of another stack that lies above the thread's own stack. This is the program's first stack,
 * which lies above all others. */
static void to_anothers_stack(struct stage *stage)
{
    pthread_t thread;
    (void)stage;
    picture_start("");
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    STAGE_CHECK(page != MAP_FAILED);
    uint64_t frame[64] = {0, (uint64_t)(uintptr_t)page};
    STAGE_CHECK(pthread_create(&thread, NULL, walk_from_a_thread, frame) == 0 && pthread_join(thread, NULL) == 0);
    VT_finalize();
}

TEST(stack_of_another_thread_is_not_unwound)
{
    struct stage stage;
    stage_play(&stage, to_anothers_stack);
    stage_close(&stage);
}

TEST(stackframe_may_point_anywhere)
{
    struct stage stage;
    stage_play(&stage, anywhere);
    assert_int_equal(picture_profile(&stage)->reader.damages, 0);
    picture_close();
    stage_close(&stage);
}

/* ---- registers and code ----------------------------------------------------------------------------------------- */

#ifdef __x86_64__

/* Call f(levels) with `rbp` in RBP: from code with wrong unwind data, and from code without unwind data. */
extern void call_smashed(void (*f)(struct levels *levels), struct levels *levels, uint64_t rbp);
extern void call_undescribed(void (*f)(struct levels *levels), struct levels *levels, uint64_t rbp);
extern const char after_smashed[];
extern const char after_undescribed[];

__asm__(".text\n"
        ".globl call_smashed, after_smashed, call_undescribed, after_undescribed\n"
        ".type call_smashed, @function\n"
        ".type call_undescribed, @function\n"
        "call_smashed:\n"
        "    .cfi_startproc\n"
        "    push %rbp\n"
        "    .cfi_def_cfa_offset 16\n"
        "    .cfi_offset 6, -16\n"
        "    mov %rsp, %rbp\n"
        "    .cfi_def_cfa_register 6\n"
        "    push %rbx\n"
        "    sub $8, %rsp\n"
        "    mov %rbp, %rbx\n"
        "    mov %rdi, %rax\n"
        "    mov %rsi, %rdi\n"
        "    test %rdx, %rdx\n"
        "    cmovne %rdx, %rbp\n"
        "    call *%rax\n"
        "after_smashed:\n"
        "    mov %rbx, %rbp\n"
        "    add $8, %rsp\n"
        "    pop %rbx\n"
        "    pop %rbp\n"
        "    .cfi_def_cfa 7, 8\n"
        "    ret\n"
        "    .cfi_endproc\n"
        ".size call_smashed, .-call_smashed\n"
        "call_undescribed:\n"
        "    push %rbp\n"
        "    mov %rdi, %rax\n"
        "    mov %rsi, %rdi\n"
        "    mov %rdx, %rbp\n"
        "    call *%rax\n"
        "after_undescribed:\n"
        "    pop %rbp\n"
        "    ret\n"
        ".size call_undescribed, .-call_undescribed\n");

typedef void calling(void (*f)(struct levels *levels), struct levels *levels, uint64_t rbp);

/* Make a call. Store the handle, the return address of VT_sclstack, and the return addresses of the three functions
 * in `numbers`. */
static void ask(calling *call, uint64_t rbp, uint64_t *numbers)
{
    struct levels levels = {.skip = 0, .trace = 20};
    call(levels_optimised, &levels, rbp);
    numbers[0] = (uint64_t)levels.handle;
    numbers[1] = (uint64_t)(uintptr_t)levels.place;
    for (int i = 0; i < 3; i++)
        numbers[2 + i] = (uint64_t)(uintptr_t)levels.returns[i];
}

static void smash(struct stage *stage, calling *call, uint64_t first)
{
    uint64_t local[2] = {3, 5};
    picture_start("");
    const uint64_t bad[] = {first,
                            1,
                            0x123456789000,
                            UINT64_MAX,
                            (uint64_t)(uintptr_t)local,
                            (uint64_t)(uintptr_t)&smash,
                            (uint64_t)(uintptr_t)stage->numbers};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ask(call, bad[i], &stage->numbers[i * 8]);
    VT_finalize();
}

/* The first call has a correct stack, because it passes 0, which leaves the proper value in RBP. */
static void smash_described(struct stage *stage)
{
    smash(stage, call_smashed, 0);
}

static void smash_undescribed(struct stage *stage)
{
    smash(stage, call_undescribed, 8);
}

static void expect_smashed(void (*scene)(struct stage *stage), const char *after, size_t first)
{
    struct stage stage;
    stage_play(&stage, scene);
    for (size_t i = first; i < 7; i++) {
        uint64_t *numbers = &stage.numbers[i * 8];
        assert_int_equal(numbers[4], (uint64_t)(uintptr_t)after);
        numbers[5] = ANY;
        stacks_expect(&stage, numbers[0], 0, numbers + 1, 5);
    }
    picture_close();
    stage_close(&stage);
}

TEST(overwritten_frame_pointer_ends_the_stack)
{
    expect_smashed(smash_described, after_smashed, 0);
}

TEST(code_without_unwind_data_ends_the_stack_or_is_unwound_by_frames)
{
    expect_smashed(smash_undescribed, after_undescribed, 0);
}

/* Call code that was generated at run time. The code has frame pointers, so it can be unwound. */
static void made(struct stage *stage)
{
    static const unsigned char code[] = {0x55, 0x48, 0x89, 0xe5, 0x48, 0x89, 0xf8,
                                         0x48, 0x89, 0xf7, 0xff, 0xd0, 0x5d, 0xc3};
    picture_start("");
    unsigned char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    STAGE_CHECK(page != MAP_FAILED);
    memcpy(page, code, sizeof code);
    STAGE_CHECK(mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0);
    calling *call;
    memcpy(&call, &page, sizeof call);
    for (volatile int i = 0; i < 2; i++)
        ask(call, 0, &stage->numbers[i * 8]);
    stage->numbers[16] = (uint64_t)(uintptr_t)page + 12;
    VT_finalize();
}

TEST(code_generated_at_run_time_is_unwound_by_frames)
{
    struct stage stage;
    stage_play(&stage, made);
    assert_int_equal(stage.numbers[4], stage.numbers[16]);
    assert_int_equal(stage.numbers[0], stage.numbers[8]);
    const struct qp_location *place = stacks_place(&stage, stage.numbers[0]);
    assert_true(place->count >= 6); /* the stack contains `ask`, the generated code, and the callers of this code */
    assert_string_equal(stacks_module(&stage, place->addresses[3]), "");
    assert_non_null(strstr(stacks_module(&stage, place->addresses[4]), "test_vt_location_broken"));
    picture_close();
    stage_close(&stage);
}

#endif

/* reader_memory.c - the n-th allocation of each command and exporter fails, or all allocations from the n-th on: for
 * every n up to 200, and then for numbers that grow by a hundredth. The result must be an exit code and a message,
 * never a crash, and never an incomplete answer with exit code 0. The linker redirects our allocations to this file;
 * those of jansson come through its own hook. */
#include "tests/support/balanced.h"
#include "tests/support/commands.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"
#include "tests/support/timeline_log.h"

#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static long left = -1; /* number of allocations that still succeed; < 0 = all succeed */
static bool once;      /* true: only the next allocation fails; false: all later allocations fail */
static bool failed;

static bool refuse(void)
{
    if (left < 0)
        return false;
    if (left > 0) {
        left--;
        return false;
    }
    failed = true;
    if (once)
        left = -1;
    return true;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size)
{
    return refuse() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refuse() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return refuse() ? NULL : __real_realloc(memory, size);
}

static int run_silently(const char *const command[4], const char *path)
{
    fflush(stdout);
    fflush(stderr);
    int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO), nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    int code = test_run_words(command, path);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    close(nothing);
    return code;
}

static void fail_each_allocation(const char *const command[4], const char *path)
{
    long allocations = 0;
    for (;; allocations += 1 + (allocations > 200 ? allocations / 100 : 0)) {
        left = allocations;
        failed = false;
        int code = run_silently(command, path);
        left = -1;
        if (!failed) {
            assert_int_equal(code, QII_OK);
            break;
        }
        if (code != QII_MEMORY)
            fail_msg("%s: allocation %ld failed, exit code %d", command[0], allocations, code);
    }
    assert_true(allocations > 10); /* fewer would mean that the wrong allocations were counted */
}

/* Write the builder's content into an unnamed file. */
static int write_builder(struct builder *builder)
{
    size_t size;
    unsigned char *file = builder_file(builder, &size);
    builder_free(builder);
    int fd = memfd_create("sample", MFD_CLOEXEC);
    assert_int_equal(pwrite(fd, file, size, 0), (ssize_t)size);
    free(file);
    return fd;
}

/* Run commands over the builder's content. */
static void fail_in_commands(struct builder *builder, const char *const (*commands)[4], size_t count)
{
    char path[64];
    int fd = write_builder(builder);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    json_set_alloc_funcs(__wrap_malloc, free);
    for (size_t i = 0; i < 2 * count; i++) {
        once = i < count;
        fail_each_allocation(commands[i % count], path);
    }
    close(fd);
}

TEST(every_allocation_may_fail)
{
    struct builder builder;
    sample_build(&builder);
    fail_in_commands(&builder, test_commands, TEST_COMMANDS);
}

TEST(every_allocation_in_a_narrow_terminal_may_fail)
{
    static const char *const commands[][4] = {{"report"}, {"threads"}, {"info"}, {"trace"}};
    struct builder builder;
    sample_build(&builder);
    setenv("COLUMNS", "40", 1);
    fail_in_commands(&builder, commands, sizeof commands / sizeof *commands);
    unsetenv("COLUMNS");
}

/* Merge two named files, the sample and another run, in memory. */
TEST(every_allocation_of_merging_may_fail)
{
    static const char *const commands[][4] = {
        {"merge", "--output=/dev/null", NULL}, {"merge", "--changed=apart", "--output=/dev/null", NULL}, {"report"}};
    char path[64], words[3][4][64];
    const char *with_file[3][4] = {{NULL}};
    struct balanced balanced;
    struct builder builder;
    balanced_build(&balanced);
    builder_header(&balanced.builder)->pid = 1;
    int fd = write_builder(&balanced.builder);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    for (int i = 0; i < 3; i++) {
        int count = 0;
        for (; commands[i][count]; count++)
            with_file[i][count] = strcpy(words[i][count], commands[i][count]);
        with_file[i][count] = strcpy(words[i][count], path);
    }
    sample_build(&builder);
    fail_in_commands(&builder, with_file, 3);
    close(fd);
}

TEST(every_allocation_about_virtual_threads_may_fail)
{
    static const char *const commands[][4] = {
        {"trace"},
        {"trace", "--thread=worker"},
        {"threads", "--top=0"},
        {"threads", "--wakers"},
        {"threads", "--critical"},
        {"threads", "--critical=worker"},
        {"report", "--by=vthread"},
        {"report", "--by=spawner"},
        {"tree", "--under=resumer"},
        {"export", "--format=json", "--events"},
        {"html"},
    };
    struct timeline_log log;
    sample_timeline(&log, false);
    fail_in_commands(&log.builder, commands, sizeof commands / sizeof *commands);
}

TEST(every_allocation_of_a_comparison_may_fail)
{
    struct builder one, other;
    char path[64];
    sample_build(&one);
    int fd = write_builder(&one);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const char *const commands[][4] = {{"diff", "--all", "--suspended", path},
                                       {"diff", "--all", "--product=cprof", path}};
    sample_build(&other);
    fail_in_commands(&other, commands, sizeof commands / sizeof *commands);
    close(fd);
}

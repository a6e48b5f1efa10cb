/* damage.c - runs every command and exporter over damaged files, which are truncated or have one changed byte.
 * Nothing may crash, hang, or allocate more than a few times the file's size.
 *
 * The sample file has 320 KiB, most of which are zeros. Each byte other than 0 is changed once: at every second
 * position its lowest bit is flipped, at the others all of its bits. Builds with AddressSanitizer swap the two. A zero
 * is changed only if its position is a multiple of 5, or of 2039 in a piece of 64 zeros. */
#include "tests/locate/tiny.h"
#include "tests/support/commands.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define ADDRESS_SPACE ((rlim_t)512 << 20)

static unsigned char *file;
static size_t file_size;
static int fd;
static char path[64];

/* Open a file of this process; the commands print into /dev/null. */
static bool prepare(void)
{
    struct builder builder;
    sample_build(&builder);
    tiny_stack(&builder, 6);
    builder.writer.reversed = 1;
    file = builder_file(&builder, &file_size);
    builder_free(&builder);
    fd = memfd_create("damaged", MFD_CLOEXEC);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return pwrite(fd, file, file_size, 0) == (ssize_t)file_size;
}

static void clean_up(void)
{
    free(file);
    close(fd);
}

static void run_all(const char *what, size_t place)
{
    fflush(stdout);
    fflush(stderr);
    int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO), nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    int worst = 0;
    for (unsigned i = 0; i < TEST_COMMANDS; i++) {
        int code = test_run_command(i, path);
        if (code != QII_OK && code != QII_NO && code != QII_UNREADABLE)
            worst = code;
    }
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    close(nothing);
    if (worst)
        fail_msg("%s at %zu: exit code %d", what, place, worst);
}

static void flip(size_t place, unsigned char bits)
{
    unsigned char byte = file[place] ^ bits;
    assert_int_equal(pwrite(fd, &byte, 1, (off_t)place), 1);
    run_all("flipped byte", place);
    assert_int_equal(pwrite(fd, &file[place], 1, (off_t)place), 1);
}

/* Four processes share the bytes: of every ten pieces of 64 bytes each takes three, but the first, which alone runs
 * without scripts/test --long, takes one. With single bytes instead of pieces, the first process would get more work,
 * because most numbers in the file are small, and only their lowest byte is not zero. */
#define TURNS 10
#define TURN  64

#if defined(__SANITIZE_ADDRESS__)
#define FAR 1
#else
#define FAR 0
#endif

static bool is_empty(const unsigned char *turn)
{
    static const unsigned char zeros[TURN];
    return memcmp(turn, zeros, TURN) == 0;
}

static void flip_turn(size_t begin)
{
    const size_t step = is_empty(file + begin) ? 2039 : 5;
    for (size_t i = begin; i < begin + TURN; i++) {
        const bool far = i % 2 == FAR; /* true: flip all bits, so that the new value is far from the old one */
        if (file[i] || i % step == 0)
            flip(i, file[i] && !far ? 0x01 : 0xff);
    }
}

static void flip_turns(size_t first, size_t last)
{
    assert_int_equal(file_size % TURN, 0);
    for (size_t begin = 0; begin < file_size; begin += TURN) {
        const size_t turn = begin / TURN % TURNS;
        if (turn >= first && turn <= last)
            flip_turn(begin);
    }
}

TEST(each_byte_flipped_part_1)
{
    flip_turns(0, 0);
}

TEST(each_byte_flipped_part_2)
{
    flip_turns(1, 3);
}

TEST(each_byte_flipped_part_3)
{
    flip_turns(4, 6);
}

TEST(each_byte_flipped_part_4)
{
    flip_turns(7, 9);
}

/* Truncate the file step by step. Near multiples of a page, a step is a single byte. */
TEST(cut_off)
{
    for (size_t length = file_size; length > 0;) {
        size_t over = length % 4096;
        size_t step = over == 0 || over == 1 ? 1 : over > 1000 ? 999 : over - 1;
        length -= step < length ? step : length;
        assert_int_equal(ftruncate(fd, (off_t)length), 0);
        run_all("cut off", length);
    }
    assert_int_equal(pwrite(fd, file, file_size, 0), (ssize_t)file_size);
}

/* The tests above would also pass if nothing was read at all. So check that the whole file is found valid, and that
 * damage is reported. */
TEST(whole_and_damaged_are_distinguished)
{
    char check[] = "check", tool[] = "qii";
    char *line[] = {tool, check, path, NULL};
    assert_int_equal(qii_main(3, line), QII_OK);
    assert_int_equal(ftruncate(fd, (off_t)file_size - 1), 0);
    assert_int_equal(qii_main(3, line), QII_NO);
    assert_int_equal(pwrite(fd, file, file_size, 0), (ssize_t)file_size);
    assert_int_equal(qii_main(3, line), QII_OK);
}

int main(int argc, char **argv)
{
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    setrlimit(RLIMIT_AS, &(struct rlimit){ADDRESS_SPACE, ADDRESS_SPACE});
#endif
    if (!prepare())
        return 1;
    int failed = test_run(argc, argv);
    clean_up();
    return failed;
}

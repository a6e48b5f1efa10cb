/* The reader of executable files with damaged files: this test's own program, with bytes changed at random. */
#include "tools/qii/elf_file.h"

#include "tests/support/test.h"

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 400, KEPT = 200000 };

static uint64_t random_number(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

TEST(damaged_files_are_read_without_harm)
{
    static unsigned char whole[KEPT], bytes[KEPT];
    static const char path[] = "elf_file.damaged";
    int from = open("/proc/self/exe", O_RDONLY), to = open(path, O_RDWR | O_CREAT, 0600);
    ssize_t size = read(from, whole, sizeof whole);
    assert_true(size > 1000 && to >= 0);
    for (int round = 0; round < ROUNDS; round++) {
        struct qii_elf_file file;
        memcpy(bytes, whole, (size_t)size);
        for (uint64_t left = random_number() % 20; left; left--) {
            /* The headers, with all offsets and sizes, are at the begin. */
            size_t range = random_number() % 2 ? 1000 : (size_t)size;
            bytes[random_number() % range] = (unsigned char)(random_number() % 3 ? random_number() : 255);
        }
        assert_true(pwrite(to, bytes, (size_t)size, 0) == size);
        assert_true(ftruncate(to, round % 4 ? size : (off_t)(random_number() % (uint64_t)size)) == 0);
        assert_true(qii_elf_file_read(&file, path, "test") == 0);
        qii_elf_file_scan(&file, path);
        qii_elf_file_fini(&file);
    }
    close(from);
    close(to);
    unlink(path);
}

TEST(file_that_cannot_be_opened_is_an_error)
{
    struct qii_elf_file file;
    assert_true(qii_elf_file_read(&file, "/none", "test") != 0);
    qii_elf_file_fini(&file);
    assert_true(qii_elf_file_read(&file, "/dev/null", "test") == 0 && !file.is_elf);
}

/* Tests of damaged class files, which are truncated at each offset, or in which one byte is changed. The original
 * files are a class that javac compiled, and the class of old.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/jvm/asked.h"
#include "tests/jvm/old.h"
#include "tests/support/test.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

struct file {
    unsigned char bytes[20000];
    size_t size;
};

static struct file of_javac(void)
{
    struct file file;
    FILE *in = fopen(SAMPLE_CLASS, "rb");
    assert_non_null(in);
    file.size = fread(file.bytes, 1, sizeof file.bytes, in);
    fclose(in);
    return file;
}

static struct file of_old(void)
{
    struct file file;
    struct built built;
    old_build(&built);
    file.size = built.bytes.size;
    memcpy(file.bytes, built.bytes.bytes, file.size);
    built_fini(&built);
    return file;
}

/* Rewrite a copy of the file. The copy's memory ends where the file ends. */
static void rewrite(const unsigned char *bytes, size_t size)
{
    unsigned char *exact = malloc(size ? size : 1);
    assert_non_null(exact);
    memcpy(exact, bytes, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

static void cut_off(const struct file *file)
{
    for (size_t size = 0; size < file->size; size++) {
        struct asked asked = {.answer = {.insertion = QJVM_CALLS}};
        unsigned char *exact = malloc(size ? size : 1);
        assert_non_null(exact);
        memcpy(exact, file->bytes, size);
        asked_rewrite(&asked, exact, size);
        assert_null(asked.bytes);
        assert_string_not_equal(asked.unchanged, "");
        free(exact);
    }
}

static void change_bytes(struct file *file)
{
    for (size_t place = 0; place < file->size; place++) {
        unsigned char was = file->bytes[place];
        const unsigned char others[] = {
            (unsigned char)(was + 1), (unsigned char)(was - 1), was ^ 0x80, was ^ 0xff, 0, 0xff};
        for (size_t i = 0; i < sizeof others; i++) {
            file->bytes[place] = others[i];
            rewrite(file->bytes, file->size);
        }
        file->bytes[place] = was;
    }
}

TEST(truncated_files_are_unchanged)
{
    struct file sample = of_javac();
    struct file old = of_old();
    cut_off(&sample);
    cut_off(&old);
}

TEST(changed_bytes_do_no_harm)
{
    struct file sample = of_javac();
    struct file old = of_old();
    change_bytes(&sample);
    change_bytes(&old);
}

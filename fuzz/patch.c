/* patch.c - the fuzzer of the reader of patches.
 *
 * The input may be any bytes. All ranges of the result must be valid, and each added line must be in its text. Runs
 * under libFuzzer, or with lines.c. */
#include "profile/change/patch.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz/lines.h"

/* clang-format off */
const char *const fuzz_words[] = {
    "\n", "\n", "\r\n", "\n+", "\n+x", "\n-", "\n-x", "\n ", "\n++", "\n--", "\n -", "\n +", "\n\\ No newline at end of file",
    "\n@@ -1 +1 @@\n", "\n@@ -1,2 +1,3 @@\n", "\n@@ -0,0 +1,2 @@\n", "\n@@ -3 +2,0 @@\n", "\n@@@ -1 -1,2 +1,2 @@@\n",
    "\n@@@@ -1 -1 -1 +1,9 @@@@\n", "@@ ", "-1", "+1", ",2147483647", ",3", "\n--- a/x", "\n+++ b/x\n", "\n--- ", "\n+++ ",
    "/dev/null", "\"a/\\303\\244\"", "\"", "\\", "\\t", "\\000", "a/", "b/", "x", " ", "\t", "2024-01-31 12:00:00",
    "\ndiff --git ", "\ndiff --git a/x b/x\n", "\ndiff --cc x\n", "\nIndex: ", "\nrename from ", "\nrename to ",
    "\nnew file mode 100644\n", "\ndeleted file mode 100644\n", "\nBinary files a and b differ\n", "\nGIT binary patch\n",
    NULL,
};
/* clang-format on */

static void check_range(struct qp_patch_range range)
{
    if (range.first < 1 || range.count < 0 || range.first > INT32_MAX - range.count)
        abort();
}

static void check_file(const struct qp_patch *patch, const struct qp_patch_file *file)
{
    for (uint32_t i = 0; i < file->count; i++) {
        const struct qp_patch_change *change = &file->changes[i];
        size_t offset = change->text;
        check_range(change->old_lines);
        check_range(change->new_lines);
        if (change->old_lines.count + change->new_lines.count == 0)
            abort();
        for (int32_t k = 0; k < change->new_lines.count; k++) {
            struct qp_text line = qp_patch_line(patch, &offset);
            if (offset > patch->size || memchr(line.bytes, '\n', line.length))
                abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct qp_patch patch = {0};
    FILE *in = size ? fmemopen((void *)bytes, size, "r") : NULL;
    if (!in)
        return 0;
    if (!qp_patch_read(&patch, in))
        abort();
    for (uint32_t i = 0; i < patch.count; i++)
        check_file(&patch, &patch.files[i]);
    qp_patch_close(&patch);
    fclose(in);
    return 0;
}

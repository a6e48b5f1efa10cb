/* statements.c - the fuzzer of the reader of Python sources.
 *
 * The input may be any bytes. Its statements and excluded lines are read by the rules of both versions of coverage.py;
 * each result must be a line of the text. Runs under libFuzzer, or with lines.c. */
#include "bindings/python/text/statements.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz/lines.h"

/* clang-format off */
const char *const fuzz_words[] = {
    "\n", "\n", "\n", "\r", "\r\n", "\n    ", "\n  ", "\n\t", " ", "\\\n", "\f", "def f(", "class A", "async ",
    "@a\n", "assert a", "else:", "a", "1.5", ":", ":", ":=", ";", ",", "(", ")", "[", "]", "{", "}", "\"", "'", "\"\"\"",
    "'''", "f'", "rb'", "f\"\"\"", "{a!r:{b}}", "{{", "\\N{", "\\", "#", "# pragma: no cover\n", "# qii: ignore",
    "# qii: ignore begin x\n", "# qii: ignore end\n", "\xef\xbb\xbf", "\xc3\xa4", NULL,
};
/* clang-format on */

static void check_line(int line, int count)
{
    if (line < 0 || line >= count)
        abort();
}

static void check_range(void *data, int first, int last, const char *reason)
{
    const int *count = data;
    check_line(first, *count);
    check_line(last, *count);
    if (first > last || (reason != NULL && strlen(reason) == 0))
        abort();
}

/* Find lines that begin with an "a". */
static void find(void *data, const char *text, size_t size, qpy_found *found, void *statements)
{
    (void)data;
    const char *end = text + size;
    int line = 1;
    for (const char *at = text; (at = memchr(at, '\n', (size_t)(end - at))) != NULL;) {
        line++;
        if (++at < end && *at == 'a')
            found(statements, line);
    }
}

static void read_all(const char *text, size_t size, bool rules_7)
{
    const struct qpy_exclusions exclusions = {{find, NULL}, {find, NULL}, "a", rules_7};
    struct qpy_statements *statements = qpy_statements_read(text, size, &exclusions);
    int count;
    const int *of_code = qpy_statements_of_code(statements, &count);
    for (int i = 0; i < count; i++) {
        check_line(of_code[i], count);
        check_line(qpy_statements_first(statements, i), count);
    }
    qpy_statements_excluded(statements, check_range, &count);
    qpy_statements_free(statements);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    read_all((const char *)bytes, size, false);
    read_all((const char *)bytes, size, true);
    return 0;
}

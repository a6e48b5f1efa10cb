#include "tests/support/drawing.h"

#include "tests/support/diagnostics.h"
#include "tests/support/test.h"

#include <stdio.h>

static const struct qp_profile *drawn;
static char text[1 << 16];
static size_t length;

void drawing_begin(const struct qp_profile *profile)
{
    drawn = profile;
    length = 0;
    text[0] = '\0';
}

void drawing_put(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    length += (size_t)vsnprintf(text + length, sizeof text - length, format, arguments);
    va_end(arguments);
    if (length >= sizeof text)
        fail_msg("the text of the data file is too long");
}

void drawing_put_words(const char *before, struct qp_text words)
{
    char shown[512];
    qp_text_show(words, shown, sizeof shown);
    if (words.length > 0)
        drawing_put("%s%s", before, shown);
}

void drawing_put_method(uint32_t method)
{
    char name[256] = "...";
    if (method != QP_NONE)
        qp_profile_method_name(drawn, method, name, sizeof name);
    drawing_put("%s", name);
}

const char *drawing_text(void)
{
    return text;
}

const char *drawing_of_diagnostics(const struct qp_profile *profile, enum qp_product product, bool first)
{
    char name[QP_DIAGNOSTIC_NAME];
    drawing_begin(profile);
    for (unsigned kind = 0; kind < QP_DIAGNOSTIC_COUNT; kind++) {
        const struct qp_diagnostic *diagnostic = &profile->reader.header.diagnostics[product][kind];
        if (diagnostic->count > 0 && !diagnostic_is_compared(kind))
            drawing_put("%s %llu%s%s\n", qp_diagnostic_name(kind, name), (unsigned long long)diagnostic->count,
                        first ? " " : "", first ? diagnostic->first : "");
    }
    return text;
}

#include "tools/qii/qii.h"

#include "export/table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool qii_colour(void)
{
    const char *refused = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    return !(refused && *refused) && !(terminal && strcmp(terminal, "dumb") == 0) && isatty(STDOUT_FILENO);
}

int qii_output_end(int code)
{
    int failed = fflush(stdout);
    if (!failed && !ferror(stdout))
        return code;
    if (errno != EPIPE) /* who closed the pipe has seen enough */
        fprintf(stderr, "qii: cannot write the output: %s\n", strerror(errno));
    return QII_UNWRITABLE;
}

void qii_thread_name(const struct qp_profile *profile, uint32_t thread, char *shown, size_t size)
{
    const struct qp_profile_thread *it = &profile->threads[thread];
    if (it->name.length)
        qp_text_show(it->name, shown, size);
    else
        snprintf(shown, size, "thread %u", it->number);
}

bool qii_thread_is(const struct qp_profile *profile, uint32_t thread, const char *chosen)
{
    const struct qp_profile_thread *it = &profile->threads[thread];
    char *end;
    unsigned long number = chosen ? strtoul(chosen, &end, 10) : 0;
    return !chosen || (*chosen && !*end && number == it->number) ||
           (it->name.length && qp_text_contains(it->name, chosen));
}

void qii_print_thread(const struct qp_profile *profile, uint32_t thread, uint32_t group, bool colour)
{
    char shown[200];
    struct qp_text name = thread != QP_NONE ? profile->threads[thread].name : profile->groups[group].name;
    putchar('\n');
    qp_style_begin(stdout, QP_STYLE_BOLD, colour);
    if (thread != QP_NONE)
        printf("thread %u", profile->threads[thread].number);
    else
        fputs("virtual threads", stdout);
    if (qp_text_show(name, shown, sizeof shown))
        printf(" %s", shown);
    qp_style_end(stdout, QP_STYLE_BOLD, colour);
    if (thread == QP_NONE && profile->groups[group].parent_method != QP_NONE) {
        qp_profile_method_name(profile, profile->groups[group].parent_method, shown, sizeof shown);
        printf(", created in %s", shown);
    }
}

#include "core/session/name.h"

#include "base/attribute.h"
#include "core/thread/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Append a formatted text, cut if it does not fit. */
static QP_PRINTF(2, 3) void add(struct qp_file_name *name, const char *format, ...)
{
    int room = (int)(sizeof name->text - name->length);
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(name->text + name->length, (size_t)room, format, arguments);
    va_end(arguments);
    name->length += (size_t)(length < room ? length : room - 1);
}

/* Append a text with each percent sign doubled, since qp_name_number expands the result once more. */
static void add_escaped(struct qp_file_name *name, const char *text)
{
    for (; *text != '\0'; text++)
        add(name, "%c%s", *text, *text == '%' ? "%" : "");
}

/* Append the rank. Ranks of a world that MPI_Comm_spawn started begin at 0, too, so the world precedes it. */
static void add_rank(struct qp_file_name *name)
{
    if (qp_run_world > 0)
        add(name, "spawn%u.", qp_run_world);
    add(name, "%04u", qp_run_rank);
}

/* Insert a number, or the rank if `number` is 0, before the name's suffix. */
static void add_to_stem(struct qp_file_name *name, unsigned number)
{
    char *slash = strrchr(name->text, '/');
    char *dot = strrchr(slash ? slash : name->text, '.');
    char suffix[256] = "";
    if (dot && strlen(dot) < sizeof suffix) {
        strcpy(suffix, dot);
        name->length = (size_t)(dot - name->text);
        *dot = '\0';
    }
    add(name, ".");
    if (number > 0)
        add(name, "%u", number);
    else
        add_rank(name);
    add(name, "%s", suffix);
}

static void add_letter(struct qp_file_name *name, char letter, const char *program)
{
    const char other[] = {letter, '\0'};
    name->is_own |= letter == 'p' || letter == 'r';
    switch (letter) {
    case 'v':
        add_escaped(name, program);
        break;
    case 'p':
        add(name, "%ld", (long)getpid());
        break;
    case 'r':
        add_rank(name);
        break;
    case 't':
        add(name, "%lld", (long long)time(NULL));
        break;
    case 'n':
        name->is_numbered = true;
        add(name, "%%n");
        break;
    default:
        add_escaped(name, other);
    }
}

void qp_name_add_rank(struct qp_file_name *resolved)
{
    if (qp_run_ranks > 0 && !resolved->is_own)
        add_to_stem(resolved, 0);
    resolved->is_own |= qp_run_ranks > 0;
}

void qp_name_resolve(struct qp_file_name *name, const char *directory, const char *pattern, const char *program)
{
    name->length = 0;
    name->text[0] = '\0';
    name->is_numbered = name->is_own = false;
    add_escaped(name, directory);
    for (const char *at = pattern; *at != '\0'; at++)
        if (*at == '%' && at[1] != '\0')
            add_letter(name, *++at, program);
        else
            add(name, "%c%s", *at, *at == '%' ? "%" : "");
    qp_name_add_rank(name);
}

void qp_name_number(struct qp_file_name *name, const struct qp_file_name *resolved, unsigned number)
{
    bool numbered = false;
    name->length = 0;
    name->text[0] = '\0';
    for (const char *at = resolved->text; *at != '\0'; at++) {
        if (*at == '%' && at[1] == 'n')
            add(name, "%u", number);
        else
            add(name, "%c", *at);
        numbered |= *at == '%' && at[1] == 'n';
        at += *at == '%' && at[1] != '\0';
    }
    if (!numbered && number > 1)
        add_to_stem(name, number - 1);
}

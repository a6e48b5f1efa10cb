#include "core/session/name.h"

#include "core/thread/run.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define RANK_DIGITS 4

static void add(struct qp_name *name, const char *text)
{
    int room = (int)(sizeof name->text - name->length);
    int length = snprintf(name->text + name->length, (size_t)room, "%s", text);
    name->length += (size_t)(length < room ? length : room - 1);
}

static void add_number(struct qp_name *name, int width, unsigned long long number)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%0*llu", width, number);
    add(name, digits);
}

/* Append text with each percent sign doubled, since this pattern is expanded once more. */
static void add_escaped(struct qp_name *name, const char *text)
{
    for (; *text != '\0'; text++) {
        const char one[] = {*text, *text == '%' ? '%' : '\0', '\0'};
        add(name, one);
    }
}

/* Insert a number before the suffix. */
static void add_to_stem(struct qp_name *name, int width, unsigned number)
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
    add_number(name, width, number);
    add(name, suffix);
}

static void add_letter(struct qp_name *name, char letter, const char *program)
{
    const char other[] = {letter, '\0'};
    name->is_own |= letter == 'p' || letter == 'r';
    switch (letter) {
    case 'v':
        add_escaped(name, program);
        break;
    case 'p':
        add_number(name, 1, (unsigned long long)getpid());
        break;
    case 'r':
        add_number(name, RANK_DIGITS, qp_run_rank);
        break;
    case 't':
        add_number(name, 1, (unsigned long long)time(NULL));
        break;
    case 'n':
        name->is_numbered = true;
        add(name, "%n");
        break;
    default:
        add_escaped(name, other);
    }
}

void qp_name_add_rank(struct qp_name *resolved)
{
    if (qp_run_ranks > 0 && !resolved->is_own)
        add_to_stem(resolved, RANK_DIGITS, qp_run_rank);
    resolved->is_own |= qp_run_ranks > 0;
}

void qp_name_resolve(struct qp_name *name, const char *pattern, const char *program)
{
    qp_name_resolve_in(name, "", pattern, program);
}

void qp_name_resolve_in(struct qp_name *name, const char *directory, const char *pattern, const char *program)
{
    name->length = 0;
    name->text[0] = '\0';
    name->is_numbered = name->is_own = false;
    add_escaped(name, directory);
    for (const char *at = pattern; *at != '\0'; at++) {
        const char one[] = {*at, '\0'};
        if (*at != '%')
            add(name, one);
        else if (at[1] == '\0')
            add_escaped(name, one);
        else
            add_letter(name, *++at, program);
    }
    qp_name_add_rank(name);
}

void qp_name_number(struct qp_name *name, const struct qp_name *resolved, unsigned number)
{
    bool numbered = false;
    name->length = 0;
    name->text[0] = '\0';
    for (const char *at = resolved->text; *at != '\0'; at++) {
        const char one[] = {*at, '\0'};
        if (*at == '%' && at[1] == 'n')
            add_number(name, 1, number);
        else
            add(name, one);
        numbered |= *at == '%' && at[1] == 'n';
        at += *at == '%' && at[1] != '\0';
    }
    if (!numbered && number > 1)
        add_to_stem(name, 1, number - 1);
}

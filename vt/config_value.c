#include "vt/config_value.h"

#include "core/log/symbol.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Read digits at *word and move it past them. Return 0 or -1. */
static int read_digits(const char **word, uint64_t *value)
{
    char *end;
    if (!isdigit((unsigned char)**word))
        return -1;
    errno = 0;
    *value = strtoull(*word, &end, 10);
    *word = end;
    return errno == 0 ? 0 : -1;
}

int vt_value_number(const char *word, uint64_t *value)
{
    uint64_t number;
    if (read_digits(&word, &number) != 0 || *word != '\0')
        return -1;
    *value = number;
    return 0;
}

int vt_value_switch(const char *word, uint64_t *value)
{
    return vt_value_choice("off|on", word, value);
}

int vt_value_degree(const char *word, uint64_t *value)
{
    return vt_value_switch(word, value) == 0 ? 0 : vt_value_number(word, value);
}

int vt_value_choice(const char *list, const char *word, uint64_t *value)
{
    size_t length = strlen(word);
    for (uint64_t index = 0;; index++) {
        size_t size = strcspn(list, "|");
        if (size == length && strncasecmp(list, word, size) == 0) {
            *value = index;
            return 0;
        }
        if (list[size] == '\0')
            return -1;
        list += size + 1;
    }
}

int vt_value_size(const char *word, uint64_t *value)
{
    static const char *const units[] = {"", "kb", "mb", "gb"};
    uint64_t number;
    if (read_digits(&word, &number) != 0)
        return -1;
    for (unsigned i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcasecmp(word, units[i]) != 0)
            continue;
        if (number > UINT64_MAX >> (10 * i))
            return -1;
        *value = number << (10 * i);
        return 0;
    }
    return -1;
}

/* Return the number of microseconds in the unit at *at, and advance *at behind it. Return 0 for an unknown unit. If
 * `alone`, the number may have no unit, which means seconds. "us" and "ms" are ours; VT has "c" and "l" for them. */
static uint64_t take_unit(const char **at, bool alone)
{
    static const char letters[] = "clsmh";
    static const uint64_t units[] = {1, 1000, 1000000, 60 * UINT64_C(1000000), 3600 * UINT64_C(1000000)};
    if (**at == '\0')
        return alone ? 1000000 : 0;
    if (strncasecmp(*at, "us", 2) == 0 || strncasecmp(*at, "ms", 2) == 0)
        return *at += 2, tolower((unsigned char)(*at)[-2]) == 'u' ? 1 : 1000;
    const char *unit = strchr(letters, tolower((unsigned char)**at));
    ++*at;
    return unit ? units[unit - letters] : 0;
}

int vt_value_time(const char *word, uint64_t *value)
{
    uint64_t sum = 0;
    const char *at = word;
    do {
        uint64_t number;
        bool alone = at == word;
        if (read_digits(&at, &number) != 0)
            return -1;
        uint64_t unit = take_unit(&at, alone);
        if (unit == 0 || number > (UINT64_MAX / 1000 - sum) / unit) /* must fit in nanoseconds too */
            return -1;
        sum += number * unit;
    } while (*at != '\0');
    *value = sum;
    return 0;
}

int vt_value_range(const char *word, uint64_t *value)
{
    uint64_t skip = 0;
    uint64_t trace = 0;
    if (vt_value_switch(word, &trace) != 0) {
        if (strchr(word, ':') && (read_digits(&word, &skip) != 0 || *word++ != ':'))
            return -1;
        if (vt_value_number(word, &trace) != 0 || skip > QP_RULE_DEGREE || trace > QP_RULE_DEGREE)
            return -1;
    }
    *value = skip << QP_RULE_SKIP_SHIFT | trace << QP_RULE_TRACE_SHIFT | (trace > 0 ? QP_RULE_LOCATED : 0);
    return 0;
}

#include "base/number.h"

#include <stdio.h>
#include <string.h>

static const struct qp_unit units[] = {{"s", 1000000000}, {"ms", 1000000}, {"µs", 1000}, {"ns", 1}};

struct qp_unit qp_unit_for(uint64_t largest_ns)
{
    const struct qp_unit *unit = units;
    while (unit->ns > 1 && largest_ns < 10 * unit->ns)
        unit++;
    return *unit;
}

void qp_number_in_unit(char *text, uint64_t ns, struct qp_unit unit)
{
    if (unit.ns == 1)
        qp_number_count(text, ns);
    else
        snprintf(text, QP_NUMBER, "%.3f", (double)ns / (double)unit.ns);
}

void qp_number_time(char *text, uint64_t ns)
{
    struct qp_unit unit = qp_unit_for(ns < UINT64_MAX / 10 ? 10 * ns : ns);
    double value = (double)ns / (double)unit.ns;
    int digits = unit.ns == 1 ? 0 : value < 10 ? 2 : value < 100 ? 1 : 0;
    snprintf(text, QP_NUMBER, "%.*f %s", digits, value, unit.name);
}

void qp_number_count(char *text, uint64_t count)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count);
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            *text++ = ',';
        *text++ = digits[i];
    }
    *text = '\0';
}

void qp_number_share(char *text, uint64_t part, uint64_t whole)
{
    double share = whole ? 100.0 * (double)part / (double)whole : 0;
    if (whole == 0)
        strcpy(text, "-");
    else if (part < whole && share >= 99.95)
        strcpy(text, "99.9%");
    else if (part && share < 0.05)
        strcpy(text, "<0.1%");
    else
        snprintf(text, QP_NUMBER, "%.1f%%", share);
}

void qp_number_bytes(char *text, uint64_t bytes)
{
    static const char *const names[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    double value = (double)bytes;
    unsigned step = 0;
    while (value >= 1024 && step + 1 < sizeof names / sizeof *names) {
        value /= 1024;
        step++;
    }
    snprintf(text, QP_NUMBER, "%.*f %s", step && value < 10 && value != (double)(int)value ? 1 : 0, value, names[step]);
}

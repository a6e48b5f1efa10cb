#include "base/number.h"

#include <stdio.h>

static const struct qp_unit units[] = {{"s", 1000000000}, {"ms", 1000000}, {"µs", 1000}, {"ns", 1}};

struct qp_unit qp_unit_for(uint64_t largest_ns)
{
    const struct qp_unit *unit = units;
    while (unit->ns > 1 && largest_ns < 10 * unit->ns)
        unit++;
    return *unit;
}

struct qp_number qp_number_in_unit(uint64_t ns, struct qp_unit unit)
{
    struct qp_number number;
    if (unit.ns == 1)
        return qp_number_count(ns);
    snprintf(number.text, sizeof number.text, "%.3f", (double)ns / (double)unit.ns);
    return number;
}

struct qp_number qp_number_time(uint64_t ns)
{
    struct qp_number number;
    struct qp_unit unit = qp_unit_for(ns < UINT64_MAX / 10 ? 10 * ns : ns);
    double value = (double)ns / (double)unit.ns;
    int digits = unit.ns == 1 ? 0 : value < 10 ? 2 : value < 100 ? 1 : 0;
    snprintf(number.text, sizeof number.text, "%.*f %s", digits, value, unit.name);
    return number;
}

struct qp_number qp_number_age(uint64_t ns)
{
    static const struct {
        const char *name;
        uint64_t seconds;
        uint64_t least; /* smallest value in this unit */
    } ages[] = {{"days", 86400, 2}, {"h", 3600, 2}, {"min", 60, 2}, {"s", 1, 0}};
    struct qp_number number;
    uint64_t seconds = ns / 1000000000;
    unsigned i = 0;
    while (seconds / ages[i].seconds < ages[i].least)
        i++;
    snprintf(number.text, sizeof number.text, "%llu %s", (unsigned long long)(seconds / ages[i].seconds), ages[i].name);
    return number;
}

struct qp_number qp_number_count(uint64_t count)
{
    struct qp_number number;
    char digits[24], *text = number.text;
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count);
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            *text++ = ',';
        *text++ = digits[i];
    }
    *text = '\0';
    return number;
}

struct qp_number qp_number_share(uint64_t part, uint64_t whole)
{
    struct qp_number number = {"-"};
    double share = whole ? 100.0 * (double)part / (double)whole : 0;
    if (whole == 0)
        return number;
    if (part < whole && share >= 99.95)
        return (struct qp_number){"99.9%"};
    if (part && share < 0.05)
        return (struct qp_number){"<0.1%"};
    snprintf(number.text, sizeof number.text, "%.1f%%", share);
    return number;
}

struct qp_number qp_number_bytes(uint64_t bytes)
{
    static const char *const names[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    struct qp_number number;
    double value = (double)bytes;
    unsigned step = 0;
    while (value >= 1024 && step + 1 < sizeof names / sizeof *names) {
        value /= 1024;
        step++;
    }
    int digits = step && value < 10 && value != (double)(int)value ? 1 : 0;
    snprintf(number.text, sizeof number.text, "%.*f %s", digits, value, names[step]);
    return number;
}

struct qp_number qp_number_shares(double low, double high)
{
    struct qp_number number;
    snprintf(number.text, sizeof number.text, "%.1f–%.1f%%", 100 * low, 100 * high);
    return number;
}

struct qp_number qp_number_ratio(double before, double after)
{
    struct qp_number number = {""};
    if (before > 0 && after >= 2 * before)
        snprintf(number.text, sizeof number.text, "x%.3g", after / before);
    else if (before > 0)
        snprintf(number.text, sizeof number.text, "%+.1f%%", 100 * (after / before - 1));
    return number;
}

#include "page/durations.h"

/* Durations below 16 ns have classes of their own. */
static uint32_t class_of(uint64_t ns)
{
    unsigned exponent = ns < 16 ? 0 : 63 - (unsigned)__builtin_clzll(ns);
    return ns < 16 ? (uint32_t)ns : (exponent - 3) * 16 + (uint32_t)(ns >> (exponent - 4) & 15);
}

void qp_durations_add(struct qp_durations *durations, uint64_t ns)
{
    durations->counts[class_of(ns)]++;
}

uint64_t qp_durations_choose(struct qp_durations *durations, uint64_t *number)
{
    uint32_t class = QP_DURATION_CLASSES - 1;
    uint64_t chosen = 0, others = 0;
    for (; class > 0 && durations->counts[class] <= *number - chosen; class --)
        chosen += durations->counts[class];
    for (uint32_t i = 0; i <= class; i++)
        others += durations->counts[i];
    durations->least = class;
    durations->number = *number - chosen < durations->counts[class] ? *number - chosen : durations->counts[class];
    *number = chosen + durations->number;
    return others - durations->number;
}

bool qp_durations_takes(struct qp_durations *durations, uint64_t ns)
{
    uint32_t class = class_of(ns);
    if (class != durations->least)
        return class > durations->least;
    if (durations->number == 0)
        return false;
    double share = (double)durations->number / (double)durations->counts[class];
    double before = share * (double)durations->seen++;
    return (uint64_t)(before + share) > (uint64_t)before || share == 1;
}

uint64_t qp_durations_least_ns(const struct qp_durations *durations)
{
    uint32_t class = durations->least;
    return class < 16 ? class : (uint64_t)(16 + class % 16) << (class / 16 - 1);
}

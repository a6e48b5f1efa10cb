#include "bindings/jvm/methods/call_counters.h"

uint64_t qjvm_call_counters(const struct kit_function *function)
{
    enum { STRIPES = 8, APART = 64 / QPROF_COUNTER_NUMBER };
    qprof_CounterTerm terms[STRIPES];
    for (int i = 0; i < STRIPES; i++)
        terms[i] = (qprof_CounterTerm){.block = function->line_count, .counter = i * APART, .factor = 1};
    qprof_BlockCounters counters = {.owner = QJVM_COUNTERS_OWNER,
                                    .stride = QPROF_COUNTER_NUMBER,
                                    .length = STRIPES * APART,
                                    .term_count = STRIPES,
                                    .terms = terms};
    return kit_library.qii.block_counters(function->id, &counters) == 0 ? (uint64_t)(uintptr_t)counters.base : 0;
}

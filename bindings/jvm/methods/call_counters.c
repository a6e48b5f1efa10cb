#include "bindings/jvm/methods/call_counters.h"

uint64_t qjvm_call_counters(const struct kit_function *function)
{
    qprof_CounterTerm terms[QJVM_STRIPES];
    for (int i = 0; i < QJVM_STRIPES; i++)
        terms[i] = (qprof_CounterTerm){.block = function->line_count, .counter = i * QJVM_STRIPE, .factor = 1};
    qprof_BlockCounters counters = {.owner = 1, /* the JVM, since all its threads share the counters */
                                    .stride = QPROF_COUNTER_NUMBER,
                                    .length = QJVM_STRIPES * QJVM_STRIPE,
                                    .term_count = QJVM_STRIPES,
                                    .terms = terms};
    return kit_library.qii.block_counters(function->id, &counters) == 0 ? (uint64_t)(uintptr_t)counters.base : 0;
}

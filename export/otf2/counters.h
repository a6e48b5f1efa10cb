/* counters.h - libvt's counters of a file as metrics. */
#pragma once

#include "export/otf2/definitions.h"
#include "profile/log/counters.h"

struct qp_otf2_counters {
    struct qp_otf2_definitions *definitions;
    const struct qp_counters *counters;
    uint32_t process, host;
    struct qp_map known; /* maps counter << 32 | thread to the number of the metric or instance + 1 */
};

/* Return the number of the metric to which values of a counter on a thread belong. `location` is the thread's. */
uint32_t qp_otf2_counters_metric(struct qp_otf2_counters *counters, uint32_t counter, uint32_t thread,
                                 uint64_t location);

OTF2_Type qp_otf2_counters_type(uint32_t genre);

void qp_otf2_counters_fini(struct qp_otf2_counters *counters);

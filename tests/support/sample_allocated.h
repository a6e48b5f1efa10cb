/* sample_allocated.h - a run of libqprof whose allocations were recorded, exactly or by samples. */
#pragma once

#include "tests/support/builder.h"

#include <stdbool.h>

/* Build the run. If `estimated` is true, its allocations are estimates from samples. */
void sample_allocated(struct builder *builder, bool estimated);

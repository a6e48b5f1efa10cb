#include "bindings/ompt/records.h"

const void *ompt_runtime;
bool ompt_stopped;

/* metadata.h - the description of types (types.h) in a recording of Flight Recorder. */
#pragma once

#include "export/jfr/bytes.h"

/* Append the content of the metadata event. */
void qp_jfr_metadata(struct qp_jfr_bytes *bytes);

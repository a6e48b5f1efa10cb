/* process.h - the log of a file as events of an OTF2 archive. */
#pragma once

#include "export/export.h"
#include "export/otf2/archive.h"
#include "export/otf2/peers.h"

/* Write the events of all threads of a file, and define its process and threads. The log is read to its end. Return
 * false if out of memory. */
bool qp_otf2_process_write(struct qp_otf2_archive *archive, struct qp_export *export);

/* trim.h - return of unused pages to the file system when the data file ends.
 *
 * While a file is recorded, all its pages are allocated (extent.h). At its end, most pages of a small file are zeros:
 * the reserve and the rests of chunks. They become holes, which read as zeros. */
#pragma once

#include <stdbool.h>

/* Give back the unused pages of the file that qp_store_close closed, and disconnect the window from the file. If
 * `keeps_log`, a thread may still be writing to the event log outside of the window, so give back none of its pages: a
 * write to one would need a new block, and with a full disk the host would get a SIGBUS. */
void qp_trim_file(bool keeps_log);

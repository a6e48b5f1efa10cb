/* picture.h - the data file whose contents run.h returns, opened when first needed. */
#pragma once

/* Close the data file, and select RUN_FILE and the test's product again. Call this before each run of a client. */
void picture_close(void);

/* picture.h - the data file whose contents run.h returns, opened when first needed. */
#pragma once

/* Close the data file before the client runs again. Afterwards use RUN_FILE and the test's product again. */
void picture_close(void);

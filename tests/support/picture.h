/* picture.h - the data file that run.h looks at, opened at its first use. */
#pragma once

/* Close the file, since the client runs again: next time look at RUN_FILE and the test's product. */
void picture_close(void);

/* script.h - the program's script, the code of -c, and what comes from the standard input: CPython runs them itself. */
#pragma once

/* Run the counted form of the script (loaded.h). Call `begins` when the program begins. */
void qpy_script_begin(void (*begins)(void));

/* early.h - functions of modules that were loaded before the recording begins. No Python exception is raised. */
#pragma once

/* Register all functions of selected files, and give those that exist the counted form of their code (loaded.h). */
void qpy_early_replace(void);

/* Mark the selected files that are loaded already, so that a later recording does not add them as never loaded. */
void qpy_early_mark(void);

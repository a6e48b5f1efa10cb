/* early.h - functions of modules that were loaded before the recording begins. */
#pragma once

/* Register all functions of selected files, and give those that exist the counted form of their code (loaded.h). No
 * Python exception is raised. */
void qpy_early_replace(void);

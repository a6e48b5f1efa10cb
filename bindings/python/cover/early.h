/* early.h - functions of modules that were loaded before the recording begins. No Python exception is raised. */
#pragma once

#include <stdbool.h>

/* Look for loaded modules in selected files, which are not among those that were never loaded. Return whether there is
 * one. */
bool qpy_early_find(void);

/* Give the functions of selected files the counted form of their code (loaded.h). */
void qpy_early_replace(void);

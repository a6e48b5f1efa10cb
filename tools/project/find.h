/* find.h - the file .qiirc that applies to the working directory. */
#pragma once

#include "base/error.h"

#include <stdbool.h>

/* Search for the file as qii_project_open does. Set *folder to "" or to a number of "../", to be freed; NULL if there
 * is no file. Return false with an error if out of memory. */
bool qii_project_find(char **folder, struct qp_error *error);

#define QII_PROJECT_FILE ".qiirc"

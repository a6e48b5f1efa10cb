/* patch_name.h - names of files in the headers of a patch. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Return the name at the beginning of a header line, to be freed; NULL if out of memory. A name in quotes is decoded. A
 * name without quotes ends at a tab or at a time, which tools other than git append. */
char *qp_patch_name(const char *text);

/* Set the names of "diff --git NAME NAME", to be freed, to both names, or to NULL if they cannot be separated: names
 * without quotes may contain blanks. Return false if out of memory. */
bool qp_patch_name_pair(const char *text, char **one, char **other);

/* Remove prefixes such as a/ and b/ from a pair of names. Names are NULL for a missing side. Names that do not begin
 * with two different prefixes of git stay as they are: the user may have disabled prefixes. Return true if prefixes
 * were removed. */
bool qp_patch_name_strip(char *one, char *other);

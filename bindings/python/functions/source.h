/* source.h - source files of a Python program. Each is registered with the library once, before its functions. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct qpy_source;

/* Return the source of this file name, which code objects have as co_filename. It is never freed. Return NULL if out of
 * memory. The caller holds the GIL. */
struct qpy_source *qpy_source_of(const char *file);

/* Return the path of the module _qii; NULL if unknown. */
const char *qpy_source_own_module(void);

/* Return the folder qii/python, which is beside the folder of the module, qii/pythonVERSION, with a slash at its end;
 * NULL if unknown. */
const char *qpy_source_own_folder(void);

/* Return whether a file belongs to the recorder: it is in the folder qii/python. */
bool qpy_source_is_own(const char *file);

/* Number of texts without a file that are sources: a program may compile any number of them. */
#define QPY_SOURCE_TEXTS 1000

/* Return the source of a text that is in no file. Its file name is `name` with a hash of the text. Return NULL if out
 * of memory, or for a new text when there are QPY_SOURCE_TEXTS. */
struct qpy_source *qpy_source_of_text(const char *name, const char *text, size_t size);

/* Set the text of a source that is not a file, unless it is known. */
void qpy_source_set_text(struct qpy_source *source, const char *text, size_t size);

/* Return the text that was set, NULL if there is none. */
const char *qpy_source_own_text(const struct qpy_source *source, size_t *size);

/* Exclude lines from coverage. Call this before the source is registered. */
void qpy_source_exclude(struct qpy_source *source, int first, int last, const char *reason);

/* Return whether there is a file with the source's name. */
bool qpy_source_is_file(const struct qpy_source *source);

/* Return the file name. */
const char *qpy_source_file(const struct qpy_source *source);

/* Register the source, unless the library knows it. The caller holds the library's lock. */
void qpy_source_define(struct qpy_source *source);

/* publish.h - telling the library of a source: what it contained, and which of its lines it leaves out of coverage. */
#ifndef KIT_PUBLISH_H
#define KIT_PUBLISH_H

#include <stdbool.h>
#include <stddef.h>

#include "bindings/kit/ignore.h"

struct kit_source {
    const char *file; /* as the functions in it are registered with it */
    bool is_file;     /* there is such a file; else the library keeps the text */
    const char *text; /* NULL = not known */
    size_t size;
    kit_find_comments *find_comments; /* of its language */
    /* The last line of the function that begins on this line, the line itself where none does: a comment on the line
     * where a function begins is about all of the function. */
    int (*function_end)(void *data, int line);
    void *data;
};

/* Tell of a source: once in each term of the library (library.h), before its functions are registered, with the lock.
 * Of a source without file and text the library hears nothing. */
void kit_publish(const struct kit_source *source);

#endif

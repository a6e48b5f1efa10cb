/* announce.h - telling the library of a source: what it contained, and which of its lines it leaves out of coverage. */
#ifndef KIT_ANNOUNCE_H
#define KIT_ANNOUNCE_H

#include <stdbool.h>
#include <stddef.h>

#include "bindings/kit/ignore.h"

struct kit_announcement {
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

/* Once for each source and term of the library (library.h), with its lock, before a function of it is registered. A
 * source that has neither file nor text is told nothing of. */
void kit_announce(const struct kit_announcement *announcement);

#endif

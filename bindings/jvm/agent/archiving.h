/* archiving.h - options by which a JVM archives the classes that it loads. Classes that an agent rewrites cannot be
 * archived, and in JDK 25 the JVM that assembles an AOT cache from a run with an agent crashes. */
#pragma once

#include <stddef.h>
#include <string.h>

/* Option of the child process that assembles an AOT cache; that process runs no program. */
#define QJVM_ASSEMBLES "-XX:AOTMode=create"

/* Return the option in `text` by which a JVM creates an archive. Return NULL if there is none or `text` is NULL. */
static inline const char *qjvm_archiving_option(const char *text)
{
    static const char *const known[] = {QJVM_ASSEMBLES, "-XX:AOTCacheOutput", "-XX:AOTMode=record",
                                        "-XX:ArchiveClassesAtExit", "-Xshare:dump"};
    for (size_t i = 0; text && i < sizeof known / sizeof *known; i++)
        if (strstr(text, known[i]))
            return known[i];
    return NULL;
}

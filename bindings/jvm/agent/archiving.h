/* archiving.h - options that make a JVM archive the classes it loads, in a CDS archive or an AOT cache.
 *
 * The agent refuses such JVMs: classes that an agent rewrites cannot be archived, and with JDK 25 the JVM that
 * assembles an AOT cache crashes if an agent was present in the recorded run. */
#pragma once

#include <stddef.h>
#include <string.h>

/* Option of the child process that assembles an AOT cache. This process runs no program. */
#define QJVM_ASSEMBLES "-XX:AOTMode=create"

/* Return the option in `text` that makes a JVM archive classes. If there is none, or if `text` is NULL, return NULL. */
static inline const char *qjvm_archiving_option(const char *text)
{
    static const char *const known[] = {QJVM_ASSEMBLES, "-XX:AOTCacheOutput", "-XX:AOTMode=record",
                                        "-XX:ArchiveClassesAtExit", "-Xshare:dump"};
    for (size_t i = 0; text && i < sizeof known / sizeof *known; i++)
        if (strstr(text, known[i]))
            return known[i];
    return NULL;
}

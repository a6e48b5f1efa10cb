/* debug_file.h - separate files with the debug information of stripped programs and libraries.
 *
 * libdwfl's own search is not used, since it always loads libdebuginfod to download files, with libcurl and OpenSSL:
 * this takes 20 ms, and in a program under `qii run` their thread keys would be the program's. */
#pragma once

#include <elfutils/libdwfl.h>

/* Return the list of directories to search, separated by ':' and to be freed: the directory of the file, its
 * subdirectory .debug, /usr/lib/debug, and `directory` if it is not NULL and exists. Return NULL if out of memory. */
char *qp_debug_path(const char *directory);

/* Find the debug information of a module: a callback for libdwfl. The module's user data is the list of directories.
 * Files are found by build id, else by the name in .gnu_debuglink, if they have the right checksum. */
int qp_debug_file_find(Dwfl_Module *module, void **user_data, const char *name, Dwarf_Addr base, const char *file,
                       const char *link, GElf_Word checksum, char **found);

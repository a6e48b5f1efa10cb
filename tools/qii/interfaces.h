/* interfaces.h - the list of qii run --list: which interfaces a program and its libraries have. */
#pragma once

/* Print the interfaces of the program with this name, which is found as a shell finds it, on standard output. The
 * program is not run. Return an exit code: QII_NO if it has no interface that qii run records, or if qii run cannot
 * record it. */
int qii_interfaces_list(const char *command, const char *name);

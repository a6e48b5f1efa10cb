/* messages.h - the agent's lines for the user. They go to stderr, which is the program's; those of an attach go to the
 * file that the caller made, so that they appear on the caller's terminal. */
#ifndef QJVM_MESSAGES_H
#define QJVM_MESSAGES_H

#include <stdbool.h>

#include "bindings/kit/library.h"

/* Redirect the lines that the calling thread prints from now on to this file, which exists, and those of the library
 * once it is loaded. Returns false where the file cannot be opened: the lines go to stderr. */
bool qjvm_messages_open(const char *path);
void qjvm_messages_close(void);

/* The same for a library that was loaded just now. */
void qjvm_messages_of(const struct qii *qii);

/* Print "qii: ", the text and a newline. */
void qjvm_message(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif

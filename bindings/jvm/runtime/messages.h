/* messages.h - the agent's messages to the user, printed to the program's stderr. During an attach they go to a file of
 * the caller, which shows them on its terminal. */
#pragma once

#include "bindings/kit/library.h"

/* Redirect messages of the calling thread, and the library's once it is loaded, to this existing file. If it cannot be
 * opened, they go to stderr. */
void qjvm_messages_open(const char *path);
void qjvm_messages_close(void);

/* Apply the redirection to a library that was just loaded. */
void qjvm_messages_of(const struct qii *qii);

/* Print "qii: ", the text and a newline. */
void qjvm_message(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* messages.h - the agent's messages to the user, printed to the program's stderr. While `qii java` attaches the agent,
 * they are written to a file instead, which `qii java` shows on its own terminal. */
#pragma once

#include "bindings/kit/library.h"

/* Redirect messages of the calling thread to this existing file. This applies to the agent's messages and, once the
 * library is loaded, to the library's. If the file cannot be opened, the messages go to stderr. */
void qjvm_messages_open(const char *path);
void qjvm_messages_close(void);

/* Send the messages of a library that was just loaded to the same place as those of the agent. */
void qjvm_messages_of(const struct qii *qii);

/* Print "qii: ", the text and a newline. */
void qjvm_message(const char *format, ...) __attribute__((format(printf, 1, 2)));

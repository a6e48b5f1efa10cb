/* messages.h - a copy of stderr for messages at the end: programs such as those of GNU close stderr at their exit,
 * before the summary is printed. */
#pragma once

/* Copy stderr, once. */
void native_messages_keep(void);

/* Return the descriptor for messages: stderr, or the copy if the program has closed stderr and not the copy. */
int native_messages_descriptor(void);

/* If the program has closed stderr, redirect the messages of the library to the copy. */
void native_messages_redirect(void);

/* Close the copy in a forked child, since a process may wait until all others have closed stderr. */
void native_messages_close(void);

/* attach_text.h - what qii java hands to the agent of a JVM that runs: "-ready" first; then an order, "-save", "-stop"
 * or the settings of a run, behind the name of a file of the caller's for the agent's messages. */
#ifndef QJVM_ATTACH_TEXT_H
#define QJVM_ATTACH_TEXT_H

#define QJVM_MESSAGES_PATH   64
#define QJVM_MESSAGES_FORMAT "-messages=%s "
#define QJVM_MESSAGES_READ   "-messages=%63s "

#endif

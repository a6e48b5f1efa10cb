/* attach_text.h - texts that `qii java` sends to the agent in a running JVM.
 *
 * The first text is "-ready". The second one is QJVM_MESSAGES_FORMAT, with the path of a file for the agent's messages,
 * followed by an order: "-save", "-stop" or the settings of a run to start. */
#pragma once

#define QJVM_MESSAGES_PATH   64
#define QJVM_MESSAGES_FORMAT "-messages=%s "
#define QJVM_MESSAGES_READ   "-messages=%63s "

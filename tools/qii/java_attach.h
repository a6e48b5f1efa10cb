/* java_attach.h - load the agent into a running JVM. */
#pragma once

/* Load the agent with its options text into a process through the JVM's own jcmd. Return the exit code; errors are
 * printed on stderr, with the command's name in front. */
int qii_java_attach(const char *command, const char *jcmd, const char *process, const char *agent, const char *text);

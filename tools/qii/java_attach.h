/* java_attach.h - load the agent into a running JVM. */
#pragma once

struct kit_settings;

/* Load the agent into a process with the JVM's own tool jcmd, and pass the options `text` to it. Print errors on
 * stderr, after the command's name. Return the exit code. */
int qii_java_attach(const char *command, const char *jcmd, const char *process, const char *agent, const char *text);

/* Make relative paths in the settings absolute, because the recorded program may run in another directory. */
void qii_java_attach_settings(const char *command, struct kit_settings *settings);

/* java_attach.h - the agent in a JVM that runs already. */
#ifndef QII_JAVA_ATTACH_H
#define QII_JAVA_ATTACH_H

/* Have the JVM's own jcmd load the agent into a process, with its text. Returns the exit code; a line on stderr, which
 * begins with the command's name, says what was wrong. */
int qii_java_attach(const char *command, const char *jcmd, const char *process, const char *agent, const char *text);

#endif

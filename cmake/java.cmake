# java.cmake - finds a JDK with which the agent can be built, in $JAVA_HOME or else in /usr/lib/jvm. QP_JAVA_HOME is its
# directory, empty if there is none.
set(QP_JAVA_HOME "" CACHE PATH "A JDK of 17 or later, to build the agent for JVMs with")
if(NOT QP_JAVA_HOME AND NOT jvm IN_LIST QP_WITHOUT)
  file(GLOB homes /usr/lib/jvm/default-java /usr/lib/jvm/java-17-openjdk-* /usr/lib/jvm/*)
  foreach(home $ENV{JAVA_HOME} ${homes})
    if(EXISTS ${home}/include/jvmti.h AND EXISTS ${home}/bin/javac)
      set(QP_JAVA_HOME ${home} CACHE PATH "" FORCE)
      break()
    endif()
  endforeach()
endif()

# QP_JUNIT_JARS is the class path of the jars of JUnit 5 that qii-junit.jar is compiled with, empty if they are not
# installed.
set(QP_JUNIT_JARS "" CACHE STRING "junit-platform-launcher, junit-platform-engine and apiguardian-api, with ':' between them")
if(QP_JAVA_HOME AND NOT QP_JUNIT_JARS AND NOT junit IN_LIST QP_WITHOUT)
  set(jars)
  foreach(jar junit-platform-launcher junit-platform-engine apiguardian-api)
    find_file(found ${jar}.jar PATHS /usr/share/java NO_CACHE)
    list(APPEND jars ${found})
    unset(found)
  endforeach()
  if(NOT jars MATCHES NOTFOUND)
    list(JOIN jars : jars)
    set(QP_JUNIT_JARS ${jars} CACHE STRING "" FORCE)
  endif()
endif()

# loads.sh - sourced by scripts with the arguments BUILD-TREE JAVA-HOME JARS h2|rhino|tomcat [ROUNDS]: compiles the program
# that does this work in rounds, in an empty folder, and sets $build, $home, $path, $program, $load and $rounds. JARS is a
# folder with the jars of Debian's packages libh2-java, librhino-java and libtomcat10-java.
build=$(cd "$1" && pwd) home=$2 path=.:$3/* load=$4 rounds=${5:-40}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../common.sh"
cd "$work"
program=Loads
[ "$load" != tomcat ] || program=Service
"$home/bin/javac" -nowarn -cp "$path" -d . "$here/$program.java"

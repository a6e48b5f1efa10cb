# common.sh - common functions of the tests of programs on a JVM.
#
# A test sources this file with the arguments TEST QII JAVAC JAVA, in a shell that stops at errors. It then runs in a new
# working directory, which is removed when the shell exits.
test=$1 qii=$2 javac=$3 java=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# equal WHAT EXPECTED FOUND: if the two texts differ, print them and fail
equal() {
    [ "$2" = "$3" ] && return
    printf '%s: expected\n%s\nfound\n%s\n' "$1" "$2" "$3"
    exit 1
}

# query DATA FILTER: export the profile as JSON, and print the result of this filter of jq
query() {
    "$qii" export --format=json "$1" | jq -r "$2"
}

# recorded OPTION WORD...: run a program without qii and under qii java with this option; it must behave the same
recorded() {
    option=$1
    shift
    "$java" -cp "${CLASSPATH:-.}" "$@" >plain 2>plain.errors && status=0 || status=$?
    "$qii" java --java="$java" $option --quiet -o data -cp "${CLASSPATH:-.}" "$@" >out 2>errors && ours=0 || ours=$?
    equal "exit status" "$status" "$ours"
    equal output "$(cat plain)" "$(cat out)"
    equal errors "$(cat plain.errors)" "$(cat errors)"
    "$qii" check data >checked || equal check valid "$(cat checked)"
}

# calls DATA: print each method with its calls, except overflow(int), whose calls depend on the size of the stack
calls() {
    query "$1" '.methods[] | select(.file and .name != "overflow(int)") | "\(.class) \(.name) \(.calls)"' | sort
}

# covered: print the calls of the program Calls as coverage counts them, without methods that the compiler generated
covered() {
    grep -Ev '^Calls\$Square (equals|hashCode|side|toString)\(' "$here/programs/Calls.calls"
}

# compile NAME OPTION...: compile a program. javac runs with the C1 compiler only, which takes 0.6 of the processor time.
compile() {
    name=$1
    shift
    "$javac" -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -g -nowarn "$@" -d . "$here/programs/$name.java"
}

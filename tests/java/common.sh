# common.sh - common functions of the tests of programs on a JVM, sourced with
#   TEST QII JAVAC JAVA
# as arguments, in a shell that stops at errors. The working directory is a new one, removed at the end.
test=$1 qii=$2 javac=$3 java=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# equal WHAT EXPECTED FOUND
equal() {
    [ "$2" = "$3" ] && return
    printf '%s: expected\n%s\nfound\n%s\n' "$1" "$2" "$3"
    exit 1
}

# query DATA FILTER: print the filter's result for the exported profile
query() {
    "$qii" export --format=json "$1" | jq -r "$2"
}

# recorded OPTION WORD...: run the program without and with the option; both must behave the same
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

# Print each method with its calls, except those that overflow the stack.
calls() {
    query "$1" '.methods[] | select(.file and .name != "overflow(int)") | "\(.class) \(.name) \(.calls)"' | sort
}

compile() {
    "$javac" -g -nowarn -d . "$here/programs/$1.java"
}

# common.sh - sourced by each test of a sample with VT: $1 the sample's program, $2 the tool, $3 the samples' sources.
# This script changes into an empty directory.
set -eu
program=$1 qii=$2 source=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export LC_ALL=C

# Run the sample. Its output is in the file out, its summary in another file.
run() {
    "$program" >out 2>err || {
        cat out err
        echo "$program failed"
        exit 1
    }
}

# look FILE: check that the commands in the first lines of the sample's source file work; call run first
look() {
    sed -n 's/^[ *!\/]* \(qii [a-z].*\)/\1/p' "$source/$1" | sed 's/   *.*//' >commands
    [ -s commands ]
    while read -r tool arguments; do
        # shellcheck disable=SC2086 # words
        "$qii" $arguments >>shown 2>>err </dev/null || {
            echo "$1 recommends $tool $arguments, which failed"
            exit 1
        }
    done <commands
}

# Print the events of the log in file $1 without times and threads, and with locations without folders.
picture() {
    "$qii" trace "$1" 2>>err | sed -n 's/^ *[0-9.]*  thread [0-9]*  //p' |
        sed 's/  after [0-9.,]* [a-zµ]*//; s|\( at \).*/|\1|; /^thread begins/d'
}

# expect FILE: check that the file equals standard input
expect() {
    diff - "$1" || {
        echo "left: expected; right: $1"
        exit 1
    }
}

# Print the number of the line with "here: $2" in file $1.
line_of() { grep -n "here: $2\( .*\)*$" "$source/$1" | sed 's/:.*//'; }

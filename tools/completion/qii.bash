# Completion of qii for bash. The tool itself says what may come next; where it names nothing, files may stand.

_qii() {
    local word=${COMP_WORDS[COMP_CWORD]} line words=() typed
    # Bash takes "--sort=self" for three words.
    local index
    for ((index = 1; index <= COMP_CWORD; index++)); do
        typed=${COMP_WORDS[index]}
        if ((${#words[@]})) && { [[ $typed == = ]] || [[ ${words[-1]} == --*= ]]; }; then
            words[-1]+=$typed
        else
            words+=("$typed")
        fi
    done
    [[ $word == = ]] && word=
    COMPREPLY=()
    while IFS= read -r line; do
        line=${line%%$'\t'*}
        [[ ${words[-1]} == --*=* ]] && line=${line#*=}
        COMPREPLY+=("$line")
    done < <("$1" complete "${words[@]}" 2>/dev/null)
    if ((${#COMPREPLY[@]})); then
        [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
        return
    fi
    # Data files and directories; any file where there are none.
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -X '!*.qii' -- "$word"; compgen -d -- "$word")
}

complete -o default -F _qii qii

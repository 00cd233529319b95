# Completion of gravel for bash.  The words come from the program itself, so that none is out of date.
_gravel() {
    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words=""
    if [ "$COMP_CWORD" -eq 1 ]; then
        words=$(gravel --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
    elif [[ $word == -* ]]; then
        words=$(gravel "$command" --help | grep -o -e '--[a-z-]*')
    elif [ "$command" = list ]; then
        words="cases engines laws measures references generators counters formats"
    elif [ "$command" = conform ]; then
        words=$(gravel list engines | cut -d ' ' -f 1)
    elif [ "$command" = new ]; then
        [ "$COMP_CWORD" -gt 2 ] || words=$(gravel new | cut -d ' ' -f 1)
    elif [[ " run check judge report show advise converge export plan " == *" $command "* ]]; then
        words="all $(gravel list cases | cut -d ' ' -f 1)"
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    [ "${#COMPREPLY[@]}" -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "$word")
}
complete -F _gravel gravel

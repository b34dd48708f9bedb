#!/bin/sh
# only.sh RANK WHAT PROGRAM ARGUMENT... - begins PROGRAM on a rank; on rank RANK, something else happens:
#
#   WORD=OTHER   an argument WORD is OTHER
#   +OPTION      there is one option more
#   killed       the program is killed after a second
#   gone         the program is not begun
set -u
rank=$1 what=$2
shift 2
[ "${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-}}" = "$rank" ] || exec "$@"
case $what in
killed) exec timeout -s KILL 1 "$@" ;;
gone) exit 5 ;;
+*) exec "$@" "${what#+}" ;;
esac
word=${what%%=*} other=${what#*=}
for argument; do
    shift
    [ "$argument" != "$word" ] || argument=$other
    set -- "$@" "$argument"
done
exec "$@"

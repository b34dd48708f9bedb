#!/bin/sh
# road.sh BUILD - road.py by the python3 that is here. Without one, or without valgrind, and in a build that is no release, ctest takes
# it as skipped.
for tool in valgrind nm; do
    command -v $tool >/dev/null || { echo "there is no $tool"; exit 77; }
done
if grep -q '^GARNER_SANITIZE:STRING=.' "$1/CMakeCache.txt" || ! grep -q '^CMAKE_BUILD_TYPE:STRING=Release$' "$1/CMakeCache.txt"; then
    echo "a build that is no release takes other instructions"
    exit 77
fi
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
        exec "$python" -B "$(dirname "$0")/road.py" "$@"
    fi
done
echo "there is no python3 from 3.9 on"
exit 77

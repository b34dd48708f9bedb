#!/bin/sh
# pages.sh BUILD [ARGUMENT...] - pages.py by the python3 that is here; without one, ctest takes it as skipped. So it does in a build with
# sanitizers, where the same commands and calls have tests of their own.
if grep -q '^GARNER_SANITIZE:STRING=.' "$1/CMakeCache.txt" 2>/dev/null; then
    echo "pages are run by builds without sanitizers"
    exit 77
fi
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null; then
        exec "$python" -B "$(dirname "$0")/pages.py" "$@"
    fi
done
echo "there is no python3 from 3.8 on"
exit 77

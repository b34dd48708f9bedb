"""Asks abi3audit whether a wheel keeps to the limited API of its tag, but for the functions that src/_garner/buffers.h explains.

    python3 stable_abi.py ABI3AUDIT WHEEL
"""
import json
import subprocess
import sys

EXPLAINED = {"PyBuffer_Release", "PyObject_CheckBuffer", "PyObject_GetBuffer"}

audit, wheel = sys.argv[1:]
report = subprocess.run([audit, "--report", wheel], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
complaints, extensions = set(), 0
for spec in json.loads(report)["specs"].values():
    for extension in spec["wheel"]:
        result = extension["result"]
        extensions += 1
        complaints |= {*result["non_abi3_symbols"], *result["future_abi3_objects"]}
if extensions == 0 or complaints - EXPLAINED:
    sys.exit(f"{wheel}: {extensions} extensions; not of the limited API: {', '.join(sorted(complaints - EXPLAINED)) or 'none'}")

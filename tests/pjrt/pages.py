"""What docs/jax.md shows: its program is run with indices watched, and what it prints is the block that follows.

  pages.py PYTHON ROOT          PYTHON has jax; the environment names the plug-in
"""
import json
import os
import re
import subprocess
import sys
import tempfile

python, root = sys.argv[1:3]
page = open(os.path.join(root, "docs", "jax.md"), encoding="utf-8").read()
program, shown = re.search(r"```python by=tests/pjrt/pages.py\n(.*?)```.*?```text\n(.*?)```", page, re.S).groups()
failed = []
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "train.py"), "w", encoding="utf-8") as f:
        f.write(program)

    def run(**settings):
        env = dict(os.environ, JAX_PLATFORMS="garner", **settings)
        return subprocess.run([python, "train.py"], cwd=folder, env=env, capture_output=True, text=True, check=False)

    done = run(GARNER_INDICES="report", GARNER_INDICES_FILE="findings.json", GARNER_DUMP="kept")
    told = "".join(line + "\n" for line in done.stderr.splitlines() if not line.startswith(("Platform", "WARNING")))
    if done.returncode != 0 or told != shown:
        failed.append(f"docs/jax.md shows\n{shown}-- it is\n{done.stderr}")
    found = json.load(open(os.path.join(folder, "findings.json"), encoding="utf-8"))
    if [(f["place"], f["op"], f["kind"], f["count"], f["first"]["value"], f["first"]["position"]) for f in found] != [
        ("train.py:6", "gather", "out-of-bounds", 1, 50257, [17])
    ]:
        failed.append(f"findings.json has {found}")
    raised = run(GARNER_INDICES="error")
    if raised.returncode == 0 or "is 50257, where dimension 0 takes 0 to 50256" not in raised.stderr.splitlines()[-1] + raised.stderr:
        failed.append(f"GARNER_INDICES=error raises nothing: {raised.stderr}")
    text = next(name for name in os.listdir(os.path.join(folder, "kept")) if name.startswith("jit_embed") and name.endswith(".mlir"))
    with open(os.path.join(folder, "kept", text), encoding="utf-8") as f:
        command = f.readline()[3:].split()
    again = subprocess.run([os.environ["GARNER"], *command[1:]], cwd=os.path.join(folder, "kept"), capture_output=True, text=True, check=False)
    if again.returncode != 0 or "tensor<512x8xf32>" not in again.stdout:
        failed.append(f"{' '.join(command)}: {again.stderr}")
for text in failed:
    print(text)
print(f"{4 - len(failed)} passed, {len(failed)} failed")
sys.exit(bool(failed))

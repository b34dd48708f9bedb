"""What pip builds the package with: setuptools' backend, and where there is no `wheel` beside an older setuptools, a wheel packed here.

So that `pip install --no-build-isolation` does in a venv that has what Debian's python3-venv puts there, pip and setuptools.
"""
import base64
import hashlib
import importlib.util
import os
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

from setuptools import build_meta
from setuptools.build_meta import build_sdist  # noqa: F401, which pip asks for

ABI = "cp310-abi3"


def _setuptools_can():
    return any(importlib.util.find_spec(name) for name in ("wheel", "setuptools.command.bdist_wheel"))


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    if _setuptools_can():
        return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    with tempfile.TemporaryDirectory() as temp:
        lib, info = Path(temp, "lib"), Path(temp, "info")
        info.mkdir()
        command = ["setup.py", "-q", "egg_info", "--egg-base", str(info), "build", "--build-base", temp, "--build-lib", str(lib)]
        subprocess.run([sys.executable, *command], check=True)
        metadata = (info / "garner.egg-info" / "PKG-INFO").read_text(encoding="utf-8")
        return pack(lib, metadata, wheel_directory)


def pack(lib, metadata, wheel_directory):
    """Writes the wheel of the package in the folder `lib`; its name."""
    version = next(line.split()[1] for line in metadata.splitlines() if line.startswith("Version:"))
    tag = f"{ABI}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    info = f"garner-{version}.dist-info"
    license_text = Path(os.path.dirname(os.path.abspath(__file__)), "LICENSE").read_bytes()
    files = {path.relative_to(lib).as_posix(): path.read_bytes() for path in sorted(Path(lib).rglob("*")) if path.is_file()}
    files[f"{info}/METADATA"] = metadata.encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: garner\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[f"{info}/top_level.txt"] = b"garner\njax_plugins\n"
    files[f"{info}/LICENSE"] = license_text
    files[f"{info}/RECORD"] = _record(files, f"{info}/RECORD")
    name = f"garner-{version}-{tag}.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            wheel.writestr(path, content)
    return name


def _record(files, own_name):
    lines = [
        f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()},{len(content)}"
        for path, content in files.items()
    ]
    return "\n".join([*lines, f"{own_name},,", ""]).encode()

from typing import Any, Final, Literal

PROVIDER: Final = "GarnerExecutionProvider"

def library() -> str: ...
def add_to(
    session_options: Any,
    *,
    out_of_range: Literal["error", "clamp", "zero"] = ...,
    threads: int = ...,
    nodes: Literal["faster", "all"] = ...,
) -> None: ...

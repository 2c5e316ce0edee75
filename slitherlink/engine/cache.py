"""Compiled code on disk: `jit`, and the line that tells a person why the first start takes longer.

Numba's own cache looks only at the file of the function that was called, so it goes stale when a function in another
file changes. Here each module's compiled code lies in a folder named by a hash over the module and all modules of this
project that it imports, directly or not: old code can never be found again.
"""

import ast
import contextlib
import hashlib
import importlib.util
import os
import sys
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import numba
from numba.core import event
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGES = ("slitherlink", "gpu")


def jit(function: F) -> F:
    """Compile on first call, without the interpreter lock, and keep the machine code on disk."""
    if numba.config.DISABLE_JIT:
        return function
    _announce_first_compilation()
    compiled = numba.njit(nogil=True)(function)
    compiled._cache = _cache_for(function) or compiled._cache
    return compiled  # type: ignore[no-any-return]


def jit_inside(function: F) -> F:
    """Compile for compiled callers only: a sixth less to compile, and nothing on disk besides what the callers keep."""
    if numba.config.DISABLE_JIT:
        return function
    return numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)  # type: ignore[no-any-return]


class _InNamedFolder(CompileResultCacheImpl):  # type: ignore[misc]
    # Numba would go on to ``__pycache__``, whose contents outlive changes of what the code was made from.
    _locator_classes: ClassVar = [UserProvidedCacheLocator]


class _KeptCode(FunctionCache):  # type: ignore[misc]
    """Compiled code on disk, as far as the disk plays along: without it everything works, only later."""

    _impl_class = _InNamedFolder

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # Whatever reading a damaged file raises; a crash of the machine leaves some.
            with contextlib.suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with contextlib.suppress(OSError):
            super().save_overload(sig, data)


def _cache_for(function: Callable[..., Any]) -> FunctionCache | None:
    """None when the folder cannot be written to."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(function.__module__))
    try:
        return _KeptCode(function)
    except RuntimeError:
        return None
    finally:
        numba.config.CACHE_DIR = before


def cache_root() -> Path:
    """Where compiled code is kept: ``SLITHERLINK_CACHE``, else the user's cache folder."""
    named = os.environ.get("SLITHERLINK_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "slitherlink"


def cache_folder(module: str) -> Path:
    """The folder for the compiled functions of one module, named by what they are made from."""
    digest = hashlib.sha256(numba.__version__.encode())
    for name in sorted(_closure(module)):
        digest.update(name.encode() + b"\0" + _source_of(name))
    return cache_root() / f"{module.rpartition('.')[2]}-{digest.hexdigest()[:16]}"


def _closure(module: str) -> set[str]:
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _imports_of(name)
    return found


@cache
def _imports_of(module: str) -> tuple[str, ...]:
    names: list[str] = []
    for node in ast.walk(ast.parse(_source_of(module))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(name for name in names if name.partition(".")[0] in _PACKAGES and _path_of(name))


def _source_of(module: str) -> bytes:
    path = _path_of(module)
    return path.read_bytes() if path else b""


@cache
def _path_of(module: str) -> Path | None:
    loaded = sys.modules.get(module)
    if loaded is not None:
        origin = getattr(loaded, "__file__", None)
    else:
        try:
            spec = importlib.util.find_spec(module)
        except ModuleNotFoundError:  # `from package.module import name`: the name is no module
            return None
        origin = spec.origin if spec else None
    return Path(origin) if origin and origin.endswith(".py") else None


def _where_kept() -> str:
    root = cache_root()
    if root.is_dir() and os.access(root, os.W_OK | os.X_OK):  # made when the first function was declared
        return f"kept in {root}"
    return f"and at every start: {root} cannot be written to"


class _FirstCompilation(event.Listener):  # type: ignore[misc]
    def __init__(self) -> None:
        self.told = False

    def on_start(self, _event: event.Event) -> None:
        if not self.told:
            self.told = True
            sys.stderr.write(f"compiling once, this takes some seconds ({_where_kept()})\n")
            sys.stderr.flush()

    def on_end(self, _event: event.Event) -> None:
        pass


@lru_cache(maxsize=1)
def _announce_first_compilation() -> None:
    event.register("numba:compile", _FirstCompilation())

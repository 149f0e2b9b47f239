"""How numba compiles our functions; only `jit.py` imports this, so that plain Python never loads numba.

Left to itself numba optimizes a function once for itself and again inside every function that calls it, directly or
not, makes machine code of each, and compiles it anew for every mixture of integer sizes in its arguments. Rules are
many small functions in long chains: one game took 29 s. Here a rule is only translated, once, with 64-bit arguments;
the entry point that draws it in is optimized as a whole and made into machine code.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property, partial, update_wrapper
from pathlib import Path
from typing import Any

from llvmlite.binding import parse_assembly
from numba.core import config, sigutils, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.core.types.misc import unliteral
from numba.extending import intrinsic, overload

# nogil: many races can run at once in threads. Compiled code never raises, so Python's division checks go too.
_OPTIONS = {"nopython": True, "nogil": True, "boundscheck": False, "error_model": "numpy"}

# Short loops over seats and cards: vectorizing them costs compile time and makes them slower.
config.LOOP_VECTORIZE = False
config.SLP_VECTORIZE = False


class Rule:
    """A function that compiled code calls; from Python it runs uncompiled, and so do the rules it calls.

    numba hears of it when something is compiled that calls it: a start that finds its machine code does without.
    """

    def __init__(self, function: Callable[..., Any], inline: bool) -> None:
        update_wrapper(self, function)
        self.py_func, self._inline = function, inline

    def __call__(self, *args: Any) -> Any:
        """Run as plain Python."""
        return self.py_func(*args)

    @cached_property
    def _dispatcher(self) -> "_RuleDispatcher":
        return _RuleDispatcher(self.py_func, self._inline)

    @property
    def _numba_type_(self) -> Any:
        """What numba takes it for."""
        return self._dispatcher._numba_type_


class _RuleDispatcher(CPUDispatcher):  # type: ignore[misc]
    """A rule, once it is compiled."""

    def __init__(self, function: Callable[..., Any], inline: bool) -> None:
        wrappers = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(function, targetoptions={**_OPTIONS, **wrappers, "forceinline": inline})

    def compile(self, sig: Any) -> Any:
        """Translate for compiled callers; any mixture of integers is the same to us."""
        with global_compiler_lock, _translating(self.targetctx.codegen()):
            return super().compile(_with_wide_integers(sig))


class EntryDispatcher(CPUDispatcher):  # type: ignore[misc]
    """A function that Python calls; its machine code is kept in the folder, if there is one."""

    def __init__(self, function: Callable[..., Any], folder: Path | None) -> None:
        super().__init__(function, targetoptions=dict(_OPTIONS))
        if folder is not None:
            self._cache = _Kept(function, folder)


class _Place(_CacheLocator):  # type: ignore[misc]
    """Where machine code lies. Its folder is named by its sources, so it never ages, whatever their path and date."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._function, self._folder = function, folder

    def get_cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """The folder stands for the sources."""
        return self._folder.name

    def get_disambiguator(self) -> str:
        """Two files may each have a function of the same name."""
        return f"{self._function.__module__}-{self._function.__code__.co_firstlineno}"

    @classmethod
    def from_function(cls, *_: object) -> None:
        """Never asked for: the place is known."""


class _KeptCode(CompileResultCacheImpl):  # type: ignore[misc]
    """How machine code is written down: in our place, and without what only callers in compiled code would need.

    Those call rules, never an entry point. So its translation is left out, and what its rules would need to raise.
    Reading these takes longer at every start than the machine code itself.
    """

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._locator = _Place(function, folder)
        self._filename_base = self.get_filename_base(function.__qualname__, "")

    def reduce(self, cres: Any) -> tuple[Any, ...]:
        """What is kept of compiling a function."""
        (name, kind, (code, _)), *facts, _ = super().reduce(cres)
        return (name, kind, (code, parse_assembly("").as_bitcode())), *facts, ()

    def rebuild(self, target_context: Any, payload: tuple[Any, ...]) -> Any:
        """The compiled function. (numba would read in its translation which names the machine code has.)"""
        target_context.codegen()._engine._defined_symbols.add(payload[1].llvm_cpython_wrapper_name)
        return super().rebuild(target_context, payload)


class _Kept(FunctionCache):  # type: ignore[misc]
    """The machine code of one function on disk."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._impl_class = partial(_KeptCode, folder=folder)
        super().__init__(function)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Without all that numba gets ready for compiling: a start that finds its machine code is that much quicker."""
        rtsys.initialize(target_context)  # what machine code itself needs
        with suppress(OSError):  # what cannot be read is made anew
            return self._load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Where it can be written: what lies there may be somebody else's, to be read only."""
        if os.access(self.cache_path, os.W_OK):
            super().save_overload(sig, data)


def replace_by_instruction(function: Callable[[int], int], name: str) -> None:
    """Compiled code uses the instruction (`ctpop` counts bits, `cttz` finds the lowest) in place of the function."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001 numba's signature
        if name == "cttz":
            return builder.cttz(args[0], context.get_constant(types.boolean, True))
        return builder.ctpop(args[0])

    @intrinsic  # type: ignore[untyped-decorator]
    def single(typing: Any, bits: Any) -> Any:  # noqa: ARG001 numba's signature
        return types.int64(types.int64), generate

    # numba compares the two signatures, so neither has annotations.
    overload(function, inline="always")(lambda bits: lambda bits: single(bits))  # noqa: ARG005


def _with_wide_integers(sig: Any) -> tuple[Any, ...]:
    args, _ = sigutils.normalize_signature(sig)
    return tuple(types.int64 if isinstance(arg, types.Integer) else unliteral(arg) for arg in args)


class _Ingredient(JITCodeLibrary):  # type: ignore[misc]
    """The translation of a rule: linked into entry points, never made into machine code by itself."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002 numba's signature
        """There is no machine code to point to."""
        self._ensure_finalized()
        return 0


def _ignore(*_: object) -> None:
    pass


@contextmanager
def _translating(codegen: Any) -> Iterator[None]:
    """Nothing compiled meanwhile is optimized or made into machine code (so it has no environment to be set)."""
    before = config.OPT, codegen._library_class, codegen.set_env
    config.OPT, codegen._library_class, codegen.set_env = config._OptLevel(0), _Ingredient, _ignore
    try:
        yield
    finally:
        config.OPT, codegen._library_class, codegen.set_env = before

"""The options of ``hlo-run``."""

from __future__ import annotations

from .options import DIAGNOSTICS_FORMAT, CommandLine, Option, flag, parse_count

_INPUT_HELP = """\
An argument's VALUE is one of
  2x3xf32=1,2,3,4,5,6  a type and its elements (commas, blanks and brackets separate them)
  3xf32=7              a type and one value for all elements
  2x3xf32=@x.bin       a type and a file with the bytes of the elements
  @x.npy               a numpy array
  @all.npz             several: in0, in1, ... if they are so named, else all in order
Results that are expected are given alike; of an .npz, those named out0, out1, ...
Types that numpy does not have are read from wider ones (bf16 from float32) if every
value is exact, and written so.

Two numbers count as equal if they are the same, also NaN and NaN, or if
|got - expected| <= atol + rtol * |expected|. Without --rtol and --atol these are
1e-9 and 1e-10 for f64, 1e-4 and 1e-5 for f32 (complex types alike), and for narrower
floats rtol is 2 units in the last place of 1.0 and atol a tenth of it. Integers and
booleans must be the same. With --max-ulp, numbers are also equal if they are at most N
representable numbers apart; if neither --rtol nor --atol is given, only then.

The exit status is 1 if a result is not as expected."""


def _parse_tolerance(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not value >= 0:
        raise ValueError("a non-negative number")
    return value


def _parse_seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise ValueError("a positive number of seconds")
    return value


def _parse_threads(text: str) -> int:
    if parse_count(text) < 1:
        raise ValueError("a positive integer")
    return parse_count(text)


def _parse_output(text: str) -> str:
    if text != "-" and not (text.startswith("@") and text.endswith((".npy", ".npz"))):
        raise ValueError("'-', '@FILE.npy' or '@FILE.npz'")
    return text


_GENERAL = (
    Option("function", "the function to run", "NAME", "main"),
    Option(
        "num-threads",
        "how many threads share the work (default: as many as the process may use, with OpenMP)",
        "N",
        parse=_parse_threads,
    ),
    Option(
        "ffi-library",
        "handlers of custom calls: functions of a shared library (each for the target that is "
        "named, else for that of its own name), or a Python file that registers some",
        "LIBRARY:SYMBOL=TARGET",
        repeat=True,
    ),
    Option(
        "cache-dir",
        "keep compiled programs in DIR and find them there again (default: $HLO_OPT_CACHE_DIR)",
        "DIR",
    ),
    flag("fast-math", "faster and less exact: sums may be regrouped, a * b + c rounded once"),
    flag("flush-denormals", "take numbers below the least normal one for zero: faster, as in XLA"),
    DIAGNOSTICS_FORMAT,
    flag("debug", "show the Python traceback of an internal error"),
    flag("help", "show this text"),
    flag("version", "show the versions of this tool and of what it stands on"),
)

_INPUTS = (
    Option("input", "the value of the next argument, or of several", "VALUE", repeat=True),
    Option(
        "random-seed",
        "make up arguments that no --input gives: normally distributed floats, integers from "
        "-10 (unsigned: 0) to 10, coin flips",
        "N",
        parse=parse_count,
    ),
)

_RESULTS = (
    Option(
        "output",
        "where results go: '-' prints them (the default, unless they are checked), '@FILE.npy' "
        "takes one, '@FILE.npz' takes out0, out1, ...",
        "WHERE",
        parse=_parse_output,
        repeat=True,
    ),
    Option(
        "print-limit",
        "print only the ends of results with more than N elements (0: print all)",
        "N",
        1000,
        parse=parse_count,
    ),
)

_CHECKS = (
    Option("expected", "the next result that is expected, or several", "VALUE", repeat=True),
    Option("compare", "also run this and expect the same", "WHAT", choices=("interpreter",)),
    Option("rtol", "relative tolerance", "X", parse=_parse_tolerance),
    Option("atol", "absolute tolerance", "X", parse=_parse_tolerance),
    Option("max-ulp", "tolerance in units in the last place", "N", parse=_parse_tolerance),
)

_MEASUREMENT = (
    Option(
        "benchmark",
        "run again and again for SECONDS (1 by default); show the time to compile, and the median "
        "and the minimum of the times to run",
        "SECONDS",
        parse=_parse_seconds,
        bare="1",
    ),
    flag(
        "profile",
        "show where the time of a run goes, the second one or those of --benchmark: for each "
        "kernel its calls, its time, the bytes of memory and the operations that it has to do in "
        "a second, and at the end what this machine does at most",
    ),
)

COMMAND = CommandLine(
    usage="hlo-run [options] [FILE]",
    overview="Compile one function of a StableHLO program (text, bytecode or portable artifact; "
    "standard input by default), run it, and print, keep or check its results.",
    groups=(
        ("General", _GENERAL),
        ("Arguments", _INPUTS),
        ("Results", _RESULTS),
        ("Checks", _CHECKS),
        ("Measurement", _MEASUREMENT),
    ),
    epilog=_INPUT_HELP,
)

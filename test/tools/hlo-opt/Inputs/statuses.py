"""Print the exit status of hlo-opt in different situations, and what it says if little."""

import os
import subprocess
import sys

TALKATIVE = ("interrupted", "closed pipe", "full device")

program, plugin = sys.argv[1:]


def show(situation, *arguments, **streams):
    reader, writer = os.pipe()
    os.close(reader)
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, **streams}
    if streams["stdout"] == "closed":
        streams["stdout"] = writer
    run = subprocess.run(["hlo-opt", *arguments], text=True, check=False, **streams)
    os.close(writer)
    said = run.stderr.strip() if situation in TALKATIVE else ""
    print(f"{situation}: {run.returncode} {said}".strip())


show("good program", program)
show("bad program", "-", input="nonsense")
show("pass fails", program, f"--load-pass-plugin={plugin}", "--test-raise")
show("unknown option", program, "--no-such-option")
show("unknown pass", program, "--pass-pipeline=builtin.module(no-such-pass)")
show("interrupted", program, f"--load-pass-plugin={plugin}", "--test-raise=kind=interrupt")
show("closed pipe", program, stdout="closed")
with open("/dev/full", "w") as full:
    show("full device", program, stdout=full)

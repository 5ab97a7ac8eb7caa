#!/usr/bin/env python3
"""A program that speaks Hub and behaves as its argument says; for the tests of the Hub client.

It does not know the rules: the well-behaved one always plays 11-15.
"""
import os
import signal
import sys
import time


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def done():
    say('info depth=7 mean-depth=5.5 score=-0.25 nodes=1234567 time=0.012 nps=8.1 pv="11-15 22-18 15x22x18"')
    say("done move=11-15 ponder=22-18")


ON_GO = {
    "good": done,
    "no-ponder": lambda: say("done move=11-15"),
    "nonsense-ponder": lambda: say("done move=11-15 ponder=11-15"),
    "slow": lambda: (time.sleep(0.3), done()),
    "silent": lambda: time.sleep(60),
    "illegal": lambda: say("done move=11-20"),
    "moveless": lambda: say("done"),
    "refuses": lambda: say('error message="I know no such level"'),
    "refuses-mutely": lambda: say("error"),
    "garbage": lambda: say('\x1b]0;what?\x07 done move="11-15'),
    "huge": lambda: say("info pv=" + "x" * 1_000_000),
    "endless": lambda: sys.stdout.write("x" * 10_000_000),
    "crash": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "exit": lambda: sys.exit(3),
    "closes": lambda: (sys.stdout.flush(), os.close(1), time.sleep(60)),
}


def main(how):
    if how == "never-ready":
        time.sleep(60)
    if how == "deaf":  # greets, and never reads again
        say("wait")
        say("ready")
        time.sleep(60)
    lines = []
    for line in sys.stdin:
        command = line.split()[0] if line.split() else ""
        lines.append(line.strip())
        if command == "hub":
            say("")
            say('id name=Fake version=1.0 author="A B" country=Nowhere')
            say("param name=threads value=1 type=int min=1 max=4")
            say("wait")
        elif command == "set-param" and how == "picky":
            say('error message="there is no such parameter"')
        elif command == "init" and how == "broken":
            say('error message="the database is broken"')
            say("ready")
        elif command == "init":
            say("loading = a book \"of openings")
            say("ready")
        elif command == "ping":
            say("pong")
        elif command == "go" and how == "echo":  # tells what it was told
            say('info pv="%s"' % "|".join(lines).replace('"', "'"))
            say("done move=11-15")
        elif command == "go":
            ON_GO[how]()
        elif command == "quit":
            if how == "stays":
                time.sleep(60)
            return


main(sys.argv[1])

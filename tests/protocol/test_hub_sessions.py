"""Golden Hub sessions with the real program: the *.session files of this folder.

    # a remark
    ! --hash 1         options of the program, in the first line that is no remark
    > ping             a line that is sent
    >> pin             sent without a line end
    < pong             the next line that comes; * stands for a word, ** for anything
    <* info **         any number of such lines, or none
    . 0.2              a pause, in seconds
    $                  our side is closed

After the last line the program must end by itself, with exit code 0, having said nothing more and
nothing on standard error.
"""
import os
import pathlib
import queue
import re
import subprocess
import threading
import time
import unittest

BIN = pathlib.Path(os.environ["DEEPWELL_BIN"]) / "deepwell"
HERE = pathlib.Path(__file__).parent
PATIENCE = 60  # seconds, for a machine under load


def regex(pattern):
    text = re.escape(pattern).replace(r"\*\*", ".*").replace(r"\*", r"[^ ]+")
    return re.compile(r"\A" + text + r"\Z")


class Session:
    def __init__(self, test, options):
        self.test = test
        self.process = subprocess.Popen([BIN, "hub", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        test.addCleanup(self.process.stdout.close)
        test.addCleanup(self.process.stderr.close)
        test.addCleanup(self.end)
        self.said = queue.Queue()
        self.held = None  # read ahead
        threading.Thread(target=self.listen, daemon=True).start()

    def end(self):
        self.process.kill()
        self.process.wait()
        if not self.process.stdin.closed:
            self.process.stdin.detach().close()

    def listen(self):
        for line in self.process.stdout:
            self.said.put(line.decode().rstrip("\n"))
        self.said.put(None)

    def send(self, text):
        self.process.stdin.write(text.encode("utf-8", "surrogateescape"))
        self.process.stdin.flush()

    def next(self):
        if self.held is None:
            return self.said.get(timeout=PATIENCE)
        held, self.held = self.held, None
        return held

    def expect(self, pattern):
        line = self.next()
        self.test.assertIsNotNone(line, f"the program ended, instead of: {pattern}")
        self.test.assertRegex(line, regex(pattern))

    def expect_many(self, pattern):
        while (line := self.next()) is not None and regex(pattern).match(line):
            pass
        self.held = line

    def finish(self):
        self.test.assertIsNone(self.next())
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.test.assertEqual(self.process.wait(timeout=PATIENCE), 0)
        self.test.assertEqual(self.process.stderr.read(), b"")


class HubSessions(unittest.TestCase):
    def play(self, file):
        steps = [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
        options = steps.pop(0)[1:].split() if steps[0].startswith("!") else []
        session = Session(self, options)
        for step in steps:
            what, _, text = step.partition(" ")
            if what == ">":
                session.send(text + "\n")
            elif what == ">>":
                session.send(text)
            elif what == "<":
                session.expect(text)
            elif what == "<*":
                session.expect_many(text)
            elif what == ".":
                time.sleep(float(text))
            elif what == "$":
                session.process.stdin.close()
            else:
                self.fail(f"{file.name}: what is '{step}'?")
        session.finish()


def add_session(file):
    setattr(HubSessions, "test_" + file.stem, lambda self: self.play(file))


for path in sorted(HERE.glob("*.session")):
    add_session(path)


class Time(unittest.TestCase):
    def setUp(self):
        self.session = Session(self, ["--no-egdb", "--own-book", "false", "--hash", "1"])
        self.say("init", "ready")

    def say(self, lines, answer):
        """Seconds until this answer comes."""
        began = time.monotonic()
        self.session.send(lines + "\n")
        while not (said := self.session.next()).startswith(answer):
            self.assertNotIn("error", said)
        return time.monotonic() - began

    def test_a_new_table_is_made_before_the_move(self):
        moves = []
        for size in (2048, 1, 2048, 1, 2048):
            self.say(f"set-param name=hash value={size}\nping", "pong")
            moves.append(self.say("level move-time=0.01\ngo think", "done"))
        self.assertLess(min(moves[::2]), 0.1)

    def test_a_new_game_with_a_large_table_takes_no_time(self):
        self.say("set-param name=hash value=2048\nping", "pong")
        self.say("level depth=1\ngo think", "done")
        moves = [self.say("new-game\nlevel move-time=0.03\ngo think", "done") for _ in range(8)]
        self.assertLess(min(moves), 0.05)


class Usage(unittest.TestCase):
    def test_a_wrong_directory_of_databases_is_one_line(self):
        for wrong in ("/nonexistent", "/etc/passwd", str(HERE)):
            result = subprocess.run([BIN, "hub", "--egdb-path", wrong], input="", capture_output=True, text=True,
                                    timeout=PATIENCE)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertEqual(result.stderr,
                             f"deepwell: egdb-path: {wrong} has no endgame databases of up to 10 pieces\n")


class HugeInput(unittest.TestCase):
    def answers(self, data):
        result = subprocess.run([BIN, "hub"], input=data, capture_output=True, timeout=PATIENCE)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return result.stdout.decode().splitlines()

    def test_a_huge_line_gets_an_error_and_the_next_is_heard(self):
        self.assertEqual(self.answers(b"x" * 5_000_000 + b"\nping\n"),
                         ['error message="the line is too long"', "pong"])

    def test_a_huge_line_without_end(self):
        self.assertEqual(self.answers(b"x" * 5_000_000), ['error message="the last line has no end"'])

    def test_bytes_of_every_kind(self):
        data = b"\n".join(bytes([i]) * 3 for i in range(256) if i != 10) + b"\nping\n"
        lines = self.answers(data)
        self.assertTrue(all(line.startswith("error message=") for line in lines[:-1]))
        self.assertEqual(lines[-1], "pong")

    def test_a_client_that_stops_reading_while_a_search_goes_on(self):
        process = subprocess.Popen([BIN, "hub", "--no-egdb", "--hash", "1"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        process.stdin.write(b"level infinite\ngo think\n")
        process.stdin.flush()
        self.assertIn(b"info", process.stdout.readline())
        process.stdout.close()
        self.assertEqual(process.wait(timeout=PATIENCE), 0)
        self.assertEqual(process.stderr.read(), b"")
        process.stdin.close()
        process.stderr.close()

    def test_a_client_that_reads_nothing(self):
        process = subprocess.Popen([BIN, "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        process.stdout.close()
        process.stdin.write(b"hub\nping\ngo analyze\nstop\nquit\n")
        process.stdin.close()
        self.assertEqual(process.wait(timeout=PATIENCE), 0)
        self.assertEqual(process.stderr.read(), b"")
        process.stderr.close()


if __name__ == "__main__":
    unittest.main()

"""Golden DXP sessions with the real program over a real socket: the dxp/*.session files of this folder.

    # a remark
    ! --listen --games 1    options of the program, in the first line that is no remark: with --listen it is the
                            follower, with --connect the initiator; the address is added here
    > M0001111500           a message that is sent; {Name} stands for a name with its spaces, 32 characters
    >> M00                  sent without the NUL
    < M????222611**         the next message that comes; ? stands for a character, * for a word, ** for anything
    | chat: Hello           the next line that the program writes, likewise; all of them are here
    . 0.2                   a pause, in seconds
    $                       our side is closed
    % 3 deepwell: why       the end: exit code, and the line on standard error; 0 and none if this is left out

After the last step the program must close the connection and end by itself, having said nothing more.
"""
import pathlib
import re
import socket
import subprocess
import time
import unittest

from test_dxp import BIN, OPTIONS, PATIENCE, Peer

FOLDER = pathlib.Path(__file__).parent / "dxp"


def with_names(text):
    return re.sub(r"\{(.*?)\}", lambda name: name[1].ljust(32), text)


def regex(pattern):
    text = re.escape(with_names(pattern)).replace(r"\*\*", ".*").replace(r"\*", r"[^ ]+").replace(r"\?", ".")
    return re.compile(r"\A" + text + r"\Z")


class Program:
    """deepwell dxp and our end of its connection."""

    def __init__(self, test, options):
        self.test = test
        role, *options = options
        if role == "--listen":
            self.start([role, ":0", *options])
            self.peer = Peer.to(int(self.process.stdout.readline().rsplit(":", 1)[1]))
        else:
            with socket.create_server(("127.0.0.1", 0)) as listener:
                listener.settimeout(PATIENCE)
                self.start([role, f"127.0.0.1:{listener.getsockname()[1]}", *options])
                self.peer = Peer(listener.accept()[0])
        test.addCleanup(self.peer.close)

    def start(self, options):
        self.process = subprocess.Popen([BIN, "dxp", *options, *OPTIONS], text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.test.addCleanup(self.end)

    def end(self):
        self.process.kill()
        self.process.communicate()

    def expect(self, pattern, said):
        self.test.assertIsNotNone(said, f"the connection was closed, instead of: {pattern}")
        self.test.assertRegex(said, regex(pattern))

    def finish(self, code, errors):
        self.test.assertEqual(self.peer.rest(), [])
        out, said = self.process.communicate(timeout=PATIENCE)
        self.test.assertEqual((self.process.returncode, said, out), (code, errors, ""))


class DxpSessions(unittest.TestCase):
    def play(self, file):
        steps = [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
        program = Program(self, steps.pop(0)[1:].split())
        code, errors = 0, ""
        for step in steps:
            what, _, text = step.partition(" ")
            if what == ">":
                program.peer.send(with_names(text))
            elif what == ">>":
                program.peer.socket.sendall(text.encode())
            elif what == "<":
                program.expect(text, program.peer.receive())
            elif what == "|":
                program.expect(text, program.process.stdout.readline().rstrip("\n"))
            elif what == ".":
                time.sleep(float(text))
            elif what == "$":
                program.peer.socket.shutdown(socket.SHUT_WR)
            elif what == "%":
                number, _, says = text.partition(" ")
                code, errors = int(number), says + "\n" if says else ""
            else:
                self.fail(f"{file.name}: what is '{step}'?")
        program.finish(code, errors)


def add_session(file):
    setattr(DxpSessions, "test_" + file.stem, lambda self: self.play(file))


for path in sorted(FOLDER.glob("*.session")):
    add_session(path)


if __name__ == "__main__":
    unittest.main()

"""deepwell dxp over real sockets: against itself, and against opponents that behave badly."""
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

BIN = pathlib.Path(os.environ["DEEPWELL_BIN"]) / "deepwell"
PATIENCE = 60  # seconds, for a machine under load
OPTIONS = ["--no-egdb", "--hash", "1"]
NAME = "Tester".ljust(32)
# White to move: two kings against one.
ENDING = "W:WK18,K15:BK1"


def request(colour="Z", minutes=0, moves=0, position="A"):
    return f"R01{NAME}{colour}{minutes:03}{moves:03}{position}"


class Peer:
    """One end of a connection, in plain Python."""

    def __init__(self, connection):
        self.socket = connection
        self.socket.settimeout(PATIENCE)
        self.read = b""

    @staticmethod
    def to(port):
        return Peer(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))

    def send(self, text):
        self.socket.sendall(text.encode() + b"\0")

    def receive(self):
        """The next message; None if the other side has closed."""
        while b"\0" not in self.read:
            try:
                chunk = self.socket.recv(1024)
            except ConnectionResetError:
                return None
            if not chunk:
                return None
            self.read += chunk
        message, self.read = self.read.split(b"\0", 1)
        return message.decode()

    def rest(self):
        return list(iter(self.receive, None))

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Server:
    """deepwell dxp --listen on a free port."""

    def __init__(self, test, *options):
        self.process = subprocess.Popen([BIN, "dxp", "--listen", ":0", *OPTIONS, *options], text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        test.addCleanup(self.end)
        line = self.process.stdout.readline()
        test.assertRegex(line, r"^listening on 127\.0\.0\.1:\d+$")
        self.port = int(line.rsplit(":", 1)[1])

    def end(self):
        self.process.kill()
        self.process.communicate()

    def finish(self):
        out, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, errors


def connect(port, *options):
    return subprocess.run([BIN, "dxp", "--connect", f"127.0.0.1:{port}", *OPTIONS, *options], text=True,
                          capture_output=True, timeout=PATIENCE)


class AgainstItself(unittest.TestCase):
    def test_a_whole_game_is_played_and_saved(self):
        with tempfile.TemporaryDirectory() as folder:
            files = [pathlib.Path(folder) / name for name in ("follower.pdn", "initiator.pdn")]
            files[1].write_text('[Event "Before"]\n\n1. 11-15 *\n')
            server = Server(self, "--games", "1", "--save", str(files[0]))
            client = connect(server.port, "--fen", ENDING, "--minutes", "1", "--name", "Visitor",
                             "--save", str(files[1]))
            self.assertEqual((client.returncode, client.stderr), (0, ""))
            code, out, errors = server.finish()
            self.assertEqual((code, errors), (0, ""))
            self.assertIn("game with Visitor: we play White, 1 min", out)
            moves = [re.findall(r"^ *\d+\.[. ]+(\S+)", text, re.M) for text in (out, client.stdout)]
            self.assertGreater(len(moves[0]), 4)
            self.assertEqual(moves[0], moves[1])
            self.assertEqual(out.splitlines()[-1], client.stdout.splitlines()[-1])
            for file, games in zip(files, (1, 2)):
                check = subprocess.run([BIN, "pdn", "check", str(file)], capture_output=True, text=True)
                self.assertEqual(check.returncode, 0, check.stderr)
                self.assertIn(f"{games} games" if games > 1 else "1 game", check.stdout)
            self.assertIn('[White "Deepwell"]', files[0].read_text())
            self.assertIn('[Black "Visitor"]', files[1].read_text())

    def test_two_that_ponder_play_a_whole_game(self):
        server = Server(self, "--games", "1", "--ponder")
        client = connect(server.port, "--fen", ENDING, "--minutes", "1", "--ponder", "true", "--own-book", "off")
        self.assertEqual((client.returncode, client.stderr), (0, ""))
        code, out, errors = server.finish()
        self.assertEqual((code, errors), (0, ""))
        self.assertEqual(out.splitlines()[-1], client.stdout.splitlines()[-1])
        self.assertGreater(len(re.findall(r"^ *\d+\.", out, re.M)), 4)

    def test_games_from_the_start_with_colours_in_turn(self):
        server = Server(self, "--games", "2", "--move-time", "0.05")
        client = connect(server.port, "--games", "2", "--moves", "2", "--minutes", "0", "--move-time", "0.05",
                         "--colour", "white")
        self.assertEqual(client.returncode, 0, client.stderr)
        self.assertEqual(re.findall("we play (.*)", client.stdout),
                         ["White, no clock, 2 moves", "Black, no clock, 2 moves"])
        self.assertEqual(client.stdout.count("no result: all agreed moves are played"), 1)
        code, out, _ = server.finish()
        self.assertEqual(code, 0)
        self.assertEqual(out.count("game with"), 2)


class BadOpponents(unittest.TestCase):
    def test_the_server_survives_them_all(self):
        server = Server(self, "--patience", "1", "--move-time", "0.05")

        def after_the_start(*messages):
            peer = Peer.to(server.port)
            peer.send(request("W"))
            self.assertEqual(peer.receive(), f"A{'Deepwell'.ljust(32)}0")
            for message in messages:
                peer.send(message)
            return peer

        with Peer.to(server.port) as peer:  # leaves at once
            pass
        with Peer.to(server.port) as peer:  # says nothing
            self.assertEqual(peer.rest(), ["Cthe opponent is silent", "E01"])
        with Peer.to(server.port) as peer:  # garbage first
            peer.send("GET / HTTP/1.1\r\n\r\n")
            self.assertEqual(peer.rest()[-1], "E01")
        with Peer.to(server.port) as peer:  # huge, without end
            peer.socket.sendall(b"x" * 4000)
            peer.rest()
        with Peer.to(server.port) as peer:  # a game that cannot be
            peer.send(request(position="BZ" + "z" * 32))
            self.assertEqual(peer.receive()[-1], "2")
        with after_the_start("M0001111500") as peer:  # plays, and leaves
            self.assertRegex(peer.receive(), r"^M\d{10}")
        with after_the_start("M0001111500") as peer:  # plays, then nonsense
            peer.receive()
            peer.send("nonsense")
            self.assertEqual(peer.rest()[-1], "E01")
        with after_the_start("M0001111500") as peer:  # plays, then half a message and silence
            peer.receive()
            peer.socket.sendall(b"M00")
            self.assertEqual(peer.rest(), ["Cthe opponent is silent", "E01"])
        with after_the_start("M0001111500") as peer:  # plays, then half a message and is gone
            peer.receive()
            peer.socket.sendall(b"M00")
        with after_the_start("M0001112000") as peer:  # an illegal move
            self.assertEqual(peer.rest(), ["Cillegal move from 11 to 20", "E01"])
        with after_the_start("M0001111500") as peer:  # and at last one that behaves
            self.assertRegex(peer.receive(), r"^M\d{10}")
            peer.send("CThank you")
            peer.send("B001Z")
            self.assertEqual(peer.receive(), "K0")
            peer.send("M0001091300")
            self.assertRegex(peer.receive(), r"^M\d{10}")
            peer.send("E11")
            self.assertEqual(peer.receive(), "E01")
            self.assertIsNone(peer.receive())
        server.process.send_signal(signal.SIGINT)
        code, out, errors = server.finish()
        self.assertEqual((code, errors), (130, "deepwell: stopped\n"))
        for said in ("the opponent closed the connection", "the opponent is silent", "a message without end",
                     "a message that cannot be read", "we refuse: not this game", "illegal move from 11 to 20",
                     "chat: Thank you", "taken back to move 1 of Black", "White wins: the opponent gave up"):
            self.assertIn(said, out)

    def test_a_game_that_breaks_off_counts(self):
        server = Server(self, "--games", "1")
        with Peer.to(server.port):
            pass
        with Peer.to(server.port) as peer:  # no move, no game
            peer.send(request("W"))
            peer.receive()
        with Peer.to(server.port) as peer:  # the same, after a move of ours
            peer.send(request("Z"))
            peer.receive()
            self.assertRegex(peer.receive(), r"^M\d{10}")
        with Peer.to(server.port) as peer:
            peer.send(request("W"))
            peer.receive()
            peer.send("M0001111500")
            peer.receive()
        code, out, _ = server.finish()
        self.assertEqual(code, 0)
        self.assertEqual(out.count("game with"), 3)

    def test_who_comes_while_a_game_goes_on_is_refused_and_may_stay(self):
        server = Server(self, "--games", "2", "--move-time", "0.05")
        with Peer.to(server.port) as player, Peer.to(server.port) as other:
            player.send(request("W"))
            self.assertEqual(player.receive()[-1], "0")
            with Peer.to(server.port) as gone:
                gone.send(request("W"))
            other.send("CHello")
            other.send(request("W"))
            self.assertEqual(other.receive(), f"A{'Deepwell'.ljust(32)}3")
            player.send("M0001111500")
            self.assertRegex(player.receive(), r"^M\d{10}")
            player.send("E11")
            self.assertEqual(player.receive(), "E01")
            other.send(request("W"))
            self.assertEqual(other.receive()[-1], "0")
            other.send("M0001111500")
            self.assertRegex(other.receive(), r"^M\d{10}")
            other.send("E11")
            self.assertEqual(other.rest(), ["E01"])
        code, out, _ = server.finish()
        self.assertEqual((code, out.count("game with Tester")), (0, 2))
        self.assertIn("another opponent was refused: a game goes on", out)

    def test_the_silent_keep_nobody_waiting(self):
        server = Server(self, "--games", "1", "--patience", str(10 * PATIENCE), "--move-time", "0.05")
        silent = [Peer.to(server.port) for _ in range(3)]
        with Peer.to(server.port) as peer:
            peer.send(request("W"))
            self.assertEqual(peer.receive()[-1], "0")
            peer.send("M0001111500")
            peer.receive()
        self.assertEqual(server.finish()[0], 0)
        for other in silent:
            other.close()

    def test_messages_do_not_share_a_segment(self):
        server = Server(self, "--games", "1", "--move-time", "0.01")
        with Peer.to(server.port) as peer:
            peer.send(request("Z"))
            peer.receive()
            began = time.monotonic()
            self.assertEqual(peer.read, b"")
            self.assertRegex(peer.receive(), r"^M\d{10}")
            self.assertGreater(time.monotonic() - began, 0.15)

    def visited(self, behave, *options):
        """How `--connect` ends if the one it calls on behaves so."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            def serve():
                with Peer(listener.accept()[0]) as peer:
                    self.asked = peer.receive()
                    behave(peer)
            thread = threading.Thread(target=serve)
            thread.start()
            result = connect(listener.getsockname()[1], "--patience", "0.7", *options)
            thread.join()
        return result

    def assert_broken(self, result, says):
        self.assertEqual(result.returncode, 3, result)
        self.assertEqual(result.stderr, f"deepwell: {says}\n")

    def test_a_refusal_is_a_no(self):
        result = self.visited(lambda peer: peer.send(f"A{NAME}3"), "--name", "Me", "--minutes", "7", "--moves", "60")
        self.assertEqual((result.returncode, result.stderr), (1, ""))
        self.assertIn("Tester refuses: no game at all", result.stdout)
        self.assertEqual(self.asked, f"R01{'Me'.ljust(32)}W007060A")

    def test_hosts_that_behave_badly(self):
        accept = f"A{NAME}0"
        self.assert_broken(self.visited(lambda peer: None), "the opponent closed the connection")
        self.assert_broken(self.visited(lambda peer: time.sleep(1)), "the opponent is silent")
        self.assert_broken(self.visited(lambda peer: (peer.send("what?"), peer.rest())),
                           "a message that cannot be read: there is no message w")
        self.assert_broken(self.visited(lambda peer: (peer.send(accept), peer.send("M0000010500"), peer.rest()),
                                        "--colour", "white"), "illegal move from 1 to 5")

    def test_nobody_there(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        result = connect(port)
        self.assert_broken(result, f"cannot connect to 127.0.0.1:{port}: Connection refused")

    def test_a_port_in_use(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
            result = subprocess.run([BIN, "dxp", "--listen", f":{port}", *OPTIONS], capture_output=True, text=True,
                                    timeout=PATIENCE)
        self.assert_broken(result, f"cannot listen on 127.0.0.1:{port}: Address already in use")


class Usage(unittest.TestCase):
    def test_bad_usage_is_one_line(self):
        for options, says in (([], "either --listen or --connect"),
                              (["--listen", "--connect", "x:1"], "either --listen or --connect"),
                              (["--listen", "here:99999"], "'99999' is no port"),
                              (["--connect", "x:y"], "'y' is no port"),
                              (["--connect", "x:1", "--fen", "B:W1"], "king row"),
                              (["--connect", "x:1", "--patience", "long"], "--patience"),
                              (["--connect", "x:1", "--move-time", ""], "--move-time"),
                              (["--connect", "x:1", "--name", ""], "--name"),
                              (["--connect", "x:1", "--weights", "/nonexistent"], "/nonexistent"),
                              (["--connect", "x:1", "--egdb-path", "/nonexistent"], "/nonexistent has no endgame databases"),
                              (["--connect", "x:1", "--minutes", "1000"], "--minutes")):
            result = subprocess.run([BIN, "dxp", *options], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(result.returncode, 2, result)
            self.assertEqual(len(result.stderr.splitlines()), 1, result)
            self.assertIn(says, result.stderr)

    def test_help_has_an_example(self):
        for command in ("dxp", "hub"):
            result = subprocess.run([BIN, command, "--help"], capture_output=True, text=True, timeout=PATIENCE)
            self.assertIn(f"Example: deepwell {command}", result.stdout)


if __name__ == "__main__":
    unittest.main()

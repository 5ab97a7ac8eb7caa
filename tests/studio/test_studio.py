"""The studio's server as its pages meet it.  Replies are held against web/openapi.json."""
import http.client
import json
import signal
import socket
import threading
import time
import unittest

import openapi
from studio import Studio

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
TWO_KINGS = "W:WK18,K19:BK1"  # 21 plies
PDN = """[Event "First"]
[Date "1990.08.30"]
[Black "Tinsley, Marion"]
[White "Chinook"]
[Result "1/2-1/2"]

1. 11-15 23-19 {The cross comes next.} 2. 8-11 22-17! (22-18 15x22) 3. 11-16 1/2-1/2

[Event "Second"]
[Black "Lafferty, Don"]
[White "Oldbury, Derek"]
[Result "1-0"]

1. 9-13 21-17 2. 5-9 25-21 1-0

[Event "Broken"]
[Black "Nobody"]
[White "Somebody"]

1. 11-15 11-15 *
"""
PROBLEMS = """[Event "First position"]
[Author "An old hand"]
[FEN "W:WK18,K19:BK1"]
[Stipulation "White to play and win"]
1. 18-14 *

[Event "Another"]
[FEN "B:WK5,21:BK14,K17"]
[Stipulation "Black to play and win"]
*
"""


class WithStudio(unittest.TestCase):
    """One studio with the databases of three pieces for all tests of a class."""

    @classmethod
    def setUpClass(cls):
        cls.studio = Studio()
        cls.build = cls.studio.job({"kind": "build", "pieces": 3, "distance_pieces": 3})
        cls.studio.wait_for(cls.build["id"])

    @classmethod
    def tearDownClass(cls):
        cls.studio.close()


class Pages(WithStudio):
    def test_status_tells_what_there_is(self):
        status = self.studio.get("/api/status")
        self.assertEqual(status["board"], 8)
        self.assertEqual(status["databases"]["pieces"], 3)
        self.assertEqual(status["databases"]["distance_pieces"], 3)

    def test_options_are_the_engines(self):
        options = {o["name"]: o for o in self.studio.get("/api/options")["options"]}
        self.assertEqual(options["hash"]["type"], "int")
        self.assertFalse(options["egdb-path"]["editable"])
        changed = self.studio.ask("PUT", "/api/options", {"hash": "32"})
        self.assertEqual({o["name"]: o["value"] for o in changed["options"]}["hash"], "32")
        for bad in ({"hash": "0"}, {"hash": 5}, {"hash": "999999"}, {"nothing": "1"}, {"weights": "/etc/passwd"},
                    {"egdb-path": "/"}, {"book-file": "x"}):
            error = self.studio.ask("PUT", "/api/options", bad, expect=400)["error"]
            self.assertNotIn("\n", error)
        self.studio.ask("PUT", "/api/options", {"hash": "64"})

    def test_the_grown_book_can_be_played_from(self):
        self.studio.ask("PUT", "/api/options", {"own-book": "true"})
        answer = self.studio.post("/api/play", {"fen": "start", "time_ms": 3000})
        self.assertEqual(answer["nodes"], 0)  # without a search
        self.assertIsNotNone(answer["move"])
        self.studio.ask("PUT", "/api/options", {"own-book": "false"})

    def test_a_position_has_its_moves(self):
        position = self.studio.get("/api/position")
        self.assertEqual(position["fen"], START)
        self.assertEqual(len(position["moves"]), 7)
        self.assertIsNone(position["value"])
        known = self.studio.get("/api/position", fen=TWO_KINGS)
        self.assertEqual((known["value"], known["distance"]), ("win", 21))
        opening = self.studio.get("/api/position", fen="W:W17,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,11,12,13")
        self.assertEqual(opening["opening"]["acf"], 1)
        over = self.studio.get("/api/position", fen="B:WK1:B")
        self.assertEqual(over["game"]["outcome"], "white wins")

    def test_a_jump_shows_its_path(self):
        [move] = self.studio.get("/api/position", fen="B:W6,14,23:BK1")["moves"]
        self.assertEqual(move["path"][0], 1)
        self.assertEqual(move["path"][-1], move["to"])
        self.assertEqual(len(move["path"]) - 1, len(move["captures"]))

    def test_an_answer_does_not_wait_for_the_network(self):
        # Head and body are two packets: the second must not wait 40 ms for the first to be acknowledged.
        connection = http.client.HTTPConnection("127.0.0.1", self.studio.port, timeout=30)
        times = []
        for _ in range(21):
            began = time.monotonic()
            connection.request("GET", "/api/position")
            connection.getresponse().read()
            times.append(time.monotonic() - began)
        connection.close()
        self.assertLess(sorted(times)[len(times) // 4], 0.02, times)

    def test_bad_positions_are_refused_in_one_sentence(self):
        for fen in ("nonsense", "B:W33:B1", "B:W1,1,1:B", "B:W1:B1"):
            self.assertIn("FEN", self.studio.get("/api/position", expect=400, fen=fen)["error"])
        self.studio.get("/api/endgame", expect=400)

    def test_moves_are_typed_liberally(self):
        for text in ("11-15", "11 15", " 11x15 ", "11:15"):
            played = self.studio.post("/api/position/move", {"fen": "start", "move": text})
            self.assertEqual(played["move"]["notation"], "11-15")
        wrong = self.studio.post("/api/position/move", {"fen": "start", "move": "11-25"}, expect=422)
        self.assertTrue(wrong["error"])
        self.studio.post("/api/position/move", {"fen": "start"}, expect=400)
        self.studio.post("/api/position/move", {"fen": "start", "move": "11-15", "more": 1}, expect=400)

    def test_a_line_knows_repetitions_and_its_opening(self):
        line = self.studio.post("/api/position/line", {"moves": ["9-13", "21-17", "5-9", "25-21"]})
        self.assertEqual(line["opening"]["acf"], 1)
        again = {"fen": "B:WK32:BK1", "moves": ["1-6", "32-27", "6-1", "27-32"] * 2}
        self.assertEqual(self.studio.post("/api/position/line", again)["position"]["game"]["outcome"], "draw")

    def test_the_evaluation_explains_itself(self):
        explained = self.studio.get("/api/explain")
        self.assertEqual(explained["score"], sum(h["contribution"] for h in explained["heuristics"]))
        self.assertTrue(all(h["words"] for h in explained["heuristics"]))

    def test_analysis_comes_at_least_five_times_a_second(self):
        began = time.monotonic()
        events = self.studio.events("/api/analysis?multipv=3&moves=11-15,23-19",
                                    lambda e: time.monotonic() - began > 2)
        self.assertGreaterEqual(len(events), 8)  # the machine may be busy
        for name, update in events:
            self.assertEqual(name, "lines")
            wrong = openapi.faults(update, {"$ref": "#/components/schemas/AnalysisUpdate"})
            self.assertEqual(wrong, [])
        last = events[-1][1]
        self.assertEqual(len(last["lines"]), 3)
        self.assertGreater(last["depth"], 5)

    def test_analysis_ends_at_its_limits(self):
        events = self.studio.events("/api/analysis?depth=6&multipv=1", lambda e: False)
        self.assertEqual(events[-1][0], "done")
        self.assertEqual(events[-1][1]["lines"][0]["depth"], 6)
        events = self.studio.events("/api/analysis?fen=B:WK1:B", lambda e: False)
        self.assertEqual(events[-1][1]["lines"], [])
        for bad in ("multipv=99", "multipv=x", "depth=0", "seconds=-1"):
            self.studio.get("/api/analysis", expect=400, **dict([bad.split("=")]))
        self.studio.get("/api/analysis", expect=422, moves="11-16,11-16")

    def test_more_positions_are_watched_than_there_are_threads(self):
        depths = []

        def watch(number):
            path = f"/api/analysis?multipv=1&moves={('9-13', '9-14', '10-14', '10-15', '11-15', '11-16')[number]}"
            events = self.studio.events(path, lambda e: e[-1][1]["depth"] > 4, timeout=40)
            depths.append(events[-1][1]["depth"])

        threads = [threading.Thread(target=watch, args=(n,)) for n in range(6)]
        for thread in threads:
            thread.start()
        began = time.monotonic()
        self.studio.get("/api/position")
        self.assertLess(time.monotonic() - began, 2)
        for thread in threads:
            thread.join()
        self.assertEqual(len(depths), 6)
        self.assertTrue(all(depth > 4 for depth in depths), depths)

    def test_the_engine_plays(self):
        for request in ({"fen": "start", "level": 1}, {"fen": "start", "time_ms": 50},
                        {"fen": "start", "moves": ["11-15"], "clock": {"remaining_ms": 2000}}):
            answer = self.studio.post("/api/play", request)
            self.assertEqual(answer["position"]["fen"], answer["move"]["fen"])
        self.assertIsNone(self.studio.post("/api/play", {"fen": "B:WK1:B"})["move"])
        for bad in ({"fen": "start", "level": 11}, {"fen": "start", "time_ms": 10**9}, {"fen": 5}, {"level": 1}):
            self.studio.post("/api/play", bad, expect=400)
        self.studio.post("/api/play", {"fen": "start", "moves": ["1-2"]}, expect=422)

    def test_a_game_against_level_one_ends(self):
        moves = []
        for _ in range(200):
            answer = self.studio.post("/api/play", {"fen": "start", "moves": moves, "level": 1})
            if answer["move"] is None or answer["position"]["game"]["outcome"] != "open":
                break
            moves.append(answer["move"]["long"])
        self.assertLess(len(moves), 200)

    def test_an_ending_has_value_and_distance(self):
        ending = self.studio.get("/api/endgame", fen=TWO_KINGS)
        self.assertEqual((ending["value"], ending["distance"], ending["unit"]), ("win", 21, "plies"))
        self.assertEqual(ending["words"], "White wins in 21 plies.")
        wins = ending["groups"][0]
        self.assertEqual(wins["value"], "win")
        distances = [m["distance"] for m in wins["moves"]]
        self.assertEqual(distances, sorted(distances))
        self.assertEqual(distances[0], 21)
        line = self.studio.get("/api/endgame/line", fen=TWO_KINGS)
        self.assertTrue(line["complete"])
        self.assertEqual(len(line["moves"]), 21)
        unknown = self.studio.get("/api/endgame", fen=START)
        self.assertEqual((unknown["known"], unknown["label"]), (False, "unresolved"))
        self.assertEqual(self.studio.get("/api/endgame/line", fen=START)["moves"], [])
        short = self.studio.get("/api/endgame/line", fen=TWO_KINGS, limit=5)
        self.assertEqual((len(short["moves"]), short["complete"]), (5, False))

    def test_materials_have_counts(self):
        rows = self.studio.get("/api/endgame/materials")["materials"]
        self.assertEqual({row["pieces"] for row in rows}, {2, 3})
        for row in rows:
            self.assertEqual(row["wins"] + row["draws"] + row["losses"], row["positions"])
        two = self.studio.get("/api/endgame/materials", pieces=2)["materials"]
        # 1v1: 3,488 placements (Table 1 of the papers), those with Black to move once more.
        self.assertEqual(sum(row["positions"] for row in two), 3488)

    def test_pages_are_served_with_strict_headers(self):
        for path in ("/", "/endgames"):
            status, headers, body = self.studio.raw("GET", path)
            self.assertEqual(status, 200)
            self.assertIn(b"<html", body)
            self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
            self.assertNotIn("unsafe", headers["Content-Security-Policy"])
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["X-Frame-Options"], "DENY")
            self.assertEqual(headers["Referrer-Policy"], "no-referrer")
        self.assertEqual(self.studio.raw("POST", "/", "x", {"Content-Type": "application/json"})[0], 405)


class Games(WithStudio):
    def setUp(self):
        self.studio.ask("DELETE", "/api/games", expect=204, all="yes")

    def test_games_are_imported_listed_and_filtered(self):
        imported = self.studio.post("/api/games", {"pdn": PDN})
        self.assertEqual(imported["imported"], 3)
        self.assertEqual(imported["error_count"], 1)
        self.assertTrue(imported["games"][2]["faulty"])
        listed = self.studio.get("/api/games")
        self.assertEqual((listed["total"], listed["matching"]), (3, 3))
        self.assertEqual(listed["games"][1]["opening"]["acf"], 1)

        def matching(**query):
            return [g["event"] for g in self.studio.get("/api/games", **query)["games"]]

        self.assertEqual(matching(player="TINSLEY"), ["First"])
        self.assertEqual(matching(white="oldbury"), ["Second"])
        self.assertEqual(matching(result="draw"), ["First"])
        self.assertEqual(matching(result="white"), ["Second"])
        self.assertEqual(matching(result="black", reading="first-player"), ["Second"])
        self.assertEqual(matching(opening=1), ["Second"])
        self.assertEqual(matching(text="1990"), ["First"])
        self.assertEqual(matching(sort="-id", limit=1), ["Broken"])
        self.assertEqual(matching(offset=2), ["Broken"])
        for bad in ({"limit": 0}, {"limit": 501}, {"offset": -1}, {"result": "x"}, {"sort": "x"}, {"reading": "x"}):
            self.studio.get("/api/games", expect=400, **bad)
        games = {o["acf"]: o["games"] for o in self.studio.get("/api/openings")["openings"]}
        self.assertEqual((len(games), games[1], games[2]), (174, 1, 0))

    def test_a_game_is_opened_edited_exported_and_deleted(self):
        first = self.studio.post("/api/games", {"pdn": PDN})["first_id"]
        game = self.studio.get(f"/api/games/{first}")
        moves = game["main"]["moves"]
        self.assertEqual(moves[3]["strength"], "!")
        self.assertEqual(moves[3]["variations"][0]["moves"][0]["move"]["notation"], "22-18")
        changed = game["pdn"].replace("Chinook", "Somebody")
        after = self.studio.ask("PUT", f"/api/games/{first}", {"pdn": changed})
        self.assertEqual(after["header"]["white"], "Somebody")
        for bad in (PDN, "1. 11-15 11-15 *", ""):
            self.studio.ask("PUT", f"/api/games/{first}", {"pdn": bad}, expect=422)
        self.studio.ask("PUT", "/api/games/999999", {"pdn": changed}, expect=404)
        exported = self.studio.get("/api/games/export", ids=str(first)).decode()
        self.assertIn("Somebody", exported)
        self.assertNotIn("Oldbury", exported)
        self.studio.ask("DELETE", f"/api/games/{first}", expect=204)
        self.studio.ask("DELETE", f"/api/games/{first}", expect=404)
        self.studio.get(f"/api/games/{first}", expect=404)

    def test_thousands_of_games_are_listed_quickly(self):
        one = '[Event "E"]\n[Black "B{}"]\n[White "W"]\n1. 11-15 23-19 2. 8-11 *\n\n'
        many = "".join(one.format(n) for n in range(3000))
        self.assertEqual(self.studio.post("/api/games", {"pdn": many})["imported"], 3000)
        began = time.monotonic()
        self.assertEqual(self.studio.get("/api/games", player="b299", limit=500)["matching"], 11)
        self.assertLess(time.monotonic() - began, 2)

    def test_games_survive_a_kill(self):
        self.studio.post("/api/games", {"pdn": PDN})
        before = self.studio.get("/api/games")["games"]
        self.studio.stop(signal.SIGKILL)
        with open(f"{self.studio.data}/studio/games.jsonl", "a") as log:
            log.write('{"id": 77, "pdn": "torn')
        self.studio.start()
        self.assertEqual(self.studio.get("/api/games")["games"], before)
        self.assertEqual(self.studio.post("/api/games", {"pdn": "1. 11-15 *"})["imported"], 1)

    def test_a_book_that_is_not_there_is_empty(self):
        book = self.studio.get("/api/book")
        self.assertEqual((book["available"], book["moves"]), (False, []))
        self.studio.get("/api/book", expect=400, fen="x")


class LongWork(WithStudio):
    def test_a_build_tells_its_result(self):
        detail = self.studio.get(f"/api/jobs/{self.build['id']}")
        self.assertEqual(detail["result"]["kind"], "build")
        self.assertGreater(detail["result"]["positions"], 100_000)
        self.assertEqual(detail["job"]["actions"], ["delete"])

    def test_jobs_are_watched(self):
        job = self.studio.job({"kind": "prove", "fen": TWO_KINGS, "seconds": 5})
        events = self.studio.events(
            "/api/jobs/events", lambda e: any(
                name == "job" and data["id"] == job["id"] and data["state"] == "done" or
                name == "jobs" and any(j["id"] == job["id"] and j["state"] == "done" for j in data["jobs"])
                for name, data in e))
        self.assertEqual(events[0][0], "jobs")
        for name, data in events:
            schema = {"jobs": "Jobs", "job": "Job"}.get(name)
            if schema:
                self.assertEqual(openapi.faults(data, {"$ref": f"#/components/schemas/{schema}"}), [])
        self.studio.ask("DELETE", f"/api/jobs/{job['id']}", expect=204)
        self.studio.get(f"/api/jobs/{job['id']}", expect=404)

    def test_bad_jobs_are_refused(self):
        for bad in ({}, {"kind": "x"}, {"kind": "build"}, {"kind": "build", "pieces": 99}, {"kind": "prove"},
                    {"kind": "prove", "fen": "x"}, {"kind": "solve"}, {"kind": "review"}, {"kind": 5},
                    {"kind": "build", "pieces": 3, "material": "../../x"}, {"kind": "match", "pairs": 0},
                    {"kind": "match", "pairs": 1, "openings": "/etc/passwd"}, {"kind": "build", "pieces": 3, "x": 1}):
            self.studio.job(bad, expect=400)
        self.studio.job({"kind": "review", "game": 12345}, expect=404)
        self.studio.job({"kind": "review", "pdn": "1. 11-15 11-15 *"}, expect=422)
        self.studio.job({"kind": "check", "collection": 12345}, expect=404)
        for action in ("pause", "resume", "cancel"):
            self.studio.post(f"/api/jobs/999/{action}", expect=404)
        self.studio.post(f"/api/jobs/{self.build['id']}/pause", expect=409)

    def test_a_position_is_proved_browsed_and_verified(self):
        job = self.studio.job({"kind": "prove", "fen": "W:WK18,K19,K20:BK1,K2", "seconds": 60, "memory_mb": 64})
        detail = self.studio.wait_for(job["id"])
        self.assertEqual(detail["result"]["label"], "W")
        self.assertEqual(detail["job"]["summary"], "White wins.")
        node = self.studio.get(f"/api/proofs/{job['id']}/node")
        self.assertEqual((node["label"], node["kind"]), ("W", "inner"))
        [chosen] = [child for child in node["children"] if child["chosen"]]
        self.assertEqual(chosen["label"], "L")
        # Every answer to the chosen move is in the proof.
        after = self.studio.get(f"/api/proofs/{job['id']}/node", fen=chosen["fen"])
        self.assertTrue(all(child["label"] == "W" for child in after["children"]), after)
        certificate = self.studio.get(f"/api/proofs/{job['id']}/certificate")
        self.assertTrue(certificate.startswith(b"DWPROOF1"))
        same = self.studio.get(f"/api/jobs/{job['id']}/files/certificate.proof")
        self.assertEqual(certificate, same)
        verified = self.studio.post(f"/api/proofs/{job['id']}/verify")
        self.assertTrue(verified["ok"], verified)
        self.assertNotIn(self.studio.data, verified["output"])
        for name in ("job.json", "..%2f..%2foptions.json", "%2e%2e", "tree.bin"):
            status, _, _ = self.studio.raw("GET", f"/api/jobs/{job['id']}/files/{name}")
            self.assertEqual(status, 404)
        self.studio.get(f"/api/proofs/{self.build['id']}/node", expect=404)

    def test_a_damaged_certificate_is_not_verified(self):
        job = self.studio.job({"kind": "prove", "fen": TWO_KINGS, "seconds": 20, "pieces": 2})
        self.studio.wait_for(job["id"])
        path = f"{self.studio.data}/studio/jobs/{job['id']}/certificate.proof"
        with open(path, "r+b") as file:
            file.seek(40)
            file.write(b"\xff")
        self.assertFalse(self.studio.post(f"/api/proofs/{job['id']}/verify")["ok"])

    def test_a_position_is_solved_by_the_manager(self):
        job = self.studio.job({"kind": "solve", "fen": "W:WK18,K19,K20:BK1,K2", "job_nodes": 2000,
                               "threads": 1, "memory_mb": 64})
        detail = self.studio.wait_for(job["id"])
        self.assertEqual(detail["result"]["label"], "W")
        self.assertTrue(detail["result"]["certificate"])
        self.assertEqual(self.studio.get(f"/api/proofs/{job['id']}/node")["label"], "W")
        self.assertTrue(self.studio.post(f"/api/proofs/{job['id']}/verify")["ok"])

    def test_a_solve_is_browsed_while_it_runs_and_when_it_rests(self):
        job = self.studio.job({"kind": "solve", "opening": "11-15", "job_nodes": 1000, "threads": 1, "memory_mb": 32})
        end = time.monotonic() + 60
        while (self.studio.get(f"/api/jobs/{job['id']}")["result"] or {}).get("graph_nodes", 0) < 10:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        node = self.studio.get(f"/api/proofs/{job['id']}/node")
        self.assertEqual(node["label"], "unresolved")
        self.assertEqual(len(node["children"]), 7)
        self.studio.get(f"/api/proofs/{job['id']}/certificate", expect=409)
        self.studio.post(f"/api/jobs/{job['id']}/pause")
        detail = self.studio.wait_for(job["id"], ("paused",))
        self.assertTrue(detail["samples"])
        node = self.studio.get(f"/api/proofs/{job['id']}/node")
        self.assertEqual((node["kind"], node["label"]), ("inner", "unresolved"))
        self.studio.post(f"/api/jobs/{job['id']}/cancel")
        self.studio.wait_for(job["id"], ("cancelled",))

    def test_a_game_is_reviewed(self):
        pdn = '[Black "A"]\n[White "B"]\n1. 11-15 23-19 2. 8-11 22-17 3. 12-16 *'  # 12-16 loses a man
        job = self.studio.job({"kind": "review", "pdn": pdn, "seconds": 0.05})
        result = self.studio.wait_for(job["id"])["result"]
        self.assertEqual(len(result["moves"]), 5)
        self.assertIn(result["moves"][4]["verdict"], ("mistake", "blunder"))
        self.assertEqual(result["black"]["blunders"] + result["black"]["mistakes"], 1)
        self.assertTrue(result["moves"][4]["best_line"])
        self.assertIn(b"12-16?", self.studio.get(f"/api/jobs/{job['id']}/files/review.pdn"))

    def test_a_match_is_played(self):
        job = self.studio.job({"kind": "match", "pairs": 1, "first": {"name": "Strong", "nodes": 2000},
                               "second": {"name": "Weak", "nodes": 50}, "openings": "random:4"})
        result = self.studio.wait_for(job["id"])["result"]
        self.assertEqual(result["wins"] + result["draws"] + result["losses"], 2)
        self.assertIn(b"Strong", self.studio.get(f"/api/jobs/{job['id']}/files/games.pdn"))

    def test_problems_are_kept_checked_improved_and_solved(self):
        made = self.studio.post("/api/problems", {"name": "Two", "text": PROBLEMS}, expect=201)
        number = made["collection"]["id"]
        self.assertEqual([p["terms"] for p in made["problems"]], ["win", "win"])
        self.assertEqual(made["problems"][0]["author"], "An old hand")
        self.assertIn(number, [c["id"] for c in self.studio.get("/api/problems")["collections"]])
        self.assertEqual(self.studio.get(f"/api/problems/{number}"), made)
        self.studio.get(f"/api/problems/{number}/sheet", expect=409)
        check = self.studio.job({"kind": "check", "collection": number, "seconds": 2})
        checked = self.studio.wait_for(check["id"])["result"]["problems"]
        self.assertEqual(len(checked), 2)
        self.assertIn(checked[0]["verdict"], ("cooked", "dual"))  # two kings win in many ways
        self.assertIn(b"<svg", self.studio.get(f"/api/problems/{number}/sheet"))
        improve = self.studio.job({"kind": "improve", "collection": number, "problem": 1, "seconds": 3})
        improved = self.studio.wait_for(improve["id"])["result"]
        for candidate in improved["candidates"]:
            self.assertNotEqual(candidate["fen"], improved["original"])
            self.assertTrue(candidate["squares_changed"])
        for bad, status in (({"name": "x", "text": "nothing"}, 422), ({"name": "", "text": PROBLEMS}, 400),
                            ({"text": PROBLEMS}, 400)):
            self.studio.post("/api/problems", bad, expect=status)
        self.studio.ask("DELETE", f"/api/problems/{number}", expect=204)
        self.studio.get(f"/api/problems/{number}", expect=404)
        self.studio.ask("DELETE", f"/api/problems/{number}", expect=404)

    def test_a_solver_meets_the_best_defence(self):
        right = self.studio.post("/api/problems/defence", {"fen": TWO_KINGS, "move": "18-14", "terms": "win"})
        self.assertTrue(right["right"])
        self.assertEqual(right["position"]["distance"], 19)  # of 21 plies two were made: nothing was lost
        wrong = self.studio.post("/api/problems/defence", {"fen": TWO_KINGS, "move": "19-24", "terms": "win"})
        self.assertIsNotNone(wrong["words"])
        self.studio.post("/api/problems/defence", {"fen": TWO_KINGS, "move": "1-2", "terms": "win"}, expect=422)
        self.studio.post("/api/problems/defence", {"fen": TWO_KINGS, "move": "18-14", "terms": "x"}, expect=400)


class Restarts(unittest.TestCase):
    def setUp(self):
        self.studio = Studio()

    def tearDown(self):
        self.studio.close()

    def test_jobs_survive_a_kill(self):
        job = self.studio.job({"kind": "prove", "fen": START, "seconds": 3600, "memory_mb": 16})
        self.studio.wait_for(job["id"], ("running",))
        self.studio.stop(signal.SIGKILL)
        self.studio.start()
        self.studio.wait_for(job["id"], ("running",))
        self.studio.post(f"/api/jobs/{job['id']}/cancel")
        self.studio.wait_for(job["id"], ("cancelled",))
        self.studio.stop()
        self.studio.start()
        self.assertEqual(self.studio.get(f"/api/jobs/{job['id']}")["job"]["state"], "cancelled")
        self.studio.ask("DELETE", f"/api/jobs/{job['id']}", expect=204)

    def test_a_build_is_paused_over_a_restart_and_goes_on(self):
        job = self.studio.job({"kind": "build", "pieces": 4, "distance_pieces": 4})
        self.studio.wait_for(job["id"], ("running",))
        self.studio.post(f"/api/jobs/{job['id']}/pause")
        self.studio.wait_for(job["id"], ("paused",))
        self.assertEqual(self.studio.stop(signal.SIGINT), 0)
        self.studio.start()
        self.assertEqual(self.studio.get(f"/api/jobs/{job['id']}")["job"]["state"], "paused")
        self.studio.post(f"/api/jobs/{job['id']}/resume")
        self.studio.wait_for(job["id"])
        self.assertEqual(self.studio.get("/api/status")["databases"]["pieces"], 4)

    def test_ctrl_c_ends_it_with_streams_and_jobs_at_work(self):
        self.studio.job({"kind": "prove", "fen": START, "seconds": 3600, "memory_mb": 16})
        watcher = threading.Thread(
            target=lambda: self.studio.events("/api/analysis?multipv=1", lambda e: False, timeout=30))
        watcher.start()
        time.sleep(0.5)
        began = time.monotonic()
        self.assertEqual(self.studio.stop(signal.SIGINT), 0)
        self.assertLess(time.monotonic() - began, 15)
        watcher.join()
        self.studio.start()

    def test_options_are_kept(self):
        self.studio.ask("PUT", "/api/options", {"hash": "16"})
        self.studio.stop()
        self.studio.start()
        options = {o["name"]: o["value"] for o in self.studio.get("/api/options")["options"]}
        self.assertEqual(options["hash"], "16")

    def test_a_second_studio_takes_the_next_port(self):
        second = Studio()
        try:
            self.assertNotEqual(second.port, self.studio.port)
            second.get("/api/status")
        finally:
            second.close()


class Security(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.studio = Studio()

    @classmethod
    def tearDownClass(cls):
        cls.studio.close()

    def status(self, method="GET", path="/api/status", body=None, **headers):
        return self.studio.raw(method, path, body, {k.replace("_", "-"): v for k, v in headers.items()})[0]

    def test_foreign_hosts_are_refused(self):
        port = self.studio.port
        for host in ("evil.example", f"evil.example:{port}", "localhost", f"127.0.0.1:{port + 1}", f"192.168.0.7:{port}",
                     f"127.evil.example:{port}", "[::1", ""):
            self.assertEqual(self.status(Host=host), 403, host)
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}"):
            self.assertEqual(self.status(Host=host), 200, host)
        self.assertEqual(self.status(path="/", Host="evil.example"), 403)

    def test_foreign_origins_are_refused(self):
        own = f"http://127.0.0.1:{self.studio.port}"
        for origin in ("http://evil.example", "null", "https://" + own[7:], own + "0", "http://localhost:1"):
            self.assertEqual(self.status(Origin=origin), 403, origin)
            self.assertEqual(self.status("POST", "/api/jobs", "{}", Origin=origin, Content_Type="application/json"), 403)
        self.assertEqual(self.status(Origin=own), 200)
        self.assertEqual(self.status(Sec_Fetch_Site="cross-site"), 403)
        self.assertEqual(self.status(Sec_Fetch_Site="same-site"), 403)
        self.assertEqual(self.status(Sec_Fetch_Site="same-origin"), 200)
        # A link to the pages is no attack, one to the data is.
        self.assertEqual(self.status(path="/", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate"), 200)
        self.assertEqual(self.status(Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate"), 403)

    def test_forms_of_other_sites_change_nothing(self):
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
            self.assertIn(self.status("POST", "/api/jobs", '{"kind":"prove","fen":"start"}', Content_Type=kind),
                          (400, 415))
        self.assertEqual(self.studio.get("/api/jobs")["jobs"], [])

    def test_a_refused_body_is_no_request(self):
        inner = (f"PUT /api/options HTTP/1.1\r\nHost: 127.0.0.1:{self.studio.port}\r\n"
                 "Content-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"hash\":\"77\"}")
        outer = (f"POST /api/jobs HTTP/1.1\r\nHost: 127.0.0.1:{self.studio.port}\r\nOrigin: http://evil.example\r\n"
                 f"Content-Type: text/plain\r\nContent-Length: {len(inner)}\r\n\r\n{inner}")
        with socket.create_connection(("127.0.0.1", self.studio.port), timeout=5) as connection:
            connection.sendall(outer.encode())
            connection.settimeout(1)
            answer = b""
            try:
                while part := connection.recv(4096):
                    answer += part
            except TimeoutError:
                pass
        self.assertEqual(answer.count(b"HTTP/1.1 "), 1, answer)
        self.assertIn(b"403", answer.split(b"\r\n")[0])
        values = {o["name"]: o["value"] for o in self.studio.get("/api/options")["options"]}
        self.assertNotEqual(values["hash"], "77")

    def test_nothing_allows_other_sites_to_read(self):
        _, headers, _ = self.studio.raw("GET", "/api/status")
        self.assertFalse([name for name in headers if name.lower().startswith("access-control")])
        self.assertEqual(headers["Cross-Origin-Resource-Policy"], "same-origin")
        self.assertEqual(headers["Cache-Control"], "no-store")
        self.assertEqual(self.status("OPTIONS", "/api/jobs"), 405)

    def test_bodies_have_a_limit(self):
        status, _, body = self.studio.raw("POST", "/api/games", b"x" * (33 << 20), {"Content-Type": "application/json"})
        self.assertEqual(status, 413)
        self.assertIn("error", json.loads(body))
        pdn = "{" + "x" * (25 << 20) + "} *"
        self.studio.post("/api/games", {"pdn": pdn}, expect=413)
        self.assertEqual(self.status(path="/api/position?fen=" + "x" * 9000), 414)

    def test_malformed_requests_do_not_stop_it(self):
        for text in (b"\r\n\r\n", b"GET\r\n\r\n", b"\x00\xff\x00", b"GET /api/status HTTP/9.9\r\n\r\n",
                     b"POST /api/jobs HTTP/1.1\r\nContent-Length: -5\r\n\r\n", b"G" * 20000):
            with socket.create_connection(("127.0.0.1", self.studio.port), timeout=5) as connection:
                connection.sendall(text)
        for body in ("", "{", "[]", "5", '{"kind":', "\ud800".encode("utf-8", "surrogatepass"), "[" * 100_000):
            status, _, content = self.studio.raw("POST", "/api/jobs", body, {"Content-Type": "application/json"})
            self.assertEqual(status, 400)
            self.assertIn("error", json.loads(content))
        self.studio.get("/api/status")

    def test_file_names_of_users_reach_no_file(self):
        for path in ("/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../../etc/passwd.x", "/..%2f..%2fx.js"):
            status, _, body = self.studio.raw("GET", path)
            self.assertNotIn(b"root:", body)
            self.assertIn(status, (200, 400, 404))  # 200: the application itself, for paths without a dot

    def test_the_number_of_jobs_has_a_limit(self):
        ids = []
        for _ in range(60):
            status, _, body = self.studio.raw("POST", "/api/jobs", '{"kind":"prove","fen":"start","seconds":3600,"memory_mb":1}',
                                              {"Content-Type": "application/json"})
            if status != 201:
                break
            ids.append(json.loads(body)["id"])
        self.assertEqual((status, len(ids)), (429, 50))
        for job in reversed(ids):
            self.studio.post(f"/api/jobs/{job}/cancel")
        for job in ids:
            self.studio.wait_for(job, ("cancelled",))
            self.studio.ask("DELETE", f"/api/jobs/{job}", expect=204)

    def test_unknown_paths_and_methods(self):
        self.assertEqual(self.status(path="/api/nothing"), 404)
        self.assertEqual(self.status("DELETE", "/api/status"), 405)
        self.assertEqual(self.status("PATCH", "/api/status", "{}", Content_Type="application/json"), 405)


class Tokens(unittest.TestCase):
    def test_a_host_other_than_loopback_demands_a_token(self):
        studio = Studio(arguments=["--host", "0.0.0.0"])
        try:
            self.assertEqual(len(studio.token), 32)
            self.assertEqual(studio.raw("GET", "/api/status")[0], 401)
            self.assertEqual(studio.raw("GET", "/")[0], 401)
            self.assertEqual(studio.raw("GET", "/?token=wrong")[0], 401)
            self.assertEqual(studio.raw("GET", f"/api/status?token={studio.token}")[0], 401)
            status, headers, _ = studio.raw("GET", f"/?token={studio.token}")
            self.assertEqual((status, headers["Location"]), (303, "/"))
            cookie = headers["Set-Cookie"]
            self.assertIn("HttpOnly", cookie)
            self.assertIn("SameSite=Strict", cookie)
            good = {"Cookie": "other=1; " + cookie.split(";")[0]}
            self.assertEqual(studio.raw("GET", "/api/status", headers=good)[0], 200)
            bearer = {"Authorization": f"Bearer {studio.token}"}
            self.assertEqual(studio.raw("GET", "/api/status", headers=bearer)[0], 200)
            self.assertEqual(studio.raw("GET", "/api/status", headers={"Authorization": "Bearer x"})[0], 401)
            foreign = dict(good, Host=f"evil.example:{studio.port}")
            self.assertEqual(studio.raw("GET", "/api/status", headers=foreign)[0], 403)
        finally:
            studio.close()

    def test_a_token_may_be_given(self):
        studio = Studio(arguments=["--token", "secret"])
        try:
            self.assertEqual(studio.token, "secret")
            self.assertEqual(studio.raw("GET", "/api/status")[0], 401)
        finally:
            studio.close()


def load_tests(loader, tests, _pattern):
    """After all others: was every operation of the document asked for?"""
    seen = set()
    close = Studio.close

    def remember(studio):
        seen.update(studio.seen)
        close(studio)

    Studio.close = remember

    class Document(unittest.TestCase):
        def test_every_operation_was_tried(self):
            if tests.countTestCases() < 40:
                self.skipTest("only some tests run")
            every = {(method, path) for path, item in openapi.DOCUMENT["paths"].items() for method in item}
            self.assertEqual(every - seen, set())

    tests.addTests(loader.loadTestsFromTestCase(Document))
    return tests


if __name__ == "__main__":
    unittest.main()

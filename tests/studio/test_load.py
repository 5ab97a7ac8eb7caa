"""The studio under load, measured with wrk: 200 event streams and 2,000 requests/s of GET /api/position.

Runs with ./test --slow (DEEPWELL_SLOW=yes) on a machine that is otherwise idle."""
import http.client
import os
import re
import shutil
import subprocess
import threading
import time
import unittest

from studio import Studio

STREAMS = 200
REQUESTS = 2000  # a second
SECONDS = 10


def watch(studio, path, counts, number, end):
    connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=30)
    connection.request("GET", path)
    reply = connection.getresponse()
    while time.monotonic() < end:
        if reply.readline().startswith(b"event:"):
            counts[number] += 1
    connection.close()


@unittest.skipUnless(os.environ.get("DEEPWELL_SLOW") == "yes" and shutil.which("wrk"), "only with ./test --slow")
class Load(unittest.TestCase):
    def test_streams_and_requests_at_the_same_time(self):
        studio = Studio()
        try:
            counts = [0] * STREAMS
            end = time.monotonic() + SECONDS + 4
            paths = ["/api/jobs/events"] * (STREAMS - 4) + ["/api/analysis?multipv=3&moves=" + m for m in
                                                            ("9-13", "10-14", "11-15", "12-16")]
            threads = [threading.Thread(target=watch, args=(studio, path, counts, n, end))
                       for n, path in enumerate(paths)]
            for thread in threads:
                thread.start()
            time.sleep(2)
            wrk = subprocess.run(["wrk", "-t2", "-c32", f"-d{SECONDS}s", "--latency",
                                  f"http://127.0.0.1:{studio.port}/api/position"], capture_output=True, text=True)
            print(wrk.stdout)
            for thread in threads:
                thread.join()
            print(f"events of a stream: {min(counts[:-4])} at least; of an analysis: {min(counts[-4:])} at least")
            self.assertNotIn("Non-2xx", wrk.stdout)
            self.assertNotIn("Socket errors", wrk.stdout)
            rate = float(re.search(r"Requests/sec:\s+([\d.]+)", wrk.stdout).group(1))
            self.assertGreaterEqual(rate, REQUESTS)
            self.assertTrue(all(counts), "a stream has said nothing")
            self.assertGreaterEqual(min(counts[-4:]) / (SECONDS + 4), 5)
        finally:
            studio.close()


if __name__ == "__main__":
    unittest.main()

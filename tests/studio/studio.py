"""A studio on a free port of this machine, for tests."""
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import urllib.parse

import openapi

PROGRAM = pathlib.Path(os.environ.get("DEEPWELL_BIN", "build/release/bin")) / "deepwell"


class Studio:
    """Starts it; every reply is held against web/openapi.json."""

    def __init__(self, data=None, arguments=()):
        self.kept = None if data else tempfile.TemporaryDirectory(prefix="studio-")
        self.data = data or self.kept.name
        self.arguments = list(arguments)
        self.seen = set()  # operations that were asked for
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [PROGRAM, "studio", "--port", "18080", "--data", self.data, *self.arguments],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        first = self.process.stdout.readline()
        found = re.search(r"http://(\S+):(\d+)/(?:\?token=(\w+))?", first)
        assert found, first + self.process.stdout.read()
        self.host, self.port, self.token = found.group(1), int(found.group(2)), found.group(3)

    def stop(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(timeout=60)
        self.process.stdout.close()
        return code

    def close(self):
        self.stop()
        if self.kept:
            self.kept.cleanup()

    def raw(self, method, path, body=None, headers=None, timeout=60):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body=body, headers=headers or {})
            reply = connection.getresponse()
            return reply.status, dict(reply.getheaders()), reply.read()
        finally:
            connection.close()

    def ask(self, method, path, json_body=None, expect=200, headers=None, **query):
        """The reply's JSON (or bytes), which must be what the document promises."""
        target = path + ("?" + urllib.parse.urlencode(query) if query else "")
        headers = dict(headers or {})
        body = None
        if json_body is not None:
            body = json.dumps(json_body)
            headers["Content-Type"] = "application/json"
        elif method in ("POST", "PUT"):
            body = ""
        status, found, content = self.raw(method, target, body, headers)
        pattern, _ = openapi.operation_of(method, path)
        self.seen.add((method.lower(), pattern))
        kind = found.get("Content-Type", "")
        wrong = openapi.reply_faults(method, path, status, kind, content)
        assert not wrong, f"{method} {target}: {wrong}"
        assert status == expect, f"{method} {target}: {status} {content[:300]}"
        return json.loads(content) if kind.startswith("application/json") else content

    def get(self, path, expect=200, **query):
        return self.ask("GET", path, expect=expect, **query)

    def post(self, path, body=None, expect=200, **query):
        return self.ask("POST", path, body, expect=expect, **query)

    def events(self, path, enough, timeout=30):
        """Events of a stream as (name, data), until `enough(events)`."""
        pattern, _ = openapi.operation_of("GET", path.split("?")[0])
        self.seen.add(("get", pattern))
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        end = time.monotonic() + timeout
        events, name = [], ""
        try:
            connection.request("GET", path)
            reply = connection.getresponse()
            assert reply.status == 200, reply.read()
            assert reply.getheader("Content-Type") == "text/event-stream"
            while time.monotonic() < end:
                line = reply.readline().decode()
                if not line:
                    break
                if line.startswith("event: "):
                    name = line[7:].strip()
                elif line.startswith("data: "):
                    events.append((name, json.loads(line[6:])))
                    if enough(events):
                        break
            return events
        finally:
            connection.close()

    def job(self, request, expect=201):
        return self.post("/api/jobs", request, expect=expect)

    def wait_for(self, job, states=("done",), timeout=120):
        end = time.monotonic() + timeout
        while True:
            detail = self.get(f"/api/jobs/{job}")
            state = detail["job"]["state"]
            if state in states:
                return detail
            assert state in ("queued", "running", "paused", "cancelled"), detail["job"]
            assert time.monotonic() < end, detail["job"]
            time.sleep(0.05)

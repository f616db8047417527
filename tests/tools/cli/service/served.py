"""A running `descry serve`, and requests to it."""
import http.client
import json
import re
import signal
import subprocess
import urllib.parse


class Served:
    """The service on a free port, until the `with` ends; `log` holds what it said till it listened."""

    def __init__(self, descry, *args):
        self.process = subprocess.Popen(descry.command("serve", *args, "--listen", "127.0.0.1:0"),
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        self.log = ""
        for line in self.process.stderr:
            self.log += line
            if found := re.search(r"listening on http://127\.0\.0\.1:(\d+)/$", line.strip()):
                self.port = int(found[1])
                break
        else:
            raise AssertionError(self.log)
        token = re.search(r"Bearer (\w+)", self.log)
        self.token = token and token[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.end()

    def end(self):
        """Ends it as a service manager does. Returns the exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=30)
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    def ask(self, path, method="GET", body=None, token=None, headers=None, **parameters):
        """Status, headers and body of an answer."""
        query = urllib.parse.urlencode(parameters, doseq=True)
        headers = dict(headers or {})
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path + ("?" + query if query else ""),
                               body.encode() if isinstance(body, str) else body, headers)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def json(self, path, method="GET", status=200, **rest):
        got, headers, body = self.ask(path, method, **rest)
        assert got == status, (path, got, body)
        assert headers["Content-Type"] == "application/json"
        return json.loads(body)

    def error(self, path, status, method="GET", **rest):
        """The message of a request that is refused."""
        error = self.json(path, method, status=status, **rest)["error"]
        assert error["status"] == status
        return error["message"]

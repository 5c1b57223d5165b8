"""The real pages with a fixed answer to every request: no server, no randomness, no clock."""

from __future__ import annotations

import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from pitboss.server.web_files import icon, parts, rendered, web_file

FAKE = """<script>
const DATA = %s;
const began = Date.now();
const table = location.pathname.split("/").pop();
if (DATA.score?.decisions) sessionStorage.setItem(`pitboss score ${table}`, JSON.stringify(DATA.score));
window.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  constructor() {
    if (window.line) return; // once lost, it stays lost
    window.line = this;
    setTimeout(() => {
      this.onopen?.();
      const real = Date.now;
      Date.now = () => real() - 1000 * (DATA.late || 0);
      for (const message of DATA.messages || []) this.onmessage?.({ data: JSON.stringify(message) });
      const now = real();
      Date.now = () => now;
    }, 5);
  }
  send() {}
  close() {}
};
window.fetch = async (path) => {
  const key = path.includes("/layout") ? null : Object.keys(DATA.answers).find((each) => path.includes(each));
  const fixed = { "/layout": DATA.layout, "/api/session": { me: DATA.me }, "/api/me": DATA.me };
  const known = Object.keys(fixed).find((each) => path.includes(each));
  const body = key ? DATA.answers[key] : known ? fixed[known] : {};
  return { ok: true, status: 200, text: async () => JSON.stringify(body), json: async () => body };
};
</script>"""

Serve = Callable[[str], tuple[str, dict[str, Any]]]
"""From an address to the page (``table``) and what it asks for."""


class _Handler(BaseHTTPRequestHandler):
    scenes: Serve

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        if path.startswith("/web/"):
            file = web_file(path.removeprefix("/web/"))
            self._answer(file.content if file else b"", file.type if file else "text/plain")
        elif path.count("/") >= 2:
            name, data = type(self).scenes(path)
            page = f"{data['layout']['kind']}-table" if name == "table" else name
            html = rendered("shell.html", parts=parts(page), icon=icon(), element=name)
            text = json.dumps(data).replace("</", "<\\/")
            self._answer(html.replace("<title>", FAKE % text + "<title>", 1).encode(), "text/html")
        else:
            self._answer(b"", "text/plain")

    def _answer(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.end_headers()
        self.wfile.write(body)


def serve(scenes: Serve) -> tuple[ThreadingHTTPServer, str]:
    """Serve the pages on a free port: the server, to be shut down, and its address."""
    handler = type("Handler", (_Handler,), {"scenes": staticmethod(scenes)})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_address[1]}"

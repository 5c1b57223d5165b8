// The line to a table: one socket that reconnects by itself. A command keeps its key until it is acknowledged and is
// sent again with the same key, so that it is carried out once however often the line drops.

const FIRST_WAIT = 100;
const LONGEST_WAIT = 5000;
const PING_EVERY = 2500;
const DEAD_AFTER = 6000;
const FINAL = new Set([1008, 4002]);

export class Line {
  /** `on` gets every message, and {type: "line", state} when the line is lost, live or closed for good. */
  constructor(path, on) {
    this.path = path;
    this.on = on;
    this.pending = new Map();
    this.have = 0;
    this.tries = 0;
    this.closed = false;
    this.wake = () => this.hurry();
    window.addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.open();
  }

  open() {
    if (this.closed) return;
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const have = this.have ? `${this.path.includes("?") ? "&" : "?"}have=${this.have}` : "";
    const socket = (this.socket = new WebSocket(`${scheme}://${location.host}${this.path}${have}`));
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event) => this.heard(JSON.parse(event.data));
    socket.onclose = (event) => this.lost(socket, event.code);
    clearTimeout(this.opening);
    this.opening = setTimeout(() => socket.close(), DEAD_AFTER); // browsers wait minutes for a frozen server
  }

  opened(socket) {
    clearTimeout(this.opening);
    this.lastHeard = performance.now();
    this.greeted = false;
    this.raw({ type: "hello", v: 1, reading: true });
    clearInterval(this.pinger);
    this.pinger = setInterval(() => {
      if (performance.now() - this.lastHeard > DEAD_AFTER) socket.close();
      else this.raw({ type: "ping" });
    }, PING_EVERY);
  }

  heard(message) {
    this.lastHeard = performance.now();
    if (message.type === "welcome") {
      this.tries = 0;
      this.on({ type: "line", state: "live" });
      if (!this.greeted) {
        for (const command of this.pending.values()) this.raw(command);
      }
      this.greeted = true; // another welcome on this line means that I am another viewer now
    }
    if (message.type === "ack") this.pending.delete(message.key);
    if (typeof message.seq === "number" && (message.type === "snap" || message.type === "ev")) this.have = message.seq;
    this.on(message);
  }

  lost(socket, code) {
    if (socket !== this.socket) return;
    clearTimeout(this.opening);
    clearInterval(this.pinger);
    if (this.closed) return;
    if (FINAL.has(code)) {
      this.closed = true;
      this.on({ type: "line", state: "closed", code });
      return;
    }
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.on({ type: "line", state: "lost", pending: this.pending.size, again: Date.now() + wait });
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), wait);
  }

  hurry() {
    if (this.closed || document.hidden || this.socket.readyState <= WebSocket.OPEN) return;
    this.tries = 0;
    this.open();
  }

  raw(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Send a command with a new key, and return the key. */
  command(type, fields = {}) {
    const key = uuid();
    const message = { type, key, seq: this.have, ...fields };
    this.pending.set(key, message);
    this.raw(message);
    return key;
  }

  close() {
    this.closed = true;
    clearInterval(this.pinger);
    clearTimeout(this.opening);
    clearTimeout(this.timer);
    window.removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket.close();
  }
}

/** A unique key; `randomUUID` exists on secure pages only. */
function uuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

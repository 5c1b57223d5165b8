// The line to a table: a server that freezes does not hold a page up.

import assert from "node:assert/strict";
import test from "node:test";

import { Line } from "../../../src/pitboss/web/js/protocol.js";

class Socket {
  static OPEN = 1;
  static all = [];
  constructor(url) {
    this.url = url;
    this.readyState = 0;
    this.sent = [];
    Socket.all.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text).type);
  }
  answered() {
    this.readyState = Socket.OPEN;
    this.onopen();
  }
  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose({ code: 1006 });
  }
}

const listening = { addEventListener() {}, removeEventListener() {}, hidden: false };
Object.assign(globalThis, { WebSocket: Socket, window: listening, document: listening });
globalThis.location = { protocol: "http:", host: "room" };

test("a handshake that is never answered is given up and tried again", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const states = [];
  const line = new Line("/ws?table=t1", (message) => states.push(message.state));
  const frozen = Socket.all.at(-1);
  t.mock.timers.tick(5900);
  assert.equal(frozen.readyState, 0);
  t.mock.timers.tick(200);
  assert.equal(frozen.readyState, 3);
  assert.deepEqual(states, ["lost"]);
  t.mock.timers.tick(200);
  const again = Socket.all.at(-1);
  assert.notEqual(again, frozen);
  again.answered();
  assert.deepEqual(again.sent, ["hello"]);
  t.mock.timers.tick(6100);
  assert.equal(again.readyState, Socket.OPEN); // only a handshake is timed so
  line.close();
});

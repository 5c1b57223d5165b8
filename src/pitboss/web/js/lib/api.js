// The JSON API, and the modules that a page imports while it runs.

import { guestName, NO_ANSWER } from "../texts/en.js";

/** A refusal by the server: the reason, its rule if there is one, and the status of the answer. */
class Refusal extends Error {
  constructor(why, rule, status) {
    super(why);
    Object.assign(this, { rule, status });
  }
}

/** @template {string} P @param {P} path @returns {Promise<Wire.Answer<P>>} */
export function get(path) {
  return answer(path, { headers: { Accept: "application/json" } });
}

export function post(path, body = {}) {
  return send("POST", path, body);
}

export function put(path, body = {}) {
  return send("PUT", path, body);
}

function send(method, path, body) {
  return answer(path, {
    method,
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });
}

async function answer(path, request) {
  const response = await fetch(path, request).catch(() => {
    throw new Error(NO_ANSWER);
  });
  const text = await response.text();
  /** @type {any} */
  let data = {};
  try {
    data = text ? JSON.parse(text) : {};
  } catch {
    data = {};
  }
  if (!response.ok) throw new Refusal(data.error || `${response.status}`, data.rule ?? "", response.status);
  return data;
}

/** The person of this visit, or null. */
export async function known() {
  return (await get("/api/session")).me;
}

/** The person of this visit; a new guest if there is none yet. */
export async function me(name) {
  return (await known()) ?? post("/api/guest", { name: name || guestName(1000 + Math.floor(Math.random() * 9000)) });
}

// Modules that a page imports while it runs --------------------------------------------------------------------------

/** Wait for a dynamic import. Addresses contain the version of the pages, so after an upgrade of the server a module
 * that was not fetched before is gone: the page loads again, in the new version. */
export async function later(importing) {
  try {
    return await importing;
  } catch (error) {
    if (!(await upgraded())) throw error;
    location.reload();
    return new Promise(() => {}); // nothing more happens on this page
  }
}

const AGAIN = 3000;

/** Import a module as `later` does, trying until it succeeds; `failed` is called after each failure.
 * @param {() => Promise<any>} importing @param {() => void} [failed] */
export async function insist(importing, failed) {
  for (;;) {
    try {
      return await later(importing());
    } catch {
      failed?.();
    }
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

/** True if the server no longer has the files of this version; false while it does not answer. */
async function upgraded() {
  const answer = await fetch(import.meta.url, { cache: "no-store" }).catch(() => null);
  return answer?.status === 404;
}

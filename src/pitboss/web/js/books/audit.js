// The audit: start it, follow its progress, read its findings.

import { h } from "../lib/dom.js";
import * as t from "../texts/en/books.js";
import { capital } from "../texts/en/words.js";

const SHOWN = 4;
const STATUS = {
  running: () => t.AUDIT_RUNS,
  failed: () => t.AUDIT_FAILED,
  done: (audit) => t.foundCount(audit.found),
};

/** A finding with the record where it was found; a hand can be replayed. */
function line(finding, index) {
  const where = t.recordOf(finding);
  const at = finding.hand ? h("a", { href: `/hand/${finding.hand}` }, where) : where;
  return h(
    "li",
    { key: index },
    h("b", null, t.AUDIT_KINDS[finding.kind] ?? finding.kind),
    h("span", null, at),
    h("span", { class: "vs" }, finding.text),
  );
}

/** The findings of the last complete audit; they are not an all-clear while another runs or after one failed. */
function facts(audit) {
  const ended = audit.state === "done";
  const clear = ended ? "good" : "dim";
  return [
    h(
      "li",
      { key: "found" },
      h("b", null, ended ? t.FOUND : t.FOUND_BEFORE),
      h("span", { class: audit.found ? "bad" : clear }, h("b", null, t.foundCount(audit.found))),
    ),
    h(
      "li",
      { key: "ran" },
      h("b", null, t.FULL_AUDIT),
      h("span", null, t.auditBegan(audit.began)),
      h("span", { class: "vs" }, t.auditEnded(audit.at)),
    ),
    h(
      "li",
      { key: "deals" },
      h("b", null, t.PLAYED_AGAIN),
      h("span", null, t.count(audit.deals)),
      h("span", { class: "vs" }, t.AUDIT_DOES),
    ),
    h(
      "li",
      { key: "checked" },
      h("b", null, t.LINES_CHECKED),
      h("span", null, t.count(audit.lines)),
      h("span", { class: "vs" }, t.movementsChecked(audit.movements)),
    ),
  ];
}

/** The panel next to a time line, or with `all` every finding on its own page. */
export function auditPanel(page, all = false) {
  const { audit } = page;
  const running = audit.state === "running";
  const known = audit.at > 0;
  const begin = known ? t.AUDIT_AGAIN : t.AUDIT_NOW;
  const listed = audit.findings.slice(0, all ? audit.findings.length : SHOWN);
  const first = audit.findings.find((finding) => finding.hand);
  return h(
    "section",
    { key: "audit", class: "panel" },
    h(
      "header",
      null,
      h("h2", null, t.AUDIT_TITLE),
      known ? h("span", { class: "dim push" }, t.auditedAt(audit.at)) : null,
    ),
    h(
      "div",
      { class: "in" },
      audit.state === "failed"
        ? h("p", { class: "lost", role: "alert" }, h("b", null, t.AUDIT_FAILED), " ", capital(audit.why))
        : null,
      h(
        "ul",
        { class: "find" },
        known
          ? facts(audit)
          : h("li", { key: "never" }, h("b", null, t.NEVER_AUDITED), h("span", { class: "vs" }, t.AUDIT_DOES)),
        listed.map(line),
      ),
      h(
        "div",
        { class: "tools" },
        h("button", {
          class: "btn",
          "aria-disabled": running ? "true" : null,
          onclick: () => !running && page.beginAudit(),
        }, running ? t.auditing(audit.done) : begin),
        first ? h("a", { class: "btn", href: `/hand/${first.hand}` }, t.REPLAY_FIRST) : null,
      ),
      h("p", { class: "quiet", role: "status" }, STATUS[audit.state]?.(audit) ?? ""),
    ),
  );
}

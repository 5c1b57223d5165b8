// A table before it is opened: as the lobby will show it, and whether it is legal.

import { h } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import * as t from "../texts/en-desk.js";
import { forcedWords, stakesWords } from "./tables.js";

export function preview(page) {
  const { sheet, wanted } = page;
  if (!sheet) return null;
  const stakes = sheet.betting;
  const [seats, bots] = t.withBots(sheet.seats, wanted.bots);
  const facts = [
    [t.GAME, stakes ? `${sheet.name} ${stakesWords({ stakes, limit: "" })}` : sheet.name],
    ...(stakes ? [[t.FORCED_BET, forcedWords(stakes)]] : [[t.LIMIT, sheet.limits]]),
    [t.HEADS.seats, [seats, bots ? h("small", null, bots) : null]],
    ...(stakes && !stakes.no_limit ? [] : [[t.LEAST_BUY_IN, dollars(sheet.least_buy_in)]]),
    ...(stakes && !stakes.no_limit
      ? [[t.LOW_BETS, dollars(stakes.lower)], [t.HIGH_BETS, dollars(stakes.higher)], [t.RAISES, stakes.raises]]
      : []),
  ];
  return h(
    "section",
    { class: "panel" },
    h("header", null, h("h2", null, t.AS_IN_LOBBY)),
    h(
      "div",
      { class: "in" },
      h(
        "dl",
        { class: "facts" },
        facts.map(([name, value]) => h("div", { key: name }, h("dt", null, name), h("dd", null, value))),
      ),
    ),
  );
}

export function findings(page) {
  const { sheet } = page;
  if (!sheet) return null;
  const points = sheet.points ?? [];
  const beyond = points.filter((point) => point.beyond).length;
  const nothing = points.length ? "" : t.NOTHING_AGAINST;
  const title = sheet.jurisdiction ? t.lawTitle(sheet.jurisdiction, new Date()) : t.FINDINGS;
  const point = (each) =>
    h(
      "li",
      { key: each.where + each.found },
      h("b", null, t.capital(each.where.replace(/^limits\./, ""))),
      h("span", { class: each.beyond ? "tag warn" : "tag good" }, each.beyond ? t.BEYOND : t.AGREES),
      h(
        "span",
        { class: "vs" },
        `${t.capital(each.found)}; ${each.allowed}. `,
        h("span", { class: "wac" }, each.source),
        " ",
        each.rule && each.beyond ? h("a", { class: "rule", href: `/rules#${each.rule}` }, each.rule) : null,
      ),
    );
  return h(
    "section",
    { class: "panel" },
    h(
      "header",
      null,
      h("h2", null, title),
      h("span", { class: beyond ? "tag warn push" : "tag good push" }, t.findingCount(beyond)),
    ),
    h(
      "div",
      { class: "in" },
      h("ul", { class: "find" }, points.map(point)),
      h("p", { class: "dim" }, beyond ? t.STAYS_ON_RECORD : nothing),
    ),
  );
}

/** After a private table is opened: its link, copied by a click. */
export function invitation(page) {
  const { opened } = page;
  return h(
    "section",
    { key: "invitation", class: "panel invitation", role: "status" },
    h("header", null, h("h2", null, t.IS_OPEN)),
    h(
      "div",
      { class: "in stack" },
      h("label", { for: "invite" }, t.INVITE_WORDS),
      h("input", {
        id: "invite",
        class: "field",
        readonly: true,
        "aria-label": t.INVITE_LINK,
        value: opened.link,
        onfocus: (event) => event.target.select(),
      }),
      h(
        "div",
        { class: "tools" },
        h("button", { class: "btn", onclick: () => page.copy() }, opened.copied ? t.COPIED : t.COPY),
        h("a", { class: "btn main push", href: opened.path }, t.GO_TO_TABLE),
      ),
    ),
  );
}

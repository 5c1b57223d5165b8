// The bar at the top of pages without a table: navigation, my account and my money.

import { h } from "../lib/dom.js";
import { exact } from "../lib/money.js";
import * as t from "../texts/en-desk.js";
import { BOOKS, READERS } from "../texts/en/books.js";

export function bar(page, current) {
  const { me } = page;
  const link = (path, name) =>
    h("a", { key: path, href: path, "aria-current": path === current ? "page" : null }, name);
  return h(
    "header",
    { class: "bar" },
    h("a", { class: "mark suit-s", href: "/" }, t.PITBOSS),
    h(
      "nav",
      { "aria-label": t.PAGES },
      link("/", t.LOBBY),
      link("/rules", t.RULES_TITLE),
      me?.roles?.some((role) => READERS.includes(role)) ? link("/books", BOOKS) : null,
      me?.roles?.includes("owner") ? link("/people", t.PEOPLE) : null,
    ),
    me
      ? h(
        "button",
        {
          class: "btn plain money push",
          "aria-label": t.accountOf(me.name, me.cents ?? 0),
          onclick: () => page.open({ kind: "account" }),
        },
        page.staff
          ? [h("span", { class: "wide" }, t.capital(t.ROLE_WORDS[page.staff()])), h("b", null, me.name)]
          : [h("span", { class: "wide" }, me.name), h("b", null, exact(me.cents ?? 0))],
      )
      : h("button", { class: "btn plain push", onclick: () => page.open({ kind: "sign in" }) }, t.SIGN_IN),
    h(
      "button",
      { class: "btn plain icon", "aria-label": t.SETTINGS, onclick: () => page.open({ kind: "settings" }) },
      h("i", { class: "ico i-gear" }),
    ),
    h(
      "button",
      { class: "btn plain icon", "aria-label": t.HELP, onclick: () => page.open({ kind: "keys" }) },
      h("i", { class: "ico i-help" }),
    ),
  );
}

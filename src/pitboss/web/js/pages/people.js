// People: every account with its chips and roles. For an owner.

import { BLANK, DeskPage } from "../desk/page.js";
import { get, post, put } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { exact } from "../lib/money.js";
import * as t from "../texts/en-desk.js";

const GRANTED = ["dealer", "cashier", "floor", "auditor", "owner"];
const PAGE = 200;

class PeoplePage extends DeskPage {
  people = [];
  path = "/people";
  ui = { ...BLANK, find: "" };

  async connectedCallback() {
    await this.begin();
    this.connect();
    if (this.me?.roles.includes("owner")) await this.attempt(() => this.more());
    this.draw();
  }

  async more() {
    const { people } = await get(`/api/people?after=${encodeURIComponent(this.last ?? "")}`);
    this.people.push(...people.filter((person) => person.kind !== "bot"));
    this.last = people[people.length - 1]?.name;
    this.whole = people.length < PAGE;
  }

  grant(person, role) {
    return this.attempt(async () => {
      const roles = person.roles.includes(role)
        ? person.roles.filter((each) => each !== role)
        : [...person.roles, role];
      this.changed(await put(`/api/people/${encodeURIComponent(person.name)}/roles`, { roles }), t.rolesSet);
    });
  }

  refill(person) {
    return this.attempt(async () =>
      this.changed(
        await post(`/api/people/${encodeURIComponent(person.name)}/refill`),
        (name) => t.refilled(name, this.people.find((each) => each.name === name).cents),
      )
    );
  }

  changed(person, words) {
    this.people = this.people.map((each) => (each.name === person.name ? person : each));
    this.set({ why: "", said: words(person.name, person.roles) });
  }

  draw() {
    const { ui } = this;
    const owner = this.me?.roles.includes("owner");
    this.frame(
      t.PEOPLE_TITLE,
      h(
        "main",
        { class: "page", id: "main" },
        h(
          "div",
          { class: "head" },
          h(
            "div",
            null,
            h("h1", { class: "title" }, t.PEOPLE_TITLE),
            h("p", { class: "sub" }, owner ? t.PEOPLE_WORDS : t.ONLY_OWNER),
          ),
        ),
        ui.why ? h("p", { class: "lost", role: "alert" }, ui.why) : null,
        h("p", { class: "good", role: "status" }, ui.said),
        owner ? this.list() : null,
      ),
    );
  }

  list() {
    const wanted = this.ui.find.toLowerCase();
    const shown = this.people.filter((person) => person.name.toLowerCase().includes(wanted));
    const heads = [t.NAME, t.IN_WALLET, t.AT_TABLES, t.ROLES];
    return h(
      "section",
      { class: "panel" },
      h(
        "div",
        { class: "in" },
        h("label", { for: "find", class: "sub" }, t.FIND),
        h("input", {
          id: "find",
          class: "field",
          type: "search",
          value: this.ui.find,
          oninput: (event) => this.set({ find: event.target.value }),
        }),
        h(
          "div",
          { class: "scroll" },
          h(
            "table",
            { class: "grid fold people" },
            h(
              "thead",
              null,
              h(
                "tr",
                null,
                heads.map((name) => h("th", { key: name, scope: "col" }, name)),
                h("th", null, h("span", { class: "quiet" }, t.REFILL_PERSON)),
              ),
            ),
            h("tbody", null, shown.map((person) => this.row(person))),
          ),
        ),
        this.whole ? null : h("button", {
          class: "btn",
          onclick: () => this.attempt(() => this.more().then(() => this.draw())),
        }, t.MORE_PEOPLE),
      ),
    );
  }

  row(person) {
    const guest = person.kind === "guest";
    const toggle = (role) =>
      h("button", {
        key: role,
        class: "btn small",
        "aria-pressed": String(person.roles.includes(role)),
        "aria-label": t.roleOf(role, person.name),
        onclick: () => this.grant(person, role),
      }, t.ROLE_WORDS[role]);
    return h(
      "tr",
      { key: person.name },
      h(
        "td",
        null,
        h("b", null, person.name),
        " ",
        h("span", { class: "dim" }, t.KIND_WORDS[person.kind] ?? person.kind),
      ),
      h("td", null, exact(person.cents)),
      h("td", { class: "sub" }, exact(person.at_tables)),
      h(
        "td",
        null,
        guest
          ? h("span", { class: "dim" }, t.GUESTS_HAVE_NONE)
          : h("span", { class: "picks", role: "group", "aria-label": t.ROLES }, GRANTED.map(toggle)),
      ),
      h(
        "td",
        { class: "num" },
        h(
          "button",
          { class: "btn small", "aria-label": t.refillOf(person.name), onclick: () => this.refill(person) },
          t.REFILL_PERSON,
        ),
      ),
    );
  }
}

customElements.define("pitboss-people", PeoplePage);

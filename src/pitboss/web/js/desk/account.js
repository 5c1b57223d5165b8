// The account dialog: guests choose a password to keep name and chips; others sign in or out, or change theirs.

import { post } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { dialog, keysDialog, settingsDialog } from "../table/dialogs.js";
import * as t from "../texts/en-desk.js";

/** The dialog that is open over a page: the account, the keys or the settings. */
export function opened(page) {
  const kind = page.ui.dialog?.kind;
  return kind ? (DIALOGS[kind] ?? page.dialogs?.[kind])(page) : null;
}

const DIALOGS = { keys: keysDialog, settings: settingsDialog, account, "sign in": signIn, register: registerNew };

function account(page) {
  const { me } = page;
  const guest = me.kind === "guest";
  return dialog(
    page,
    t.YOUR_ACCOUNT,
    h(
      "p",
      { class: "sub" },
      guest ? t.guestWords(me.name, me.cents) : t.memberWords(me.name, me.cents),
      !guest && me.roles.length > 1 ? ` ${t.rolesWords(me.roles)}` : "",
    ),
    guest
      ? form(
        page,
        t.REGISTER,
        [newPassword()],
        (fields) => send(page, "/api/register", { name: me.name, password: fields.password }),
      )
      : form(
        page,
        t.CHANGE_PASSWORD,
        [field("password", t.PASSWORD_NOW, "current-password"), newPassword("new")],
        async (fields) => {
          page.me = await post("/api/password", fields);
          page.set({ why: "", said: t.PASSWORD_CHANGED });
        },
      ),
    said(page),
    h(
      "div",
      { class: "tools" },
      h("button", { class: "btn plain", onclick: () => page.open(null) }, t.CLOSE),
      me.cents < 1000
        ? h("button", {
          class: "btn",
          onclick: () => attempt(page, async () => ((page.me = await post("/api/refill")), page.set({ why: "" }))),
        }, t.ASK_CAGE)
        : null,
      h("button", {
        class: "btn push",
        onclick: () => attempt(page, async () => (await post("/api/logout"), location.assign("/"))),
      }, t.SIGN_OUT),
    ),
    guest ? h("p", { class: "dim" }, t.LEAVES_CHIPS) : null,
  );
}

function signIn(page) {
  return dialog(
    page,
    t.SIGN_IN,
    h("p", { class: "sub" }, t.SIGN_IN_WORDS),
    form(
      page,
      t.SIGN_IN,
      [name(), field("password", t.PASSWORD, "current-password")],
      (fields) => send(page, "/api/login", fields),
    ),
    said(page),
    other(page, "register", t.NO_ACCOUNT),
  );
}

function registerNew(page) {
  return dialog(
    page,
    t.REGISTER_NEW,
    h("p", { class: "sub" }, t.REGISTER_WORDS),
    form(page, t.REGISTER_NEW, [name(), newPassword()], (fields) => send(page, "/api/register", fields)),
    said(page),
    other(page, "sign in", t.HAVE_ACCOUNT),
  );
}

const other = (page, kind, words) =>
  h(
    "div",
    { class: "tools" },
    h("button", { class: "btn plain", onclick: () => page.open(null) }, t.CANCEL),
    h("button", { class: "btn push", onclick: () => page.set({ dialog: { kind }, why: "", said: "" }) }, words),
  );
const said = ({ ui }) => {
  const why = ui.why ? h("p", { key: "why", class: "lost", role: "alert" }, ui.why) : null;
  return [why, ui.said ? h("p", { key: "said", class: "good", role: "status" }, ui.said) : null];
};
const name = () => field("name", t.NAME, "username", { maxlength: "24" });
const newPassword = (id = "password") => field(id, t.PASSWORD_NEW, "new-password", { minlength: "8" });

function field(id, label, complete, more = {}) {
  return [
    h("label", { key: `${id} label`, for: `account-${id}` }, label),
    h("input", {
      key: id,
      id: `account-${id}`,
      name: id,
      class: "field",
      type: id === "name" ? "text" : "password",
      autocomplete: complete,
      required: true,
      ...more,
    }),
  ];
}

function form(page, words, fields, on) {
  const submit = (event) => {
    event.preventDefault();
    attempt(page, () => on(Object.fromEntries(new FormData(event.target))));
  };
  return h(
    "form",
    { key: words, onsubmit: submit },
    fields,
    h("div", { class: "tools" }, h("button", { class: "btn main push" }, words)),
  );
}

/** Send an account form, and reload the page. */
async function send(page, path, body) {
  page.me = await post(path, body);
  location.reload();
}

async function attempt(page, work) {
  try {
    await work();
  } catch (error) {
    page.set({ why: t.capital(error.message), said: "" });
  }
}

// The page of rules is plain HTML; this module draws its bar and finds rules by word or number.

import { DeskPage } from "../desk/page.js";
import * as t from "../texts/en-desk.js";

/** @param {ParentNode} within @returns {HTMLElement[]} */
const all = (within, wanted) => [...within.querySelectorAll(wanted)].map((each) => /** @type {HTMLElement} */ (each));

class RulesPage extends DeskPage {
  path = "/rules";
  keyList = t.RULES_KEYS;
  /** @type {HTMLInputElement} */
  field;

  async connectedCallback() {
    this.field = document.querySelector("#find-rule");
    this.field.closest("form").hidden = false;
    this.field.oninput = () => this.find();
    this.field.closest("form").onsubmit = (event) => event.preventDefault();
    await this.begin();
    this.draw();
    this.connect();
  }

  /** Show only the rules that contain every word of the field. */
  find() {
    const words = this.field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const section of all(document, "main > section")) {
      const laws = all(section, ".law");
      for (const law of laws) law.hidden = !words.every((word) => law.textContent.toLowerCase().includes(word));
      const shown = laws.filter((law) => !law.hidden).length;
      section.hidden = !shown;
      found += shown;
    }
    document.querySelector("#found").textContent = words.length ? t.rulesFound(found) : "";
  }

  draw() {
    this.frame(t.RULES_TITLE, null, { "/": () => this.field.focus() });
  }
}

customElements.define("pitboss-rules", RulesPage);

// A seat held for me at another table, shown above this one.

import { heldSeat } from "../desk/held.js";
import { get } from "../lib/api.js";

/** Show the held seat and the time left; the row of its table is fetched first.
 * @param {TablePage} page @param {Wire.Page} message */
export async function paged(page, { table, seat, left }) {
  const row = await get(`/api/tables/${encodeURIComponent(table)}`);
  const wait = (at, how) => {
    if (how === "off") page.set({ held: null });
    page.line.command("list", { table: at, [how]: true });
  };
  page.parts.held = () => heldSeat({ ui: page.ui, me: page.me, tables: new Map([[table, row]]), wait });
  const held = { table, seat, until: Date.now() + left * 1000, of: left };
  page.set({ held });
  setTimeout(() => page.ui.held === held && page.set({ held: null }), left * 1000);
}

// Elements from descriptions: h() describes, render() makes the page agree and touches only what differs.
// Elements keep their identity from one render to the next, so focus, scroll and animations survive.

const SVG = "http://www.w3.org/2000/svg";
const TEXT = Symbol("text");

/** Describe an element; children may be texts, numbers, descriptions, lists of them, null or false.
 * @param {string} tag @param {Record<string, any>} attributes @param {Child[]} children @returns {Described} */
export function h(tag, attributes, ...children) {
  return { tag, attributes: attributes ?? {}, key: attributes?.key, children: flat(children, []) };
}

function flat(children, out) {
  for (const child of children) {
    if (child === null || child === undefined || child === false || child === true) continue;
    if (Array.isArray(child)) flat(child, out);
    else if (typeof child === "object") out.push(child);
    else out.push({ tag: TEXT, text: String(child), attributes: {}, children: [] });
  }
  return out;
}

/** Make the children of an element agree with these descriptions. */
export function render(parent, ...children) {
  reconcile(parent, flat(children, []), parent.namespaceURI === SVG ? SVG : null);
}

function reconcile(parent, wanted, namespace) {
  const byKey = new Map();
  const loose = [];
  for (const node of parent.childNodes) {
    const was = node.__described;
    if (was?.key !== undefined) byKey.set(was.key, node);
    else loose.push(node);
  }
  const used = new Set();
  let next = 0;
  let at = parent.firstChild;
  for (const description of wanted) {
    let node = null;
    if (description.key !== undefined) node = byKey.get(description.key) ?? null;
    else {
      while (next < loose.length && used.has(loose[next])) next += 1;
      if (next < loose.length && fits(loose[next], description)) node = loose[next++];
    }
    if (node && !fits(node, description)) node = null;
    const space = description.tag === "svg" ? SVG : namespace;
    if (node) update(node, description, space);
    else node = create(description, space);
    used.add(node);
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
  for (const node of [...parent.childNodes]) if (!used.has(node)) node.remove();
}

function fits(node, description) {
  const was = node.__described;
  return was !== undefined && was.tag === description.tag;
}

function create(description, namespace) {
  const { tag, text } = description;
  const node = tag === TEXT ? document.createTextNode(text) : element(tag, namespace);
  node.__described = { tag, attributes: {}, children: [], text };
  update(node, description, namespace);
  return node;
}

const element = (tag, namespace) => namespace ? document.createElementNS(namespace, tag) : document.createElement(tag);

function update(node, description, namespace) {
  const was = node.__described;
  if (was === description) return; // remembered: nothing in it has changed
  if (description.tag === TEXT) {
    if (was.text !== description.text) node.data = description.text;
    node.__described = description;
    return;
  }
  for (const name of Object.keys(was.attributes)) if (!(name in description.attributes)) set(node, name, null);
  for (const [name, value] of Object.entries(description.attributes)) {
    if (name === "style") restyle(node, was.attributes.style ?? {}, value ?? {});
    else if (was.attributes[name] !== value || name === "value") set(node, name, value);
  }
  node.__described = description;
  if (!("html" in description.attributes)) {
    reconcile(node, description.children, description.tag === "foreignObject" ? null : namespace);
  }
}

/** Set only what differs: setting a property makes the browser style and lay out its element again. */
function restyle(node, before, now) {
  for (const property of Object.keys(before)) if (!(property in now)) node.style.removeProperty(property);
  for (const [property, value] of Object.entries(now)) {
    if (before[property] !== value) node.style.setProperty(property, value);
  }
}

function set(node, name, value) {
  if (name === "key") return;
  if (name.startsWith("on")) node[name] = value;
  else if (name === "value" || name === "checked") {
    if (node[name] !== (value ?? "")) node[name] = value ?? "";
  } else if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

// Unchanged parts are neither described nor compared again -----------------------------------------------------------

/** A function that calls `make` only if its arguments differ from the last call.
 * @template {(...given: any[]) => any} F @param {F} make @returns {F} */
export function memo(make) {
  let before = null;
  let made = null;
  return /** @type {F} */ ((...given) => {
    if (!before || given.length !== before.length || given.some((each, index) => each !== before[index])) {
      made = make(...given);
    }
    before = given;
    return made;
  });
}

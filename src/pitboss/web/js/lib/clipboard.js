// Copying a text; pages that are not secure have no clipboard, so there it is copied from a field.

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOld(text);
  }
}

function copyOld(text) {
  const field = document.createElement("textarea");
  const before = /** @type {HTMLElement} */ (document.activeElement);
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  before?.focus?.();
  return copied;
}

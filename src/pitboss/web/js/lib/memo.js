// Remembering the last result of a function, so that what has not changed is neither described nor compared again.

/** The function, which is called only when its arguments are not those of the last call. */
export function memo(make) {
  let before = null;
  let made = null;
  return (...given) => {
    if (!before || given.length !== before.length || given.some((each, index) => each !== before[index])) {
      made = make(...given);
    }
    before = given;
    return made;
  };
}

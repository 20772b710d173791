const title = /\b(?:describe|test|it)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g;

/** The titles of the tests of a source text, their groups and steps; of a template, its source. */
export function titlesIn(text) {
  return [...text.matchAll(title)].map(([, , found]) => found);
}

/** The number of assertions that a source text states. */
export function assertionsIn(text) {
  return text.match(/\bexpect(?:\.poll)?\(/g)?.length ?? 0;
}

/** Texts with a number each; 0 means none. Numbers never change. */
export type Dictionary = {
  /** The number of a text, assigned at the first call. */
  codeOf(text: string): number;
  /** The number of a text that may not be there. */
  find(text: string): number | undefined;
  /** The text of a number; null for 0. */
  textOf(code: number): string | null;
  /** All texts by number. */
  texts(): readonly (string | null)[];
};

/** A dictionary without texts. */
export function createDictionary(): Dictionary {
  const texts: (string | null)[] = [null];
  const codes = new Map<string, number>();
  return {
    codeOf(text) {
      const known = codes.get(text);
      if (known !== undefined) return known;
      codes.set(text, texts.length);
      return texts.push(text) - 1;
    },
    find: (text) => codes.get(text),
    textOf: (code) => texts[code] ?? null,
    texts: () => texts,
  };
}

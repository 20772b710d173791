/** A dictionary without texts. */
export function createDictionary() {
  const texts: (string | null)[] = [null];
  const codes = new Map<string, number>();
  return {
    /** The number of a text, assigned at the first call. */
    codeOf(text: string): number {
      const known = codes.get(text);
      if (known !== undefined) return known;
      codes.set(text, texts.length);
      return texts.push(text) - 1;
    },
    /** The number of a text that may not be there. */
    find: (text: string) => codes.get(text),
    /** The text of a number; null for 0. */
    textOf: (code: number) => texts[code] ?? null,
    /** All texts by number. */
    texts: (): readonly (string | null)[] => texts,
  };
}

/** Texts with a number each; 0 means none. Numbers never change. */
export type Dictionary = ReturnType<typeof createDictionary>;

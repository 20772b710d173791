/** Something about a place in a query text. `start` and `end` count UTF-16 units of the text as it was given. */
export type QueryTextProblem = {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
};

/** Where something stands in the text that was parsed. */
export type TextPlace = { readonly start: number; readonly end: number };

/** What a reader tells of a place, on its way. */
export type TextReports = {
  problem(message: string, place: TextPlace): void;
  remark(message: string, place: TextPlace): void;
};

/** Where a node stands; the parser is asked for places, so each has one. */
export function placeOf(node: { readonly loc?: TextPlace | undefined }): TextPlace {
  return node.loc ?? { start: 0, end: 0 };
}

/** Turns places of the parsed text, which may have begun with `added` characters more, into problems of the given one. */
export function createProblemMaker(text: string, added: number) {
  return (message: string, place: TextPlace): QueryTextProblem => {
    const within = (offset: number) => Math.min(text.length, Math.max(0, offset - added));
    const start = within(place.start);
    const before = text.slice(0, start).split(/\r\n|\r|\n/);
    return {
      message,
      start,
      end: Math.max(start, within(place.end)),
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
    };
  };
}

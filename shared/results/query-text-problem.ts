/**
 * A problem or remark with its position in a query text. `start` and `end` are UTF-16 offsets of the original text.
 */
export type QueryTextProblem = {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
};

/** A range in the parsed text. */
export type TextRange = { readonly start: number; readonly end: number };

/** Receives the problems and remarks that are found while a query text is read. */
export type ProblemReporter = {
  problem(message: string, range: TextRange): void;
  remark(message: string, range: TextRange): void;
};

/** Returns the range of a node; the parser is configured to set it on every node. */
export function rangeOf(node: { readonly loc?: TextRange | undefined }): TextRange {
  return node.loc ?? { start: 0, end: 0 };
}

/**
 * Returns a function that converts ranges of the parsed text to problems of the original text. The parsed text may have
 * `added` extra characters at its start.
 */
export function createProblemFactory(text: string, added: number) {
  return (message: string, range: TextRange): QueryTextProblem => {
    const within = (offset: number) => Math.min(text.length, Math.max(0, offset - added));
    const start = within(range.start);
    const before = text.slice(0, start).split(/\r\n|\r|\n/);
    return {
      message,
      start,
      end: Math.max(start, within(range.end)),
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
    };
  };
}

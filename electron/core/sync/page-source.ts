import type { Result } from '../../../shared/result.ts';

type Answer = Result<Uint8Array>;

/** Pages by the text of their query; one may be asked for before it is wanted. */
type PageSource = {
  /** The answer to this query: the one that was asked for ahead, if it was just this, else a new one. */
  get(queryText: string): Promise<Answer>;
  /** Asks for what is likely to be wanted next; a former one that nobody wanted is given up. */
  askAhead(queryText: string): void;
  /** Gives up what is under way. */
  close(): void;
};

/** Asks with `query`, which is to heed its signal. */
export function createPageSource(
  query: (queryText: string, signal: AbortSignal) => Promise<Answer>,
  signal: AbortSignal,
): PageSource {
  let ahead:
    | { readonly queryText: string; readonly answer: Promise<Answer>; readonly controller: AbortController }
    | undefined;
  const close = () => {
    ahead?.controller.abort();
    ahead = undefined;
  };
  return {
    get(queryText) {
      if (ahead?.queryText !== queryText) {
        close();
        return query(queryText, signal);
      }
      const { answer } = ahead;
      ahead = undefined;
      return answer;
    },
    askAhead(queryText) {
      close();
      const controller = new AbortController();
      const answer = query(queryText, AbortSignal.any([signal, controller.signal]));
      // Whoever gets it hears of what it throws; one that nobody gets may throw what it likes.
      answer.catch(() => {});
      ahead = { queryText, answer, controller };
    },
    close,
  };
}

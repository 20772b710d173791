import type { Result } from '../../../shared/result.ts';
import type { RetryPause } from '../service/retry.ts';

type Answer = Result<Uint8Array>;
type OnPause = (pause: RetryPause) => void;

/** Pages by the text of their query; one may be asked for before it is wanted. */
type PageSource = {
  /** The answer to this query: the one that was asked for ahead, if it was just this, else a new one. */
  get(queryText: string, onPause: OnPause): Promise<Answer>;
  /** Asks for what is likely to be wanted next; a former one that nobody wanted is given up. */
  askAhead(queryText: string): void;
  /** Gives up what is under way. */
  close(): void;
};

type Asked = {
  readonly queryText: string;
  readonly answer: Promise<Answer>;
  readonly controller: AbortController;
  /** From now on tells of pauses, and of one that is not over. */
  listen(onPause: OnPause): void;
};

/** Asks with `query`, which is to heed its signal. */
export function createPageSource(
  query: (queryText: string, signal: AbortSignal, onPause: OnPause) => Promise<Answer>,
  signal: AbortSignal,
): PageSource {
  let ahead: Asked | undefined;
  const close = () => {
    ahead?.controller.abort();
    ahead = undefined;
  };
  return {
    get(queryText, onPause) {
      if (ahead?.queryText !== queryText) {
        close();
        return query(queryText, signal, onPause);
      }
      const { answer, listen } = ahead;
      ahead = undefined;
      listen(onPause);
      return answer;
    },
    askAhead(queryText) {
      close();
      ahead = ask(query, queryText, signal);
    },
    close,
  };
}

function ask(query: Parameters<typeof createPageSource>[0], queryText: string, signal: AbortSignal): Asked {
  const controller = new AbortController();
  let tell: OnPause = () => {};
  let last: { readonly reason: string; readonly until: number } | undefined;
  const answer = query(queryText, AbortSignal.any([signal, controller.signal]), (pause) => {
    last = { reason: pause.reason, until: Date.now() + pause.milliseconds };
    tell(pause);
  });
  // Whoever gets it hears of what it throws; one that nobody gets may throw what it likes.
  answer.catch(() => {});
  return {
    queryText,
    answer,
    controller,
    listen(onPause) {
      tell = onPause;
      const milliseconds = last ? last.until - Date.now() : 0;
      if (last && milliseconds > 0) onPause({ reason: last.reason, milliseconds });
    },
  };
}

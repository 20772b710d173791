import { readResultsVersion } from './results-version.ts';
import type { Sql } from './sql.ts';

/** Answers that are asked for again and again, kept until an ingest changes the results. */
export type AnswerCache = {
  /** The kept answer of this key, or what `compute` says. Keys name the question and all that it depends on. */
  get<T>(key: string, compute: () => T): T;
  /** Keeps no answer any longer. */
  forget(): void;
};

const maxAnswers = 64;

/** An empty cache over one connection. */
export function createAnswerCache(sql: Sql): AnswerCache {
  const answers = new Map<string, unknown>();
  let version = -1;
  return {
    get<T>(key: string, compute: () => T): T {
      const current = readResultsVersion(sql);
      if (current !== version) answers.clear();
      version = current;
      const answer = answers.has(key) ? (answers.get(key) as T) : compute();
      // Put last, so that the first is the one that nobody has asked for longest.
      answers.delete(key);
      answers.set(key, answer);
      const [longestAgo] = answers.keys();
      if (answers.size > maxAnswers && longestAgo !== undefined) answers.delete(longestAgo);
      return answer;
    },
    forget: () => answers.clear(),
  };
}

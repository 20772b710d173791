import { readResultsVersion } from './results-version.ts';
import type { Sql } from './sql.ts';

/** Answers that are asked for again and again, kept until an ingest changes the results. */
export type AnswerCache = {
  /** The kept answer of this key, or what `compute` says. Keys name the question and all that it depends on. */
  get<T>(key: string, compute: () => T): T;
};

const maxAnswers = 64;

/** An empty cache over one connection. */
export function createAnswerCache(sql: Sql): AnswerCache {
  const answers = new Map<string, unknown>();
  let version = -1;
  return {
    get<T>(key: string, compute: () => T): T {
      const current = readResultsVersion(sql);
      if (current !== version || answers.size >= maxAnswers) answers.clear();
      version = current;
      if (!answers.has(key)) answers.set(key, compute());
      return answers.get(key) as T;
    },
  };
}

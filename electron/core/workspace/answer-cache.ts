/** Answers that are asked for again and again, kept until what they depend on changes. */
export type AnswerCache = {
  /** The kept answer of this key, or what `compute` says. Keys name the question and all that it depends on. */
  get<T>(key: string, compute: () => T): T;
};

const maxAnswers = 64;

/** An empty cache. `readVersion` tells whether the answers still hold. */
export function createAnswerCache(readVersion: () => string): AnswerCache {
  const answers = new Map<string, unknown>();
  let version = '';
  return {
    get<T>(key: string, compute: () => T): T {
      const current = readVersion();
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
  };
}

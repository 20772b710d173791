/** A part of a record that could not be used, and why. */
export type Problem = { readonly path: string; readonly message: string };

/** Collects the problems of one record, up to `maxProblems`; the rest is counted. */
export type ProblemList = {
  add(path: string, message: string): void;
  /** Adds it unless there is one with this message. */
  addOnce(path: string, message: string): void;
  /** What was collected, with a last entry for what was only counted. */
  all(): readonly Problem[];
};

/** One unusable record must not fill the workspace with its problems. */
export const maxProblems = 100;

/** An empty list. */
export function createProblemList(): ProblemList {
  const problems: Problem[] = [];
  let notListed = 0;
  const add = (path: string, message: string) => {
    if (problems.length < maxProblems) problems.push({ path, message });
    else notListed += 1;
  };
  return {
    add,
    addOnce(path, message) {
      if (!problems.some((problem) => problem.message === message)) add(path, message);
    },
    all: () =>
      notListed === 0
        ? problems
        : [
            ...problems,
            { path: 'record', message: `${notListed} more problems of this record are not listed.` },
          ],
  };
}

/** A part of a record that could not be used, and why. */
export type Problem = { readonly path: string; readonly message: string };

/** One unusable record must not fill the workspace with its problems. */
export const maxProblems = 100;

/** An empty list. */
export function createProblemList() {
  const problems: Problem[] = [];
  const shared = new Map<string, { readonly path: string; count: number }>();
  let notListed = 0;
  const add = (path: string, message: string) => {
    if (problems.length < maxProblems) problems.push({ path, message });
    else notListed += 1;
  };
  return {
    add,
    /** Adds what a record has at many paths once, at the first of them; the others are counted in its message. */
    addOnce(path: string, message: string): void {
      const known = shared.get(message);
      if (known) known.count += 1;
      else {
        shared.set(message, { path, count: 1 });
        add(path, message);
      }
    },
    /** The collected problems, with a last entry for what was only counted. */
    all(): readonly Problem[] {
      const listed = problems.map((problem): Problem => {
        const { path, count } = shared.get(problem.message) ?? { path: '', count: 1 };
        if (count === 1 || path !== problem.path) return problem;
        return { path, message: `${problem.message} (and at ${count - 1} more of its record)` };
      });
      if (notListed === 0) return listed;
      const message = `${notListed} more problems of this record are not listed.`;
      return [...listed, { path: 'record', message }];
    },
  };
}

/** Collects the problems of one record, up to `maxProblems`; the rest is counted. */
export type ProblemList = ReturnType<typeof createProblemList>;

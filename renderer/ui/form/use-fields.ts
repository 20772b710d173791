import type { Failure } from '../../../shared/result.ts';
import { type FormSubmission, useSubmit } from '../use-submit.ts';

/** The values of a form and its submission. */
export type Fields<Values> = FormSubmission<[]> & {
  readonly values: Values;
  /** Sets values, and removes their problems. */
  change(part: Partial<Values>): void;
};

/** A form over a state, such as that of `useTyped`. `run` saves the values, and returns its failure. */
export function useFields<Values extends object>(
  [values, setValues]: readonly [Values, (change: (before: Values) => Values) => void],
  run: (values: Values) => Promise<Failure | null>,
): Fields<Values> {
  const submission = useSubmit(() => run(values));
  return {
    ...submission,
    values,
    change(part) {
      setValues((before) => ({ ...before, ...part }));
      submission.clear(Object.keys(part));
    },
  };
}

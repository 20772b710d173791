import { useRef, useState } from 'react';
import type { Failure } from '../../shared/result.ts';
import { toFailure } from './failure-error.ts';

/** The state of a form's last submission, and the function that submits. */
export type FormSubmission<Args extends readonly unknown[]> = {
  /** Submits the form, with arguments for `run`. Without effect while an earlier submission runs. */
  submit(event?: { preventDefault(): void }, ...args: Args): void;
  readonly isBusy: boolean;
  readonly failure: Failure | null;
  /** Messages of the failure for single fields, by the field's name. */
  readonly problems: Readonly<Record<string, string | undefined>>;
  /** Sets a failure that was found without submitting. */
  setFailure(failure: Failure): void;
  /** Removes the problems of fields that have changed since; without fields, or with the last problem, the failure. */
  clear(fields?: readonly string[]): void;
};

/**
 * State of a form's submission. `run` does the work and returns its failure; what it throws becomes a failure too. A
 * command that also runs by key has both in a store, where its form reads them.
 */
export function useSubmit<Args extends readonly unknown[] = []>(
  run: (...args: Args) => Promise<Failure | null>,
): FormSubmission<Args> {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  // A ref, because a second click may come before the next render updates the state.
  const isRunning = useRef(false);

  function submit(event?: { preventDefault(): void }, ...args: Args): void {
    event?.preventDefault();
    if (!isRunning.current) void runOnce(args);
  }

  async function runOnce(args: Args): Promise<void> {
    isRunning.current = true;
    setIsBusy(true);
    setFailure(null);
    try {
      setFailure(await run(...args));
    } catch (error) {
      setFailure(toFailure(error));
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  }

  function clear(fields?: readonly string[]): void {
    setFailure((current) => {
      if (!fields) return null;
      const problems = current?.problems?.filter(({ field }) => !fields.includes(field));
      if (!current || !problems) return current;
      return problems.length > 0 ? { ...current, problems } : null;
    });
  }

  return {
    submit,
    isBusy,
    failure,
    problems: Object.fromEntries((failure?.problems ?? []).map(({ field, message }) => [field, message])),
    setFailure,
    clear,
  };
}

import { finish, isSteps, type Steps } from '../../base/steps.ts';
import type { StoredDetections } from './memory/column-store.ts';
import type { DetectionMemory, QueryNeeds } from './memory/detection-memory.ts';

/** A query that is performed at once, or in steps between which its thread performs other calls. */
export type Query<Args extends readonly unknown[], Result> = {
  (...args: Args): Result;
  /** All steps have the detections as they are at the first one. */
  inSteps(...args: Args): Steps<Result>;
  /** Whether the result is bytes made for the caller alone, which are handed over to its thread, not copied. */
  readonly isHandedOver: boolean;
};

/** Reader of a query, in one step or in several. */
type Run<Args extends readonly unknown[], Result> = (
  detections: StoredDetections,
  ...args: Args
) => Result | Steps<Result>;

/** Defines queries over all detections: what each needs prepared, and what it reads. */
export type DefineQuery = <Args extends readonly unknown[], Result>(
  needs: (...args: Args) => QueryNeeds,
  run: Run<Args, Result>,
  options?: { readonly isHandedOver?: boolean },
) => Query<Args, Result>;

/** Defines queries over these detections. */
export function createDefineQuery(memory: DetectionMemory): DefineQuery {
  return <Args extends readonly unknown[], Result>(
    needs: (...args: Args) => QueryNeeds,
    run: Run<Args, Result>,
    { isHandedOver = false } = {},
  ): Query<Args, Result> => {
    const inSteps = (...args: Args) =>
      memory.perform(needs(...args), function* (detections) {
        const result = run(detections, ...args);
        return isSteps(result) ? yield* result : result;
      });
    return Object.assign((...args: Args) => finish(inSteps(...args)), { inSteps, isHandedOver });
  };
}

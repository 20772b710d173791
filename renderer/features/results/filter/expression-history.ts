import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { persistOptions } from '../../../stores/persist-options.ts';

const maxExpressions = 30;

type ExpressionHistory = {
  /** Recently used expressions, latest first. */
  readonly expressions: readonly string[];
  /** Adds an expression, or moves it to the front. */
  add(expression: string): void;
};

/** A history that starts with the expressions saved in `storage` and saves each change there. */
export function createExpressionHistory(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<ExpressionHistory>()(
    persist(
      (set) => ({
        expressions: [],
        add: (expression) =>
          set(({ expressions }) => {
            const others = expressions.filter((other) => other !== expression);
            return { expressions: [expression, ...others].slice(0, maxExpressions) };
          }),
      }),
      persistOptions({
        name: 'sightline.expressions',
        storage,
        schema: z.object({ expressions: z.array(z.string()).readonly() }),
        partialize: ({ expressions }: ExpressionHistory) => ({ expressions }),
        fromUnversioned: (expressions) => ({ expressions }),
      }),
    ),
  );
}

/** The expression history of this browser or installation. */
export const expressionHistory = createExpressionHistory();

import { z } from 'zod';

const storageKey = 'sightline.expressions';
const mostKept = 30;

/** The expressions that were used last, the latest first. */
export function readExpressions(storage: Storage | undefined = globalThis.localStorage): readonly string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(storage?.getItem(storageKey) ?? '[]'));
  } catch {
    // Another version's, or nobody's: no history.
    return [];
  }
}

/** Puts an expression first in the history. */
export function rememberExpression(
  expression: string,
  storage: Storage | undefined = globalThis.localStorage,
): void {
  const others = readExpressions(storage).filter((kept) => kept !== expression);
  storage?.setItem(storageKey, JSON.stringify([expression, ...others].slice(0, mostKept)));
}

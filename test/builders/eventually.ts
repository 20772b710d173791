import { vi } from 'vitest';

/**
 * Resolves with what `check` gives once it no longer throws. Vitest's own patience is a second; what is waited for here
 * mostly comes at once, but a busy machine may take long over anything.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000, interval: 5 });
}

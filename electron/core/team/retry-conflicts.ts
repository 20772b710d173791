import { sqlStateOf } from './team-failure.ts';

/** Most attempts at a transaction that conflicts with others, the first one included. */
const maxAttempts = 8;

/**
 * Deadlocks, failed serializations, locks that were not available, and keys or tables that another transaction has
 * created.
 */
const conflictStates = new Set(['40P01', '40001', '23505', '42P07', '55P03']);

/** Runs a transaction, and repeats it when it conflicts with another one. */
export async function retryConflicts<T>(action: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await action();
    } catch (error) {
      if (attempt >= maxAttempts || !conflictStates.has(sqlStateOf(error) ?? '')) throw error;
    }
  }
}

import { sqlStateOf } from './team-failure.ts';

/** How often a transaction is tried again after another one was in the way. */
const maxAttempts = 8;

/** Deadlocks, failed serializations, and keys or tables that another transaction was faster to create. */
const conflictStates = new Set(['40P01', '40001', '23505', '42P07', '55P03']);

/** Runs a transaction again when another one was in its way. */
export async function retryConflicts<T>(action: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await action();
    } catch (error) {
      if (attempt >= maxAttempts || !conflictStates.has(sqlStateOf(error) ?? '')) throw error;
    }
  }
}

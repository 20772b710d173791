import type { ErrorExplanation } from '../../../shared/error-text.ts';

/** The status of a source on the map. */
export type SourceStatus = {
  /** Tiles in view that are not cached while their server cannot be reached. */
  readonly offline: number;
  /** Tiles in view that failed for another reason. */
  readonly failed: number;
  /** The last error message; null without errors. */
  readonly reason: string | null;
  /** The technical cause of the last error or of the problem. */
  readonly details?: string | undefined;
  /** Reason why nothing of the source can be drawn; null where it can. */
  readonly problem: string | null;
  /** The source has no tile in view, without any error. */
  readonly isEmpty: boolean;
};

/** The status of a source without errors. */
export const healthyStatus: SourceStatus = {
  offline: 0,
  failed: 0,
  reason: null,
  problem: null,
  isEmpty: false,
};

/** Reason why a source is not drawn completely; null where it is. */
export function explainSourceStatus(status: SourceStatus): ErrorExplanation | null {
  const message = describeSourceStatus(status);
  return message === null ? null : { message, details: status.details };
}

function describeSourceStatus({ offline, failed, reason, problem, isEmpty }: SourceStatus): string | null {
  if (problem !== null) return problem;
  const tiles = (count: number) => `${count} ${count === 1 ? 'tile' : 'tiles'} missing`;
  if (isEmpty) return 'It has no tiles of what the map shows at this zoom.';
  if (offline > 0) return `Offline: ${tiles(offline + failed)} in view. ${reason ?? ''}`.trim();
  return failed > 0 ? `${tiles(failed)} in view. ${reason ?? ''}`.trim() : null;
}

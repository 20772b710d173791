import { z } from 'zod';
import type { ReviewsCursor, TeamCursor } from './team-protocol.ts';

/** Setting of the workspace with its `ReviewsCursor`. */
export const reviewsCursorSetting = 'teamReviewsCursor';

const cursorSchema = z.object({ teamId: z.string(), version: z.int(), revision: z.string().nullable() });
const reviewsCursorSchema = cursorSchema.extend({ pushed: z.int() });

/** Parses the value of a setting; undefined without one. */
export function parseCursor(stored: string | undefined): TeamCursor | undefined {
  return stored === undefined ? undefined : cursorSchema.parse(JSON.parse(stored));
}

/** Parses the value of `reviewsCursorSetting`; undefined before the first exchange. */
export function parseReviewsCursor(stored: string | undefined): ReviewsCursor | undefined {
  return stored === undefined ? undefined : reviewsCursorSchema.parse(JSON.parse(stored));
}

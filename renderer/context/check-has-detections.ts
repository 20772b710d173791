import { workspaceCountsQuery } from '../api/live-queries.ts';
import { type QuerySource, readQuery } from '../api/read-query.ts';

/** Whether the workspace has detections, or the reason why a command that needs some is disabled. */
export function checkHasDetections(app: QuerySource): true | string {
  const counts = readQuery(app, workspaceCountsQuery);
  if (counts === undefined) return 'The workspace is not loaded yet.';
  if ((counts?.detections ?? 0) > 0) return true;
  return 'There are no detections in this workspace yet. Fetch some first.';
}

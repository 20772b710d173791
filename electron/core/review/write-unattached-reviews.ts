import { csvCell } from '../../../shared/csv-cell.ts';
import type { Result } from '../../../shared/result.ts';
import type { UnattachedReview } from '../../../shared/review/unattached-review.ts';
import { writeWholeFile } from '../base/write-whole-file.ts';
import type { Workspace } from '../workspace/open/workspace.ts';

const batchSize = 1000;

/** Writes all reviews whose detections are not in the workspace to a CSV file. Fails with `disk`. */
export async function writeUnattachedReviews(path: string, workspace: Workspace): Promise<Result<undefined>> {
  return writeWholeFile(path, await csvOf(workspace));
}

const header =
  'record_id,analytic,longitude,latitude,verdict,flagged,note,reviewer,reviewed_at,record_in_workspace,name';

async function csvOf(workspace: Workspace): Promise<string> {
  const lines = [header];
  for (;;) {
    const { rows } = await workspace.unattachedReviews({ offset: lines.length - 1, limit: batchSize });
    lines.push(...rows.map(csvLine));
    if (rows.length < batchSize) return `${lines.join('\r\n')}\r\n`;
  }
}

function csvLine({
  recordId,
  identity,
  review,
  position,
  analytic,
  isRecordPresent,
}: UnattachedReview): string {
  const { verdict, flagged, note, reviewer, reviewedAt } = review;
  const [longitude = null, latitude = null] = position ?? [];
  const signed = [verdict, Number(flagged), note, reviewer, reviewedAt];
  return [recordId, analytic, longitude, latitude, ...signed, Number(isRecordPresent), identity]
    .map((value) => csvCell(value))
    .join(',');
}

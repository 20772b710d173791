import { formatQuantity } from '../../shared/format.ts';
import type { WorkspaceCounts } from '../../shared/workspace/workspace-file.ts';

/** A description of the contents of a workspace, without zero counts. */
export function describeWorkspaceCounts(counts: WorkspaceCounts): string {
  const parts = [
    formatQuantity(counts.records, 'record'),
    formatQuantity(counts.detections, 'detection'),
    ...(counts.areas > 0 ? [formatQuantity(counts.areas, 'area')] : []),
    ...(counts.orders > 0 ? [formatQuantity(counts.orders, 'order')] : []),
    ...(counts.drafts > 0 ? [formatQuantity(counts.drafts, 'draft')] : []),
    ...(counts.reviews > 0 ? [formatQuantity(counts.reviews, 'review')] : []),
  ];
  return parts.join(' · ');
}

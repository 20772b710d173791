import type { Area } from '../../../shared/areas/area.ts';
import { serializeDraft } from '../../../shared/orders/draft/order-draft.ts';
import type { StoredDraft } from '../../../shared/orders/draft/stored-draft.ts';
import type { Result } from '../../../shared/result.ts';
import { writeWholeFile } from '../base/write-whole-file.ts';

/**
 * Writes a draft or template atomically as JSON. References to areas are replaced by their shapes, so that the file is
 * valid in any workspace. Fails with `disk`.
 */
export async function writeDraftFile(
  path: string,
  stored: StoredDraft,
  areas: readonly Area[],
): Promise<Result<undefined>> {
  const { inlineDraftAreas } = await import('../../../shared/orders/draft/draft-areas.ts');
  const text =
    stored.kind === 'draft'
      ? serializeDraft(inlineDraftAreas(stored.draft, areas))
      : serializeDraft(inlineDraftAreas(stored.template, areas));
  return writeWholeFile(path, text);
}

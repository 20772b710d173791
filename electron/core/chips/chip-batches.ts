import type { ChipScope } from '../../../shared/chips/chip-prefetch.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { ChipAddress } from './chip-absences.ts';

/** A batch of chips, and the greatest detection id that it covers. */
type ChipBatch = { readonly addresses: readonly ChipAddress[]; readonly upTo: number };

/** The ids of the detections in a scope, ascending. */
export async function idsInScope(workspace: Workspace, scope: ChipScope): Promise<readonly number[]> {
  if (scope.kind === 'filter') return [...(await workspace.matchingIds(scope.filter))];
  return scope.ids.toSorted((one, other) => one - other);
}

/** The chips of these detections, `size` detections at a time; detections without a chip address are skipped. */
export async function* chipBatches(
  workspace: Workspace,
  ids: readonly number[],
  profileId: string,
  size: number,
): AsyncGenerator<ChipBatch> {
  for (let start = 0; start < ids.length; start += size) {
    const batch = ids.slice(start, start + size);
    const found = await workspace.chipAddresses(batch);
    const addresses = found.flatMap(({ region, chipIdentifier }) =>
      region === null ? [] : [{ profileId, region, chipIdentifier }],
    );
    yield { addresses, upTo: batch.at(-1) ?? 0 };
  }
}

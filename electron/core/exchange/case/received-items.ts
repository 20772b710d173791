import { z } from 'zod';
import type { Workspace } from '../../workspace/open/workspace.ts';
import type { CaseBatch } from './case-batch.ts';

const setting = 'team_received_items';
const keysSchema = z.array(z.string());

type Item = { readonly id: string; readonly site?: unknown };

/** An area that becomes a site arrives once more. */
const keyOf = ({ id, site }: Item) => (site ? `${id} site` : id);

/** The keys of what came from the team before, and of what is in the workspace now. */
export async function readReceivedItems(workspace: Workspace): Promise<Set<string>> {
  const [stored, areas, layers, { searches }] = await Promise.all([
    workspace.getSetting(setting),
    workspace.listAreas(),
    workspace.listLayers(),
    workspace.listSearches(),
  ]);
  const received = keysSchema.safeParse(stored === undefined ? [] : parseJson(stored));
  const present = [...areas, ...layers, ...searches.map(({ search }) => search)];
  return new Set([...(received.data ?? []), ...present.map(keyOf)]);
}

export async function saveReceivedItems(workspace: Workspace, received: ReadonlySet<string>): Promise<void> {
  await workspace.saveSetting(setting, JSON.stringify([...received]));
}

/**
 * What of a part is taken from the team, whose keys are added to `received`; null for nothing. Findings and the marking are
 * each workspace's own: a package can neither silence the rules of others nor speak for them.
 */
export function receivableItems(batch: CaseBatch, received: Set<string>): CaseBatch | null {
  const unseen = <T extends Item>(items: readonly T[]): T[] =>
    items.filter((item) => {
      const isNew = !received.has(keyOf(item));
      received.add(item.id).add(keyOf(item));
      return isNew;
    });
  switch (batch.kind) {
    case 'areas':
      return { ...batch, areas: unseen(batch.areas) };
    case 'layers':
      return { ...batch, layers: unseen(batch.layers) };
    case 'searches':
      return { ...batch, searches: unseen(batch.searches) };
    case 'watch':
      return { ...batch, events: [] };
    default:
      return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}

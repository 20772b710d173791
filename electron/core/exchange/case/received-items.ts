import { z } from 'zod';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { carriedKinds } from '../../workspace/carried/carried-kinds.ts';
import type { Workspace } from '../../workspace/open/workspace.ts';
import type { CaseBatch } from './case-batch.ts';

const setting = 'team_received_items';
const keysSchema = z.array(z.string());

/** Items that came from the team before, and those that are in the workspace now. */
export type ReceivedItems = {
  /** Keys of both. */
  readonly keys: Set<string>;
  /** The ids of what is there. */
  readonly here: ReadonlySet<string>;
};

type Item = { readonly id: string };
type Received = NonNullable<NonNullable<(typeof carriedKinds)['areas']['items']>['received']>;

export async function readReceivedItems(workspace: Workspace): Promise<ReceivedItems> {
  const stored = keysSchema.safeParse(parseBoundedJson((await workspace.getSetting(setting)) ?? ''));
  const keys = new Set(stored.data);
  const here = new Set<string>();
  for (const { items } of Object.values(carriedKinds)) {
    if (!items?.received) continue;
    for (const item of await items.received.list(workspace)) {
      keys.add(keyOf(items.received, item));
      here.add((item as Item).id);
    }
  }
  return { keys, here };
}

export async function saveReceivedItems(workspace: Workspace, { keys }: ReceivedItems): Promise<void> {
  await workspace.saveSetting(setting, JSON.stringify([...keys]));
}

/**
 * Items of a part that are adopted from the team, whose keys are added to those received; null for none. Findings and the
 * marking are each workspace's own: a package can neither silence the rules of others nor speak for them.
 */
export function receivableItems(
  batch: CaseBatch,
  { keys, here }: ReceivedItems,
): Extract<CaseBatch, { kind: 'items' }> | null {
  if (batch.kind !== 'items') return null;
  const { ways, items: { received } = {} } = carriedKinds[batch.of];
  if (!received || !ways.includes('team')) return null;
  const items = batch.items.filter((item) => {
    const [{ id }, key] = [item as Item, keyOf(received, item)];
    const isReceivable = received.areRenewed ? !keys.has(id) || here.has(id) : !keys.has(key);
    keys.add(id).add(key);
    return isReceivable;
  });
  return { ...batch, items };
}

function keyOf({ keyOf: of }: Received, item: unknown): string {
  return of ? of(item) : (item as Item).id;
}

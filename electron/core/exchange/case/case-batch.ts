import { z } from 'zod';
import type { Area } from '../../../../shared/areas/area.ts';
import type { ChipCalibration } from '../../../../shared/chips/chip-calibration.ts';
import type { VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import type { SavedSearchSettings } from '../../../../shared/searches/saved-search.ts';
import type { WatchRule } from '../../../../shared/watch/watch-rule.ts';
import type { CasePreview } from '../../../../shared/workspace/case-file.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import type { Workspace } from '../../workspace/open/workspace.ts';
import type { ExchangedEvent } from '../../workspace/read/watch/exchanged-events.ts';
import type { RecordPage } from './record-pages.ts';

/** Identity of a case, from its own content. */
export type CaseHead = Omit<CasePreview, 'fileName' | 'bytes'>;

/** A chip of a case; without content when it is no valid image. */
export type CaseChip = {
  readonly region: string;
  readonly chipIdentifier: string;
  readonly png: Uint8Array<ArrayBuffer> | undefined;
};

/**
 * A part of a case on its way from the thread that reads it, in this order. Its size is limited, so that the main process
 * is never blocked for long by receiving one.
 */
export type CaseBatch =
  | { readonly kind: 'head'; readonly head: CaseHead }
  /** Records of one original page. */
  | { readonly kind: 'records'; readonly page: RecordPage }
  /** All records were sent: what analysts have decided and corrected is merged from the file itself. */
  | { readonly kind: 'reviews' }
  | { readonly kind: 'areas'; readonly areas: readonly Area[] }
  /** Their features are copied from the file itself. */
  | { readonly kind: 'layers'; readonly layers: readonly VectorLayer[] }
  | { readonly kind: 'searches'; readonly searches: readonly SavedSearchSettings[] }
  /** Rules of the watch, after what they have found. */
  | {
      readonly kind: 'watch';
      readonly rules: readonly WatchRule[];
      readonly events: readonly ExchangedEvent[];
    }
  | { readonly kind: 'calibrations'; readonly calibrations: readonly ChipCalibration[] }
  | { readonly kind: 'chips'; readonly chips: readonly CaseChip[] };

const setting = 'team_received_items';
const keysSchema = z.array(z.string());

type Item = { readonly id: string; readonly site?: unknown };

/** An area that becomes a site arrives once more. */
const keyOf = ({ id, site }: Item) => (site ? `${id} site` : id);

/** Versions that came from the team before, and what is in the workspace now. */
export type ReceivedItems = {
  /** Keys of both. */
  readonly keys: Set<string>;
  /** The ids of the layers that are there. */
  readonly layers: ReadonlySet<string>;
};

export async function readReceivedItems(workspace: Workspace): Promise<ReceivedItems> {
  const [stored, areas, layers, { searches }] = await Promise.all([
    workspace.getSetting(setting),
    workspace.listAreas(),
    workspace.listLayers(),
    workspace.listSearches(),
  ]);
  const received = keysSchema.safeParse(parseBoundedJson(stored ?? ''));
  const present = [...areas, ...layers, ...searches.map(({ search }) => search)];
  return {
    keys: new Set([...(received.data ?? []), ...present.map(keyOf)]),
    layers: new Set(layers.map(({ id }) => id)),
  };
}

export async function saveReceivedItems(workspace: Workspace, { keys }: ReceivedItems): Promise<void> {
  await workspace.saveSetting(setting, JSON.stringify([...keys]));
}

/**
 * The rows of a part that are taken from the team, whose keys are added to those received; null for nothing. Findings
 * and the marking are each workspace's own: a package can neither silence the rules of others nor speak for them.
 */
export function receivableItems(batch: CaseBatch, { keys, layers }: ReceivedItems): CaseBatch | null {
  const unseen = <T extends Item>(items: readonly T[]): T[] =>
    items.filter((item) => {
      const isNew = !keys.has(keyOf(item));
      keys.add(item.id).add(keyOf(item));
      return isNew;
    });
  switch (batch.kind) {
    case 'areas':
      return { ...batch, areas: unseen(batch.areas) };
    case 'layers':
      return {
        ...batch,
        layers: batch.layers.filter((layer) => {
          const wasDeleted = keys.has(layer.id) && !layers.has(layer.id);
          keys.add(layer.id);
          return !wasDeleted;
        }),
      };
    case 'searches':
      return { ...batch, searches: unseen(batch.searches) };
    case 'watch':
      return { ...batch, events: [] };
    default:
      return null;
  }
}

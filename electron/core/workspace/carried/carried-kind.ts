import type { WayOn } from '../../../../shared/carried-words.ts';
import type { ReceivedLayers, VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import type { Result } from '../../../../shared/result.ts';
import type { WatchRule } from '../../../../shared/watch/watch-rule.ts';
import type { RoleTable } from '../file/schema/table-roles.ts';
import type { Sql } from '../file/sql.ts';
import type { Workspace } from '../open/workspace.ts';
import type { WorkspaceStore } from '../open/workspace-store.ts';
import type { ExchangedEvent } from '../read/watch/exchanged-events.ts';

/**
 * A kind of what travels to other workspaces. Cases, merges and teams fold over the rows of `carriedKinds`; its words are
 * in `shared/carried-words.ts`. A list of `itemKinds` needs no row: it has `ways` there. A row, of notes in a table that
 * are opened with a case and shared with a team:
 *
 *     notes: {
 *       ways: ['case', 'merge', 'team'],
 *       tables: ['notes'],
 *       items: { read: readNotes, limit: 10_000, write: writeNotes, adopt: adoptNotes },
 *     },
 *
 * What is too large for a list (records, reviews, chips) is counted here, and transferred by code of its own.
 */
export type CarriedKind<Item = unknown> = {
  /** The ways on which it reaches another workspace, as the roles of its tables state. */
  readonly ways: readonly WayOn[];
  readonly tables: readonly RoleTable[];
  /** Counts what a file brings when it is imported; absent: its items are. */
  countFile?(sql: Sql): number;
  /** Counts what a case of this choice has; absent: its items are, and without these nothing is said to stay behind. */
  countChosen?(sql: Sql, choice: CarriedChoice): number;
  /** Words of what stays behind, where they are not those of the kind. */
  readonly wordsBehind?: readonly [one: string, many: string];
  /** Follows the words of what was imported. */
  readonly importedAs?: string;
  /** Reason why an import left some out, after `2 chip calibrations left out: `. */
  whyLeftOut?(count: number): string;
  readonly items?: CarriedItems<Item>;
};

/** Items that travel one by one. */
type CarriedItems<Item> = {
  /** Returns the readable ones of a choice. */
  read(sql: Sql, choice: CarriedChoice): Iterable<Item>;
  /** Writes them to a new workspace; absent: other code does, from the file. */
  write?(store: WorkspaceStore, items: Iterable<Item>, madeAt: string): void;
  /** The most that are read from a file from elsewhere. */
  readonly limit?: number;
  /** Throws `RefusedItems` for an item of a file from elsewhere that cannot be adopted. */
  check?(sql: Sql, item: Item): void;
  /** The share of a batch that an item fills, where items may be large. */
  weigh?(item: Item): number;
  /** Adds to the open workspace those that it lacks; absent: a merge from the file itself does. */
  adopt?(target: AdoptingWorkspace, items: readonly Item[]): Promise<Result<AdoptedItems>>;
  /** Whether they are written and adopted after all others, which they read. */
  readonly areLast?: true;
  readonly received?: ReceivedFromTeam<Item>;
};

/** Choice of the items of a team that are adopted: each once, unless they are renewed. */
type ReceivedFromTeam<Item> = {
  /** Lists those of the workspace, which count as received. */
  list(workspace: Workspace): Promise<readonly Item[]>;
  /** Returns what an item is received as, once; its id where absent. */
  keyOf?(item: Item): string;
  /** Whether one that is here is adopted again, since its content may be newer. */
  readonly areRenewed?: true;
};

/** Numbers of items that were added and left out, and names of those that were changed both here and there. */
export type AdoptedItems = {
  readonly added: number;
  readonly leftOut?: number;
  readonly diverged?: readonly string[];
};

/** Items of a file from elsewhere are refused; the message is for the user. */
export class RefusedItems extends Error {}

/** Choice of what travels from a workspace. */
export type CarriedChoice = {
  /** Everything, or what belongs to the detections in the temporary table `chosen`. */
  readonly scope: CarriedScope;
  readonly withLayers: boolean;
  /** With the rules of the watch, and what they have found. */
  readonly withRules: boolean;
  /** Only what a team or a merge imports: layers, sites, and rules with their areas and searches. */
  readonly isOfItems?: boolean;
};

export type CarriedScope = { readonly kind: 'all' | 'ids' };

/** All of a workspace. */
export const everything: CarriedChoice = { scope: { kind: 'all' }, withLayers: true, withRules: true };

/** An open workspace that adopts items, and what is done for it by domains above. */
export type AdoptingWorkspace = {
  readonly workspace: Workspace;
  /** Copies layers that the workspace lacks, or has in an older content, from the file that they were read from. */
  receiveLayers(layers: readonly VectorLayer[]): Promise<ReceivedLayers>;
  /** Adds rules of the watch and events that the workspace lacks, and returns how many. */
  adoptWatch(
    rules: readonly WatchRule[],
    events: readonly ExchangedEvent[],
  ): Promise<Result<{ readonly rules: number; readonly events: number }>>;
};

import { carriedWords, type WayOn } from '../../../../../shared/carried-words.ts';

/** Treatment of a table by what protects the users' work and passes it on. */
export type TableRole = {
  /** Set where it is made again from raw records or other tables. A rebuild copies the rows of all others. */
  readonly isDerived?: true;
  /** A row and several rows, in sentences; without, they are named by the table. */
  readonly words?: readonly [one: string, many: string];
  /** Whether the safety copy has it, since it exists nowhere else; `large`: it is copied in parts, by this key. */
  readonly safetyCopy?: true | { readonly large: string };
  /** The column that names rows which nothing deletes: a file that lacks one of the safety copy has lost it. */
  readonly permanent?: string;
  readonly passedOn?: readonly WayOn[];
  /** Reason why what is not derived is not in the safety copy, or not passed on. */
  readonly note?: string;
};

const derived: TableRole = { isDerived: true };
const everywhere = ['merge', 'case', 'team'] as const;
const ownAccount = 'of the account and its service';
const ownFetches = 'the history of the fetches of this workspace';

/** All tables of a workspace but those of GeoPackage, and of single layers, whose features follow `layers`. */
export const tableRoles = {
  settings: { safetyCopy: true, words: ['setting', 'settings'], passedOn: everywhere, note: 'by their keys' },
  areas_deleted: { safetyCopy: true, note: 'deleted by the user of this workspace' },
  areas: { safetyCopy: true, words: carriedWords.areas, passedOn: everywhere },
  orders: { safetyCopy: true, words: ['order', 'orders'], note: ownAccount },
  order_status: { safetyCopy: true, note: ownAccount },
  order_requests: { safetyCopy: true, note: ownAccount },
  submissions: {
    safetyCopy: true,
    words: ['sent order', 'sent orders'],
    permanent: 'submission_id',
    note: ownAccount,
  },
  order_drafts: { safetyCopy: true, words: ['order draft', 'order drafts'], note: ownAccount },
  layers: { safetyCopy: true, words: carriedWords.layers, passedOn: everywhere },
  ais_decisions: {
    safetyCopy: true,
    words: carriedWords.decisions,
    permanent: 'decision_id',
    passedOn: everywhere,
  },
  searches: { safetyCopy: true, words: carriedWords.searches, passedOn: everywhere },
  watch_rules: { safetyCopy: true, words: carriedWords.rules, passedOn: everywhere },
  watch_runs: { safetyCopy: true, note: ownFetches },
  watch_events: {
    safetyCopy: true,
    words: carriedWords.findings,
    permanent: 'event_id',
    passedOn: ['merge', 'case'],
    note: 'of the rules of a team each workspace makes its own',
  },
  review_batches: {
    safetyCopy: { large: 'id' },
    permanent: 'batch',
    passedOn: ['team'],
    note: 'a merge is a batch of its own',
  },
  review_history: {
    safetyCopy: { large: 'id' },
    words: ['change of a review', 'changes of reviews'],
    passedOn: everywhere,
  },
  reviews: {
    safetyCopy: { large: 'detection_id' },
    words: carriedWords.reviews,
    passedOn: everywhere,
  },
  team_reviews: { note: 'received from the team again' },
  ais_files: {
    words: ['AIS file', 'AIS files'],
    note: 'imported from files, which can be imported again; may be large',
  },
  ais_contacts: {
    words: ['AIS contact', 'AIS contacts'],
    note: 'imported from files, which can be imported again; may be large',
  },
  ais_index: {
    words: ['part of the index of an AIS file', 'parts of the indexes of AIS files'],
    note: 'imported from files, which can be imported again; may be large',
  },
  chips: { passedOn: ['case'], note: 'copied from a case, which can be imported again; may be large' },
  fetches: { words: ['fetch in the history', 'fetches in the history'], note: ownFetches },
  fetch_records: { note: ownFetches },
  record_changes: { note: ownFetches },
  ais_matches: derived,
  ais_passes: derived,
  app_meta: derived,
  detection_areas: derived,
  detection_chunks: derived,
  detections: derived,
  footprints: derived,
  names: derived,
  problems: derived,
  processors: derived,
  properties: derived,
  property_chunks: derived,
  queries: derived,
  raw_blocks: derived,
  records: { isDerived: true, words: carriedWords.records },
  seen_pages: derived,
  sensors: derived,
} as const satisfies Readonly<Record<string, TableRole>>;

/** The name of a table that has a role. */
export type RoleTable = keyof typeof tableRoles;

/** The role of a table; undefined for one that Sightline does not know, or of a layer. */
export function roleOf(table: string): TableRole | undefined {
  return Object.hasOwn(tableRoles, table) ? tableRoles[table as RoleTable] : undefined;
}

/** The tables for which `has` returns true, in their order. */
export function tablesWith(has: (role: TableRole) => boolean): readonly RoleTable[] {
  return (Object.keys(tableRoles) as RoleTable[]).filter((table) => has(tableRoles[table]));
}

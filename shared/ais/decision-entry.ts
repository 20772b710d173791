import { z } from 'zod';
import { limitTime, nowUtcAfter, utcInstantSchema } from '../time.ts';

/** An entry of the history of decisions about which AIS contact a detection is, as workspaces exchange it. */
export const decisionEntrySchema = z.object({
  id: z.uuid(),
  recordId: z.string().min(1).max(100_000),
  /** Identifies the detection within the record. */
  identity: z.string().min(1).max(100_000),
  /** An identifier; `none`: none of the candidates; null: an earlier decision was undone. */
  decision: z.string().min(1).max(20).nullable(),
  by: z.string().max(1000),
  /** UTC. */
  at: utcInstantSchema,
});
export type DecisionEntry = z.infer<typeof decisionEntrySchema>;

/** The entry in effect: the latest; of several at one time the same one in every workspace. Undefined without any. */
export function latestEntry(entries: readonly DecisionEntry[]): DecisionEntry | undefined {
  return entries.reduce<DecisionEntry | undefined>(
    (latest, entry) => (latest === undefined || isLater(entry, latest) ? entry : latest),
    undefined,
  );
}

function isLater(one: DecisionEntry, other: DecisionEntry): boolean {
  const difference = Date.parse(one.at) - Date.parse(other.at);
  return difference === 0 ? one.id > other.id : difference > 0;
}

/** The outcomes of merging the histories of decisions about a detection. */
export const decisionMerges = [
  /** Nothing was decided here. */
  'new',
  /** Both decide the same. */
  'same',
  /** The arriving history contains the decision here, and goes on. */
  'newer',
  /** The history here contains the arriving decision. */
  'older',
  /** Both decided differently, without knowing of each other. */
  'conflict',
] as const;
export type DecisionMerge = (typeof decisionMerges)[number];

/** Two decisions about a detection that disagree. */
export type DecisionConflict = { readonly present: DecisionEntry; readonly arriving: DecisionEntry };

/** A merge of two histories of one detection. */
export type DecisionPlan = {
  readonly kind: DecisionMerge;
  /** Arriving entries that the history here lacks. */
  readonly missing: readonly DecisionEntry[];
  /** Null but for a conflict. */
  readonly conflict: DecisionConflict | null;
};

/** Plans a merge of entries about one detection, of which at least one arrives. */
export function planDecisionMerge(
  present: readonly DecisionEntry[],
  arriving: readonly DecisionEntry[],
): DecisionPlan {
  const [known, there] = [present, arriving].map((entries) => new Set(entries.map(({ id }) => id)));
  const missing = arriving.filter(({ id }) => !known?.has(id));
  const [here, theirs] = [latestEntry(present), latestEntry(arriving)];
  const plan = (kind: DecisionMerge): DecisionPlan => ({ kind, missing, conflict: null });
  if (!theirs || missing.length === 0) return plan(here?.id === theirs?.id ? 'same' : 'older');
  if (!here) return plan('new');
  if (here.decision === theirs.decision) return plan('same');
  if (there?.has(here.id)) return plan('newer');
  if (known?.has(theirs.id)) return plan('older');
  return { kind: 'conflict', missing, conflict: { present: here, arriving: theirs } };
}

/**
 * The entry that lets the chosen decision of a conflict be in effect after all others; undefined where it is without
 * one. It is made at `now` (UTC) or, should that not be the latest, after the others.
 */
export function settleConflict(
  { present, arriving }: DecisionConflict,
  winner: 'present' | 'arriving',
  { id, by, at: now }: Pick<DecisionEntry, 'id' | 'by' | 'at'>,
): DecisionEntry | undefined {
  const chosen = winner === 'present' ? present : arriving;
  const latest = latestEntry([present, arriving]) ?? chosen;
  if (latest === chosen) return undefined;
  return { ...chosen, id, by, at: nowUtcAfter(latest.at, Date.parse(now)) };
}

/** Identifies the detection of a decision among the choices of a merge, apart from that of a review. */
export function decisionKey({ recordId, identity }: Pick<DecisionEntry, 'recordId' | 'identity'>): string {
  return JSON.stringify(['ais', recordId, identity]);
}

/** An entry of another computer, whose clock may be ahead of `now` (UTC). */
export function withLimitedTime(entry: DecisionEntry, now: string): DecisionEntry {
  return { ...entry, at: limitTime(entry.at, now) };
}

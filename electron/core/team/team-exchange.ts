import { journalKinds } from '../../../shared/carried-words.ts';
import { explainError } from '../../../shared/error-text.ts';
import { describeDiverged } from '../../../shared/layers/vector-layer.ts';
import { type Failure, type Result, succeed } from '../../../shared/result.ts';
import type { ReceivedFromTeam } from '../../../shared/review/team-overview.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import { CallStopped } from '../base/thread-protocol.ts';
import type { ReceivedItemsSummary } from '../exchange/case/create-cases.ts';
import { WriteFailed } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import {
  type PulledTeamRecords,
  pullTeamRecords,
  readReviewsCursor,
  type SyncedTeamReviews,
  syncTeamReviews,
  type TeamThread,
} from './team.ts';
import type { TeamConnection } from './team-connection.ts';
import { saveReceived } from './team-in-workspace.ts';
import { readLease, saveLease } from './team-leases.ts';
import { addTeamRules } from './team-rules.ts';

/** Maximum number of revisions that were set aside of which the last exchange is saved. */
const maxSetAside = 20;

export type TeamExchangeDeps = {
  readonly events: Pick<Events, 'publish'>;
  readonly onProblem: (error: unknown, where: string) => void;
  /** Imports layers, sites and rules from a file. */
  readonly receiveItems: (
    workspace: Workspace,
    file: string,
    signal: AbortSignal,
  ) => Promise<Result<ReceivedItemsSummary>>;
  /** Folder of files with them. */
  readonly temporaryFolder: string;
};

/** The two sides of an exchange. */
type Sides = {
  readonly connection: TeamConnection;
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
};

export type ExchangeOptions = {
  /** See `SyncReviewsRequest`. */
  readonly pullsLater?: boolean;
  /** Receives the number of records so far. */
  onProgress?(records: number): void;
};

/** `isComplete` is false when another exchange has to receive what is new. */
export type Exchange = {
  readonly received: ReceivedFromTeam;
  readonly mayPush: boolean;
  readonly isComplete: boolean;
};

/** When a workspace last exchanged, and why the last exchange failed, if it did. */
type LastExchange = { readonly at: string | null; readonly problem: Failure | null };

/** Exchanges workspaces with the team database, and has the outcome of the last exchange of each file. */
export function createTeamExchange(deps: TeamExchangeDeps) {
  /**
   * The last exchange of each workspace file since the settings were changed. An exchange of former settings that is
   * still running keeps the map of its beginning.
   */
  let exchanges = new Map<string, LastExchange>();

  return {
    last: (workspace: Workspace): LastExchange | undefined => exchanges.get(workspace.path),
    /** Forgets the last exchanges, as other settings have none. */
    forget(): void {
      exchanges = new Map();
    },
    /**
     * Pushes reviews, pulls reviews, then pulls records, so that no verdict waits until records are written. When a
     * workspace joins the team, it pulls the records first, to have the detections of the reviews. What was received
     * before a failure stays. With `pullsLater`, an exchange that has pushed one batch may end then.
     */
    async run(
      openThread: () => Promise<Result<TeamThread>>,
      sides: Sides,
      options: ExchangeOptions = {},
    ): Promise<Result<Exchange>> {
      const { workspace } = sides;
      const ownExchanges = exchanges;
      const thread = await openThread();
      const exchanged = thread.ok ? await exchangeAll(deps, thread.value, sides, options) : thread;
      ownExchanges.set(workspace.path, {
        at: exchanged.ok ? nowUtc() : (ownExchanges.get(workspace.path)?.at ?? null),
        problem: exchanged.ok ? null : exchanged.failure,
      });
      deps.events.publish({ type: 'changed', topic: 'team' });
      if (!exchanged.ok) return exchanged;
      const { mayPush, isComplete } = exchanged.value.reviews;
      const received = describeReceived(exchanged.value);
      const { newRecords, changedRecords, reviews, setAside } = received;
      const entries = journalKinds.reduce((sum, kind) => sum + received[kind], 0);
      if (newRecords + changedRecords + reviews + entries + setAside.length > 0) {
        await saveReceived(workspace, received);
      }
      return succeed({ received, mayPush, isComplete });
    },
  };
}

type Exchanged = {
  readonly records: Pick<PulledTeamRecords, 'added' | 'changed' | 'setAside'>;
  readonly reviews: SyncedTeamReviews;
};

function describeReceived({ records, reviews }: Exchanged): ReceivedFromTeam {
  return {
    at: nowUtc(),
    newRecords: records.added,
    changedRecords: records.changed,
    reviews: Math.max(0, reviews.received - reviews.pushed),
    corrections: reviews.corrections,
    decisions: reviews.decisions,
    places: reviews.places,
    setAside: [...records.setAside, ...reviews.setAside].slice(0, maxSetAside),
  };
}

async function exchangeAll(
  deps: TeamExchangeDeps,
  thread: TeamThread,
  sides: Sides,
  { pullsLater = false, onProgress }: ExchangeOptions,
): Promise<Result<Exchanged>> {
  const pull = createPull(deps, thread, sides, onProgress);
  const hasJoined = (await readReviewsCursor(sides.workspace)) !== undefined;
  const joining = hasJoined ? undefined : await pull();
  if (joining && !joining.ok) return joining;
  const reviews = await exchangeReviews(deps, thread, sides, pullsLater);
  // Without the right to write, records can still be received: a newer schema refuses reviews of an older version.
  if (!reviews.ok && reviews.failure.code !== 'read-only') return reviews;
  if (reviews.ok && !reviews.value.isComplete) {
    return succeed({ records: { added: 0, changed: 0, setAside: [] }, reviews: reviews.value });
  }
  const records = joining ?? (await pull());
  if (!reviews.ok) return reviews;
  return records.ok ? succeed({ records: records.value, reviews: reviews.value }) : records;
}

/** Pulls the records of the team, and publishes that there are new ones. */
function createPull(
  { events }: TeamExchangeDeps,
  thread: TeamThread,
  { connection, workspace, signal }: Sides,
  onProgress: ExchangeOptions['onProgress'],
) {
  let hasRecords = false;
  return () =>
    pullTeamRecords(
      thread,
      { connection, workspace },
      {
        signal,
        onProgress({ added, changed, unchanged, older }) {
          hasRecords ||= added + changed > 0;
          onProgress?.(added + changed + unchanged + older);
        },
      },
    ).finally(() => {
      if (hasRecords) events.publish({ type: 'changed', topic: 'results' });
    });
}

async function exchangeReviews(
  deps: TeamExchangeDeps,
  thread: TeamThread,
  { connection, workspace, signal }: Sides,
  pullsLater: boolean,
): Promise<Result<SyncedTeamReviews>> {
  const { events } = deps;
  const lease = await readLease(workspace);
  const synced = await syncTeamReviews(
    thread,
    { connection, workspace },
    {
      ...{ signal, lease, pullsLater },
      itemsFolder: deps.temporaryFolder,
      importItems: (file) => importItems(deps, workspace, file, signal),
      onChanged({ changed, previousVersion, version }) {
        if (changed > 0) events.publish({ type: 'reviews', previousVersion, version, flags: null });
      },
      onJournal(kind) {
        if (kind !== 'decisions') events.publish({ type: 'changed', topic: 'results' });
        else void workspace.clearCaches().then(() => events.publish({ type: 'changed', topic: 'ais' }));
      },
    },
  );
  // It may have been ended or replaced during the exchange.
  const isHeld = lease !== undefined && (await readLease(workspace))?.token === lease.token;
  if (synced.ok && isHeld && synced.value.leasedUntil !== undefined) {
    await saveLease(workspace, { ...lease, until: synced.value.leasedUntil });
  }
  return synced;
}

/** Imports layers, sites and rules of the team. Resolves with why something of them was not imported, or undefined. */
async function importItems(
  { receiveItems, onProblem }: TeamExchangeDeps,
  workspace: Workspace,
  file: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const received = await receiveItems(workspace, file, signal);
    if (!received.ok) return received.failure.message;
    const { ruleIds, diverged } = received.value;
    await addTeamRules(workspace, ruleIds);
    return describeDiverged(diverged)[0];
  } catch (error) {
    // What this computer cannot do now is tried again; a faulty package must not hold up the others.
    if (signal.aborted || error instanceof CallStopped || error instanceof WriteFailed) throw error;
    onProblem(error, 'importing layers, sites and rules of the team');
    return explainError(error, 'Its layers, sites and rules cannot be imported.').message;
  }
}

import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { formatCarried, journalKinds, listCarried } from '../../../shared/carried-words.ts';
import { formatQuantity } from '../../../shared/format.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import type { Result } from '../../../shared/result.ts';
import { describeSetAside } from '../../../shared/review/team-overview.ts';
import { nowUtc } from '../../../shared/time.ts';
import { createLimiter, type Limiter } from '../base/limiter.ts';
import type { ItemsTask, WrittenItems } from '../exchange/case/write-items.ts';
import { type JobEnd, JobFailure, type JobHandle, type JobRunner, newJob } from '../jobs/job-runner.ts';
import { type GetWorkspace, getWritableWorkspace } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { publishTeamItems, publishWorkspace, readReviewsCursor } from './team.ts';
import type { TeamConnection } from './team-connection.ts';
import type { Exchange } from './team-exchange.ts';
import { savePublished } from './team-in-workspace.ts';
import { addTeamRules } from './team-rules.ts';

type TeamJobsDeps = {
  readonly workerUrl: URL;
  readonly workspace: GetWorkspace;
  readonly jobs: Pick<JobRunner, 'start'>;
  readonly connect: () => Promise<Result<TeamConnection>>;
  readonly publishChange: () => void;
  /** Writes the layers, sites and rules of a workspace as a file. */
  readonly writeItems: (task: ItemsTask, options: { readonly signal: AbortSignal }) => Promise<WrittenItems>;
  readonly temporaryFolder: string;
  /** Exchanges are run one after another. */
  readonly exchangeSlots: Limiter;
  readonly exchange: (
    connection: TeamConnection,
    workspace: Workspace,
    signal: AbortSignal,
    onProgress: (records: number) => void,
  ) => Promise<Result<Exchange>>;
};

type Work = {
  readonly connection: TeamConnection;
  readonly workspace: Workspace;
  readonly handle: JobHandle;
};

/** The jobs in which the open workspace publishes to the team and exchanges with it. */
export function createTeamJobs(deps: TeamJobsDeps) {
  const { workerUrl, publishChange, temporaryFolder } = deps;
  /** Apart from those of exchanges, so that reviews and leases do not wait for a publication. */
  const publishSlots = createLimiter(1);

  const start = async (
    title: string,
    slots: Limiter,
    run: (work: Work) => Promise<JobEnd>,
  ): Promise<Result<Job>> => {
    const writable = getWritableWorkspace(deps.workspace);
    if (!writable.ok) return writable;
    const connection = await deps.connect();
    if (!connection.ok) return connection;
    return deps.jobs.start({
      job: newJob({ kind: 'team', title }),
      slots,
      run: (handle) => run({ connection: connection.value, workspace: writable.value, handle }),
    });
  };

  const publishRecords = async ({ connection, workspace, handle }: Work): Promise<JobEnd> => {
    const published = await publishWorkspace(
      workerUrl,
      { connection, workspacePath: workspace.path },
      {
        signal: handle.signal,
        onProgress: ({ records, compared }) =>
          handle.progress({ done: compared, total: records, unit: 'records' }),
      },
    );
    if (!published.ok) throw new JobFailure(published.failure);
    const { records, published: sent, detections, notes } = published.value;
    await savePublished(workspace, { at: nowUtc(), records });
    publishChange();
    const outcome =
      sent === 0
        ? `No record published: ${formatQuantity(records, 'record')} compared.`
        : `${formatQuantity(sent, 'record')} with ${formatQuantity(detections, 'detection')} published, of ${formatQuantity(records, 'record')}.`;
    return { outcome, warnings: [...notes] };
  };

  const publishItems = async ({ connection, workspace, handle: { signal } }: Work): Promise<JobEnd> => {
    const file = path.join(temporaryFolder, `items-${randomUUID()}.gpkg`);
    try {
      await mkdir(temporaryFolder, { recursive: true });
      const task = { workspacePath: workspace.path, to: file, madeAt: nowUtc() };
      const { bytes, layers, sites, ruleIds, lists } = await deps.writeItems(task, { signal });
      const sent = await publishTeamItems(workerUrl, { connection, file, bytes }, { signal });
      if (!sent.ok) throw new JobFailure(sent.failure);
      await addTeamRules(workspace, ruleIds);
      const rules = formatCarried('rules', ruleIds.length);
      const others = [formatCarried('layers', layers), formatQuantity(sites, 'site'), ...listCarried(lists)];
      return { outcome: `${others.join(', ')} and ${rules} shared.` };
    } finally {
      await rm(file, { force: true });
    }
  };

  const exchange = async ({ connection, workspace, handle }: Work): Promise<JobEnd> => {
    const exchanged = await deps.exchange(connection, workspace, handle.signal, (done) =>
      handle.progress({ done, unit: 'records' }),
    );
    if (!exchanged.ok) throw new JobFailure(exchanged.failure);
    return describeExchange(exchanged.value, connection, workspace);
  };

  return {
    /** Starts a job that publishes the open workspace. */
    publish: () => start('Publish to the team', publishSlots, publishRecords),
    /** Starts a job that publishes the layers, sites and watch rules of the open workspace. */
    publishItems: () => start('Share layers, sites and rules with the team', publishSlots, publishItems),
    /** Starts a job that pulls records, pushes reviews and pulls the reviews of all workspaces. */
    exchange: () => start('Exchange with the team', deps.exchangeSlots, exchange),
  };
}

async function describeExchange(
  { received, mayPush }: Exchange,
  { user }: TeamConnection,
  workspace: Workspace,
): Promise<JobEnd> {
  const { newRecords, changedRecords, reviews, setAside } = received;
  const named = [
    formatQuantity(newRecords, 'new record'),
    formatQuantity(changedRecords, 'changed record'),
    formatQuantity(reviews, 'review change'),
    ...listCarried(received, journalKinds),
  ];
  const unsent = mayPush
    ? 0
    : await workspace.unpushedReviews((await readReviewsCursor(workspace))?.pushed ?? 0);
  const notSent = `${formatQuantity(unsent, 'review change')} not sent: ${user} does not have the role of a reviewer.`;
  return {
    warnings: [...(unsent === 0 ? [] : [notSent]), ...setAside.map(describeSetAside)],
    outcome: `${named.join(', ')} received.`,
  };
}

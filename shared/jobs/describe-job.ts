import { formatBytes, formatCount, formatDuration, formatQuantity } from '../format.ts';
import { definitionOf } from '../results/builtin-fields.ts';
import { describeFetchLimit, hasNoRecord } from './fetch-limit.ts';
import { isActiveJob, type Job } from './job.ts';
import type { ProcessorChange } from './processor-changes.ts';

/** Describes the state of a job. */
export function describeState(job: Job): string {
  switch (job.state) {
    case 'queued':
      return 'Queued; starts when a running job ends';
    case 'running':
      if (job.pause) return 'Waiting before retrying';
      return job.fetch ? describeRunningFetch(job.fetch) : runningTexts[job.kind];
    case 'waiting':
      return job.pause
        ? 'Waiting for the service; continues automatically'
        : 'Waiting for you to sign in; continues automatically';
    case 'cancelled':
      return job.resumable ? 'Canceled; fetched data is saved and the job can be resumed' : 'Canceled';
    case 'interrupted':
      return job.resumable
        ? 'Interrupted when Sightline closed; it can be resumed where it stopped'
        : 'Interrupted when Sightline ended';
    case 'failed':
      return job.resumable ? 'Failed; fetched data is saved and the job can be resumed' : 'Failed';
    case 'stopped':
      return `Stopped early: the service’s paging was inconsistent. Fetched data is saved, but it is not complete${
        job.resumable ? '; the last page can be requested again' : ''
      }`;
    case 'complete':
      if (hasNoRecord(job)) return 'Complete; the service returned no record';
      return describeFetchLimit(job) ?? 'Complete';
  }
}

/** The result of an ended job in a few words: `complete · 35 records`. */
export function describeOutcome(job: Job): string {
  const { state, fetch } = job;
  const ended = state === 'cancelled' ? 'canceled' : (describeFetchLimit(job)?.toLowerCase() ?? state);
  return fetch ? `${ended} · ${formatQuantity(fetch.records, 'record')}` : ended;
}

function describeRunningFetch({ pages, query }: NonNullable<Job['fetch']>): string {
  const page = `Page ${formatCount(pages + 1)} of a running query`;
  return query ? `${page} · query ${formatCount(query.index + 1)} of ${formatCount(query.count)}` : page;
}

/** The job without its rate and time left, which are outdated once its progress is no longer received. */
export function withoutPace(job: Job): Job {
  const { ratePerSecond: _rate, secondsLeft: _left, ...rest } = job;
  return rest;
}

/** Describes what a job has done so far, or in all: `4 pages · 2,000 records (1,950 new) · 41,207 detections · 5,120/s`. */
export function describeProgress(job: Job): string {
  const isComplete = job.state === 'complete';
  if (job.fetch) {
    const { pages, records, newRecords, changedRecords, detections, problems } = job.fetch;
    const changes = [
      `${formatCount(newRecords)} new`,
      ...(changedRecords > 0 ? [`${formatCount(changedRecords)} changed`] : []),
    ].join(', ');
    return [
      formatQuantity(pages, 'page'),
      `${formatQuantity(records, 'record')} (${changes})`,
      formatQuantity(detections, 'detection'),
      ...(problems > 0 ? [formatQuantity(problems, 'problem')] : []),
      ...rateText(job),
      ...timeLeftText(job),
    ].join(' · ');
  }
  if (job.chips) return describeChips(job.chips, job);
  if (job.export) {
    const { written, total, unit = 'detections' } = job.export;
    const count = formatQuantity(isComplete ? written : total, unit.slice(0, -1));
    return [isComplete ? count : `${formatCount(written)} of ${count}`, ...rateText(job)].join(' · ');
  }
  return job.progress && isActiveJob(job) ? describeUnitProgress(job.progress) : '';
}

/** `QC status of 3 records changed: PASSED → FAILED`; nothing for a job without such changes. */
export function describeProcessorChanges({ fetch }: Job): readonly string[] {
  return (fetch?.processorChanges ?? []).map(({ statement, records, kinds }) => {
    const counted = kinds.map((kind) => {
      const change = describeChange(kind);
      return kinds.length === 1 ? change : `${change} (${formatCount(kind.records)})`;
    });
    const listed =
      kinds.reduce((sum, kind) => sum + kind.records, 0) < records ? [...counted, 'others'] : counted;
    return `${definitionOf(statement).label} of ${formatQuantity(records, 'record')} changed: ${listed.join(', ')}`;
  });
}

/** `PASSED → FAILED`. */
export function describeChange({ former, current }: Pick<ProcessorChange, 'former' | 'current'>): string {
  return `${former ?? 'none'} → ${current ?? 'none'}`;
}

const runningTexts: Readonly<Record<Job['kind'], string>> = {
  fetch: 'Fetching',
  export: 'Writing',
  chips: 'Fetching image chips',
  tiles: 'Fetching tiles',
  workspace: 'Working on the workspace file',
  check: 'Checking the case',
  import: 'Importing',
  team: 'Exchanging with the team database',
  pictures: 'Drawing map images',
};

/** `12 of 40 chips · 10 fetched (1.2 MB) · 2 not available yet`. */
function describeChips(chips: NonNullable<Job['chips']>, { progress, state }: Job): string {
  const parts: readonly (readonly [number, string])[] = [
    [chips.cached, `${formatCount(chips.cached)} already cached`],
    [chips.fetched, `${formatCount(chips.fetched)} fetched (${formatBytes(chips.bytes)})`],
    [chips.absent, `${formatCount(chips.absent)} not available yet`],
    [chips.failed, `${formatCount(chips.failed)} failed`],
  ];
  return [
    ...(progress && state !== 'complete' ? [describeUnitProgress(progress)] : []),
    ...parts.flatMap(([count, text]) => (count > 0 ? [text] : [])),
  ].join(' · ');
}

/** An upper bound, because the service may have fewer than `maxRecords` records and the rate varies. */
function timeLeftText({ state, pause, secondsLeft }: Job): readonly string[] {
  if (state !== 'running' || pause || secondsLeft === undefined) return [];
  const left = formatDuration(secondsLeft * 1000);
  return [secondsLeft < 60 ? `${left} left` : `at most about ${left} left`];
}

function describeUnitProgress({ done, total, unit }: NonNullable<Job['progress']>): string {
  if (unit === 'bytes') return [done, ...(total === undefined ? [] : [total])].map(formatBytes).join(' of ');
  const count = formatQuantity(total ?? done, unit.slice(0, -1));
  return total === undefined ? count : `${formatCount(done)} of ${count}`;
}

/** The progress of a job, 0…1; null when the total is unknown. */
export function progressFraction(job: Job): number | null {
  if (job.state === 'complete') return 1;
  const end = job.fetch?.expectedRecords ?? job.fetch?.maxRecords;
  if (job.fetch && end) return Math.min(1, job.fetch.records / end);
  if (job.export && job.export.total > 0) return Math.min(1, job.export.written / job.export.total);
  if (job.progress?.total) return Math.min(1, job.progress.done / job.progress.total);
  return null;
}

function rateText({ state, pause, ratePerSecond }: Job): readonly string[] {
  return state === 'running' && !pause && ratePerSecond ? [`${formatCount(ratePerSecond)}/s`] : [];
}

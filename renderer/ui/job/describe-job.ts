import { isActive, type Job } from '../../../shared/jobs/job.ts';
import { formatBytes, formatCount, formatQuantity, formatTimeLeft } from '../../components/format.ts';

/** How a job stands, in plain words. */
export function describeState(job: Job): string {
  switch (job.state) {
    case 'queued':
      return 'Queued; begins when one that runs has ended';
    case 'running':
      if (job.pause) return 'Waiting before another try';
      return job.fetch
        ? `Page ${formatCount(job.fetch.pages + 1)} of a running query`
        : runningWords[job.kind];
    case 'waiting':
      return job.pause
        ? 'Waiting for the service; continues by itself'
        : 'Waiting for you to sign in; continues by itself';
    case 'cancelled':
      return job.resumable ? 'Cancelled; what was fetched is kept, and it can be resumed' : 'Cancelled';
    case 'interrupted':
      return 'Interrupted when Sightline closed; it can be resumed where it stopped';
    case 'failed':
      return job.resumable ? 'Failed; what was fetched is kept, and it can be resumed' : 'Failed';
    case 'stopped':
      return `Stopped early: the service’s paging was inconsistent. What was fetched is kept, but it is not complete${
        job.resumable ? '; the last page can be asked for once more' : ''
      }`;
    case 'complete':
      return 'Complete';
  }
}

/** What a job has done so far: `4 pages · 2,000 records (1,950 new) · 41,207 detections · 5,120/s`. */
export function describeProgress(job: Job): string {
  if (job.fetch) {
    const { pages, records, newRecords, changedRecords, detections, problems } = job.fetch;
    const news = [
      `${formatCount(newRecords)} new`,
      ...(changedRecords > 0 ? [`${formatCount(changedRecords)} changed`] : []),
    ].join(', ');
    return [
      formatQuantity(pages, 'page'),
      `${formatQuantity(records, 'record')} (${news})`,
      formatQuantity(detections, 'detection'),
      ...(problems > 0 ? [formatQuantity(problems, 'problem')] : []),
      ...rate(job),
      ...timeLeft(job),
    ].join(' · ');
  }
  if (job.chips) return describeChips(job.chips, job);
  if (job.export) {
    const { written, total } = job.export;
    return [`${formatCount(written)} of ${formatQuantity(total, 'detection')}`, ...rate(job)].join(' · ');
  }
  return job.progress && isActive(job) ? describeUnits(job.progress) : '';
}

const runningWords: Readonly<Record<Job['kind'], string>> = {
  fetch: 'Fetching',
  export: 'Writing',
  chips: 'Fetching image chips',
  tiles: 'Fetching tiles',
  workspace: 'Working on the workspace file',
  import: 'Taking in',
};

/** `12 of 40 chips · 10 fetched (1.2 MB) · 2 not there yet`. */
function describeChips(chips: NonNullable<Job['chips']>, { progress }: Job): string {
  const parts: readonly (readonly [number, string])[] = [
    [chips.cached, `${formatCount(chips.cached)} were cached`],
    [chips.fetched, `${formatCount(chips.fetched)} fetched (${formatBytes(chips.bytes)})`],
    [chips.absent, `${formatCount(chips.absent)} not there yet`],
    [chips.failed, `${formatCount(chips.failed)} failed`],
  ];
  return [
    ...(progress ? [describeUnits(progress)] : []),
    ...parts.flatMap(([count, text]) => (count > 0 ? [text] : [])),
  ].join(' · ');
}

/** That `maxRecords` will come is not certain, and neither is the pace. */
function timeLeft({ state, pause, secondsLeft }: Job): readonly string[] {
  if (state !== 'running' || pause || secondsLeft === undefined) return [];
  const left = formatTimeLeft(secondsLeft * 1000);
  return [secondsLeft < 60 ? `${left} left` : `at most about ${left} left`];
}

function describeUnits({ done, total, unit }: NonNullable<Job['progress']>): string {
  if (unit === 'bytes') return [done, ...(total === undefined ? [] : [total])].map(formatBytes).join(' of ');
  const count = formatQuantity(total ?? done, unit.slice(0, -1));
  return total === undefined ? count : `${formatCount(done)} of ${count}`;
}

/** How much of a job is done, 0…1; null where the end is not known. */
export function progressFraction(job: Job): number | null {
  if (job.state === 'complete') return 1;
  const end = job.fetch?.expectedRecords ?? job.fetch?.maxRecords;
  if (job.fetch && end) return Math.min(1, job.fetch.records / end);
  if (job.export && job.export.total > 0) return Math.min(1, job.export.written / job.export.total);
  if (job.progress?.total) return Math.min(1, job.progress.done / job.progress.total);
  return null;
}

function rate({ state, pause, ratePerSecond }: Job): readonly string[] {
  return state === 'running' && !pause && ratePerSecond ? [`${formatCount(ratePerSecond)}/s`] : [];
}

import path from 'node:path';
import { foldText } from '../../shared/fold-text.ts';
import { formatQuantity, formatUtc } from '../../shared/format.ts';
import { standardTemplate } from '../../shared/reports/report-template.ts';
import { type Failure, fail, type Result, succeed } from '../../shared/result.ts';
import { nowUtc } from '../../shared/time.ts';
import { type WatchDigestInput, watchDigest } from '../../shared/watch/watch-digest.ts';
import type { ListedWatchRule } from '../../shared/watch/watch-list.ts';
import { unwatchedText, type WatchStatus, watchedPeriod } from '../../shared/watch/watch-status.ts';
import { writeWholeFile } from '../core/base/write-whole-file.ts';
import { renderHtml } from '../core/exchange/reports/render-html.ts';
import type { Workspace } from '../core/workspace/open/workspace.ts';
import { markingOf } from '../core/workspace/read/marking.ts';
import { isDemoWorkspace, workspaceNameKey } from '../core/workspace/read/workspace-name.ts';
import type { WatchCommand } from './cli-request.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { type FetchContext, followJob, signIn } from './fetch-command.ts';

/** The most findings that a run lists. */
const maxListed = 5_000;

/**
 * Fetches what is new for the rules of the watch, evaluates it, and ends. The exit code states whether something was
 * found, or a rule was not watched.
 */
export async function runWatchCommand(command: WatchCommand, context: FetchContext): Promise<ExitCode> {
  const { core, output, credentials } = context;
  const signedIn = await signIn(core, command.profile, credentials);
  const refusal = signedIn.ok ? undefined : signedIn.failure;
  const workspace = core.workspace();
  const { username, workspaceProblem } = core.session.state();
  // The workspace of another account or profile has other rules.
  const isOthers = refusal?.code === 'not-found' || (credentials && credentials.username !== username);
  if (!workspace || (refusal && isOthers)) {
    const closed = fail('no-workspace', workspaceProblem ?? 'No workspace is open.').failure;
    return failWithDigest(command, output, refusal ?? closed);
  }
  const listed = await core.watch.list();
  if (!listed.ok) return failWithDigest(command, output, listed.failure);
  const chosen = listed.value.rules.filter(({ rule }) => isChosen(rule.name, command.rules));
  const missing = command.rules.find((name) => !chosen.some(({ rule }) => isChosen(rule.name, [name])));
  if (missing !== undefined || chosen.length + listed.value.unreadable === 0) {
    const names = listed.value.rules.map(({ rule }) => `“${rule.name}”`).join(', ') || 'none';
    const message =
      missing === undefined
        ? 'There is no rule of the watch in this workspace.'
        : `There is no rule “${missing}” in this workspace. It has ${names}.`;
    return failWithDigest(command, output, fail('not-found', message).failure);
  }
  const startedAt = nowUtc();
  const failures = await fetchFor(chosen, context, refusal);
  await core.watch.settled();
  return report(command, context, workspace, { chosen, startedAt, refusal, failures });
}

/** Fetches what is new for rules. Returns why a saved search was not fetched, by its id; these tries are stored, too. */
async function fetchFor(
  rules: readonly ListedWatchRule[],
  context: FetchContext,
  refusal: Failure | undefined,
): Promise<ReadonlyMap<string, Failure>> {
  const { core, signal } = context;
  const failures = new Map<string, Failure>();
  for (const searchId of new Set(rules.map(({ rule }) => rule.searchId))) {
    if (signal.aborted) break;
    const started = await core.searches.run(searchId, 'new', refusal);
    if (refusal) failures.set(searchId, refusal);
    else if (started.ok) {
      const { job, signInFailure } = await followJob(context, started.value);
      const failure = job.failure ?? signInFailure;
      if (failure) failures.set(searchId, failure);
    } else failures.set(searchId, started.failure);
  }
  return failures;
}

/** Prints why nothing could be watched, and writes it into the digest. */
async function failWithDigest(
  command: WatchCommand,
  output: FetchContext['output'],
  failure: Failure,
): Promise<ExitCode> {
  const written = await writeProblemDigest(command, failure.message);
  if (!written.ok) output.noteFailure(written.failure);
  return output.fail(failure);
}

/** Writes the digest of a run that could not read the rules, where one was requested. */
export async function writeProblemDigest(command: WatchCommand, problem: string): Promise<Result<unknown>> {
  const frame = { marking: '', workspace: 'not opened', isDamaged: false, isDemo: false };
  const nothing = { rules: [], unreadable: 0, events: [], found: 0, silenced: 0 };
  return writeDigest(command, { ...frame, ...nothing, problem });
}

async function writeDigest(
  { digest }: WatchCommand,
  content: Omit<
    WatchDigestInput,
    'title' | 'template' | 'logo' | 'map' | 'conditions' | 'madeAt' | 'snoozed'
  >,
): Promise<Result<unknown>> {
  if (digest === undefined) return succeed(undefined);
  const frame = { title: '', template: standardTemplate, logo: null, map: null, conditions: [] };
  const document = watchDigest({ ...frame, ...content, madeAt: Date.now(), snoozed: 0 });
  return writeWholeFile(digest, [...renderHtml(document)].join(''));
}

function isChosen(name: string, names: readonly string[]): boolean {
  return names.length === 0 || names.some((each) => foldText(each) === foldText(name));
}

/** The rules that a run fetched for, and why some were not fetched. */
type WatchRun = {
  readonly chosen: readonly ListedWatchRule[];
  readonly startedAt: string;
  /** Reason why no one could sign in. */
  readonly refusal: Failure | undefined;
  readonly failures: ReadonlyMap<string, Failure>;
};

/** Reports what was found, and which rules were not watched. */
async function report(
  command: WatchCommand,
  { core, output, signal }: FetchContext,
  workspace: Workspace,
  { chosen, startedAt, refusal, failures }: WatchRun,
): Promise<ExitCode> {
  const listed = await core.watch.list();
  if (!listed.ok) return failWithDigest(command, output, listed.failure);
  const unreadable = command.rules.length === 0 ? listed.value.unreadable : 0;
  const ids = new Set(chosen.map(({ rule }) => rule.id));
  const rules = listed.value.rules
    .filter(({ rule }) => ids.has(rule.id))
    .map((each) => withFailure(each, failures.get(each.rule.searchId)));
  const { events, found, silenced } = await workspace.watchEventsSince(startedAt, [...ids], maxListed);
  const total = Object.values(found).reduce((sum, count) => sum + count, 0);
  const unwatched = rules.filter(({ status }) => status.unwatched !== null);
  // Each once, however many rules were not watched for it.
  const stated = new Map(
    [...(refusal ? [refusal] : []), ...failures.values()].map((failure) => [failure.message, failure]),
  );
  for (const failure of stated.values()) output.noteFailure(failure);
  for (const { rule, status } of rules) {
    const watched =
      unwatchedText(withoutMessage(status, stated), formatUtc) ||
      watchedPeriod(status, formatUtc) ||
      'not watched yet';
    output.note(`${rule.name}: ${formatQuantity(found[rule.id] ?? 0, 'finding')}, ${watched}`);
  }
  if (unreadable > 0) output.note(`${formatQuantity(unreadable, 'rule')} cannot be read: not watched`);
  const written = await writeDigest(command, {
    isDamaged: workspace.knownDamage() !== undefined,
    isDemo: isDemoWorkspace(workspace.path),
    marking: await markingOf(workspace),
    workspace: (await workspace.getSetting(workspaceNameKey)) || path.parse(workspace.path).name,
    ...{ rules, unreadable, events, found: total, silenced },
  });
  if (!written.ok) return output.fail(written.failure);
  const isFailed = refusal !== undefined || unwatched.length + unreadable > 0;
  output.summary({
    command: 'watch',
    ...(signal.aborted
      ? ({ state: 'cancelled', code: 'cancelled' } as const)
      : isFailed
        ? ({ state: 'failed', code: refusal?.code ?? 'not-watched' } as const)
        : ({ state: 'complete' } as const)),
    workspace: workspace.path,
    rules: rules.length,
    unwatched: unwatched.map(({ rule, status }) => ({
      rule: rule.name,
      reason: status.unwatched?.kind,
      since: status.watchedUntil,
      message: unwatchedText(status, formatUtc),
    })),
    ...(unreadable > 0 ? { unreadable } : {}),
    found: total,
    findings: events.map(({ id, ruleName, collectedAt, finding }) => ({
      id,
      rule: ruleName,
      statement: finding.statement,
      analytics: [
        ...new Set([
          ...finding.evidence.looks.flatMap(({ analytics }) => analytics),
          ...finding.evidence.detections.map(({ analytic }) => analytic),
        ]),
      ],
      collectedAt,
    })),
    ...(command.digest === undefined ? {} : { files: [command.digest] }),
    ...(refusal ? { failure: refusal } : {}),
  });
  if (signal.aborted) return exitCodes.interrupted;
  if (refusal) return output.exitCodeOf(refusal);
  if (isFailed) return exitCodes.failed;
  return total > 0 ? exitCodes.found : exitCodes.done;
}

/** A status whose reason leaves out a message that was stated already. */
function withoutMessage(status: WatchStatus, stated: ReadonlyMap<string, unknown>): WatchStatus {
  const { unwatched } = status;
  const isStated = unwatched?.kind === 'fetch-failed' && stated.has(unwatched.message ?? '');
  return isStated ? { ...status, unwatched: { ...unwatched, message: null } } : status;
}

/** A rule whose saved search was not fetched in this run: the failure is not stored where the workspace is read-only. */
function withFailure(listed: ListedWatchRule, failure: Failure | undefined): ListedWatchRule {
  const { status } = listed;
  const isOther = status.unwatched !== null && status.unwatched.kind !== 'fetch-failed';
  if (!failure || isOther) return listed;
  const unwatched = { kind: 'fetch-failed', message: failure.message } as const;
  return { ...listed, status: { ...status, unwatched } };
}

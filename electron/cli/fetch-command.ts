import { foldText } from '../../shared/fold-text.ts';
import { formatQuantity } from '../../shared/format.ts';
import { describeProgress, describeState } from '../../shared/jobs/describe-job.ts';
import { fetchLimitReached } from '../../shared/jobs/fetch-limit.ts';
import { isActiveJob, type Job } from '../../shared/jobs/job.ts';
import { type Failure, fail, type Result, succeed } from '../../shared/result.ts';
import type { SessionState } from '../../shared/session/session-state.ts';
import type { Core } from '../core/core.ts';
import { describeDamage, type WorkspaceDamage } from '../core/workspace/safety/describe-damage.ts';
import type { CliOutput } from './cli-output.ts';
import type { FetchCommand } from './cli-request.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';

/** The credentials to sign in with when the keychain has no token. */
export type Credentials = { readonly username: string; readonly password: string };

/** Dependencies of a command that fetches. */
export type FetchContext = {
  readonly core: Core;
  readonly credentials: Credentials | undefined;
  readonly output: CliOutput;
  readonly signal: AbortSignal;
};

/** Runs the `fetch` command and waits until the job has ended. After an abort, completed pages stay in the workspace. */
export async function runFetchCommand(command: FetchCommand, deps: FetchContext): Promise<ExitCode> {
  const { core, output, signal } = deps;
  const signedIn = await signIn(core, command.profile, deps.credentials);
  if (!signedIn.ok) return output.fail(signedIn.failure);
  const { profile, username } = signedIn.value;
  output.note(`Profile ${profile.name}, signed in as ${username}.`);
  const started =
    command.saved === undefined
      ? await core.fetches.start(command.search)
      : await runSaved(core, command.saved);
  if (!started.ok) return output.fail(started.failure);
  const { job, signInFailure } = await followJob(deps, started.value);
  const damage = await findDamage(core, signal);
  const { failsOnEmpty = false } = command;
  return reportEnd(job, core, output, { signInFailure, isInterrupted: signal.aborted, damage, failsOnEmpty });
}

/** Signs in unless the user of the requested profile is signed in already. */
export async function signIn(
  core: Core,
  requested: string | undefined,
  credentials: Credentials | undefined,
): Promise<Result<SessionState>> {
  const { session } = core;
  if (requested !== undefined) {
    const name = foldText(requested);
    const profile = session
      .profiles()
      .find(({ id, name: profileName }) => id === requested || foldText(profileName) === name);
    if (!profile) return fail('not-found', `There is no profile “${requested}”.`);
    const selected = await session.selectProfile(profile.id);
    if (!selected.ok) return selected;
  }
  const state = session.state();
  const isOther = credentials !== undefined && credentials.username !== state.username;
  if (state.status === 'signed-in' && !isOther) return succeed(state);
  if (credentials) return session.signIn({ profileId: state.profile.id, ...credentials });
  const why = state.keychainProblem === undefined ? '' : ` ${state.keychainProblem}`;
  return fail(
    'signed-out',
    `No user is signed in to “${state.profile.name}”. Sign in with Sightline, or set SIGHTLINE_USERNAME and SIGHTLINE_PASSWORD.${why}`,
  );
}

async function runSaved(core: Core, name: string): Promise<Result<Job>> {
  const listed = await core.searches.list();
  if (!listed.ok) return listed;
  const { searches, unreadable } = listed.value;
  const found = searches.find(({ search }) => foldText(search.name) === foldText(name));
  if (!found) {
    const names = searches.map(({ search }) => `“${search.name}”`).join(', ');
    const rest =
      unreadable > 0
        ? ` ${formatQuantity(unreadable, 'saved search', 'saved searches')} cannot be read.`
        : '';
    return fail(
      'not-found',
      `There is no saved search “${name}” in this workspace. It has ${names || 'none'}.${rest}`,
    );
  }
  return core.searches.run(found.search.id, 'new');
}

/** Time after a sign-in within which another one is a sign that the service refuses its own tokens, in milliseconds. */
const shortestSignInMs = 60_000;

/**
 * Resolves with the ended job, and why signing in again failed, if it did. Whenever the token expires in the meantime,
 * signs in again with the credentials, if any. Cancels the job when a new token is refused before it brought a page.
 */
export function followJob(
  { core, credentials, output, signal }: FetchContext,
  first: Job,
): Promise<{ readonly job: Job; readonly signInFailure: Failure | undefined }> {
  const cancel = () => void core.jobs.cancel(first.id);
  let signInFailure: Failure | undefined;
  let isSigningIn = false;
  let last: { readonly at: number; readonly pages: number } | undefined;
  return new Promise((resolve) => {
    const onJobState = (job: Job) => {
      if (!isActiveJob(job)) {
        stop();
        signal.removeEventListener('abort', cancel);
        return resolve({ job, signInFailure });
      }
      const delay = job.slow ?? job.pause;
      output.progress(`${describeProgress(job)}${delay ? ` · ${delay.reason}` : ''}`);
      // A job with a pause resumes by itself; one without waits for a sign-in.
      if (job.state !== 'waiting' || job.pause) {
        isSigningIn = false;
        return;
      }
      if (isSigningIn) return;
      const pages = job.fetch?.pages ?? 0;
      const wasUseless = last?.pages === pages && performance.now() - last.at < shortestSignInMs;
      if (!credentials || wasUseless) return cancel();
      isSigningIn = true;
      last = { at: performance.now(), pages };
      const profileId = core.session.state().profile.id;
      core.session.signIn({ profileId, ...credentials }).then((outcome) => {
        if (outcome.ok) return;
        signInFailure = outcome.failure;
        cancel();
      }, cancel);
    };
    const stop = core.events.listen(({ event }) => {
      if (event.type === 'job' && event.job.id === first.id) onJobState(event.job);
    });
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    onJobState(core.jobs.list().find(({ id }) => id === first.id) ?? first);
  });
}

/** Damage of the workspace's file. An interrupted command does not wait for the rest of the comparison. */
async function findDamage(core: Core, signal: AbortSignal): Promise<WorkspaceDamage | undefined> {
  await Promise.race([core.workspaceChecked(), aborted(signal)]);
  return core.workspace()?.knownDamage();
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

type FetchEnd = {
  readonly signInFailure: Failure | undefined;
  readonly isInterrupted: boolean;
  readonly damage: WorkspaceDamage | undefined;
  readonly failsOnEmpty: boolean;
};

function reportEnd(
  job: Job,
  core: Core,
  output: CliOutput,
  { signInFailure, isInterrupted, damage, failsOnEmpty }: FetchEnd,
): ExitCode {
  const warnings = [...job.warnings, ...(damage ? [describeDamage(damage)] : [])];
  for (const warning of warnings) output.note(warning);
  const wasSignedOut = job.state === 'cancelled' && core.session.state().status !== 'signed-in';
  const failure =
    job.failure ??
    (wasSignedOut && !isInterrupted
      ? (signInFailure ??
        fail('signed-out', 'The sign-in has ended. The pages fetched so far are saved.').failure)
      : undefined);
  const { pages, records, newRecords, changedRecords, detections, problems, processorChanges } =
    job.fetch ?? {};
  const limit = fetchLimitReached(job);
  const isEmpty = job.state === 'complete' && records === 0 && failsOnEmpty;
  if (job.state === 'complete') {
    const state = isEmpty ? 'Failed (--fail-on-empty); the service returned no record' : describeState(job);
    output.note(`${state}. ${describeProgress(job)}`);
  }
  const { code, summary } = howItEnded(job, output, { failure, isInterrupted, isEmpty });
  if (failure) output.noteFailure(failure);
  output.summary({
    command: 'fetch',
    ...summary,
    profile: core.session.state().profile.name,
    workspace: core.session.state().workspacePath,
    ...{ pages, records, newRecords, changedRecords, detections, problems },
    ...(processorChanges ? { processorChanges } : {}),
    ...(limit ? { stoppedAtLimit: limit.maxRecords, moreExist: limit.moreExist || null } : {}),
    ...(damage ? { damagedPages: damage.damagedPages } : {}),
    warnings,
    ...(failure ? { failure } : {}),
  });
  return code;
}

function howItEnded(
  { state }: Job,
  output: CliOutput,
  {
    failure,
    isInterrupted,
    isEmpty,
  }: {
    readonly failure: Failure | undefined;
    readonly isInterrupted: boolean;
    readonly isEmpty: boolean;
  },
) {
  if (failure) {
    const summary = { state: state === 'cancelled' ? state : 'failed', code: failure.code } as const;
    return { code: output.exitCodeOf(failure), summary };
  }
  if (isInterrupted || state !== 'complete') {
    const code = isInterrupted ? exitCodes.interrupted : exitCodes.failed;
    return { code, summary: { state: 'cancelled', code: 'cancelled' } as const };
  }
  return isEmpty
    ? { code: exitCodes.empty, summary: { state: 'failed', code: 'empty' } as const }
    : { code: exitCodes.done, summary: { state: 'complete' } as const };
}

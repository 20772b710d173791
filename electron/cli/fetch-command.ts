import { isActive, type Job } from '../../shared/jobs/job.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import type { SessionState } from '../../shared/session/session-state.ts';
import type { Core } from '../core/core.ts';
import type { CliOutput } from './cli-output.ts';
import type { FetchCommand } from './cli-request.ts';
import { type ExitCode, exitCodes } from './cli-usage.ts';

/** Who signs in when the keychain holds no token. */
export type Credentials = { readonly username: string; readonly password: string };

/** Fetches results as the app does, and waits for the end. An aborted signal keeps whole pages. */
export async function runFetchCommand(
  command: FetchCommand,
  parts: {
    readonly core: Core;
    readonly credentials: Credentials | undefined;
    readonly output: CliOutput;
    readonly signal: AbortSignal;
  },
): Promise<ExitCode> {
  const { core, output, signal } = parts;
  const signedIn = await signIn(core, command.profile, parts.credentials);
  if (!signedIn.ok) return output.fail(signedIn.failure);
  const started =
    command.saved === undefined
      ? await core.fetches.start(command.search)
      : await runSaved(core, command.saved);
  if (!started.ok) return output.fail(started.failure);
  const job = await followJob(parts, started.value);
  return tellEnd(job, core, output, signal.aborted);
}

async function signIn(
  core: Core,
  wanted: string | undefined,
  credentials: Credentials | undefined,
): Promise<Result<SessionState>> {
  const { session } = core;
  if (wanted !== undefined) {
    const name = wanted.toLowerCase();
    const profile = session
      .profiles()
      .find(({ id, name: own }) => id === wanted || own.toLowerCase() === name);
    if (!profile) return fail('not-found', `There is no profile “${wanted}”.`);
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
    `Nobody is signed in to “${state.profile.name}”. Sign in with Sightline, or set SIGHTLINE_USERNAME and SIGHTLINE_PASSWORD.${why}`,
  );
}

async function runSaved(core: Core, name: string): Promise<Result<Job>> {
  const listed = await core.searches.list();
  if (!listed.ok) return listed;
  const found = listed.value.find(({ search }) => search.name.toLowerCase() === name.toLowerCase());
  if (!found) {
    const names = listed.value.map(({ search }) => `“${search.name}”`).join(', ');
    return fail(
      'not-found',
      `There is no saved search “${name}” in this workspace. It has ${names || 'none'}.`,
    );
  }
  return core.searches.run(found.search.id, 'new');
}

/** Resolves with the job as it ended. When the token dies on the way, the credentials sign in once more, if there are any. */
function followJob(
  { core, credentials, output, signal }: Parameters<typeof runFetchCommand>[1],
  first: Job,
): Promise<Job> {
  const cancel = () => void core.jobs.cancel(first.id);
  let hasSignedInAgain = false;
  return new Promise<Job>((resolve) => {
    const look = (job: Job) => {
      if (!isActive(job)) {
        stop();
        signal.removeEventListener('abort', cancel);
        return resolve(job);
      }
      output.progress(describeProgress(job));
      // A pause is the service's, and ends by itself; without one, the job waits for somebody to sign in.
      if (job.state !== 'waiting' || job.pause) return;
      if (!credentials || hasSignedInAgain) return cancel();
      hasSignedInAgain = true;
      const profileId = core.session.state().profile.id;
      core.session.signIn({ profileId, ...credentials }).then((outcome) => {
        if (!outcome.ok) cancel();
      }, cancel);
    };
    const stop = core.events.listen(({ event }) => {
      if (event.type === 'job' && event.job.id === first.id) look(event.job);
    });
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    look(core.jobs.list().find(({ id }) => id === first.id) ?? first);
  });
}

function describeProgress({ state, fetch }: Job): string {
  const { pages = 0, records = 0, detections = 0 } = fetch ?? {};
  const waits = state === 'waiting' ? ', waiting' : '';
  return `${pages} pages, ${records} records, ${detections} detections${waits}`;
}

function tellEnd(job: Job, core: Core, output: CliOutput, isInterrupted: boolean): ExitCode {
  for (const warning of job.warnings) output.note(warning);
  const wasSignedOut = job.state === 'cancelled' && core.session.state().status !== 'signed-in';
  const failure =
    job.failure ??
    (wasSignedOut && !isInterrupted
      ? fail('signed-out', 'The sign-in has ended. What was fetched is kept.').failure
      : undefined);
  const { pages, records, newRecords, changedRecords, detections, problems } = job.fetch ?? {};
  const code = failure
    ? output.codeOf(failure)
    : isInterrupted
      ? exitCodes.interrupted
      : job.state === 'complete'
        ? exitCodes.done
        : exitCodes.failed;
  if (failure) output.note(failure.message);
  output.summary({
    command: 'fetch',
    state: job.state,
    workspace: core.session.state().workspacePath,
    ...{ pages, records, newRecords, changedRecords, detections, problems },
    warnings: job.warnings,
    ...(failure ? { failure } : {}),
  });
  return code;
}

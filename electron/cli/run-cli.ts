import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { describeChecks } from '../../shared/settings/machine-check.ts';
import { appPaths, defaultDataDir } from '../app-paths.ts';
import { WorkspaceInUse } from '../core/session/lock-workspace-file.ts';
import {
  checkDataDir,
  createDataDir,
  DataDirInUse,
  DataDirUnusable,
} from '../core/settings/lock-data-dir.ts';
import type { TeamConnection } from '../core/team/team-connection.ts';
import { endProcess, limitShutdown } from '../end-process.ts';
import { openCore, openLog } from '../open-core.ts';
import { printLine } from '../print.ts';
import { reportProblem, reportUncaughtErrors } from '../report-problem.ts';
import { checkOutput } from './check-output.ts';
import { type CliCommand, cliCommands, describeFlags, UsageError } from './cli-flags.ts';
import { createCliOutput, type ProcessOutput, type Summary } from './cli-output.ts';
import {
  type ExportCommand,
  type FetchCommand,
  parseCli,
  type TeamCommand,
  type WatchCommand,
} from './cli-request.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { fetchExportChips, reportCancelled, runExportCommand } from './export-command.ts';
import { type Credentials, type FetchContext, runFetchCommand } from './fetch-command.ts';
import { findWorkspace } from './find-workspace.ts';
import {
  runFollow,
  runPublish,
  runTeamQgis,
  runTeamSetUp,
  type TeamCommandContext,
} from './team-commands.ts';
import { runWatchCommand, writeProblemDigest } from './watch-command.ts';

/** Name that the command line was called by. */
type CliCall = {
  readonly args: readonly string[];
  /** The folder against which relative paths are resolved. */
  readonly folder: string;
  /** Usage of the command line, for the help text. */
  readonly program: string;
  /** URL of a module in `dist/main`. */
  readonly moduleUrl: string;
};

/** Dependencies of a command. */
type CliContext = Pick<CliCall, 'moduleUrl'> & {
  readonly output: ProcessOutput;
  readonly signal: AbortSignal;
};

/** Runs the command line, without a window, and ends this process with the command's exit code. */
export async function runCli(call: CliCall): Promise<never> {
  const output = createCliOutput(process.stdout, process.stderr);
  output.begin(call.args[0] ?? 'help');
  reportUncaughtErrors(() => {
    output.endEarly('unexpected');
    process.exit(exitCodes.failed);
  });
  const interruption = new AbortController();
  const interrupt = () => {
    if (interruption.signal.aborted) return;
    // Whatever hangs, the process ends.
    limitShutdown(exitCodes.interrupted, () => output.endEarly('cancelled'));
    interruption.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt);
  return endProcess(await runCommand(call, { ...call, output, signal: interruption.signal }));
}

/** Runs a command in this process, with the variables of its environment. Resolves with the exit code. */
export async function runCommand({ args, folder, program }: CliCall, context: CliContext): Promise<ExitCode> {
  try {
    const request = parseCli(args, folder);
    if (request.command === 'help') {
      printLine(process.stdout, cliUsage(program, request.of));
      return exitCodes.done;
    }
    if (request.command === 'team-setup') return await withTeam(context, runTeamSetUp);
    if (request.command === 'team-qgis') {
      return await withTeam(context, (team) => runTeamQgis(request.out, team));
    }
    const dataDir = request.dataDir ?? defaultDataDir();
    if (request.command === 'fetch') return await runFetch(request, dataDir, context);
    if (request.command === 'watch') return await runWatch(request, dataDir, context);
    if (request.command === 'doctor') return await runDoctor(dataDir, context);
    checkDataDir(dataDir);
    if (request.command !== 'export') return await runTeam(request, dataDir, context);
    return await runExport(request, dataDir, context);
  } catch (error) {
    if (error instanceof UsageError) {
      const code = context.output.fail(fail('invalid-input', error.message).failure);
      context.output.note(`See: ${program} --help`);
      return code;
    }
    if (error instanceof DataDirInUse || error instanceof WorkspaceInUse)
      return context.output.fail(fail('conflict', error.message).failure, exitCodes.inUse);
    if (error instanceof DataDirUnusable)
      return context.output.fail(fail('disk', error.message).failure, exitCodes.unusable);
    reportProblem(error, 'ended unexpectedly');
    context.output.endEarly('unexpected');
    return exitCodes.failed;
  }
}

async function runExport(request: ExportCommand, dataDir: string, context: CliContext): Promise<ExitCode> {
  const { workers } = appPaths(context.moduleUrl);
  let warnings: readonly string[] = [];
  if (request.options.chips === 'fetched') {
    const { code } = await withCore(
      dataDir,
      context,
      (end) => end,
      async (deps) => {
        const fetched = await fetchExportChips(request, deps);
        if (fetched.ok) warnings = fetched.value;
        else if (fetched.failure.code === 'cancelled') return reportCancelled(context.output);
        return fetched.ok ? exitCodes.done : context.output.fail(fetched.failure);
      },
    );
    if (code !== exitCodes.done) return code;
  }
  const log = openLog(dataDir, 'cli');
  const startedAt = performance.now();
  const code = await runExportCommand(request, { ...context, dataDir, workers }, warnings);
  log.write('export', { code, ms: Math.round(performance.now() - startedAt) });
  return code;
}

async function runFetch(request: FetchCommand, dataDir: string, context: CliContext): Promise<ExitCode> {
  if (!request.toTeam) return (await fetchResults(request, dataDir, context)).code;
  // Before anything is fetched, so that a missing variable is noticed at once.
  return withTeam(context, async (team) => {
    let fetched: Summary | undefined;
    const output: ProcessOutput = {
      ...context.output,
      // Of a complete fetch that of publishing states it: the command has one summary.
      summary(value) {
        if (value.state === 'complete') fetched = value;
        else context.output.summary(value);
      },
    };
    const { code, workspace } = await fetchResults(request, dataDir, { ...context, output });
    if (code !== exitCodes.done || workspace === undefined) return code;
    return runPublish(workspace, fetched, team);
  });
}

async function fetchResults(
  request: FetchCommand,
  dataDir: string,
  context: CliContext,
): Promise<{ readonly code: ExitCode; readonly workspace?: string | undefined }> {
  // The results are saved by then, so that a slow end does not change the code, unless they are still to be published.
  const codeOfSlowEnd = (code: ExitCode) =>
    request.toTeam && code === exitCodes.done ? exitCodes.failed : code;
  return withCore(dataDir, context, codeOfSlowEnd, (deps) => runFetchCommand(request, deps));
}

/** Prints what is wrong with this computer first; the exit code states whether anything is. */
async function runDoctor(dataDir: string, context: CliContext): Promise<ExitCode> {
  const run = async ({ core, output }: FetchContext) => {
    const checked = await core.diagnostics.check();
    if (!checked.ok) return output.fail(checked.failure);
    const { versions, checks } = checked.value;
    output.note(`${versions}\n${describeChecks(checks)}`);
    output.summary({ command: 'doctor', state: 'complete', versions: versions.split('\n'), checks });
    return checks.some(({ state }) => state === 'wrong') ? exitCodes.failed : exitCodes.done;
  };
  return (await withCore(dataDir, context, (code) => code, run)).code;
}

async function runWatch(request: WatchCommand, dataDir: string, context: CliContext): Promise<ExitCode> {
  const { digest, force } = request;
  const problem = digest === undefined ? undefined : checkOutput([digest], { dataDir, force });
  if (problem) return context.output.fail(problem);
  const run = (deps: FetchContext) => runWatchCommand(request, deps);
  try {
    return (await withCore(dataDir, context, (code) => code, run)).code;
  } catch (error) {
    if (error instanceof DataDirInUse || error instanceof DataDirUnusable) {
      const written = await writeProblemDigest(request, error.message);
      if (!written.ok) context.output.noteFailure(written.failure);
    }
    throw error;
  }
}

/**
 * Runs a command with the app's core, which holds the data folder. `codeOfSlowEnd` is the code when closing hangs. Throws
 * `DataDirInUse` and `DataDirUnusable`.
 */
async function withCore(
  dataDir: string,
  { moduleUrl, output, signal }: CliContext,
  codeOfSlowEnd: (code: ExitCode) => ExitCode,
  run: (deps: FetchContext) => Promise<ExitCode>,
): Promise<{ readonly code: ExitCode; readonly workspace?: string | undefined }> {
  const { workers } = appPaths(moduleUrl);
  const { core, close } = await openCore({ dataDir, workers, host: 'cli' });
  let code: ExitCode = exitCodes.failed;
  try {
    code = await run({ core, credentials: credentials(), output, signal });
    return { code, workspace: core.workspace()?.path };
  } finally {
    const liftLimit = limitShutdown(codeOfSlowEnd(code));
    await close();
    liftLimit();
  }
}

async function runTeam(request: TeamCommand, dataDir: string, context: CliContext): Promise<ExitCode> {
  return withTeam(context, async (team) => {
    const isNew = request.command === 'follow' && request.workspace && !existsSync(request.workspace);
    const found = isNew ? succeed({ file: request.workspace }) : findWorkspace(dataDir, request);
    if (!found.ok) return context.output.fail(found.failure);
    const { file } = found.value;
    if (request.command === 'publish') return runPublish(file, undefined, team);
    createDataDir(dataDir);
    return runFollow({ workspace: file, dataDir }, team);
  });
}

/** Runs a command with the team database that the environment names. */
async function withTeam(
  { moduleUrl, output, signal }: CliContext,
  run: (team: TeamCommandContext) => Promise<ExitCode>,
): Promise<ExitCode> {
  const connection = readTeamEnvironment(process.env);
  if (!connection.ok) return output.fail(connection.failure);
  return run({ connection: connection.value, workers: appPaths(moduleUrl).workers, output, signal });
}

/** From the environment only: command-line arguments are visible to all users of the machine. */
function credentials(): Credentials | undefined {
  const { SIGHTLINE_USERNAME: username, SIGHTLINE_PASSWORD: password } = process.env;
  return username && password ? { username, password } : undefined;
}

/**
 * Settings of the team database, from the variables that PostgreSQL's own programs read (manual, “Environment
 * Variables”): PGHOST is also the name in the certificate, PGHOSTADDR where to connect instead. A password that is not
 * in PGPASSWORD is looked up in the password file. Fails with `invalid-input`.
 */
export function readTeamEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Result<TeamConnection> {
  const { PGHOST: host, PGHOSTADDR: address, PGDATABASE: database, PGUSER: user } = environment;
  const missing = Object.entries({ PGHOST: host, PGDATABASE: database, PGUSER: user }).flatMap(
    ([name, value]) => (value ? [] : [name]),
  );
  if (!host || !database || !user) {
    return fail(
      'invalid-input',
      `Set ${missing.join(', ')} in the environment, as for psql, so that Sightline finds the team database.`,
    );
  }
  const port = Number(environment.PGPORT || 5432);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return fail('invalid-input', `PGPORT is “${environment.PGPORT}”. Give a port from 1 to 65535.`);
  }
  const { PGPASSWORD: password, PGSSLROOTCERT: authorityFile } = environment;
  return succeed({
    ...{ host, port, database, user },
    ...(address ? { address } : {}),
    ...(password ? { password } : {}),
    ...(authorityFile ? { authorityFile: authorityFile.replace(/^~(?=\/)/, homedir()) } : {}),
  });
}

/** Sentence on each command. */
const commandTexts: Readonly<Record<CliCommand, string>> = {
  export: 'writes detections of a workspace to a file; also while Sightline is open',
  fetch: 'fetches results into the workspace of an account; not while Sightline is open',
  watch:
    'fetches what is new for the rules of the watch and reports what they find; not while Sightline is open',
  doctor: 'checks what Sightline needs of this computer, with remedies; not while Sightline is open',
  publish: 'publishes what the team database lacks of a workspace; also while Sightline is open',
  follow: 'brings a workspace up to date with the team database; not while Sightline is open',
  'team-setup': 'creates or updates the tables of Sightline in the team database, as its owner',
  'team-qgis':
    'writes a file (.qlr) with which QGIS adds the layers of the team database, without a password',
};

const environment = `The token comes from the system's keychain; without one, SIGHTLINE_USERNAME and SIGHTLINE_PASSWORD in the environment
sign in. The team database is that of PGHOST, PGHOSTADDR, PGPORT, PGDATABASE, PGUSER and PGSSLROOTCERT, as for psql; its
password that of PGPASSWORD or the password file. Progress goes to standard error, a summary as one line of JSON to
standard output; of a failure it has the command, its state and a code.

Exit codes: 0 done, 1 failed or something is wrong (doctor), 2 wrong flags, 3 signed out or refused by the service, 4 the data folder is in use,
5 the data folder cannot be used or the team database cannot be reached, 6 nothing was fetched (--fail-on-empty),
7 the watch has found something,
130 interrupted.`;

/** The help text of the command line, which the user calls as `program`: of one command, or of all. */
export function cliUsage(program: string, command?: CliCommand): string {
  const described = (command ? [command] : cliCommands).map(
    (name) => `${name.padEnd(8)} ${commandTexts[name]}\n${describeFlags(name)}`,
  );
  return [`Usage: ${program} ${command ?? '<command>'} [flags]`, ...described, environment].join('\n\n');
}

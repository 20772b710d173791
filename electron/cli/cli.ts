import { fail } from '../../shared/result.ts';
import { appPaths, defaultDataDir } from '../app-paths.ts';
import { checkDataDir, DataDirInUse, DataDirUnusable } from '../core/settings/lock-data-dir.ts';
import { endProcess, limitShutdown } from '../end-process.ts';
import { openCore, openLog } from '../open-core.ts';
import { printLine } from '../print.ts';
import { reportUncaughtErrors } from '../report-problem.ts';
import { createCliOutput } from './cli-output.ts';
import { type CliRequest, type FetchCommand, parseCli, UsageError } from './cli-request.ts';
import { cliUsage, type ExitCode, exitCodes } from './cli-usage.ts';
import { runExportCommand } from './export-command.ts';
import { type Credentials, runFetchCommand } from './fetch-command.ts';

/** Entry of the command line: `npm run sightline -- …`. */
reportUncaughtErrors();
const output = createCliOutput(process.stdout, process.stderr);
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt);

endProcess(await run(readRequest()));

/** Cancels the command; whatever hangs, the process ends. */
function interrupt(): void {
  if (interruption.signal.aborted) return;
  limitShutdown(exitCodes.interrupted);
  interruption.abort();
}

async function run(request: CliRequest): Promise<ExitCode> {
  if (request.command === 'help') {
    printLine(process.stdout, cliUsage);
    return exitCodes.done;
  }
  const dataDir = request.dataDir ?? defaultDataDir();
  try {
    if (request.command === 'fetch') return await runFetch(request, dataDir);
    const { workers } = appPaths(import.meta.url);
    const { signal } = interruption;
    checkDataDir(dataDir);
    const log = openLog(dataDir, 'cli');
    const startedAt = performance.now();
    const code = await runExportCommand(request, { dataDir, workers, output, signal });
    log.write('export', { code, ms: Math.round(performance.now() - startedAt) });
    return code;
  } catch (error) {
    if (!(error instanceof DataDirUnusable)) throw error;
    output.fail(fail('disk', error.message).failure);
    return exitCodes.unusable;
  }
}

async function runFetch(request: FetchCommand, dataDir: string): Promise<ExitCode> {
  const { workers } = appPaths(import.meta.url);
  try {
    const { core, close } = await openCore({ dataDir, workers, host: 'cli' });
    const { signal } = interruption;
    try {
      return await runFetchCommand(request, { core, credentials: credentials(), output, signal });
    } finally {
      limitShutdown(exitCodes.failed);
      await close();
    }
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    output.note(`${error.message} Results can only be fetched by one Sightline at a time.`);
    output.summary({
      command: 'fetch',
      state: 'failed',
      failure: { code: 'conflict', message: error.message },
    });
    return exitCodes.inUse;
  }
}

/** From the environment only: command-line arguments are visible to all users of the machine. */
function credentials(): Credentials | undefined {
  const { SIGHTLINE_USERNAME: username, SIGHTLINE_PASSWORD: password } = process.env;
  return username && password ? { username, password } : undefined;
}

function readRequest(): CliRequest {
  try {
    // npm starts this script in the project's folder; paths are relative to the user's current folder.
    return parseCli(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    printLine(process.stderr, `${error.message}\n\n${cliUsage}`);
    return process.exit(exitCodes.usage);
  }
}

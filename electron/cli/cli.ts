import { appPaths, defaultDataDir } from '../app-paths.ts';
import { DataDirInUse } from '../core/settings/lock-data-dir.ts';
import { endProcess } from '../end-process.ts';
import { openCore } from '../open-core.ts';
import { createCliOutput } from './cli-output.ts';
import { type CliRequest, type FetchCommand, parseCli, UsageError } from './cli-request.ts';
import { cliUsage, type ExitCode, exitCodes } from './cli-usage.ts';
import { runExportCommand } from './export-command.ts';
import { type Credentials, runFetchCommand } from './fetch-command.ts';

/** Entry of the command line: `npm run sightline -- …`. */
const output = createCliOutput(process.stdout, process.stderr);
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interruption.abort());

const { code, isHeldUp } = await run(readRequest());
endProcess(code, isHeldUp);

type End = { readonly code: ExitCode; readonly isHeldUp: boolean };

async function run(request: CliRequest): Promise<End> {
  if (request.command === 'help') {
    process.stdout.write(cliUsage);
    return { code: exitCodes.done, isHeldUp: false };
  }
  const dataDir = request.dataDir ?? defaultDataDir();
  if (request.command === 'fetch') return runFetch(request, dataDir);
  const { workers } = appPaths(import.meta.url);
  const { signal } = interruption;
  const code = await runExportCommand(request, { dataDir, workerUrl: workers.exporting, output, signal });
  return { code, isHeldUp: false };
}

async function runFetch(request: FetchCommand, dataDir: string): Promise<End> {
  const { workers } = appPaths(import.meta.url);
  try {
    const { core, close, isHeldUp } = await openCore(dataDir, workers);
    const { signal } = interruption;
    try {
      const code = await runFetchCommand(request, { core, credentials: credentials(), output, signal });
      return { code, isHeldUp: isHeldUp() };
    } finally {
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
    return { code: exitCodes.inUse, isHeldUp: false };
  }
}

/** From the environment only: what stands in arguments can be read by everybody on the machine. */
function credentials(): Credentials | undefined {
  const { SIGHTLINE_USERNAME: username, SIGHTLINE_PASSWORD: password } = process.env;
  return username && password ? { username, password } : undefined;
}

function readRequest(): CliRequest {
  try {
    // npm starts us in the project's folder; the user named files from where they stand.
    return parseCli(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${cliUsage}`);
    return process.exit(exitCodes.usage);
  }
}

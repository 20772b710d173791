/** Installs what is missing, builds what has changed, and opens the app: `npm start`. */
import { obtainElectron } from './lib/electron-runtime.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { inProject, projectRoot } from './lib/paths.mjs';
import { projectNode } from './lib/project-node.mjs';
import { handleInterruption, run, wasInterrupted } from './lib/run.mjs';
import { parseStartFlags, startUsage } from './lib/start-flags.mjs';

/** Milliseconds that a host has to end after a signal; its own timeout is ten seconds. */
const endGrace = 15_000;
/** The exit code of a host whose data folder cannot be used, which the other host could not use either. */
const unusableDataDirCode = 5;

const flags = readFlags();
handleInterruption();
await installWhatIsMissing('start');
exitIfInterrupted();
const built = await run(projectNode(), [inProject('scripts', 'build.mjs'), '--if-changed']);
exitIfInterrupted();
if (built !== 0) process.exit(built);
const code = flags.host === 'browser' ? await runBrowserHost() : await runElectron();
process.exit(wasInterrupted() ? 0 : code);

async function runElectron() {
  const isRequired = flags.host === 'electron';
  const electron = await obtainElectron({ isRequired });
  exitIfInterrupted();
  if (electron.program === undefined) return withoutElectron(electron.reason, isRequired);

  let isReady = false;
  const watchForReady = (child) => {
    child.stdout.on('data', (text) => {
      isReady ||= text.toString().includes('Sightline ready');
      process.stdout.write(text);
    });
  };
  const args = [
    projectRoot,
    ...(flags.dataDir ? ['--data-dir', flags.dataDir] : []),
    // Chromium refuses its sandbox to root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const code = await run(electron.program, args, {
    stdio: ['inherit', 'pipe', 'inherit'],
    grace: endGrace,
    onStart: watchForReady,
  });
  if (code === 0 || code === unusableDataDirCode || isReady || wasInterrupted()) return code;
  return withoutElectron(`it ended with code ${code} before it was ready`, isRequired);
}

function withoutElectron(reason, isRequired) {
  if (isRequired) {
    console.error(`Electron cannot be opened: ${reason}.`);
    return 1;
  }
  console.log(`Opening in the browser instead of Electron: ${reason}.`);
  return runBrowserHost();
}

function runBrowserHost() {
  const args = [
    inProject('dist', 'main', 'browser-host.js'),
    ...(flags.port === undefined ? [] : ['--port', flags.port]),
    ...(flags.dataDir ? ['--data-dir', flags.dataDir] : []),
    ...(flags.open ? [] : ['--no-open']),
  ];
  return run(projectNode(), args, { grace: endGrace });
}

function exitIfInterrupted() {
  if (wasInterrupted()) process.exit(0);
}

function readFlags() {
  try {
    const parsed = parseStartFlags(process.argv.slice(2));
    if (!parsed.help) return parsed;
    console.log(startUsage);
    return process.exit(0);
  } catch (error) {
    console.error(`${error.message}\n${startUsage}`);
    return process.exit(2);
  }
}

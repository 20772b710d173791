import { existsSync, readFileSync } from 'node:fs';
import { inProject } from './paths.mjs';
import { run } from './run.mjs';

/** Milliseconds that npm may take: its own patience with each of its downloads adds up. */
const installTimeout = 20 * 60_000;

/** Installs the npm packages that package-lock.json names. Answers npm's exit code; 137 when it took too long. */
export function installPackages() {
  console.log('Installing npm packages (npm ci) …');
  const { program, args } = npm();
  // Warnings are about Node.js versions of tools that run on the project's own Node.js.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  return run(program, [...args, 'ci', '--include=dev', '--include=optional', ...quiet], {
    timeout: installTimeout,
  });
}

/** Whether every package that package-lock.json asks for is there, by npm's own note of what it has installed. */
export function arePackagesInstalled() {
  const note = inProject('node_modules', '.package-lock.json');
  if (!existsSync(note)) return false;
  const { packages: installed } = readJson(note);
  const { packages: wanted } = readJson(inProject('package-lock.json'));
  return Object.entries(wanted).every(
    ([folder, { version, optional }]) => folder === '' || optional || installed[folder]?.version === version,
  );
}

/** Whether the native keychain module, which is optional, could be installed. */
export function hasKeytar() {
  return existsSync(inProject('node_modules', 'keytar', 'build', 'Release', 'keytar.node'));
}

/** The program of an installed package, as a file for Node.js. */
export function packageBin(packageName, binName) {
  const folder = inProject('node_modules', ...packageName.split('/'));
  return inProject(
    'node_modules',
    ...packageName.split('/'),
    readJson(`${folder}/package.json`).bin[binName],
  );
}

/** npm itself, without a shell where npm has started us. */
function npm() {
  const script = process.env.npm_execpath;
  if (script && /npm-cli\.js$/.test(script)) return { program: process.execPath, args: [script] };
  return { program: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

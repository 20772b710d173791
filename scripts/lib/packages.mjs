import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './paths.mjs';
import { run } from './run.mjs';

const stampFile = inProject('node_modules', '.sightline-installed');

/** Installs the npm packages that package-lock.json names, unless they are there. Answers npm's exit code. */
export async function installPackages() {
  const wanted = stamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return 0;
  console.log('Installing npm packages (npm ci) …');
  const { program, args } = npm();
  const flags = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const code = await run(program, [...args, ...flags]);
  if (code === 0) writeFileSync(stampFile, wanted);
  return code;
}

/** The program of an installed package, as arguments for Node.js. */
export function packageBin(packageName, binName) {
  const folder = inProject('node_modules', ...packageName.split('/'));
  const { bin } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  return inProject('node_modules', ...packageName.split('/'), bin[binName]);
}

function stamp() {
  const lock = createHash('sha256')
    .update(readFileSync(inProject('package-lock.json')))
    .digest('hex');
  return `${lock} ${process.platform} ${process.arch}\n`;
}

/** npm itself, without a shell where npm has started us. */
function npm() {
  const script = process.env.npm_execpath;
  if (script && /npm-cli\.js$/.test(script)) return { program: process.execPath, args: [script] };
  return { program: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

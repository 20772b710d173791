import { existsSync } from 'node:fs';
import { inProject } from './paths.mjs';
import { run } from './run.mjs';

const requiredMajor = 24;

/**
 * The Node.js that the project runs on: the one installed as a development dependency, because `node:sqlite` and
 * type stripping need Node 24; else the current one, where it is new enough. Undefined when there is neither.
 */
export function projectNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const installed = inProject('node_modules', 'node', 'bin', name);
  if (existsSync(installed)) return installed;
  return runsOnProjectNode() ? process.execPath : undefined;
}

/** Whether this process runs on a supported Node.js. */
export function runsOnProjectNode() {
  return Number(process.versions.node.split('.')[0]) >= requiredMajor;
}

/** Runs the current script again on the project's Node.js and exits as it does, unless it runs there already. */
export async function continueOnProjectNode() {
  if (runsOnProjectNode()) return;
  const node = projectNode();
  if (node === undefined) {
    console.error(`This needs Node.js ${requiredMajor}, which "npm ci" brings along. Run: npm ci`);
    process.exit(1);
  }
  process.exit(await run(node, process.argv.slice(1)));
}

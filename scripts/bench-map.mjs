/**
 * Measures the map against its peers in the same run, and the keys of a review in the built app: `npm run bench:map`.
 * With `--only` the map alone; with `--software` or `--card` dragging, by software rendering or on the graphics card.
 */
import './lib/help.mjs';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { installWhatIsMissing } from './lib/install.mjs';
import { inProject } from './lib/paths.mjs';
import { projectNode } from './lib/project-node.mjs';
import { handleInterruption, run, wasInterrupted } from './lib/run.mjs';

handleInterruption();
await installWhatIsMissing('test');
if (wasInterrupted()) process.exit(130);
const peers = inProject('test', 'bench', 'map', 'peers');
if (!arePeersInstalled()) {
  const installed = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: peers });
  if (installed !== 0) {
    console.error('The peer maps of the bench could not be installed. Check the network, then start again.');
    process.exit(installed);
  }
}
const node = (...args) => run(projectNode(), ['--no-warnings', ...args]);
const flags = process.argv.slice(2);
if (flags.includes('--software') || flags.includes('--card')) {
  process.exit(await node(inProject('test', 'bench', 'map', 'drag.ts'), ...flags));
}
let code = await node(inProject('test', 'bench', 'map', 'run.ts'), ...flags);
if (code === 0 && !flags.includes('--only')) {
  code = await node(inProject('scripts', 'build.mjs'), '--if-changed');
  if (code === 0) code = await node(inProject('test', 'bench', 'review-keys.ts'));
}
process.exit(code);

/** Whether npm has installed what the lock names. */
function arePeersInstalled() {
  const locked = JSON.parse(readFileSync(path.join(peers, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(([folder, { version, optional }]) => {
    if (folder === '' || optional) return true;
    const file = path.join(peers, folder, 'package.json');
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version;
  });
}

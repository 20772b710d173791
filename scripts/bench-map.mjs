/** Measures the map against its peers in the same run: `npm run bench:map`. */
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
const bench = inProject('test', 'bench', 'map', 'run.ts');
process.exit(await run(projectNode(), ['--no-warnings', bench, ...process.argv.slice(2)]));

/** Whether npm has installed what the lock names. */
function arePeersInstalled() {
  const locked = JSON.parse(readFileSync(path.join(peers, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(([folder, { version, optional }]) => {
    if (folder === '' || optional) return true;
    const file = path.join(peers, folder, 'package.json');
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version;
  });
}

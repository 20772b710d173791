/**
 * Builds the app into dist: `dist/main` (both hosts and their workers) and `dist/renderer` (the page).
 * With `--if-changed` it does nothing when no source has changed since the last build.
 */
import { existsSync } from 'node:fs';
import { inProject } from './lib/paths.mjs';
import { continueOnProjectNode } from './lib/project-node.mjs';
import { digestOfSources, isBuildStale, rememberBuild } from './lib/sources.mjs';

await continueOnProjectNode();
if (process.argv.includes('--if-changed') && !isBuildStale()) process.exit(0);

// Imported late: on an older Node.js these modules may not even load.
const { build } = await import('vite');
const { mainConfig, workerConfig } = await import('./vite/main-config.mjs');
const { rendererConfig } = await import('./vite/renderer-config.mjs');

const workers = {
  'workspace-worker': inProject('electron', 'core', 'workspace', 'workspace-worker.ts'),
  'demo-service-worker': inProject('electron', 'core', 'demo-service', 'demo-service-worker.ts'),
};

const digest = digestOfSources();
await build(mainConfig());
for (const [name, entry] of Object.entries(workers)) {
  if (existsSync(entry)) await build(workerConfig(name, entry));
  else console.warn(`${entry} does not exist yet.`);
}
await build(rendererConfig());
rememberBuild(digest);
console.log(`Built ${inProject('dist')}`);

/**
 * Builds the app into dist: `dist/main` (both hosts and their workers) and `dist/renderer` (the page).
 * With `--if-changed` it does nothing when no source has changed since the last build.
 */
import './lib/help.mjs';
import { inProject } from './lib/paths.mjs';
import { continueOnProjectNode } from './lib/project-node.mjs';
import { digestOfSources, isBuildStale, recordBuild } from './lib/sources.mjs';

await continueOnProjectNode();
if (process.argv.includes('--if-changed') && !isBuildStale()) process.exit(0);

// Imported dynamically: Vite may not load on an older Node.js.
const { buildHosts, buildPage, writeNotices } = await import('./lib/build.mjs');
console.log('Building …');
const digest = digestOfSources();
const packages = new Set();
await buildHosts(packages);
await buildPage(packages);
writeNotices(packages);
recordBuild(digest);
console.log(`Built ${inProject('dist')}`);

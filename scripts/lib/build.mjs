import { build } from 'vite';
import { mainConfig, workerConfig } from '../vite/main-config.mjs';
import { rendererConfig } from '../vite/renderer-config.mjs';
import { inProject } from './paths.mjs';

const workers = {
  'workspace-worker': inProject('electron', 'core', 'workspace', 'workspace-worker.ts'),
  'workspace-tools-worker': inProject('electron', 'core', 'workspace-tools', 'workspace-tools-worker.ts'),
  'export-worker': inProject('electron', 'core', 'exchange', 'export-worker.ts'),
  'demo-service-worker': inProject('electron', 'core', 'demo-service', 'demo-service-worker.ts'),
  'capabilities-worker': inProject('electron', 'core', 'map-sources', 'capabilities-worker.ts'),
};

/** Builds both hosts and their workers into dist/main. */
export async function buildHosts() {
  await build(mainConfig());
  for (const [name, entry] of Object.entries(workers)) await build(workerConfig(name, entry));
}

/** Builds the page into dist/renderer. */
export async function buildPage() {
  await build(rendererConfig());
}

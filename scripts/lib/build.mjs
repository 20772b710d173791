import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { mainConfig, workersConfig } from '../vite/main-config.mjs';
import { collectPackages, noticesOf } from '../vite/notices.mjs';
import { rendererConfig } from '../vite/renderer-config.mjs';
import { inProject } from './paths.mjs';

const workers = {
  'workspace-worker': inProject('electron', 'core', 'workspace', 'open', 'workspace-worker.ts'),
  'workspace-tools-worker': inProject('electron', 'core', 'workspace-tools', 'workspace-tools-worker.ts'),
  'export-worker': inProject('electron', 'core', 'exchange', 'export-worker.ts'),
  'demo-service-worker': inProject('electron', 'core', 'demo-service', 'demo-service-worker.ts'),
  'capabilities-worker': inProject('electron', 'core', 'map-sources', 'capabilities-worker.ts'),
  'team-worker': inProject('electron', 'core', 'team', 'team-worker.ts'),
};

/**
 * Builds both hosts and their workers into dist/main. Adds the folders of the packages in them to `packages`.
 */
export async function buildHosts(packages = new Set()) {
  const plugins = [collectPackages(packages)];
  await build({ ...mainConfig(), plugins });
  await build({ ...workersConfig(workers), plugins });
}

/** Builds one program of Node.js into a folder, like a worker. Returns the path of its file. */
export async function buildProgram(name, entry, outDir) {
  const config = workersConfig({ [name]: entry });
  await build({ ...config, build: { ...config.build, outDir } });
  return path.join(outDir, 'workers', `${name}.mjs`);
}

/** Builds the page into dist/renderer. Adds the folders of the packages in it to `packages`. */
export async function buildPage(packages) {
  const { plugins, worker, ...config } = rendererConfig();
  await build({
    ...config,
    plugins: [...plugins, collectPackages(packages)],
    worker: { ...worker, plugins: () => [collectPackages(packages)] },
  });
}

/** Writes the notices of the packages that are bundled, and of the one that is packed next to them, for the page. */
export function writeNotices(packages) {
  const keytar = inProject('node_modules', 'keytar');
  const all = existsSync(keytar) ? [...packages, keytar] : packages;
  writeFileSync(inProject('dist', 'renderer', 'third-party-notices.txt'), noticesOf(all));
}

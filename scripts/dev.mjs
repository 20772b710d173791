/**
 * Works on the app: `npm run dev`. Vite serves the page and reloads it as it changes; the browser host behind it is
 * built and started again when its sources change. Flag: `--data-dir DIR`, by default `.sightline/dev`.
 */
import './lib/help.mjs';
import { once } from 'node:events';
import { watch } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installWhatIsMissing } from './lib/install.mjs';
import { inProject, projectRoot } from './lib/paths.mjs';
import { continueOnProjectNode } from './lib/project-node.mjs';
import { endWithShell } from './lib/run.mjs';

const { values } = parseArgs({ options: { 'data-dir': { type: 'string', default: '.sightline/dev' } } });
endWithShell();
await installWhatIsMissing('start');
await continueOnProjectNode();
const { createServer } = await import('vite');
const { buildHosts } = await import('./lib/build.mjs');
const { proxiedPaths, proxyToHost, startDevHost } = await import('./lib/dev-host.mjs');
const { invalidateBuild } = await import('./lib/sources.mjs');
const { rendererConfig } = await import('./vite/renderer-config.mjs');

const dataDir = path.resolve(process.env.INIT_CWD ?? '.', values['data-dir']);
const port = await freePort();
let host;
let work = Promise.resolve();

invalidateBuild();
const server = await createServer({
  ...rendererConfig(),
  server: {
    host: '127.0.0.1',
    fs: { allow: [projectRoot] },
    proxy: { [proxiedPaths]: proxyToHost(port, () => host?.cookie) },
  },
});
await renewHost();
await server.listen();
console.log(`Sightline for development: ${server.resolvedUrls.local[0]}`);

let timer;
for (const folder of ['electron', 'shared']) {
  watch(inProject(folder), { recursive: true }, () => {
    // An editor saves in several steps, and changes often come together.
    clearTimeout(timer);
    timer = setTimeout(renewHost, 300);
  });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

function renewHost() {
  work = work.then(async () => {
    try {
      await buildHosts();
    } catch (error) {
      console.error(`${error.message}\nThe running host is unchanged.`);
      return;
    }
    await host?.stop();
    host = await startDevHost(port, dataDir);
    server.ws.send({ type: 'full-reload' });
  });
  return work;
}

/** The terminal and npm may both send the signal; stopping twice is harmless. */
async function stop() {
  await work;
  await host?.stop();
  await server.close();
  process.exit(0);
}

async function freePort() {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: free } = probe.address();
  probe.close();
  return free;
}

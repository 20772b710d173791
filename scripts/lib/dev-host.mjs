import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostPaths } from '../../shared/host-paths.ts';
import { inProject } from './paths.mjs';

/**
 * Starts the built browser host on `port` and signs in to it as a browser does. Returns its cookie and a function that
 * stops it; undefined when it could not start, whose reason it has printed.
 */
export async function startDevHost(port, dataDir) {
  const script = inProject('dist', 'main', 'browser-host.js');
  const args = [script, '--no-open', '--port', String(port), '--data-dir', dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const closed = once(child, 'close');
  const address = await Promise.race([readyAddress(child), closed.then(() => undefined)]);
  if (address === undefined) return undefined;
  const response = await fetch(address, { redirect: 'manual' });
  return {
    cookie: response.headers.get('set-cookie').split(';')[0],
    stop: async () => {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** Matches the paths, with or without a query, that Vite passes on to the host. */
export const proxiedPaths = `^(${Object.values(hostPaths)
  .map((path) => (path.endsWith('/') ? path : `${path}(\\?|$)`))
  .join('|')})`;

/** Vite's proxy to the host: same-origin requests of the page are forwarded with the host's cookie. */
export function proxyToHost(port, currentCookie) {
  const target = `http://127.0.0.1:${port}`;
  return {
    target,
    changeOrigin: true,
    // The sources of renderer/api have the same path prefix as the API.
    bypass: ({ url }) => (/\.(ts|tsx|css|map)(\?|$)/.test(url) ? url : undefined),
    configure: (proxy) => {
      proxy.on('proxyReq', (proxied, { headers }) => {
        if (headers.origin === `http://${headers.host}`) proxied.setHeader('origin', target);
        proxied.setHeader('cookie', currentCookie() ?? '');
      });
    },
  };
}

function readyAddress({ stdout }) {
  return new Promise((resolve) => {
    let text = '';
    stdout.on('data', (chunk) => {
      text += chunk;
      const address = /^Sightline ready: (\S+)$/m.exec(text)?.[1];
      if (address) resolve(address);
    });
  });
}

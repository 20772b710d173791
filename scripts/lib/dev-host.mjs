import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inProject } from './paths.mjs';

/**
 * Starts the built browser host on `port` and signs in to it as a browser would. Answers its cookie and the way to
 * end it; undefined when it could not start, which it has then explained itself.
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

/** Vite's proxy to the host: what the page asks in its own name is passed on with the host's cookie. */
export function proxyToHost(port, currentCookie) {
  const target = `http://127.0.0.1:${port}`;
  return {
    target,
    changeOrigin: true,
    // The sources of renderer/api lie under the same path as the API.
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

import { onTestFinished } from 'vitest';
import type { AppHandler } from '../../electron/app-handler.ts';
import { startLoopbackServer } from '../../electron/browser/loopback-server.ts';
import { throughStreamLoader } from './stream-loader.ts';

/** Sends a request for an address of the page, such as `/api/host`. */
export type Send = (address: string, init?: RequestInit) => Promise<Response>;

/** A way in which a host passes the page's requests to the handler. */
export type Mount = {
  readonly name: string;
  /** Whether the handler notices a page that goes away before it has responded. */
  readonly noticesAborts: boolean;
  /** Serves until the test has ended. */
  serve(handler: AppHandler): Promise<Send>;
};

/** The handler called as a function, by the server of the browser host, and as Electron does. */
export const mounts: readonly Mount[] = [
  { name: 'a function', noticesAborts: true, serve: async (handler) => sendTo(handler) },
  { name: 'the server on loopback', noticesAborts: true, serve: serveOnLoopback },
  {
    name: 'a stream loader',
    noticesAborts: false,
    serve: async (handler) => sendTo(throughStreamLoader(handler)),
  },
];

function sendTo(handler: AppHandler): Send {
  return (address, init) => handler(new Request(`http://127.0.0.1:1${address}`, init));
}

async function serveOnLoopback(handle: AppHandler): Promise<Send> {
  const server = await startLoopbackServer({
    port: 0,
    handle,
    onProblem: (error) => {
      throw error;
    },
  });
  onTestFinished(() => server.close());
  const signIn = await fetch(server.createAddress(), { redirect: 'manual' });
  const [cookie = ''] = signIn.headers.get('set-cookie')?.split(';') ?? [];
  const { origin } = new URL(signIn.url);
  return (address, init) =>
    fetch(`${origin}${address}`, { ...init, headers: { ...init?.headers, cookie, origin } });
}

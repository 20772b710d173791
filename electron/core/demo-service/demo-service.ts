import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { errorText } from '../../../shared/error-text.ts';
import type { Catalog } from './data/catalog.ts';
import { writeDemoFiles } from './files/demo-files.ts';
import { openState } from './orders/state-file.ts';
import { createAccessTokens } from './server/access-tokens.ts';
import { type EndpointResponse, errorResponse } from './server/endpoint-response.ts';
import { createRouter, imagePath } from './server/router.ts';

/** Options of a demo service. */
export type DemoServiceOptions = {
  /** The file that persists orders and the token secret; absent: in memory only. */
  readonly stateFile?: string;
  /** The folder into which files to import are written; absent: none are. */
  readonly filesFolder?: string;
  /** Absent or 0: any free one. */
  readonly port?: number;
  /** The operator's name in the query field and in `<brand>Id`; `svc` when absent. */
  readonly brand?: string;
  /** Epoch milliseconds UTC; the real time when absent. */
  readonly now?: () => number;
  /** Speed factor of order processing; 1 (some minutes for a whole order) when absent. */
  readonly orderPace?: number;
  /** 28800 when absent, as documented. */
  readonly tokenLifetimeSeconds?: number;
  /** Delay of every response. */
  readonly latencyMs?: number;
};

/** A running demo service. The addresses have no trailing slash. */
export type DemoService = {
  readonly baseUrl: string;
  readonly imageBaseUrl: string;
  /** Ends it: open connections are cut. */
  close(): Promise<void>;
};

/** Milliseconds; longer than Node's five seconds, which are too short on a busy machine. */
const keepAlive = 60_000;

/** The seed of the generated data, the same for every demo service. */
const seed = 'sightline';

/**
 * Starts a service that implements docs/service.md, on 127.0.0.1, with generated data of the last 35 days.
 * Rejects when the port is taken or a file cannot be written.
 */
export async function startDemoService(options: DemoServiceOptions): Promise<DemoService> {
  const { brand = 'svc', now = Date.now, latencyMs = 0 } = options;
  const state = openState(options.stateFile, now);
  if (options.filesFolder !== undefined) await writeDemoFiles(options.filesFolder, { brand, now, seed });
  let catalog: Promise<Catalog> | undefined;
  const route = createRouter({
    brand,
    now,
    orderPace: options.orderPace ?? 1,
    tokenLifetimeSeconds: options.tokenLifetimeSeconds ?? 28_800,
    catalog: () => {
      catalog ??= Promise.all([import('./data/catalog.ts'), import('./orders/ordered-entries.ts')]).then(
        ([{ createCatalog }, { createOrderedEntries }]) =>
          createCatalog({ brand, now, seed }, createOrderedEntries(state.orders)),
      );
      return catalog;
    },
    state,
    tokens: createAccessTokens(state.secret),
  });

  async function respond(request: IncomingMessage): Promise<EndpointResponse> {
    if (latencyMs > 0) await wait(latencyMs);
    try {
      const found = await route(request);
      const { body } = found;
      return typeof body === 'function' && request.method !== 'HEAD' ? { ...found, body: body() } : found;
    } catch (error) {
      return errorResponse(500, `The demo service failed: ${errorText(error)}`);
    }
  }

  const server = createServer((request, response) => {
    void respond(request).then((result) => send(response, result));
  });
  server.keepAliveTimeout = keepAlive;
  const address = await listen(server, options.port ?? 0);
  const baseUrl = `http://127.0.0.1:${address.port}`;
  return {
    baseUrl,
    imageBaseUrl: baseUrl + imagePath,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address);
      else reject(new Error('The demo service listens on no port.'));
    });
  });
}

function send(response: ServerResponse, { status, headers, body }: EndpointResponse): void {
  // Node omits the body of a response to HEAD, and only there may the body still be a function.
  if (typeof body === 'function') response.writeHead(status, headers).end();
  else response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

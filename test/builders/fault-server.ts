import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { sendJson } from './http-server.ts';
import { buildPage, buildRecord } from './record-builder.ts';
import { type ServiceServer, startServiceServer } from './service-server.ts';

/** A faulty response of a service. */
export type Fault = (response: ServerResponse) => void;

const wholePage = () => Buffer.from(buildPage([buildRecord(), buildRecord()], { nextOffset: 22 }));

/** Sends bytes as a page with status 200. */
export function bytes(body: string | Uint8Array, headers: Record<string, string | number> = {}): Fault {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(body);
  };
}

/** A response with this status and these headers, without a body. */
export function status(code: number, headers: Record<string, string> = {}): Fault {
  return (response) => {
    response.writeHead(code, headers).end();
  };
}

/** Part of a response, and then the end of the connection by `cut`. */
function cutShort(headers: Record<string, string | number>, body: Buffer, cut: 'end' | 'reset'): Fault {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers });
    response.write(body, () => {
      if (cut === 'end') response.socket?.end();
      else response.socket?.resetAndDestroy();
    });
  };
}

/** Truncated responses, which the connection reveals, so that the request is retried. */
export const brokenAnswers = {
  'a body shorter than its Content-Length': cutShort(
    { 'Content-Length': 100_000 },
    wholePage().subarray(0, 300),
    'end',
  ),
  'a chunked body that is cut off': cutShort(
    { 'Transfer-Encoding': 'chunked' },
    wholePage().subarray(0, 300),
    'end',
  ),
  'a reset in the middle of the body': cutShort({ 'Content-Length': 1_000 }, Buffer.from('{"data"'), 'reset'),
  'a reset before the answer': (response) => {
    response.socket?.resetAndDestroy();
  },
} satisfies Record<string, Fault>;

/** Complete responses that are not a page, each with its message. */
export const unusableResponses: readonly (readonly [what: string, fault: Fault, says: RegExp])[] = [
  ['a web page', bytes('<!doctype html><title>Sign in</title>', { 'Content-Type': 'text/html' }), /web page/],
  ['a web page that calls itself JSON', bytes('\n <html>proxy</html>'), /web page/],
  ['half a page', bytes(wholePage().subarray(0, 700)), /not whole JSON/],
  [
    'a gzip body that is cut off',
    bytes(gzipSync(wholePage()).subarray(0, -20), { 'Content-Encoding': 'gzip' }),
    /compressed answer.*cut short/,
  ],
  ['bytes that are no gzip', bytes('plain', { 'Content-Encoding': 'gzip' }), /compressed answer.*damaged/],
  ['a coding nobody asked for', bytes(wholePage(), { 'Content-Encoding': 'br' }), /encoding.*br/],
  [
    'a picture',
    bytes(Buffer.from([0x89, 0x50, 0x4e, 0x47]), { 'Content-Type': 'image/png' }),
    /not whole JSON/,
  ],
  ['nothing, with status 200', bytes(''), /empty body/],
  ['nothing, with status 204', status(204), /status 204/],
  ['a part, with status 206', status(206), /status 206/],
  ['a list without a name', bytes('[]'), /no list/],
  ['null', bytes('null'), /no list/],
  ['results under another name', bytes('{"data":{"other":[]}}'), /no list.*other/],
  ['an object in place of the list', bytes('{"data":{"svc_udp_analyticgeojsonrecord":{}}}'), /no list/],
  ['an error object with status 200', bytes('{"error":{"message":"Backend gone"}}'), /Backend gone/],
  ['a message with status 200', bytes('{"message":"Endpoint request timed out"}'), /timed out/],
  ['errors without data', bytes('{"errors":[{"message":"No capacity"}],"data":null}'), /No capacity/],
  [
    'errors beside data',
    bytes(
      JSON.stringify({ errors: [{ message: 'Shard lost' }], ...JSON.parse(wholePage().toString('utf8')) }),
    ),
    /beside its results: Shard lost/,
  ],
];

/** Unusual responses that are valid pages. */
export const oddPages: readonly (readonly [what: string, alter: (page: Buffer) => Fault])[] = [
  ['begins with a byte order mark', (page) => bytes(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), page]))],
  ['is called text/plain', (page) => bytes(page, { 'Content-Type': 'text/plain' })],
  ['is called nothing', (page) => bytes(page, { 'Content-Type': '' })],
  ['is compressed', (page) => bytes(gzipSync(page), { 'Content-Encoding': 'gzip' })],
  ['has an empty list of errors', (page) => bytes(`{"errors":[],${page.toString('utf8').slice(1)}`)],
  [
    'comes a few bytes at a time',
    (page) => (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const step = Math.ceil(page.length / 20);
      const drip = (at: number) => {
        if (at >= page.length) response.end();
        else response.write(page.subarray(at, at + step), () => setTimeout(drip, 2, at + step));
      };
      drip(0);
    },
  ],
];

/** A page without records that has this next offset. */
export function pageWithNextOffset(nextOffset: string): Fault {
  return bytes(
    `{"paginationInfo":{"nextOffset":${nextOffset},"recordsInPage":0},"data":{"svc_udp_analyticgeojsonrecord":[]}}`,
  );
}

/** A service with faults at pages that a test chooses. */
export type FaultServer = ServiceServer & {
  /** Responds to the query at `offset` with the fault, `times` times. Returns a function that counts them. */
  failAt(offset: number, fault: Fault, times?: number): () => number;
  /** Changes the correct response to the query at `offset`. */
  alterAt(offset: number, alter: (page: Buffer) => Fault): void;
  /** Removes all faults. */
  heal(): void;
};

/** Starts a service with this number of records; over HTTPS when key and certificate are given. */
export async function startFaultServer(
  recordCount: number,
  tls?: { readonly key: string; readonly cert: string },
): Promise<FaultServer> {
  const service = await startServiceServer(recordCount, tls);
  const isAt = (body: string, offset: number) => new RegExp(`\\boffset: ${offset}\\b`).test(body);
  return Object.assign(service, {
    failAt(offset: number, fault: Fault, times = Number.POSITIVE_INFINITY) {
      let done = 0;
      service.fault = ({ body }, response) => {
        if (!isAt(body, offset) || done >= times) return false;
        done += 1;
        fault(response);
        return true;
      };
      return () => done;
    },
    alterAt(offset: number, alter: (page: Buffer) => Fault) {
      service.fault = ({ body }, response) => {
        if (!isAt(body, offset)) return false;
        alter(service.pageOf(body))(response);
        return true;
      };
    },
    heal() {
      service.fault = () => false;
    },
  });
}

/** Refuses with a status and a reason. */
export function refusal(code: number): Fault {
  return (response) => sendJson(response, code, { message: `Reason for ${code}.` });
}

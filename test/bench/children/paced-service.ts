/**
 * Serves pages like the query endpoint, at a given speed: `paced-service.ts <page> …`. The first segment of the path is
 * the speed in Mbit/s, which all responses at that speed share. Prints its address and runs until it is ended.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { recordsInPage } from '../data-files.ts';

/** Bytes that are sent at once. */
const pieceLength = 16_384;
/** Milliseconds that the sending may be late and catches up with; a timer is that inexact. */
const tolerance = 20;

const pages = process.argv.slice(2);
/** When the line of each speed is free again. */
const freeAt = new Map<number, number>();

const server = createServer((request, response) => {
  respond(request, response).catch((error: Error) => response.destroy(error));
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, speed] = (request.url ?? '').split('/');
  const [, offset] = /\boffset: (\d+)/.exec(await text(request)) ?? [];
  const page = pages[Number(offset ?? 0) / recordsInPage];
  if (page === undefined) response.writeHead(404).end();
  else await send(response, readFileSync(page), Number(speed));
}

async function send(response: ServerResponse, body: Uint8Array, megabits: number): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  const bytesPerMillisecond = (megabits * 1_000_000) / 8 / 1000;
  for (let from = 0; from < body.length && !response.destroyed; from += pieceLength) {
    const piece = body.subarray(from, from + pieceLength);
    const now = performance.now();
    const start = Math.max(freeAt.get(megabits) ?? 0, now - tolerance);
    const end = start + piece.length / bytesPerMillisecond;
    freeAt.set(megabits, end);
    if (end > now) await setTimeout(end - now);
    response.write(piece);
  }
  response.end();
}

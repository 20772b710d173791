/**
 * Lets reviewers review a shared queue at a human pace: `team-reviewers.ts <connections as JSON> <record id>`. Reports the
 * 99th percentile of the times of their calls (leases and verdicts), and how many detections were leased twice.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import type { TeamConnection } from '../../../electron/core/team/team-connection.ts';
import { seededRandom } from '../../builders/seeded-random.ts';
import { report } from '../report.ts';

const [connectionsText = '', recordId = ''] = process.argv.slice(2);
const connections = JSON.parse(connectionsText) as readonly TeamConnection[];
const verdictsEach = 30;
/** A reviewer needs 0.5 to 1.5 seconds for a detection. */
const paceMs = [500, 1000] as const;
const random = seededRandom(20);
const times: number[] = [];
const leased: string[] = [];

async function call(client: Client, text: string, values: readonly unknown[]) {
  const startedAt = performance.now();
  const { rows } = await client.query(text, [...values]);
  times.push(performance.now() - startedAt);
  return rows;
}

const clients = connections.map(
  ({ host, port, database, user }) => new Client({ host, port, database, user }),
);
for (const client of clients) await client.connect();
const queue = randomUUID();
const items = Array.from({ length: connections.length * verdictsEach }, (_each, index) => ({
  ...{ recordId, identity: `chip ${index}`, detection: null, pass: Math.floor(index / 40) },
}));
await clients[0]?.query('SELECT sightline.create_queue($1, $2, $3)', [queue, 'Bench', JSON.stringify(items)]);

await Promise.all(
  clients.map(async (client) => {
    // They do not begin at the same instant.
    await setTimeout(random.next() * 1000);
    for (;;) {
      const rows = await call(client, `SELECT * FROM sightline.lease_items($1, 10, '10 minutes')`, [queue]);
      if (rows.length === 0) break;
      for (const { identity, token } of rows) {
        leased.push(identity);
        await setTimeout(paceMs[0] + random.next() * paceMs[1]);
        const change = {
          ...{
            recordId,
            identity,
            detection: null,
            former: null,
            seen: 0,
            verdict: 'confirmed',
            flagged: false,
          },
          ...{ note: '', reviewedAt: new Date().toISOString() },
        };
        await call(client, 'SELECT sightline.push_reviews($1, $1, NULL, $2)', [
          randomUUID(),
          JSON.stringify([change]),
        ]);
        await call(client, `SELECT sightline.renew_items($1, $2, '10 minutes')`, [queue, token]);
      }
    }
    await client.end();
  }),
);
const doubles = leased.length - new Set(leased).size;
if (doubles > 0) throw new Error(`${doubles} detections were leased twice.`);
const sorted = times.toSorted((one, other) => one - other);
report(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN, { doubles, calls: times.length });

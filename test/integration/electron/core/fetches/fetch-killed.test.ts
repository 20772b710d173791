import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { detectionsPerRecord, startServiceServer } from '../../../../builders/service-server.ts';
import { repetitions } from '../../../../builders/test-tier.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const program = fileURLToPath(new URL('../../../../builders/kill-fetching-app.ts', import.meta.url));
const kills = repetitions(6, 20);
const pageSize = 10;
/** The kill comes at one of the first so many pages of a run, and so many more may be requested until it does. */
const pagesBeforeKill = 8;
const pagesUntilKill = 3;
/** So long after a page was requested, in milliseconds: before, while or after it is taken in. */
const longestDelay = 20;
/** With so many records no machine is done before the last kill. */
const recordCount = kills * (pagesBeforeKill + pagesUntilKill) * pageSize;

/** Runs the app to its end, be it by a kill. Returns its last line. */
async function run(
  dataDir: string,
  serviceUrl: string,
  began: (app: ChildProcess) => void = () => {},
): Promise<string> {
  const app = spawn(process.execPath, [program, dataDir, serviceUrl], { stdio: ['ignore', 'pipe', 'pipe'] });
  began(app);
  let output = '';
  let problems = '';
  app.stderr.on('data', (chunk) => {
    problems += chunk;
  });
  app.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code, signal] = await once(app, 'close');
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The app failed: ${output}${problems}`);
  return output.trim().split('\n').at(-1) ?? '';
}

/** Contents of the workspace file, read with SQLite alone. */
async function look(dataDir: string) {
  const folder = path.join(dataDir, 'workspaces');
  const [name] = (await readdir(folder)).filter((file) => file.endsWith('.gpkg'));
  const database = new DatabaseSync(path.join(folder, name ?? ''));
  try {
    const one = (text: string) => Object.values(database.prepare(text).get() ?? {})[0];
    const ids = database.prepare('SELECT record_id FROM records ORDER BY record_id').all();
    const stored = one('SELECT fetch FROM fetches');
    return {
      isSound: one('PRAGMA integrity_check') === 'ok',
      ids: ids.map(({ record_id: id }) => Number.parseInt(String(id).slice(-12), 16)),
      detections: one('SELECT count(*) FROM detections'),
      features: one('SELECT count(*) FROM rtree_detections_geom'),
      fetch: JSON.parse(String(stored)).job.fetch,
      state: JSON.parse(String(stored)).job.state,
    };
  } finally {
    database.close();
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_none, index) => index);

it(`holds whole pages and nothing else after each of ${kills} kills, and then goes on to the full count`, async () => {
  const dataDir = await makeTempFolder();
  const service = await startServiceServer(recordCount);
  onTestFinished(() => service.close());
  const cursors: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const killAt = 1 + Math.floor(Math.random() * pagesBeforeKill);
    const delay = Math.random() * longestDelay;
    const last = await run(dataDir, service.url, (app) => {
      let requested = 0;
      service.fault = ({ path: address }) => {
        if (address !== '/psdm/graphql/gmss') return false;
        requested += 1;
        if (requested === killAt) setTimeout(() => app.kill('SIGKILL'), delay);
        return requested > killAt + pagesUntilKill;
      };
    });
    expect(last, 'the fetch is still under way').toBe('fetching');
    const found = await look(dataDir);
    const where = `kill ${kill + 1}, ${delay.toFixed(1)} ms after page ${killAt} was asked for`;
    expect(found.isSound, where).toBe(true);
    expect(found.state, where).toBe('running');
    expect(found.fetch.offset % pageSize, where).toBe(0);
    expect(found.ids, where).toEqual(upTo(found.fetch.offset));
    expect(found.fetch, where).toMatchObject({
      records: found.ids.length,
      pages: found.ids.length / pageSize,
      detections: found.ids.length * detectionsPerRecord,
    });
    expect(found.detections, where).toBe(found.ids.length * detectionsPerRecord);
    expect(found.features, where).toBe(found.detections);
    expect(found.fetch.offset, `${where}: nothing that was kept is lost`).toBeGreaterThanOrEqual(
      cursors.at(-1) ?? 0,
    );
    cursors.push(found.fetch.offset);
  }
  // On a busy machine few pages come between two kills; the kills must still have met the fetch at several places.
  expect(new Set(cursors).size, `pages came between the kills: ${cursors}`).toBeGreaterThan(kills / 5);

  service.fault = () => false;
  expect(await run(dataDir, service.url)).toBe('complete');
  const whole = await look(dataDir);
  expect(whole).toMatchObject({
    isSound: true,
    state: 'complete',
    detections: recordCount * detectionsPerRecord,
    fetch: { records: recordCount, newRecords: recordCount, pages: recordCount / pageSize },
  });
  expect(whole.ids).toEqual(upTo(recordCount));
});

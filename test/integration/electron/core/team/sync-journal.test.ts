import { expect, test } from 'vitest';
import { syncJournal } from '../../../../../electron/core/team/sync-journal.ts';
import type { ReviewsPage } from '../../../../../electron/core/team/team-protocol.ts';
import { closeDatabase, createSql } from '../../../../../electron/core/workspace/file/sql.ts';
import { openReader } from '../../../../../electron/core/workspace/open/open-database.ts';
import { readStoredCorrections } from '../../../../../electron/core/workspace/read/property-corrections.ts';
import { openTestStore } from '../../../../builders/workspace-builder.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString();

test('what the user changes while the list is pushed stays, and is pushed by the next exchange', async () => {
  const store = openTestStore();
  const format = { productType: 'A', documentVersion: '1' };
  const named = { format, property: 'loa' };
  const [first, second] = ['m', 'ft'].map((unit) => ({ meaning: 'lengthMetres' as const, unit }));
  if (!first || !second) throw new Error('There are two.');
  expect(store.correctProperties([{ ...named, expected: null, to: first }], at(1))).toBeNull();
  const { database: file } = openReader(store.path);
  const pushes: unknown[][] = [];
  const database = {
    async rows(text: string, ...values: readonly unknown[]) {
      if (text.includes('push_corrections')) {
        pushes.push(JSON.parse(String(values[1])) as unknown[]);
        // The user changes it again before the database has answered.
        if (pushes.length === 1)
          expect(store.correctProperties([{ ...named, expected: first, to: second }], at(2))).toBeNull();
      }
      if (!text.includes('pull_corrections')) return [];
      return pushes
        .map((corrections, index) => ({
          version: index + 1,
          revision: `r${index + 1}`,
          author: 'anna',
          corrections,
        }))
        .filter(({ version }) => version > Number(values[0]));
    },
  };
  const context = {
    throwIfStopped() {},
    async send(page: ReviewsPage) {
      if (page.kind === 'journal') store.applyTeamJournal(page.of, page.entries, page.cursor);
    },
  };
  const exchange = () =>
    syncJournal(
      createSql(file),
      database as never,
      'corrections',
      { teamId: 't', latest: pushes.length === 0 ? null : `r${pushes.length}`, mayPush: true },
      context as never,
    );
  await exchange();
  const stored = () => readStoredCorrections(createSql(file)).items.map(({ as }) => as);
  expect(stored()).toEqual([second]);
  await exchange();
  expect(pushes.at(-1)).toMatchObject([{ as: second }]);
  expect(stored()).toEqual([second]);
  closeDatabase(file);
});

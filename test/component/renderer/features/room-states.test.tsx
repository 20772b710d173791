import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { screen, waitFor } from '@testing-library/dom';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { AisView } from '../../../../renderer/features/ais/ais-view.tsx';
import { ReportPreview } from '../../../../renderer/features/export/report-preview.tsx';
import { PassList } from '../../../../renderer/features/passes/pass-list.tsx';
import { SitesView } from '../../../../renderer/features/sites/sites-view.tsx';
import { DetectionTable } from '../../../../renderer/features/table/detection-table.tsx';
import { TeamPanel } from '../../../../renderer/features/team/team-panel.tsx';
import { exportOptionsSchema } from '../../../../shared/exchange/export-request.ts';
import { openFilledCore } from '../../../builders/page/filled-core.ts';
import { Faults, faultMessage, type OpenPage, openPage } from '../../../builders/page/open-page.tsx';
import { positions } from '../../../builders/positions.ts';
import { makeTempFolder } from '../../../builders/workspace-builder.ts';

/** A room, and what its markup has in each of its states. */
type Room = {
  readonly content: ReactNode;
  /** The procedure that it waits for. */
  readonly procedure: string;
  readonly empty: RegExp;
  readonly loading: RegExp;
  readonly full: RegExp;
  /** Adds what the room needs beside fetched results. */
  readonly fill?: (page: OpenPage) => Promise<unknown>;
};

const report = { format: 'report-html', report: { title: 'Morning' } };

const rooms: Readonly<Record<string, Room>> = {
  ais: {
    content: <AisView />,
    procedure: 'ais.outcomes',
    empty: /No AIS file/,
    loading: /Loading matches…/,
    full: /reports\.csv/,
    fill: importReports,
  },
  passes: {
    content: <PassList />,
    procedure: 'passes.page',
    empty: /No matching passes/,
    loading: /Loading…/,
    full: /role="row"|<tr/,
  },
  sites: {
    content: <SitesView />,
    procedure: 'sites.summaries',
    empty: /No area is a site yet/,
    loading: /Counting passes…/,
    full: /Korean waters/,
    fill: makeSite,
  },
  table: {
    content: <DetectionTable />,
    procedure: 'results.page',
    empty: /No detections match the filter/,
    loading: /aria-busy="true"/,
    full: /Unreviewed/,
  },
  team: {
    content: <TeamPanel />,
    procedure: 'team.overview',
    empty: /No team is set/,
    loading: /Reading the state of the exchange…/,
    full: /Exchange now/,
    fill: setTeam,
  },
  report: {
    content: <ReportPreview scope={() => ({ kind: 'all' })} options={exportOptionsSchema.parse(report)} />,
    procedure: 'exchange.previewReport',
    empty: /Morning/,
    loading: /Making the report…/,
    full: /LargeVesselDetection|Large vessel/,
  },
};

/** A site around Korea, most of which the images of East Asia cover. */
async function makeSite({ app }: OpenPage): Promise<void> {
  const coordinates = [positions('124 33, 131 33, 131 40, 124 40, 124 33')];
  await app.api.areas.create.mutate({
    name: 'Korean waters',
    shape: { kind: 'polygon', polygon: { type: 'Polygon', coordinates } },
    site: { minShare: 0.01 },
  });
}

async function importReports({ core }: OpenPage): Promise<void> {
  const file = path.join(await makeTempFolder(), 'reports.csv');
  writeFileSync(file, 'MMSI,BaseDateTime,LAT,LON,SOG\n219000101,2026-11-20T01:00:00,35.1,129.1,8.7\n');
  const preview = await core.ais.preview({ path: file, name: 'reports.csv', isTemporary: false });
  if (!preview.ok) throw new Error(preview.failure.message);
  const { mapping, publisher } = preview.value;
  const started = await core.ais.start(preview.value.file, { mapping, publisher });
  if (!started.ok) throw new Error(started.failure.message);
}

/** Sets a team whose database is not reached, which leaves the room as it was. */
async function setTeam({ core }: OpenPage): Promise<void> {
  const saved = await core.team.save({ host: '127.0.0.1', port: 1, database: 'team', user: 'anna' } as never);
  if (!saved.ok) throw new Error(saved.failure.message);
}

const fetched = { region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 20 };

/** The markup of the page, and of the documents in its frames. */
function shownMarkup(): string {
  const frames = [...document.querySelectorAll('iframe')].map(({ srcdoc }) => srcdoc);
  return [document.body.innerHTML, ...frames].join('\n');
}

async function expectShown(text: RegExp | string): Promise<void> {
  await waitFor(() => expect(shownMarkup()).toMatch(text));
}

describe.each(Object.entries(rooms))('%s', (_, { content, procedure, empty, loading, full, fill }) => {
  test('shows that nothing is there', async () => {
    openPage(await openFilledCore(), { content });
    await expectShown(empty);
  });

  test('shows that it loads, why it failed, and after another try what is there', async () => {
    const faults = new Faults();
    faults.set(procedure, 'pending');
    const page = openPage(await openFilledCore(fetched), { content, faults });
    await fill?.(page);
    await expectShown(loading);
    faults.set(procedure, 'failing');
    await expectShown(faultMessage);
    faults.set(procedure);
    await page.user.click(await screen.findByRole('button', { name: 'Try again' }));
    await expectShown(full);
    expect(shownMarkup()).not.toContain(faultMessage);
  });

  test('shows what was fetched while the service cannot be reached', async () => {
    const page = openPage(await openFilledCore(fetched, { demo: false }), { content });
    await fill?.(page);
    await expectShown(full);
  });
});

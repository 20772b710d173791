import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { areaRegion } from '../../../shared/areas/area-region.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import type { AreaPass } from '../../../shared/passes/area-pass.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import type { SiteSummariesRequest } from '../../../shared/sites/site-request.ts';
import { toSiteSeries } from '../../../shared/sites/site-series.ts';
import { type SiteSummary, sortByDeviation, summarizeSite } from '../../../shared/sites/site-summary.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { ChosenFile } from '../base/file-ids.ts';
import { writeWholeFile } from '../base/write-whole-file.ts';
import type { Workspace } from '../workspace/open/workspace.ts';

/** The passes over an area, by time. Fails with `not-found`. */
export async function readSitePasses(
  workspace: Workspace,
  { areaId, filter }: { readonly areaId: string; readonly filter: DetectionFilter },
  signal?: AbortSignal,
): Promise<Result<readonly AreaPass[]>> {
  const area = (await workspace.listAreas()).find(({ id }) => id === areaId);
  if (!area) return fail('not-found', 'This site is not in the workspace.');
  const areas = [{ id: areaId, region: areaRegion(area.shape), siteKind: area.site?.kind }];
  const [found] = await workspace.areaPasses({ areas, filter }, signal);
  return succeed(found?.areaPasses ?? []);
}

/** All sites with each analytic that has a pass, the most unusual first; a site without any pass has no row. */
export async function summarizeSites(
  workspace: Workspace,
  { filter, counted, grouping, now }: SiteSummariesRequest,
  signal?: AbortSignal,
): Promise<Result<readonly SiteSummary[]>> {
  const sites = (await workspace.listAreas()).flatMap(({ id, name, shape, site }) =>
    site ? [{ id, name, ...site, region: areaRegion(shape) }] : [],
  );
  const areas = sites.map(({ id, region, kind }) => ({ id, region, siteKind: kind }));
  const passesOfAreas = await workspace.areaPasses({ areas, filter }, signal);
  const byArea = new Map(passesOfAreas.map(({ areaId, areaPasses }) => [areaId, areaPasses]));
  return succeed(
    sortByDeviation(
      sites.flatMap(({ id, name, minShare }) =>
        toSiteSeries(byArea.get(id) ?? [], { minShare, counted, grouping }).map((series) =>
          summarizeSite({ areaId: id, name }, series, now),
        ),
      ),
    ),
  );
}

/** Adds the places of all that is stationary, new or gone as a layer, by a job. Fails with `not-found` without any. */
export async function addFixedPlaces(
  workspace: Workspace,
  startImport: (file: ChosenFile) => Promise<Result<Job>>,
): Promise<Result<Job>> {
  const places = await workspace.fixedPlaces();
  if (places.length === 0) {
    return fail(
      'not-found',
      'No place has anything stationary, new or gone: at least four passes must have seen it.',
    );
  }
  const features = places.map(({ longitude, latitude, ...properties }) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties,
  }));
  const file = path.join(os.tmpdir(), `sightline-${randomUUID()}.geojson`);
  const written = await writeWholeFile(file, JSON.stringify({ type: 'FeatureCollection', features }));
  if (!written.ok) return written;
  const name = `Fixed places ${nowUtc().slice(0, 10)}.geojson`;
  return startImport({ path: file, name, isTemporary: true });
}

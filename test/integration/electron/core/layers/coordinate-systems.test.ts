import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { crsFromPrj } from '../../../../../shared/areas/import/coordinate-system.ts';
import { pythonOfGdal, whyNoGdal } from '../../../../builders/gdal-server.ts';
import { isLongRun } from '../../../../builders/test-tier.ts';

const missing = whyNoGdal();
if (missing) process.stderr.write(`Skipped: coordinate systems are not compared with PROJ, as ${missing}.\n`);

/** Systems whose definitions proj4 reads and would place elsewhere, or did; and those most used at sea and at the poles. */
const always = [
  ...[
    3413, 3995, 3996, 3031, 3994, 5641, 3000, 5513, 27200, 31370, 4313, 3468, 3375, 29873, 2040, 3112, 3857,
  ],
  ...[32651, 28356, 2154, 3035, 5070, 27700, 25832, 2193, 4269, 4258, 6933, 3832],
];
/** Step through all others. */
const step = isLongRun ? 1 : 20;

const script = `
import json, sys
from osgeo import osr
osr.UseExceptions()
osr.SetPROJEnableNetwork(False)
always, step = set(json.loads(sys.argv[1])), int(sys.argv[2])
def lonlat(code):
    system = osr.SpatialReference()
    system.ImportFromEPSG(code)
    system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return system
world, found = lonlat(4326), []
for index, info in enumerate(osr.GetCRSInfoListFromDatabase('EPSG')):
    kinds = (osr.OSR_CRS_TYPE_PROJECTED, osr.OSR_CRS_TYPE_GEOGRAPHIC_2D)
    if info.type not in kinds or info.deprecated or not info.bbox_valid: continue
    code = int(info.code)
    if code not in always and index % step != 0: continue
    try:
        system = lonlat(code)
        west, east = info.west_lon_degree, info.east_lon_degree
        if east < west: east += 360
        longitude = (west + (east - west) * 0.37 + 180) % 360 - 180
        latitude = info.south_lat_degree + (info.north_lat_degree - info.south_lat_degree) * 0.41
        forward = osr.CoordinateTransformation(world, system)
        x, y, _ = forward.TransformPoint(longitude, latitude)
        longitude, latitude, _ = forward.GetInverse().TransformPoint(x, y)
    except RuntimeError: continue
    forms = ('WKT1_ESRI', 'WKT1_GDAL', 'WKT2_2019')
    wkt = {}
    for form in forms:
        try: wkt[form] = system.ExportToWkt(['FORMAT=' + form])
        except RuntimeError: pass
    found.append(dict(code=code, at=[x, y], position=[longitude, latitude], wkt=wkt))
print(json.dumps(found))`;

type Sample = {
  readonly code: number;
  readonly at: readonly [number, number];
  readonly position: readonly [longitude: number, latitude: number];
  readonly wkt: Readonly<Record<string, string>>;
};

/** Meters between what a definition makes of a point and what PROJ does; null where it is refused. */
function errorOf(text: string, { at, position: [longitude, latitude] }: Sample): number | null {
  const system = crsFromPrj(text, 'test.prj');
  if (!system.ok) return null;
  const [x, y] = system.value.projector ? system.value.projector(...at) : at;
  const turn = ((x - longitude + 540) % 360) - 180;
  return 111_195 * Math.hypot(turn * Math.cos((latitude * Math.PI) / 180), y - latitude);
}

describe.skipIf(missing)('a definition of a coordinate system', () => {
  it('is refused, or places what it defines where PROJ does, in each form in which GDAL writes it', () => {
    const samples = JSON.parse(
      execFileSync(pythonOfGdal, ['-c', script, JSON.stringify(always), String(step)], {
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ) as readonly Sample[];
    expect(samples.length).toBeGreaterThan(always.length);
    const checked = samples.flatMap((sample) =>
      Object.entries(sample.wkt).map(([form, text]) => ({ form, sample, error: errorOf(text, sample) })),
    );
    // Datum shifts without a grid differ by several meters between programs.
    const wrong = checked.filter(({ error }) => error !== null && !(error < 10));
    expect(wrong.map(({ form, sample: { code }, error }) => [code, form, error])).toEqual([]);
    const read = new Set(
      checked.filter(({ error }) => error !== null).map(({ form, sample: { code } }) => `${code} ${form}`),
    );
    // Of Mercator with a standard parallel only the older forms are read; a .prj has one of them.
    for (const code of [3413, 3995, 3031, 3994, 32651, 28356, 2154, 3035, 5070, 25832, 2193, 4269])
      for (const form of ['WKT1_ESRI', 'WKT1_GDAL', ...(code === 3994 ? [] : ['WKT2_2019'])])
        expect(read).toContain(`${code} ${form}`);
  });
});

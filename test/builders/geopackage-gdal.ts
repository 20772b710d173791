import { execFileSync, spawnSync } from 'node:child_process';

/** Report of GDAL about one layer. */
export type GdalLayer = {
  readonly name: string;
  readonly features: number;
  /** `[west, south, east, north]` with six decimals, as ogrinfo prints them; undefined for a layer without extent. */
  readonly extent: readonly number[] | undefined;
  readonly geometry: string;
  /** Field names with GDAL's types. */
  readonly fields: Readonly<Record<string, string>>;
};

/** Reason why tests that need GDAL cannot run here, or undefined where they can. */
export function whyNoGdal(): string | undefined {
  const { status } = spawnSync('ogrinfo', ['--version'], { stdio: 'ignore' });
  return status === 0 ? undefined : 'ogrinfo is not installed (Debian: apt-get install gdal-bin)';
}

/** All layers of a file as GDAL reads them. Throws when GDAL has anything to complain about. */
export function readLayers(file: string): readonly GdalLayer[] {
  return ogrinfo('-ro', '-al', '-so', file)
    .split(/^Layer name: /m)
    .slice(1)
    .map(parseLayer);
}

/** The single number that a query in SQL returns. */
export function queryNumber(file: string, sql: string): number {
  return Number(/= (-?[\d.]+)\s*$/.exec(ogrinfo('-ro', '-q', file, '-sql', sql))?.[1]);
}

/**
 * Number of features of a layer that lie in or touch a box `[west, south, east, north]`, by way of its spatial index.
 */
export function countInBox(file: string, layer: string, box: readonly number[]): number {
  const text = ogrinfo('-ro', '-so', '-spat', ...box.map(String), file, layer);
  return Number(/^Feature Count: (\d+)$/m.exec(text)?.[1]);
}

/** Every feature of a layer as GDAL prints it. */
export function readFeatureTexts(file: string, layer: string): string {
  return ogrinfo('-ro', '-q', file, layer);
}

function ogrinfo(...options: string[]): string {
  const { status, stdout, stderr } = spawnSync('ogrinfo', options, { encoding: 'utf8' });
  if (status !== 0 || stderr.trim() !== '')
    throw new Error(`ogrinfo ${options.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

function parseLayer(text: string): GdalLayer {
  const extent = /^Extent: \((.*), (.*)\) - \((.*), (.*)\)$/m.exec(text)?.slice(1).map(Number);
  const fields = [...text.matchAll(/^(\w+): (\w+)(?:\(\w+\))? \(\d+\.\d+\)/gm)];
  return {
    name: text.slice(0, text.indexOf('\n')).trim(),
    features: Number(/^Feature Count: (\d+)$/m.exec(text)?.[1]),
    extent,
    geometry: /^Geometry: (.*)$/m.exec(text)?.[1] ?? '',
    fields: Object.fromEntries(fields.map(([, name, type]) => [name ?? '', type ?? ''])),
  };
}

/** Complaints of the GeoPackage validator of GDAL's Python samples; undefined where it is not installed. */
export function validateGeoPackage(file: string): string | undefined {
  const script = '/usr/lib/python3/dist-packages/osgeo_utils/samples/validate_gpkg.py';
  if (spawnSync('/usr/bin/python3', ['-c', 'import osgeo_utils'], { stdio: 'ignore' }).status !== 0)
    return undefined;
  return execFileSync('/usr/bin/python3', [script, '-q', '-k', '--extra', '--warning-as-error', file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

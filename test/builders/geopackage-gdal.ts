import { execFileSync, spawnSync } from 'node:child_process';

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

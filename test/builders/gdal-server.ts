import { existsSync } from 'node:fs';
import { inProject } from '../../scripts/lib/paths.mjs';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { jsonLinesProcess } from './json-lines-process.ts';

/** Report of GDAL about one layer. */
export type GdalLayer = {
  readonly name: string;
  readonly features: number;
  /** `[west, south, east, north]` with six decimals; null for a layer without extent. */
  readonly extent: readonly number[] | null;
  readonly geometry: string;
  /** Field names with GDAL's types. */
  readonly fields: Readonly<Record<string, string>>;
};

type Response = { readonly value?: unknown; readonly error?: string; readonly complaints: readonly string[] };

/** Distribution packages have GDAL's Python module for the system's interpreter only. */
export const pythonOfGdal = '/usr/bin/python3';

const server = jsonLinesProcess<readonly unknown[], Response>(pythonOfGdal, [
  inProject('test', 'builders', 'gdal-server.py'),
]);

/** Reason why tests that need GDAL cannot run here, or undefined where they can. */
export function whyNoGdal(): string | undefined {
  const isInstalled = findProgram('ogrinfo') && existsSync('/usr/lib/python3/dist-packages/osgeo');
  return isInstalled ? undefined : 'GDAL is not installed (Debian: gdal-bin, python3-gdal)';
}

/** All layers of a file as GDAL reads them. Throws when GDAL has anything to complain about. */
export async function readLayers(file: string): Promise<readonly GdalLayer[]> {
  const { value, complaints } = await request('layers', file);
  if (complaints.length > 0) throw new Error(`GDAL reads ${file}: ${complaints.join('\n')}`);
  return value as readonly GdalLayer[];
}

/** Converts a file as the program `ogr2ogr` does, and returns what it prints to the target `/vsistdout/`. */
export async function ogr2ogr(
  target: string,
  source: string,
  options: readonly string[] = [],
): Promise<string> {
  return (await request('ogr2ogr', target, source, options)).value as string;
}

/** Calls a function of `gdal-server.py`, which runs until the tests' process ends: to start GDAL takes 0.2 s. */
async function request(...call: readonly unknown[]): Promise<Response> {
  const response = await server(call);
  if (response.error === undefined) return response;
  throw new Error(`GDAL, ${JSON.stringify(call)}: ${[response.error, ...response.complaints].join('\n')}`);
}

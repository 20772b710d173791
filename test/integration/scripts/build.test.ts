import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasKeytar } from '../../../scripts/lib/packages.mjs';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { requireBuild } from '../../builders/built-app.ts';

beforeAll(requireBuild);

const read = (file: string) => readFileSync(inProject('dist', file), 'utf8');
const builtFiles = (pattern: string) => globSync(pattern, { cwd: inProject('dist') });

describe('notices of other packages', () => {
  const notices = () => read(path.join('renderer', 'third-party-notices.txt'));
  const titles = () => [...notices().matchAll(/^=+\n(\S+) \S+, (.+)$/gm)];

  it('have the packages of hosts, workers, page and the workers of the page', () => {
    const names = titles().map(([, name]) => name);
    const expected = ['@trpc/server', 'saxes', 'world-atlas', 'react', 'ol', 'topojson-client'];
    expect(names).toEqual(expect.arrayContaining([...expected, ...(hasKeytar() ? ['@github/keytar'] : [])]));
    expect(names).toEqual([...new Set(names)]);
  });

  it('name only licenses under which the app may be passed on as it is', () => {
    const allowed =
      /^\(?(0BSD|Apache-2\.0|BlueOak-1\.0\.0|BSD-[23]-Clause|CC0-1\.0|ISC|MIT|OFL-1\.1|Zlib)( AND |\)|$)/;
    const licenses = new Set(titles().flatMap(([, , license = '']) => license.split(/(?<= AND )/)));
    expect([...licenses].filter((license) => !allowed.test(license))).toEqual([]);
  });

  it('print a text for each license', () => {
    const sections = notices().split(/^={70,}$/m);
    for (const license of ['MIT', 'ISC', 'BSD-3-Clause', 'Apache-2.0', 'OFL-1.1']) {
      const ofLicense = sections.filter((text) => text.split('\n')[1]?.endsWith(`, ${license}`));
      expect(
        ofLicense.some((text) => text.length > 600),
        license,
      ).toBe(true);
    }
  });
});

it('has one license, in package.json and in the file', () => {
  const { license } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  expect(readFileSync(inProject('LICENSE.txt'), 'utf8').split('\n')[0]).toBe(license);
});

it('takes Electron from the runtime, not from the package that downloads it', () => {
  const hosts = builtFiles('main/**/*.js').map(read);
  expect(hosts.filter((text) => text.includes('Electron failed to install'))).toEqual([]);
  // The updater of macOS.
  expect(hosts.filter((text) => text.includes('require("electron").autoUpdater'))).toHaveLength(1);
});

describe('what is loaded when it is needed', () => {
  const holdsLand = (file: string) => /"?arcs"?:\s*\[\s*\[/.test(read(file));

  it('land is in files of its own, each of which is there once', () => {
    const files = builtFiles('**/*.{js,mjs}').filter(holdsLand);
    expect(files.map((file) => path.basename(file).replace(/-[\w-]{8}\.m?js$/, '')).sort()).toEqual([
      'countries-10m',
      'countries-110m',
      'countries-50m',
      'land-10m',
      'land-50m',
    ]);
  });

  it('the page is drawn by one script, without panels, dialogs, charts and readers', () => {
    const first = scriptsBeforeFirstFrame();
    expect(first).toHaveLength(1);
    const size = (text: string) => gzipSync(text, { level: 9 }).length / 1e3;
    const kilobytes = first.map((file) => size(readScript(file))).reduce((sum, each) => sum + each, 0);
    expect(kilobytes).toBeLessThan(450);
    const later = ['app/dialogs', 'orders/orders-panel', 'inspector/inspector', 'dock/table-view'];
    const parts = [...later, 'chart/charts', 'sources/create-source-layer', 'node_modules/uplot/'];
    const sourcesOf = (files: readonly string[]) =>
      files.flatMap((file) => builtFrom(path.join('renderer', 'assets', file)));
    const partsIn = (sources: readonly string[]) =>
      parts.filter((part) => sources.some((source) => source.includes(part)));
    expect(partsIn(sourcesOf(first))).toEqual([]);
    expect(partsIn(sourcesOf(builtFiles('renderer/assets/*.js').map((file) => path.basename(file))))).toEqual(
      parts,
    );
  });

  it('detailed land is imported by the worker of the basemap alone, and not statically', () => {
    const files = builtFiles('renderer/**/*.{js,html}').filter((file) => /\/countries-10m/.test(read(file)));
    const [worker = '', ...others] = files;
    expect(path.basename(worker)).toMatch(/^basemap-worker-/);
    expect(others).toEqual([]);
    expect(read(worker).match(/.{8}\.\/countries-10m/g)).toEqual([expect.stringContaining('import(')]);
  });

  it.each(['browser-host.js', 'main.js'])(
    '%s is ready without procedures, what cuts areas and readers of AIS files',
    (host) => {
      const first = importedStatically(path.join('main', host));
      const bytes = first.reduce((sum, file) => sum + read(file).length, 0);
      expect(bytes).toBeLessThan(1_120_000);
      const sources = first.flatMap((file) => builtFrom(file));
      const later = /@trpc\/server|@turf\/|electron\/api\/\w+-router|\/ais\/read-ais-file|\/overlap-check/;
      expect(sources.length).toBeGreaterThan(100);
      expect(sources.filter((source) => later.test(source))).toEqual([]);
    },
  );

  it('the demo service is in no host', () => {
    const hosts = builtFiles('main/{*.js,chunks/*.js}');
    expect(hosts.length).toBeGreaterThan(3);
    expect(hosts.filter((file) => /demo-service\/(data|query|server|chips)\//.test(read(file)))).toEqual([]);
  });
});

/** Paths of the sources that are in a built file; one of the bundler's has no map. */
const builtFrom = (file: string): readonly string[] =>
  builtFiles(`${file}.map`).flatMap((map): readonly string[] => JSON.parse(read(map)).sources);

/** A built file and what it imports statically. */
function importedStatically(file: string, found = new Set<string>()): readonly string[] {
  if (found.has(file)) return [];
  found.add(file);
  for (const [, imported = ''] of read(file).matchAll(/^(?:import|export)[^;]*?["'](\.[^"']+)["'];/gm))
    importedStatically(path.join(path.dirname(file), imported), found);
  return [...found];
}

const readScript = (file: string) => read(path.join('renderer', 'assets', file));

/** The scripts of the document, and what they import statically. */
function scriptsBeforeFirstFrame(): readonly string[] {
  const found = new Set<string>();
  const add = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    const imports = readScript(file).matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g);
    for (const [, imported = ''] of imports) add(imported);
  };
  const html = read(path.join('renderer', 'index.html'));
  for (const [, file = ''] of html.matchAll(/assets\/([\w.-]+\.js)/g)) add(file);
  return [...found];
}

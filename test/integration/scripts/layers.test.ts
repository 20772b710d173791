import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const script = new URL('../../../scripts/layers.mjs', import.meta.url).pathname;

const refused = [
  ['electron/core/a.ts', "sql.all('SELECT sensor_name, sensor_type, sensor_mode FROM sensors');"],
  ['renderer/features/areas/a.tsx', 'export const a = <table aria-label={label} />;'],
  ['renderer/ui/a.tsx', 'export const a = <Table.Tr />;'],
  ['renderer/features/areas/a.tsx', 'const rows = useVirtualizer({ count });'],
  ['renderer/app/a.tsx', 'const scroll = useRowScroll(scroller, count, 24, 0);'],
  ['renderer/features/areas/a.tsx', 'export const a = <form onSubmit={submit}><TextInput /></form>;'],
  ['shared/a.ts', "import { a } from '../electron/core/core.ts';"],
  ['shared/a.ts', "import type { a } from '../electron/core/core.ts';"],
  ['shared/geo/a.ts', "export { a } from '../../renderer/map/a.ts';"],
  ['shared/geo/a.ts', "import { b } from '../results/b.ts';"],
  ['shared/a.ts', "import { b } from './geo/b.ts';"],
  ['shared/areas/a.ts', "import type { B } from '../results/b.ts';"],
  ['shared/results/expression/a.ts', "import { b } from '../../searches/b.ts';"],
  ['shared/review/a.ts', "import type { B } from '../results/b.ts';"],
  ['shared/jobs/a.ts', "import { b } from '../events/b.ts';"],
  ['shared/other/a.ts', "import { b } from '../geo/b.ts';"],
  ['shared/a.ts', "import { readFile } from 'node:fs';"],
  ['shared/a.ts', "import { readFile } from 'fs';"],
  ['shared/a.ts', "const fs = await import('node:fs');"],
  ['renderer/a.tsx', "import { app } from 'electron';"],
  ['renderer/a.tsx', "import type { App } from 'electron/main';"],
  ['renderer/a.ts', "import path from 'node:path';"],
  ['renderer/api/a.ts', "import { appRouter } from '../../electron/api/router.ts';"],
  ['renderer/api/a.ts', "import { type AppRouter } from '../../electron/api/router.ts';"],
  ['renderer/api/a.ts', "export * from '../../electron/api/router.ts';"],
  ['renderer/api/a.ts', "const api = await import('../../electron/api/router.ts');"],
  ['renderer/features/areas/a.ts', "import type { AppRouter } from '../../../electron/api/router.ts';"],
  ['renderer/a.ts', "import type { Core } from '../electron/core/core.ts';"],
  ['renderer/a.ts', "import { build } from '../test/builders/a.ts';"],
  ['renderer/other/a.ts', "import { a } from '../ui/a.ts';"],
  ['renderer/features/areas/a.ts', "import { b } from '../orders/b.ts';"],
  ['renderer/features/areas/a.ts', "import type { B } from '../orders/b.ts';"],
  ['renderer/features/areas/import/a.ts', "import styles from '../../orders/orders.module.css';"],
  ['renderer/features/areas/a.ts', "import { b } from '../../app/b.ts';"],
  ['renderer/map-sync/a.ts', "import { b } from '../features/areas/b.ts';"],
  ['renderer/context/a.ts', "import { b } from '../map-sync/b.ts';"],
  ['renderer/context/a.ts', "import type { B } from '../features/areas/b.ts';"],
  ['renderer/map/a.ts', "import { b } from '../stores/b.ts';"],
  ['renderer/map/a.ts', "import type { B } from '../stores/b.ts';"],
  ['renderer/map/a.ts', "import { b } from '../api/b.ts';"],
  ['renderer/stores/a.ts', "import { b } from '../map/b.ts';"],
  ['renderer/stores/a.ts', "import type { B } from '../features/areas/b.ts';"],
  ['renderer/stores/a.ts', "import type { Api } from '../api/client.ts';"],
  ['renderer/api/a.ts', "import type { B } from '../stores/b.ts';"],
  ['renderer/ui/a.ts', "import { b } from '../context/b.ts';"],
  ['electron/core/a.ts', "import { app } from 'electron';"],
  ['electron/core/a.ts', "import type { App } from 'electron/main';"],
  ['electron/core/a.ts', "import { router } from '../api/trpc.ts';"],
  ['electron/core/a.ts', "import type { HostServices } from '../host-services.ts';"],
  ['electron/core/a.ts', "import { a } from '../../renderer/map/a.ts';"],
  ['electron/core/a.ts', "import keytar from 'keytar';"],
  ['electron/core/map-sources/a.ts', "import https from 'node:https';"],
  ['electron/core/map-sources/a.ts', "import { connect } from 'tls';"],
  ['electron/core/base/a.ts', "import { b } from '../workspace/b.ts';"],
  ['electron/core/base/a.ts', "import type { B } from '../workspace/b.ts';"],
  ['electron/core/workspace/tables/a.ts', "import { b } from '../../service/b.ts';"],
  ['electron/core/workspace/tables/a.ts', "import type { B } from '../open/b.ts';"],
  ['electron/core/workspace/read/memory/a.ts', "import { b } from '../../tables/b.ts';"],
  ['electron/core/workspace/read/a.ts', "import type { B } from '../ingest/b.ts';"],
  ['electron/core/workspace/safety/a.ts', "import { b } from '../read/b.ts';"],
  ['electron/core/workspace/file/a.ts', "import { b } from '../safety/b.ts';"],
  ['electron/core/workspace/other/a.ts', "import { b } from '../file/b.ts';"],
  ['electron/core/service/a.ts', "import type { B } from '../session/b.ts';"],
  ['electron/core/jobs/a.ts', "import { b } from '../fetches/b.ts';"],
  ['electron/core/fetches/a.ts', "import { b } from '../chips/b.ts';"],
  ['electron/core/orders/a.ts', "import type { B } from '../order-tracking/b.ts';"],
  ['electron/core/exchange/package/a.ts', "import type { B } from '../../workspace-tools/b.ts';"],
  ['electron/core/chips/a.ts', "import { b } from '../demo-service/b.ts';"],
  ['electron/core/areas/a.ts', "import type { Core } from '../core.ts';"],
  ['electron/core/other/a.ts', "import { b } from '../base/b.ts';"],
  ['electron/core/session/session.ts', "const keytar = await import('keytar');"],
  ['electron/api/a.ts', "import { dialog } from 'electron/main';"],
  ['electron/api/a.ts', "import { appPaths } from '../app-paths.ts';"],
  ['electron/browser-host.ts', "import { app } from 'electron/main';"],
  ['electron/browser-host.ts', "import { createMainWindow } from './desktop/main-window.ts';"],
  ['electron/main.ts', "import { a } from '../renderer/map/a.ts';"],
  ['electron/core/team/a.ts', "import { zstdDecompressSync } from 'node:zlib';"],
  ['electron/core/team/a.ts', "import { crc32, zstdDecompress as unpack } from 'zlib';"],
  ['electron/core/service/a.ts', "import { createGunzip } from 'node:zlib';"],
  ['electron/core/base/a.ts', "import { inflateRawSync } from 'node:zlib';"],
  ['electron/core/base/a.ts', "import { unzipSync } from 'node:zlib';"],
  ['electron/core/base/a.ts', "import zlib from 'node:zlib';"],
  ['electron/core/base/a.ts', "import * as zlib from 'node:zlib';"],
  ['electron/core/base/a.ts', "export * from 'node:zlib';"],
  ['electron/core/base/a.ts', "const { gunzipSync } = await import('node:zlib');"],
  ['shared/zip/a.ts', "import { inflateSync } from 'fflate';"],
  ['renderer/map/a.ts', "import { inflate } from 'pako';"],
] as const;

const allowed = [
  ['renderer/ui/table/a.tsx', 'export const a = <table aria-label={label} />;'],
  [
    'renderer/features/areas/a.tsx',
    'export const a = <form onSubmit={submit}><FormRows rows={rows} /></form>;',
  ],
  ['electron/core/base/a.ts', "import { crc32, zstdCompressSync, createDeflateRaw } from 'node:zlib';"],
  ['electron/core/base/decompress.ts', "import { inflateRawSync } from 'node:zlib';"],
  ['electron/core/map-sources/a.ts', "import type { IncomingHttpHeaders } from 'node:http';"],
  ['electron/core/service/a.ts', "import https from 'node:https';"],
  ['shared/geo/a.ts', "import { z } from 'zod'; import { a } from '../result.ts';"],
  ['shared/orders/draft/a.ts', "import { b } from '../../areas/b.ts'; import { c } from '../order.ts';"],
  ['shared/events/a.ts', "import type { B } from '../jobs/b.ts'; import { c } from '../orders/c.ts';"],
  ['renderer/api/a.ts', "import type { AppRouter } from '../../electron/api/router.ts';"],
  ['renderer/api/a.ts', "export type { AppRouter } from '../../electron/api/router.ts';"],
  ['renderer/app/a.ts', "import { b } from '../features/areas/b.ts';"],
  ['renderer/features/areas/import/a.ts', "import { b } from '../b.ts';"],
  ['renderer/features/areas/a.ts', "import { b } from '../../map-sync/b.ts';"],
  ['renderer/map-sync/a.ts', "import { b } from '../context/b.ts'; import { c } from '../map/c.ts';"],
  ['renderer/stores/a.ts', "import type { B } from '../map/b.ts';"],
  ['renderer/map/a.ts', "import Map from 'ol/Map.js'; import { a } from '../../shared/geo/geometry.ts';"],
  [
    'electron/core/a.ts',
    "import { DatabaseSync } from 'node:sqlite'; import { a } from '../../shared/result.ts';",
  ],
  ['electron/core/create-core.ts', "import { a } from './review/a.ts'; import type { B } from './core.ts';"],
  ['electron/core/review/a.ts', "import { b } from '../workspace-tools/b.ts'; import { c } from './c.ts';"],
  [
    'electron/core/workspace/tables/a.ts',
    "import { b } from '../file/sql.ts'; import { c } from '../../base/c.ts'; import { d } from '../ingest/d.ts';",
  ],
  ['electron/core/workspace/read/a.ts', "import { b } from '../ingest/parse-instant.ts';"],
  ['electron/core/session/keytar-keychain.ts', "const keytar = await import('keytar');"],
  ['electron/api/a.ts', "import type { HostServices } from '../host-services.ts';"],
  ['electron/desktop/a.ts', "import { app } from 'electron/main'; import { a } from '../app-handler.ts';"],
] as const;

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true });
});

/** Runs the check over a project that has each text in a file of its own; files whose layer is theirs alone keep their name. */
function check(cases: readonly (readonly [string, string])[]) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'sightline-layers-'));
  roots.push(root);
  const files = cases.map(([name, text], index) => {
    const file = /(main|keytar-keychain|decompress)\.ts$/.test(name) ? name : numbered(name, index);
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), `// first line\n${text}\n`, { flag: 'wx' });
    return file;
  });
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { files, status, problems: stderr.trim().split('\n') };
}

function numbered(file: string, index: number): string {
  return file.replace(/\.(tsx?)$/, `-${index}.$1`);
}

describe('the dependency rule', () => {
  let outcome: ReturnType<typeof check>;
  beforeAll(() => {
    outcome = check(refused);
  });

  it.each(refused.map(([file, text], index) => [file, text, index] as const))(
    'refuses in %s: %s',
    (_file, _text, index) => {
      expect(outcome.status).toBe(1);
      expect(outcome.problems.filter((line) => line.startsWith(`${outcome.files[index]}:2: `))).toHaveLength(
        1,
      );
    },
  );

  it('allows what the layers are for', () => {
    expect(check(allowed)).toMatchObject({ status: 0, problems: [''] });
  });

  it('holds for the project itself', () => {
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

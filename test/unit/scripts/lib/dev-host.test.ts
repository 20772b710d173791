import { expect, test } from 'vitest';
import { proxiedPaths } from '../../../../scripts/lib/dev-host.mjs';

test.each([
  '/api/jobs.list',
  '/feed/detections',
  '/chips/12',
  '/tiles/s1/3/4/5',
  '/sources/s1',
  '/exports/a.csv',
  '/pictures?name=map.png',
  '/incoming?name=a.gpkg',
])('%s goes to the host', (target) => {
  expect(target).toMatch(new RegExp(proxiedPaths));
});

test.each(['/', '/index.html', '/app/main.tsx', '/map/sources/source.ts', '/@vite/client', '/pictures.ts'])(
  '%s stays with Vite',
  (target) => {
    expect(target).not.toMatch(new RegExp(proxiedPaths));
  },
);

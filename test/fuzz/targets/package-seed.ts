import { hash } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import { packageEntries } from '../../../electron/core/exchange/package/package-entries.ts';
import { casePackageFormat, type PackageManifest } from '../../../shared/workspace/case-package.ts';
import { buildCalibration } from '../../builders/calibration-builder.ts';
import { buildPng } from '../../builders/chip-png.ts';
import { buildArea } from '../../builders/filled-workspace.ts';
import { buildRecord, buildUuid } from '../../builders/record-builder.ts';

/** Files of a package by their names. */
export type PackageFiles = Readonly<Record<string, Uint8Array>>;

/** The contents of a sound case package that has some of everything. */
export function buildPackageFiles(): PackageFiles {
  const records = [buildRecord(), buildRecord({ features: [] })].map((record) => JSON.stringify(record));
  const heads = records.map((record, number) => ({
    recordId: `r${number}`,
    bytes: record.length,
    sha256: hash('sha256', record, 'hex'),
    fetchedAt: '2026-11-20T08:00:00.000Z',
    query: 0,
    pageOffset: number * 2,
    fields: 'all',
  }));
  const review = {
    verdict: 'confirmed',
    flagged: false,
    note: 'n',
    reviewer: 'anna',
    reviewedAt: '2026-11-20',
  };
  const reviews = ['chip 0 x', 'chip 1 y'].map((identity) => ({ recordId: 'r0', identity, review }));
  const search = { regions: ['East Asia'], analytics: [] };
  const searches = [{ id: buildUuid(), name: 'Harbor', search, schedule: { kind: 'manual' } }];
  const chips = [
    { file: 'chips/1.png', region: 'East Asia', chipIdentifier: 'x' },
    { file: null, region: 'East Asia', chipIdentifier: 'y' },
  ];
  const files = {
    [packageEntries.readme]: strToU8('A case.'),
    [packageEntries.records]: strToU8(records.map((record) => `${record}\n`).join('')),
    [packageEntries.recordIndex]: jsonLines(heads),
    [packageEntries.detections]: strToU8('[]'),
    [packageEntries.footprints]: strToU8('[]'),
    [packageEntries.reviews]: jsonLines(reviews),
    [packageEntries.reviewHistory]: jsonLines(reviews),
    [packageEntries.areas]: strToU8(JSON.stringify([buildArea('One'), buildArea('Two')])),
    [packageEntries.searches]: strToU8(JSON.stringify(searches)),
    [packageEntries.calibrations]: strToU8(JSON.stringify([buildCalibration()])),
    [packageEntries.chipIndex]: jsonLines(chips),
    'chips/1.png': buildPng(),
  };
  return { ...files, [packageEntries.manifest]: buildManifest(files) };
}

function jsonLines(values: readonly unknown[]): Uint8Array {
  return strToU8(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
}

/** The manifest of these files, with their sizes and hashes. */
export function buildManifest(files: PackageFiles): Uint8Array {
  const counts = { records: 2, detections: 1, footprints: 2, reviews: 2, areas: 2, searches: 1, chips: 1 };
  const manifest: PackageManifest = {
    format: casePackageFormat,
    version: 1,
    sightline: '0.1.0',
    madeAt: '2026-11-20T10:00:00.000Z',
    madeBy: 'anna',
    scope: 'everything',
    counts: { ...counts, missingChips: 1 },
    queries: [{ text: 'svc_udp_analyticgeojsonrecord { assignedId }', records: 2 }],
    processors: [],
    products: [],
    entries: Object.entries(files)
      .filter(([name]) => name !== packageEntries.manifest)
      .map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: hash('sha256', bytes, 'hex') })),
  };
  return strToU8(JSON.stringify(manifest));
}

/** A zip of these files, compressed or stored; the same bytes at any time. */
export function zipPackage(files: PackageFiles, level: 0 | 1): Uint8Array {
  return zipSync({ ...files }, { level, mtime: new Date(2026, 10, 20) });
}

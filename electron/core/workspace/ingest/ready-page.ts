import { deserialize, serialize } from 'node:v8';
import type { ArrivedPage } from '../workspace.ts';
import type { PageReadiness } from './ingest-page.ts';
import type { FeatureTable } from './prepare/feature-table.ts';
import type { PreparedPage } from './prepare/prepare-page.ts';

/** A page with what was made ready of it, as it goes from the thread that prepares to the one that writes. */
export type ReadyPage = {
  readonly page: ArrivedPage;
  readonly readiness: Exclude<PageReadiness, { readonly kind: 'prepared' }> | PackedReadiness;
};

/** The large parts as they are, everything else serialized, so that the thread in between need not look into it. */
type PackedReadiness = {
  readonly kind: 'packed';
  readonly image: PreparedPage['image'];
  readonly cells: FeatureTable['cells'];
  readonly rest: Uint8Array<ArrayBuffer>;
};

type Rest = Omit<PreparedPage, 'features' | 'image'> & { readonly features: Omit<FeatureTable, 'cells'> };

/** Makes a page ready to be posted. */
export function packReadyPage(page: ArrivedPage, readiness: PageReadiness): ReadyPage {
  if (readiness.kind !== 'prepared') return { page, readiness };
  const { features, image, ...prepared } = readiness.page;
  const { cells, ...others } = features;
  const rest: Rest = { ...prepared, features: others };
  const bytes = serialize(rest);
  return {
    page,
    readiness: { kind: 'packed', image, cells, rest: new Uint8Array(bytes) },
  };
}

/** Buffers of a packed page that change hands when it is posted. */
export function buffersOf({ page, readiness }: ReadyPage): ArrayBuffer[] {
  const body = page.body.buffer instanceof ArrayBuffer ? [page.body.buffer] : [];
  if (readiness.kind !== 'packed') return body;
  const { image, cells, rest } = readiness;
  const parts = [image, rest, ...Object.values(cells)];
  return [...body, ...parts.map((part) => part.buffer)];
}

/** The inverse of `packReadyPage`. */
export function unpackReadyPage({ readiness }: ReadyPage): PageReadiness {
  if (readiness.kind !== 'packed') return readiness;
  const { image, cells, rest } = readiness;
  const { features, ...prepared } = deserialize(rest) as Rest;
  return { kind: 'prepared', page: { ...prepared, image, features: { ...features, cells } } };
}

/** Gives the memory of a page that has been written back at once: garbage collection would wait for many more. */
export function releaseReadyPage(ready: ReadyPage): void {
  for (const buffer of buffersOf(ready)) buffer.transfer(0);
}

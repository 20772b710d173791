import { deserialize, serialize } from 'node:v8';
import type { FetchedPage } from './fetched-page.ts';
import type { PreparationOutcome } from './ingest-page.ts';
import type { FeatureTable } from './prepare/feature-table.ts';
import type { PreparedPage } from './prepare/prepare-page-rows.ts';

/** A page and its preparation, packed for the transfer from the preparing thread to the writing one. */
export type PackedPage = {
  readonly page: FetchedPage;
  readonly preparation: Exclude<PreparationOutcome, { readonly kind: 'prepared' }> | PackedPreparation;
};

/** The large buffers as they are, everything else serialized, so that the main thread need not parse it. */
type PackedPreparation = {
  readonly kind: 'packed';
  readonly image: PreparedPage['image'];
  readonly cells: FeatureTable['cells'];
  readonly rest: Uint8Array<ArrayBuffer>;
};

type Rest = Omit<PreparedPage, 'features' | 'image'> & { readonly features: Omit<FeatureTable, 'cells'> };

/** Packs a page to be posted to another thread. */
export function packPage(page: FetchedPage, preparation: PreparationOutcome): PackedPage {
  if (preparation.kind !== 'prepared') return { page, preparation };
  const { features, image, ...prepared } = preparation.page;
  const { cells, ...others } = features;
  const rest: Rest = { ...prepared, features: others };
  const bytes = serialize(rest);
  return {
    page,
    preparation: { kind: 'packed', image, cells, rest: new Uint8Array(bytes) },
  };
}

/** Buffers of a packed page that are transferred when it is posted. */
export function transferableBuffers({ page, preparation }: PackedPage): ArrayBuffer[] {
  const body = page.body.buffer instanceof ArrayBuffer ? [page.body.buffer] : [];
  if (preparation.kind !== 'packed') return body;
  const { image, cells, rest } = preparation;
  const parts = [image, rest, ...Object.values(cells)];
  return [...body, ...parts.map((part) => part.buffer)];
}

/** The inverse of `packPage`. */
export function unpackPage({ preparation }: PackedPage): PreparationOutcome {
  if (preparation.kind !== 'packed') return preparation;
  const { image, cells, rest } = preparation;
  const { features, ...prepared } = deserialize(rest) as Rest;
  return { kind: 'prepared', page: { ...prepared, image, features: { ...features, cells } } };
}

/** Gives the memory of a page that has been written back at once: garbage collection would wait for many more. */
export function releasePage(packed: PackedPage): void {
  for (const buffer of transferableBuffers(packed)) buffer.transfer(0);
}

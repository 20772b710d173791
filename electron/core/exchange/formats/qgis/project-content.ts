import type { ExportView } from '../../../../../shared/exchange/export-request.ts';
import type { MapSource } from '../../../../../shared/map-sources/map-source.ts';
import { parseWebAddress } from '../../../../../shared/map-sources/web-address.ts';

/** Content of a QGIS project in addition to the layers of an export. It can be structured-cloned. */
export type ProjectContent = {
  /** The restrictions of the exported filter in words; none without a filter. */
  readonly filter: readonly string[];
  /** Absent: the extent of the layers, on a light background. */
  readonly view?: Pick<ExportView, 'box' | 'background'> | undefined;
  /** From top to bottom. */
  readonly basemaps: readonly ProjectBasemap[];
  /** Basemaps on the map that the project does not have. */
  readonly withheld: readonly WithheldBasemap[];
};

/** A basemap that a project does not have, and why. */
export type WithheldBasemap = { readonly name: string; readonly reason: string };

function withheldReason(source: MapSource): string {
  switch (source.kind) {
    case 'xyz':
      return 'its address may contain a key';
    case 'wms':
    case 'wmts':
      return 'QGIS would query the service each time the project is opened';
    case 'geotiff':
      return 'its file is on this computer';
    case 'pmtiles':
      return source.address === '' ? 'its file is on this computer' : 'projects have no PMTiles archives';
  }
}

/** A basemap of XYZ tiles. Its address contains no secret. */
export type ProjectBasemap = Pick<
  Extract<MapSource, { kind: 'xyz' }>,
  'name' | 'address' | 'attribution' | 'minZoom' | 'maxZoom' | 'tileSize' | 'opacity'
>;

/**
 * The content of a project. Of the basemaps it gets the tiles whose address contains no secret: other services are
 * queried for their capabilities when a project is opened, so that without a network their layers are invalid, and
 * files have paths of this computer.
 */
export function projectContent(
  filter: readonly string[],
  view?: ExportView,
  sources: readonly MapSource[] = [],
): ProjectContent {
  const shown = (view?.basemaps ?? []).flatMap(({ id, opacity }) => {
    const source = sources.find((candidate) => candidate.id === id);
    return source ? [{ ...source, opacity }] : [];
  });
  const shareable = shown.filter((source) => source.kind === 'xyz' && isShareableAddress(source.address));
  return {
    filter,
    view: view && { box: view.box, background: view.background },
    basemaps: shareable.flatMap((source) => (source.kind === 'xyz' ? [source] : [])),
    withheld: shown
      .filter((source) => !shareable.includes(source))
      .map((source) => ({ name: source.name, reason: withheldReason(source) })),
  };
}

/** Shorter words are parts of names, such as `Level9`. */
const minSecretLength = 16;
/** Letters only, written as words are: `GoogleMapsCompatible`. */
const namePattern = /^[A-Z]?[a-z]{2,14}(?:[A-Z][a-z]{2,14})*$/;

/**
 * Whether an address of tiles contains nothing that may be a secret: no user, no parameters, in which keys are usually
 * given, and no part that looks like a key or token.
 */
export function isShareableAddress(address: string): boolean {
  const url = parseWebAddress(address);
  if (!url || url.user !== undefined || url.query.length > 0) return false;
  const isUuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i.test(address);
  const words = url.base.split(/[^\p{L}\p{N}]+/u);
  return !isUuid && !words.some((word) => word.length >= minSecretLength && !namePattern.test(word));
}

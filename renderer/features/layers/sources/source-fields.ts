import type {
  ServiceCapabilities,
  WmtsTileAccess,
} from '../../../../shared/map-sources/capabilities/service-capabilities.ts';
import { checkMapSource } from '../../../../shared/map-sources/check-map-source.ts';
import {
  type MapSource,
  type MapSourceDraft,
  type MapSourceKind,
  mapSourceDraftSchema,
} from '../../../../shared/map-sources/map-source.ts';
import type { ArchiveMetadata } from '../../../../shared/map-sources/map-source-state.ts';
import { removeServiceParameters } from '../../../../shared/map-sources/tile-address.ts';
import { parseWebAddress } from '../../../../shared/map-sources/web-address.ts';
import { type FieldProblem, fail, type Result, succeed } from '../../../../shared/result.ts';
import { texts } from '../texts.ts';

/** The file of a source in the form; `fileId` is null for a file that is already saved with the source. */
export type ChosenSourceFile = {
  readonly fileId: string | null;
  readonly fileName: string;
  readonly bytes: number | null;
  readonly isCopied: boolean;
};

/** The form's values for all kinds of source, so that switching the kind loses nothing. */
export type SourceFields = {
  readonly kind: MapSourceKind;
  readonly name: string;
  readonly attribution: string;
  readonly address: string;
  readonly minZoom: number | string;
  readonly maxZoom: number | string;
  readonly tileSize: 256 | 512;
  /** The capabilities of the service, once they were read. */
  readonly offer: ServiceCapabilities | null;
  readonly wms: {
    readonly version: '1.1.1' | '1.3.0';
    readonly layers: readonly string[];
    readonly styles: Readonly<Record<string, string>>;
    readonly format: string;
    readonly crs: string;
    /** Values of dimensions, by their names. */
    readonly dimensions: Readonly<Record<string, string>>;
    /** Address of maps. */
    readonly mapAddress: string;
  } | null;
  readonly wmts: { readonly layer: string; readonly style: string; readonly way: WmtsTileAccess } | null;
  /** Whether a PMTiles archive is a file or is read from the address. */
  readonly isFile: boolean;
  readonly file: ChosenSourceFile | null;
  readonly archive: ArchiveMetadata | null;
};

/** The form's values for an existing source, or for a new one. */
export function toSourceFields(source: MapSource | null): SourceFields {
  if (!source) return emptyFields;
  const common = {
    ...emptyFields,
    kind: source.kind,
    name: source.name,
    attribution: source.attribution,
  };
  const { minZoom, maxZoom } = 'minZoom' in source ? source : emptyFields;
  const zooms = { minZoom, maxZoom };
  switch (source.kind) {
    case 'xyz':
      return { ...common, ...zooms, address: source.address, tileSize: source.tileSize };
    case 'wms': {
      const { address, capabilitiesAddress, tileSize, version, layers, styles, format, crs } = source;
      const { dimensions = {} } = source;
      const byLayer = Object.fromEntries(layers.map((layer, index) => [layer, styles[index] ?? '']));
      return {
        ...common,
        ...zooms,
        address: capabilitiesAddress || address,
        tileSize,
        wms: { version, layers, styles: byLayer, format, crs, dimensions, mapAddress: address },
      };
    }
    case 'wmts': {
      const { layer, style, matrixSet, grid, format, encoding, address, dimensions } = source;
      const way = { matrixSet, grid, format, encoding, address, dimensions };
      return { ...common, address: source.capabilitiesAddress, wmts: { layer, style, way } };
    }
    case 'pmtiles': {
      const { content, bounds, fileName, address } = source;
      const archive = { content, bounds, ...zooms, name: '', attribution: '' } as ArchiveMetadata;
      return { ...common, address, isFile: address === '', file: savedFile(fileName), archive };
    }
    case 'geotiff':
      return { ...common, file: savedFile(source.fileName) };
  }
}

function savedFile(fileName: string): ChosenSourceFile | null {
  return fileName === '' ? null : { fileId: null, fileName, bytes: null, isCopied: false };
}

const emptyFields: SourceFields = {
  kind: 'xyz',
  name: '',
  attribution: '',
  address: '',
  minZoom: 0,
  maxZoom: 19,
  tileSize: 256,
  offer: null,
  wms: null,
  wmts: null,
  isFile: true,
  file: null,
  archive: null,
};

/** The default name of a source: the name of its layer, file or server. */
export function suggestedName({
  kind,
  address,
  file,
  archive,
  offer,
  wms,
  wmts,
  isFile,
}: SourceFields): string {
  if (kind === 'geotiff' || (kind === 'pmtiles' && isFile)) {
    return archive?.name || (file?.fileName.replace(/\.[^.]+$/, '') ?? '');
  }
  if (kind === 'pmtiles' && archive?.name) return archive.name;
  const titleOf = (name: string | undefined) =>
    offer?.layers.find((layer) => layer.name === name)?.title ?? name ?? '';
  if (kind === 'wms' && wms?.layers.length) return titleOf(wms.layers[0]);
  if (kind === 'wmts' && wmts) return titleOf(wmts.layer);
  return parseWebAddress(address.replaceAll(/[{}]/g, ''))?.hostname ?? '';
}

/** The source that the form describes; fails with `invalid-input` and a problem for each invalid field. */
export function toDraft(fields: SourceFields): Result<MapSourceDraft> {
  const unready = missingInput(fields);
  if (unready) return fail('invalid-input', unready.message, { problems: [unready] });
  const parsed = mapSourceDraftSchema.safeParse(rawDraft(fields));
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => ({
      field: String(issue.path[0] ?? ''),
      value: '',
      message: zoomFields.has(String(issue.path[0])) ? texts.form.problems.zoomLevel : issue.message,
    }));
    return fail('invalid-input', problems[0]?.message ?? texts.form.problems.incomplete, { problems });
  }
  const problems = checkMapSource(parsed.data);
  if (problems.length === 0) return succeed(parsed.data);
  return fail('invalid-input', problems[0]?.message ?? '', { problems: [...problems] });
}

const zoomFields: ReadonlySet<string> = new Set(['minZoom', 'maxZoom']);

/** Problems that only the form can detect: capabilities were not read, or no file was chosen. */
function missingInput({
  kind,
  address,
  wms,
  wmts,
  isFile,
  file,
  archive,
}: SourceFields): FieldProblem | null {
  const problem = (field: string, message: string) => ({ field, value: '', message });
  if (kind === 'wms' && !wms) return problem('address', texts.form.problems.readLayersFirst);
  if (kind === 'wmts' && !wmts) return problem('address', texts.form.problems.readLayersFirst);
  const needsFile = kind === 'geotiff' || (kind === 'pmtiles' && isFile);
  if (needsFile && !file) return problem('file', texts.form.problems.chooseFile);
  if (kind === 'pmtiles' && !isFile && address.trim() !== '' && !archive) {
    return problem('address', texts.form.problems.readArchiveFirst);
  }
  return null;
}

/** The choice of a WMS as the draft has it: without dimensions that have no value. */
function wmsDraft(wms: SourceFields['wms']): object {
  if (!wms) return {};
  const { dimensions, ...choice } = wms;
  const values = Object.entries(dimensions).filter(([, value]) => value.trim() !== '');
  return {
    ...choice,
    styles: wms.layers.map((layer) => wms.styles[layer] ?? ''),
    ...(values.length === 0
      ? {}
      : { dimensions: Object.fromEntries(values.map(([name, value]) => [name, value.trim()])) }),
  };
}

function rawDraft(fields: SourceFields): unknown {
  const { kind, attribution, address, minZoom, maxZoom, tileSize, wms, wmts, isFile, file, archive } = fields;
  const common = { kind, name: fields.name.trim() || suggestedName(fields), attribution };
  const zooms = { minZoom, maxZoom };
  switch (kind) {
    case 'xyz':
      return { ...common, ...zooms, address, tileSize };
    case 'wms':
      return {
        ...common,
        ...zooms,
        tileSize,
        address: wms?.mapAddress,
        capabilitiesAddress: removeServiceParameters(address),
        ...wmsDraft(wms),
      };
    case 'wmts':
      return {
        ...common,
        ...wmts?.way,
        capabilitiesAddress: address,
        layer: wmts?.layer,
        style: wmts?.style,
      };
    case 'pmtiles':
      return {
        ...common,
        content: archive?.content,
        bounds: archive?.bounds,
        minZoom: archive?.minZoom,
        maxZoom: archive?.maxZoom,
        address: isFile ? '' : address.trim(),
        fileName: isFile ? file?.fileName : '',
        fileId: isFile ? file?.fileId : null,
      };
    case 'geotiff':
      return { ...common, fileName: file?.fileName, fileId: file?.fileId };
  }
}

/** The props of each part of the form. */
export type SourceFieldsProps = {
  readonly fields: SourceFields;
  readonly change: (changed: Partial<SourceFields>) => void;
  /** The problems of fields, by their names. */
  readonly problems: Readonly<Record<string, string | undefined>>;
  /** Reports whether a file is being copied; in the meantime the source cannot be tested or saved. */
  readonly onCopying: (isCopying: boolean) => void;
};

import type { z } from 'zod';
import { refuseWith } from '../input-failure.ts';
import { type FieldProblem, fail } from '../result.ts';
import { type MapSourceDraft, mapSourceDraftSchema } from './map-source.ts';
import { isLoopbackHost, parseWebAddress } from './web-address.ts';

/** Checks a source beyond its schema; each problem has the field, its value and the remedy. */
export function checkMapSource(draft: MapSourceDraft): readonly FieldProblem[] {
  return [...addressProblems(draft), ...zoomProblems(draft)];
}

/** A draft of which `checkMapSource` finds nothing to correct; its type is the proof. */
export const checkedMapSourceSchema = mapSourceDraftSchema
  .superRefine((draft, context) => {
    const problems = [...checkMapSource(draft)];
    if (problems.length === 0) return;
    const message = problems.map((problem) => problem.message).join(' ');
    context.addIssue(refuseWith(fail('invalid-input', message, { problems }).failure));
  })
  .brand<'CheckedMapSource'>();
export type CheckedMapSource = z.infer<typeof checkedMapSourceSchema>;

/** Returns a warning about a valid address; null without one. */
export function addressWarning(address: string): string | null {
  const url = parseWebAddress(plainAddress(address));
  if (url?.scheme !== 'http' || isLoopbackHost(url.hostname)) return null;
  return `${url.host} is reached without encryption: others on the way can see which places you look at, and change what you see. Use https:// if the server has it.`;
}

/** Returns an address with its placeholders replaced by digits. */
function plainAddress(template: string): string {
  return template.replaceAll(/\{[^{}]*\}/g, '0');
}

function addressProblems(draft: MapSourceDraft): readonly FieldProblem[] {
  if (draft.kind === 'geotiff') {
    return draft.fileName === '' ? [problem('fileName', '', 'No file is chosen. Choose a GeoTIFF.')] : [];
  }
  if (draft.kind === 'pmtiles' && draft.fileName !== '') return [];
  const { address } = draft;
  if (address === '') {
    const message =
      draft.kind === 'pmtiles'
        ? 'Neither an address nor a file is given. Enter the address of an archive, or choose a file.'
        : 'The address is missing. Enter one that begins with https:// or http://.';
    return [problem('address', '', message)];
  }
  const general = generalProblem(address);
  if (general !== undefined) return [problem('address', address, general)];
  const templated =
    draft.kind === 'xyz'
      ? xyzProblem(address)
      : draft.kind === 'wmts' && draft.encoding === 'rest'
        ? restProblem(draft)
        : undefined;
  return templated === undefined ? [] : [problem('address', address, templated)];
}

function generalProblem(address: string): string | undefined {
  const url = parseWebAddress(plainAddress(address));
  if (!url) return `“${address}” is no address. Enter one that begins with https:// or http://.`;
  if (url.scheme !== 'https' && url.scheme !== 'http') {
    return `The scheme “${url.scheme}://” is not known here. Use an address that begins with https:// or http://.`;
  }
  if (url.user !== undefined) {
    return 'The address holds a name or password, which would be stored unprotected. Remove the part before the @.';
  }
  if (/[{}]/.test(plainAddress(address)))
    return 'A brace is not closed or not opened. Write {z}, {x} and {y}.';
  return undefined;
}

function xyzProblem(address: string): string | undefined {
  const lower = address.toLowerCase();
  if (lower.includes('{q}') || lower.includes('{quadkey}')) {
    return 'Addresses by quadkey are not known here. Use an address with {z}, {x} and {y}.';
  }
  const missing = ['{z}', '{x}'].filter((part) => !address.includes(part));
  if (!address.includes('{y}') && !address.includes('{-y}')) missing.push('{y}');
  if (missing.length > 0) {
    return `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing. Write {z} for the zoom level, {x} for the column, {y} for the row; {-y} for rows counted from the south (TMS).`;
  }
  if (address.includes('{s}')) {
    return '{s} does not state which servers there are. Write them as a range, such as {a-c}.';
  }
  const unknown = [...address.matchAll(/\{[^{}]*\}/g)]
    .map(([part]) => part)
    .find((part) => !/^\{(?:z|x|y|-y|[a-z]-[a-z]|\d-\d)\}$/.test(part));
  if (unknown !== undefined) {
    return `${unknown} is not known here. Replace it by the value that the operator gives, such as your key, or remove it.`;
  }
  if (/\.(?:pbf|mvt)(?:\?|$)/i.test(address)) {
    return 'These are vector tiles (MVT), which can be drawn from PMTiles archives only. Use the address of image tiles.';
  }
  return undefined;
}

function restProblem({
  address,
  style,
  dimensions,
}: Extract<MapSourceDraft, { kind: 'wmts' }>): string | undefined {
  const missing = ['TileMatrix', 'TileRow', 'TileCol'].filter(
    (part) => !address.toLowerCase().includes(`{${part.toLowerCase()}}`),
  );
  if (missing.length === 0) {
    const values = new Map(
      Object.entries({ ...dimensions, Style: style }).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const empty = [...address.matchAll(/\{([^{}]*)\}/g)].find(
      ([, name = '']) => values.get(name.toLowerCase())?.trim() === '',
    );
    return (
      empty && `The addresses of tiles need a value of ${empty[0]}. Enter one, or choose another format.`
    );
  }
  return `The template of this service has no {${missing.join('}, {')}}, so its tiles cannot be addressed. Ask its operator.`;
}

function zoomProblems(draft: MapSourceDraft): readonly FieldProblem[] {
  if (draft.kind === 'wmts' || draft.kind === 'geotiff' || draft.minZoom <= draft.maxZoom) return [];
  return [
    problem(
      'minZoom',
      String(draft.minZoom),
      `The minimum zoom ${draft.minZoom} is above the maximum zoom ${draft.maxZoom}. Swap them.`,
    ),
  ];
}

function problem(field: string, value: string, message: string): FieldProblem {
  return { field, value, message };
}

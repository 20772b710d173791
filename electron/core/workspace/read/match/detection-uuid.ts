import { parseProperties } from '../../file/parse-properties.ts';

/** The identifier that the service gave a detection, and whether no other detection of the record has it. */
export type DetectionUuid = { readonly text: string; readonly isUnique: boolean };

/** Reads the identifiers of a record's detections from their properties, in their order; null where there is none. */
export function readUuids(properties: readonly (string | null)[]): readonly (DetectionUuid | null)[] {
  const texts = properties.map((text) => (text === null ? null : readUuid(text)));
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1);
  return texts.map((text) => (text === null ? null : { text, isUnique: counts.get(text) === 1 }));
}

/** Returns the normalized identifier in the text of a detection's properties; null without a usable one. */
export function readUuid(properties: string): string | null {
  return /"uuid"/i.test(properties) ? uuidIn(parseProperties(properties)) : null;
}

/** Returns the normalized identifier in a detection's properties; null without a usable one. */
export function uuidIn({ uuid, UUID }: Readonly<Record<string, unknown>>): string | null {
  return normalizeUuid(uuid) ?? normalizeUuid(UUID);
}

/** RFC 9562, also in braces, as a URN or without hyphens. */
const uuidForm =
  /^(?:urn:uuid:)?\{?([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})\}?$/i;

/** RFC 9562 as it is normalized. */
const normalForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Zeros and punctuation, the maximum UUID, and words for “none”. */
const placeholder =
  /^(?:[^\p{L}\p{N}]|0)*$|^f{8}(?:-f{4}){3}-f{12}$|^(?:n\/?a|nan|nil|none|null|tbd|undefined|unknown)$/iu;

const maxLength = 200;

/** One text for all notations of an identifier; null for a value that identifies nothing. */
function normalizeUuid(value: unknown): string | null {
  const text = Number.isInteger(value) ? String(value) : value;
  if (typeof text !== 'string') return null;
  if (normalForm.test(text)) return placeholder.test(text) ? null : text;
  const trimmed = text.trim().normalize('NFC');
  const groups = uuidForm.exec(trimmed)?.slice(1);
  const normalized = groups ? groups.join('-').toLowerCase() : trimmed;
  const isUsable = normalized.length <= maxLength && !/\p{C}/u.test(normalized);
  return isUsable && !placeholder.test(normalized) ? normalized : null;
}

/** Whether two detections have different identifiers, of which at least one is unique in its record. */
export function hasOtherUuid(
  one: { readonly uuid: DetectionUuid | null },
  other: { readonly uuid: DetectionUuid | null },
): boolean {
  if (!one.uuid || !other.uuid || one.uuid.text === other.uuid.text) return false;
  return one.uuid.isUnique || other.uuid.isUnique;
}

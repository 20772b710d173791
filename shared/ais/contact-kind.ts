import type { AisStatic } from './contact.ts';

/**
 * Kind of a contact, by its identifier, transponder and name. Only `ship` may be called a ship; `unstated` has the
 * number of one and states nothing else that a ship would.
 */
export const contactKinds = [
  'ship',
  'unstated',
  'aid-to-navigation',
  'virtual-aid',
  'base-station',
  'search-and-rescue',
  'craft-of-a-ship',
  'net-or-buoy',
  'handheld-radio',
  'unknown-device',
] as const;
export type ContactKind = (typeof contactKinds)[number];

/** Words of nets and their buoys in names of transponders; some are Spanish and Portuguese, or Chinese in Latin letters. */
const netWords =
  /(?<![A-Z])(?:(?:FISH(?:ING)?|GILL|DRIFT|TRAWL|RADIO)\s*)?(?:NETS?|NET\s*(?:MARK(?:ER)?|GEAR|BUOY|SONDE|POS|LOC)S?|BUOYS?|BO[YI]AS?|FADS?|FLOATS?|LONG\s*LINE|GEAR|(?:WANG|YU|FU)\s*(?:BIAO|WEI|WANG)|DRIFTER)(?![A-Z])/;
/** Batteries of buoys: `85%`, `12.6V`, `V12.6`, `11V9`, `BATT 85`. */
const charge =
  /\d\s*%|\d{1,2}[.,]\d{1,2}\s*V(?![A-Z])|(?<![A-Z])V\s*\d{1,2}[.,]\d|\d{1,2}V\d(?!\d)|(?<![A-Z])BATT?(?:ERY)?[\s:]*\d/;
/** A whole number of volts between separators, as in `NO7-12V`. */
const wholeVolts = /(?:^|[\s\-_:])(?:[3-9]|1[0-6])V(?:$|[\s\-_])/;

/**
 * The kind of a contact. Identifiers: ITU-R M.585-9 (99 aids, 98 craft, 97 search and rescue and autonomous devices, 00
 * base stations, 111 aircraft, 8 handheld radios), and a country in digits 1 to 3 of a ship. A name of a net counts
 * unless the contact states the length of a ship (over 30 m).
 */
export function contactKind(identifier: string, facts: AisStatic): ContactKind {
  const { name, transponder, lengthMeters } = facts;
  const stated = kindOfTransponder(transponder);
  if (stated) return stated === 'aid-to-navigation' ? kindOfAid(identifier) : stated;
  const byNumber = kindOfNumber(identifier);
  const isAid = byNumber === 'aid-to-navigation' || byNumber === 'virtual-aid';
  // Buoys of nets often have the number of an aid or a craft; but an aid may be a buoy.
  const netName = isAid ? name?.replaceAll(/BUOYS?|BO[YI]AS?/gi, ' ') : name;
  if (isNetName(netName ?? null) && (lengthMeters === null || lengthMeters <= 30)) return 'net-or-buoy';
  return byNumber === 'ship' && !isStatedShip(facts) ? 'unstated' : byNumber;
}

/** Buoys of nets state no length, or a few meters, and no type or that of fishing (30, ITU-R M.1371-5, table 53). */
function isStatedShip({ name, imo, type, transponder, lengthMeters }: AisStatic): boolean {
  return (
    imo !== null ||
    (lengthMeters !== null && lengthMeters > 12) ||
    /\p{L}{3}/u.test(name ?? '') ||
    /\bclass\s*a\b|^a$/i.test(transponder ?? '') ||
    /^(?:[2-9]\d(?:\.0+)?|.*(?:cargo|tanker|passenger|tug|pilot|sail|pleasure|dredg|military|police).*)$/i.test(
      type === null || /^30(?:\.0+)?$/.test(type) ? '' : type,
    )
  );
}

function isNetName(name: string | null): boolean {
  if (name === null) return false;
  const text = name.normalize('NFKC').toUpperCase().replaceAll('@', ' ').replaceAll('_', ' ');
  return netWords.test(text) || charge.test(text) || wholeVolts.test(text);
}

function kindOfTransponder(transponder: string | null): ContactKind | undefined {
  const text = transponder?.toLowerCase() ?? '';
  if (/\baton\b|aid.?to.?nav/.test(text))
    return text.includes('virtual') ? 'virtual-aid' : 'aid-to-navigation';
  if (/base.?station/.test(text)) return 'base-station';
  if (/\bsar\b|sart|search and rescue|epirb|man.?over|\bmob\b/.test(text)) return 'search-and-rescue';
  return undefined;
}

function kindOfAid(identifier: string): ContactKind {
  // ITU-R M.585-9, annex 1, section 4: the sixth digit is 1 for physical aids and 6 for virtual ones.
  return /^99\d{3}6/.test(identifier) ? 'virtual-aid' : 'aid-to-navigation';
}

function kindOfNumber(identifier: string): ContactKind {
  if (!/^\d{9}$/.test(identifier) || isPlaceholder(identifier)) return 'unknown-device';
  if (identifier.startsWith('99')) return kindOfAid(identifier);
  if (identifier.startsWith('98')) return 'craft-of-a-ship';
  // ITU-R M.585-9: 979 are autonomous maritime radio devices, among them the buoys of nets.
  if (identifier.startsWith('979')) return 'net-or-buoy';
  if (/^(97|111)/.test(identifier)) return 'search-and-rescue';
  if (identifier.startsWith('0')) return 'base-station';
  if (identifier.startsWith('8')) return 'handheld-radio';
  // Maritime identification digits begin with 2 to 7.
  return /^[2-7]/.test(identifier) ? 'ship' : 'unknown-device';
}

/** Numbers that installers leave in place, which many transponders share. */
function isPlaceholder(identifier: string): boolean {
  return /^(\d)\1{8}$/.test(identifier) || identifier === '123456789' || /^(\d{3})000000$/.test(identifier);
}

/** Whether a contact is at most as large as a boat, so that it may match small detections only. */
export function isSmallDevice(kind: ContactKind): boolean {
  return kind !== 'ship' && kind !== 'unstated';
}

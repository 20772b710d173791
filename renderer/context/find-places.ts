import { foldText } from '../../shared/fold-text.ts';
import { formatPosition } from '../../shared/geo/format-position.ts';
import type { LonLat } from '../../shared/geo/geometry.ts';
import { ports } from '../../shared/places/ports.ts';
import type { CountryName } from '../map/places/country-names.ts';
import { type NamedPlace, seas } from '../map/places/named-places.ts';

/** A place of the basemap; `note` states what it is, and where. */
export type FoundPlace = {
  readonly key: string;
  readonly label: string;
  readonly note: string;
  readonly position: LonLat;
  /** Zoom level at which it is seen with its surroundings. */
  readonly zoom: number;
};

/** Maximum number of places of each kind. */
const maxPerKind = 6;

/** The ports, seas and countries whose name contains all words; those that begin with the first word come first. */
export function findPlaces(text: string, countries: readonly CountryName[]): readonly FoundPlace[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return [];
  const rank = ([name]: NamedPlace) => (foldText(name).startsWith(first) ? 0 : 1);
  const kinds = [
    { kind: 'Port', places: ports, zoom: 11 },
    { kind: 'Sea', places: seas, zoom: 5 },
    { kind: 'Country', places: countries.map(toPlace), zoom: 5 },
  ];
  return kinds.flatMap(({ kind, places, zoom }) =>
    places
      .filter(([name]) => words.every((word) => foldText(name).includes(word)))
      .toSorted((one, other) => rank(one) - rank(other))
      .slice(0, maxPerKind)
      .map(([label, longitude, latitude]) => ({
        ...{ key: `${kind} ${label} ${longitude}`, label, zoom },
        note: `${kind} · ${formatPosition([longitude, latitude], 2)}`,
        position: [longitude, latitude],
      })),
  );
}

function toPlace({ name, longitude, latitude }: CountryName): NamedPlace {
  return [name, longitude, latitude, 1];
}

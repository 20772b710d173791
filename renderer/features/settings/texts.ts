import type { DisplayLanguage, DisplayNotation } from '../../../shared/display-format.ts';
import type { SettingsSection } from '../../stores/ui-store.ts';

const languages: Readonly<Record<DisplayLanguage, string>> = {
  iso: 'International: 1,234.5 · 2026-11-20',
  'en-US': 'English (United States): 1,234.5 · 11/20/2026',
  'en-GB': 'English (United Kingdom): 1,234.5 · 20/11/2026',
  'de-DE': 'German: 1.234,5 · 20.11.2026',
  'fr-FR': 'French: 1 234,5 · 20/11/2026',
};

const notations: Readonly<Record<DisplayNotation, string>> = {
  decimal: 'Decimal degrees',
  dms: 'Degrees, minutes, seconds',
  dm: 'Degrees and minutes',
  mgrs: 'MGRS',
  utm: 'UTM',
};

/** The title of each section, and the words that find it in the search and in the command palette. */
const sections: Readonly<Record<SettingsSection, { readonly title: string; readonly words: string }>> = {
  appearance: { title: 'Appearance', words: 'theme, dark, light, system, density, row height' },
  units: {
    title: 'Units and time',
    words:
      'language, numbers, dates, kilometers, nautical miles, miles, meters, feet, hectares, UTC, local time, time zone, coordinates, decimal degrees, DMS, MGRS, UTM',
  },
  keys: { title: 'Keys', words: 'keyboard shortcuts, hotkeys' },
  limits: { title: 'Limits', words: 'soft caps, size of areas and orders' },
  profiles: { title: 'Profiles', words: 'demo service, accounts, base address' },
  workspace: { title: 'Workspace', words: 'GeoPackage, copy, compact, rebuild, case package' },
  storage: { title: 'Storage', words: 'chip cache, tile cache, disk, sign-in, keychain' },
  network: { title: 'Network', words: 'connection, proxy, certificates, authority, offline' },
  about: { title: 'About', words: 'version, licenses' },
};

/** The texts of the settings dialog. */
export const texts = {
  title: 'Settings',
  close: 'Close',
  search: 'Search settings',
  sectionList: 'Sections',
  noMatch: (query: string) => `No section matches “${query}”.`,
  sections,
  command: (title: string) => `Settings: ${title}`,
  commandDialog: 'Open the settings',
  appearance: {
    theme: 'Theme',
    themeHint: 'The basemap and the marks follow it. Map images are always made in the dark colors.',
    themes: { dark: 'Dark', light: 'Light', system: 'System' },
    density: 'Rows of tables',
    densities: { comfortable: 'Comfortable', compact: 'Compact' },
  },
  units: {
    language: 'Language of numbers and dates',
    distance: 'Distances',
    distanceHint: 'On the map and in measurements.',
    length: 'Lengths of objects',
    lengthHint: 'In the table, the inspector and labels on the map. Filters are typed in meters.',
    area: 'Areas',
    times: 'Times',
    timesHint: 'A time always names its zone. Times are typed in UTC.',
    utc: 'UTC',
    local: (zone: string) => `Local · ${zone}`,
    notation: 'Coordinates',
    notationHint: 'Where MGRS or UTM is not defined, near the poles, in decimal degrees.',
    languages,
    notations,
    sample: 'Looks like',
    exports:
      'Exports, case packages and prints do not change: they have meters, decimal degrees, and UTC in ISO 8601.',
  },
} as const;

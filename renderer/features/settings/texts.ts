import type { DisplayLanguage, DisplayNotation } from '../../../shared/display-format.ts';
import { formatBytes, formatQuantity } from '../../../shared/format.ts';
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

/** All texts that the room `settings` shows. */
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
  about: {
    ownWindow: 'its own window (Electron)',
    browser: 'your browser',
    title: 'About',
    version: 'Version',
    host: 'Runs in',
    sources:
      'Land and borders: Natural Earth, public domain. Map: OpenLayers (BSD-2-Clause). Interface: React, Mantine and Tabler Icons (MIT).',
    licenses: 'Licenses of all packages',
    licensesTitle: 'Licenses of all packages',
    licensesLoading: 'Loading the licenses…',
    licensesText: 'Licenses',
    licensesMissing: 'This build does not include the licenses.',
  },
  chipCache: {
    name: 'chip cache',
    title: 'Image chips',
    about:
      'Viewed and prefetched chips of all workspaces are cached on this disk. When the cache is full, the least recently used ones are removed.',
    loading: 'Counting chips…',
    cached: 'Cached',
    files: (files: number) => `${formatQuantity(files, 'chip')} of all workspaces`,
    size: 'Size',
    sizeOfLimit: (bytes: number, limit: number) => `${formatBytes(bytes)} of ${formatBytes(limit)}`,
    oldestUse: 'Oldest use',
    oldestUseHint: 'When the least recently used chip was last used',
    absent: 'Not available yet',
    absentHint: 'Chips that the image store did not have. They are requested again at increasing intervals.',
    saveLimit: 'Save limit',
    cleared: 'The chip cache was cleared.',
    clear: 'Clear…',
    confirm: 'Clear the chip cache?',
    confirmText: (files: number, bytes: number) =>
      `${formatQuantity(files, 'chip')} (${formatBytes(bytes)}) will be deleted from this disk for all accounts. They can be fetched again while the service has them.`,
    notCleared: 'The chip cache was not cleared.',
    clearNow: 'Clear the cache',
    cancel: 'Cancel',
  },
  softCaps: {
    title: 'Soft caps',
    about:
      'Areas and orders above these caps are flagged, never blocked. They are your own limits, not the service’s. Leave a field empty for no cap.',
    signInFirst: 'Caps are stored in the workspace. Sign in once to set them.',
    saved: 'Caps saved.',
    none: 'No cap',
    area: 'One area (km²)',
    order: 'All areas of an order (km²)',
    vertices: 'Vertices of one area',
    notSaved: 'The caps were not saved.',
    save: 'Save caps',
  },
  signIn: {
    title: 'Chips and sign-in',
    label: 'Sign-in',
    keychain: 'stored in this computer’s keychain',
    memory: (reason: string | undefined) =>
      `lost when Sightline exits: ${reason ?? 'the keychain cannot be used'}`,
    signedOutBecause: (reason: string) => `signed out. ${reason}`,
    signedOut: 'signed out',
  },
  workspace: {
    unnamed: 'Unnamed',
    rename: 'Rename',
    nameLabel: 'Name of the workspace',
    name: 'Name',
    saveName: 'Save',
    copy: 'Save a copy…',
    compact: 'Compact…',
    open: 'Open another…',
    rebuild: 'Rebuild from raw records…',
    exportPackage: 'Export case package…',
    openPackage: 'Open case package…',
    title: 'Workspace',
    none: 'No workspace is open. Sign in once to create one.',
    about:
      'The workspace is an OGC GeoPackage. QGIS, GDAL and ArcGIS can open a copy of it directly. A copy can be saved while a fetch runs.',
    notRead: 'The file was not read.',
    loading: 'Loading the workspace file…',
    file: 'File',
    size: 'Size',
    unused: (bytes: number) => `, of which ${formatBytes(bytes)} unused`,
    drive: 'Drive',
    networkDrive: (drive: string) => `Network (${drive})`,
    networkDriveHint:
      'A rollback journal is used, because SQLite’s write-ahead log is not safe on a network drive',
    contents: 'Contents',
    schema: 'Schema',
    readOnly: ', read-only',
    schemaHint: 'Version of the tables in the file',
  },
  network: {
    title: 'Network',
    about:
      'Everything that leaves this computer follows these settings: the service, image chips, basemaps and updates. Connections to this computer itself never use a proxy.',
    loading: 'Loading the network settings…',
    notRead: 'The network settings were not read.',
    proxy: {
      label: 'Proxy',
      modes: { system: 'System', manual: 'Manual', script: 'Script (PAC)', none: 'None' },
      scriptNeedsElectron: 'Scripts need the Electron host.',
      systemSettings: 'As the operating system is set, including its proxy scripts.',
      environment: (variables: string | null) =>
        variables === null
          ? 'The environment names no proxy (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY), so connections are direct.'
          : `From the environment: ${variables}`,
      address: 'Address',
      addressExample: 'http://proxy.example.org:8080',
      script: 'Address of the script',
      scriptExample: 'http://proxy.example.org/proxy.pac',
      exceptions: 'Connect directly to',
      exceptionsHelp: 'Hosts, separated by commas: example.org with all below it, 10.0.0.0/8, <local>.',
      userName: 'User name',
      userNameHelp: 'Only if the proxy wants a login (Basic).',
      password: 'Password',
      passwordStored: 'Stored in the keychain',
      passwordInMemory: 'Kept until Sightline exits',
      save: 'Save proxy',
      saved: 'The proxy settings were saved.',
      notSaved: 'The proxy settings were not saved.',
      notInKeychain: (reason: string) => `The password is lost when Sightline exits. ${reason}`,
    },
    authorities: {
      title: 'Added certificate authorities',
      about: 'Trusted in addition to those of the operating system.',
      none: 'None.',
      add: 'Add authority…',
      remove: 'Remove',
      removeNamed: (name: string) => `Remove the authority ${name}`,
      removed: 'The authority was removed.',
      notAdded: 'The authority was not added.',
      notRemoved: 'The authority was not removed.',
    },
    client: {
      title: 'Client certificate',
      about: 'For services that ask for one. A PFX file, or a PEM file with certificate and private key.',
      none: 'None.',
      passphrase: 'Passphrase of the file',
      choose: 'Choose file…',
      remove: 'Remove',
      removed: 'The client certificate was removed.',
      notSet: 'The client certificate was not set.',
    },
    certificate: (subject: string, issuer: string, validTo: string) =>
      `${subject}, issued by ${issuer}, valid until ${validTo}`,
  },
} as const;

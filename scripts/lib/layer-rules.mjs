import { builtinModules } from 'node:module';
import path from 'node:path';
import { parseSync } from 'vite';

/**
 * A row for a folder of the shared code, which may use itself, `folders` below it, and the files outside of the
 * folders.
 */
function sharedLayer(folder, folders) {
  return {
    name: `shared/${folder}`,
    files: new RegExp(`^shared/${folder}/`),
    mayUse: new RegExp(`^shared/((${[folder, ...folders].join('|')})/|[^/]+$)`),
  };
}

/** A row for a folder of the renderer, which may use itself, `folders` below it, and shared code. */
function rendererLayer(folder, folders, more = {}) {
  return {
    name: `renderer/${folder}`,
    files: new RegExp(`^renderer/${folder}/`),
    mayUse: new RegExp(`^(renderer/(${[folder, ...folders].join('|')})|shared)/`),
    ...more,
  };
}

/** A row for a folder of the core, which may use itself, `folders` below it, and shared code. */
function coreLayer(folder, folders, more = {}) {
  return {
    name: `core/${folder}`,
    files: new RegExp(`^electron/core/${folder}/`),
    mayUse: new RegExp(`^(electron/core/(${[folder, ...folders].join('|')})|shared)/`),
    packages: ['node'],
    ...more,
  };
}

/** A row for a room of the workspace, which may use itself, `rooms` below it, the parser of times, and `base`. */
function workspaceRoom(name, folders, rooms, more = {}) {
  const room = 'electron/core/workspace/';
  return {
    name: `workspace/${name}`,
    files: new RegExp(`^${room}(${folders.join('|')})/`),
    mayUse: new RegExp(
      `^(${room}(${[...folders, ...rooms].join('|')})/|${room}ingest/parse-instant\\.ts$|electron/core/base/|shared/)`,
    ),
    packages: ['node'],
    ...more,
  };
}

/**
 * The allowed imports per layer (docs/decisions, decision 2: no linter resolves paths and distinguishes types). A file belongs to the first layer whose `files` match its path from the root. `mayUse`
 * matches the files that it may import, `mayUseTypesOf` those it may only `import type`. Of the packages in
 * `guardedPackages` it may import those in `packages`. With `isApart`, the folders below that of the layer may not
 * import each other.
 */
const layers = [
  // From the top down: a folder may use folders below it only.
  sharedLayer('events', [
    ...['items', 'watch', 'orders', 'jobs', 'session'],
    ...['fixed-objects', 'results', 'review', 'ais'],
  ]),
  sharedLayer('items', ['orders', 'watch', 'searches', 'reports', 'chips', 'bookmarks']),
  sharedLayer('orders', ['areas', 'passes', 'imaging', 'results', 'geo']),
  sharedLayer('watch', [
    'ais',
    'findings',
    'reports',
    'searches',
    'sites',
    'areas',
    'passes',
    'imaging',
    'fixed-objects',
    'results',
    'jobs',
    'geo',
  ]),
  sharedLayer('findings', ['results', 'geo']),
  sharedLayer('searches', ['results', 'jobs']),
  sharedLayer('workspace', ['results', 'review']),
  sharedLayer('sites', ['reports', 'passes', 'areas', 'results', 'geo']),
  sharedLayer('exchange', ['reports', 'sites', 'layers', 'passes', 'results', 'geo']),
  sharedLayer('reports', ['passes', 'results', 'ais', 'geo']),
  sharedLayer('chips', ['results']),
  sharedLayer('jobs', ['results', 'geo']),
  sharedLayer('passes', ['imaging', 'results', 'places', 'geo']),
  sharedLayer('fixed-objects', ['imaging', 'results', 'geo']),
  sharedLayer('imaging', ['results', 'geo']),
  sharedLayer('bookmarks', ['results', 'geo']),
  sharedLayer('results', ['review', 'places', 'geo', 'ais']),
  sharedLayer('layers', ['areas', 'tables', 'geo']),
  sharedLayer('areas', ['tables', 'geo', 'zip']),
  sharedLayer('map-sources', ['geo']),
  sharedLayer('session', ['settings']),
  sharedLayer('review', ['ais']),
  sharedLayer('ais', ['tables', 'geo']),
  sharedLayer('settings', []),
  sharedLayer('places', ['geo']),
  sharedLayer('tables', ['geo']),
  sharedLayer('geo', []),
  sharedLayer('zip', []),
  // The files outside of the folders, and a new folder, which has no rights before it has a row of its own.
  { name: 'shared', files: /^shared\//, mayUse: /^shared\/[^/]+$/ },
  { name: 'renderer/app', files: /^renderer\/app\//, mayUse: /^(renderer|shared|assets)\// },
  rendererLayer('features', [], {
    mayUse:
      /^(renderer\/(features|map-sheet|map-sync|context|map|stores|api|ui)\/|(shared|assets)\/|package\.json)/,
    isApart: true,
  }),
  rendererLayer('map-sheet', ['map-sync', 'context', 'map', 'stores', 'api', 'ui']),
  rendererLayer('map-sync', ['context', 'map', 'stores', 'api', 'ui']),
  rendererLayer('context', ['map', 'stores', 'api', 'ui']),
  rendererLayer('map', ['ui']),
  rendererLayer('stores', ['ui'], { mayUseTypesOf: /^renderer\/map\// }),
  rendererLayer('api', ['ui'], { mayUseTypesOf: /^electron\/api\// }),
  rendererLayer('ui', []),
  // A new folder has no rights before it has a row of its own.
  { name: 'renderer', files: /^renderer\//, mayUse: /^shared\// },
  {
    name: 'core',
    files: /^electron\/core\/[^/]+$/,
    mayUse: /^(electron\/core|shared)\//,
    packages: ['node'],
  },
  // From the top down: a folder may use folders below it only.
  {
    ...coreLayer('team', ['workspace', 'base'], { packages: ['node', 'connections', 'pg'] }),
    name: 'PostgreSQL',
    files: /^electron\/core\/team\/pg-client\.ts$/,
  },
  coreLayer('team', ['exchange', 'network', 'session', 'settings', 'jobs', 'workspace', 'base']),
  coreLayer('review', ['workspace-tools', 'exchange', 'session', 'settings', 'workspace', 'base']),
  coreLayer('workspace-tools', ['exchange', 'layers', 'ais', 'session', 'jobs', 'workspace', 'base']),
  coreLayer('exchange', ['chips', 'session', 'jobs', 'service', 'workspace', 'base']),
  coreLayer('watch', ['searches', 'session', 'jobs', 'workspace', 'base']),
  coreLayer('searches', ['fetches', 'session', 'jobs', 'workspace', 'base']),
  coreLayer('order-tracking', ['orders', 'fetches', 'workspace', 'base']),
  coreLayer('chips', ['jobs', 'service', 'settings', 'workspace', 'base']),
  coreLayer('fetches', ['jobs', 'service', 'workspace', 'base']),
  coreLayer('orders', ['session', 'service', 'workspace', 'base']),
  coreLayer('diagnostics', ['session', 'settings', 'base']),
  coreLayer('updates', ['service', 'settings', 'base']),
  coreLayer('network', ['session', 'service', 'settings', 'base']),
  coreLayer('map-sources', ['jobs', 'service', 'settings', 'base']),
  coreLayer('areas', ['workspace', 'base']),
  coreLayer('layers', ['jobs', 'workspace', 'base']),
  coreLayer('ais', ['jobs', 'workspace', 'base']),
  {
    ...coreLayer('session', ['service', 'settings', 'workspace', 'base'], { packages: ['node', 'keytar'] }),
    name: 'keychain',
    files: /^electron\/core\/session\/keytar-keychain\.ts$/,
  },
  coreLayer('session', ['service', 'settings', 'workspace', 'base']),
  coreLayer('jobs', ['workspace', 'base']),
  coreLayer('service', ['base'], { packages: ['node', 'connections'] }),
  coreLayer('settings', ['base']),
  // Times are read the same in every room.
  {
    name: 'workspace/parse-instant',
    files: /^electron\/core\/workspace\/ingest\/parse-instant\.ts$/,
    mayUse: /^shared\//,
  },
  workspaceRoom('open', ['open'], ['ingest', 'tables', 'carried', 'read', 'safety', 'file']),
  workspaceRoom('write', ['ingest', 'tables'], ['carried', 'read', 'safety', 'file']),
  // Both threads fold over its rows, which are given the stores that they read and write.
  workspaceRoom('carried', ['carried'], ['read', 'safety', 'file'], {
    mayUseTypesOf: /^electron\/core\/workspace\/open\//,
  }),
  workspaceRoom('read', ['read', 'carried'], ['safety', 'file']),
  workspaceRoom('safety', ['safety'], ['file']),
  workspaceRoom('file', ['file'], []),
  coreLayer('demo-service', ['base'], { packages: ['node', 'connections'] }),
  coreLayer('base', []),
  // A new folder has no rights before it has a row of its own.
  { name: 'a new folder of the core', files: /^electron\/core\//, mayUse: /^shared\//, packages: ['node'] },
  {
    name: 'api',
    files: /^electron\/api\//,
    mayUse: /^(electron\/(api|core)\/|electron\/host-services\.ts$|shared\/)/,
    packages: ['node'],
  },
  {
    name: 'Electron host',
    files: /^electron\/(main\.ts$|desktop\/)/,
    mayUse: /^(electron|shared|assets)\//,
    packages: ['node', 'electron'],
  },
  {
    name: 'hosts',
    files: /^electron\//,
    mayUse: /^(electron\/(?!desktop\/|main\.ts$)|shared\/)/,
    packages: ['node', 'connections'],
  },
];

/** Packages that are restricted to some layers; all others are only restricted by package.json. */
const guardedPackages = {
  // What leaves the computer follows the proxy settings (decision 46).
  connections: (name) => /^(node:)?(http2?|https|net|tls|dgram)$/.test(name),
  node: (name) => name.startsWith('node:') || builtinModules.includes(name),
  electron: (name) => name === 'electron' || name.startsWith('electron/'),
  keytar: (name) => name === 'keytar',
  pg: (name) => /^pg(-|$)/.test(name),
};

/**
 * The imports of one source file that its layer may not have, as lines `file:line: message`. `file` is its path from
 * the project's root, with forward slashes.
 */
export function findForbiddenImports(file, text) {
  const layer = layers.find(({ files }) => files.test(file));
  if (!layer) return [];
  return importsOf(file, text).flatMap(({ specifier, isTypeOnly, names, at }) => {
    const problem = specifier.startsWith('.')
      ? problemOfFile(layer, file, path.posix.join(path.posix.dirname(file), specifier), isTypeOnly)
      : (problemOfPackage(layer, specifier, isTypeOnly) ?? problemOfDecompression(file, specifier, names));
    return problem ? [`${file}:${lineAt(text, at)}: ${problem}`] : [];
  });
}

/** Returns how many of the modules in `texts` (by path from the root) are imported by exactly one other of them. */
export function countSoleImporters(texts) {
  const importers = new Map();
  for (const [file, text] of texts) {
    const targets = importsOf(file, text)
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier));
    for (const target of new Set(targets)) importers.set(target, (importers.get(target) ?? 0) + 1);
  }
  return [...texts.keys()].filter((file) => importers.get(file) === 1).length;
}

/** The modules that decompress, and bound it: a few bytes may stand for gigabytes. */
const decompressors = ['electron/core/base/decompress.ts', 'shared/zip/inflate.ts'];
/** Packages that decompress, and the names of `node:zlib` that do; `*` is an import without names. */
const decompressingPackages = /^(fflate|pako|zstddec)$/;
const decompressingNames = /^(\*|default|(create|new)?(Inflate|Gunzip|Unzip|\w*Decompress).*)$/i;

function problemOfDecompression(file, specifier, names) {
  const decompresses =
    decompressingPackages.test(specifier) ||
    (/^(node:)?zlib$/.test(specifier) && names.some((name) => decompressingNames.test(name)));
  if (!decompresses || decompressors.includes(file)) return undefined;
  return `${file} may not import what decompresses from ${specifier}: use ${decompressors.join(' or ')}`;
}

function problemOfFile(layer, file, target, isTypeOnly) {
  if (layer.isApart && layer.files.test(target) && subfolderOf(layer, file) !== subfolderOf(layer, target)) {
    return `${subfolderOf(layer, file)} may not import ${target}: it belongs to another folder of ${layer.name}`;
  }
  if (layer.mayUse.test(target)) return undefined;
  if (!layer.mayUseTypesOf?.test(target)) return `the ${layer.name} layer may not import ${target}`;
  return isTypeOnly ? undefined : `the ${layer.name} layer may only "import type" from ${target}`;
}

function problemOfPackage(layer, specifier, isTypeOnly) {
  // A type opens no connection, but still needs the right to use Node.
  const guarded = Object.keys(guardedPackages).find(
    (name) => guardedPackages[name](specifier) && !(isTypeOnly && name === 'connections'),
  );
  if (!guarded || layer.packages?.includes(guarded)) return undefined;
  return `the ${layer.name} layer may not import ${specifier}`;
}

/** The folder directly below that of the layer, such as `renderer/features/areas`. */
function subfolderOf({ name }, file) {
  return file
    .split('/')
    .slice(0, name.split('/').length + 1)
    .join('/');
}

/** Every import, re-export and dynamic import. Types of the form `import('…').T` are erased and ignored. */
function importsOf(file, text) {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const fixed = module.staticImports.map(({ start, entries, moduleRequest }) => ({
    specifier: moduleRequest.value,
    // With verbatimModuleSyntax `import { type A }` still loads the module; only `import type` does not.
    isTypeOnly: /^import\s+type\b/.test(text.slice(start)),
    names: entries.map(({ importName }) => importName.name ?? '*'),
    at: start,
  }));
  const passedOn = module.staticExports.flatMap(({ start, entries }) => {
    const specifier = entries.find(({ moduleRequest }) => moduleRequest)?.moduleRequest.value;
    return specifier
      ? [{ specifier, isTypeOnly: /^export\s+type\b/.test(text.slice(start)), names: ['*'], at: start }]
      : [];
  });
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    specifier: text.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
    isTypeOnly: false,
    names: ['*'],
    at: start,
  }));
  return [...fixed, ...passedOn, ...dynamic];
}

function lineAt(text, at) {
  return text.slice(0, at).split('\n').length;
}

import { builtinModules } from 'node:module';
import path from 'node:path';
import { parseSync } from 'vite';

/**
 * Who may import what. A file belongs to the first layer whose `files` match its path from the root. `mayUse` matches
 * the files that it may import, `mayUseTypesOf` those it may only `import type`. Of the packages named in
 * `guardedPackages` it may import the ones in `packages`.
 */
const layers = [
  { name: 'shared', files: /^shared\//, mayUse: /^shared\// },
  {
    name: 'renderer',
    files: /^renderer\//,
    mayUse: /^((renderer|shared|assets)\/|package\.json)/,
    mayUseTypesOf: /^electron\/api\//,
  },
  {
    name: 'keychain',
    files: /^electron\/core\/session\/keytar-keychain\.ts$/,
    mayUse: /^(electron\/core|shared)\//,
    packages: ['node', 'keytar'],
  },
  {
    name: 'core',
    files: /^electron\/core\//,
    mayUse: /^(electron\/core|shared)\//,
    packages: ['node'],
  },
  {
    name: 'api',
    files: /^electron\/api\//,
    mayUse: /^(electron\/(api|core)\/|electron\/host-services\.ts$|shared\/)/,
    packages: ['node'],
  },
  {
    name: 'Electron host',
    files: /^electron\/(main\.ts$|desktop\/)/,
    mayUse: /^(electron|shared)\//,
    packages: ['node', 'electron'],
  },
  {
    name: 'hosts',
    files: /^electron\//,
    mayUse: /^(electron\/(?!desktop\/|main\.ts$)|shared\/)/,
    packages: ['node'],
  },
];

/** Packages that belong to one place; every other package is a matter of package.json. */
const guardedPackages = {
  node: (name) => name.startsWith('node:') || builtinModules.includes(name),
  electron: (name) => name === 'electron' || name.startsWith('electron/'),
  keytar: (name) => name === 'keytar',
};

/**
 * The imports of one source file that its layer may not have, as lines `file:line: message`. `file` is its path from
 * the project's root, with forward slashes.
 */
export function findForbiddenImports(file, text) {
  const layer = layers.find(({ files }) => files.test(file));
  if (!layer) return [];
  return importsOf(file, text).flatMap(({ specifier, isTypeOnly, at }) => {
    const problem = specifier.startsWith('.')
      ? problemOfFile(layer, path.posix.join(path.posix.dirname(file), specifier), isTypeOnly)
      : problemOfPackage(layer, specifier);
    return problem ? [`${file}:${lineAt(text, at)}: ${problem}`] : [];
  });
}

function problemOfFile(layer, target, isTypeOnly) {
  if (layer.mayUse.test(target)) return undefined;
  if (!layer.mayUseTypesOf?.test(target)) return `the ${layer.name} layer may not import ${target}`;
  return isTypeOnly ? undefined : `the ${layer.name} layer may only "import type" from ${target}`;
}

function problemOfPackage(layer, specifier) {
  const guarded = Object.keys(guardedPackages).find((name) => guardedPackages[name](specifier));
  if (!guarded || layer.packages?.includes(guarded)) return undefined;
  return `the ${layer.name} layer may not import ${specifier}`;
}

/** Every import, re-export and dynamic import. Types in the form `import('…').T` vanish and are let through. */
function importsOf(file, text) {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const fixed = module.staticImports.map(({ start, moduleRequest }) => ({
    specifier: moduleRequest.value,
    // With verbatimModuleSyntax `import { type A }` still loads the module; only `import type` does not.
    isTypeOnly: /^import\s+type\b/.test(text.slice(start)),
    at: start,
  }));
  const passedOn = module.staticExports.flatMap(({ start, entries }) => {
    const specifier = entries.find(({ moduleRequest }) => moduleRequest)?.moduleRequest.value;
    return specifier
      ? [{ specifier, isTypeOnly: /^export\s+type\b/.test(text.slice(start)), at: start }]
      : [];
  });
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    specifier: text.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
    isTypeOnly: false,
    at: start,
  }));
  return [...fixed, ...passedOn, ...dynamic];
}

function lineAt(text, at) {
  return text.slice(0, at).split('\n').length;
}

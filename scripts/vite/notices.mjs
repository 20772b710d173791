import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A plugin that adds to `folders` the folder of each package of which the build bundles a module. */
export function collectPackages(folders) {
  return {
    name: 'collect-packages',
    generateBundle(_options, bundle) {
      for (const { moduleIds = [] } of Object.values(bundle)) {
        for (const id of moduleIds) {
          const folder = packageFolder(id);
          if (folder !== undefined) folders.add(folder);
        }
      }
    },
  };
}

/** The folder of the package that has this module; undefined for a module of the project. Virtual ids begin with NUL. */
export function packageFolder(moduleId) {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(moduleId.replaceAll('\\', '/'))?.[1];
}

/** The notices of the packages in `folders`: name, version and license of each, and the texts that come with it. */
export function noticesOf(folders) {
  const notices = [...folders].map(noticeOf).sort();
  return `Sightline contains these packages.\n${[...new Set(notices)].join('')}`;
}

function noticeOf(folder) {
  const description = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { name, version } = description;
  const license = licenseOf(description);
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(file))
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  if (texts.length === 0) texts.push(substituteText(description));
  return `\n${'='.repeat(78)}\n${name} ${version}, ${license}\n\n${texts.join('\n\n')}\n`;
}

/** Identifiers of SPDX for names that are none: splaytree-ts comes with the text of BSD-3-Clause. */
const identifiers = { 'BDS-3-Clause': 'BSD-3-Clause' };

/** The license, which old packages name in a list. */
function licenseOf({ name, license, licenses }) {
  const named = license ?? licenses?.map(({ type }) => type).join(' OR ');
  if (typeof named !== 'string') throw new Error(`The package ${name} names no license.`);
  return identifiers[named] ?? named;
}

/** For a package that names its license, but comes without the text. */
function substituteText(description) {
  const authorship = `${authorOf(description)}\n${homepageOf(description)}`.trim();
  return `${authorship}\nIts license has the wording of ${description.license} that is printed for other packages here.`;
}

function authorOf({ author, contributors }) {
  const [first] = [author, contributors].flat();
  if (first === undefined) return '';
  return `Copyright ${typeof first === 'string' ? first : first.name}`;
}

function homepageOf({ homepage, repository }) {
  return homepage ?? (typeof repository === 'string' ? repository : repository?.url) ?? '';
}

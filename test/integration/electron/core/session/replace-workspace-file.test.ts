import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { removeLeftoverParts } from '../../../../../electron/core/base/part-files.ts';
import {
  followLink,
  replaceWorkspaceFile,
  restoreReplaced,
} from '../../../../../electron/core/session/replace-workspace-file.ts';
import { makeFolderOnOtherDisk } from '../../../../builders/other-disk.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

async function files() {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'case.gpkg');
  const fresh = path.join(folder, '.case.gpkg.part-0123abcd');
  writeFileSync(file, 'old');
  writeFileSync(fresh, 'new');
  return { folder, file, fresh };
}

it('a replacement is in place at once, and the former file stays until it is committed', async () => {
  const { folder, file, fresh } = await files();
  const replaced = await replaceWorkspaceFile(file, fresh);
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(readdirSync(folder)).toHaveLength(2);
  await replaced.commit(undefined);
  expect(readdirSync(folder)).toEqual(['case.gpkg']);
});

it('is undone where the new file does not open', async () => {
  const { folder, file, fresh } = await files();
  const replaced = await replaceWorkspaceFile(file, fresh);
  await replaced.rollBack();
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['case.gpkg']);
});

it('keeps the former file under a new name on request', async () => {
  const { folder, file, fresh } = await files();
  const replaced = await replaceWorkspaceFile(file, fresh);
  await replaced.commit(path.join(folder, 'case.before-rebuild-1.gpkg'));
  expect(readFileSync(path.join(folder, 'case.before-rebuild-1.gpkg'), 'utf8')).toBe('old');
});

it('of what a symbolic link leads to leaves the link', async () => {
  const { folder, file, fresh } = await files();
  const link = path.join(await makeTempFolder(), 'link.gpkg');
  symlinkSync(file, link);
  const replaced = await replaceWorkspaceFile(link, fresh);
  expect(readdirSync(folder)).toHaveLength(2);
  await replaced.commit(undefined);
  expect(readlinkSync(link)).toBe(file);
  expect(readFileSync(link, 'utf8')).toBe('new');
  expect(readdirSync(folder)).toEqual(['case.gpkg']);
});

it('of what a link on another disk leads to saves the former file with the safety copies of the link', async () => {
  const { folder, file, fresh } = await files();
  const link = path.join(await makeFolderOnOtherDisk(), 'link.gpkg');
  symlinkSync(file, link);
  writeFileSync(`${link}.safety`, 'copy');
  const replaced = await replaceWorkspaceFile(link, fresh);
  const saved = path.join(folder, 'case.before-rebuild-1.gpkg');
  await replaced.commit(saved);
  expect(readFileSync(saved, 'utf8')).toBe('old');
  expect(readFileSync(`${saved}.safety`, 'utf8')).toBe('copy');
  expect(existsSync(`${link}.safety`)).toBe(false);
});

it('a link is followed through linked folders, also where nothing is behind it, and not for ever', async () => {
  const [folder, elsewhere] = [await makeTempFolder(), await makeTempFolder()];
  const inner = path.join(folder, 'cases');
  mkdirSync(inner);
  writeFileSync(path.join(folder, 'case.gpkg'), '');
  symlinkSync('../case.gpkg', path.join(inner, 'link.gpkg'));
  symlinkSync(inner, path.join(elsewhere, 'linked'));
  expect(followLink(path.join(elsewhere, 'linked', 'link.gpkg'))).toBe(
    path.join(realpathSync(folder), 'case.gpkg'),
  );
  const dangling = path.join(folder, 'dangling.gpkg');
  symlinkSync('gone.gpkg', dangling);
  expect(followLink(dangling)).toBe(path.join(folder, 'gone.gpkg'));
  const [one, other] = [path.join(folder, 'one.gpkg'), path.join(folder, 'other.gpkg')];
  symlinkSync(one, other);
  symlinkSync(other, one);
  expect([one, other]).toContain(followLink(one));
});

it('that was interrupted is restored behind a symbolic link', async () => {
  const { folder, file } = await files();
  const link = path.join(await makeTempFolder(), 'link.gpkg');
  symlinkSync(path.relative(path.dirname(link), file), link);
  renameSync(file, path.join(folder, 'case.replaced.gpkg'));
  restoreReplaced(link);
  expect(readFileSync(link, 'utf8')).toBe('old');
});

it('that fails leaves no second name of the file', async () => {
  const { folder, file, fresh } = await files();
  const missing = path.join(folder, 'gone', path.basename(fresh));
  mkdirSync(path.dirname(missing));
  mkdirSync(missing);
  await expect(replaceWorkspaceFile(file, missing)).rejects.toThrow();
  expect(readdirSync(folder).toSorted()).toEqual([path.basename(fresh), 'case.gpkg', 'gone']);
  expect(readFileSync(file, 'utf8')).toBe('old');
});

/** Makes the file a workspace with a log. */
function openWithLog(file: string): DatabaseSync {
  rmSync(file, { force: true });
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE note (text TEXT)');
  return database;
}

it('does nothing while another program has the file open', async () => {
  const { file, fresh } = await files();
  const other = openWithLog(file);
  await expect(replaceWorkspaceFile(file, fresh)).rejects.toThrow(/Another program/);
  expect(other.prepare('SELECT count(*) AS notes FROM note').get()).toEqual({ notes: 0 });
  other.close();
});

it('waits for a connection that is being closed', async () => {
  const { file, fresh } = await files();
  const other = openWithLog(file);
  const replacing = replaceWorkspaceFile(file, fresh);
  other.close();
  await (await replacing).commit(undefined);
  expect(readFileSync(file, 'utf8')).toBe('new');
});

it('applies the log that a reader has left, which cannot, and saves it with the former file', async () => {
  const { folder, file, fresh } = await files();
  const writer = openWithLog(file);
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.prepare('SELECT text FROM note').all();
  writer.exec("INSERT INTO note VALUES ('seen')");
  writer.close();
  reader.close();
  expect(existsSync(`${file}-wal`)).toBe(true);
  const saved = path.join(folder, 'saved.gpkg');
  await (await replaceWorkspaceFile(file, fresh)).commit(saved);
  expect(readFileSync(file, 'utf8')).toBe('new');
  const former = new DatabaseSync(saved, { readOnly: true });
  expect(former.prepare('SELECT text FROM note').all()).toEqual([{ text: 'seen' }]);
  former.close();
});

it('that was interrupted leaves a workspace in place, and the next one erases nothing', async () => {
  const { folder, file, fresh } = await files();
  const stored = path.join(folder, 'case.replaced.gpkg');
  writeFileSync(stored, 'older');
  await replaceWorkspaceFile(file, fresh);
  const contents = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
  expect(contents.toSorted()).toEqual(['new', 'old', 'older']);

  const lost = path.join(await makeTempFolder(), 'case.gpkg');
  writeFileSync(lost.replace('.gpkg', '.replaced.gpkg'), 'old');
  restoreReplaced(lost);
  expect(readFileSync(lost, 'utf8')).toBe('old');
  restoreReplaced(lost);
  expect(readFileSync(lost, 'utf8')).toBe('old');
});

it('leftovers of killed tools are deleted, and nothing else', async () => {
  const folder = await makeTempFolder();
  const names = [
    'case.gpkg',
    '.case.gpkg.part-0123abcd',
    '.case.gpkg.part-0123abcd.loose',
    '.case.gpkg.part-0123abcd-wal',
    '.hidden',
  ];
  for (const name of names) writeFileSync(path.join(folder, name), '');
  await removeLeftoverParts(folder);
  expect(readdirSync(folder).toSorted()).toEqual(['.hidden', 'case.gpkg']);
  const absent = path.join(folder, 'absent');
  await removeLeftoverParts(absent);
  expect(existsSync(absent)).toBe(false);
});

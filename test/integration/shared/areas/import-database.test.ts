import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { importAreas } from '../../../../shared/areas/import-areas.ts';
import { makeTempFolder, openTestStore } from '../../../builders/workspace-builder.ts';

/** Message of importing the file as areas. */
function refusal(file: string) {
  const { verdict, error } = importAreas({ name: path.basename(file), bytes: readFileSync(file) });
  expect(verdict).toBe('reject');
  return error?.message;
}

async function makeDatabase(name: string, statements: string): Promise<string> {
  const file = path.join(await makeTempFolder(), name);
  const database = new DatabaseSync(file);
  database.exec(statements);
  database.close();
  return file;
}

describe('a database that is imported as a file of areas', () => {
  it('is named as a workspace, with where to open it and how to merge its reviews', () => {
    const store = openTestStore();
    store.close();
    const message = refusal(store.path);
    expect(message).toContain('a workspace of Sightline');
    expect(message).toContain('Settings → Workspace → Open another');
    expect(message).toContain('“Merge reviews of another workspace”');
  });

  it('is named as a GeoPackage of another program, with how to get its areas', async () => {
    const file = await makeDatabase(
      'roads.gpkg',
      'PRAGMA application_id = 0x47504B47; CREATE TABLE gpkg_contents (table_name TEXT)',
    );
    expect(refusal(file)).toMatch(/a GeoPackage of another program.*Export the layer.*as GeoJSON/);
  });

  it('is named as a database otherwise', async () => {
    const file = await makeDatabase('notes.db', 'CREATE TABLE notes (text TEXT)');
    expect(refusal(file)).toMatch(/an SQLite database.*Export the areas as GeoJSON/);
  });
});

/**
 * Opens a workspace as the Sightline before schema 9 left it, which fills the parameters of its processors from the raw
 * records and moves the columns of properties: `open-schema-8.ts <file> <worker>`.
 */
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { openWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import { report } from '../report.ts';

const [file = '', worker = ''] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec(`
  ALTER TABLE processors DROP COLUMN parameters;
  ALTER TABLE property_chunks RENAME TO later_property_chunks;
  CREATE TABLE property_chunks (
    property_id INTEGER NOT NULL REFERENCES properties (id),
    chunk INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (property_id, chunk)
  ) WITHOUT ROWID;
  INSERT INTO property_chunks SELECT property_id, chunk, body FROM later_property_chunks;
  DROP TABLE later_property_chunks;
  UPDATE app_meta SET value = '8' WHERE key = 'schema_version';
`);
database.close();
const startedAt = performance.now();
const workspace = await openWorkspace({ path: file, workerUrl: pathToFileURL(worker) });
const milliseconds = performance.now() - startedAt;
if (workspace.setAside || workspace.readOnly !== undefined)
  throw new Error('The workspace was not migrated.');
await workspace.close();
report(milliseconds);

import { type SchemaStep, schemaSteps } from '../../electron/core/workspace/file/schema/schema-steps.ts';

/** Brings workspaces to a version 2 that Sightline does not have. To be imported before `schema/migrate.ts`. */
(schemaSteps as SchemaStep[]).push((database) =>
  database.exec(`
    ALTER TABLE areas ADD COLUMN color TEXT;
    CREATE TABLE colored_records (record_key INTEGER PRIMARY KEY, color TEXT NOT NULL);
    INSERT INTO colored_records SELECT id, 'blue' FROM records;
    UPDATE settings SET value = value || ', migrated' WHERE key = 'note';
  `),
);

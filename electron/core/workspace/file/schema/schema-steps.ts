import type { DatabaseSync } from 'node:sqlite';
import { createSchema } from './create-schema.ts';

/** Brings a database from one schema version to the next. */
export type SchemaStep = (database: DatabaseSync) => void;

/** The steps to each schema version from the one before, the first from an empty file. Released steps never change. */
export const schemaSteps: readonly SchemaStep[] = [createSchema];

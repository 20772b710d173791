import type { TeamDatabase, TeamQuery } from '../pg-client.ts';
import { TeamError } from '../team-failure.ts';
import { createCorrections, createDecisions, createItems, createPlaces } from './0001-exchanged.ts';
import { createQueues } from './0001-queues.ts';
import { createResults } from './0001-results.ts';
import { createReviewTables } from './0001-reviews.ts';
import { createRoles } from './0001-roles.ts';

/**
 * The SQL that migrates the team database to each schema version; version n is the n-th entry. There is no way back.
 */
export const teamMigrations: readonly string[] = [
  [
    createResults,
    createCorrections,
    createDecisions,
    createPlaces,
    createItems,
    createReviewTables,
    createQueues,
    createRoles,
  ].join('\n'),
];

/** The oldest schema version whose Sightline can still read a database of the current schema version. */
const minReader = 1;

/** The schema version that this Sightline writes. */
export const teamSchemaVersion = teamMigrations.length;

/** PostgreSQL shortens longer names (manual, Identifiers and Key Words); the longest role is `…_publisher`. */
const maxDatabaseNameBytes = 63 - '_publisher'.length;

/** The state that the team database reports of itself; `version` counts its revisions. */
export type TeamDatabaseState = {
  readonly schemaVersion: number;
  /** The oldest schema version whose Sightline can still read this database. */
  readonly minReader: number;
  readonly teamId: string;
  readonly version: number;
};

/**
 * Creates the tables of the team in an empty database, or migrates them to the version of the last migration. The user must
 * own the database. Throws a `TeamError` for a newer schema, and for a name that is too long for the names of roles.
 */
export function migrateTeam(
  database: TeamDatabase,
  migrations: readonly string[] = teamMigrations,
): Promise<TeamDatabaseState> {
  const target = migrations.length;
  return database.transaction(async ({ rows }) => {
    // When two administrators run this at the same time, the second one waits and finds nothing left to do.
    await rows('SELECT pg_advisory_xact_lock(7310713)');
    const known = await readVersion(rows);
    if (known > target) throw newerSchema(known);
    await requireShortName(rows);
    await rows('CREATE EXTENSION IF NOT EXISTS postgis SCHEMA public');
    // An administrator may have installed PostGIS in another schema before.
    await rows(
      `SELECT set_config('search_path', 'pg_catalog, ' || quote_ident(nspname), true)
       FROM pg_extension JOIN pg_namespace AS n ON n.oid = extnamespace WHERE extname = 'postgis'`,
    );
    for (const migration of migrations.slice(known)) await rows(migration);
    if (known === 0) {
      await rows(
        'INSERT INTO sightline.team (schema_version, min_reader) VALUES ($1, $2)',
        target,
        minReader,
      );
    } else if (known < target) {
      await rows('UPDATE sightline.team SET schema_version = $1, min_reader = $2', target, minReader);
    }
    return readState(rows);
  });
}

/** Returns the state of the team. Throws a `TeamError` when `requireUsable` does. */
export async function checkTeam(
  { rows }: Pick<TeamQuery, 'rows'>,
  use: 'read' | 'write',
): Promise<TeamDatabaseState> {
  const state = await readState(rows);
  requireUsable(state, use);
  return state;
}

/**
 * Throws a `TeamError` when this Sightline is too old for this use of the database, or the database was set up by an older
 * Sightline.
 */
export function requireUsable(
  { schemaVersion, minReader: oldest }: TeamDatabaseState,
  use: 'read' | 'write',
): void {
  const isTooOld = use === 'write' ? schemaVersion > teamSchemaVersion : oldest > teamSchemaVersion;
  if (isTooOld) throw newerSchema(schemaVersion);
  if (schemaVersion < teamSchemaVersion) {
    throw new TeamError(
      'read-only',
      `The team database was set up by an older Sightline (its schema is ${schemaVersion}, this one needs ${teamSchemaVersion}). Its owner has to run “sightline team-setup”.`,
    );
  }
}

/** The columns of `sightline.team_state()`. */
export function toTeamState(row: Record<string, unknown> | undefined): TeamDatabaseState {
  if (!row) throw new Error('The team database has no state.');
  return {
    schemaVersion: Number(row.schema_version),
    minReader: Number(row.min_reader),
    teamId: String(row.team_id),
    version: Number(row.version),
  };
}

async function readState(rows: TeamQuery['rows']): Promise<TeamDatabaseState> {
  const [row] = await rows('SELECT * FROM sightline.team_state()');
  return toTeamState(row);
}

/** Returns the schema version; 0 for a database without tables of Sightline. */
async function readVersion(rows: TeamQuery['rows']): Promise<number> {
  const [found] = await rows(`SELECT to_regclass('sightline.team') IS NOT NULL AS is_there`);
  if (found?.is_there !== true) return 0;
  const [row] = await rows('SELECT schema_version FROM sightline.team');
  return Number(row?.schema_version);
}

/** Other members would get the roles of another team, or none. */
async function requireShortName(rows: TeamQuery['rows']): Promise<void> {
  const [row] = await rows('SELECT current_database() AS name, octet_length(current_database()) AS bytes');
  if (Number(row?.bytes) <= maxDatabaseNameBytes) return;
  throw new TeamError(
    'invalid-input',
    `The name of the database ${row?.name} has ${row?.bytes} bytes. Use one of at most ${maxDatabaseNameBytes}, since the names of its roles begin with it.`,
  );
}

function newerSchema(version: number): TeamError {
  return new TeamError(
    'read-only',
    `The team database was set up by a newer Sightline (its schema is ${version}, this one knows ${teamSchemaVersion}). Update Sightline to use it.`,
  );
}

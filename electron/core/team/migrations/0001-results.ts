/**
 * The first version of the team database: raw records, the tables and views that other GIS read, and the roles. The schema
 * `sightline` is for Sightline only; other GIS read the views of `sightline_gis`. Functions that run with the rights of
 * the owner name every object with its schema and search `pg_catalog` only, so that a user's object with the name of one
 * of theirs has no effect.
 */
export const createResults = `
CREATE SCHEMA sightline;
CREATE SCHEMA sightline_gis;

CREATE TABLE sightline.team (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  schema_version integer NOT NULL,
  -- The oldest schema version whose Sightline can still read this database.
  min_reader integer NOT NULL,
  team_id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Counts committed revisions without gaps: it is updated last in each transaction, so its order is that of the commits.
  version bigint NOT NULL DEFAULT 0
);

CREATE TABLE sightline.raw_blocks (
  block bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  codec text NOT NULL,
  body bytea NOT NULL
);
-- The bodies are compressed already.
ALTER TABLE sightline.raw_blocks ALTER COLUMN body SET STORAGE EXTERNAL;

CREATE TABLE sightline.revisions (
  version bigint PRIMARY KEY,
  revision uuid NOT NULL UNIQUE,
  kind text NOT NULL,
  author text NOT NULL,
  made_at timestamptz NOT NULL,
  raw_block bigint
);

CREATE TABLE sightline.records (
  record_key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- SHA-256 of the id, whose own length has no limit.
  id_hash bytea NOT NULL UNIQUE,
  record_id text NOT NULL,
  content_hash bytea NOT NULL,
  fetched_at timestamptz NOT NULL,
  brand text NOT NULL,
  -- 0 headers, 1 without features, 2 everything.
  completeness smallint NOT NULL,
  raw_block bigint NOT NULL,
  raw_offset integer NOT NULL,
  raw_length integer NOT NULL,
  versions integer NOT NULL DEFAULT 1
);
CREATE INDEX ON sightline.records (raw_block);

-- detection_id is record_key * 2^20 + the index of the feature in its record.
CREATE TABLE sightline.detections (
  detection_id bigint NOT NULL,
  geom geometry(Point, 4326) NOT NULL,
  collected_at timestamptz,
  uploaded_at timestamptz,
  confidence double precision,
  analytic text NOT NULL,
  region text,
  sensor_name text,
  chip_identifier text,
  properties jsonb
) PARTITION BY RANGE (collected_at);
CREATE INDEX ON sightline.detections USING gist (geom);
CREATE INDEX ON sightline.detections USING brin (collected_at);
CREATE TABLE sightline.detections_undated PARTITION OF sightline.detections (PRIMARY KEY (detection_id)) DEFAULT;

CREATE TABLE sightline.detection_areas (
  detection_id bigint NOT NULL,
  geom geometry(Geometry, 4326) NOT NULL,
  collected_at timestamptz,
  uploaded_at timestamptz,
  confidence double precision,
  analytic text NOT NULL,
  region text,
  sensor_name text,
  chip_identifier text,
  properties jsonb
) PARTITION BY RANGE (collected_at);
CREATE INDEX ON sightline.detection_areas USING gist (geom);
CREATE INDEX ON sightline.detection_areas USING brin (collected_at);
CREATE TABLE sightline.detection_areas_undated
  PARTITION OF sightline.detection_areas (PRIMARY KEY (detection_id)) DEFAULT;

CREATE VIEW sightline_gis.detections AS
  SELECT d.detection_id, d.geom, d.collected_at, d.uploaded_at, d.confidence, d.analytic, d.region, d.sensor_name,
    d.chip_identifier, r.record_id, d.properties
  FROM sightline.detections AS d JOIN sightline.records AS r ON r.record_key = d.detection_id >> 20;
CREATE VIEW sightline_gis.detection_areas AS
  SELECT d.detection_id, d.geom, d.collected_at, d.uploaded_at, d.confidence, d.analytic, d.region, d.sensor_name,
    d.chip_identifier, r.record_id, d.properties
  FROM sightline.detection_areas AS d JOIN sightline.records AS r ON r.record_key = d.detection_id >> 20;
CREATE VIEW sightline_gis.records AS
  SELECT record_key, record_id, fetched_at, brand FROM sightline.records;

CREATE FUNCTION sightline.team_state(
  OUT schema_version integer, OUT min_reader integer, OUT team_id uuid, OUT version bigint
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT schema_version, min_reader, team_id, version FROM sightline.team
$$;

-- The revision with this version; null when there is none.
CREATE FUNCTION sightline.revision_at(p_version bigint) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT revision FROM sightline.revisions WHERE version = p_version
$$;

-- Whether a record replaces another version of it: it has more fields, or was fetched later with other content. Only the
-- functions below call it, with their search path.
CREATE FUNCTION sightline.is_later(
  p_completeness integer, p_fetched_at timestamptz, p_content_hash bytea, p_known sightline.records
) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_completeness > p_known.completeness
    OR (p_completeness = p_known.completeness AND p_fetched_at > p_known.fetched_at
      AND p_content_hash <> p_known.content_hash)
$$;

-- Of the records in these arrays, the positions (from 1) of those that this database lacks, or has in a former version.
CREATE FUNCTION sightline.missing_records(
  p_record_ids text[], p_content_hashes bytea[], p_fetched_at timestamptz[], p_completeness integer[]
) RETURNS SETOF bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT o.position
  FROM unnest(p_record_ids, p_content_hashes, p_fetched_at, p_completeness) WITH ORDINALITY
    AS o (record_id, content_hash, fetched_at, completeness, position)
  LEFT JOIN sightline.records AS k ON k.id_hash = sha256(convert_to(o.record_id, 'UTF8'))
  WHERE k.record_key IS NULL OR sightline.is_later(o.completeness, o.fetched_at, o.content_hash, k)
  ORDER BY o.position
$$;

-- Creates the partitions of these months, given by their first days. Other times belong to the undated partition.
CREATE FUNCTION sightline.create_months(p_months date[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_month date;
  v_table text;
  v_name text;
BEGIN
  FOREACH v_month IN ARRAY p_months LOOP
    CONTINUE WHEN v_month < DATE '2000-01-01' OR v_month >= DATE '2100-01-01' OR extract(day FROM v_month) <> 1;
    FOREACH v_table IN ARRAY ARRAY['detections', 'detection_areas'] LOOP
      v_name := v_table || to_char(v_month, '_YYYY_MM');
      CONTINUE WHEN to_regclass('sightline.' || v_name) IS NOT NULL;
      -- One creator at a time. The number only has to be the same in every Sightline.
      PERFORM pg_advisory_xact_lock(7310714);
      CONTINUE WHEN to_regclass('sightline.' || v_name) IS NOT NULL;
      EXECUTE format(
        'CREATE TABLE sightline.%I PARTITION OF sightline.%I (PRIMARY KEY (detection_id)) FOR VALUES FROM (%L) TO (%L)',
        v_name, v_table, v_month::timestamp AT TIME ZONE 'UTC',
        (v_month + INTERVAL '1 month')::timestamp AT TIME ZONE 'UTC'
      );
    END LOOP;
  END LOOP;
END
$$;

-- Renews the statistics of these months, by which the planner chooses indexes.
CREATE FUNCTION sightline.analyze_months(p_months date[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_name text;
BEGIN
  FOR v_name IN
    SELECT t || to_char(m, '_YYYY_MM') FROM unnest(p_months) AS m, unnest(ARRAY['detections', 'detection_areas']) AS t
    ORDER BY 1
  LOOP
    IF to_regclass('sightline.' || v_name) IS NOT NULL THEN
      EXECUTE format('ANALYZE sightline.%I', v_name);
    END IF;
  END LOOP;
  ANALYZE sightline.records;
END
$$;

-- Saves a block of raw records and those of its records that are new or later. Returns their positions (from 1) and keys;
-- their former detections are deleted. The rows of the records are locked in the order of their ids until the commit, so
-- that two publishers cannot wait for each other.
CREATE FUNCTION sightline.publish_records(
  p_codec text, p_body bytea, p_record_ids text[], p_content_hashes bytea[], p_fetched_at timestamptz[],
  p_brands text[], p_completeness integer[], p_offsets integer[], p_lengths integer[],
  OUT raw_block bigint, OUT positions integer[], OUT record_keys bigint[]
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_former_blocks bigint[];
  v_changed bigint[];
  v_key bigint;
BEGIN
  INSERT INTO sightline.raw_blocks (codec, body) VALUES (p_codec, p_body) RETURNING block INTO raw_block;
  SELECT array_agg(DISTINCT k.raw_block) INTO v_former_blocks FROM sightline.records AS k
    WHERE k.id_hash IN (SELECT sha256(convert_to(i, 'UTF8')) FROM unnest(p_record_ids) AS i);
  WITH offered AS (
    SELECT *, sha256(convert_to(o.record_id, 'UTF8')) AS id_hash
    FROM unnest(p_record_ids, p_content_hashes, p_fetched_at, p_brands, p_completeness, p_offsets, p_lengths)
      WITH ORDINALITY AS o (record_id, content_hash, fetched_at, brand, completeness, raw_offset, raw_length, position)
  ), accepted AS (
    INSERT INTO sightline.records AS k
      (id_hash, record_id, content_hash, fetched_at, brand, completeness, raw_block, raw_offset, raw_length)
    SELECT id_hash, record_id, content_hash, fetched_at, brand, completeness,
      publish_records.raw_block, raw_offset, raw_length
    FROM offered ORDER BY id_hash
    ON CONFLICT (id_hash) DO UPDATE SET content_hash = excluded.content_hash, fetched_at = excluded.fetched_at,
      brand = excluded.brand, completeness = excluded.completeness, raw_block = excluded.raw_block,
      raw_offset = excluded.raw_offset, raw_length = excluded.raw_length, versions = k.versions + 1
    WHERE sightline.is_later(excluded.completeness, excluded.fetched_at, excluded.content_hash, k)
    RETURNING k.id_hash, k.record_key, k.versions
  )
  SELECT array_agg(offered.position::integer ORDER BY offered.position),
    array_agg(accepted.record_key ORDER BY offered.position),
    array_agg(accepted.record_key) FILTER (WHERE accepted.versions > 1)
  INTO positions, record_keys, v_changed
  FROM accepted JOIN offered USING (id_hash);

  -- One range for each record: a plan that is made without statistics cannot turn into a scan of everything.
  FOREACH v_key IN ARRAY coalesce(v_changed, '{}') LOOP
    DELETE FROM sightline.detections WHERE detection_id >= v_key << 20 AND detection_id < (v_key + 1) << 20;
    DELETE FROM sightline.detection_areas WHERE detection_id >= v_key << 20 AND detection_id < (v_key + 1) << 20;
  END LOOP;
  DELETE FROM sightline.raw_blocks AS b
    WHERE (b.block = ANY (v_former_blocks) OR b.block = publish_records.raw_block)
      AND NOT EXISTS (SELECT FROM sightline.records AS k WHERE k.raw_block = b.block);
END
$$;

-- Ends a transaction that published: the last statement before its commit, since others wait for the counter from then on.
CREATE FUNCTION sightline.add_revision(p_revision uuid, p_kind text, p_raw_block bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_version bigint;
BEGIN
  UPDATE sightline.team SET version = version + 1 RETURNING version INTO v_version;
  INSERT INTO sightline.revisions (version, revision, kind, author, made_at, raw_block)
    VALUES (v_version, p_revision, p_kind, session_user, clock_timestamp(), p_raw_block);
  RETURN v_version;
END
$$;

-- The next blocks of raw records after a version, by version, with those of their records that are still the latest.
CREATE FUNCTION sightline.pull_records(p_after bigint, p_limit integer) RETURNS TABLE (
  version bigint, revision uuid, codec text, body bytea,
  record_ids text[], fetched_at text[], brands text[], completeness integer[], offsets integer[], lengths integer[]
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.version, r.revision, b.codec, b.body, k.*
  FROM sightline.revisions AS r JOIN sightline.raw_blocks AS b ON b.block = r.raw_block
  CROSS JOIN LATERAL (
    SELECT array_agg(record_id ORDER BY raw_offset),
      array_agg(to_char(fetched_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ORDER BY raw_offset),
      array_agg(brand ORDER BY raw_offset), array_agg(completeness::integer ORDER BY raw_offset),
      array_agg(raw_offset ORDER BY raw_offset), array_agg(raw_length ORDER BY raw_offset)
    FROM sightline.records WHERE raw_block = b.block
  ) AS k
  WHERE r.version > p_after ORDER BY r.version LIMIT p_limit
$$;

-- Roles belong to the whole server, so they carry the name of the database: who may read one team may not read all.
DO $$
DECLARE
  v_database text := current_database();
  v_reader text := current_database() || '_reader';
  v_reviewer text := current_database() || '_reviewer';
  v_publisher text := current_database() || '_publisher';
  v_role text;
BEGIN
  FOREACH v_role IN ARRAY ARRAY[v_reader, v_reviewer, v_publisher] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = v_role) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', v_role);
    END IF;
  END LOOP;
  EXECUTE format('GRANT %I TO %I, %I', v_reader, v_reviewer, v_publisher);
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', v_database);
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', v_database, v_reader);
  REVOKE ALL ON SCHEMA sightline, sightline_gis FROM PUBLIC;
  REVOKE ALL ON ALL FUNCTIONS IN SCHEMA sightline FROM PUBLIC;
  EXECUTE format('GRANT USAGE ON SCHEMA sightline_gis TO %I', v_reader);
  EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA sightline_gis TO %I', v_reader);
  EXECUTE format('GRANT USAGE ON SCHEMA sightline TO %I, %I', v_reviewer, v_publisher);
  EXECUTE format(
    'GRANT EXECUTE ON FUNCTION sightline.team_state, sightline.revision_at, sightline.pull_records TO %I, %I',
    v_reviewer, v_publisher
  );
  EXECUTE format(
    'GRANT EXECUTE ON FUNCTION sightline.missing_records, sightline.create_months, sightline.analyze_months, '
    'sightline.publish_records, sightline.add_revision TO %I',
    v_publisher
  );
  -- COPY needs the right on the tables themselves.
  EXECUTE format('GRANT INSERT ON sightline.detections, sightline.detection_areas TO %I', v_publisher);
END
$$;
`;

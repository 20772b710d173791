/** The channel on which the team database announces its version after a commit. Only the number is sent. */
export const versionChannel = 'sightline_version';

/**
 * Raw records, and the tables that other GIS read. The schema `sightline` is for Sightline only; other GIS read the views of
 * `sightline_gis`. Functions run with the rights of the owner, name every object with its schema and search `pg_catalog`
 * only, so that an object of a user has no effect. Members may write anything that a function or a table accepts: each
 * value has a constraint, within which every reader works.
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
  codec text NOT NULL CHECK (codec = 'zstd'),
  -- Length of the records in bytes, by which readers bound the decompression.
  raw_length integer NOT NULL CHECK (raw_length BETWEEN 1 AND 1 << 26),
  -- One zstd frame (RFC 8878, section 3.1.1), which is hardly longer than its contents.
  body bytea NOT NULL CHECK (substr(body, 1, 4) = '\\x28b52ffd' AND length(body) <= raw_length + (raw_length >> 7) + 1024)
);
-- The bodies are compressed already.
ALTER TABLE sightline.raw_blocks ALTER COLUMN body SET STORAGE EXTERNAL;

CREATE TABLE sightline.revisions (
  version bigint PRIMARY KEY,
  -- Unique for its author, so that no member can use the ids of another one's revisions first.
  revision uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('records', 'reviews', 'corrections', 'decisions', 'places', 'items')),
  author text NOT NULL,
  made_at timestamptz NOT NULL,
  raw_block bigint,
  UNIQUE (author, revision)
);
CREATE INDEX ON sightline.revisions (raw_block);

CREATE TABLE sightline.records (
  record_key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- SHA-256 of the id, whose own length has no limit.
  id_hash bytea NOT NULL UNIQUE,
  record_id text NOT NULL CHECK (length(record_id) BETWEEN 1 AND 100000),
  content_hash bytea NOT NULL CHECK (length(content_hash) = 32),
  fetched_at timestamptz NOT NULL CHECK (fetched_at BETWEEN '0001-01-01Z' AND '9999-12-31Z'),
  brand text NOT NULL CHECK (length(brand) <= 100 AND brand ~ '^[A-Za-z][A-Za-z0-9]*$'),
  -- 0 headers, 1 without features, 2 everything.
  completeness smallint NOT NULL CHECK (completeness BETWEEN 0 AND 2),
  raw_block bigint NOT NULL,
  raw_offset integer NOT NULL CHECK (raw_offset >= 0),
  raw_length integer NOT NULL CHECK (raw_length > 0),
  versions integer NOT NULL DEFAULT 1
);
CREATE INDEX ON sightline.records (raw_block);

-- detection_id is record_key * 2^20 + the index of the feature in its record.
CREATE TABLE sightline.detections (
  detection_id bigint NOT NULL,
  geom geometry(Point, 4326) NOT NULL CHECK (ST_IsEmpty(geom) OR geom && ST_MakeEnvelope(-100000, -100000, 100000, 100000, 4326)),
  collected_at timestamptz CHECK (isfinite(collected_at)),
  uploaded_at timestamptz CHECK (isfinite(uploaded_at)),
  confidence double precision CHECK (confidence > '-infinity' AND confidence < 'infinity'),
  analytic text NOT NULL CHECK (length(analytic) <= 1000000),
  region text CHECK (length(region) <= 1000000),
  sensor_name text CHECK (length(sensor_name) <= 1000000),
  chip_identifier text CHECK (length(chip_identifier) <= 1000000),
  properties jsonb
) PARTITION BY RANGE (collected_at);
CREATE INDEX ON sightline.detections USING brin (collected_at);
CREATE TABLE sightline.detections_undated PARTITION OF sightline.detections (PRIMARY KEY (detection_id)) DEFAULT;

CREATE TABLE sightline.detection_areas (
  detection_id bigint NOT NULL,
  geom geometry(Geometry, 4326) NOT NULL CHECK (ST_IsEmpty(geom) OR geom && ST_MakeEnvelope(-100000, -100000, 100000, 100000, 4326)),
  collected_at timestamptz CHECK (isfinite(collected_at)),
  uploaded_at timestamptz CHECK (isfinite(uploaded_at)),
  confidence double precision CHECK (confidence > '-infinity' AND confidence < 'infinity'),
  analytic text NOT NULL CHECK (length(analytic) <= 1000000),
  region text CHECK (length(region) <= 1000000),
  sensor_name text CHECK (length(sensor_name) <= 1000000),
  chip_identifier text CHECK (length(chip_identifier) <= 1000000),
  properties jsonb
) PARTITION BY RANGE (collected_at);
CREATE INDEX ON sightline.detection_areas USING brin (collected_at);
CREATE TABLE sightline.detection_areas_undated
  PARTITION OF sightline.detection_areas (PRIMARY KEY (detection_id)) DEFAULT;

CREATE VIEW sightline_gis.records AS
  SELECT record_key, record_id, fetched_at, brand FROM sightline.records;

CREATE FUNCTION sightline.team_state(
  OUT schema_version integer, OUT min_reader integer, OUT team_id uuid, OUT version bigint
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SELECT t.schema_version, t.min_reader, t.team_id, t.version INTO schema_version, min_reader, team_id, version
    FROM sightline.team AS t;
END
$$;

-- The revision with this version; null when there is none.
CREATE FUNCTION sightline.revision_at(p_version bigint) RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (SELECT revision FROM sightline.revisions WHERE version = p_version);
END
$$;

-- A clock that is ahead cannot make anything later than all others. Without a time it returns the present one.
CREATE FUNCTION sightline.until_now(p_at timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN least(p_at, date_trunc('milliseconds', clock_timestamp()));
END
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
  WHERE k.record_key IS NULL
    OR sightline.is_later(o.completeness, sightline.until_now(o.fetched_at), o.content_hash, k)
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
      EXECUTE format(
        'ALTER TABLE sightline.%I ALTER properties SET STATISTICS 0, ALTER chip_identifier SET STATISTICS 0', v_name);
    END LOOP;
  END LOOP;
END
$$;

-- Renews the statistics of these months, by which the planner chooses indexes.
CREATE FUNCTION sightline.analyze_months(p_months date[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET default_statistics_target = 30 AS $$
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

-- Creates the spatial index of one partition that has none, after its first rows: an index of all rows at once costs a small
-- part of one that grows. Returns whether there was one. A transaction locks one table only.
CREATE FUNCTION sightline.index_partition() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_partition regclass;
BEGIN
  -- One at a time, so that no partition gets two. The number only has to be the same in every Sightline.
  PERFORM pg_advisory_xact_lock(7310715);
  SELECT p.inhrelid INTO v_partition FROM pg_inherits AS p
    WHERE p.inhparent IN ('sightline.detections'::regclass, 'sightline.detection_areas'::regclass)
      AND NOT EXISTS (
        SELECT FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
        WHERE i.indrelid = p.inhrelid AND a.attname = 'geom')
    ORDER BY p.inhrelid LIMIT 1;
  IF v_partition IS NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE INDEX ON %s USING gist (geom)', v_partition);
  RETURN true;
END
$$;

-- Saves a block of raw records and those of its records that are new or later. Returns their positions (from 1) and keys;
-- their former detections are deleted. The rows of the records are locked in the order of their ids until the commit, so
-- that two publishers cannot wait for each other.
CREATE FUNCTION sightline.publish_records(
  p_codec text, p_raw_length integer, p_body bytea, p_record_ids text[], p_content_hashes bytea[],
  p_fetched_at timestamptz[], p_brands text[], p_completeness integer[], p_offsets integer[], p_lengths integer[],
  OUT positions integer[], OUT record_keys bigint[]
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_block bigint;
  v_former_blocks bigint[];
  v_changed bigint[];
  v_key bigint;
BEGIN
  IF cardinality(p_record_ids) > 1000 OR EXISTS (
    SELECT FROM unnest(p_offsets, p_lengths) AS o (raw_offset, raw_length)
    WHERE o.raw_offset::bigint + o.raw_length > p_raw_length
  ) THEN
    RAISE 'A block has at most 1,000 records, which lie within its length.' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  INSERT INTO sightline.raw_blocks (codec, raw_length, body) VALUES (p_codec, p_raw_length, p_body)
    RETURNING block INTO v_block;
  SELECT array_agg(DISTINCT k.raw_block) INTO v_former_blocks FROM sightline.records AS k
    WHERE k.id_hash IN (SELECT sha256(convert_to(i, 'UTF8')) FROM unnest(p_record_ids) AS i);
  WITH offered AS (
    SELECT o.record_id, o.content_hash, sightline.until_now(o.fetched_at) AS fetched_at, o.brand, o.completeness,
      o.raw_offset, o.raw_length, o.position, sha256(convert_to(o.record_id, 'UTF8')) AS id_hash
    FROM unnest(p_record_ids, p_content_hashes, p_fetched_at, p_brands, p_completeness, p_offsets, p_lengths)
      WITH ORDINALITY AS o (record_id, content_hash, fetched_at, brand, completeness, raw_offset, raw_length, position)
  ), accepted AS (
    INSERT INTO sightline.records AS k
      (id_hash, record_id, content_hash, fetched_at, brand, completeness, raw_block, raw_offset, raw_length)
    SELECT id_hash, record_id, content_hash, fetched_at, brand, completeness, v_block, raw_offset, raw_length
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
    WHERE (b.block = ANY (v_former_blocks) OR b.block = v_block)
      AND NOT EXISTS (SELECT FROM sightline.records AS k WHERE k.raw_block = b.block);
END
$$;

-- Detections are added by COPY, in the transaction that publishes their records: to no other record's, and under no id
-- that another publication will need.
CREATE FUNCTION sightline.check_detections() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT detection_id >> 20 AS record_key FROM added) AS a
    LEFT JOIN sightline.records AS r USING (record_key) WHERE r.xmin IS DISTINCT FROM pg_current_xact_id()::xid
  ) THEN
    RAISE 'Detections are published together with their records.' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER check_detections AFTER INSERT ON sightline.detections REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION sightline.check_detections();
CREATE TRIGGER check_detections AFTER INSERT ON sightline.detection_areas REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION sightline.check_detections();

-- Ends a transaction that writes: the last step before its commit, since others wait for the counter from then on.
CREATE FUNCTION sightline.add_revision(p_revision uuid, p_kind text, p_raw_block bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_version bigint;
BEGIN
  UPDATE sightline.team SET version = version + 1 RETURNING version INTO v_version;
  INSERT INTO sightline.revisions (version, revision, kind, author, made_at, raw_block)
    VALUES (v_version, p_revision, p_kind, session_user, clock_timestamp(), p_raw_block);
  PERFORM pg_notify('${versionChannel}', v_version::text);
  RETURN v_version;
END
$$;

-- Every block that is committed has its revision: a member cannot leave records that others neither receive nor publish.
CREATE FUNCTION sightline.add_block_revision() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM sightline.raw_blocks WHERE block = NEW.block) THEN
    PERFORM sightline.add_revision(gen_random_uuid(), 'records', NEW.block);
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER add_block_revision AFTER INSERT ON sightline.raw_blocks
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sightline.add_block_revision();

-- The next blocks of raw records after a version, by version, with those of their records that are still the latest.
CREATE FUNCTION sightline.pull_records(p_after bigint, p_limit integer) RETURNS TABLE (
  version bigint, revision uuid, author text, codec text, raw_length integer, body bytea,
  record_ids text[], fetched_at text[], brands text[], completeness integer[], offsets integer[], lengths integer[]
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.version, r.revision, r.author, b.codec, b.raw_length, b.body, k.*
  FROM sightline.revisions AS r JOIN sightline.raw_blocks AS b ON b.block = r.raw_block
  CROSS JOIN LATERAL (
    SELECT array_agg(c.record_id ORDER BY c.raw_offset),
      array_agg(to_char(c.fetched_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ORDER BY c.raw_offset),
      array_agg(c.brand ORDER BY c.raw_offset), array_agg(c.completeness::integer ORDER BY c.raw_offset),
      array_agg(c.raw_offset ORDER BY c.raw_offset), array_agg(c.raw_length ORDER BY c.raw_offset)
    FROM sightline.records AS c WHERE c.raw_block = b.block
  ) AS k
  WHERE r.version > p_after ORDER BY r.version LIMIT p_limit
$$;
`;

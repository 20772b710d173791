/**
 * Layers, sites and rules of the watch that members publish: of each member the last package, in parts; and which workspace
 * notifies of a finding of a rule. Only functions write them, in the name of the session's user.
 */
export const createItems = `
CREATE TABLE sightline.item_parts (
  author text NOT NULL,
  revision uuid NOT NULL,
  part integer NOT NULL CHECK (part BETWEEN 0 AND 63),
  -- Length in bytes, by which readers bound the decompression.
  raw_length integer NOT NULL CHECK (raw_length BETWEEN 1 AND 1 << 23),
  -- One zstd frame, as in raw_blocks.
  body bytea NOT NULL CHECK (substr(body, 1, 4) = '\\x28b52ffd' AND length(body) <= raw_length + (raw_length >> 7) + 1024),
  PRIMARY KEY (author, revision, part)
);
ALTER TABLE sightline.item_parts ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE INDEX ON sightline.revisions (version) WHERE kind = 'items';

CREATE TABLE sightline.watch_claims (
  -- SHA-256 of rule and subject.
  claim_hash bytea PRIMARY KEY CHECK (length(claim_hash) = 32),
  author text NOT NULL,
  -- The workspace that notifies of it.
  claimant text NOT NULL CHECK (length(claimant) <= 100)
);

-- Adds a part of a package that is not published yet; the first part removes others of the user that never were.
CREATE FUNCTION sightline.push_item_part(p_revision uuid, p_part integer, p_raw_length integer, p_body bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM sightline.revisions AS r WHERE r.author = session_user AND r.revision = p_revision) THEN
    RAISE 'This package is published.' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF p_part = 0 THEN
    DELETE FROM sightline.item_parts AS i WHERE i.author = session_user AND NOT EXISTS (
      SELECT FROM sightline.revisions AS r WHERE r.author = i.author AND r.revision = i.revision);
  END IF;
  INSERT INTO sightline.item_parts VALUES (session_user, p_revision, p_part, p_raw_length, p_body);
END
$$;

-- Publishes a package, in the place of the former one of the user.
CREATE FUNCTION sightline.publish_items(p_revision uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM sightline.item_parts WHERE author = session_user AND revision <> p_revision;
  PERFORM sightline.add_revision(p_revision, 'items', NULL);
END
$$;

-- The next packages after a version, with the number of their parts; none for one that was replaced since.
CREATE FUNCTION sightline.pull_items(p_after bigint, p_limit integer) RETURNS TABLE (
  version bigint, revision uuid, author text, parts integer
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.version, r.revision, r.author, (
    SELECT count(*)::integer FROM sightline.item_parts AS i WHERE i.author = r.author AND i.revision = r.revision)
  FROM sightline.revisions AS r WHERE r.kind = 'items' AND r.version > p_after ORDER BY r.version LIMIT p_limit
$$;

CREATE FUNCTION sightline.pull_item_part(p_author text, p_revision uuid, p_part integer) RETURNS TABLE (
  raw_length integer, body bytea
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT raw_length, body FROM sightline.item_parts
  WHERE author = p_author AND revision = p_revision AND part = p_part
    AND EXISTS (SELECT FROM sightline.revisions AS r WHERE r.author = p_author AND r.revision = p_revision)
$$;

-- Claims findings that no one has claimed. Returns which of them this claimant of the user has, also from before.
CREATE FUNCTION sightline.claim_findings(p_claimant text, p_claims bytea[]) RETURNS SETOF bytea
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF cardinality(p_claims) > 1000 THEN
    RAISE 'At most 1000 findings are claimed at once.' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  INSERT INTO sightline.watch_claims (claim_hash, author, claimant)
    SELECT DISTINCT c.hash, session_user, p_claimant FROM unnest(p_claims) AS c (hash) ORDER BY c.hash
    ON CONFLICT (claim_hash) DO NOTHING;
  RETURN QUERY SELECT w.claim_hash FROM sightline.watch_claims AS w
    WHERE w.claim_hash = ANY (p_claims) AND w.author = session_user AND w.claimant = p_claimant;
END
$$;
`;

/**
 * Corrected meanings of properties of a team: the latest of each property in a product format. Only `push_corrections`
 * writes them, in the name of the session's user.
 */
export const createCorrections = `
CREATE TABLE sightline.corrections (
  -- SHA-256 of product format and property.
  correction_hash bytea PRIMARY KEY,
  product_type text CHECK (length(product_type) <= 1000),
  document_version text CHECK (length(document_version) <= 1000),
  property text NOT NULL CHECK (length(property) <= 1000),
  -- What it means, as JSON of Sightline; the JSON null where the correction was removed.
  meaning jsonb NOT NULL CHECK (length(meaning::text) <= 1000),
  corrected_at timestamptz NOT NULL CHECK (corrected_at BETWEEN '0001-01-01Z' AND '9999-12-31Z'),
  author text NOT NULL,
  revision uuid NOT NULL
);
CREATE INDEX ON sightline.corrections (revision);
CREATE INDEX ON sightline.corrections (author);
CREATE INDEX ON sightline.revisions (version) WHERE kind = 'corrections';

-- Adds those corrections that are later than the ones here, as one revision. Each is an object: productType,
-- documentVersion, property, as, at. One member adds about 1,000 properties; all others are still accepted of others.
CREATE FUNCTION sightline.push_corrections(p_revision uuid, p_corrections jsonb) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_changed integer;
  v_may_add boolean := (SELECT count(*) < 1000 FROM sightline.corrections WHERE author = session_user);
BEGIN
  IF jsonb_array_length(p_corrections) > 100 THEN
    RAISE 'A revision has at most 100 corrections.' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  INSERT INTO sightline.corrections AS k (
      correction_hash, product_type, document_version, property, meaning, corrected_at, author, revision)
    SELECT DISTINCT ON (h.hash) h.hash, c ->> 'productType', c ->> 'documentVersion', c ->> 'property', c -> 'as',
      sightline.until_now((c ->> 'at')::timestamptz), session_user, p_revision
    FROM jsonb_array_elements(p_corrections) AS c
    CROSS JOIN LATERAL (SELECT sha256(convert_to(
      jsonb_build_array(c ->> 'productType', c ->> 'documentVersion', c ->> 'property')::text, 'UTF8')) AS hash) AS h
    WHERE v_may_add OR EXISTS (SELECT FROM sightline.corrections AS o WHERE o.correction_hash = h.hash)
    ORDER BY h.hash, (c ->> 'at')::timestamptz DESC
    ON CONFLICT (correction_hash) DO UPDATE SET meaning = excluded.meaning, corrected_at = excluded.corrected_at,
      author = excluded.author, revision = excluded.revision
    WHERE excluded.corrected_at > k.corrected_at;
  GET DIAGNOSTICS v_changed = ROW_COUNT;
  IF v_changed > 0 THEN PERFORM sightline.add_revision(p_revision, 'corrections', NULL); END IF;
  RETURN v_changed;
END
$$;

-- The next revisions of corrections after a version, with those of their corrections that are still the latest.
CREATE FUNCTION sightline.pull_corrections(p_after bigint, p_limit integer) RETURNS TABLE (
  version bigint, revision uuid, author text, corrections jsonb
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.version, r.revision, r.author, (
    SELECT jsonb_agg(jsonb_build_object('productType', k.product_type, 'documentVersion', k.document_version,
      'property', k.property, 'as', k.meaning,
      'at', to_char(k.corrected_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    FROM sightline.corrections AS k WHERE k.revision = r.revision AND k.author = r.author)
  FROM sightline.revisions AS r WHERE r.kind = 'corrections' AND r.version > p_after ORDER BY r.version LIMIT p_limit
$$;
`;

/**
 * Decisions of a team about which AIS contact a detection is: every entry of their histories, of which the latest is in
 * effect. Only `push_decisions` writes them, in the name of the session's user.
 */
export const createDecisions = `
CREATE TABLE sightline.ais_decisions (
  decision_id uuid PRIMARY KEY,
  record_id text NOT NULL CHECK (length(record_id) BETWEEN 1 AND 100000),
  identity text NOT NULL CHECK (length(identity) BETWEEN 1 AND 100000),
  -- An identifier, none, or null: an earlier decision was undone.
  decision text CHECK (octet_length(decision) BETWEEN 1 AND 20),
  -- The member who has sent it.
  author text NOT NULL,
  -- By the member's own account: who has decided, as the entry may be of a merge; null for the member.
  decided_by text CHECK (length(decided_by) <= 1000),
  decided_at timestamptz NOT NULL CHECK (decided_at BETWEEN '0001-01-01Z' AND '9999-12-31Z'),
  revision uuid NOT NULL
);
CREATE INDEX ON sightline.ais_decisions (revision);
CREATE INDEX ON sightline.revisions (version) WHERE kind = 'decisions';

-- Adds the entries that are not here, as one revision. Each is an object: id, recordId, identity, decision, by, at. Of a
-- clock that is ahead, times become different ones up to now, in their order.
CREATE FUNCTION sightline.push_decisions(p_revision uuid, p_decisions jsonb) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_added integer;
  -- Once: read for each row, it advances from one to the next, and with it their order.
  v_now timestamptz := date_trunc('milliseconds', clock_timestamp());
BEGIN
  IF jsonb_array_length(p_decisions) > 500 THEN
    RAISE 'A revision has at most 500 decisions.' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  INSERT INTO sightline.ais_decisions (decision_id, record_id, identity, decision, author, decided_by, decided_at, revision)
    SELECT (c ->> 'id')::uuid, c ->> 'recordId', c ->> 'identity', c ->> 'decision', session_user,
      nullif(nullif(c ->> 'by', ''), session_user),
      least((c ->> 'at')::timestamptz, v_now
        - (row_number() OVER (ORDER BY (c ->> 'at')::timestamptz DESC) - 1) * interval '1 millisecond'), p_revision
    FROM jsonb_array_elements(p_decisions) AS c
    ON CONFLICT (decision_id) DO NOTHING;
  GET DIAGNOSTICS v_added = ROW_COUNT;
  IF v_added > 0 THEN PERFORM sightline.add_revision(p_revision, 'decisions', NULL); END IF;
  RETURN v_added;
END
$$;

-- The next revisions of decisions after a version, with their entries. Who has decided is never stated without the member
-- who has sent it, in at most 1,000 UTF-16 units.
CREATE FUNCTION sightline.pull_decisions(p_after bigint, p_limit integer) RETURNS TABLE (
  version bigint, revision uuid, author text, decisions jsonb
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.version, r.revision, r.author, (
    SELECT jsonb_agg(jsonb_build_object('id', d.decision_id, 'recordId', d.record_id, 'identity', d.identity,
      'decision', d.decision,
      'by', coalesce(left(d.decided_by, 400) || ' (sent by ' || d.author || ')', d.author),
      'at', to_char(d.decided_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    FROM sightline.ais_decisions AS d WHERE d.revision = r.revision AND d.author = r.author)
  FROM sightline.revisions AS r WHERE r.kind = 'decisions' AND r.version > p_after ORDER BY r.version LIMIT p_limit
$$;
`;

/**
 * Statements of a team about places: that something fixed is there, or nothing. Each is one row, whose last change is in
 * effect. Only `push_places` writes them, in the name of the session's user.
 */
export const createPlaces = `
CREATE TABLE sightline.place_statements (
  statement_id uuid PRIMARY KEY,
  analytic text NOT NULL CHECK (length(analytic) <= 10000),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  presence text NOT NULL CHECK (presence IN ('stationary', 'passing')),
  -- The member who has sent it, and by that member's account who has stated it; null for the member.
  sender text NOT NULL,
  stated_by text CHECK (length(stated_by) <= 1000),
  stated_at timestamptz NOT NULL CHECK (stated_at BETWEEN '0001-01-01Z' AND '9999-12-31Z'),
  is_withdrawn boolean NOT NULL CHECK (NOT is_withdrawn OR changed_at IS NOT NULL),
  -- Who has withdrawn it, or undone that, by the account of the author; null for the author. Without a time: no one has.
  changed_by text CHECK (length(changed_by) <= 1000),
  changed_at timestamptz CHECK (changed_at BETWEEN '0001-01-01Z' AND '9999-12-31Z'),
  -- The member who has sent the last change.
  author text NOT NULL,
  revision uuid NOT NULL
);
CREATE INDEX ON sightline.place_statements (revision);
CREATE INDEX ON sightline.place_statements (sender);
CREATE INDEX ON sightline.revisions (version) WHERE kind = 'places';

-- Adds the statements that are not here, and the changes that are later than the ones here, as one revision. Each is an
-- object: id, analytic, position, presence, by, at, and change, an object (isWithdrawn, by, at) or null. Of a clock that is
-- ahead, times become different ones up to now, in their order. Of one member about 10,000 are in effect, and of those that
-- were withdrawn the latest 10,000 are stored with the ones of this revision.
CREATE FUNCTION sightline.push_places(p_revision uuid, p_places jsonb) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_changed integer;
  -- Once: read for each row, it advances from one to the next, and with it their order.
  v_now timestamptz := date_trunc('milliseconds', clock_timestamp());
  v_may_add boolean;
  v_may_add_withdrawn boolean;
BEGIN
  IF jsonb_array_length(p_places) > 500 THEN
    RAISE 'A revision has at most 500 statements about places.' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT count(*) FILTER (WHERE NOT is_withdrawn) < 10000, count(*) FILTER (WHERE is_withdrawn) < 10000
    INTO v_may_add, v_may_add_withdrawn FROM sightline.place_statements WHERE sender = session_user;
  INSERT INTO sightline.place_statements AS k
    SELECT DISTINCT ON ((c ->> 'id')::uuid) (c ->> 'id')::uuid, c ->> 'analytic',
      (c -> 'position' ->> 0)::double precision, (c -> 'position' ->> 1)::double precision, c ->> 'presence',
      session_user, nullif(nullif(c ->> 'by', ''), session_user),
      least((c ->> 'at')::timestamptz, v_now
        - row_number() OVER (ORDER BY (c ->> 'at')::timestamptz DESC) * interval '1 millisecond'),
      coalesce((c -> 'change' ->> 'isWithdrawn')::boolean, false),
      nullif(nullif(c -> 'change' ->> 'by', ''), session_user),
      CASE WHEN c -> 'change' ->> 'at' IS NOT NULL THEN sightline.until_now((c -> 'change' ->> 'at')::timestamptz) END,
      session_user, p_revision
    FROM jsonb_array_elements(p_places) AS c
    WHERE CASE WHEN (c -> 'change' ->> 'isWithdrawn')::boolean THEN v_may_add_withdrawn ELSE v_may_add END
      OR EXISTS (SELECT FROM sightline.place_statements AS o WHERE o.statement_id = (c ->> 'id')::uuid)
    ORDER BY (c ->> 'id')::uuid, (c -> 'change' ->> 'at')::timestamptz DESC NULLS LAST
    ON CONFLICT (statement_id) DO UPDATE SET is_withdrawn = excluded.is_withdrawn, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at, author = excluded.author, revision = excluded.revision
    WHERE excluded.changed_at > coalesce(k.changed_at, k.stated_at);
  GET DIAGNOSTICS v_changed = ROW_COUNT;
  IF v_changed > 0 THEN
    DELETE FROM sightline.place_statements WHERE statement_id IN (
      SELECT statement_id FROM sightline.place_statements
      WHERE sender = session_user AND is_withdrawn AND revision <> p_revision ORDER BY changed_at DESC OFFSET 10000);
    PERFORM sightline.add_revision(p_revision, 'places', NULL);
  END IF;
  RETURN v_changed;
END
$$;

-- The next revisions of statements after a version, with those that were not changed since. Who has stated or changed one is
-- never named without the member who has sent it, in at most 1,000 UTF-16 units.
CREATE FUNCTION sightline.pull_places(p_after bigint, p_limit integer) RETURNS TABLE (
  version bigint, revision uuid, author text, places jsonb
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT r.version, r.revision, r.author, (
    SELECT jsonb_agg(jsonb_build_object('id', k.statement_id, 'analytic', k.analytic,
      'position', jsonb_build_array(k.longitude, k.latitude), 'presence', k.presence,
      'by', coalesce(left(k.stated_by, 400) || ' (sent by ' || k.sender || ')', k.sender),
      'at', to_char(k.stated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'change', CASE WHEN k.changed_at IS NOT NULL THEN jsonb_build_object('isWithdrawn', k.is_withdrawn,
        'by', coalesce(left(k.changed_by, 400) || ' (sent by ' || k.author || ')', k.author),
        'at', to_char(k.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END))
    FROM sightline.place_statements AS k WHERE k.revision = r.revision AND k.author = r.author)
  FROM sightline.revisions AS r WHERE r.kind = 'places' AND r.version > p_after ORDER BY r.version LIMIT p_limit
$$;
`;

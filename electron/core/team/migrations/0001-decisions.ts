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

-- The last revision of decisions; null for none.
CREATE FUNCTION sightline.decisions_revision() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT revision FROM sightline.revisions WHERE kind = 'decisions' ORDER BY version DESC LIMIT 1
$$;

-- Adds the entries that are not here, as one revision. Each is an object: id, recordId, identity, decision, by, at. Of a
-- clock that is ahead, times become different ones up to now, in their order.
CREATE FUNCTION sightline.push_decisions(p_revision uuid, p_decisions jsonb) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_added integer;
BEGIN
  IF jsonb_array_length(p_decisions) > 500 THEN
    RAISE 'A revision has at most 500 decisions.' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  INSERT INTO sightline.ais_decisions (decision_id, record_id, identity, decision, author, decided_by, decided_at, revision)
    SELECT (c ->> 'id')::uuid, c ->> 'recordId', c ->> 'identity', c ->> 'decision', session_user,
      nullif(nullif(c ->> 'by', ''), session_user),
      least((c ->> 'at')::timestamptz, date_trunc('milliseconds', clock_timestamp())
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

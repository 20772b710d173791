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

/**
 * Reviews of a team: the current review of each detection; the history of all that were pushed; and which of them disagree
 * with the current one. Only `push_reviews` writes them, in the name of the session's user.
 */
export const createReviewTables = `
-- Length in UTF-16 code units, by which Sightline limits notes.
CREATE FUNCTION sightline.utf16_length(p_text text) RETURNS integer
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN length(p_text) + length(regexp_replace(p_text, '[^\\U00010000-\\U0010FFFF]', '', 'g'));
END
$$;

CREATE TABLE sightline.reviews (
  -- SHA-256 of record and identity, whose own lengths have no limit.
  review_hash bytea PRIMARY KEY,
  record_id text NOT NULL CHECK (length(record_id) BETWEEN 1 AND 100000),
  identity text NOT NULL CHECK (length(identity) BETWEEN 1 AND 100000),
  -- The detection that was reviewed, as JSON; null where the workspace did not know it.
  detection text CHECK (length(detection) <= 10000000),
  -- Its id in the tables of detections; null while its record is not here in the version that was reviewed.
  detection_id bigint,
  -- The current review: its entry of the history, and its contents.
  current_entry bigint,
  verdict text,
  flagged boolean NOT NULL DEFAULT false,
  note text NOT NULL DEFAULT '',
  reviewer text NOT NULL DEFAULT '',
  reviewed_at timestamptz,
  -- The last entry of the history, whatever its outcome.
  latest bigint NOT NULL DEFAULT 0,
  -- Whether a review disagrees with the current one, and no reviewer who had received both has decided.
  disputed boolean NOT NULL DEFAULT false
);
CREATE INDEX ON sightline.reviews (detection_id) WHERE detection_id IS NOT NULL;
CREATE INDEX ON sightline.reviews (record_id) WHERE detection_id IS NULL;

CREATE TABLE sightline.review_history (
  entry bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  review_hash bytea NOT NULL REFERENCES sightline.reviews,
  revision uuid NOT NULL,
  batch uuid NOT NULL,
  verdict text CHECK (verdict IN ('confirmed', 'rejected', 'unsure')),
  flagged boolean NOT NULL,
  note text NOT NULL CHECK (sightline.utf16_length(note) <= 10000),
  reviewer text NOT NULL,
  reviewed_at timestamptz NOT NULL CHECK (reviewed_at BETWEEN '0001-01-01Z' AND '9999-12-31Z'),
  -- The current review before this entry, as JSON: what an undo restores.
  former jsonb,
  -- accepted: it became the current review. same: the current review was equal. earlier: its author has set a later one.
  -- disputed: the current review is another one, which its author had not received. settled: disputed until a reviewer
  -- decided. withdrawn: an undo of a review that is not current any more, or the review that was undone.
  outcome text NOT NULL
);
CREATE INDEX ON sightline.review_history (revision);
CREATE INDEX ON sightline.review_history (review_hash, batch);
CREATE INDEX ON sightline.review_history (review_hash) WHERE outcome = 'disputed';
CREATE INDEX ON sightline.revisions (version) WHERE kind = 'reviews';

-- A review with its author and time, as JSON.
CREATE FUNCTION sightline.review_json(
  p_verdict text, p_flagged boolean, p_note text, p_reviewer text, p_reviewed_at timestamptz
) RETURNS jsonb LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN jsonb_build_object('verdict', p_verdict, 'flagged', p_flagged, 'note', p_note, 'reviewer', p_reviewer,
    'reviewedAt', to_char(p_reviewed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
END
$$;

-- Adds one change of a review, whose row the caller has locked, to the history, and makes it current unless another one is
-- that its author had not seen. Returns the outcome.
CREATE FUNCTION sightline.add_review(
  p_review_hash bytea, p_revision uuid, p_batch uuid, p_undoes uuid, p_change jsonb
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_known sightline.reviews;
  v_undone sightline.review_history;
  v_verdict text := p_change ->> 'verdict';
  v_flagged boolean := (p_change ->> 'flagged')::boolean;
  v_note text := p_change ->> 'note';
  v_at timestamptz := sightline.until_now((p_change ->> 'reviewedAt')::timestamptz);
  v_shown_reviewer text := session_user;
  v_shown_at timestamptz := v_at;
  v_former jsonb := p_change -> 'former';
  v_current jsonb;
  v_outcome text;
  v_entry bigint;
BEGIN
  SELECT * INTO v_known FROM sightline.reviews WHERE review_hash = p_review_hash;
  IF v_known.current_entry IS NOT NULL THEN
    v_current := sightline.review_json(
      v_known.verdict, v_known.flagged, v_known.note, v_known.reviewer, v_known.reviewed_at);
  END IF;
  IF p_undoes IS NOT NULL THEN
    SELECT * INTO v_undone FROM sightline.review_history
      WHERE review_hash = p_review_hash AND batch = p_undoes AND reviewer = session_user ORDER BY entry DESC LIMIT 1;
  END IF;

  IF v_undone.entry IS NOT NULL AND v_undone.entry IS DISTINCT FROM v_known.current_entry THEN
    -- What it undoes was replaced, or was never current: that is no disagreement.
    v_outcome := 'withdrawn';
    UPDATE sightline.review_history SET outcome = 'withdrawn'
      WHERE entry = v_undone.entry AND outcome = 'disputed';
  ELSIF v_undone.entry IS NOT NULL THEN
    v_outcome := 'accepted';
    IF v_undone.former IS NOT NULL THEN
      -- Restored as this database has recorded it, with its author, so that no user can set a review in another name.
      v_verdict := v_undone.former ->> 'verdict';
      v_flagged := (v_undone.former ->> 'flagged')::boolean;
      v_note := v_undone.former ->> 'note';
      v_shown_reviewer := v_undone.former ->> 'reviewer';
      v_shown_at := (v_undone.former ->> 'reviewedAt')::timestamptz;
    END IF;
  ELSIF v_current IS NULL OR (v_known.verdict IS NULL AND NOT v_known.flagged AND v_known.note = '') THEN
    -- There is no current review that it could disagree with.
    v_outcome := 'accepted';
  ELSIF v_known.verdict IS NOT DISTINCT FROM v_verdict AND v_known.flagged = v_flagged AND v_known.note = v_note THEN
    v_outcome := 'same';
  ELSIF v_former = v_current THEN
    v_outcome := 'accepted';
  ELSIF v_known.reviewer = session_user THEN
    v_outcome := CASE WHEN v_at >= v_known.reviewed_at THEN 'accepted' ELSE 'earlier' END;
  ELSE
    v_outcome := 'disputed';
  END IF;

  INSERT INTO sightline.review_history
      (review_hash, revision, batch, verdict, flagged, note, reviewer, reviewed_at, former, outcome)
    VALUES (p_review_hash, p_revision, p_batch, v_verdict, v_flagged, v_note, session_user, v_at, v_current,
      v_outcome)
    RETURNING entry INTO v_entry;
  IF v_outcome IN ('accepted', 'same') AND p_undoes IS NULL THEN
    -- A reviewer who has received all of them decides; each can also replace their own review.
    UPDATE sightline.review_history SET outcome = 'settled'
      WHERE review_hash = p_review_hash AND outcome = 'disputed'
        AND ((p_change ->> 'seen')::bigint >= v_known.latest OR reviewer = session_user);
  END IF;
  IF v_outcome = 'accepted' THEN
    UPDATE sightline.reviews SET current_entry = v_entry, verdict = v_verdict, flagged = v_flagged, note = v_note,
      reviewer = v_shown_reviewer, reviewed_at = v_shown_at WHERE review_hash = p_review_hash;
  END IF;
  UPDATE sightline.reviews SET latest = v_entry, detection = coalesce(detection, p_change ->> 'detection'),
    disputed = EXISTS (
      SELECT FROM sightline.review_history WHERE review_hash = p_review_hash AND outcome = 'disputed')
    WHERE review_hash = p_review_hash;
  RETURN v_outcome;
END
$$;

-- Adds the changes of a batch, in their order, as one revision; nothing when that is here already. Each change is an
-- object: recordId, identity, detection, verdict, flagged, note, reviewedAt, former, seen. Returns how many were disputed.
CREATE FUNCTION sightline.push_reviews(p_revision uuid, p_batch uuid, p_undoes uuid, p_changes jsonb) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_change jsonb;
  v_disputed integer := 0;
BEGIN
  IF EXISTS (SELECT FROM sightline.revisions WHERE revision = p_revision AND author = session_user) THEN
    RETURN 0;
  END IF;
  IF jsonb_array_length(p_changes) > 2000 THEN
    RAISE 'A revision has at most 2,000 changes.' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  INSERT INTO sightline.reviews (review_hash, record_id, identity)
    SELECT DISTINCT ON (1) sightline.review_hash(c), c ->> 'recordId', c ->> 'identity'
    FROM jsonb_array_elements(p_changes) AS c ORDER BY 1
    ON CONFLICT DO NOTHING;
  -- Locked first and judged in later statements, which see what the lock has waited for.
  PERFORM FROM sightline.reviews
    WHERE review_hash IN (SELECT sightline.review_hash(c) FROM jsonb_array_elements(p_changes) AS c)
    ORDER BY review_hash FOR UPDATE;
  PERFORM FROM sightline.queue_items
    WHERE review_hash IN (SELECT sightline.review_hash(c) FROM jsonb_array_elements(p_changes) AS c)
    ORDER BY review_hash FOR UPDATE;
  FOR v_change IN SELECT c FROM jsonb_array_elements(p_changes) WITH ORDINALITY AS e (c, n) ORDER BY n LOOP
    IF sightline.add_review(sightline.review_hash(v_change), p_revision, p_batch, p_undoes, v_change) = 'disputed' THEN
      v_disputed := v_disputed + 1;
    END IF;
  END LOOP;
  PERFORM sightline.add_revision(p_revision, 'reviews', NULL);
  RETURN v_disputed;
END
$$;

CREATE FUNCTION sightline.review_hash(p_change jsonb) RETURNS bytea
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN sha256(convert_to(jsonb_build_array(p_change ->> 'recordId', p_change ->> 'identity')::text, 'UTF8'));
END
$$;

-- The next revisions of reviews after a version: each change with the current review, and the reviews that disagree with it.
CREATE FUNCTION sightline.pull_reviews(p_after bigint, p_limit integer) RETURNS TABLE (
  version bigint, revision uuid, author text, changes jsonb
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT r.version, r.revision, r.author, (
      SELECT jsonb_agg(jsonb_build_object(
        'recordId', v.record_id, 'identity', v.identity, 'detection', v.detection, 'batch', h.batch,
        'change', sightline.review_json(h.verdict, h.flagged, h.note, h.reviewer, h.reviewed_at),
        'current', sightline.review_json(v.verdict, v.flagged, v.note, v.reviewer, v.reviewed_at),
        'seen', v.latest,
        'disputing', (
          SELECT coalesce(jsonb_agg(
            sightline.review_json(d.verdict, d.flagged, d.note, d.reviewer, d.reviewed_at) ORDER BY d.entry), '[]')
          FROM sightline.review_history AS d WHERE d.review_hash = v.review_hash AND d.outcome = 'disputed'
        )
      ) ORDER BY h.entry)
      FROM sightline.review_history AS h JOIN sightline.reviews AS v USING (review_hash)
      WHERE h.revision = r.revision AND h.reviewer = r.author
    )
    FROM sightline.revisions AS r WHERE r.kind = 'reviews' AND r.version > p_after ORDER BY r.version LIMIT p_limit;
END
$$;

-- Whether the user may push reviews.
CREATE FUNCTION sightline.may_push_reviews() RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN has_function_privilege(session_user, 'sightline.push_reviews(uuid, uuid, uuid, jsonb)', 'EXECUTE');
END
$$;

-- Reviews whose detection has no id yet though its record is here: a random choice, since the workspace that asks may
-- not have the detections of some of them, which would otherwise come first each time.
CREATE FUNCTION sightline.unlocated_reviews(p_limit integer) RETURNS TABLE (record_id text, identity text)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT v.record_id, v.identity FROM sightline.reviews AS v
  JOIN sightline.records AS k ON k.id_hash = sha256(convert_to(v.record_id, 'UTF8'))
  WHERE v.detection_id IS NULL ORDER BY random() LIMIT p_limit
$$;

-- Gives reviews the ids of their detections, by the index in the record; only where the record has the same content.
CREATE FUNCTION sightline.locate_reviews(
  p_record_ids text[], p_identities text[], p_content_hashes bytea[], p_positions integer[]
) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE sightline.reviews AS v SET detection_id = k.record_key << 20 | o.position
  FROM unnest(p_record_ids, p_identities, p_content_hashes, p_positions) AS o (record_id, identity, content_hash, position)
  JOIN sightline.records AS k ON k.id_hash = sha256(convert_to(o.record_id, 'UTF8'))
    AND k.content_hash = o.content_hash
  WHERE v.detection_id IS NULL AND o.position >= 0 AND o.position < 1 << 20
    AND v.review_hash = sightline.review_hash(jsonb_build_object('recordId', o.record_id, 'identity', o.identity))
$$;

-- In another version of a record the index of a detection may be another.
CREATE FUNCTION sightline.forget_locations() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE sightline.reviews SET detection_id = NULL
    WHERE detection_id >= NEW.record_key << 20 AND detection_id < (NEW.record_key + 1) << 20;
  RETURN NULL;
END
$$;
CREATE TRIGGER forget_locations AFTER UPDATE OF content_hash ON sightline.records
  FOR EACH ROW EXECUTE FUNCTION sightline.forget_locations();

-- Returns the state of the team, the revision that it has at the version of the cursor, whether the user may push, and the
-- last revisions of corrected meanings, of AIS decisions, of statements about places and of items.
-- Pushes a batch, as push_reviews does, when schema, team and revision are those that the workspace expects, and returns
-- the number of its changes that were disputed; 0 for a batch that is here already. When it pushes nothing, it returns the
-- next revisions of reviews, as pull_reviews does, instead.
CREATE FUNCTION sightline.exchange_reviews(
  p_schema integer, p_team text, p_version bigint, p_at text, p_limit integer,
  p_revision uuid, p_batch uuid, p_undoes uuid, p_changes jsonb,
  OUT schema_version integer, OUT min_reader integer, OUT team_id uuid, OUT version bigint,
  OUT revision uuid, OUT may_push boolean, OUT disputed integer, OUT reviews json, OUT corrections uuid,
  OUT decisions uuid, OUT places uuid, OUT items uuid
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SELECT t.schema_version, t.min_reader, t.team_id, t.version INTO schema_version, min_reader, team_id, version
    FROM sightline.team AS t;
  revision := (SELECT r.revision FROM sightline.revisions AS r WHERE r.version = p_version);
  may_push := sightline.may_push_reviews();
  corrections := (SELECT r.revision FROM sightline.revisions AS r WHERE r.kind = 'corrections' ORDER BY r.version DESC LIMIT 1);
  decisions := (SELECT r.revision FROM sightline.revisions AS r WHERE r.kind = 'decisions' ORDER BY r.version DESC LIMIT 1);
  places := (SELECT r.revision FROM sightline.revisions AS r WHERE r.kind = 'places' ORDER BY r.version DESC LIMIT 1);
  items := (SELECT r.revision FROM sightline.revisions AS r WHERE r.kind = 'items' ORDER BY r.version DESC LIMIT 1);
  IF p_changes IS NOT NULL AND may_push AND schema_version = p_schema AND team_id::text = p_team
    AND revision::text IS NOT DISTINCT FROM p_at
  THEN
    IF NOT EXISTS (
      SELECT FROM sightline.revisions AS r WHERE r.revision = p_revision AND r.author = session_user
    ) THEN
      disputed := sightline.push_reviews(p_revision, p_batch, p_undoes, p_changes);
      RETURN;
    END IF;
    disputed := 0;
  END IF;
  reviews := (SELECT coalesce(json_agg(r), '[]') FROM sightline.pull_reviews(p_version, p_limit) AS r);
END
$$;

-- Records are read by key: as a join, PostgreSQL read all of them where it expected more detections in a box than there are.
CREATE VIEW sightline_gis.detections AS
  SELECT d.detection_id, d.geom, d.collected_at, d.uploaded_at, d.confidence, d.analytic, d.region, d.sensor_name,
    d.chip_identifier,
    (SELECT r.record_id FROM sightline.records AS r WHERE r.record_key = d.detection_id >> 20) AS record_id,
    d.properties, v.verdict, v.flagged, v.note, v.reviewer, v.reviewed_at, v.disputed
  FROM sightline.detections AS d LEFT JOIN sightline.reviews AS v ON v.detection_id = d.detection_id;
CREATE VIEW sightline_gis.detection_areas AS
  SELECT d.detection_id, d.geom, d.collected_at, d.uploaded_at, d.confidence, d.analytic, d.region, d.sensor_name,
    d.chip_identifier,
    (SELECT r.record_id FROM sightline.records AS r WHERE r.record_key = d.detection_id >> 20) AS record_id,
    d.properties, v.verdict, v.flagged, v.note, v.reviewer, v.reviewed_at, v.disputed
  FROM sightline.detection_areas AS d LEFT JOIN sightline.reviews AS v ON v.detection_id = d.detection_id;
`;

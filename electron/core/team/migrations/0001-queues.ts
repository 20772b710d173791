import { versionChannel } from './0001-results.ts';

/**
 * Shared queues: detections that several reviewers review together. A reviewer leases some of them for a limited time, in
 * which no other reviewer is given them. Leases do not restrict reviews: a verdict after the end of its lease is pushed like
 * any other. Whoever changes several detections locks them by review_hash first, so that none waits for another in a circle.
 */
export const createQueues = `
CREATE TABLE sightline.queues (
  queue uuid PRIMARY KEY,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  made_by text NOT NULL,
  made_at timestamptz NOT NULL
);

CREATE TABLE sightline.queue_items (
  queue uuid NOT NULL REFERENCES sightline.queues ON DELETE CASCADE,
  seq integer NOT NULL,
  review_hash bytea NOT NULL,
  record_id text NOT NULL,
  identity text NOT NULL CHECK (length(identity) BETWEEN 1 AND 100000),
  -- The detection as JSON, by which workspaces with another version of its record find it.
  detection text CHECK (length(detection) <= 10000000),
  -- Index of the detection's image in the queue; one lease has detections of one image.
  pass integer NOT NULL,
  -- Whether the current review of the detection has a verdict.
  is_done boolean NOT NULL,
  leased_by text,
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  -- Increases with each lease, so that a reviewer whose lease has ended cannot renew or release the next one.
  token bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (queue, seq)
) WITH (fillfactor = 70);
CREATE INDEX ON sightline.queue_items (review_hash);
CREATE INDEX ON sightline.queue_items (queue, seq) WHERE NOT is_done;
CREATE SEQUENCE sightline.lease_tokens;

CREATE FUNCTION sightline.utc_text(p_at timestamptz) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- How long a lease lasts: at most an hour.
CREATE FUNCTION sightline.lease_end(p_lease interval) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT clock_timestamp() + greatest(least(p_lease, INTERVAL '1 hour'), INTERVAL '0')
$$;

CREATE FUNCTION sightline.mark_queue_items() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE sightline.queue_items SET is_done = NEW.verdict IS NOT NULL
    WHERE review_hash = NEW.review_hash AND is_done <> (NEW.verdict IS NOT NULL);
  RETURN NULL;
END
$$;
CREATE TRIGGER mark_queue_items AFTER UPDATE OF verdict ON sightline.reviews
  FOR EACH ROW EXECUTE FUNCTION sightline.mark_queue_items();

-- Creates a queue of detections in their order: objects with recordId, identity, detection, pass. Leaves out those whose
-- record is not published, and returns how many are in the queue.
CREATE FUNCTION sightline.create_queue(p_queue uuid, p_title text, p_items jsonb) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_count integer;
BEGIN
  IF jsonb_array_length(p_items) > 20000 THEN
    RAISE 'A shared queue has at most 20,000 detections.' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  -- No review may be pushed between reading the verdicts and the commit, after which the trigger sees the items.
  LOCK TABLE sightline.reviews IN SHARE MODE;
  INSERT INTO sightline.queues (queue, title, made_by, made_at) VALUES (p_queue, p_title, session_user, clock_timestamp());
  INSERT INTO sightline.queue_items (queue, seq, review_hash, record_id, identity, detection, pass, is_done)
    SELECT p_queue, row_number() OVER (ORDER BY o.n), o.review_hash, o.item ->> 'recordId', o.item ->> 'identity',
      o.item ->> 'detection', (o.item ->> 'pass')::integer, coalesce(v.verdict IS NOT NULL, false)
    FROM (
      SELECT DISTINCT ON (review_hash) n, item, sightline.review_hash(item) AS review_hash
      FROM jsonb_array_elements(p_items) WITH ORDINALITY AS e (item, n) ORDER BY review_hash, n
    ) AS o
    JOIN sightline.records AS k ON k.id_hash = sha256(convert_to(o.item ->> 'recordId', 'UTF8'))
    LEFT JOIN sightline.reviews AS v ON v.review_hash = o.review_hash;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$$;

-- Leases up to p_limit, at most 50, free detections of one image, the first ones of the queue. No rows when nothing is free.
CREATE FUNCTION sightline.lease_items(p_queue uuid, p_limit integer, p_lease interval) RETURNS TABLE (
  title text, record_id text, identity text, detection text, token bigint, leased_until text
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_token bigint := nextval('sightline.lease_tokens');
  v_until timestamptz;
  v_now timestamptz;
  v_free integer[];
  v_seq integer;
BEGIN
  LOOP
    -- Undone when nothing is free, so that no lock is held while another transaction is waited for.
    BEGIN
      v_now := clock_timestamp();
      v_until := sightline.lease_end(p_lease);
      -- A statement of its own: as a part of the update, the planner may repeat it for each row, and lease more each time.
      SELECT array_agg(n.seq) INTO v_free FROM (
        SELECT f.seq FROM sightline.queue_items AS f
        WHERE f.queue = p_queue AND NOT f.is_done AND f.leased_until <= v_now AND f.pass = (
          SELECT g.pass FROM sightline.queue_items AS g
          WHERE g.queue = p_queue AND NOT g.is_done AND g.leased_until <= v_now
          ORDER BY g.seq LIMIT 1 FOR UPDATE SKIP LOCKED
        )
        ORDER BY f.seq LIMIT greatest(least(p_limit, 50), 1) FOR UPDATE SKIP LOCKED
      ) AS n;
      UPDATE sightline.queue_items AS i
        SET leased_by = session_user, leased_until = v_until, token = v_token
        WHERE i.queue = p_queue AND i.seq = ANY (v_free);
      EXIT WHEN FOUND;
      RAISE lock_not_available;
    EXCEPTION WHEN lock_not_available THEN NULL;
    END;
    SELECT f.seq INTO v_seq FROM sightline.queue_items AS f
      WHERE f.queue = p_queue AND NOT f.is_done AND f.leased_until <= clock_timestamp() LIMIT 1;
    EXIT WHEN NOT FOUND;
    -- All free ones are locked by transactions under way: wait for one, then read again what is free.
    BEGIN
      PERFORM FROM sightline.queue_items AS f WHERE f.queue = p_queue AND f.seq = v_seq FOR UPDATE;
      RAISE lock_not_available;
    EXCEPTION WHEN lock_not_available THEN NULL;
    END;
  END LOOP;
  RETURN QUERY SELECT q.title, i.record_id, i.identity, i.detection, i.token, sightline.utc_text(i.leased_until)
    FROM sightline.queue_items AS i JOIN sightline.queues AS q USING (queue) WHERE i.queue = p_queue AND i.token = v_token ORDER BY i.seq;
END
$$;

-- Extends a lease from now on, also one that has ended, unless its detections were leased again. Returns its new end; null
-- when none of them is left.
CREATE FUNCTION sightline.renew_items(p_queue uuid, p_token bigint, p_lease interval) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_until timestamptz := sightline.lease_end(p_lease);
BEGIN
  PERFORM FROM sightline.queue_items WHERE queue = p_queue AND token = p_token ORDER BY review_hash FOR UPDATE;
  UPDATE sightline.queue_items SET leased_until = v_until
    WHERE queue = p_queue AND token = p_token AND leased_by = session_user AND NOT is_done;
  RETURN CASE WHEN FOUND THEN sightline.utc_text(v_until) END;
END
$$;

-- Ends a lease for good, so that its detections without a verdict are free at once.
CREATE FUNCTION sightline.release_items(p_queue uuid, p_token bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT FROM sightline.queue_items WHERE queue = p_queue AND token = p_token ORDER BY review_hash FOR UPDATE;
  UPDATE sightline.queue_items SET leased_until = clock_timestamp(), leased_by = NULL
    WHERE queue = p_queue AND token = p_token AND leased_by = session_user AND leased_until > clock_timestamp()
$$;

-- Deletes a queue of the user; the reviews stay. Returns whether there was one.
CREATE FUNCTION sightline.delete_queue(p_queue uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM sightline.queue_items JOIN sightline.queues USING (queue)
    WHERE queue = p_queue AND made_by = session_user ORDER BY review_hash FOR UPDATE OF queue_items;
  DELETE FROM sightline.queues WHERE queue = p_queue AND made_by = session_user;
  RETURN FOUND;
END
$$;

-- The queues, the latest first, and who has leased how many detections without a verdict until when.
CREATE FUNCTION sightline.list_queues(p_limit integer) RETURNS TABLE (
  queue uuid, title text, made_by text, made_at text, total integer, done integer, held jsonb
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT q.queue, q.title, q.made_by, sightline.utc_text(q.made_at), c.total, c.done, h.held
  FROM (SELECT * FROM sightline.queues ORDER BY made_at DESC, queue LIMIT p_limit) AS q
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS total, (count(*) FILTER (WHERE i.is_done))::integer AS done
    FROM sightline.queue_items AS i WHERE i.queue = q.queue
  ) AS c
  CROSS JOIN LATERAL (
    SELECT coalesce(jsonb_agg(l ORDER BY l.reviewer), '[]') AS held FROM (
      SELECT i.leased_by AS reviewer, count(*) AS items, sightline.utc_text(max(i.leased_until)) AS until
      FROM sightline.queue_items AS i
      WHERE i.queue = q.queue AND NOT i.is_done AND i.leased_until > clock_timestamp() GROUP BY i.leased_by
    ) AS l
  ) AS h
  ORDER BY q.made_at DESC, q.queue
$$;

CREATE FUNCTION sightline.announce_queues() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_notify('${versionChannel}', version::text) FROM sightline.team;
  RETURN NULL;
END
$$;
CREATE TRIGGER announce_queues AFTER INSERT OR DELETE ON sightline.queues
  FOR EACH STATEMENT EXECUTE FUNCTION sightline.announce_queues();
`;

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

-- The last revision of items; null for none.
CREATE FUNCTION sightline.items_revision() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT revision FROM sightline.revisions WHERE kind = 'items' ORDER BY version DESC LIMIT 1
$$;

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

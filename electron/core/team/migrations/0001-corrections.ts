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

-- The last revision of corrections; null for none.
CREATE FUNCTION sightline.corrections_revision() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT revision FROM sightline.revisions WHERE kind = 'corrections' ORDER BY version DESC LIMIT 1
$$;

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

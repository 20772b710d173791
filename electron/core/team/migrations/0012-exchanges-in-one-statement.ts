/**
 * The first statement of an exchange of reviews, which pushes or pulls as well. A batch is written only when the database
 * has the revision of the cursor: one whose backup was restored is recognized before anything is written to it.
 */
export const exchangeInOneStatement = `
-- Returns the state of the team, the revision that it has at the version of the cursor, and whether the user may push.
-- Pushes a batch, as push_reviews does, when schema, team and revision are those that the workspace expects, and returns
-- the number of its changes that were disputed; 0 for a batch that is here already. When it pushes nothing, it returns the
-- next revisions of reviews, as pull_reviews does, instead.
CREATE FUNCTION sightline.exchange_reviews(
  p_schema integer, p_team text, p_version bigint, p_at text, p_limit integer,
  p_revision uuid, p_batch uuid, p_undoes uuid, p_changes jsonb,
  OUT schema_version integer, OUT min_reader integer, OUT team_id uuid, OUT version bigint,
  OUT revision uuid, OUT may_push boolean, OUT disputed integer, OUT reviews json
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SELECT t.schema_version, t.min_reader, t.team_id, t.version INTO schema_version, min_reader, team_id, version
    FROM sightline.team AS t;
  revision := (SELECT r.revision FROM sightline.revisions AS r WHERE r.version = p_version);
  may_push := sightline.may_push_reviews();
  IF p_changes IS NOT NULL AND may_push AND schema_version = p_schema AND team_id::text = p_team
    AND revision::text IS NOT DISTINCT FROM p_at
  THEN
    IF NOT EXISTS (SELECT FROM sightline.revisions AS r WHERE r.revision = p_revision) THEN
      disputed := sightline.push_reviews(p_revision, p_batch, p_undoes, p_changes);
      RETURN;
    END IF;
    disputed := 0;
  END IF;
  reviews := (SELECT coalesce(json_agg(r), '[]') FROM sightline.pull_reviews(p_version, p_limit) AS r);
END
$$;

DO $$
BEGIN
  REVOKE ALL ON FUNCTION sightline.exchange_reviews FROM PUBLIC;
  EXECUTE format('GRANT EXECUTE ON FUNCTION sightline.exchange_reviews TO %I, %I',
    current_database() || '_reviewer', current_database() || '_publisher');
END
$$;
`;

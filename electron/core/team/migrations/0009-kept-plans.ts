/**
 * The functions of each exchange of reviews as functions whose plans a session keeps. PostgreSQL plans the statement of a
 * function in SQL with each statement that calls it.
 */
export const keepPlansOfExchanges = `
CREATE OR REPLACE FUNCTION sightline.team_state(
  OUT schema_version integer, OUT min_reader integer, OUT team_id uuid, OUT version bigint
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SELECT t.schema_version, t.min_reader, t.team_id, t.version INTO schema_version, min_reader, team_id, version
    FROM sightline.team AS t;
END
$$;

CREATE OR REPLACE FUNCTION sightline.revision_at(p_version bigint) RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (SELECT revision FROM sightline.revisions WHERE version = p_version);
END
$$;

CREATE OR REPLACE FUNCTION sightline.may_push_reviews() RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN has_function_privilege(session_user, 'sightline.push_reviews(uuid, uuid, uuid, jsonb)', 'EXECUTE');
END
$$;

CREATE OR REPLACE FUNCTION sightline.review_hash(p_change jsonb) RETURNS bytea
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN sha256(convert_to(jsonb_build_array(p_change ->> 'recordId', p_change ->> 'identity')::text, 'UTF8'));
END
$$;

CREATE OR REPLACE FUNCTION sightline.review_json(
  p_verdict text, p_flagged boolean, p_note text, p_reviewer text, p_reviewed_at timestamptz
) RETURNS jsonb LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN jsonb_build_object('verdict', p_verdict, 'flagged', p_flagged, 'note', p_note, 'reviewer', p_reviewer,
    'reviewedAt', to_char(p_reviewed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
END
$$;
`;

/** The channel on which the team database announces its version after a commit. Only the number is sent. */
export const versionChannel = 'sightline_version';

/** Announces each revision and each change of the list of queues, so that workspaces need not wait until they poll. */
export const createNotifications = `
CREATE OR REPLACE FUNCTION sightline.add_revision(p_revision uuid, p_kind text, p_raw_block bigint) RETURNS bigint
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

CREATE FUNCTION sightline.announce_queues() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_notify('${versionChannel}', version::text) FROM sightline.team;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION sightline.announce_queues FROM PUBLIC;
CREATE TRIGGER announce_queues AFTER INSERT OR DELETE ON sightline.queues
  FOR EACH STATEMENT EXECUTE FUNCTION sightline.announce_queues();
`;

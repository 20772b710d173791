/**
 * The roles of a team and what each may do. They belong to the whole server, so they carry the name of the database: a member
 * of one team is none of another.
 */
export const createRoles = `
DO $$
DECLARE
  v_database text := current_database();
  v_reader text := current_database() || '_reader';
  v_reviewer text := current_database() || '_reviewer';
  v_publisher text := current_database() || '_publisher';
  v_role text;
BEGIN
  FOREACH v_role IN ARRAY ARRAY[v_reader, v_reviewer, v_publisher] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = v_role) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', v_role);
    END IF;
  END LOOP;
  EXECUTE format('GRANT %I TO %I, %I', v_reader, v_reviewer, v_publisher);
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', v_database);
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', v_database, v_reader);
  REVOKE ALL ON SCHEMA sightline, sightline_gis FROM PUBLIC;
  REVOKE ALL ON ALL FUNCTIONS IN SCHEMA sightline FROM PUBLIC;
  EXECUTE format('GRANT USAGE ON SCHEMA sightline_gis TO %I', v_reader);
  EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA sightline_gis TO %I', v_reader);
  EXECUTE format('GRANT USAGE ON SCHEMA sightline TO %I, %I', v_reviewer, v_publisher);
  EXECUTE format(
    'GRANT EXECUTE ON FUNCTION sightline.team_state, sightline.revision_at, sightline.pull_records, '
    'sightline.pull_reviews, sightline.exchange_reviews, sightline.may_push_reviews, sightline.list_queues, '
    'sightline.pull_corrections, sightline.pull_decisions, sightline.pull_places, sightline.pull_items, '
    'sightline.pull_item_part, sightline.claim_findings TO %I, %I',
    v_reviewer, v_publisher
  );
  EXECUTE format(
    'GRANT EXECUTE ON FUNCTION sightline.push_reviews, sightline.push_corrections, sightline.push_decisions, sightline.push_places, sightline.unlocated_reviews, sightline.locate_reviews, '
    'sightline.create_queue, sightline.lease_items, sightline.renew_items, sightline.release_items, '
    'sightline.delete_queue TO %I',
    v_reviewer
  );
  EXECUTE format(
    'GRANT EXECUTE ON FUNCTION sightline.missing_records, sightline.create_months, sightline.analyze_months, '
    'sightline.index_partition, sightline.publish_records, sightline.push_item_part, sightline.publish_items TO %I',
    v_publisher
  );
  -- COPY needs the right on the tables themselves.
  EXECUTE format('GRANT INSERT ON sightline.detections, sightline.detection_areas TO %I', v_publisher);
END
$$;
`;

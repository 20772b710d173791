/**
 * Creates the spatial index of a partition after its first rows were loaded, since an index of all rows at once costs a
 * small part of one that grows row by row. An index of the partitioned table would be created with each partition, so each
 * partition has an index of its own.
 */
export const indexAfterLoading = `
DROP INDEX sightline.detections_geom_idx;
DROP INDEX sightline.detection_areas_geom_idx;

-- Creates the spatial index of one partition that has none. Returns whether there was one. A transaction locks one table
-- only, so that publishers cannot wait for each other.
CREATE FUNCTION sightline.index_partition() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_partition regclass;
BEGIN
  -- One at a time, so that no partition gets two. The number only has to be the same in every Sightline.
  PERFORM pg_advisory_xact_lock(7310715);
  SELECT p.inhrelid INTO v_partition FROM pg_inherits AS p
    WHERE p.inhparent IN ('sightline.detections'::regclass, 'sightline.detection_areas'::regclass)
      AND NOT EXISTS (
        SELECT FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
        WHERE i.indrelid = p.inhrelid AND a.attname = 'geom')
    ORDER BY p.inhrelid LIMIT 1;
  IF v_partition IS NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE INDEX ON %s USING gist (geom)', v_partition);
  RETURN true;
END
$$;
REVOKE ALL ON FUNCTION sightline.index_partition FROM PUBLIC;

DO $$
BEGIN
  EXECUTE format('GRANT EXECUTE ON FUNCTION sightline.index_partition TO %I', current_database() || '_publisher');
  WHILE sightline.index_partition() LOOP
  END LOOP;
END
$$;
`;

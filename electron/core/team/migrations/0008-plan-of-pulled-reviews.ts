/**
 * Pulls reviews by a function whose plan a session keeps. PostgreSQL plans the statement of a function in SQL with each call,
 * which took longer than to perform it.
 */
export const keepPlanOfPulledReviews = `
CREATE OR REPLACE FUNCTION sightline.pull_reviews(p_after bigint, p_limit integer) RETURNS TABLE (
  version bigint, revision uuid, changes jsonb
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT r.version, r.revision, (
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
      FROM sightline.review_history AS h JOIN sightline.reviews AS v USING (review_hash) WHERE h.revision = r.revision
    )
    FROM sightline.revisions AS r WHERE r.kind = 'reviews' AND r.version > p_after ORDER BY r.version LIMIT p_limit;
END
$$;
`;

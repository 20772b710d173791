/** Lets publishers who are no reviewers read who reviews which shared queue. */
export const grantQueueList = `
DO $$
BEGIN
  EXECUTE format(
    'GRANT EXECUTE ON FUNCTION sightline.list_queues TO %I', current_database() || '_publisher');
END
$$;
`;

import { JobList } from '../features/jobs/job-list.tsx';
import { DiskSummary } from '../features/search/disk-summary.tsx';
import { SavedSearchList } from '../features/search/saved-search-list.tsx';
import { SearchFields } from '../features/search/search-fields.tsx';
import { SearchHeading } from '../features/search/search-heading.tsx';
import { PanelHeading } from '../ui/panel-heading.tsx';

/** The results panel: the search form, running fetches, and saved searches. */
export function ResultsPanel() {
  return (
    <>
      <SearchHeading />
      <SearchFields />
      <JobList kinds={['fetch']} region="fetches" />
      <SavedSearchList />
      <PanelHeading title="On this disk" level={3} />
      <DiskSummary />
    </>
  );
}

import { PanelHeading } from '../../components/panel-heading.tsx';
import { JobList } from '../jobs/job-list.tsx';
import { DiskSummary } from './disk-summary.tsx';
import { SavedSearchList } from './saved-search-list.tsx';
import { SearchFields } from './search-fields.tsx';
import { SearchHeading } from './search-heading.tsx';

/** What to fetch, what is being fetched, and what has been. */
export function ResultsPanel() {
  return (
    <>
      <SearchHeading />
      <SearchFields />
      <JobList kinds={['fetch']} />
      <SavedSearchList />
      <PanelHeading title="On this disk" level={3} />
      <DiskSummary />
    </>
  );
}

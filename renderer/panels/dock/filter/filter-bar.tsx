import { ExpressionField } from './expression-field.tsx';
import { FetchFilter } from './fetch-filter.tsx';
import styles from './filter.module.css';
import { ConfidenceFilter, FlaggedFilter, ListFilters, TextFilter } from './list-filters.tsx';
import { AreaFilter, MapViewFilter } from './place-filters.tsx';
import { TimeFilter } from './time-filter.tsx';

/** The filter's fields. What they restrict, map, table and charts show alike. */
export function FilterBar() {
  return (
    <search className={styles.filter} data-region="filter" aria-label="Filter detections">
      <ExpressionField />
      <div className={styles.fields}>
        <TextFilter />
        <ListFilters />
        <TimeFilter member="collectedFrom" label="Collected from (UTC)" placeholder="Collected ≥" />
        <TimeFilter member="collectedTo" label="Collected before (UTC)" placeholder="Collected <" />
        <TimeFilter member="uploadedFrom" label="Uploaded from (UTC)" placeholder="Uploaded ≥" />
        <TimeFilter member="uploadedTo" label="Uploaded before (UTC)" placeholder="Uploaded <" />
        <ConfidenceFilter />
        <FlaggedFilter />
        <AreaFilter />
        <FetchFilter />
        <MapViewFilter />
      </div>
    </search>
  );
}

import { Checkbox, NumberInput, Popover, Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatQuantity } from '../../../shared/format.ts';
import {
  defaultTolerance,
  type GeometryTolerance,
  type PassGrouping,
  type PassPageResult,
} from '../../../shared/passes/pass.ts';
import { describeDetectionConditions } from '../../../shared/results/filters-single-detections.ts';
import { useApp } from '../../context/app-context.tsx';
import { FilteredOutCount } from '../../context/filtered-out-count.tsx';
import { useLayers, usePasses, useResults } from '../../context/use-stores.ts';
import { coverageLayerId } from '../../map-sync/sync-passes.ts';
import dockView from '../../ui/dock-view.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { rowsPerPage } from '../../ui/table/use-row-pages.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { PassGrid } from './pass-grid.tsx';
import styles from './passes.module.css';
import { texts } from './texts.ts';
import { usePassListRequest } from './use-pass-list-request.ts';

/** The images of the records, including those without detections. */
export function PassList() {
  const { queries } = useApp();
  const request = usePassListRequest();
  const first = useQuery(
    queries.passes.page.queryOptions(
      { ...request, offset: 0, limit: rowsPerPage },
      { placeholderData: keepPreviousData },
    ),
  );
  return (
    <div className={dockView.view}>
      <PassControls page={first.data ?? null} />
      {first.error || !first.data ? (
        <QueryState query={first} loading={texts.list.loading} />
      ) : first.data.total === 0 ? (
        <EmptyState title={texts.list.noMatch} hint={texts.list.noMatchHint} />
      ) : (
        <PassGrid request={request} total={first.data.total} />
      )}
    </div>
  );
}

const groupings: readonly { readonly value: PassGrouping; readonly label: string }[] = [
  { value: 'none', label: texts.controls.groupings.none },
  { value: 'place', label: texts.controls.groupings.place },
  { value: 'day', label: texts.controls.groupings.day },
  { value: 'sensor', label: texts.controls.groupings.sensor },
  { value: 'geometry', label: texts.controls.groupings.geometry },
  { value: 'location', label: texts.controls.groupings.location },
];

/** Controls for grouping and finding passes, their number, and actions for the selected ones. */
function PassControls({ page }: { readonly page: PassPageResult | null }) {
  const { commands, stores } = useApp();
  const groupBy = usePasses((state) => state.groupBy);
  const text = usePasses((state) => state.text);
  const onlyMatching = usePasses((state) => state.onlyMatching);
  const isFiltered = useResults((state) => describeDetectionConditions(state.filter) !== null);
  const isCoverageOn = useLayers(
    ({ layers }) => layers.find(({ id }) => id === coverageLayerId)?.visible ?? false,
  );
  return (
    <div className={dockView.controls}>
      <Select
        aria-label={texts.controls.group}
        w={160}
        data={[...groupings]}
        value={groupBy}
        allowDeselect={false}
        onChange={(value) => value && stores.passes.getState().setGroupBy(value as PassGrouping)}
      />
      {groupBy === 'geometry' || groupBy === 'location' ? <ToleranceMenu /> : null}
      <FindField
        label={texts.controls.find}
        placeholder={texts.controls.findExample}
        text={text}
        maxWidth={200}
        onFind={(value) => stores.passes.getState().setText(value)}
      />
      <span className="muted numeric">{page ? countText(page, groupBy) : ''}</span>
      <FilteredOutCount count={page ? page.unfiltered - page.passes : 0} />
      {isFiltered ? (
        <Checkbox
          label={texts.controls.onlyMatching}
          checked={onlyMatching}
          onChange={({ currentTarget }) => stores.passes.getState().setOnlyMatching(currentTarget.checked)}
        />
      ) : null}
      <span className="grow" />
      {groupBy === 'place' ? <span className="muted">{texts.placeMeasure}</span> : null}
      <TextButton onClick={() => commands.run('passes.copy')}>{texts.controls.copy}</TextButton>
      <TextButton onClick={() => commands.run('passes.save-csv')}>{texts.controls.saveCsv}</TextButton>
      <TextButton aria-pressed={isCoverageOn} onClick={() => commands.run('passes.coverage')}>
        {isCoverageOn ? texts.controls.hideCoverage : texts.controls.coverage}
      </TextButton>
    </div>
  );
}

function countText({ passes, groups, withoutFootprint }: PassPageResult, groupBy: PassGrouping): string {
  return [
    formatQuantity(passes, 'pass', 'passes'),
    ...(groupBy === 'none' ? [] : [formatQuantity(groups, 'group')]),
    ...(withoutFootprint > 0 ? [texts.controls.withoutFootprint(withoutFootprint)] : []),
  ].join(' · ');
}

/** A menu for the tolerances within which geometries are similar. */
function ToleranceMenu() {
  const { stores } = useApp();
  const tolerance = usePasses((state) => state.tolerance);
  const groupBy = usePasses((state) => state.groupBy);
  const change = (next: Partial<GeometryTolerance>) => stores.passes.getState().changeTolerance(next);
  const shared = `${Math.round(tolerance.overlap * 100)}%`;
  const summary =
    groupBy === 'location' ? shared : `±${tolerance.incidence}° · ±${tolerance.azimuth}° · ${shared}`;
  return (
    <Popover position="top-start" withArrow trapFocus>
      <Popover.Target>
        <TextButton title={texts.controls.tolerance}>{summary}</TextButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.tolerance}>
        {groupBy === 'geometry' ? (
          <>
            <ToleranceField
              label={texts.controls.maxIncidence}
              value={tolerance.incidence}
              max={90}
              onChange={(incidence) => change({ incidence })}
            />
            <ToleranceField
              label={texts.controls.maxAzimuth}
              value={tolerance.azimuth}
              max={180}
              onChange={(azimuth) => change({ azimuth })}
            />
          </>
        ) : null}
        <ToleranceField
          label={texts.controls.minOverlap}
          value={Math.round(tolerance.overlap * 100)}
          max={100}
          onChange={(percent) => change({ overlap: percent / 100 })}
        />
        <p className={styles.remark}>
          {groupBy === 'geometry' ? texts.controls.geometryHint : texts.controls.locationHint}
        </p>
        <TextButton onClick={() => change(defaultTolerance)}>{texts.controls.reset}</TextButton>
      </Popover.Dropdown>
    </Popover>
  );
}

function ToleranceField({
  label,
  value,
  max,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <NumberInput
      label={label}
      value={value}
      min={0}
      max={max}
      clampBehavior="strict"
      onChange={(next) => typeof next === 'number' && onChange(next)}
    />
  );
}

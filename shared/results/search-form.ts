import { z } from 'zod';
import { formatCount } from '../format.ts';
import { type FieldProblem, fail, type Result, succeed } from '../result.ts';
import { assignConditions } from './assign-conditions.ts';
import {
  conditionRowSchema,
  conditionsToRows,
  readConditionRows,
  type UsedOperators,
} from './condition-rows.ts';
import { readTime } from './condition-value.ts';
import { fieldListSchema } from './field-list.ts';
import { type Condition, fieldPathSchema, maxRecordsPerPage } from './query.ts';
import {
  countQueries,
  maxListedQueries,
  type SearchInput,
  startOfSeveralQueries,
  tooManyQueries,
} from './search.ts';
import { searchPaths } from './search-paths.ts';

/** The results form as typed; an unfinished form is valid, and `readSearchForm` checks it. */
export const searchFormSchema = z.object({
  regions: z.array(z.string()),
  analytics: z.array(z.string()),
  collectedAfter: z.string(),
  collectedBefore: z.string(),
  /** One range a line, its start and end separated by a slash; empty: only the two fields above. */
  collectedRanges: z.string().default(''),
  /** Record ids, separated by spaces, commas or line breaks; empty for all records. */
  recordIds: z.string().default(''),
  uploadedAfter: z.string(),
  uploadedBefore: z.string(),
  maxRecords: z.string(),
  /** Number of the first record, from 1; empty for the first one. */
  startRecord: z.string().default(''),
  pageSize: z.string(),
  /** Dotted path; empty for the default order, which makes a fetch of everything complete. */
  sortField: z.string(),
  sortOrder: z.enum(['ASC', 'DESC']),
  /** Further conditions, on any path. */
  conditions: z.array(conditionRowSchema).default([]),
  fields: fieldListSchema.default('all'),
  /** Only detections inside this area are shown after the fetch; the service cannot filter by location. */
  areaId: z.string().default(''),
});
export type SearchForm = z.infer<typeof searchFormSchema>;

/** A form without restrictions. */
export const emptySearchForm: SearchForm = {
  regions: [],
  analytics: [],
  collectedAfter: '',
  collectedBefore: '',
  collectedRanges: '',
  recordIds: '',
  uploadedAfter: '',
  uploadedBefore: '',
  maxRecords: '',
  startRecord: '',
  pageSize: '500',
  sortField: '',
  sortOrder: 'ASC',
  conditions: [],
  fields: 'all',
  areaId: '',
};

/** Converts the form to a search. Fails with `invalid-input` and a problem for each invalid field. */
export function readSearchForm(form: SearchForm): Result<SearchInput> {
  const problems: FieldProblem[] = [];
  const report = (field: keyof SearchForm, message: string) => {
    problems.push({ field, value: String(form[field]), message });
    return undefined;
  };
  const instant = (field: 'collectedAfter' | 'collectedBefore' | 'uploadedAfter' | 'uploadedBefore') => {
    if (form[field].trim() === '') return undefined;
    const instant = readTime(form[field].trim());
    return instant.ok ? instant.value : report(field, instant.failure.message);
  };
  const integer = (field: 'maxRecords' | 'startRecord' | 'pageSize', max: number) => {
    const text = form[field].replaceAll(/[\s,_]/g, '');
    if (text === '') return undefined;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= 1 && value <= max) return value;
    return report(field, `Type a whole number from 1 to ${formatCount(max)}, or leave it empty.`);
  };
  const times = {
    collectedAfter: instant('collectedAfter'),
    collectedBefore: instant('collectedBefore'),
    uploadedAfter: instant('uploadedAfter'),
    uploadedBefore: instant('uploadedBefore'),
  };
  const collectedRanges = readRanges(form.collectedRanges, report);
  const recordIds = [...new Set(form.recordIds.split(/[\s,;"']+/).filter((id) => id !== ''))];
  for (const [field, { length }] of Object.entries({ collectedRanges, recordIds })) {
    if (length > maxListedQueries)
      report(field as 'collectedRanges' | 'recordIds', `List at most ${formatCount(maxListedQueries)}.`);
  }
  const areListsShort = Math.max(collectedRanges.length, recordIds.length) <= maxListedQueries;
  if (areListsShort && countQueries(collectedRanges, recordIds) > maxListedQueries)
    report('recordIds', tooManyQueries);
  const maxRecords = integer('maxRecords', maxRecordLimit);
  const startRecord = integer('startRecord', maxRecordLimit);
  const pageSize = integer('pageSize', maxRecordsPerPage);
  if (startRecord && startRecord > 1 && Math.max(collectedRanges.length, recordIds.length) > 1)
    report('startRecord', startOfSeveralQueries);
  const sortField = form.sortField.trim();
  if (sortField !== '' && !fieldPathSchema.safeParse(sortField).success) {
    report('sortField', 'A path is names joined by dots, such as content.sensorData.startTimeUTC.');
  }
  const filled = {
    regions: form.regions,
    analytics: form.analytics,
    ...withoutUndefined(times),
  };
  const conditions = readConditionRows(form.conditions, operatorsOfFormFields(filled, recordIds), (problem) =>
    problems.push(problem),
  );
  const assigned = assignConditions(filled, conditions);
  for (const [after, before] of ranges) {
    if (!isEmptyRange(assigned[after], assigned[before])) continue;
    problems.push({
      field: before,
      value: form[before] || (assigned[before] ?? ''),
      message: 'The end lies before the beginning. Choose a later end.',
    });
  }
  if (problems.length > 0) {
    return fail('invalid-input', 'The search cannot be sent as it is.', { problems });
  }
  return succeed({
    ...assigned,
    ...(collectedRanges.length > 0 && { collectedRanges }),
    ...(recordIds.length > 0 && { recordIds }),
    ...(form.fields === 'all' ? {} : { fields: form.fields }),
    ...(maxRecords && { maxRecords }),
    ...(startRecord && startRecord > 1 && { startOffset: startRecord - 1 }),
    ...(pageSize && { pageSize }),
    ...(sortField !== '' && { sort: { field: sortField, sortOrder: form.sortOrder } }),
  });
}

/** Converts a search to a form: the inverse of `readSearchForm`. */
export function searchToForm(search: SearchInput): SearchForm {
  const { sort, maxRecords, startOffset, pageSize } = search;
  return {
    ...emptySearchForm,
    regions: search.regions,
    analytics: search.analytics,
    collectedAfter: search.collectedAfter ?? '',
    collectedBefore: search.collectedBefore ?? '',
    collectedRanges: (search.collectedRanges ?? [])
      .map(({ after, before }) => `${after} / ${before}`)
      .join('\n'),
    recordIds: (search.recordIds ?? []).join('\n'),
    uploadedAfter: search.uploadedAfter ?? '',
    uploadedBefore: search.uploadedBefore ?? '',
    maxRecords: maxRecords === undefined ? '' : String(maxRecords),
    startRecord: startOffset === undefined ? '' : String(startOffset + 1),
    pageSize: pageSize === undefined ? emptySearchForm.pageSize : String(pageSize),
    sortField: sort?.field ?? '',
    sortOrder: sort?.sortOrder ?? 'ASC',
    conditions: conditionsToRows(search.conditions ?? []),
    fields: search.fields ?? 'all',
  };
}

/** Reads collection ranges, one a line; reports the first invalid line. */
function readRanges(
  text: string,
  report: (field: 'collectedRanges', message: string) => void,
): { after: string; before: string }[] {
  const ranges: { after: string; before: string }[] = [];
  for (const line of text.split('\n').map((typed) => typed.trim())) {
    if (line === '') continue;
    const [after, before, ...more] = line.split('/').map((time) => readTime(time.trim()));
    if (!after?.ok || !before?.ok || more.length > 0) {
      report(
        'collectedRanges',
        `“${line}” is not a range. Type a start and an end, such as 2026-11-01 / 2026-11-05.`,
      );
      return [];
    }
    if (isEmptyRange(after.value, before.value)) {
      report('collectedRanges', `“${line}” ends before it begins. Choose a later end.`);
      return [];
    }
    ranges.push({ after: after.value, before: before.value });
  }
  return ranges;
}

/** Maximum of `maxRecords`; a larger number is a typing error. */
export const maxRecordLimit = 1_000_000_000;

const ranges = [
  ['collectedAfter', 'collectedBefore'],
  ['uploadedAfter', 'uploadedBefore'],
] as const;

/** Returns the operators that the fields of the form use on their paths. */
function operatorsOfFormFields(filled: SearchInput, recordIds: readonly string[]): UsedOperators {
  const taken: [string, readonly (keyof Condition)[]][] = [
    [searchPaths.region, operatorsOfNames(filled.regions)],
    [searchPaths.analytic, operatorsOfNames(filled.analytics)],
    [searchPaths.uploadTime, operatorsOfRange(filled.uploadedAfter, filled.uploadedBefore)],
    [searchPaths.collected, operatorsOfRange(filled.collectedAfter, filled.collectedBefore)],
    [searchPaths.assignedId, recordIds.length > 0 ? ['eq'] : []],
  ];
  return new Map(taken.filter(([, operators]) => operators.length > 0));
}

function operatorsOfNames(names: readonly string[]): readonly (keyof Condition)[] {
  if (names.length === 0) return [];
  return new Set(names).size === 1 ? ['eq'] : ['or'];
}

function operatorsOfRange(
  after: string | undefined,
  before: string | undefined,
): readonly (keyof Condition)[] {
  return [...(after === undefined ? [] : ['gt' as const]), ...(before === undefined ? [] : ['lt' as const])];
}

function isEmptyRange(after: string | undefined, before: string | undefined): boolean {
  return after !== undefined && before !== undefined && Date.parse(after) >= Date.parse(before);
}

function withoutUndefined<T extends Record<string, string | undefined>>(
  times: T,
): { [Key in keyof T]?: string } {
  return Object.fromEntries(Object.entries(times).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: string;
  };
}

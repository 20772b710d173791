import { z } from 'zod';
import { type FieldProblem, fail, type Result, succeed } from '../result.ts';
import { parseUtcInput } from '../utc-input.ts';
import { maxRecordsPerPage } from './query.ts';
import type { SearchInput } from './search.ts';

/** The results form as it is typed; an unfinished form is a valid value, and `readSearchForm` judges it. */
export const searchFormSchema = z.object({
  regions: z.array(z.string()),
  analytics: z.array(z.string()),
  collectedAfter: z.string(),
  collectedBefore: z.string(),
  uploadedAfter: z.string(),
  uploadedBefore: z.string(),
  maxRecords: z.string(),
  pageSize: z.string(),
  /** Dotted path; empty for the order that makes a fetch of everything complete. */
  sortField: z.string(),
  sortOrder: z.enum(['ASC', 'DESC']),
});
export type SearchForm = z.infer<typeof searchFormSchema>;

/** A form that asks for everything. */
export const emptySearchForm: SearchForm = {
  regions: [],
  analytics: [],
  collectedAfter: '',
  collectedBefore: '',
  uploadedAfter: '',
  uploadedBefore: '',
  maxRecords: '',
  pageSize: '500',
  sortField: '',
  sortOrder: 'ASC',
};

/** Paths that results can usefully be sorted by (results document, 2.1 to 2.3); any other can be typed. */
export const sortPaths = [
  'uploadTime',
  'assignedId',
  'header.generatorInfo.timeUTC',
  'content.sensorData.startTimeUTC',
  'content.sensorData.sensorName',
  'content.sensorData.incidenceAngle',
  'content.processors.processorName',
] as const;

const pathPattern = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;

/** The search that the form asks for. Fails with `invalid-input` and one problem for each field that is wrong. */
export function readSearchForm(form: SearchForm): Result<SearchInput> {
  const problems: FieldProblem[] = [];
  const report = (field: keyof SearchForm, message: string) => {
    problems.push({ field, value: String(form[field]), message });
    return undefined;
  };
  const instant = (field: 'collectedAfter' | 'collectedBefore' | 'uploadedAfter' | 'uploadedBefore') => {
    if (form[field].trim() === '') return undefined;
    const instant = parseUtcInput(form[field]);
    return instant.ok ? instant.value : report(field, instant.failure.message);
  };
  const integer = (field: 'maxRecords' | 'pageSize', max: number) => {
    const text = form[field].replaceAll(/[\s,_]/g, '');
    if (text === '') return undefined;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= 1 && value <= max) return value;
    return report(field, `Type a whole number from 1 to ${max.toLocaleString('en-US')}, or leave it empty.`);
  };
  const collectedAfter = instant('collectedAfter');
  const collectedBefore = instant('collectedBefore');
  const uploadedAfter = instant('uploadedAfter');
  const uploadedBefore = instant('uploadedBefore');
  if (collectedAfter && collectedBefore && collectedAfter >= collectedBefore) {
    report('collectedBefore', 'The end lies before the beginning. Choose a later end.');
  }
  if (uploadedAfter && uploadedBefore && uploadedAfter >= uploadedBefore) {
    report('uploadedBefore', 'The end lies before the beginning. Choose a later end.');
  }
  const maxRecords = integer('maxRecords', 1_000_000_000);
  const pageSize = integer('pageSize', maxRecordsPerPage);
  const sortField = form.sortField.trim();
  if (sortField !== '' && !pathPattern.test(sortField)) {
    report('sortField', 'A path is names joined by dots, such as content.sensorData.startTimeUTC.');
  }
  if (problems.length > 0) {
    return fail('invalid-input', 'The search cannot be sent as it is.', { problems });
  }
  return succeed({
    regions: form.regions,
    analytics: form.analytics,
    ...(collectedAfter && { collectedAfter }),
    ...(collectedBefore && { collectedBefore }),
    ...(uploadedAfter && { uploadedAfter }),
    ...(uploadedBefore && { uploadedBefore }),
    ...(maxRecords && { maxRecords }),
    ...(pageSize && { pageSize }),
    ...(sortField !== '' && { sort: { field: sortField, sortOrder: form.sortOrder } }),
  });
}

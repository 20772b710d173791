import { formatTime } from '../../shared/format.ts';

/** The texts of `record-processors.tsx`. */
export const processorTexts = {
  title: 'Processors',
  loading: 'Loading the processors…',
  none: 'The record names no processor.',
  notFetched: 'not fetched',
  parameters: (processor: string) => `Parameters of ${processor}`,
  changes: 'Changes',
  changedAt: (at: string) => `fetched ${formatTime(at)}`,
};

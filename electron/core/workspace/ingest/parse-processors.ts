import { maxParameterDepth, maxParametersLength } from '../../../../shared/results/processor-parameters.ts';
import { createMemberReader, isObject } from './member-reader.ts';
import { composeJson, printShallow } from './print-shallow.ts';
import type { ProblemList } from './problem-list.ts';

export type ParsedProcessor = {
  readonly name: string;
  readonly version: string | null;
  readonly region: string | null;
  readonly qcStatus: string | null;
  /** JSON text; null without any. */
  readonly parameters: string | null;
};

/** Parses `content.processors`. `printable` is the same list with its long integers as `parsePrintableJson` has them. */
export function parseProcessors(
  list: readonly unknown[],
  printable: unknown,
  problems: ProblemList,
): readonly ParsedProcessor[] {
  return list.flatMap((item, index) =>
    parseProcessor(item, Array.isArray(printable) ? printable[index] : item, index, problems),
  );
}

function parseProcessor(
  value: unknown,
  printable: unknown,
  index: number,
  problems: ProblemList,
): readonly ParsedProcessor[] {
  const path = `content.processors[${index}]`;
  if (!isObject(value)) {
    problems.add(path, 'is not an object');
    return [];
  }
  const processor = createMemberReader(value, path, problems);
  const parameters = createMemberReader(processor.object('parameters') ?? {}, `${path}.parameters`, problems);
  const dissemination = createMemberReader(
    parameters.object('dissemination') ?? {},
    `${path}.parameters.dissemination`,
    problems,
  );
  const name = processor.text('processorName');
  if (name === null || name === '') {
    problems.add(`${path}.processorName`, 'is absent');
    return [];
  }
  return [
    {
      name,
      version: processor.text('version'),
      region: dissemination.text('region'),
      qcStatus: dissemination.text('qcStatus'),
      parameters: printParameters(isObject(printable) ? printable.parameters : undefined, path, problems),
    },
  ];
}

function printParameters(parameters: unknown, path: string, problems: ProblemList): string | null {
  if (!isObject(parameters) || Object.keys(parameters).length === 0) return null;
  const written = printShallow(parameters, maxParameterDepth);
  const text = written === undefined ? undefined : composeJson(written, parameters);
  if (text !== undefined && text.length <= maxParametersLength) return text;
  const reason = text === undefined ? 'is nested too deep' : 'is too long';
  problems.add(`${path}.parameters`, `${reason}; it is in the raw record only`);
  return null;
}

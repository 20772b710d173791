import type { DatabaseSync } from 'node:sqlite';
import { parsePrintableJson } from '../../../../shared/exact-json.ts';
import { parseProcessors } from '../ingest/parse-processors.ts';
import { createProblemList } from '../ingest/problem-list.ts';
import { readRawRecords } from '../ingest/raw-blocks.ts';
import { createSql } from '../sql.ts';

/**
 * The parameters of each processor as JSON (docs/decisions, decision 58); NULL without any. Those of
 * existing records are read from the raw records; those of a damaged one stay unknown until it is fetched again.
 */
export function addProcessorParameters(database: DatabaseSync): void {
  database.exec('ALTER TABLE processors ADD COLUMN parameters TEXT');
  const update = database.prepare(
    'UPDATE processors SET parameters = ? WHERE record_id = ? AND position = ?',
  );
  const decoder = new TextDecoder();
  for (const { recordId, bytes } of readRawRecords(createSql(database), 'TRUE', () => {})) {
    for (const [position, { parameters }] of readProcessors(decoder.decode(bytes)).entries()) {
      if (parameters !== null) update.run(parameters, recordId, position);
    }
  }
}

function readProcessors(text: string): ReturnType<typeof parseProcessors> {
  try {
    const record = parsePrintableJson(text) as { content?: { processors?: unknown } } | null;
    const processors = record?.content?.processors;
    return parseProcessors(Array.isArray(processors) ? processors : [], processors, createProblemList());
  } catch {
    // It was not valid JSON when it was fetched either.
    return [];
  }
}

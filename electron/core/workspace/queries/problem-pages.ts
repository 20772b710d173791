import { z } from 'zod';
import type { ProblemPage, ProblemPageAnswer } from '../../../../shared/results/problem.ts';
import { numberCell, textCell, textOrNull } from '../cells.ts';
import { readRawRecord } from '../ingest/raw-blocks.ts';
import type { Sql } from '../sql.ts';
import type { WorkspaceStore } from '../workspace.ts';

/** The problems of records, and the records as they came. */
export function createProblemPages(sql: Sql): Pick<WorkspaceStore, 'problemPage' | 'rawRecord'> {
  return {
    problemPage: (page) => readPage(sql, page),
    rawRecord(recordId) {
      const row = sql.get('SELECT id FROM records WHERE record_id = ?', recordId);
      const bytes = row && readRawRecord(sql, numberCell(row, 'id'));
      return bytes && new TextDecoder().decode(bytes);
    },
  };
}

/**
 * Reasons differ in the values that they quote: those that are the same but for digits, quoted text and what follows a
 * colon are one kind.
 */
const kindOf = `CASE WHEN instr(message, ':') > 0 THEN substr(message, 1, instr(message, ':') - 1) ELSE message END`;

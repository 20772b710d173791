import { Button, CopyButton, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { QueryTextProblem } from '../../../shared/results/query-text-problem.ts';
import { readQueryText } from '../../../shared/results/read-query-text.ts';
import { searchSchema } from '../../../shared/results/search.ts';
import { readSearchForm, type SearchForm, searchToForm } from '../../../shared/results/search-form.ts';
import { searchQueryText } from '../../../shared/results/search-query.ts';
import { useApp } from '../../context/app-context.tsx';
import { forgetTyped, useTyped } from '../../context/typed-forms.ts';
import { useSearch, useSession } from '../../context/use-stores.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Note } from '../../ui/note.tsx';
import { notifyInfo } from '../../ui/notify.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { describeSearch } from './describe-search.ts';
import styles from './results.module.css';
import { texts } from './texts.ts';

/** Identifies what is typed as the query. */
export const queryTextForm = 'query text';

/** An editor for the query as text: typed text is parsed, errors show their position, and a valid query can be applied. */
export function QueryTextEditor() {
  const app = useApp();
  const { stores } = app;
  const brand = useSession((state) => state.session?.profile.brand) ?? 'svc';
  const form = useSearch((state) => state.form);
  const [written] = useState(() => formToText(form, brand));
  const [text, setText] = useTyped(queryTextForm, written.ok ? written.value : '');
  const [read] = useDebouncedValue(text, 200);
  const area = useRef<HTMLTextAreaElement>(null);
  // Browsers put the cursor at the end, which would scroll a long text to its end.
  useEffect(() => area.current?.setSelectionRange(0, 0), []);
  const reading = readQueryText(read, { brand });
  const problems = reading.ok ? [] : reading.problems;
  const correction = reading.ok ? undefined : reading.correction;
  const remarks = reading.ok ? reading.remarks : [];

  const selectProblem = ({ start, end }: QueryTextProblem) => {
    area.current?.focus();
    area.current?.setSelectionRange(start, end);
  };
  const applyToForm = () => {
    const now = readQueryText(text, { brand });
    if (!now.ok) {
      const [first] = now.problems;
      if (first) selectProblem(first);
      return;
    }
    const { pageSize, areaId, collectedRanges, recordIds } = stores.search.getState().form;
    const notInText = { pageSize, areaId, collectedRanges, recordIds };
    forgetTyped(app, queryTextForm);
    stores.search.getState().change({ ...searchToForm(now.search), ...notInText });
    stores.ui.getState().closeDialog();
    stores.ui.getState().showPanel('results');
    notifyInfo(texts.queryText.applied);
  };

  return (
    <div>
      <p className={styles.hint}>{texts.queryText.about}</p>
      {written.ok ? null : <FailureNote failure={written.failure} title={texts.queryText.empty} />}
      <Textarea
        ref={area}
        aria-label={texts.queryText.title}
        aria-invalid={problems.length > 0}
        aria-describedby="query-text-problems"
        classNames={{ input: styles.editor }}
        autosize
        minRows={10}
        maxRows={22}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <div id="query-text-problems" aria-live="polite">
        {problems.map((problem) => (
          <ProblemLocation
            key={`${problem.start} ${problem.message}`}
            problem={problem}
            text={read}
            onShow={selectProblem}
          />
        ))}
        {correction === undefined ? null : (
          <Note tone="warn">
            {texts.queryText.pasted}{' '}
            <TextButton onClick={() => setText(correction)}>{texts.queryText.correct}</TextButton>
          </Note>
        )}
        {remarks.map((remark) => (
          <Note key={`${remark.start} ${remark.message}`} tone="warn">
            {texts.queryText.line(remark.line, remark.message)}
          </Note>
        ))}
      </div>
      {reading.ok ? (
        <p className={styles.reads}>{texts.queryText.requests(describeSearch(reading.search))}</p>
      ) : null}
      <div className={styles.editorActions}>
        <Button variant="filled" onClick={applyToForm}>
          {texts.queryText.apply}
        </Button>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button onClick={copy}>{copied ? texts.queryText.copied : texts.queryText.copy}</Button>
          )}
        </CopyButton>
        {written.ok && text !== written.value ? (
          <TextButton onClick={() => setText(written.value)}>{texts.queryText.reset}</TextButton>
        ) : null}
      </div>
    </div>
  );
}

function ProblemLocation({
  problem,
  text,
  onShow,
}: {
  readonly problem: QueryTextProblem;
  readonly text: string;
  readonly onShow: (problem: QueryTextProblem) => void;
}) {
  const { line, caret } = caretLine(text, problem);
  return (
    <Note tone="bad">
      <TextButton onClick={() => onShow(problem)}>
        {texts.queryText.position(problem.line, problem.column)}
      </TextButton>{' '}
      {problem.message}
      <pre className={styles.caret} aria-hidden>
        {line}
        {'\n'}
        {caret}
      </pre>
    </Note>
  );
}

function formToText(form: SearchForm, brand: string) {
  const search = readSearchForm(form);
  return search.ok ? searchQueryText(searchSchema.parse(search.value), { brand }) : search;
}

/** Number of characters of a line that are shown around the position. */
const maxBefore = 50;
const maxAfter = 40;

/** The line that contains a problem, truncated around it, and a line of carets to show below it in the same font. */
export function caretLine(
  text: string,
  { start, end, column }: Pick<QueryTextProblem, 'start' | 'end' | 'column'>,
): { readonly line: string; readonly caret: string } {
  const lineStart = start - (column - 1);
  const [whole = ''] = text.slice(lineStart).split(/[\r\n]/, 1);
  const from = Math.max(0, column - 1 - maxBefore);
  const to = Math.min(whole.length, column - 1 + maxAfter);
  const before = from > 0 ? '…' : '';
  const length = Math.max(1, Math.min(end, lineStart + to) - start);
  return {
    line: `${before}${whole.slice(from, to).replaceAll('\t', ' ')}${to < whole.length ? '…' : ''}`,
    caret: `${' '.repeat(before.length + column - 1 - from)}${'^'.repeat(length)}`,
  };
}

import { ActionIcon, Menu, Popover } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { Fragment, useId, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { resolveRelativeTimes } from '../../../../shared/relative-time.ts';
import { parseExpression } from '../../../../shared/results/expression/parse-expression.ts';
import { unknownFields } from '../../../../shared/results/expression/unknown-fields.ts';
import { relativeChange } from '../../../../shared/results/relative-filter.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useLayerNotes } from '../../../context/use-layer-notes.ts';
import { useLoadedLayers } from '../../../context/use-live-queries.ts';
import { useLoadedParameters, useLoadedProperties } from '../../../context/use-results-queries.ts';
import { useResults } from '../../../context/use-stores.ts';
import { texts } from '../texts.ts';
import { expressionHistory } from './expression-history.ts';
import type { Suggestion } from './expression-suggestions.ts';
import styles from './filter.module.css';
import { useCompletion } from './use-completion.ts';

/** Delay after the last key before the expression is applied, in milliseconds. */
const filterDelayMs = 350;

/**
 * A filter expression with completion of fields, operators and values. A valid expression is applied; an invalid one is
 * marked at its error, and the filter stays unchanged.
 */
export function ExpressionField() {
  const listId = useId();
  const problemId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const pendingCursor = useRef<number | null>(null);
  const { text, applied, setText, applySoon, applyNow } = useExpressionText();
  const [cursor, setCursor] = useState(0);

  // In a layout effect, so that the cursor is set before the user continues typing.
  useLayoutEffect(() => {
    if (pendingCursor.current === null) return;
    input.current?.focus();
    input.current?.setSelectionRange(pendingCursor.current, pendingCursor.current);
    pendingCursor.current = null;
  });

  const resolved = resolveRelativeTimes(text, Date.now());
  const parsed = text.trim() === '' ? null : parseExpression(resolved);
  const completion = useCompletion({
    text,
    cursor,
    isFinished: parsed?.ok ?? false,
    onChoose(inserted) {
      edit(inserted.text, inserted.cursor);
      pendingCursor.current = inserted.cursor;
    },
    onCommit: commit,
  });
  const { isListOpen, suggestions, active } = completion;
  const error = parsed && !parsed.ok ? parsed : null;
  // An error at the end of unfinished input is not shown yet.
  const isUnfinished = error !== null && completion.isOpen && error.at >= text.trimEnd().length;
  const shownError = isUnfinished ? null : error;

  function edit(next: string, at: number): void {
    setText(next);
    setCursor(at);
    completion.resetActive();
    completion.openWhileUnfinished();
    applySoon(next);
  }

  function commit(): void {
    completion.close();
    setText(applyNow(text));
    if (parsed?.ok) expressionHistory.getState().add(text.trim());
  }

  return (
    <div className={styles.expression}>
      <Popover opened={isListOpen} position="bottom-start" width={340} offset={3} trapFocus={false}>
        <Popover.Target>
          <div className={styles.expressionBox} data-invalid={shownError !== null || undefined}>
            <ErrorHighlight text={text} at={shownError?.at ?? null} />
            <textarea
              ref={input}
              className={styles.expressionInput}
              rows={1}
              spellCheck={false}
              autoComplete="off"
              role="combobox"
              aria-label={texts.expression.label}
              aria-expanded={isListOpen}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
              aria-invalid={shownError !== null}
              aria-describedby={problemId}
              placeholder={texts.expression.example}
              value={text}
              onChange={({ currentTarget }) => {
                edit(currentTarget.value.replaceAll('\n', ' '), currentTarget.selectionStart);
              }}
              onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
              onFocus={completion.openWhileUnfinished}
              onBlur={commit}
              onKeyDown={completion.onKeyDown}
            />
          </div>
        </Popover.Target>
        <Popover.Dropdown className={styles.suggestions}>
          <SuggestionList
            id={listId}
            suggestions={suggestions}
            active={active}
            onChoose={completion.choose}
          />
        </Popover.Dropdown>
      </Popover>
      <ExpressionHistoryMenu onChoose={(chosen) => edit(chosen, chosen.length)} />
      <ExpressionStatus
        id={problemId}
        text={text}
        resolved={resolved}
        applied={applied}
        isErrorShown={shownError !== null}
      />
    </div>
  );
}

/**
 * The typed text, and the expression of the filter. `applySoon` applies a text that can be read a moment after the last
 * call; `applyNow` returns it with its relative times resolved.
 */
function useExpressionText() {
  const { results } = useApp().stores;
  const applied = useResults((state) => state.filter.expression ?? '');
  const [text, setText] = useState(applied);
  const [shown, setShown] = useState(applied);
  // The filter can also be changed elsewhere, such as by a filter chip or a cell's menu.
  if (applied !== shown) {
    setShown(applied);
    setText(applied);
  }
  const applyNow = (next: string): string => {
    const now = Date.now();
    const expression = resolveRelativeTimes(next.trim(), now);
    // A resolved text that is left once more must not replace the relative one.
    if (expression === applied || (expression !== '' && !parseExpression(expression).ok)) return expression;
    // The typed text stays until the field is left.
    setShown(expression);
    const { filter, setFilter } = results.getState();
    if (expression === '') setFilter({ expression: undefined });
    else setFilter(relativeChange(filter, 'expression', next.trim(), now));
    return expression;
  };
  const applySoon = useDebouncedCallback(applyNow, { delay: filterDelayMs, flushOnUnmount: true });
  return { text, applied, setText, applySoon, applyNow };
}

function SuggestionList({
  id,
  suggestions,
  active,
  onChoose,
}: {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  readonly onChoose: (suggestion: Suggestion) => void;
}) {
  return (
    <div id={id} role="listbox" aria-label={texts.expression.suggestions}>
      {suggestions.map((suggestion, index) => (
        <Fragment key={suggestion.text}>
          {suggestion.group !== undefined && suggestion.group !== suggestions[index - 1]?.group ? (
            <div className={styles.suggestionGroup} role="presentation">
              {suggestion.group}
            </div>
          ) : null}
          <div
            id={`${id}-${index}`}
            ref={(element) => {
              if (index === active) element?.scrollIntoView({ block: 'nearest' });
            }}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.suggestion}
            // Without this, a click on a suggestion would take the focus from the field.
            onMouseDown={(event) => {
              event.preventDefault();
              onChoose(suggestion);
            }}
          >
            <span>{suggestion.text}</span>
            <span className="muted">{suggestion.detail}</span>
          </div>
        </Fragment>
      ))}
    </div>
  );
}

/** A menu of recently used expressions. */
function ExpressionHistoryMenu({ onChoose }: { readonly onChoose: (expression: string) => void }) {
  const expressions = useStore(expressionHistory, (history) => history.expressions);
  return (
    <Menu position="top-end">
      <Menu.Target>
        <ActionIcon aria-label={texts.expression.recent} size={28}>
          <IconHistory size={16} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={styles.history}>
        {expressions.length === 0 ? <Menu.Label>{texts.expression.noneRecent}</Menu.Label> : null}
        {expressions.map((expression) => (
          <Menu.Item key={expression} onClick={() => onChoose(expression)}>
            {expression}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The error of the text, or what is remarkable about a valid expression. */
function ExpressionStatus({
  id,
  text,
  resolved,
  applied,
  isErrorShown,
}: {
  readonly id: string;
  readonly text: string;
  /** The text with its relative times resolved. */
  readonly resolved: string;
  readonly applied: string;
  readonly isErrorShown: boolean;
}) {
  const properties = useLoadedProperties();
  const parameters = useLoadedParameters();
  const layers = useLoadedLayers();
  const parsed = text.trim() === '' ? null : parseExpression(resolved);
  const error = parsed && !parsed.ok ? parsed : null;
  const unknown = parsed?.ok ? unknownFields(parsed.expression, properties, parameters, layers) : [];
  const layerNotes = useLayerNotes(parsed?.ok ? resolved : undefined);
  return (
    <p
      id={id}
      className={styles.problem}
      data-tone={isErrorShown ? 'error' : unknown.length > 0 ? 'warning' : undefined}
      role="status"
    >
      {error ? (
        <>
          {error.message} {applied === '' ? texts.expression.notApplied : texts.expression.unchanged}
        </>
      ) : (
        [
          ...(parsed && resolved !== text ? [texts.expression.resolved(applied)] : []),
          ...unknown.map(({ message }) => message),
          ...layerNotes,
        ].join(' ')
      )}
    </p>
  );
}

/** An overlay behind the field with the same text, of which only the mark at the error is visible. */
function ErrorHighlight({ text, at }: { readonly text: string; readonly at: number | null }) {
  if (at === null) return null;
  const start = Math.min(at, text.length);
  const word = /^\s*[^\s()]*/.exec(text.slice(start))?.[0] || ' ';
  return (
    <div className={styles.expressionMarks} aria-hidden>
      {text.slice(0, start)}
      <mark>{word}</mark>
      {text.slice(start + word.length)}
    </div>
  );
}

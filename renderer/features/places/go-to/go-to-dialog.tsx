import { Modal, TextInput, UnstyledButton } from '@mantine/core';
import {
  IconBookmark,
  IconCrosshair,
  IconFileText,
  IconMapPin,
  IconPolygon,
  type IconProps,
  IconTarget,
} from '@tabler/icons-react';
import { type ComponentType, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { PositionReading } from '../../../../shared/geo/read-position.ts';
import { type Failure, fail } from '../../../../shared/result.ts';
import { type App, useApp } from '../../../context/app-context.tsx';
import { zoomToArea } from '../../../context/areas.ts';
import { useUi } from '../../../context/use-stores.ts';
import { FailureText } from '../../../ui/failure-text.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { goToPosition, openBookmark } from '../place-actions.ts';
import { texts } from '../texts.ts';
import styles from './goto.module.css';
import { type GoToTarget, useGoToMatches } from './use-go-to-matches.ts';

/** The dialog that moves the map to coordinates in any notation, or to a place, area, bookmark, detection or record. */
export function GoToDialog() {
  const { engine, stores } = useApp();
  const opened = useUi((state) => state.dialog === 'go-to');
  const close = () => stores.ui.getState().closeDialog();
  /** The focus before opening; it returns there, or to the map after going to a target. */
  const previousFocus = useRef<Element | null>(null);
  useEffect(() => {
    if (opened) previousFocus.current = document.activeElement;
  }, [opened]);
  return (
    <Modal
      opened={opened}
      onClose={() => {
        close();
        if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
      }}
      title={texts.goTo.title}
      size={480}
      centered={false}
      yOffset="10vh"
      returnFocus={false}
    >
      <GoToForm
        onDone={() => {
          close();
          engine.focus();
        }}
      />
    </Modal>
  );
}

const icons: Record<GoToTarget['kind'], ComponentType<IconProps>> = {
  position: IconCrosshair,
  area: IconPolygon,
  bookmark: IconBookmark,
  detection: IconTarget,
  record: IconFileText,
  place: IconMapPin,
};

/** A text field with a list of its matches. */
function GoToForm({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const listId = useId();
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const { targets, reading, isSearching } = useGoToMatches(text);
  const chosen = targets[Math.min(index, targets.length - 1)];

  const { submit, failure, clear } = useSubmit(async (target: GoToTarget | undefined = chosen) => {
    if (target) {
      const problem = await goToTarget(app, target);
      if (!problem) onDone();
      return problem;
    }
    return reading.ok || text.trim() === '' ? null : fail('invalid-input', reading.message).failure;
  });
  const step = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || targets.length === 0) return;
    event.preventDefault();
    setIndex((Math.min(index, targets.length - 1) + by + targets.length) % targets.length);
  };

  return (
    <form onSubmit={(event) => submit(event)} className={styles.form}>
      <TextInput
        aria-label={texts.goTo.label}
        placeholder={texts.goTo.example}
        data-autofocus
        role="combobox"
        aria-expanded={targets.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen ? `${listId} ${chosen.key}`.replaceAll(' ', '-') : undefined}
        value={text}
        error={failure && <FailureText failure={failure} />}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setIndex(0);
          clear();
        }}
        onKeyDown={step}
      />
      <div id={listId} role="listbox" aria-label={texts.goTo.matches} className={styles.matches}>
        {targets.map((target) => {
          const Icon = icons[target.kind];
          return (
            <UnstyledButton
              key={target.key}
              id={`${listId} ${target.key}`.replaceAll(' ', '-')}
              className={styles.match}
              role="option"
              aria-selected={target === chosen}
              tabIndex={-1}
              onClick={() => submit(undefined, target)}
            >
              <Icon size={15} stroke={1.6} aria-hidden />
              <span className={styles.texts}>
                <span>{target.label}</span>
                <span className={styles.note}>{target.note}</span>
              </span>
            </UnstyledButton>
          );
        })}
      </div>
      {failure === null ? (
        <InputHint text={text} reading={reading} count={targets.length} isSearching={isSearching} />
      ) : null}
    </form>
  );
}

/** A hint, why two positions are offered, or the problem of the text. */
function InputHint({
  text,
  reading,
  count,
  isSearching,
}: {
  readonly text: string;
  readonly reading: PositionReading;
  readonly count: number;
  readonly isSearching: boolean;
}) {
  if (text.trim() === '') {
    return <p className={styles.remark}>{texts.goTo.hint}</p>;
  }
  if (reading.ok) {
    if (reading.candidates.length < 2) return null;
    return <p className={styles.remark}>{texts.goTo.ambiguous}</p>;
  }
  if (reading.looksLikePosition) return <PositionError text={text} reading={reading} />;
  if (count > 0) return null;
  if (isSearching) return <p className={styles.remark}>{texts.goTo.searching}</p>;
  return <p className={styles.remark}>{texts.goTo.noMatch(reading.message)}</p>;
}

function PositionError({
  text,
  reading,
}: {
  readonly text: string;
  readonly reading: Extract<PositionReading, { ok: false }>;
}) {
  const { at, message } = reading;
  return (
    <div className={styles.bad} role="alert">
      {at === null ? null : (
        <code className={styles.place}>
          {text.slice(0, at)}
          <mark>{text.slice(at).match(/^[\d.,]+|^\p{L}+|^./u)?.[0] ?? ' '}</mark>
          {text.slice(at + (text.slice(at).match(/^[\d.,]+|^\p{L}+|^./u)?.[0] ?? '').length)}
        </code>
      )}
      {message}
    </div>
  );
}

/** Goes to the target. Returns the failure; null if there is none. */
async function goToTarget(app: App, target: GoToTarget): Promise<Failure | null> {
  const { api, engine, stores } = app;
  switch (target.kind) {
    case 'position':
      goToPosition(app, target.position);
      return null;
    case 'place':
      goToPosition(app, target.position, target.label, target.zoom);
      return null;
    case 'bookmark':
      openBookmark(app, target.bookmark);
      return null;
    case 'area':
      stores.ui.getState().selectArea(target.area.id);
      zoomToArea(app, target.area);
      return null;
    case 'record':
      await app.commands.runWith('records.focus', { recordId: target.row.recordId });
      return null;
    case 'detection': {
      const result = await api.results.detail.query(target.id);
      if (!result.ok) return result.failure;
      if (!result.value) {
        return fail('not-found', texts.goTo.noDetection(target.id)).failure;
      }
      const { longitude, latitude } = result.value.detection;
      engine.camera.moveTo([longitude, latitude]);
      stores.results.getState().focus(target.id);
      return null;
    }
  }
}

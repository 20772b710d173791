import { TextInput, UnstyledButton } from '@mantine/core';
import {
  IconBookmark,
  IconCrosshair,
  IconFileText,
  IconMapPin,
  IconPolygon,
  type IconProps,
  IconTarget,
} from '@tabler/icons-react';
import { type ComponentType, type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import type { PositionReading } from '../../../shared/geo/read-position.ts';
import { useApp } from '../../app/app-context.tsx';
import { goToTarget } from './go-to-target.ts';
import styles from './goto.module.css';
import { type GoToTarget, useGoToMatches } from './use-go-to-matches.ts';

const icons: Record<GoToTarget['kind'], ComponentType<IconProps>> = {
  position: IconCrosshair,
  area: IconPolygon,
  bookmark: IconBookmark,
  detection: IconTarget,
  record: IconFileText,
  place: IconMapPin,
};

/** One field, and below it everything that the text may mean. */
export function GoToForm({ onGone }: { readonly onGone: () => void }) {
  const app = useApp();
  const listId = useId();
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { targets, reading, isSearching } = useGoToMatches(text);
  const chosen = targets[Math.min(place, targets.length - 1)];

  const go = async (target: GoToTarget) => {
    const refused = await goToTarget(app, target);
    if (refused === null) onGone();
    else setRefusal(refused);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) void go(chosen);
    else if (!reading.ok && text.trim() !== '') setRefusal(reading.message);
  };
  const step = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || targets.length === 0) return;
    event.preventDefault();
    setPlace((Math.min(place, targets.length - 1) + by + targets.length) % targets.length);
  };

  return (
    <form onSubmit={submit} className={styles.form}>
      <TextInput
        aria-label="Coordinates, or the name of a place"
        placeholder="35.9412 N 124.6120 E, 51S XV 45399 78627, an area, a bookmark, an id…"
        data-autofocus
        role="combobox"
        aria-expanded={targets.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen ? `${listId} ${chosen.key}`.replaceAll(' ', '-') : undefined}
        value={text}
        error={refusal}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setPlace(0);
          setRefusal(null);
        }}
        onKeyDown={step}
      />
      <div id={listId} role="listbox" aria-label="What it may mean" className={styles.matches}>
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
              onClick={() => void go(target)}
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
      {refusal === null ? (
        <Remark text={text} reading={reading} count={targets.length} isSearching={isSearching} />
      ) : null}
    </form>
  );
}

/** What to type, why two places are offered, or what is wrong with what was typed. */
function Remark({
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
    return (
      <p className={styles.remark}>
        Decimal degrees, degrees and minutes, MGRS, UTM, WKT, GeoJSON or a geo: address; or the name of an
        area or a bookmark, of a port or a sea, the number of a detection, a part of a record’s id.
      </p>
    );
  }
  if (reading.ok) {
    if (reading.candidates.length < 2) return null;
    return (
      <p className={styles.remark}>
        It can be read in two ways; ↑ and ↓ choose. Letters (N S E W) make it plain.
      </p>
    );
  }
  if (reading.isMeant) return <BadPosition text={text} reading={reading} />;
  if (count > 0) return null;
  if (isSearching) return <p className={styles.remark}>Looking for records…</p>;
  return <p className={styles.remark}>No area, bookmark, place or record is called so. {reading.message}</p>;
}

function BadPosition({
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

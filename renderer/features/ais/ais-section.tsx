import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AisStatic } from '../../../shared/ais/contact.ts';
import type { MatchCandidate } from '../../../shared/ais/pass-matches.ts';
import { type AisOfDetection, candidatesOf } from '../../../shared/ais/pass-outcome.ts';
import { formatDecimals } from '../../../shared/display-format.ts';
import { formatCount, formatDuration, formatMetres, formatTime } from '../../../shared/format.ts';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import { familyOf, meaningOfName } from '../../../shared/results/property-meaning.ts';
import { useApp } from '../../context/app-context.tsx';
import { InspectorSection } from '../../context/inspector-section.tsx';
import { useSettingsOfFormats } from '../../context/use-stores.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './ais.module.css';
import { decide } from './ais-commands.ts';
import { texts } from './texts.ts';

/** Who a detection is: as the service states it, and by the AIS files of the user. */
export function AisSection({ detection }: { readonly detection: DetectionRow }) {
  useSettingsOfFormats();
  const { queries } = useApp();
  const { data, error, refetch } = useQuery(queries.ais.ofDetection.queryOptions(detection.id));
  const stated = statedIdentity(detection.properties);
  const { section } = texts;
  // Where nothing is known by anyone there is nothing to show.
  if (data === null && stated === null) return null;
  return (
    <InspectorSection title={section.title}>
      <div className={styles.section}>
        <p>
          <span className="muted">{section.service}:</span> {stated ?? section.serviceNone}
        </p>
        {error || data === undefined ? (
          <QueryState query={{ error, refetch }} loading={section.loading} />
        ) : data === null ? (
          <p className="muted">
            {section.ours}: {section.notMatched}
          </p>
        ) : (
          <Match detection={detection} of={data} stated={stated} />
        )}
      </div>
    </InspectorSection>
  );
}

/** The MMSI in the properties that are about AIS; null without one. */
function statedIdentity(properties: DetectionRow['properties']): string | null {
  const found = Object.entries(properties).find(
    ([name, value]) =>
      familyOf(name) === 'ais' &&
      meaningOfName(name) === 'mmsi' &&
      (typeof value === 'string' || typeof value === 'number') &&
      String(value).trim() !== '',
  );
  return found ? String(found[1]) : null;
}

function Match({
  detection,
  of,
  stated,
}: {
  readonly detection: DetectionRow;
  readonly of: AisOfDetection;
  readonly stated: string | null;
}) {
  const app = useApp();
  const { section } = texts;
  const { match, decision } = of;
  const candidates = candidatesOf(match);
  const current = decision?.decision ?? null;
  const inferred = current ?? (match.state === 'matched' ? match.candidate.identifier : null);
  return (
    <>
      <p>
        <span className="muted">{section.ours}:</span> <strong>{describeState(of)}</strong>
        {stated !== null && inferred !== null && inferred !== 'none' ? (
          <>
            {' '}
            <span className={stated === inferred ? 'muted' : styles.disagrees}>
              ({stated === inferred ? section.agrees : section.disagrees})
            </span>
          </>
        ) : null}
      </p>
      {candidates.length > 0 ? (
        <Candidates detection={detection} of={of} candidates={candidates} current={current} />
      ) : null}
      {match.state === 'matched' ? <p className="muted">{section.margin(factorOf(match.margin))}</p> : null}
      {match.state === 'no-contact' ? null : <p className="muted">{section.cover(match.cover)}</p>}
      {decision ? <p>{describeDecision(of, decision)}</p> : null}
      <EarlierDecisions of={of} />
      <p className={styles.actions}>
        {candidates.length > 0 ? (
          <TextButton
            onClick={() =>
              app.engine.zoomToGeometry({
                type: 'MultiPoint',
                coordinates: [[...of.position], ...candidates.map(({ expected }) => [...expected])],
              })
            }
          >
            {section.zoom}
          </TextButton>
        ) : null}
        {candidates.length > 0 && current !== 'none' ? (
          <TextButton onClick={() => void decide(app, detection.id, 'none', current)}>
            {section.noneOfThem}
          </TextButton>
        ) : null}
        {decision ? (
          <TextButton onClick={() => void decide(app, detection.id, null, current)}>
            {section.withdraw}
          </TextButton>
        ) : null}
      </p>
      <p className="muted">{section.evidence(of.files.join(', '), formatTime(of.matchedAt))}</p>
    </>
  );
}

/** Decisions before the one that counts. */
function EarlierDecisions({ of }: { readonly of: AisOfDetection }) {
  const earlier = of.history.slice(0, of.decision ? -1 : undefined).toReversed();
  const [isOpen, setOpen] = useState(false);
  if (earlier.length === 0) return null;
  return (
    <details onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{texts.section.earlier(earlier.length)}</summary>
      {isOpen ? (
        <ul className={styles.candidates}>
          {earlier.map((entry) => (
            <li key={`${entry.at} ${entry.decision}`}>{describeDecision(of, entry)}</li>
          ))}
        </ul>
      ) : null}
    </details>
  );
}

function describeDecision(
  of: AisOfDetection,
  { decision, by, at }: AisOfDetection['history'][number],
): string {
  const { section } = texts;
  if (decision === null) return section.withdrawn(by, formatTime(at));
  return decision === 'none'
    ? section.decidedNone(by, formatTime(at))
    : section.decided(nameOf(of, decision), by, formatTime(at));
}

/** Statements of a contact about itself in addition to its name and length. */
function describeFacts(facts: AisStatic | undefined): string {
  const names = Object.entries(texts.section.factNames) as [keyof typeof texts.section.factNames, string][];
  return texts.section.facts(
    names.flatMap(([field, name]) => {
      const value = facts?.[field];
      return value ? [[name, value] as const] : [];
    }),
  );
}

function describeState({ match }: AisOfDetection): string {
  const { section } = texts;
  switch (match.state) {
    case 'matched':
      return section.matched;
    case 'ambiguous':
      return section.ambiguous(match.candidates);
    case 'no-contact':
      return section.noContact(match.cover);
    case 'not-comparable':
      return section.notComparable(match.reason);
  }
}

function nameOf({ statics }: AisOfDetection, identifier: string): string {
  const name = statics[identifier]?.name;
  return name ? `${name} (${identifier})` : identifier;
}

/** A natural logarithm as a factor. */
function factorOf(logarithm: number | null): string {
  // A margin beyond the horizon has no number; in JSON it is null.
  const factor = Math.exp(Math.min(logarithm ?? 3.5, 12));
  return factor >= 100
    ? formatCount(Math.round(factor / 10) * 10)
    : formatDecimals(factor, factor < 10 ? 1 : 0);
}

function Candidates({
  detection,
  of,
  candidates,
  current,
}: {
  readonly detection: DetectionRow;
  readonly of: AisOfDetection;
  readonly candidates: readonly MatchCandidate[];
  readonly current: string | null;
}) {
  const app = useApp();
  const { section } = texts;
  const [first] = candidates;
  const likeliest = first?.loss === 0 ? nameOf(of, first.identifier) : null;
  return (
    <ul className={styles.candidates} aria-label={section.candidates}>
      {candidates.map((candidate, index) => {
        const { identifier, kind, distanceMeters, shiftMeters, ellipse, ageMs, basis, loss, doubt } =
          candidate;
        const length = of.statics[identifier]?.lengthMeters ?? null;
        const name = nameOf(of, identifier);
        const facts = describeFacts(of.statics[identifier]);
        return (
          <li key={identifier} data-chosen={current === identifier || undefined}>
            <div className={styles.candidate}>
              <strong>{name}</strong>
              {current === identifier ? null : (
                <TextButton
                  aria-label={section.thisOneNamed(name)}
                  onClick={() => void decide(app, detection.id, identifier, current)}
                >
                  {section.thisOne}
                </TextButton>
              )}
            </div>
            {facts === '' ? null : <div className="muted">{facts}</div>}
            {kind === 'ship' ? null : <div>{texts.kinds[kind]}</div>}
            <div title={section.placeHint}>
              {section.place(
                formatMetres(distanceMeters),
                formatMetres(ellipse.majorMeters),
                Math.abs(shiftMeters) < 1 ? null : formatMetres(Math.abs(shiftMeters)),
              )}
            </div>
            <div>
              {section.report(formatDuration(ageMs), basis)}
              {length === null ? null : section.long(formatMetres(length))}
            </div>
            {doubt === null ? (
              <div title={section.oddsHint}>
                {loss === 0 ? section.best : section.lessLikely(factorOf(loss), likeliest)}
              </div>
            ) : index === 0 ? null : (
              <div>{section.doubt(candidate)}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

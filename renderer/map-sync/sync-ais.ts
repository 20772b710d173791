import type { MatchCandidate } from '../../shared/ais/pass-matches.ts';
import { type AisOfDetection, type AisPassContacts, candidatesOf } from '../../shared/ais/pass-outcome.ts';
import { formatDuration, formatMetres } from '../../shared/format.ts';
import { watchQuery } from '../api/read-query.ts';
import { AisLayer, type MapContact, PassContactsLayer, type PassMapContact } from '../map/ais/ais-layers.ts';
import type { MapApp } from './map-app.ts';
import { watch } from './watch.ts';

/** The ellipses on the map are of two standard deviations. */
const shownDeviations = 2;

/** Shows the contacts of the pass that is chosen in the tab of AIS, and those that the inspected detection may be. */
export function syncAis(app: MapApp): () => void {
  const { engine, stores } = app;
  const ofPass = new PassContactsLayer();
  const layer = new AisLayer();
  engine.layers.add('ais', [], { above: [ofPass.layer, layer.layer] });
  let passContacts: AisPassContacts['contacts'] = [];
  let inspected: ReadonlySet<string> = new Set();
  // What the inspected detection may be is drawn above them, with its label.
  const showPass = () =>
    ofPass.show(passContacts.filter(({ identifier }) => !inspected.has(identifier)).map(toPassContact));
  const setPass = (shown: AisPassContacts | undefined) => {
    passContacts = shown?.contacts ?? [];
    showPass();
  };
  const replacePass = createReplaceable();
  const stopPass = watch(
    stores.dock,
    ({ ais }) => ais.passKey,
    (passKey) => {
      setPass(undefined);
      replacePass(
        passKey === null
          ? undefined
          : () =>
              watchQuery(
                app,
                (queries: MapApp['queries']) => queries.ais.contacts.queryOptions(passKey),
                setPass,
              ),
      );
    },
  );
  const show = (of: AisOfDetection | null | undefined) => {
    const candidates = of ? shownCandidates(of) : [];
    layer.show(of?.position ?? [0, 0], of ? candidates.map((each) => toMapContact(of, each)) : []);
    inspected = new Set(candidates.map(({ identifier }) => identifier));
    showPass();
  };
  const replaceDetection = createReplaceable();
  const stopInspector = watch(
    stores.inspector,
    ({ item }) => (item?.kind === 'detection' ? item.id : null),
    (id) => {
      show(undefined);
      replaceDetection(
        id === null
          ? undefined
          : () =>
              watchQuery(app, (queries: MapApp['queries']) => queries.ais.ofDetection.queryOptions(id), show),
      );
    },
  );
  return () => {
    stopPass();
    replacePass(undefined);
    stopInspector();
    replaceDetection(undefined);
    engine.layers.remove('ais');
  };
}

/** Ends what was started before, and starts another, if any. */
function createReplaceable(): (start: (() => () => void) | undefined) => void {
  let stop = () => {};
  return (start) => {
    stop();
    stop = start?.() ?? (() => {});
  };
}

function toPassContact({
  name,
  identifier,
  state,
  ageMs,
  expected,
  band,
  track,
  links,
}: AisPassContacts['contacts'][number]): PassMapContact {
  const age = ageMs === null ? null : formatDuration(ageMs);
  const isMatched = links.some(({ isCertain }) => isCertain);
  return {
    label: [name ?? identifier, age].filter(Boolean).join(' · '),
    state: isMatched
      ? 'matched'
      : links.length > 0
        ? 'candidate'
        : state === 'not-seen'
          ? 'not-seen'
          : 'other',
    expected,
    band,
    track,
    links: links.map(({ position, distanceMeters, isCertain }) => ({
      position,
      isCertain,
      label: formatMetres(distanceMeters),
    })),
  };
}

function shownCandidates({ match, decision }: AisOfDetection): readonly MatchCandidate[] {
  const candidates = candidatesOf(match);
  return decision ? candidates.filter(({ identifier }) => identifier === decision.decision) : candidates;
}

function toMapContact({ statics, tracks }: AisOfDetection, candidate: MatchCandidate): MapContact {
  const { identifier, expected, ellipse, band, distanceMeters, ageMs } = candidate;
  return {
    label: `${statics[identifier]?.name ?? identifier} · ${formatMetres(distanceMeters)} · ${formatDuration(ageMs)}`,
    expected,
    ellipse: {
      ...ellipse,
      majorMeters: shownDeviations * ellipse.majorMeters,
      minorMeters: shownDeviations * ellipse.minorMeters,
    },
    band,
    track: tracks[identifier] ?? [],
  };
}

import type { MatchCandidate } from '../../shared/ais/pass-matches.ts';
import type { AisOfDetection } from '../../shared/ais/pass-outcome.ts';
import { formatMetres, formatTimeLeft } from '../../shared/format.ts';
import { aisOfDetectionQuery } from '../api/ais-queries.ts';
import { watchQuery } from '../api/read-query.ts';
import { AisLayer, type MapContact } from '../map/ais/ais-layer.ts';
import type { MapApp } from './map-app.ts';
import { watch } from './watch.ts';

/** The ellipses on the map are of two standard deviations. */
const shownDeviations = 2;

/** Shows the contacts that the inspected detection may be, or which the user has decided that it is. */
export function syncAis(app: MapApp): () => void {
  const { engine, stores } = app;
  const layer = new AisLayer();
  engine.layers.add('ais', [], { above: [layer.layer] });
  const show = (of: AisOfDetection | null | undefined) =>
    layer.show(of?.position ?? [0, 0], of ? shownCandidates(of).map((each) => toMapContact(of, each)) : []);
  let stopWatching = () => {};
  const stopInspector = watch(
    stores.inspector,
    ({ item }) => (item?.kind === 'detection' ? item.id : null),
    (id) => {
      stopWatching();
      layer.show([0, 0], []);
      stopWatching =
        id === null ? () => {} : watchQuery(app, (api: MapApp['api']) => aisOfDetectionQuery(api, id), show);
    },
  );
  return () => {
    stopInspector();
    stopWatching();
    engine.layers.remove('ais');
  };
}

function shownCandidates({ match, decision }: AisOfDetection): readonly MatchCandidate[] {
  const candidates =
    match.state === 'matched' ? [match.candidate] : match.state === 'ambiguous' ? match.candidates : [];
  return decision ? candidates.filter(({ identifier }) => identifier === decision.decision) : candidates;
}

function toMapContact({ statics, tracks }: AisOfDetection, candidate: MatchCandidate): MapContact {
  const { identifier, expected, ellipse, band, distanceMeters, ageMs } = candidate;
  return {
    label: `${statics[identifier]?.name ?? identifier} · ${formatMetres(distanceMeters)} · ${formatTimeLeft(ageMs)}`,
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

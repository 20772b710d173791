import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type {
  ServiceOffer,
  WmsOffer,
  WmtsOffer,
} from '../../../../shared/map-sources/capabilities/service-offer.ts';
import { readWebAddress } from '../../../../shared/map-sources/web-address.ts';
import type { Failure } from '../../../../shared/result.ts';
import { ask } from '../../../api/ask.ts';
import { useApp } from '../../../app/app-context.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { Note } from '../../../components/note.tsx';
import type { SourceFields } from './source-fields.ts';
import type { FieldsPart } from './source-form.tsx';
import styles from './sources.module.css';
import { LevelsFields } from './tiles-fields.tsx';

/** The address of a WMS or WMTS, and what is chosen of what it offers. */
export function ServiceFields(part: FieldsPart) {
  const { fields, change, problemOf } = part;
  const { api } = useApp();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const kind = fields.kind === 'wms' ? 'wms' : 'wmts';

  async function read() {
    setBusy(true);
    setFailure(null);
    const { address } = fields;
    const offer = await ask(() => api.mapSources.readCapabilities.mutate({ kind, address }));
    setBusy(false);
    if (offer.ok) change({ offer: offer.value, ...firstChoice(offer.value, fields) });
    else setFailure(offer.failure);
  }
  function pressKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void read();
  }

  const offer = fields.offer?.kind === kind ? fields.offer : null;
  return (
    <>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label="Address"
          style={{ flexGrow: 1 }}
          placeholder={
            kind === 'wms'
              ? 'https://maps.example.org/wms'
              : 'https://maps.example.org/wmts/1.0.0/WMTSCapabilities.xml'
          }
          inputMode="url"
          data-autofocus
          value={fields.address}
          error={problemOf('address')}
          onChange={(event) => change({ address: event.currentTarget.value, offer: null })}
          onKeyDown={pressKey}
        />
        <Button loading={busy} disabled={fields.address.trim() === ''} onClick={() => void read()}>
          Read layers
        </Button>
      </Group>
      {failure ? <FailureNote failure={failure} /> : null}
      {offer === null ? <StandingChoice fields={fields} /> : null}
      {offer?.kind === 'wms' ? <WmsChoice offer={offer} {...part} /> : null}
      {offer?.kind === 'wmts' ? <WmtsChoice offer={offer} {...part} /> : null}
      {kind === 'wms' && fields.wms ? <LevelsFields {...part} /> : null}
    </>
  );
}

/** What the source has, while its service has not been asked again. */
function StandingChoice({ fields: { kind, wms, wmts } }: { readonly fields: SourceFields }) {
  const text =
    kind === 'wms' && wms
      ? `Layers: ${wms.layers.join(', ')} · ${wms.format} · ${wms.crs}`
      : kind === 'wmts' && wmts
        ? `Layer: ${wmts.layer} · ${wmts.way.format} · ${wmts.way.matrixSet}`
        : null;
  return text === null ? null : <p className={styles.facts}>{text}</p>;
}

/** What is chosen at first: what was chosen before where it is still offered, else nothing, or the only layer. */
function firstChoice(offer: ServiceOffer, fields: SourceFields): Partial<SourceFields> {
  if (offer.kind === 'wms') {
    const drawable = offer.layers.filter(({ crs }) => crs !== null);
    const before = fields.wms?.layers.filter((name) => drawable.some((layer) => layer.name === name)) ?? [];
    const layers = before.length > 0 ? before : drawable.length === 1 ? [drawable[0]?.name ?? ''] : [];
    const format = offer.formats.find((one) => one === fields.wms?.format) ?? offer.formats[0] ?? '';
    return {
      wms: {
        version: offer.version,
        layers,
        styles: fields.wms?.styles ?? {},
        format,
        crs: systemFor(offer, layers),
      },
    };
  }
  const drawable = offer.layers.filter(({ ways }) => ways.length > 0);
  const layer = drawable.find(({ name }) => name === fields.wmts?.layer) ?? drawable[0];
  const way = layer?.ways[0];
  return { wmts: layer && way ? { layer: layer.name, style: layer.styles[0] ?? '', way } : null };
}

/** The system that all of these layers have; the one of each is its best. */
function systemFor({ layers }: WmsOffer, names: readonly string[]): 'EPSG:3857' | 'EPSG:4326' | 'CRS:84' {
  const systems = names.map((name) => layers.find((layer) => layer.name === name)?.crs ?? 'EPSG:3857');
  return systems.find((crs) => crs !== 'EPSG:3857') ?? 'EPSG:3857';
}

function WmsChoice({ offer, fields, change, problemOf }: FieldsPart & { readonly offer: WmsOffer }) {
  const { wms } = fields;
  if (!wms) return null;
  const choose = (name: string, isChosen: boolean) => {
    const layers = offer.layers
      .map((layer) => layer.name)
      .filter((each) => (each === name ? isChosen : wms.layers.includes(each)));
    const attribution =
      fields.attribution || offer.layers.find((layer) => layer.name === name)?.attribution || '';
    change({ attribution, wms: { ...wms, layers, crs: systemFor(offer, layers) } });
  };
  return (
    <>
      <fieldset className={styles.layers}>
        <legend>Layers of {offer.title}</legend>
        <div className={styles.layerList}>
          {offer.layers.map(({ name, title, depth, crs, styles: layerStyles }) => (
            <div key={name} style={{ paddingLeft: depth * 14 }}>
              <Checkbox
                label={title}
                description={crs === null ? 'In no coordinate system that can be drawn here.' : undefined}
                disabled={crs === null}
                checked={wms.layers.includes(name)}
                onChange={(event) => choose(name, event.currentTarget.checked)}
              />
              {wms.layers.includes(name) && layerStyles.length > 1 ? (
                <NativeSelect
                  aria-label={`Style of ${title}`}
                  size="xs"
                  data={layerStyles.map((style) => ({ value: style.name, label: style.title }))}
                  value={wms.styles[name] ?? layerStyles[0]?.name ?? ''}
                  onChange={(event) =>
                    change({
                      wms: { ...wms, styles: { ...wms.styles, [name]: event.currentTarget.value } },
                    })
                  }
                />
              ) : null}
            </div>
          ))}
        </div>
        {problemOf('layers') ? <p className={styles.problem}>{problemOf('layers')}</p> : null}
      </fieldset>
      <NativeSelect
        label="Format"
        data={[...offer.formats]}
        value={wms.format}
        onChange={(event) => change({ wms: { ...wms, format: event.currentTarget.value } })}
      />
    </>
  );
}

function WmtsChoice({ offer, fields, change }: FieldsPart & { readonly offer: WmtsOffer }) {
  const { wmts } = fields;
  const layer = offer.layers.find(({ name }) => name === wmts?.layer);
  if (!wmts || !layer) {
    const [first] = offer.layers;
    return <Note tone="warn">No layer of this service can be drawn. {first?.problem}</Note>;
  }
  const nameOf = (way: (typeof layer.ways)[number]) => `${way.matrixSet} · ${way.format}`;
  const host = readWebAddress(wmts.way.address.replaceAll(/[{}]/g, ''))?.host;
  const isElsewhere = host !== undefined && host !== readWebAddress(fields.address)?.host;
  return (
    <>
      <NativeSelect
        label={`Layer of ${offer.title}`}
        data={offer.layers.map(({ name, title, ways }) => ({
          value: name,
          label: ways.length > 0 ? title : `${title} (cannot be drawn)`,
          disabled: ways.length === 0,
        }))}
        value={layer.name}
        onChange={(event) => {
          const next = offer.layers.find(({ name }) => name === event.currentTarget.value);
          const way = next?.ways[0];
          if (next && way) change({ wmts: { layer: next.name, style: next.styles[0] ?? '', way } });
        }}
      />
      <Group gap="xs" grow align="flex-start">
        <NativeSelect
          label="Matrix set and format"
          data={layer.ways.map(nameOf)}
          value={nameOf(wmts.way)}
          onChange={(event) => {
            const way = layer.ways.find((one) => nameOf(one) === event.currentTarget.value);
            if (way) change({ wmts: { ...wmts, way } });
          }}
        />
        {layer.styles.length > 1 ? (
          <NativeSelect
            label="Style"
            data={[...layer.styles]}
            value={wmts.style}
            onChange={(event) => change({ wmts: { ...wmts, style: event.currentTarget.value } })}
          />
        ) : null}
      </Group>
      {isElsewhere ? <p className={styles.facts}>Its tiles are fetched from {host}.</p> : null}
    </>
  );
}

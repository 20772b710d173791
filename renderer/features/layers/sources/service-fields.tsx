import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { advertisedAddress } from '../../../../shared/map-sources/advertised-address.ts';
import {
  choicesOf,
  mergeDimensions,
  type ServiceCapabilities,
  type ServiceDimension,
  type WmsCapabilities,
  type WmtsCapabilities,
  type WmtsCapabilitiesLayer,
  type WmtsTileAccess,
} from '../../../../shared/map-sources/capabilities/service-capabilities.ts';
import { normalizeCrsName } from '../../../../shared/map-sources/map-crs.ts';
import { removeServiceParameters } from '../../../../shared/map-sources/tile-address.ts';
import { parseWebAddress } from '../../../../shared/map-sources/web-address.ts';
import { useApp } from '../../../context/app-context.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Note } from '../../../ui/note.tsx';
import { SuggestionInput } from '../../../ui/suggestion-input.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { texts } from '../texts.ts';
import type { SourceFields, SourceFieldsProps } from './source-fields.ts';
import styles from './sources.module.css';
import { LevelsFields } from './tiles-fields.tsx';

/** The address of a WMS or WMTS, and the choice of its layers, style and format. */
export function ServiceFields(props: SourceFieldsProps) {
  const { fields, change, problems } = props;
  const { api } = useApp();
  const kind = fields.kind === 'wms' ? 'wms' : 'wmts';

  const { submit, isBusy, failure } = useSubmit(async () => {
    const { address } = fields;
    const offer = await api.mapSources.readCapabilities.mutate({ kind, address });
    if (!offer.ok) return offer.failure;
    change({ offer: offer.value, ...initialChoice(offer.value, fields) });
    return null;
  });

  const offer = fields.offer?.kind === kind ? fields.offer : null;
  return (
    <>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={texts.service.address}
          style={{ flexGrow: 1 }}
          placeholder={kind === 'wms' ? texts.service.wmsExample : texts.service.wmtsExample}
          inputMode="url"
          data-autofocus
          value={fields.address}
          error={problems.address}
          onChange={(event) => change({ address: event.currentTarget.value, offer: null })}
          onKeyDown={(event) => event.key === 'Enter' && submit(event)}
        />
        <Button loading={isBusy} disabled={fields.address.trim() === ''} onClick={() => submit()}>
          {texts.service.readLayers}
        </Button>
      </Group>
      {failure ? <FailureNote failure={failure} /> : null}
      {offer === null ? <SavedChoice fields={fields} /> : null}
      {offer?.kind === 'wms' ? <WmsChoice offer={offer} {...props} /> : null}
      {offer?.kind === 'wmts' ? <WmtsChoice offer={offer} {...props} /> : null}
      {kind === 'wms' && fields.wms ? <LevelsFields {...props} /> : null}
    </>
  );
}

/** The saved choice, until the service's capabilities are read again. */
function SavedChoice({ fields: { kind, wms, wmts } }: { readonly fields: SourceFields }) {
  const text =
    kind === 'wms' && wms
      ? texts.service.savedLayers(wms.layers.join(', '), wms.format, wms.crs)
      : kind === 'wmts' && wmts
        ? texts.service.savedLayer(wmts.layer, wmts.way.format, wmts.way.matrixSet)
        : null;
  return text === null ? null : <p className={styles.facts}>{text}</p>;
}

/** The initial choice: the saved one as far as the service still offers it, else the only layer, if there is one. */
export function initialChoice(offer: ServiceCapabilities, fields: SourceFields): Partial<SourceFields> {
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
        crs: commonCrs(offer, layers),
        dimensions: fields.wms?.dimensions ?? {},
        mapAddress:
          mapAddresses(offer, fields).find((one) => one === fields.wms?.mapAddress) ??
          mapAddresses(offer, fields)[0],
      },
    };
  }
  const drawable = offer.layers.filter(({ accessMethods: ways }) => ways.length > 0);
  const layer = drawable.find(({ name }) => name === fields.wmts?.layer) ?? drawable[0];
  if (!layer) return { wmts: null };
  const saved = layer.name === fields.wmts?.layer ? fields.wmts : null;
  const way =
    layer.accessMethods.find((one) => saved && nameOfAccess(one) === nameOfAccess(saved.way)) ??
    layer.accessMethods[0];
  const style = layer.styles.find((one) => one === saved?.style) ?? layer.styles[0] ?? '';
  if (!way) return { wmts: null };
  return { wmts: { layer: layer.name, style, way: saved ? withChosenValues(layer, way, saved.way) : way } };
}

/** Access with the values that were chosen before, as far as the service still lists them. */
function withChosenValues(
  { dimensions = [] }: WmtsCapabilitiesLayer,
  way: WmtsTileAccess,
  { dimensions: saved }: WmtsTileAccess,
): WmtsTileAccess {
  const chosen = dimensions.flatMap((dimension) => {
    const value = saved[dimension.name];
    return value !== undefined && choicesOf(dimension).includes(value)
      ? [[dimension.name, value] as const]
      : [];
  });
  return chosen.length === 0
    ? way
    : { ...way, dimensions: { ...way.dimensions, ...Object.fromEntries(chosen) } };
}

/** The name by which the user chooses how tiles are requested. */
function nameOfAccess({ matrixSet, format, encoding, address }: WmtsTileAccess): string {
  return [matrixSet, format, ...(encoding === 'kvp' ? [parseWebAddress(address)?.host] : [])].join(' · ');
}

/** Addresses of maps: as advertised, and where the capabilities came from, since some advertise it wrongly. */
function mapAddresses(
  { mapAddress }: WmsCapabilities,
  { address }: SourceFields,
): readonly [string, ...string[]] {
  const [advertised, typed] = [advertisedAddress(mapAddress, address), removeServiceParameters(address)];
  return advertised === typed ? [advertised] : [advertised, typed];
}

/** The coordinate system to request for all of these layers; Web Mercator only if it is the preferred one of each. */
function commonCrs({ layers }: WmsCapabilities, names: readonly string[]): string {
  const systems = names.flatMap((name) => layers.find((layer) => layer.name === name)?.crs ?? []);
  return systems.find((crs) => normalizeCrsName(crs) !== 'EPSG:3857') ?? systems[0] ?? 'EPSG:3857';
}

function dimensionsOf({ layers }: WmsCapabilities, names: readonly string[]): readonly ServiceDimension[] {
  return mergeDimensions(
    layers.flatMap(({ name, dimensions }) => (names.includes(name) ? [dimensions] : [])),
  );
}

/** A value for each dimension, of those that the service lists or another one. */
function DimensionFields({
  dimensions,
  values,
  onChange,
}: {
  readonly dimensions: readonly ServiceDimension[];
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}) {
  return dimensions.map((dimension) => (
    <SuggestionInput
      key={dimension.name}
      label={texts.service.dimension(dimension.name, dimension.units)}
      description={texts.service.dimensionAbout(
        dimension.default,
        dimension.values.filter((value) => value.includes('/')).slice(0, maxListedIntervals),
      )}
      data={choicesOf(dimension)}
      value={values[dimension.name] ?? ''}
      limit={maxListedValues}
      onChange={(value) => onChange({ ...values, [dimension.name]: value })}
    />
  ));
}

const maxListedIntervals = 3;
const maxListedValues = 200;

function WmsChoice({
  offer,
  fields,
  change,
  problems,
}: SourceFieldsProps & { readonly offer: WmsCapabilities }) {
  const { wms } = fields;
  if (!wms) return null;
  const addresses = mapAddresses(offer, fields);
  const dimensions = dimensionsOf(offer, wms.layers);
  const choose = (name: string, isChosen: boolean) => {
    const layers = offer.layers
      .map((layer) => layer.name)
      .filter((each) => (each === name ? isChosen : wms.layers.includes(each)));
    const attribution =
      fields.attribution || offer.layers.find((layer) => layer.name === name)?.attribution || '';
    // A value belongs to what is chosen: another layer may have no such dimension.
    const kept = dimensionsOf(offer, layers).flatMap(({ name: each }) =>
      wms.dimensions[each] === undefined ? [] : [[each, wms.dimensions[each]] as const],
    );
    change({
      attribution,
      wms: { ...wms, layers, crs: commonCrs(offer, layers), dimensions: Object.fromEntries(kept) },
    });
  };
  return (
    <>
      <fieldset className={styles.layers}>
        <legend>{texts.service.layersOf(offer.title)}</legend>
        <div className={styles.layerList}>
          {offer.layers.map(({ name, title, depth, crs, styles: layerStyles }) => (
            <div key={name} style={{ paddingLeft: depth * 14 }}>
              <Checkbox
                label={title}
                description={crs === null ? texts.service.unsupportedCrs : undefined}
                disabled={crs === null}
                checked={wms.layers.includes(name)}
                onChange={(event) => choose(name, event.currentTarget.checked)}
              />
              {wms.layers.includes(name) && layerStyles.length > 1 ? (
                <NativeSelect
                  aria-label={texts.service.styleOf(title)}
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
        {problems.layers ? <p className={styles.problem}>{problems.layers}</p> : null}
      </fieldset>
      <DimensionFields
        dimensions={dimensions}
        values={wms.dimensions}
        onChange={(values) => change({ wms: { ...wms, dimensions: values } })}
      />
      <NativeSelect
        label={texts.service.format}
        data={[...offer.formats]}
        value={wms.format}
        onChange={(event) => change({ wms: { ...wms, format: event.currentTarget.value } })}
      />
      {addresses.length > 1 ? (
        <NativeSelect
          label={texts.service.mapsFrom}
          description={texts.service.mapsFromAbout}
          data={[...addresses]}
          value={wms.mapAddress}
          onChange={(event) => change({ wms: { ...wms, mapAddress: event.currentTarget.value } })}
        />
      ) : null}
    </>
  );
}

function WmtsChoice({ offer, fields, change }: SourceFieldsProps & { readonly offer: WmtsCapabilities }) {
  const { wmts } = fields;
  const layer = offer.layers.find(({ name }) => name === wmts?.layer);
  if (!wmts || !layer) {
    const [first] = offer.layers;
    return (
      <Note tone="warn">
        {texts.service.noSupportedLayer}
        {first?.problem}
      </Note>
    );
  }
  const host = parseWebAddress(wmts.way.address.replaceAll(/[{}]/g, ''))?.host;
  const isElsewhere = host !== undefined && host !== parseWebAddress(fields.address)?.host;
  return (
    <>
      <NativeSelect
        label={texts.service.layerOf(offer.title)}
        data={offer.layers.map(({ name, title, accessMethods: ways }) => ({
          value: name,
          label: ways.length > 0 ? title : texts.service.notSupported(title),
          disabled: ways.length === 0,
        }))}
        value={layer.name}
        onChange={(event) => {
          const next = offer.layers.find(({ name }) => name === event.currentTarget.value);
          const way = next?.accessMethods[0];
          if (next && way) change({ wmts: { layer: next.name, style: next.styles[0] ?? '', way } });
        }}
      />
      <Group gap="xs" grow align="flex-start">
        <NativeSelect
          label={texts.service.matrixSet}
          data={layer.accessMethods.map(nameOfAccess)}
          value={nameOfAccess(wmts.way)}
          onChange={(event) => {
            const way = layer.accessMethods.find((one) => nameOfAccess(one) === event.currentTarget.value);
            if (way) change({ wmts: { ...wmts, way } });
          }}
        />
        {layer.styles.length > 1 ? (
          <NativeSelect
            label={texts.service.style}
            data={[...layer.styles]}
            value={wmts.style}
            onChange={(event) => change({ wmts: { ...wmts, style: event.currentTarget.value } })}
          />
        ) : null}
      </Group>
      <DimensionFields
        dimensions={layer.dimensions}
        values={wmts.way.dimensions}
        onChange={(values) => change({ wmts: { ...wmts, way: { ...wmts.way, dimensions: values } } })}
      />
      {isElsewhere ? <p className={styles.facts}>{texts.service.tilesFrom(host)}</p> : null}
    </>
  );
}

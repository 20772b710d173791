import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Area, SiteSettings } from '../../../shared/areas/area.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { type SiteGroup, type SiteSeries, toSiteSeries } from '../../../shared/sites/site-series.ts';
import { inputOf } from '../../api/read-query.ts';
import { useApp } from '../../context/app-context.tsx';
import { useAreas } from '../../context/use-live-queries.ts';
import { useDock, useResults } from '../../context/use-stores.ts';
import { unwrap } from '../../ui/failure-error.ts';

/** An area that is a site. */
export type Site = Area & { readonly site: SiteSettings };

/** The sites of the workspace by name; null until they are loaded. */
export function useSites(): readonly Site[] | null {
  const areas = useAreas();
  return useMemo(() => {
    if (areas.state !== 'ready') return null;
    const sites = areas.value.flatMap((area): Site[] => (area.site ? [{ ...area, site: area.site }] : []));
    return sites.sort((one, other) => one.name.localeCompare(other.name));
  }, [areas]);
}

/** The filter that restricts passes and counts. */
export function useSiteFilter(): DetectionFilter {
  const isFiltered = useDock(({ sites }) => sites.isFiltered);
  const filter = useResults((state) => state.filter);
  return isFiltered ? filter : everything;
}

const everything: DetectionFilter = {};

/** The rows of the table of sites. */
export function useSiteSummaries(sites: readonly Site[]) {
  const { api, queries } = useApp();
  const filter = useSiteFilter();
  const { counted, grouping } = useDock((state) => state.sites);
  const revisions = sites.map(({ id, updatedAt }) => `${id} ${updatedAt}`);
  return useQuery({
    queryKey: [...queries.sites.summaries.pathKey(), revisions, { filter, counted, grouping }],
    queryFn: async ({ signal }) =>
      unwrap(await api.sites.summaries.query({ filter, counted, grouping, now: Date.now() }, { signal })),
    placeholderData: (before) => before,
  });
}

/** The chosen series of a site, and the group whose baseline is drawn. */
export type ShownSite = {
  readonly series: readonly SiteSeries[];
  readonly shown: SiteSeries | undefined;
  readonly group: SiteGroup | undefined;
};

/** The passes over a site, compared as chosen in the dock. */
export function useShownSite({ id, site }: Site) {
  const { queries } = useApp();
  const filter = useSiteFilter();
  const { counted, grouping, analytic, groupKey } = useDock((state) => state.sites);
  const query = useQuery(
    queries.sites.looks.queryOptions(
      { areaId: id, filter },
      {
        placeholderData: (before, former) =>
          inputOf<{ readonly areaId: string }>(former)?.areaId === id ? before : undefined,
      },
    ),
  );
  const { data } = query;
  const { minShare } = site;
  const value = useMemo((): ShownSite | null => {
    if (!data) return null;
    const series = toSiteSeries(data, { minShare, counted, grouping });
    const shown = series.find((one) => one.analytic === analytic) ?? seriesWithMostPasses(series);
    const group = shown?.groups.find((one) => one.group.key === groupKey) ?? shown?.groups[0];
    return { series, shown, group };
  }, [data, minShare, counted, grouping, analytic, groupKey]);
  return { ...query, value };
}

function seriesWithMostPasses(series: readonly SiteSeries[]): SiteSeries | undefined {
  return series.toSorted((one, other) => other.passes.length - one.passes.length)[0];
}

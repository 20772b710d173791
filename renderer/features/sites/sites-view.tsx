import { useDock } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { AddSite } from './site-controls.tsx';
import { SitePage } from './site-page.tsx';
import { SiteTable } from './site-table.tsx';
import styles from './sites.module.css';
import { texts } from './texts.ts';
import { useSites } from './use-sites.ts';

/** The table of sites, or the looks at the chosen one. */
export function SitesView() {
  const sites = useSites();
  const areaId = useDock((state) => state.sites.areaId);
  const site = sites?.find(({ id }) => id === areaId);
  return (
    <div className={styles.sites}>
      {!sites ? (
        <LoadingState label={texts.states.counting} />
      ) : site ? (
        <SitePage key={site.id} site={site} sites={sites} />
      ) : sites.length > 0 ? (
        <SiteTable sites={sites} />
      ) : (
        <EmptyState title={texts.states.noSites.title} hint={texts.states.noSites.hint}>
          <AddSite />
        </EmptyState>
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { NetworkState } from '../../../shared/settings/network.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { NetworkCertificates } from './network-certificates.tsx';
import { ProxyFields } from './proxy-fields.tsx';
import { SectionState } from './section-state.tsx';
import { texts } from './texts.ts';
import { useApplyState } from './use-apply-state.ts';

/** Proxy, added authorities and the client certificate. */
export function NetworkSection() {
  const { api } = useApp();
  const query = useQuery({
    queryKey: queryKeys.network(),
    queryFn: ({ signal }) => api.network.state.query(undefined, { signal }),
  });
  const apply = useApplyState<NetworkState>(queryKeys.network());
  return (
    <>
      <PanelHeading title={texts.network.title} />
      <p className="muted">{texts.network.about}</p>
      <SectionState query={query} notRead={texts.network.notRead} loading={texts.network.loading}>
        {(data) => (
          <>
            <ProxyFields key={JSON.stringify(data.proxy)} state={data} onSaved={apply} />
            <NetworkCertificates state={data} onChanged={apply} />
          </>
        )}
      </SectionState>
    </>
  );
}

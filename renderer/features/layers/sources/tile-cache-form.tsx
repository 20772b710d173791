import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatBytes } from '../../../../shared/format.ts';
import { tileCacheLimitSchema } from '../../../../shared/map-sources/map-source-state.ts';
import { callApi } from '../../../api/call-api.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useApp } from '../../../context/app-context.tsx';
import { CacheLimitForm } from '../../../ui/cache-limit-form.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import styles from './sources.module.css';

/** Size and limit of the tile cache. */
export function TileCacheForm() {
  const { api } = useApp();
  const stats = useQuery({
    queryKey: queryKeys.tileCache(),
    queryFn: () => api.mapSources.cacheStats.query(),
  });
  const [isOpen, setIsOpen] = useState(false);
  if (!stats.data) return null;
  const { bytes, limit } = stats.data;
  return (
    <>
      <p className={styles.facts}>
        Tiles on this disk: {formatBytes(bytes)} of {formatBytes(limit)}.{' '}
        {isOpen ? null : <TextButton onClick={() => setIsOpen(true)}>Change limit</TextButton>}
      </p>
      {isOpen ? (
        <CacheLimitForm
          name="tile cache"
          limit={limit}
          schema={tileCacheLimitSchema}
          submitLabel="Save"
          onSave={async (bytesLimit) => {
            const saved = await callApi(() => api.mapSources.setCacheLimit.mutate(bytesLimit));
            return saved.ok ? null : saved.failure;
          }}
          onDone={() => setIsOpen(false)}
          onCancel={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tileCacheLimitSchema } from '../../../../shared/map-sources/map-source-state.ts';
import { useApp } from '../../../context/app-context.tsx';
import { CacheLimitForm } from '../../../ui/cache-limit-form.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { texts } from '../texts.ts';
import styles from './sources.module.css';

/** Size and limit of the tile cache. */
export function TileCacheForm() {
  const { api, queries } = useApp();
  const stats = useQuery(queries.mapSources.cacheStats.queryOptions());
  const [isOpen, setIsOpen] = useState(false);
  if (!stats.data) return null;
  const { bytes, limit } = stats.data;
  return (
    <>
      <p className={styles.facts}>
        {texts.tileCache.size(bytes, limit)}{' '}
        {isOpen ? null : (
          <TextButton onClick={() => setIsOpen(true)}>{texts.tileCache.changeLimit}</TextButton>
        )}
      </p>
      {isOpen ? (
        <CacheLimitForm
          name={texts.tileCache.name}
          limit={limit}
          schema={tileCacheLimitSchema}
          submitLabel={texts.tileCache.save}
          onSave={async (bytesLimit) => {
            const saved = await api.mapSources.setCacheLimit.mutate(bytesLimit);
            return saved.ok ? null : saved.failure;
          }}
          onDone={() => setIsOpen(false)}
          onCancel={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readSearchForm } from '../../../shared/results/search-form.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSearch, useSession } from '../../context/use-stores.ts';
import { unwrap } from '../../ui/failure-error.ts';

/** The query text that the form would send and the advice on it; fails with the form's problems. */
export function useSearchPreview() {
  const { api, queries } = useApp();
  const [form] = useDebouncedValue(
    useSearch((state) => state.form),
    250,
  );
  const profile = useSession((state) => state.session?.profile);
  return useQuery({
    queryKey: [...queries.results.previewSearch.pathKey(), form, profile],
    queryFn: async () => unwrap(await api.results.previewSearch.query(unwrap(readSearchForm(form)))),
    enabled: profile !== undefined,
    placeholderData: keepPreviousData,
  });
}

import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/** Whether Sightline watches on while its window is closed; nothing where the host has no notification area. */
export function TraySwitch() {
  const { api } = useApp();
  const { data } = useQuery({
    queryKey: queryKeys.watchTray(),
    queryFn: ({ signal }) => api.watch.tray.query(undefined, { signal }),
  });
  if (data === undefined || data === null) return null;
  const change = async (isOn: boolean) => {
    const saved = await callApi(() => api.watch.setTray.mutate(isOn));
    if (!saved.ok) notifyFailure(saved.failure, texts.tray.notSaved);
  };
  return (
    <Switch
      mt="md"
      label={texts.tray.label}
      description={texts.tray.hint}
      checked={data}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}

import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../components/empty-state.tsx';

/** Shows what broke instead of an empty page, and a way to begin again. The workspace lies in the main process. */
export class PageErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly error: Error | null }
> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <EmptyState
        title="Something went wrong on this page"
        hint={`${error.message}. Nothing in the workspace is lost.`}
      >
        <Button onClick={() => location.reload()}>Reload the page</Button>
      </EmptyState>
    );
  }
}

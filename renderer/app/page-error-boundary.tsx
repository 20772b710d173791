import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { causeText } from '../../shared/error-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureText } from '../ui/failure-text.tsx';

/** Shows an error of the page with a reload button instead of an empty page. The workspace is in the main process. */
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
        hint={
          <FailureText
            failure={{ message: 'Nothing in the workspace is lost.', details: causeText(error) }}
          />
        }
      >
        <Button onClick={() => location.reload()}>Reload the page</Button>
      </EmptyState>
    );
  }
}

import { Component, type ComponentType, type ReactNode, Suspense, use } from 'react';
import { EmptyState } from './empty-state.tsx';
import { TextButton } from './text-button.tsx';

/** Loads of components that have not been shown yet. */
const waiting = new Set<() => Promise<void>>();

/**
 * A component whose code is loaded when it is first shown, or earlier by `preloadLazyComponents`. Until then `fallback`
 * is shown; when loading fails, a message with a button that tries again.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): (props: Props) => ReactNode {
  let component: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const start = () => {
    waiting.delete(loadEarly);
    loading ??= load().then(
      (loaded) => {
        component = loaded;
        return loaded;
      },
      (cause: unknown) => {
        throw new LoadError('The code of a component could not be loaded.', { cause });
      },
    );
    return loading;
  };
  const forget = () => {
    loading = undefined;
  };
  const loadEarly = () => start().then(() => undefined, forget);
  waiting.add(loadEarly);
  const Loaded = (props: Props) => {
    // Without a promise nothing flickers when the code is there already.
    const Shown = component ?? use(start());
    return <Shown {...props} />;
  };
  return (props) => (
    <LoadBoundary onRetry={forget}>
      <Suspense fallback={fallback}>
        <Loaded {...props} />
      </Suspense>
    </LoadBoundary>
  );
}

/** Loads what has not been shown yet, one after the other. What fails is loaded again when it is shown. */
export async function preloadLazyComponents(): Promise<void> {
  for (const load of waiting) await load();
}

class LoadError extends Error {}

type BoundaryProps = { readonly onRetry: () => void; readonly children: ReactNode };

/** Shows that code could not be loaded, which happens when the host has ended. Other errors pass. */
class LoadBoundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof LoadError)) throw error;
    const retry = () => {
      this.props.onRetry();
      this.setState({ error: undefined });
    };
    return (
      <EmptyState
        title="This part of the page could not be loaded"
        hint="Sightline may have ended, or the connection to it is lost."
      >
        <TextButton onClick={retry}>Try again</TextButton>
      </EmptyState>
    );
  }
}

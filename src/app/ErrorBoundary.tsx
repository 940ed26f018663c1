import type { ReactNode } from 'react';
import { Component } from 'react';
import { reportError } from '../state/client.ts';
import { Failed } from '../ui/Notice.tsx';
import { ChunkError } from './chunks.ts';
import { endFirstSight } from './firstSight.ts';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Stands in for what the screen is whole without. */
  readonly fallback?: ReactNode;
}

/** What fails inside is replaced by a word and a way to try again; the rest of the page stays. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    endFirstSight();
    if (!(error instanceof ChunkError)) reportError('render', String(error));
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    // A chunk that failed is remembered as failed by the browser: only a reload asks for it again.
    const retry = () =>
      error instanceof ChunkError ? window.location.reload() : this.setState({ error: undefined });
    return <Failed onRetry={retry} />;
  }
}

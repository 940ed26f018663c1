import type { ReactNode } from 'react';

interface FactProps {
  readonly name: string;
  /** Absent: nothing is computed. */
  readonly onExplain?: () => void;
  readonly isDanger?: boolean;
  readonly children: ReactNode;
}

/** A figure under its name; one that is computed can be explained. */
export function Fact({ name, onExplain, isDanger, children }: FactProps) {
  return (
    <div data-danger={isDanger}>
      <dt>
        {onExplain ? (
          <button type="button" onClick={onExplain}>
            {name}
          </button>
        ) : (
          name
        )}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

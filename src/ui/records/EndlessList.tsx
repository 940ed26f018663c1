import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Refusal } from '../../../domain/index.ts';
import { Failed } from '../Notice.tsx';
import styles from './EndlessList.module.css';
import { useNearEnd } from './useNearEnd.ts';
import type { Want } from './useWant.ts';

/** What is known of an endless list's end. */
interface ListEnd {
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}

interface EndlessListProps {
  /** Undefined before the first frame. */
  readonly frame: ListEnd | undefined;
  readonly length: number;
  readonly want: Want;
  /** Asks for all of it anew. */
  readonly onRetry: () => void;
  /** In place of a list without lines. */
  readonly empty: ReactNode;
  /** The lines, as list items. */
  readonly children: ReactNode;
}

/** Lines from the newest on; older ones come as the reader nears the end. */
export function EndlessList({ frame, length, want, onRetry, empty, children }: EndlessListProps) {
  const { t } = useTranslation('funds');
  const mayGrow = frame?.more === true && !frame.loading && !frame.failed;
  const end = useNearEnd(mayGrow, length, () => want.more(length));
  if (length === 0 && frame?.failed) return <Failed onRetry={onRetry} />;
  if (length === 0 && (!frame || frame.loading || frame.more)) return <Skeleton />;
  if (length === 0) return empty;
  return (
    <>
      <ul className={styles['list']}>{children}</ul>
      <div className={styles['end']} aria-busy={frame?.loading}>
        {mayGrow ? <div ref={end} className={styles['sentinel']} /> : null}
        {frame?.failed ? <Failed onRetry={want.again} /> : null}
        {frame?.more ? null : <p>{t('records.end')}</p>}
      </div>
    </>
  );
}

const PLACES = [0, 1, 2, 3, 4, 5, 6];

function Skeleton() {
  return (
    <div className={styles['skeleton']} aria-busy="true">
      {PLACES.map((place) => (
        <i key={place} />
      ))}
    </div>
  );
}

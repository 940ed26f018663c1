import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Refusal } from '../../../domain/index.ts';
import { figureText } from '../../../domain/index.ts';
import { useRefresh } from '../../state/refresh.ts';
import { settings } from '../../state/settings.ts';
import { look } from '../look.ts';
import { Failed } from '../Notice.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { VirtualList } from '../VirtualList.tsx';
import styles from './EndlessList.module.css';
import { useNearEnd } from './useNearEnd.ts';
import type { Want } from './useWant.ts';

/** What is known of an endless list's end. */
interface ListEnd {
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}

interface EndlessListProps<Line> {
  /** Undefined before the first frame. */
  readonly frame: ListEnd | undefined;
  readonly lines: readonly Line[];
  readonly want: Want;
  /** Requests all of it again. */
  readonly onRetry: () => void;
  /** In place of a list without lines. */
  readonly empty: ReactNode;
  /** What a line is taken to be high before it is shown, px. */
  readonly rowPx?: number;
  /** One line's content, without the list item around it. */
  readonly children: (line: Line) => ReactNode;
}

interface OfRecord {
  readonly id: number | string;
  /** In words; lines of one day stand below it. */
  readonly day?: string;
}

/** How high a day's name is, px. */
const DAY_PX = 36;

/** Lines from the newest on; older ones come as the reader nears the end. */
export function EndlessList<Line extends OfRecord>(props: EndlessListProps<Line>) {
  const { frame, lines, want, onRetry, empty, rowPx = 76, children } = props;
  const { length } = lines;
  const mayGrow = frame?.more === true && !frame.loading && !frame.failed;
  const end = useNearEnd(mayGrow, length, () => want.more(length));
  useRefresh(onRetry);
  /** The day that begins with a line. */
  const dayAt = (place: number) => {
    const day = lines[place]?.day;
    return day === lines[place - 1]?.day ? undefined : day;
  };
  if (length === 0 && frame?.failed) return <Failed onRetry={onRetry} why={frame.failed} />;
  if (length === 0 && (!frame || frame.loading || frame.more)) return <Skeleton rows={7} onRetry={onRetry} />;
  if (length === 0) return empty;
  return (
    <>
      <VirtualList
        items={lines}
        keyOf={idOf}
        rowPx={(place) => rowPx + (dayAt(place) === undefined ? 0 : DAY_PX)}
        hasMore={frame?.more ?? true}
      >
        {(line, place) => (
          <>
            {dayAt(place) === undefined ? null : (
              <h2 className={look('quiet light inset', styles['day'])}>{dayAt(place)}</h2>
            )}
            {children(line)}
          </>
        )}
      </VirtualList>
      <div className={look('relative', styles['end'])} aria-busy={frame?.loading}>
        {mayGrow ? <div ref={end} className={styles['sentinel']} /> : null}
        {frame?.failed ? <Failed onRetry={want.again} /> : null}
        {frame?.more ? null : <End length={length} />}
      </div>
    </>
  );
}

/** As far as the worker reads a list; a file has all of it. */
const MOST_LINES = 5_000;

/** What a list ends with: its oldest line, or as much of it as is shown. */
function End({ length }: { readonly length: number }) {
  const { t } = useTranslation('funds');
  const { language } = useSnapshot(settings);
  const shown = figureText(`${MOST_LINES}`, language);
  return (
    <p className={look('tiny mid')}>{length < MOST_LINES ? t('records.end') : t('records.cut', { shown })}</p>
  );
}

const idOf = ({ id }: OfRecord) => id;

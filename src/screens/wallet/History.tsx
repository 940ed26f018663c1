import { ChevronRight } from 'lucide-react';
import type { ComponentType } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Refusal } from '../../../domain/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Press } from '../../ui/Press.tsx';
import { EndlessList } from '../../ui/records/EndlessList.tsx';
import type { Want } from '../../ui/records/useWant.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './Wallet.module.css';

interface HasId {
  readonly id: number;
}

/** Lines of money that came in or went out, and how one looks as a row and as a sheet. */
interface LinesProps<Line extends HasId> {
  /** Undefined before the first frame. */
  readonly frame:
    | {
        readonly lines: readonly Line[];
        readonly more: boolean;
        readonly loading: boolean;
        readonly failed?: Refusal;
      }
    | undefined;
  /** What is said of none. */
  readonly none: string;
  readonly Row: ComponentType<{ readonly line: Line }>;
  readonly Detail: ComponentType<{ readonly line: Line; readonly onClose: () => void }>;
}

interface HistoryProps<Line extends HasId> extends LinesProps<Line> {
  /** What one does where there is none. */
  readonly next: { readonly to: string; readonly text: string };
  readonly want: Want;
  /** Requests all of it again. */
  readonly onRetry: () => void;
}

/** All lines of a filter, from the newest on; a tap shows all of one. */
export function History<Line extends HasId>(props: HistoryProps<Line>) {
  const { frame, none, next, want, onRetry, Row, Detail } = props;
  const [open, setOpen] = useState<number>();
  const lines = frame?.lines ?? [];
  const shown = lines.find(({ id }) => id === open);
  return (
    <>
      <EndlessList
        frame={frame}
        lines={lines}
        want={want}
        onRetry={onRetry}
        empty={
          <Notice title={none}>
            <ButtonLink to={next.to}>{next.text}</ButtonLink>
          </Notice>
        }
      >
        {(line) => <RowButton line={line} Row={Row} onOpen={setOpen} />}
      </EndlessList>
      {shown ? <Detail line={shown} onClose={() => setOpen(undefined)} /> : null}
    </>
  );
}

interface RecentProps<Line extends HasId> extends LinesProps<Line> {
  readonly title: string;
  /** Where all of them are. */
  readonly to: string;
  /** One that was just made: it is shown at once, as its receipt. */
  readonly receipt?: number | undefined;
  readonly onReceiptClosed?: () => void;
}
const RECENT = 5;

/** The newest lines below what they came from, and the way to all of them. */
export function Recent<Line extends HasId>(props: RecentProps<Line>) {
  const { frame, none, title, to, receipt, onReceiptClosed, Row, Detail } = props;
  const { t } = useTranslation('wallet');
  const [open, setOpen] = useState<number>();
  const lines = frame?.lines ?? [];
  const shown = lines.find(({ id }) => id === (receipt ?? open));
  /** A receipt that has not come yet keeps no other line from being read. */
  const openOther = (id: number) => {
    onReceiptClosed?.();
    setOpen(id);
  };
  const close = () => {
    setOpen(undefined);
    onReceiptClosed?.();
  };
  return (
    <section>
      <div className={look('between', styles['head'])}>
        <h2>{title}</h2>
        <ButtonLink look="link" size="s" to={to}>
          {t('history.all')}
          <ChevronRight size={16} aria-hidden="true" />
        </ButtonLink>
      </div>
      <div className={styles['recent']}>
        {lines.length === 0 ? <NoLines frame={frame} none={none} /> : null}
        <ul>
          {lines.slice(0, RECENT).map((line) => (
            <li key={line.id}>
              <RowButton line={line} Row={Row} onOpen={openOther} />
            </li>
          ))}
        </ul>
      </div>
      {shown ? <Detail line={shown} onClose={close} /> : null}
    </section>
  );
}

function NoLines<Line extends HasId>({ frame, none }: Pick<LinesProps<Line>, 'frame' | 'none'>) {
  const { ofRefusal } = useRefusalWords();
  if (!frame || frame.loading) return <Skeleton rows={2} />;
  return <Empty>{frame.failed ? ofRefusal(frame.failed) : none}</Empty>;
}

interface RowButtonProps<Line extends HasId> extends Pick<LinesProps<Line>, 'Row'> {
  readonly line: Line;
  readonly onOpen: (id: number) => void;
}

function RowButton<Line extends HasId>({ line, Row, onOpen }: RowButtonProps<Line>) {
  return (
    <Press look="row" className={look('ruled', styles['row'])} onClick={() => onOpen(line.id)}>
      <span className={look('grid tight shrinks grows', styles['rowText'])}>
        <Row line={line} />
      </span>
      <ChevronRight size={18} aria-hidden="true" />
    </Press>
  );
}

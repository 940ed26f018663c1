import { useTranslation } from 'react-i18next';
import type { CycleLine } from '../../../workers/api.ts';
import { useDirectionNames, useOutcomeNames } from '../../i18n/cycle.ts';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Press } from '../../ui/Press.tsx';
import styles from './RunningStrip.module.css';
import type { Contracts } from './useContracts.ts';

const ARROW = { up: '▲', down: '▼' } as const;

/** What runs, and what has just ended, in a row that is always there: nothing moves when something is bought. */
export function RunningStrip({ contracts: { frame } }: { readonly contracts: Contracts }) {
  const { t } = useTranslation('cycle');
  const open = frame?.open ?? [];
  const lines = [...open, ...(frame?.ended ?? [])];
  return (
    <div className={look('row shrinks tap', styles['strip'])}>
      <p className={look('tiny whole')}>{t('open.title', { count: open.length })}</p>
      {lines.length === 0 ? <p className={look('tiny whole')}>{t('open.strip')}</p> : null}
      <ul className={look('strip flex gap2 shrinks filled')} aria-label={t('contracts')}>
        {lines.map((line) => (
          <Pill key={line.id} line={line} />
        ))}
      </ul>
    </div>
  );
}

function Pill({ line }: { readonly line: CycleLine }) {
  const directions = useDirectionNames();
  const outcomes = useOutcomeNames();
  const { id, direction, outcome, countdown, profit, profitDirection, name, amount } = line;
  return (
    <li className={look('rigid')}>
      <Press
        className={look('framed row padSide3 small whole')}
        data-pill={id}
        data-outcome={outcome}
        onClick={() => toCard(id)}
      >
        <span className="visually-hidden">{`${name} ${directions[direction]}`}</span>
        <b data-direction={direction} aria-hidden="true">
          {ARROW[direction]}
        </b>
        <Amount text={amount} />
        <Amount text={profit} direction={profitDirection} />
        <b>{outcome === null ? countdown : outcomes[outcome]}</b>
      </Press>
    </li>
  );
}

/** Brings a contract's card into sight. */
function toCard(id: number): void {
  document.querySelector(`[data-contract="${id}"]`)?.scrollIntoView({ block: 'center' });
}

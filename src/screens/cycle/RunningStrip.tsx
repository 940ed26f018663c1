import { useTranslation } from 'react-i18next';
import type { CycleLine } from '../../../workers/api.ts';
import { useDirectionNames, useOutcomeNames } from '../../i18n/cycle.ts';
import { Amount } from '../../ui/LiveAmount.tsx';
import layout from '../../ui/layout.module.css';
import styles from './RunningStrip.module.css';
import type { Contracts } from './useContracts.ts';

const ARROW = { up: '▲', down: '▼' } as const;

/** What runs, and what has just ended, in a row that is always there: nothing moves when something is bought. */
export function RunningStrip({ contracts: { frame } }: { readonly contracts: Contracts }) {
  const { t } = useTranslation('cycle');
  const open = frame?.open ?? [];
  const lines = [...open, ...(frame?.ended ?? [])];
  return (
    <div className={styles['strip']}>
      <p className={layout['tiny']}>{t('open.title', { count: open.length })}</p>
      {lines.length === 0 ? <p className={layout['tiny']}>{t('open.strip')}</p> : null}
      <ul aria-label={t('contracts')}>
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
    <li>
      <button type="button" data-pill={id} data-outcome={outcome} onClick={() => toCard(id)}>
        <span className="visually-hidden">{`${name} ${directions[direction]}`}</span>
        <b data-direction={direction} aria-hidden="true">
          {ARROW[direction]}
        </b>
        <Amount text={amount} />
        <Amount text={profit} direction={profitDirection} />
        <b>{outcome === null ? countdown : outcomes[outcome]}</b>
      </button>
    </li>
  );
}

/** Brings a contract's card into sight. */
function toCard(id: number): void {
  document.querySelector(`[data-contract="${id}"]`)?.scrollIntoView({ block: 'center' });
}

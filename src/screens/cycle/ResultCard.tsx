import { X } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CycleLine } from '../../../workers/api.ts';
import { useOutcomeNames, useReasonWords } from '../../i18n/cycle.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { ContractHead } from './ContractHead.tsx';
import { ProofButton } from './ProofButton.tsx';
import styles from './ResultCard.module.css';

interface ResultCardProps {
  readonly line: CycleLine;
  readonly onDismiss: (id: number) => void;
}

/** How a contract has just ended, by which prices, and the way to check it. */
export const ResultCard = memo(
  function ResultCard({ line, onDismiss }: ResultCardProps) {
    const { t } = useTranslation('cycle');
    const outcomes = useOutcomeNames();
    const reason = useReasonWords()(line);
    const { id, outcome, profit, profitDirection } = line;
    if (outcome === null) return null;
    return (
      <div className={look('stack framed ground1', styles['card'])} data-contract={id} data-outcome={outcome}>
        <p className={look('between')}>
          <ContractHead line={line} />
          <IconButton look="faint" label={t('result.dismiss', { id })} onClick={() => onDismiss(id)}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </p>
        <p className={look('title strong')} role="status">
          <b>{outcomes[outcome]}</b> <Amount text={profit} direction={profitDirection} />
        </p>
        {reason === '' ? null : <p className={look('tiny')}>{reason}</p>}
        <Facts look="grid" columns={3}>
          <Fact name={t('field.buyPrice')} text={line.buyPrice} isPublic />
          <Fact name={t('field.closePrice')} text={line.closePrice} isPublic />
          <Fact name={t('field.points')} text={line.points} isPublic />
          <Fact name={t('amount')} text={line.amount} />
          <Fact name={t('field.payout')} text={line.payout} />
          <Fact name={t('terms.fee')} text={line.fee} />
        </Facts>
        <p className={look('between')}>
          <small>
            {outcome === 'sold' ? t('sell.decided') : t('terms.settlesText', { seconds: line.windowSeconds })}
          </small>
          <ProofButton id={id} />
        </p>
      </div>
    );
  },
  (before, after) => JSON.stringify(before.line) === JSON.stringify(after.line),
);

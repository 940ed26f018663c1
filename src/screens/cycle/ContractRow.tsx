import { useTranslation } from 'react-i18next';
import type { CycleLine } from '../../../workers/api.ts';
import { useClassNames, useOutcomeNames, useReasonWords } from '../../i18n/cycle.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';
import { ContractHead } from './ContractHead.tsx';
import { ProofButton } from './ProofButton.tsx';
import { SellButton } from './SellButton.tsx';

/** All that is shown of one contract. */
export function ContractRow({ line }: { readonly line: CycleLine }) {
  const { t } = useTranslation('cycle');
  const outcomes = useOutcomeNames();
  const classes = useClassNames();
  const reason = useReasonWords()(line);
  const { outcome } = line;
  return (
    <div className={look('stack pad ruled')} data-contract={line.id} data-outcome={outcome}>
      <p className={look('apart between shrinks')}>
        <ContractHead line={line} />
        <b data-direction={outcome === 'win' ? 'up' : outcome === 'lose' ? 'down' : undefined}>
          {outcome === null ? line.countdown : outcomes[outcome]}
        </b>
      </p>
      <Facts look="grid" columns={9}>
        <Fact name={t('amount')} text={line.amount} />
        <Fact name={t('field.buyPrice')} text={line.buyPrice} isPublic />
        <Fact name={t('field.closePrice')} text={line.closePrice} isPublic />
        <Fact name={outcome === null ? t('open.now') : t('field.profit')} text={line.profit} />
        <Fact name={t('terms.fee')} text={line.fee} />
        <Fact name={t('field.rate')} text={line.rate} isPublic />
        <Fact name={t('class.label')} text={classes[line.assetClass]} isPublic />
        <Fact name={t('field.boughtAt')} text={line.boughtAt} isPublic />
        <Fact name={t('field.endsAt')} text={line.endsAt} isPublic />
      </Facts>
      <SellButton line={line} />
      {reason === '' ? null : <p className={look('tiny')}>{reason}</p>}
      <p className={look('between tap')}>
        <small>
          {t('field.number')} {line.id}
        </small>
        {outcome === null ? null : <ProofButton id={line.id} />}
      </p>
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import type { CycleLine } from '../../../workers/api.ts';
import { useClassNames, useOutcomeNames, useReasonWords } from '../../i18n/cycle.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { RecordLine } from '../../ui/records/RecordLine.tsx';
import { ContractHead } from './ContractHead.tsx';
import { ProofButton } from './ProofButton.tsx';
import { SellButton } from './SellButton.tsx';

interface OfContract {
  readonly line: CycleLine;
}

/** All that is shown of a contract that runs, and of one that has just ended. */
export function ContractRow({ line }: OfContract) {
  const outcomes = useOutcomeNames();
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
        <ContractFacts line={line} />
      </Facts>
      <SellButton line={line} />
      <ContractEnd line={line} />
    </div>
  );
}

/** A contract that has ended, in two lines; a tap shows all of it, and leads to its proof. */
export function PastContract({ line }: OfContract) {
  const outcomes = useOutcomeNames();
  const { outcome, profit, profitDirection, amount, buyPrice, closePrice } = line;
  return (
    <RecordLine
      title={line.name}
      data-contract={line.id}
      data-outcome={outcome}
      head={<ContractHead line={line} />}
      figure={<Amount text={profit} direction={profitDirection} />}
      foot={
        <>
          {outcome === null ? '' : `${outcomes[outcome]} · `}
          <Amount text={amount} /> · {buyPrice} → {closePrice}
        </>
      }
      end={<ContractEnd line={line} />}
    >
      <ContractFacts line={line} />
    </RecordLine>
  );
}

function ContractFacts({ line }: OfContract) {
  const { t } = useTranslation('cycle');
  const classes = useClassNames();
  const isRunning = line.outcome === null;
  return (
    <>
      <Fact name={t('amount')} text={line.amount} />
      <Fact name={t('field.buyPrice')} text={line.buyPrice} isPublic />
      {isRunning ? null : <Fact name={t('field.closePrice')} text={line.closePrice} isPublic />}
      <Fact name={isRunning ? t('open.now') : t('field.profit')} text={line.profit} />
      <Fact name={t('terms.fee')} text={line.fee} />
      <Fact name={t('field.rate')} text={line.rate} isPublic />
      <Fact name={t('class.label')} text={classes[line.assetClass]} isPublic />
      <Fact name={t('field.boughtAt')} text={line.boughtAt} isPublic />
      <Fact name={t('field.endsAt')} text={line.endsAt} isPublic />
    </>
  );
}

/** Why it ended as it did, and its proof. */
function ContractEnd({ line }: OfContract) {
  const { t } = useTranslation('cycle');
  const reason = useReasonWords()(line);
  return (
    <>
      {reason === '' ? null : <p className={look('tiny')}>{reason}</p>}
      <p className={look('between tap')}>
        <small>
          {t('field.number')} {line.id}
        </small>
        {line.outcome === null ? null : <ProofButton id={line.id} />}
      </p>
    </>
  );
}

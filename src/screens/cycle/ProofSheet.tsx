import { Check, Minus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CycleComparison, CycleProof } from '../../../workers/api.ts';
import { useCheckNames, useOutcomeNames } from '../../i18n/cycle.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { venueSlug } from '../../state/brand.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';
import { Failed } from '../../ui/Notice.tsx';
import { download } from '../../ui/records/download.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Table } from '../../ui/Table.tsx';
import styles from './ProofSheet.module.css';
import type { ProofControl } from './useProof.ts';
import { useProof } from './useProof.ts';

interface ProofSheetProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** What settled a contract, recomputed on this device; a receipt that was kept as a file is checked as well. */
export default function ProofSheet({ id, onClose }: ProofSheetProps) {
  const { t } = useTranslation('cycle');
  const { ofRefusal } = useRefusalWords();
  const control = useProof(id);
  const { proof, failed, isChecking, reload } = control;
  return (
    <Sheet
      title={t('proof.title', { id: proof?.id ?? `${id}` })}
      onClose={onClose}
      footer={<Actions control={control} />}
    >
      <div className={look('stack3')} aria-busy={isChecking}>
        {failed ? (
          <p className={look('warned pad3 strong round3')} role="alert">
            {ofRefusal(failed)}
          </p>
        ) : null}
        {failed && !proof ? <Failed onRetry={reload} /> : null}
        {proof ? <Verdict proof={proof} /> : failed ? null : <Skeleton rows={5} />}
      </div>
    </Sheet>
  );
}

function Verdict({ proof }: { readonly proof: CycleProof }) {
  const { t } = useTranslation('cycle');
  const outcomes = useOutcomeNames();
  const { ok, isWhole, ticks, entry, settlement, points, outcome, settledAt, hashes } = proof;
  const verdict = ok ? (hashes === 'same' ? 'good' : 'alone') : 'bad';
  const text = { good: t('proof.good'), alone: t('proof.alone'), bad: t('proof.bad') }[verdict];
  return (
    <>
      <p className={look('pad3 strong ground2 round3', styles['verdict'])} role="status" data-proof={verdict}>
        {text}
      </p>
      {verdict === 'alone' ? <p className={look('tiny')}>{t('proof.aloneText')}</p> : null}
      <Facts look="grid" columns={2}>
        <Fact name={t('outcome.label')} text={outcomes[outcome]} isPublic />
        <Fact name={t('terms.entry')} text={entry} isPublic />
        <Fact name={t('field.closePrice')} text={settlement} isPublic />
        {proof.sale ? (
          <>
            <Fact name={t('proof.chance')} text={proof.sale.chance} isPublic />
            <Fact name={t('proof.volatility')} text={proof.sale.volatility} isPublic />
            <Fact name={t('sell.kept')} text={proof.sale.kept} isPublic />
          </>
        ) : (
          <Fact name={t('field.points')} text={points} isPublic />
        )}
        <Fact name={t('field.number')} text={proof.id} isPublic />
        <Fact name={t('proof.settledAt')} text={settledAt} isPublic />
      </Facts>
      <Checks proof={proof} />
      <p className={look('tiny')}>{isWhole ? t('proof.whole', { ticks }) : t('proof.parts', { ticks })}</p>
      <Deciding proof={proof} />
      <p className={look('tiny')}>{t('proof.how')}</p>
    </>
  );
}

function Checks({ proof }: { readonly proof: CycleProof }) {
  const { t } = useTranslation('cycle');
  const names = useCheckNames();
  return (
    <ul className={look('stack small', styles['checks'])}>
      {proof.checks.map(({ check, ok }) => (
        <li className={look('stack middle text')} key={check} data-ok={ok}>
          {ok ? (
            <Check className={look('accent')} size={16} aria-hidden="true" />
          ) : (
            <X className={look('accent')} size={16} aria-hidden="true" />
          )}
          <span>{names[check]}</span>
          <small>{ok ? t('proof.ok') : t('proof.fails')}</small>
        </li>
      ))}
      <Compared name={t('proof.hashes')} with={proof.hashes} />
      <Compared name={t('proof.record')} with={proof.record} />
    </ul>
  );
}

/** What the exchange says of a part, where it was reached. */
function Compared({ name, with: comparison }: { readonly name: string; readonly with: CycleComparison }) {
  const { t } = useTranslation('cycle');
  const words = { same: t('proof.ok'), other: t('proof.fails'), unknown: t('proof.unknown') };
  const Icon = { same: Check, other: X, unknown: Minus }[comparison];
  return (
    <li className={look('stack middle text')} data-ok={comparison !== 'other'} data-compared={comparison}>
      <Icon className={look('accent')} size={16} aria-hidden="true" />
      <span>{name}</span>
      <small>{words[comparison]}</small>
    </li>
  );
}

const SHORT_HASH = 10;

function Deciding({ proof }: { readonly proof: CycleProof }) {
  const { t } = useTranslation('cycle');
  return (
    <div className={styles['deciding']}>
      <Table className={look('whole')}>
        <caption className={look('text left')}>{t('proof.deciding')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('field.number')}</th>
            <th scope="col">{t('proof.time')}</th>
            <th scope="col">{t('proof.price')}</th>
            <th scope="col">{t('proof.hash')}</th>
          </tr>
        </thead>
        <tbody>
          {proof.deciding.map(({ seq, time, price, hash }) => (
            <tr key={seq}>
              <td>{seq}</td>
              <td>{time}</td>
              <td>{price}</td>
              <td title={hash}>{`${hash.slice(0, SHORT_HASH)}…`}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Actions({ control: { proof, again, checkFile } }: { readonly control: ProofControl }) {
  const { t } = useTranslation('cycle');
  return (
    <div className={look('flex wrap gap2 wide', styles['actions'])}>
      <Button look="soft" size="s" disabled={!proof} onClick={again}>
        {t('proof.again')}
      </Button>
      <Button
        look="soft"
        size="s"
        disabled={!proof}
        onClick={() =>
          proof && download(proof.json, `${venueSlug()}-cycle-${proof.id}.json`, 'application/json')
        }
      >
        {t('proof.save')}
      </Button>
      <label {...buttonLook({ look: 'soft', size: 's' })}>
        <input
          className="visually-hidden"
          type="file"
          accept="application/json,.json"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) checkFile(file);
            // The same file can be picked again.
            target.value = '';
          }}
        />
        <span>{t('proof.file')}</span>
      </label>
    </div>
  );
}

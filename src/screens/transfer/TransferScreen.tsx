import { ArrowDownUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { useAccountNames } from '../../i18n/funds.ts';
import { login } from '../../state/login.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { FieldButton } from '../../ui/ticket/FieldParts.tsx';
import { TransferDock } from './TransferDock.tsx';
import { TransferEffect } from './TransferEffect.tsx';
import styles from './TransferScreen.module.css';
import type { TransferControl } from './useTransfer.ts';
import { useTransfer } from './useTransfer.ts';

/** Moves money between the user's own accounts. */
export default function TransferScreen() {
  const { t } = useTranslation(['app', 'convert']);
  const { token } = useSnapshot(login);
  if (token !== null) return <Form />;
  return (
    <Screen title={t('title.transfer')} up="/property">
      <SignInFirst gain={t('convert:transfer.gain')} />
    </Screen>
  );
}

function Form() {
  const { t } = useTranslation(['app', 'convert']);
  const control = useTransfer();
  return (
    <Screen title={t('title.transfer')} up="/property" footer={<TransferDock control={control} />}>
      <div className={look('form')}>
        <Accounts control={control} />
        <Fields control={control} />
        <Figures control={control} />
        <TransferEffect liquidation={control.frame?.liquidation} />
      </div>
    </Screen>
  );
}

interface PartProps {
  readonly control: TransferControl;
}

function Accounts({ control: { ticket, change } }: PartProps) {
  const { t } = useTranslation('convert');
  const names = useAccountNames();
  const to = ticket.from === 'spot' ? 'futures' : 'spot';
  return (
    <div className={look('stack1 box relative', styles['accounts'])}>
      <p className={look('stack3 middle tap')}>
        <small className={look('small')}>{t('transfer.from')}</small>
        <b>{names[ticket.from]}</b>
      </p>
      <p className={look('stack3 middle tap')}>
        <small className={look('small')}>{t('transfer.to')}</small>
        <b>{names[to]}</b>
      </p>
      <IconButton look="round" label={t('transfer.swap')} onClick={() => change({ from: to })}>
        <ArrowDownUp size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function Fields({ control: { ticket, frame, change, touch, error } }: PartProps) {
  const { t } = useTranslation(['convert', 'trade']);
  const assets = frame?.assets.map(({ asset }) => asset) ?? [];
  const options = assets.includes(ticket.asset) ? assets : [ticket.asset, ...assets];
  const most = frame?.mostDigits;
  return (
    <>
      <Select
        isLabelShown
        label={t('transfer.asset')}
        value={ticket.asset}
        options={options.map((id) => ({ id, text: id }))}
        onSelect={(asset) => change({ asset, amount: '' })}
      />
      <NumberField
        name="amount"
        label={t('transfer.amount')}
        value={ticket.amount}
        error={error}
        onChange={(amount) => change({ amount })}
        onLeave={touch}
        after={
          <FieldButton
            disabled={most === undefined}
            onClick={() => {
              if (most === undefined) return;
              change({ amount: most });
              touch();
            }}
          >
            {t('trade:max')}
          </FieldButton>
        }
      />
    </>
  );
}

/** What may go, what has to stay, and what both accounts have afterwards. */
function Figures({ control: { ticket, frame } }: PartProps) {
  const { t } = useTranslation('convert');
  const names = useAccountNames();
  if (!frame) return null;
  const { available, kept, after, to } = frame;
  const { asset, from } = ticket;
  return (
    <Facts look="ticket">
      <Fact name={t('transfer.movable')}>
        <Amount text={available} /> {asset}
      </Fact>
      {kept === '' ? null : (
        <Fact name={t('transfer.kept')}>
          <Amount text={kept} /> {asset}
        </Fact>
      )}
      <Fact name={t('transfer.after', { account: names[from] })}>
        <Amount text={after.from} /> {asset}
      </Fact>
      <Fact name={t('transfer.after', { account: names[to] })}>
        <Amount text={after.to} /> {asset}
      </Fact>
    </Facts>
  );
}

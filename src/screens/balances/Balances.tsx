import { Eye, EyeOff } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { AccountKind } from '../../../domain/index.ts';
import { balanceKinds, TOTAL_ASSET } from '../../../domain/index.ts';
import type { BalancesView } from '../../../workers/api.ts';
import { useAccountNames } from '../../i18n/funds.ts';
import { assetsLook, BalancesModel, totalUnits } from '../../state/balances.ts';
import type { CellBoard } from '../../state/cells.ts';
import { client } from '../../state/client.ts';
import { useRefresh } from '../../state/refresh.ts';
import { changeSettings, settings } from '../../state/settings.ts';
import { status } from '../../state/status.ts';
import { useStoredModel } from '../../state/storedModels.ts';
import { useView } from '../../state/useView.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FreshMark } from '../../ui/FreshMark.tsx';
import { LiveAmount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Failed } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { AssetList } from './AssetList.tsx';
import styles from './Balances.module.css';
import { MoneyLinks } from './MoneyLinks.tsx';
import { TodayProfit, useWorth, WorthCard } from './WorthCard.tsx';

/** One account's money, or all of it: the total, its parts and its assets. */
export function Balances({ account }: { readonly account: AccountKind | undefined }) {
  const model = useStoredModel(`balances:${account ?? 'all'}`, () => new BalancesModel());
  const view = useMemo<BalancesView>(
    () => (account ? { kind: 'balances', account } : { kind: 'balances' }),
    [account],
  );
  useView(view, (frame) => model.apply(frame));
  useRefresh(() => client.wake());
  const { isKnown } = useSnapshot(model.state);
  const { link } = useSnapshot(status);
  if (!isKnown && link === 'offline') return <Failed onRetry={() => client.wake()} />;
  return (
    <div aria-busy={!isKnown}>
      <Total model={model} account={account} />
      {account ? <Rest model={model} /> : <Whole model={model} />}
      <AssetList model={model} />
    </div>
  );
}

interface PartProps {
  readonly model: BalancesModel;
}

/** Of all accounts together: what they did today and over time, too. */
function Whole({ model }: PartProps) {
  const worth = useWorth();
  return (
    <>
      <TodayProfit model={worth.model} />
      <Rest model={model} />
      <WorthCard worth={worth} />
    </>
  );
}

function Rest({ model }: PartProps) {
  return (
    <>
      <Parts board={model.cells} />
      <MoneyLinks />
    </>
  );
}

interface TotalProps {
  readonly model: BalancesModel;
  readonly account: AccountKind | undefined;
}

function Total({ model, account }: TotalProps) {
  const { t } = useTranslation('funds');
  const names = useAccountNames();
  const { unit } = useSnapshot(assetsLook);
  const { isWhole, isKnown, freshness } = useSnapshot(model.state);
  return (
    <section className={styles['total']} data-waiting={!isKnown || undefined}>
      <div className={look('grid middle', styles['head'])}>
        <h2 className={look('quiet light')}>
          {account ? t('worthOf', { account: names[account] }) : t('total')}
        </h2>
        <HideButton />
        <Tabs
          look="chips"
          label={t('unit')}
          selected={unit}
          onSelect={(id) => {
            assetsLook.unit = id;
          }}
          tabs={totalUnits.map((id) => ({ id, text: id }))}
        />
      </div>
      <p className={look('flex wrap baseline across2', styles['sum'])}>
        <LiveAmount
          board={model.cells}
          cell={`total:${unit}`}
          className={look('strong breaks shrinks', styles['number'])}
        />
        <small className={look('small')}>{unit}</small>
        {isKnown ? <FreshMark freshness={freshness} hasDot /> : null}
      </p>
      {isWhole ? null : <p className={look('tiny')}>{t('partial')}</p>}
    </section>
  );
}

function HideButton() {
  const { t } = useTranslation('funds');
  const { hideAmounts } = useSnapshot(settings);
  const Icon = hideAmounts ? EyeOff : Eye;
  return (
    <IconButton
      look="faint"
      label={t('hide')}
      aria-pressed={hideAmounts}
      onClick={() => changeSettings({ hideAmounts: !hideAmounts })}
    >
      <Icon size={20} aria-hidden="true" />
    </IconButton>
  );
}

/** Where the money is and what it did, all in one unit. */
function Parts({ board }: { readonly board: CellBoard }) {
  const { t } = useTranslation('funds');
  const names = useAccountNames();
  const facts = [
    ...balanceKinds.map((id) => ({ cell: `account:${id}`, name: names[id] })),
    { cell: 'positionMargin', name: t('positionMargin') },
    { cell: 'unrealizedPl', name: t('unrealizedPl') },
    { cell: 'realizedPl', name: t('realizedPl') },
  ];
  return (
    <>
      <div className={look('surface', styles['parts'])}>
        <Facts look="grid" columns={2} isStrong>
          {facts.map(({ cell, name }) => (
            <Fact key={cell} name={`${name} ${TOTAL_ASSET}`}>
              <LiveAmount board={board} cell={cell} />
            </Fact>
          ))}
        </Facts>
      </div>
      <p className={look('tiny', styles['hint'])}>{t('realizedHint')}</p>
    </>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusalCode } from '../../../domain/index.ts';
import type { GuardLine } from '../../../workers/api.ts';
import { useGuardNames, useSourceNames } from '../../i18n/perpetual.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { Button } from '../../ui/Button.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { cardLook } from '../../ui/trade/cardLook.ts';
import { Revoke } from './FuturesOrders.tsx';
import { TrailFacts } from './TrailFacts.tsx';
import { TrailSheet } from './TrailSheet.tsx';

interface GuardListProps {
  readonly market: string;
  readonly guards: readonly GuardLine[];
  readonly base: string;
}

/** The guards that stand, each with what it brings and why it could not act. */
export function GuardList({ market, guards, base }: GuardListProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const names = useGuardNames();
  const sources = useSourceNames();
  const { ofCode } = useRefusalWords();
  const [changed, setChanged] = useState<number>();
  const chosen = guards.find(({ id }) => id === changed);
  return (
    <>
      {chosen?.trail ? (
        <TrailSheet
          {...{ market, id: chosen.id, isGuard: true, trail: chosen.trail, source: chosen.source }}
          onClose={() => setChanged(undefined)}
        />
      ) : null}
      <ul>
        {guards.map(
          ({ id, kind, trigger, source, trail, quantity, profit, direction, limit, reason, isBeyond }) => (
            <li key={id} className={cardLook} data-guard={kind}>
              <header className={look('row wrap')}>
                <b>{names[kind]}</b>
                <b>{trigger}</b>
                <small>{sources[source]}</small>
              </header>
              <Facts look="inline">
                <Fact name={t('stopPl.part')}>
                  {quantity === '' ? t('stopPl.whole') : `${quantity} ${base}`}
                </Fact>
                {trail ? <TrailFacts trail={trail} /> : null}
                <Fact name={t('profit')}>
                  <Amount text={profit} direction={direction} />
                </Fact>
                <Fact name={t('trade:price')}>{limit === '--' ? t('trade:marketPrice') : limit}</Fact>
              </Facts>
              {isBeyond ? <p className={look('warning mini')}>{t('beyond')}</p> : null}
              {reason ? (
                <p className={look('warning mini')}>{isRefusalCode(reason) ? ofCode(reason) : reason}</p>
              ) : null}
              <footer>
                {trail ? (
                  <Button look="soft" size="s" onClick={() => setChanged(id)}>
                    {t('trade:orders.edit')}
                  </Button>
                ) : null}
                <Revoke id={id} />
              </footer>
            </li>
          ),
        )}
      </ul>
    </>
  );
}

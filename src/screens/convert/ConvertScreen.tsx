import { ArrowDownUp, History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { ConvertSide } from '../../../domain/index.ts';
import { login } from '../../state/login.ts';
import { Button, IconButton, IconLink } from '../../ui/Button.tsx';
import { CoinIcon } from '../../ui/coin/CoinIcon.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Press } from '../../ui/Press.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { AssetPicker } from './AssetPicker.tsx';
import { ConvertDock } from './ConvertDock.tsx';
import styles from './ConvertScreen.module.css';
import { ConvertTerms } from './ConvertTerms.tsx';
import { SmallBalances } from './SmallBalances.tsx';
import type { ConvertControl } from './useConvert.ts';
import { useConvert } from './useConvert.ts';

/** One asset for another, at a price that is said before and stands for eight seconds. */
export default function ConvertScreen() {
  const { t } = useTranslation(['app', 'convert']);
  const { token } = useSnapshot(login);
  const control = useConvert();
  const [isSmallOpen, setSmallOpen] = useState(false);
  return (
    <Screen
      title={t('title.convert')}
      up="/property"
      actions={
        <IconLink to="/convertRecord" label={t('title.convertRecord')}>
          <History size={20} aria-hidden="true" />
        </IconLink>
      }
      footer={<ConvertDock control={control} />}
    >
      <div className={look('form')}>
        <Part side="from" control={control} />
        <IconButton look="round" label={t('convert:swap')} onClick={control.swap}>
          <ArrowDownUp size={20} aria-hidden="true" />
        </IconButton>
        <Part side="to" control={control} />
        <ConvertTerms frame={control.frame} />
        {token === null ? null : (
          <Button look="link" onClick={() => setSmallOpen(true)}>
            {t('convert:small.title')}
          </Button>
        )}
      </div>
      {isSmallOpen ? <SmallBalances onClose={() => setSmallOpen(false)} /> : null}
    </Screen>
  );
}

interface PartProps {
  readonly side: ConvertSide;
  readonly control: ConvertControl;
}

function Part({ side, control }: PartProps) {
  const { t } = useTranslation(['convert', 'trade']);
  const { ticket, frame, textOf, type, touch, errorOf, pick } = control;
  const [isPicking, setPicking] = useState(false);
  const asset = ticket[side];
  const most = frame?.mostDigits;
  return (
    <section className={look('shrinks')} data-side={side} data-dense>
      <NumberField
        name={side}
        label={side === 'from' ? t('give') : t('get')}
        value={textOf(side)}
        error={errorOf(side)}
        onChange={(text) => type(side, text)}
        onLeave={touch}
        after={
          <Press
            className={look('row', styles['asset'])}
            aria-haspopup="dialog"
            onClick={() => setPicking(true)}
          >
            <CoinIcon iconId={frame?.[side].iconId ?? null} symbol={asset} />
            <b>{asset}</b>
          </Press>
        }
      />
      <p className={look('row faint spread breaks tap', styles['available'])}>
        <span>
          {t('trade:available')} <Amount text={frame?.[side].available ?? ''} />
        </span>
        {side === 'from' ? (
          <Button
            look="link"
            size="s"
            disabled={most === undefined}
            onClick={() => {
              if (most === undefined) return;
              type('from', most);
              touch();
            }}
          >
            {t('trade:max')}
          </Button>
        ) : null}
      </p>
      {isPicking ? (
        <AssetPicker
          title={side === 'from' ? t('choose.from') : t('choose.to')}
          onPick={(picked) => {
            pick(side, picked);
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </section>
  );
}

import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { FuturesMarginFrame, FuturesMarginView } from '../../../workers/api.ts';
import { useLiquidationWords } from '../../i18n/liquidationTexts.ts';
import type { PositionHead } from '../../state/futures.ts';
import { submit } from '../../state/login.ts';
import { useOnce } from '../../state/useOnce.ts';
import { useView } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import ticket from '../../ui/ticket/Ticket.module.css';
import types from '../../ui/ticket/Types.module.css';
import form from './FuturesForm.module.css';
import { useFuturesToasts } from './useFuturesToasts.ts';

interface MarginSheetProps {
  readonly head: PositionHead;
  readonly onClose: () => void;
}

/** Adds margin to an isolated position or takes some out, with where liquidation is then. */
export function MarginSheet({ head, onClose }: MarginSheetProps) {
  const { t } = useTranslation('perpetual');
  const [way, setWay] = useState<FuturesMarginView['way']>('add');
  const [amount, setAmount] = useState('');
  const [isTouched, setTouched] = useState(false);
  const [frame, setFrame] = useState<FuturesMarginFrame>();
  const view = useMemo<FuturesMarginView>(
    () => ({ kind: 'futuresMargin', market: head.market, way, amount }),
    [head.market, way, amount],
  );
  useView(view, setFrame);
  const isOld = JSON.stringify(frame?.view) !== JSON.stringify(view);
  const [isBusy, change] = useChange(head, onClose);
  const tap = () => {
    setTouched(true);
    if (!isOld && frame?.amount !== undefined) void change(frame.amount);
  };
  return (
    <Sheet
      title={t('marginOf', { name: head.name })}
      onClose={onClose}
      footer={
        <Button look="main" isWide aria-busy={isBusy} onClick={tap}>
          {way === 'add' ? t('marginWay.add') : t('marginWay.take')}
        </Button>
      }
    >
      <div className={form['choices']}>
        <fieldset className={types['types']}>
          <legend className="visually-hidden">{t('action.margin')}</legend>
          {(['add', 'take'] as const).map((each) => (
            <button key={each} type="button" aria-pressed={way === each} onClick={() => setWay(each)}>
              {each === 'add' ? t('marginWay.add') : t('marginWay.take')}
            </button>
          ))}
        </fieldset>
        <NumberField
          name="margin"
          label={t('marginWay.amount')}
          value={amount}
          error={isTouched && !isOld ? frame?.error : undefined}
          onChange={setAmount}
          onLeave={() => setTouched(true)}
          after={<MaxButton frame={frame} onTake={setAmount} />}
        />
      </div>
      <After frame={frame} />
    </Sheet>
  );
}

function useChange(head: PositionHead, onClose: () => void) {
  const { t } = useTranslation('perpetual');
  const toasts = useFuturesToasts();
  const [isBusy, once] = useOnce();
  const change = (amount: string) =>
    once(async () => {
      const result = await submit('perpetual.changeMargin', { market: head.market, amount });
      if (result.state === 'refused') toasts.refused(result.error);
      if (result.state === 'settled') toasts.told(t('marginWay.done'));
      if (result.state !== 'refused') onClose();
    });
  return [isBusy, change] as const;
}

interface MaxProps {
  readonly frame: FuturesMarginFrame | undefined;
  readonly onTake: (amount: string) => void;
}

function MaxButton({ frame, onTake }: MaxProps) {
  const { t } = useTranslation('trade');
  return (
    <button
      type="button"
      className={ticket['swap']}
      disabled={!frame}
      onClick={() => frame && onTake(frame.mostDigits)}
    >
      {t('max')}
    </button>
  );
}

function After({ frame }: Pick<MaxProps, 'frame'>) {
  const { t } = useTranslation('perpetual');
  const words = useLiquidationWords();
  if (!frame) return null;
  return (
    <Facts look="ticket">
      <Fact name={t('marginWay.most')}>{`${frame.most} ${SETTLEMENT_ASSET}`}</Fact>
      <Fact name={t('marginWay.after')}>{`${frame.margin} ${SETTLEMENT_ASSET}`}</Fact>
      <Fact name={t('liquidationPrice')}>{words(frame.liquidation)}</Fact>
    </Facts>
  );
}

import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { FuturesMarginFrame, FuturesMarginView } from '../../../workers/api.ts';
import { useLiquidationWords } from '../../i18n/liquidationTexts.ts';
import type { PositionHead } from '../../state/futures.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { useSender } from '../../state/useSender.ts';
import { useView } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { Chips } from '../../ui/Chip.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { look } from '../../ui/look.ts';
import { FieldButton } from '../../ui/ticket/FieldParts.tsx';
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
  const words = { add: t('marginWay.add'), take: t('marginWay.take') };
  const isOld = JSON.stringify(frame?.view) !== JSON.stringify(view);
  // What can be added is not what can be taken out.
  const own = frame?.view.way === way ? frame : undefined;
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
          {words[way]}
        </Button>
      }
    >
      <div className={look('grid bottom3', form['choices'])}>
        <Chips
          look="segments"
          label={t('action.margin')}
          options={(['add', 'take'] as const).map((id) => ({ id, text: words[id] }))}
          selected={way}
          onSelect={setWay}
        />
        <NumberField
          name="margin"
          label={t('marginWay.amount')}
          value={amount}
          error={isTouched && !isOld ? frame?.error : undefined}
          onChange={setAmount}
          onLeave={() => setTouched(true)}
          after={<MaxButton frame={own} onTake={setAmount} />}
        />
      </div>
      <After frame={own} />
    </Sheet>
  );
}

function useChange(head: PositionHead, onClose: () => void) {
  const { t } = useTranslation('perpetual');
  const toasts = useFuturesToasts();
  const { state, send } = useSender('perpetual.changeMargin', head.market);
  const isShown = useIsShown();
  const change = async (amount: string) => {
    const result = await send({ market: head.market, amount });
    if (result?.state === 'refused') toasts.refused(result.error);
    if (result?.state === 'settled') toasts.show(t('marginWay.done'));
    if (result && result.state !== 'refused' && isShown()) onClose();
  };
  return [state !== 'idle', change] as const;
}

interface MaxProps {
  readonly frame: FuturesMarginFrame | undefined;
  readonly onTake: (amount: string) => void;
}

function MaxButton({ frame, onTake }: MaxProps) {
  const { t } = useTranslation('trade');
  return (
    <FieldButton disabled={!frame} onClick={() => frame && onTake(frame.mostDigits)}>
      {t('max')}
    </FieldButton>
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

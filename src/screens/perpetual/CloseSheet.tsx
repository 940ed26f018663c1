import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defined, NO_FIGURE, SETTLEMENT_ASSET, tickBounds } from '../../../domain/index.ts';
import type { CloseType, FuturesCloseFrame, FuturesCloseView } from '../../../workers/api.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
import { usePositionSides } from '../../i18n/perpetual.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import type { PositionHead } from '../../state/futures.ts';
import { useEarlyTap } from '../../state/useEarlyTap.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { useOpening } from '../../state/useOpening.ts';
import { useSender } from '../../state/useSender.ts';
import { useView } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { Chips } from '../../ui/Chip.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { Range } from '../../ui/form/Range.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { FieldUnit } from '../../ui/ticket/FieldParts.tsx';
import { usePercent } from '../../ui/usePercent.ts';
import type { ChaseChoice } from './ChaseFields.tsx';
import { ChaseFields, chaseOf, usualChase } from './ChaseFields.tsx';
import form from './FuturesForm.module.css';
import { positionName } from './positionName.ts';
import { useFuturesToasts } from './useFuturesToasts.ts';

interface CloseSheetProps {
  readonly head: PositionHead;
  readonly onClose: () => void;
}

type CloseRequest = Pick<FuturesCloseView, 'type' | 'price' | 'percent'>;
/** In the order in which they are offered. */
const TYPES: readonly CloseType[] = ['market', 'limit', 'chase'];
const ALL: CloseRequest = { type: 'market', price: '', percent: 100 };

/** Closes all or a part of a position, at market or at a limit, with what that brings. */
export function CloseSheet({ head, onClose }: CloseSheetProps) {
  const { t } = useTranslation('perpetual');
  const sides = usePositionSides();
  const [input, setRequest] = useState(ALL);
  const [chase, setChase] = useState(usualChase);
  const [frame, setFrame] = useState<FuturesCloseFrame>();
  const view = useMemo<FuturesCloseView>(
    () => ({ kind: 'futuresClose', market: head.market, ...input }),
    [head.market, input],
  );
  useView(view, setFrame);
  const isOpening = useOpening(frame);
  const about = JSON.stringify(view);
  const isAnswered = !isOpening && JSON.stringify(frame?.view) === about;
  const request = !isAnswered || frame?.blocked ? undefined : frame?.request;
  const [isBusy, close] = useClose(head, onClose);
  const [isAwaited, onTap] = useEarlyTap({
    about,
    isReady: request !== undefined,
    isBlocked: isBusy || (isAnswered && !request),
    tap: () => request && void close(input, request, chase),
  });
  return (
    <Sheet
      title={`${t('close.title', { name: head.name })} · ${sides[head.side]}`}
      onClose={onClose}
      footer={
        <Button
          look="main"
          isWide
          aria-disabled={!request || isBusy}
          aria-busy={isBusy || isAwaited}
          onClick={onTap}
        >
          {t('close.action', { quantity: frame?.quantity ?? '', base: head.base })}
        </Button>
      }
    >
      <Net frame={frame} />
      <Fields
        input={input}
        frame={frame}
        onChange={(next) => setRequest((before) => ({ ...before, ...next }))}
      >
        {input.type === 'chase' ? (
          <ChaseFields choice={chase} onChange={(next) => setChase((before) => ({ ...before, ...next }))} />
        ) : null}
      </Fields>
      <Outcome frame={frame} isOpening={isOpening} />
    </Sheet>
  );
}

function useClose(head: PositionHead, onClose: () => void) {
  const toasts = useFuturesToasts();
  const { state, send } = useSender('perpetual.close', '', positionName(head.market));
  const isShown = useIsShown();
  const close = async (
    input: CloseRequest,
    { price, quantity }: NonNullable<FuturesCloseFrame['request']>,
    chase: ChaseChoice,
  ) => {
    const result = await send({
      market: head.market,
      ...(input.type === 'chase' ? { type: 'limit' as const, chase: chaseOf(chase) } : { type: input.type }),
      ...defined({ price }),
      // All of it, whatever its size is by then.
      ...(input.percent === 100 ? {} : { quantity }),
    });
    if (result?.state === 'refused') toasts.refused(result.error);
    if (result?.state === 'settled') toasts.placed(result.data.order, head.name, result.data.net);
    if (result && result.state !== 'refused' && isShown()) onClose();
  };
  // A part that may be closed already is not closed once more; all of it is, by the buttons that close it at market.
  return [state !== 'idle', close] as const;
}

interface FieldsProps {
  readonly input: CloseRequest;
  readonly frame: FuturesCloseFrame | undefined;
  readonly onChange: (next: Partial<CloseRequest>) => void;
  /** What the chosen way has besides. */
  readonly children: ReactNode;
}

const SHARES = [25, 50, 75, 100];

function Fields({ input, frame, onChange, children }: FieldsProps) {
  const { t } = useTranslation(['trade', 'perpetual']);
  const { types } = useOrderNames();
  const names = { ...types, chase: t('perpetual:chase.name') };
  const percentWords = usePercent();
  const [isTouched, setTouched] = useState(false);
  const bounds = frame ? tickBounds(frame.tick) : {};
  return (
    <div className={look('grid bottom3', form['choices'])}>
      <Chips
        look="segments"
        label={t('type.label')}
        options={TYPES.map((id) => ({ id, text: names[id] }))}
        selected={input.type}
        onSelect={(type) => onChange({ type, price: type === 'limit' ? (frame?.quick.last ?? '') : '' })}
      />
      {input.type === 'limit' ? (
        <NumberField
          name="closePrice"
          label={t('price')}
          value={input.price}
          error={isTouched ? frame?.error : undefined}
          bounds={bounds}
          onChange={(price) => onChange({ price })}
          onLeave={() => setTouched(true)}
          after={<FieldUnit>{SETTLEMENT_ASSET}</FieldUnit>}
        />
      ) : null}
      {children}
      <Range
        label={t('perpetual:close.share')}
        valueText={percentWords(input.percent)}
        min={1}
        max={100}
        value={input.percent}
        onChange={(percent) => onChange({ percent })}
      />
      <Chips
        label={t('perpetual:close.share')}
        options={SHARES.map((id) => ({ id, text: percentWords(id) }))}
        selected={input.percent}
        onSelect={(percent) => onChange({ percent })}
      />
    </div>
  );
}

/** What is left of it, first of all. */
function Net({ frame }: Pick<FieldsProps, 'frame'>) {
  const { t } = useTranslation('perpetual');
  return (
    <div className={look('bottom3')}>
      <Facts look="grid" columns={1}>
        <Fact name={t('net')}>
          <b className={look('huge')}>
            <Amount text={frame?.net ?? NO_FIGURE} {...(frame ? { direction: frame.direction } : {})} />
          </b>{' '}
          <small>{SETTLEMENT_ASSET}</small>
        </Fact>
      </Facts>
    </div>
  );
}

interface OutcomeProps extends Pick<FieldsProps, 'frame'> {
  /** The first prices are on their way. */
  readonly isOpening: boolean;
}

function Outcome({ frame, isOpening }: OutcomeProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const { ofCode } = useRefusalWords();
  if (!frame) return null;
  const { price, profit, fee, interest, part, returned } = frame;
  const blocked = isOpening ? undefined : frame.blocked;
  return (
    <>
      <Facts look="ticket">
        <Fact name={t('priceProfit')}>
          <Amount text={profit} />
        </Fact>
        <Fact name={t('trade:fee')}>
          <Amount text={fee} />
        </Fact>
        <Fact name={t('interest')}>
          <Amount text={interest} />
        </Fact>
        <Fact name={t('trade:average')}>{price}</Fact>
        {part ? (
          <Fact name={t('close.part')}>
            <Amount text={part} />
          </Fact>
        ) : null}
        <Fact name={t('close.returned')}>
          <Amount text={returned} /> {SETTLEMENT_ASSET}
        </Fact>
      </Facts>
      <p className={look('text mini')}>{t('close.net')}</p>
      {/* The line keeps its room: what is above it stays under the finger when prices grow old. */}
      <p role="alert" className={look('failed')}>
        {blocked || frame.error === 'amountZero' ? ofCode(blocked ?? frame.error) : '\u00a0'}
      </p>
    </>
  );
}

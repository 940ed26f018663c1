import { Ellipsis } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { ExplainedFigure } from '../../../workers/api.ts';
import { useMarginModes, usePositionSides } from '../../i18n/perpetual.ts';
import type { FuturesModel, PositionHead } from '../../state/futures.ts';
import { Button, ButtonLink, IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount, LiveAmount } from '../../ui/LiveAmount.tsx';
import { LiveText } from '../../ui/LiveText.tsx';
import { look } from '../../ui/look.ts';
import { PairName } from '../../ui/market/PairName.tsx';
import { Press } from '../../ui/Press.tsx';
import { CloseSheet } from './CloseSheet.tsx';
import type { Explained } from './ExplainSheet.tsx';
import { FastClose } from './FastClose.tsx';
import { LiquidationText } from './LiquidationText.tsx';
import { MarginSheet } from './MarginSheet.tsx';
import { MoreSheet } from './MoreSheet.tsx';
import card from './PositionCard.module.css';
import { ReverseButton } from './ReverseButton.tsx';
import { ScenarioSheet } from './ScenarioSheet.tsx';

interface CardProps {
  readonly head: PositionHead;
  readonly model: FuturesModel;
  readonly onExplain: (explained: Explained) => void;
}

type Open = 'close' | 'margin' | 'more' | 'scenario';

/** One position: what it brings, at mark and net of all costs, six facts, how near danger is, and what can be done. */
export const PositionCard = memo(function PositionCard({ head, model, onExplain }: CardProps) {
  const { t } = useTranslation('perpetual');
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const explain = (figure: ExplainedFigure) => onExplain({ market: head.market, figure });
  return (
    <div className={look('stack framed pad3 shrinks ground1')} data-market={head.market}>
      <Head head={head} onMore={() => setOpen('more')} />
      <Profit head={head} model={model} onExplain={explain} />
      <Figures head={head} model={model} onExplain={explain} />
      <Danger head={head} model={model} onExplain={explain} />
      <footer className={look('flex wrap gap1', card['actions'])}>
        <ButtonLink size="s" to={`/stopPl?market=${encodeURIComponent(head.market)}`}>
          {t('action.guards')}
        </ButtonLink>
        {head.mode === 'cross' ? null : (
          <Button size="s" onClick={() => setOpen('margin')}>
            {t('action.margin')}
          </Button>
        )}
        <ReverseButton head={head} />
        <Button size="s" tone="bad" onClick={() => setOpen('close')}>
          {t('action.close')}
        </Button>
        <FastClose head={head} model={model} />
      </footer>
      {open === 'close' ? <CloseSheet head={head} onClose={close} /> : null}
      {open === 'margin' ? <MarginSheet head={head} onClose={close} /> : null}
      {open === 'more' ? (
        <MoreSheet
          head={head}
          model={model}
          onExplain={explain}
          onScenario={() => setOpen('scenario')}
          onClose={close}
        />
      ) : null}
      {open === 'scenario' ? <ScenarioSheet market={head.market} onClose={close} /> : null}
    </div>
  );
});

function Head({ head, onMore }: { readonly head: PositionHead; readonly onMore: () => void }) {
  const { t } = useTranslation('perpetual');
  const sides = usePositionSides();
  const modes = useMarginModes();
  return (
    <header className={look('row wrap shrinks')}>
      <Chip tone={head.side === 'long' ? 'up' : 'down'}>{sides[head.side]}</Chip>
      <PairName name={head.name} />
      <small>{`${head.leverage}× ${modes[head.mode]}`}</small>
      <IconButton
        className={card['more']}
        aria-haspopup="dialog"
        label={t('details', { name: head.name })}
        onClick={onMore}
      >
        <Ellipsis size={20} aria-hidden="true" />
      </IconButton>
    </header>
  );
}

interface PartProps extends Pick<CardProps, 'head' | 'model'> {
  readonly onExplain: (figure: ExplainedFigure) => void;
}

function Profit({ head, model, onExplain }: PartProps) {
  const { t } = useTranslation('perpetual');
  return (
    <div className={look('flex wrap spread', card['profit'])}>
      <Press className={look('grid left')} onClick={() => onExplain('profit')}>
        <small>{`${t('profit')} (${SETTLEMENT_ASSET})`}</small>
        <LiveAmount
          board={model.cells}
          cell={`${head.id}:profit`}
          className={look('huge strong', card['big'])}
        />
      </Press>
      <Press className={look('grid right')} onClick={() => onExplain('roe')}>
        <small>{t('roe')}</small>
        <LiveText board={model.cells} cell={`${head.id}:roe`} className={look('large strong')} />
      </Press>
      <p className={look('tiny flex wrap gap1 wide')}>
        <span>{t('netNow')}</span>{' '}
        <LiveAmount board={model.cells} cell={`${head.id}:net`} className={look('bright strong')} />
      </p>
    </div>
  );
}

function Figures({ head, model, onExplain }: PartProps) {
  const { t } = useTranslation('perpetual');
  return (
    <Facts look="three" isStrong>
      <Fact name={`${t('quantity')} (${head.base})`}>
        <Amount text={head.quantity} />
      </Fact>
      <Fact name={t('entry')}>{head.entry}</Fact>
      <Fact name={t('mark')}>
        <LiveText board={model.cells} cell={`${head.id}:mark`} />
      </Fact>
      <Fact name={t('margin')} onExplain={() => onExplain('margin')}>
        <Amount text={head.margin} />
      </Fact>
      <Fact name={t('liquidationShort')} onExplain={() => onExplain('liquidation')}>
        <LiquidationText head={head} model={model} />
      </Fact>
      <Fact name={t('guardsShort')}>{`${head.takeProfit} / ${head.stopLoss}`}</Fact>
    </Facts>
  );
}

function Danger({ head, model, onExplain }: PartProps) {
  const { t } = useTranslation('perpetual');
  const bar = useRef<HTMLDivElement>(null);
  useEffect(
    () => model.followDanger(head.id, (percent) => bar.current?.style.setProperty('--share', `${percent}%`)),
    [model, head.id],
  );
  return (
    <div className={look('tiny grid middle', card['danger'])} data-state={head.markState}>
      <div ref={bar} aria-hidden="true" />
      <Press onClick={() => onExplain('marginRatio')}>
        {t('ratio')} <LiveText board={model.cells} cell={`${head.id}:ratio`} />
      </Press>
      {head.liquidationKind === 'at' ? (
        <span>
          {t('toLiquidation')} <LiveText board={model.cells} cell={`${head.id}:toLiquidation`} /> ·{' '}
          <LiveText board={model.cells} cell={`${head.id}:rangesToLiquidation`} /> {t('dayRanges')}
        </span>
      ) : null}
      {head.isFundingSoon ? (
        <small className={look('warning full')}>
          {t('fundingDue')} <LiveText board={model.cells} cell={`${head.id}:fundingIn`} /> ·{' '}
          <LiveAmount board={model.cells} cell={`${head.id}:fundingDue`} /> {SETTLEMENT_ASSET}
        </small>
      ) : null}
      {head.markState === 'stale' ? <small className={look('warning full')}>{t('state.stale')}</small> : null}
      {head.markState === 'closed' ? (
        <small className={look('warning full')}>{t('state.closed')}</small>
      ) : null}
    </div>
  );
}

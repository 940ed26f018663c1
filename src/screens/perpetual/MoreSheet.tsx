import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { ExplainedFigure } from '../../../workers/api.ts';
import { useMarginModes, usePositionSides } from '../../i18n/perpetual.ts';
import type { FuturesModel, PositionHead } from '../../state/futures.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount, LiveAmount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { ShareCard } from './ShareCard.tsx';

interface MoreSheetProps {
  readonly head: PositionHead;
  readonly model: FuturesModel;
  readonly onExplain: (figure: ExplainedFigure) => void;
  readonly onScenario: () => void;
  readonly onClose: () => void;
}

/** Everything that is known of a position, and its picture. */
export function MoreSheet({ head, model, onExplain, onScenario, onClose }: MoreSheetProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const sides = usePositionSides();
  const modes = useMarginModes();
  const explain = (figure: ExplainedFigure) => () => {
    onClose();
    onExplain(figure);
  };
  return (
    <Sheet title={t('details', { name: head.name })} onClose={onClose}>
      <Facts look="three" isStrong>
        <Fact name={t('number')}>{head.id}</Fact>
        <Fact name={t('opened')}>{head.openedAt}</Fact>
        <Fact name={t('direction')}>{`${sides[head.side]} · ${modes[head.mode]} ${head.leverage}×`}</Fact>
        <Fact name={`${t('value')} (${SETTLEMENT_ASSET})`}>
          <LiveAmount board={model.cells} cell={`${head.id}:value`} />
        </Fact>
        <Fact name={t('maintenance')} onExplain={explain('maintenance')}>
          <LiveAmount board={model.cells} cell={`${head.id}:maintenance`} />
        </Fact>
        <Fact name={t('breakEven')}>{head.breakEven}</Fact>
        <Fact name={t('trade:fee')}>
          <Amount text={head.fee} />
        </Fact>
        <Fact name={t('interest')}>
          <Amount text={head.interest} />
        </Fact>
        <Fact name={t('realised')}>
          <Amount text={head.realised} />
        </Fact>
      </Facts>
      <div className={look('between')}>
        <ButtonLink look="link" size="s" to={`/contractRecord/${encodeURIComponent(head.market)}`}>
          {t('record')}
        </ButtonLink>
        <Button look="link" size="s" aria-haspopup="dialog" onClick={onScenario}>
          {t('scenario.open')}
        </Button>
      </div>
      <ShareCard head={head} model={model} />
    </Sheet>
  );
}

import { Minus, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarginMode } from '../../../domain/index.ts';
import { marginModes, SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { FuturesTermsFrame, FuturesTermsView } from '../../../workers/api.ts';
import { useLiquidationWords } from '../../i18n/liquidationTexts.ts';
import { useMarginModes } from '../../i18n/perpetual.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { submit } from '../../state/login.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { useOnce } from '../../state/useOnce.ts';
import { useView } from '../../state/useView.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Chips } from '../../ui/Chip.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Range } from '../../ui/form/Range.tsx';
import { look } from '../../ui/look.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Table } from '../../ui/Table.tsx';
import form from './FuturesForm.module.css';
import terms from './Terms.module.css';
import { useFuturesToasts } from './useFuturesToasts.ts';

interface TermsSheetProps {
  readonly id: string;
  readonly name: string;
  /** Which of the two is chosen here. */
  readonly part: 'mode' | 'leverage';
  readonly onClose: () => void;
}

interface Chosen {
  readonly mode?: MarginMode;
  readonly leverage?: number;
}

/** Chooses margin mode and leverage, with what they mean for what is open and what could be opened. */
export function TermsSheet({ id, name, part, onClose }: TermsSheetProps) {
  const { t } = useTranslation('perpetual');
  const [chosen, setChosen] = useState<Chosen>({});
  const [frame, setFrame] = useState<FuturesTermsFrame>();
  const view = useMemo<FuturesTermsView>(
    () => ({ kind: 'futuresTerms', market: id, ...chosen }),
    [id, chosen],
  );
  useView(view, setFrame);
  const isOld = JSON.stringify(frame?.view) !== JSON.stringify(view);
  const [isBusy, save] = useSave(id, chosen, onClose);
  const choose = (next: Chosen) => setChosen((before) => ({ ...before, ...next }));
  return (
    <Sheet
      title={t('terms.title', { name })}
      onClose={onClose}
      footer={
        <Button
          look="main"
          isWide
          aria-disabled={isOld || frame?.error !== undefined || isBusy}
          aria-busy={isBusy}
          onClick={() => !isOld && frame && frame.error === undefined && void save()}
        >
          {t('terms.action')}
        </Button>
      }
    >
      {frame ? (
        <Choices frame={{ ...frame, ...chosen }} part={part} onChoose={choose} />
      ) : (
        <Skeleton rows={4} />
      )}
    </Sheet>
  );
}

function useSave(market: string, chosen: Chosen, onClose: () => void) {
  const toasts = useFuturesToasts();
  const [isBusy, once] = useOnce();
  const isShown = useIsShown();
  const save = () =>
    once(async () => {
      const result = await submit('perpetual.setTerms', { market, ...chosen });
      if (result.state === 'refused') toasts.refused(result.error);
      // One that was closed meanwhile may have been opened again.
      else if (isShown()) onClose();
    });
  return [isBusy, save] as const;
}

interface ChoicesProps {
  /** With what is chosen by now: a tap counts from the one before, not from what the worker has answered so far. */
  readonly frame: FuturesTermsFrame;
  readonly onChoose: (next: Chosen) => void;
}

function Choices({ frame, part, onChoose }: ChoicesProps & Pick<TermsSheetProps, 'part'>) {
  const { t } = useTranslation('perpetual');
  const { ofCode } = useRefusalWords();
  const words = useLiquidationWords();
  return (
    <div className={look('grid bottom3', form['choices'])}>
      {part === 'mode' ? (
        <Modes frame={frame} onChoose={onChoose} />
      ) : (
        <Leverage frame={frame} onChoose={onChoose} />
      )}
      <p role="alert" className={look('filled failed')}>
        {ofCode(frame.error)}
      </p>
      <Facts look="ticket">
        <Fact name={t('terms.bound')}>{`${frame.valueBound} ${SETTLEMENT_ASSET}`}</Fact>
        <Fact name={t('terms.openable')}>{`${frame.openable} ${SETTLEMENT_ASSET}`}</Fact>
        {frame.liquidation ? (
          <>
            <Fact name={t('margin')}>{`${frame.margin} ${SETTLEMENT_ASSET}`}</Fact>
            <Fact name={t('liquidationPrice')}>{words(frame.liquidation)}</Fact>
          </>
        ) : null}
      </Facts>
      {part === 'mode' ? null : <Tiers tiers={frame.tiers} />}
    </div>
  );
}

function Modes({ frame, onChoose }: ChoicesProps) {
  const { t } = useTranslation('perpetual');
  const modes = useMarginModes();
  return (
    <>
      <Chips
        look="segments"
        label={t('mode.label')}
        options={marginModes.map((id) => ({ id, text: modes[id] }))}
        selected={frame.mode}
        onSelect={(mode) => onChoose({ mode })}
      />
      <p className={look('faint')}>{frame.mode === 'cross' ? t('mode.crossHint') : t('mode.isolatedHint')}</p>
    </>
  );
}

const STOPS = [1, 2, 5, 10, 20, 50, 75, 100, 125];

function Leverage({ frame: { leverage, mostLeverage }, onChoose }: ChoicesProps) {
  const { t } = useTranslation('perpetual');
  const step = (by: number) => onChoose({ leverage: Math.max(1, Math.min(mostLeverage, leverage + by)) });
  return (
    <div>
      <div className={look('box grid middle mid', terms['steps'])}>
        <IconButton look="strong" label={t('terms.less')} onClick={() => step(-1)}>
          <Minus size={20} aria-hidden="true" />
        </IconButton>
        <output className={look('title strong')}>{`${leverage}×`}</output>
        <IconButton look="strong" label={t('terms.more')} onClick={() => step(1)}>
          <Plus size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <Range
        label={t('leverage')}
        valueText={`${leverage}×`}
        min={1}
        max={mostLeverage}
        value={leverage}
        onChange={(next) => onChoose({ leverage: next })}
      />
      <Chips
        label={t('leverage')}
        // Nine in a row are narrower than a finger.
        perRow={5}
        options={STOPS.filter((each) => each <= mostLeverage).map((id) => ({ id, text: `${id}×` }))}
        selected={leverage}
        onSelect={(next) => onChoose({ leverage: next })}
      />
    </div>
  );
}

function Tiers({ tiers }: Pick<FuturesTermsFrame, 'tiers'>) {
  const { t } = useTranslation('perpetual');
  return (
    <details>
      <summary>{t('tiers.title')}</summary>
      <Table>
        <thead>
          <tr>
            <th scope="col">{`${t('value')} (${SETTLEMENT_ASSET})`}</th>
            <th scope="col">{t('tiers.rate')}</th>
            <th scope="col">{t('tiers.most')}</th>
          </tr>
        </thead>
        <tbody>
          {tiers.map(({ from, to, rate, leverage, isOwn }) => (
            <tr key={from} aria-current={isOwn || undefined}>
              <td>{`${from} – ${to}`}</td>
              <td>{rate}</td>
              <td>{`${leverage}×`}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}

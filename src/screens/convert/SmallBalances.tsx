import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConvertSmallFrame, ConvertSmallView } from '../../../workers/api.ts';
import { useCommandWords } from '../../i18n/funds.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { showToast } from '../../state/toasts.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { useSender } from '../../state/useSender.ts';
import { useView } from '../../state/useView.ts';
import { useWordsBeside } from '../../state/useWordsBeside.ts';
import { Button } from '../../ui/Button.tsx';
import { CoinIcon } from '../../ui/coin/CoinIcon.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { ignoreSecondTap } from '../../ui/dialog/secondTap.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './SmallBalances.module.css';

interface SmallBalancesProps {
  readonly onClose: () => void;
}

/** Balances that are worth little, in one step; each can be left out. */
export function SmallBalances({ onClose }: SmallBalancesProps) {
  const { t } = useTranslation('convert');
  const [without, setWithout] = useState<readonly string[]>([]);
  const { frame, isOld, state, failed, convert } = useSmall(without, onClose);
  const toggle = (asset: string) =>
    setWithout((before) =>
      before.includes(asset) ? before.filter((each) => each !== asset) : [...before, asset],
    );
  return (
    <Sheet
      title={t('small.title')}
      onClose={onClose}
      footer={
        frame?.lines.length ? (
          <Footer frame={frame} isBusy={state !== 'idle'} isOff={isOld || !frame.order} onTap={convert} />
        ) : null
      }
    >
      <p className={look('faint')}>{t('small.text', { below: frame?.below, to: frame?.to })}</p>
      <State frame={frame} state={state} failed={failed} />
      <ul className={styles['list']}>
        {frame?.lines.map((line) => (
          <Row
            key={line.asset}
            line={line}
            isChosen={!without.includes(line.asset)}
            onToggle={() => toggle(line.asset)}
          />
        ))}
      </ul>
    </Sheet>
  );
}

interface StateProps {
  readonly frame: ConvertSmallFrame | undefined;
  readonly state: 'idle' | 'sending' | 'unknown';
  readonly failed: string;
}

function State({ frame, state, failed }: StateProps) {
  const { t } = useTranslation('convert');
  const words = useCommandWords();
  const { ofRefusal } = useRefusalWords();
  const refusal = failed !== '' ? failed : frame?.failed ? ofRefusal(frame.failed) : '';
  if (refusal !== '')
    return (
      <p role="alert" className={look('failed', styles['failed'])}>
        {refusal}
      </p>
    );
  if (state === 'unknown') return <p role="status">{words('unknown')}</p>;
  if (!frame?.isKnown) return <Skeleton rows={3} />;
  return frame.lines.length === 0 ? <Notice title={t('small.none')} /> : null;
}

interface RowProps {
  readonly line: ConvertSmallFrame['lines'][number];
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function Row({ line: { asset, iconId, amount, received }, isChosen, onToggle }: RowProps) {
  return (
    <li>
      <label className={look('stack3 middle', styles['row'])}>
        <input type="checkbox" checked={isChosen} onChange={onToggle} />
        <CoinIcon iconId={iconId} symbol={asset} />
        <span className={look('grid shrinks')}>
          <b>{asset}</b>
          <small className={look('breaks')}>
            <Amount text={amount} />
          </small>
        </span>
        <Amount text={received} />
      </label>
    </li>
  );
}

interface FooterProps {
  readonly frame: ConvertSmallFrame;
  readonly isBusy: boolean;
  readonly isOff: boolean;
  readonly onTap: () => void;
}

function Footer({ frame, isBusy, isOff, onTap }: FooterProps) {
  const { t } = useTranslation('convert');
  return (
    <div className={look('stack wide')}>
      <Facts look="ticket">
        <Fact name={t('get')}>{frame.total}</Fact>
        <Fact name={t('cost')}>{frame.cost}</Fact>
      </Facts>
      <p className={look('faint')}>
        {frame.seconds === '' ? t('waiting') : t('stands', { seconds: frame.seconds })}
      </p>
      <Button look="main" isBusy={isBusy} isOff={isOff} onClick={onTap}>
        {isBusy ? t('busy') : t('action')}
      </Button>
    </div>
  );
}

/** Takes the quote that is shown, for those that are chosen. */
function useSmall(without: readonly string[], onClose: () => void) {
  const { t } = useTranslation('convert');
  const { ofRefusal } = useRefusalWords();
  const { state, send } = useSender('convert.acceptSmall');
  const isShown = useIsShown();
  const [turn, setTurn] = useState(0);
  const [failed, setFailed] = useWordsBeside(without.join());
  const [frame, setFrame] = useState<ConvertSmallFrame>();
  const view = useMemo<ConvertSmallView>(() => ({ kind: 'convertSmall', without, turn }), [without, turn]);
  useView(view, setFrame);
  const isOld = JSON.stringify(frame?.view) !== JSON.stringify(view);
  const convert = async () => {
    if (isOld || !frame?.order || state !== 'idle') return;
    setFailed('');
    const { total } = frame;
    const result = await send(frame.order);
    setTurn((count) => count + 1);
    if (result?.state === 'refused') setFailed(ofRefusal(result.error));
    if (result?.state !== 'settled') return;
    showToast({ id: 'convert:small', tone: 'good', title: t('small.done'), text: total });
    if (!isShown()) return;
    ignoreSecondTap();
    onClose();
  };
  return { frame, isOld, state, failed, convert: () => void convert() };
}

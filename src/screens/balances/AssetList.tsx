import { ChevronRight } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { TOTAL_ASSET } from '../../../domain/index.ts';
import type { AssetHead, BalancesModel } from '../../state/balances.ts';
import { assetsLook } from '../../state/balances.ts';
import type { CellBoard } from '../../state/cells.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { CoinIcon } from '../../ui/coin/CoinIcon.tsx';
import { SwitchRow } from '../../ui/form/SwitchRow.tsx';
import { LiveAmount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Press } from '../../ui/Press.tsx';
import styles from './AssetList.module.css';
import { FrozenSheet } from './FrozenSheet.tsx';

const PART = look('grid shrinks tap small breaks', styles['part']);
/** The sign of what is not exact. */
const ABOUT = '≈';

/** Each asset with what can be used of it and what is frozen. */
export function AssetList({ model }: { readonly model: BalancesModel }) {
  const { t } = useTranslation('funds');
  const { isKnown, heads } = useSnapshot(model.state);
  const { hidesZero } = useSnapshot(assetsLook);
  const [requested, setRequested] = useState<string>();
  const shown = hidesZero ? heads.filter(({ isZero }) => !isZero) : heads;
  return (
    <section className={styles['assets']}>
      <header>
        <ZeroSwitch />
        <RecordLinks />
      </header>
      {isKnown ? null : <Skeleton />}
      {isKnown && heads.length === 0 ? <Notice title={t('empty.title')} text={t('empty.text')} /> : null}
      {heads.length > 0 && shown.length === 0 ? <Notice title={t('empty.onlyZero')} /> : null}
      <ul>
        {shown.map((head) => (
          <AssetRow key={head.asset} head={head} board={model.cells} onFrozen={setRequested} />
        ))}
      </ul>
      {requested === undefined ? null : (
        <FrozenSheet asset={requested} onClose={() => setRequested(undefined)} />
      )}
    </section>
  );
}

/** What became of the money, and of the orders. */
function RecordLinks() {
  const { t } = useTranslation('app');
  const links = [
    { to: '/property/coinRecord', text: t('title.coinRecord') },
    { to: '/allRecord/all', text: t('title.allRecord') },
  ];
  return (
    <div className={look('flex wrap across4')}>
      {links.map(({ to, text }) => (
        <ButtonLink look="link" size="s" key={to} to={to}>
          {text}
          <ChevronRight size={16} aria-hidden="true" />
        </ButtonLink>
      ))}
    </div>
  );
}

function ZeroSwitch() {
  const { t } = useTranslation('funds');
  const { hidesZero } = useSnapshot(assetsLook);
  return (
    <SwitchRow
      title={t('hideZero')}
      isOn={hidesZero}
      onChange={(isOn) => {
        assetsLook.hidesZero = isOn;
      }}
    />
  );
}

interface AssetRowProps {
  readonly head: AssetHead;
  readonly board: CellBoard;
  readonly onFrozen: (asset: string) => void;
}

const AssetRow = memo(function AssetRow({ head, board, onFrozen }: AssetRowProps) {
  const { t } = useTranslation('funds');
  const { asset, iconId, isFrozen } = head;
  return (
    <li className={look('padLow ruled', styles['row'])}>
      <Link
        className={look('stack3 middle tall', styles['head'])}
        to={`/property/coinRecord?asset=${encodeURIComponent(asset)}`}
      >
        <CoinIcon iconId={iconId} symbol={asset} />
        <b className={look('breaks')}>{asset}</b>
        <span className={look('grid right', styles['worth'])}>
          <LiveAmount board={board} cell={`${asset}:total`} className={look('strong breaks')} />
          {asset === TOTAL_ASSET ? null : (
            <span className={look('tiny breaks')}>
              {ABOUT} <LiveAmount board={board} cell={`${asset}:worth`} /> {TOTAL_ASSET}
            </span>
          )}
        </span>
      </Link>
      <div className={look('stack3 halves')}>
        <span className={PART}>
          <small>{t('available')}</small>
          <LiveAmount board={board} cell={`${asset}:available`} />
        </span>
        {isFrozen ? (
          <Press className={PART} aria-haspopup="dialog" onClick={() => onFrozen(asset)}>
            <small>{t('frozen')}</small>
            <LiveAmount board={board} cell={`${asset}:frozen`} />
          </Press>
        ) : (
          <span className={PART}>
            <small>{t('frozen')}</small>
            <LiveAmount board={board} cell={`${asset}:frozen`} />
          </span>
        )}
      </div>
    </li>
  );
});

const PLACES = [0, 1, 2, 3];

function Skeleton() {
  return (
    <div className={look('stack3 padLow', styles['skeleton'])} aria-hidden="true">
      {PLACES.map((place) => (
        <i key={place} />
      ))}
    </div>
  );
}

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
import { LiveAmount } from '../../ui/LiveAmount.tsx';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/Notice.tsx';
import styles from './AssetList.module.css';
import { FrozenSheet } from './FrozenSheet.tsx';

/** The sign of what is not exact. */
const ABOUT = '≈';

/** Each asset with what can be used of it and what is frozen. */
export function AssetList({ model }: { readonly model: BalancesModel }) {
  const { t } = useTranslation('funds');
  const { isKnown, heads } = useSnapshot(model.state);
  const { hidesZero } = useSnapshot(assetsLook);
  const [asked, setAsked] = useState<string>();
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
          <AssetRow key={head.asset} head={head} board={model.cells} onFrozen={setAsked} />
        ))}
      </ul>
      {asked === undefined ? null : <FrozenSheet asset={asked} onClose={() => setAsked(undefined)} />}
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
    <div className={styles['links']}>
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
    <button
      type="button"
      role="switch"
      aria-checked={hidesZero}
      className={`${layout['quiet']} ${layout['row']} ${styles['zero']}`}
      onClick={() => {
        assetsLook.hidesZero = !hidesZero;
      }}
    >
      <i aria-hidden="true" />
      {t('hideZero')}
    </button>
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
    <li className={styles['row']}>
      <Link
        className={`${layout['stack3']} ${styles['head']}`}
        to={`/property/coinRecord?asset=${encodeURIComponent(asset)}`}
      >
        <CoinIcon iconId={iconId} symbol={asset} />
        <b>{asset}</b>
        <span className={styles['worth']}>
          <LiveAmount board={board} cell={`${asset}:total`} className={styles['strong']} />
          <span className={`${layout['tiny']} ${styles['quiet']}`}>
            {ABOUT} <LiveAmount board={board} cell={`${asset}:worth`} /> {TOTAL_ASSET}
          </span>
        </span>
      </Link>
      <div className={`${layout['stack3']} ${styles['parts']}`}>
        <span className={styles['part']}>
          <small>{t('available')}</small>
          <LiveAmount board={board} cell={`${asset}:available`} />
        </span>
        {isFrozen ? (
          <button
            type="button"
            className={styles['part']}
            aria-haspopup="dialog"
            onClick={() => onFrozen(asset)}
          >
            <small>{t('frozen')}</small>
            <LiveAmount board={board} cell={`${asset}:frozen`} />
          </button>
        ) : (
          <span className={styles['part']}>
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
    <div className={`${layout['stack3']} ${styles['skeleton']}`} aria-hidden="true">
      {PLACES.map((place) => (
        <i key={place} />
      ))}
    </div>
  );
}

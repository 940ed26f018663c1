import { ArrowLeftRight, ChartCandlestick, ChartLine, Globe, Timer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { venueName } from '../../state/brand.ts';
import { ownDrafts } from '../../state/drafts.ts';
import { ask, signIn } from '../../state/login.ts';
import { hasExchange } from '../../state/source.ts';
import { isPlayMoney, status } from '../../state/status.ts';
import { Button, ButtonLink, IconLink } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { SearchLink } from '../../ui/SearchLink.tsx';
import styles from './HomeScreen.module.css';

/** For somebody who is not logged in: what this is, and one button to begin. */
export function Begin() {
  const { t } = useTranslation(['market', 'app']);
  const products = [
    { to: '/trade', text: t('tabs.spot'), Icon: ArrowLeftRight },
    { to: '/trade?kind=perpetual', text: t('kind.perpetual'), Icon: ChartCandlestick },
    { to: '/trade?kind=futures', text: t('tabs.futures'), Icon: ChartLine },
    { to: '/cycle', text: t('tabs.cycle'), Icon: Timer },
  ];
  return (
    <section data-home="out" className={look('stack inset', styles['begin'])}>
      <header className={look('row', styles['brand'])}>
        <img src="/icon.svg" alt="" width={32} height={32} />
        <b className={look('large grows')}>{venueName()}</b>
        <IconLink to="/setting" label={t('app:title.setting')}>
          <Globe size={22} aria-hidden="true" />
        </IconLink>
        {hasExchange ? (
          <ButtonLink size="s" to="/login">
            {t('app:title.login')}
          </ButtonLink>
        ) : null}
      </header>
      {hasExchange ? <Offer /> : null}
      <nav className={look('grid quarters', styles['products'])} aria-label={t('tabs.label')}>
        {products.map(({ to, text, Icon }) => (
          <Link className={look('centred quiet gap1')} key={to} to={to}>
            <Icon className={look('accent')} size={20} aria-hidden="true" />
            <span>{text}</span>
          </Link>
        ))}
      </nav>
      <SearchLink />
    </section>
  );
}

/** Where money is real an account is opened in the usual way. */
function Offer() {
  const { t } = useTranslation('market');
  const shown = useSnapshot(status);
  const isReal = shown.source !== undefined && !isPlayMoney(shown);
  return (
    <>
      <h2 className={look('title')}>{isReal ? t('begin.realTitle') : t('begin.title')}</h2>
      {isReal ? (
        <ButtonLink look="main" isWide to="/register">
          {t('begin.create')}
        </ButtonLink>
      ) : (
        <Guest />
      )}
    </>
  );
}

/** A guest's account in one tap; it is made whole later. */
function Guest() {
  const { t } = useTranslation('market');
  const { ofRefusal } = useRefusalWords();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const begin = async () => {
    if (isBusy) return;
    setBusy(true);
    const result = await ask('account.guest', { agreed: true });
    setBusy(false);
    if (!result.ok) {
      setFailure(ofRefusal(result.error));
      return;
    }
    ownDrafts(result.data.uid);
    signIn(result.data.token);
  };
  return (
    <>
      <p className={look('text')}>{t('begin.text')}</p>
      <Button look="main" isWide isBusy={isBusy} onClick={() => void begin()}>
        {t('begin.start')}
      </Button>
      <p className={look('tiny mid', styles['agree'])} role={failure ? 'alert' : undefined}>
        {failure ?? (
          <Link className={look('centred')} to="/documentDetail/agreement">
            {t('begin.agree')}
          </Link>
        )}
      </p>
    </>
  );
}

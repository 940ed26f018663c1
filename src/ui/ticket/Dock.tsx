import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useCommandWords } from '../../i18n/funds.ts';
import { rememberReturn } from '../../state/drafts.ts';
import { login } from '../../state/login.ts';
import type { Sender } from '../../state/useSender.ts';
import { ButtonLink } from '../Button.tsx';
import { look } from '../look.ts';
import styles from './Dock.module.css';

/** What a ticket sends with, always under the thumb; visitors log in here. */
export function Dock({ children }: { readonly children: ReactNode }) {
  const { token } = useSnapshot(login);
  return (
    <footer className={look('rigid ruled', styles['dock'])} data-dock>
      <div>{token === null ? <ToLogin /> : children}</div>
    </footer>
  );
}

/** What a ticket sends with, where its fields end; visitors log in here. */
export function SendPlace({ children }: { readonly children: ReactNode }) {
  const { token } = useSnapshot(login);
  return <div className={look('stack1', styles['place'])}>{token === null ? <ToLogin /> : children}</div>;
}

function ToLogin() {
  const { t } = useTranslation('trade');
  const { pathname, search } = useLocation();
  return (
    <ButtonLink look="main" size="l" isWide to="/login" onClick={() => rememberReturn(pathname + search)}>
      {t('login')}
    </ButtonLink>
  );
}

/** Why nothing can be sent now. */
export function Blocked({ children }: { readonly children: ReactNode }) {
  return (
    <p className={look('centred warned small mid round3', styles['blocked'])} role="status">
      {children}
    </p>
  );
}

/** Says so while it is not known what became of what was sent. */
export function SenderState({ state }: { readonly state: Sender<never>['state'] }) {
  const words = useCommandWords();
  return (
    <p className={look('filled warning small')} role="status">
      {state === 'unknown' ? words('unknown') : null}
    </p>
  );
}

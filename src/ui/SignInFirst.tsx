import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { rememberReturn } from '../state/drafts.ts';
import { login } from '../state/login.ts';
import { ButtonLink } from './Button.tsx';
import { look } from './look.ts';
import { Notice } from './Notice.tsx';
import styles from './SignInFirst.module.css';

/** For somebody who is not logged in: what that gives here, and the way to it and back. */
export function SignInFirst({ title, gain }: { readonly title?: string; readonly gain: string }) {
  const { t } = useTranslation(['account', 'app', 'errors']);
  const { hasEnded } = useSnapshot(login);
  const { pathname, search } = useLocation();
  const remember = () => rememberReturn(pathname + search);
  return (
    <Notice title={title ?? t('signIn.title')} text={hasEnded ? t('errors:loginExpired') : gain}>
      <div className={look('stack3 top2', styles['ways'])}>
        <ButtonLink look="main" to="/login" onClick={remember}>
          {t('app:title.login')}
        </ButtonLink>
        <ButtonLink to="/register" onClick={remember}>
          {t('app:title.register')}
        </ButtonLink>
      </div>
    </Notice>
  );
}

import { useTranslation } from 'react-i18next';
import { countdownText, isRefusalCode } from '../../../domain/index.ts';
import type { WithdrawRest } from '../../../workers/api.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { useSecondsUntil } from '../../state/codes.ts';
import { ButtonLink } from '../Button.tsx';
import { look } from '../look.ts';
import { useMoment } from '../useMoment.ts';

/** That withdrawals rest after a change of the account: after which, until when, and how long that is. */
export function Rest({ rest }: { readonly rest: WithdrawRest }) {
  const { t } = useTranslation('wallet');
  const moment = useMoment();
  const after = useChangeName();
  const left = useSecondsUntil(rest.until);
  if (left === 0) return null;
  return (
    <p className={look('warn')}>
      {t('rest', {
        change: after(rest.after),
        time: moment(rest.until),
        left: countdownText(left * 1_000),
      })}
    </p>
  );
}

/** Which change of the account lets withdrawals rest; one that the page has no name for is a change. */
function useChangeName(): (change: string) => string {
  const { t } = useTranslation('wallet');
  const names: Readonly<Record<string, string>> = {
    passwordChanged: t('change.password'),
    fundPasswordSet: t('change.fundPasswordSet'),
    fundPasswordChanged: t('change.fundPassword'),
    phoneChanged: t('change.phone'),
    emailAdded: t('change.emailAdded'),
    emailChanged: t('change.email'),
    totpOff: t('change.totpOff'),
    passkeyAdded: t('change.passkeyAdded'),
  };
  return (change) => names[change] ?? t('change.account');
}

/** Where a user goes to do away with what stands in the way. */
const WAYS: Readonly<Record<string, string>> = {
  fundPasswordMissing: '/mine/fund',
  contactMissing: '/mine/email',
  identityNeeded: '/mine/identity',
};

/** Why nothing can be withdrawn now, and the way to where that is changed. */
export function Blocked({ code }: { readonly code: string }) {
  const { t } = useTranslation('wallet');
  const { ofCode } = useRefusalWords();
  const way = WAYS[code];
  return (
    <p className={look('warn between')} role="status">
      {ofCode(isRefusalCode(code) ? code : 'unavailable')}{' '}
      {way ? (
        <ButtonLink look="link" size="s" to={way}>
          {t('goThere')}
        </ButtonLink>
      ) : null}
    </p>
  );
}

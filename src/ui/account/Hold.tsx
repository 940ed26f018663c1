import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../domain/contract/index.ts';
import { CHANGE_HOLD_MS } from '../../../domain/index.ts';
import { exchangeNow } from '../../state/status.ts';
import { look } from '../look.ts';
import { useMoment } from '../useMoment.ts';
import { Rest } from './Rest.tsx';

/** Says until when withdrawals rest, and why, while they do. */
export function Hold({ profile: { heldUntil, heldAfter } }: { readonly profile: Profile }) {
  return heldUntil === null ? null : <Rest rest={{ until: heldUntil, after: heldAfter ?? '' }} />;
}

/** What the rule of resting withdrawals looks at. */
export const holdFacts = ({ measures, createdAt }: Profile) => ({
  hasPhone: measures.phone,
  hasFundPassword: measures.fundPassword,
  createdAt,
});

interface AfterwardsProps {
  /** Whether withdrawals rest after the change. */
  readonly rests: boolean;
  /** Which devices are logged out by it. */
  readonly loggedOut?: 'none' | 'others' | 'all';
}

/** What a change of the account brings with it, said before it is made. */
export function Afterwards({ rests, loggedOut = 'none' }: AfterwardsProps) {
  const { t } = useTranslation('account');
  const moment = useMoment();
  const time = moment(exchangeNow() + CHANGE_HOLD_MS);
  const devices = { none: '', others: t('hold.others'), all: t('hold.all') }[loggedOut];
  return (
    <p className={look('note')}>
      {[devices, rests ? t('hold.change', { time }) : t('hold.goesOn')].filter(Boolean).join(' ')}
    </p>
  );
}

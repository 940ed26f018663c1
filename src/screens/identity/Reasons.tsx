import { useTranslation } from 'react-i18next';
import type { RejectedField } from '../../../workers/api.ts';
import { useIdentityFields, useRejectionReasons } from '../../i18n/identity.ts';
import { look } from '../../ui/look.ts';

/** Why the newest application was rejected, field by field. */
export function Reasons({ reasons }: { readonly reasons: readonly RejectedField[] }) {
  const { t } = useTranslation('identity');
  const fields = useIdentityFields();
  if (reasons.length === 0) return null;
  return (
    <section className={look('stack pad3 small round3 failing')}>
      <h3 className={look('bad')}>{t('rejected')}</h3>
      <ul className={look('stack')}>
        {reasons.map((each) => (
          <li className={look('grid breaks')} key={each.field}>
            <b>{fields[each.field]}</b>
            <Reason reason={each} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What was wrong with one field: the reviewer's own words stand after the reason. */
export function Reason({ reason: { reason, note } }: { readonly reason: RejectedField }) {
  const words = useRejectionReasons();
  return (
    <span>
      {reason === 'other' && note !== '' ? note : words[reason]}
      {reason !== 'other' && note !== '' ? <em> {note}</em> : null}
    </span>
  );
}

import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { AgreementBox } from '../../ui/form/AgreementBox.tsx';
import type { Texts } from '../../ui/form/Field.tsx';

/** The box that has to be ticked to open an account, `agreed`. @see specification §5 */
export function Agreement() {
  const { t } = useTranslation('account');
  const { ofCode } = useRefusalWords();
  const { register, formState } = useFormContext<Texts>();
  return (
    <AgreementBox
      text={t('register.agree')}
      document={{ text: t('register.agreement'), to: '/documentDetail/agreement' }}
      error={formState.errors['agreed']?.message}
      {...register('agreed', { validate: (ticked) => ofCode(ticked ? undefined : 'agreementRequired') })}
    />
  );
}

import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import fields from '../../ui/form/Field.module.css';
import type { Texts } from '../../ui/form/Field.tsx';
import { useRefusalWords } from '../../ui/form/refusals.ts';
import styles from './access.module.css';

/** The box that has to be ticked, `agreed`, and what it is about. @see specification §5 */
export function Agreement() {
  const { t } = useTranslation('account');
  const id = useId();
  const { ofCode } = useRefusalWords();
  const { register, formState } = useFormContext<Texts>();
  const error = formState.errors['agreed']?.message;
  return (
    <div className={fields['field']}>
      <label className={fields['check']}>
        <input
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          {...register('agreed', { validate: (ticked) => ofCode(ticked ? undefined : 'agreementRequired') })}
        />
        <span>{t('register.agree')}</span>
      </label>
      {error ? (
        <p id={id} className={fields['error']} role="alert">
          {error}
        </p>
      ) : null}
      <Link className={styles['document']} to="/documentDetail/agreement" target="_blank" rel="noopener">
        {t('register.agreement')}
      </Link>
    </div>
  );
}

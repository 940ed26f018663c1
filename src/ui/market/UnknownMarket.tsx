import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../Button.tsx';
import { Notice } from '../Notice.tsx';

/** In place of a market that there is not. */
export function UnknownMarket({ id }: { readonly id: string }) {
  const { t } = useTranslation(['detail', 'app']);
  return (
    <Notice title={t('unknown.title')} text={t('unknown.text', { id })}>
      <ButtonLink to="/market">{t('app:toMarket')}</ButtonLink>
    </Notice>
  );
}

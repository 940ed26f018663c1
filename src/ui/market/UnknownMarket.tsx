import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Notice } from '../Notice.tsx';

/** In place of a market that there is not. */
export function UnknownMarket({ id }: { readonly id: string }) {
  const { t } = useTranslation(['detail', 'app']);
  return (
    <Notice title={t('unknown.title')} text={t('unknown.text', { id })}>
      <Link to="/market">{t('app:toMarket')}</Link>
    </Notice>
  );
}

import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';

interface NotOpenYetProps {
  readonly title: string;
  readonly isTab: boolean;
}

/** For a part that needs an exchange, on a page that reads a venue; says where there is something to see. */
export function NotOpenYetScreen({ title, isTab }: NotOpenYetProps) {
  const { t } = useTranslation('app');
  const notice = (
    <Notice title={t('noExchange.title')} text={t('noExchange.text', { name: title })}>
      <ButtonLink to="/market">{t('toMarket')}</ButtonLink>
    </Notice>
  );
  return isTab ? notice : <Screen title={title}>{notice}</Screen>;
}

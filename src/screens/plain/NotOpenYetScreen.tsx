import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Notice } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';

interface NotOpenYetProps {
  readonly title: string;
  readonly isTab: boolean;
  /** `notOpen`: it is being built; `noExchange`: the page reads a venue, and nobody has an account there. */
  readonly why?: 'notOpen' | 'noExchange';
}

/** For a part of the product that is not open; says why, and where there is something to see. */
export function NotOpenYetScreen({ title, isTab, why = 'notOpen' }: NotOpenYetProps) {
  const { t } = useTranslation('app');
  const words = {
    notOpen: [t('notOpen.title'), t('notOpen.text', { name: title })],
    noExchange: [t('noExchange.title'), t('noExchange.text', { name: title })],
  } as const;
  const [head, text] = words[why];
  const notice = (
    <Notice title={head} text={text}>
      <Link to="/market">{t('toMarket')}</Link>
    </Notice>
  );
  return isTab ? notice : <Screen title={title}>{notice}</Screen>;
}

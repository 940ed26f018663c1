import { LifeBuoy, Mail, MessageCircle, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import { linkKind } from '../../../domain/index.ts';
import { useAsk } from '../../state/useAsk.ts';
import { look } from '../../ui/look.ts';
import { Menu, MenuRow } from '../../ui/MenuRow.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { AskUs } from './AskUs.tsx';
import styles from './content.module.css';
import { OutsideRow } from './OutsideRow.tsx';
import { Waiting } from './ReadMarks.tsx';

type Info = ResponseOf<Calls['tpaj.info']>;

/** Where users find help: articles, tickets, and what the operator has set up. */
export default function ServiceScreen() {
  const { t } = useTranslation(['content', 'app']);
  const { data, refusal, reload } = useAsk('tpaj.info', {});
  return (
    <Screen title={t('app:title.customerService')} up="/mine">
      <div className={styles['article']}>
        <Menu>
          <MenuRow to="/mine/helpCenter" title={t('app:title.helpCenter')} Icon={LifeBuoy} />
        </Menu>
        <AskUs title={t('service.write')} />
        {data ? <Contact info={data} /> : <Waiting failed={refusal} onRetry={() => void reload()} />}
      </div>
    </Screen>
  );
}

function Contact({ info: { service, explorers } }: { readonly info: Info }) {
  const { t } = useTranslation('content');
  const hasContact = service.email !== null || service.url !== null;
  return (
    <>
      {hasContact ? (
        <section className={look('stack', styles['ask'])}>
          <h2 className={look('faint light')}>{t('service.direct')}</h2>
          <Hours service={service} />
          <Menu>
            {service.url !== null && linkKind(service.url) === 'outside' ? (
              <OutsideRow href={service.url} title={t('service.chat')} Icon={MessageCircle} />
            ) : null}
            {service.email === null ? null : (
              <OutsideRow
                href={`mailto:${encodeURIComponent(service.email).replace('%40', '@')}`}
                title={service.email}
                Icon={Mail}
              />
            )}
          </Menu>
        </section>
      ) : (
        <p className={look('faint high2')}>{t('service.ticketsOnly')}</p>
      )}
      <Explorers explorers={explorers} />
    </>
  );
}

/** @param minutes after midnight. */
const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

function Hours({ service: { state, hours } }: { readonly service: Info['service'] }) {
  const { t } = useTranslation('content');
  if (!hours) return null;
  return (
    <p className={look('row wrap small')}>
      <i className={look('dot')} data-state={state === 'open' ? 'live' : undefined} aria-hidden="true" />
      {state === 'open' ? t('service.open') : t('service.closed')}
      <span className={look('dim')}>
        {t('service.hours', { from: clock(hours.from), to: clock(hours.to) })}
      </span>
    </p>
  );
}

function Explorers({ explorers }: Pick<Info, 'explorers'>) {
  const { t } = useTranslation('content');
  const shown = explorers.filter(({ address }) => linkKind(address) === 'outside');
  if (shown.length === 0) return null;
  return (
    <section className={look('stack', styles['ask'])}>
      <h2 className={look('faint light')}>{t('service.explorers')}</h2>
      <Menu>
        {shown.map(({ network, address }) => (
          <OutsideRow
            key={network}
            href={new URL(address).origin}
            title={new URL(address).host}
            Icon={Search}
          />
        ))}
      </Menu>
    </section>
  );
}

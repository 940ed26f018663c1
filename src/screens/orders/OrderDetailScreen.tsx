import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { isLiveStatus } from '../../../domain/index.ts';
import { login } from '../../state/login.ts';
import { ButtonLink, IconButton } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { Failed, Notice } from '../../ui/Notice.tsx';
import { orderIdFrom } from '../../ui/records/orderFilter.ts';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Fills } from './Fills.tsx';
import styles from './OrderDetailScreen.module.css';
import { OrderFacts } from './OrderFacts.tsx';
import { RepeatLink } from './RepeatLink.tsx';
import { Revoke } from './Revoke.tsx';
import type { KnownOrder } from './useOrder.ts';
import { useOrder } from './useOrder.ts';

const UP = '/allRecord/all';

/** One order with its fills and fees. */
export default function OrderDetailScreen() {
  const { t } = useTranslation(['app', 'orders']);
  const { id: text = '' } = useParams();
  const { token } = useSnapshot(login);
  const id = orderIdFrom(text);
  const title = t('title.tradDetail');
  if (token === null) {
    return (
      <Screen title={title} up={UP}>
        <SignInFirst title={t('orders:signedOut.title')} gain={t('orders:signedOut.text')} />
      </Screen>
    );
  }
  if (id === undefined) {
    return (
      <Screen title={title} up={UP}>
        <Unknown id={text} />
      </Screen>
    );
  }
  // Another order, or another user, is a new screen: nothing of the one before shows through.
  return <Detail key={`${token} ${id}`} id={id} title={title} />;
}

function Unknown({ id }: { readonly id: string }) {
  const { t } = useTranslation('orders');
  return (
    <Notice title={t('unknown.title')} text={t('unknown.text', { id })}>
      <ButtonLink to={UP}>{t('toRecords')}</ButtonLink>
    </Notice>
  );
}

function Detail({ id, title }: { readonly id: number; readonly title: string }) {
  const order = useOrder(id);
  const isUnknown = order.failed?.code === 'notFound';
  const line = isUnknown ? undefined : order.detail?.order;
  return (
    <Screen
      title={title}
      up={UP}
      isWide
      actions={isUnknown ? null : <ReloadButton order={order} />}
      footer={line ? <RepeatLink line={line} /> : null}
    >
      {isUnknown ? <Unknown id={`${id}`} /> : <Body order={order} />}
    </Screen>
  );
}

function Body({ order }: { readonly order: KnownOrder }) {
  const { detail, failed, isLoading, reload } = order;
  if (!detail) return failed && !isLoading ? <Failed onRetry={reload} /> : <Skeleton rows={5} />;
  return (
    <div className={look('stack4 lone', styles['columns'])}>
      <section>
        {failed && !isLoading ? <Failed onRetry={reload} /> : null}
        <OrderFacts line={detail.order} />
        <Revoke line={detail.order} isLive={isLiveStatus(detail.order.status)} onChange={reload} />
      </section>
      <Fills fills={detail.fills} />
    </div>
  );
}

function ReloadButton({ order }: { readonly order: KnownOrder }) {
  const { t } = useTranslation('orders');
  return (
    <IconButton label={t('reload')} aria-busy={order.isLoading} onClick={order.reload}>
      <RefreshCw size={20} aria-hidden="true" />
    </IconButton>
  );
}

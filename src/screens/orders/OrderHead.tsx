import { isLiveStatus } from '../../../domain/index.ts';
import type { OrderLine } from '../../../workers/api.ts';
import { useSideNames, useStatusNames, useTypeNames } from '../../i18n/orders.ts';
import { look } from '../../ui/look.ts';
import { PairName } from '../../ui/market/PairName.tsx';
import styles from './OrderHead.module.css';

/** Which order it is, and how far it has come. */
export function OrderHead({ line }: { readonly line: OrderLine }) {
  const sides = useSideNames();
  const types = useTypeNames();
  const statuses = useStatusNames();
  const { name, side, type, status } = line;
  return (
    <p className={look('flex wrap baseline spread', styles['head'])}>
      <span className={look('inline wrap baseline breaks', styles['what'])}>
        <PairName name={name} />
        <b data-direction={side === 'buy' ? 'up' : 'down'}>{sides[side]}</b>
        <small>{types[type]}</small>
      </span>
      <span className={look('faint pushed right', styles['status'])} data-live={isLiveStatus(status)}>
        {statuses[status]}
      </span>
    </p>
  );
}

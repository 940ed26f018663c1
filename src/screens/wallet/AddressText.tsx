import { look } from '../../ui/look.ts';
import styles from './OwnAddress.module.css';

/** An address in groups of four, its ends marked: that is what users compare. */
export function AddressText({ address }: { readonly address: string }) {
  const groups = address.match(/.{1,4}/g) ?? [];
  return (
    <span className={look('inline wrap across2 normal breaks', styles['address'])}>
      <span className="visually-hidden">{address}</span>
      {groups.map((group, place) => {
        const isEnd = place === 0 || place >= groups.length - 2;
        const Part = isEnd ? 'b' : 'span';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups of one address are their places
          <Part key={place} aria-hidden="true">
            {group}
          </Part>
        );
      })}
    </span>
  );
}
